//! Metric families in the encoding of `prometheus-client`.

use std::fmt::Error;

use prometheus_client::encoding::{
    DescriptorEncoder, EncodeCounterValue, EncodeGaugeValue, EncodeLabelSet, NoLabelSet,
};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Unit;

use super::histogram::Buckets;

/// Name, help and unit of a family. The encoder appends the unit and `total` to the name.
pub(super) struct Family(pub(super) &'static str, pub(super) &'static str, pub(super) Option<Unit>);

/// Writes families one after the other.
pub(super) struct Families<'a>(pub(super) DescriptorEncoder<'a>);

impl Families<'_> {
    /// Writes a counter without labels.
    pub(super) fn counter(&mut self, family: &Family, value: impl EncodeCounterValue) -> Result<(), Error> {
        let Family(name, help, unit) = family;
        let mut metric = self.0.encode_descriptor(name, help, unit.as_ref(), MetricType::Counter)?;
        metric.encode_counter::<NoLabelSet, _, u64>(&value, None)
    }

    /// Writes a counter by labels.
    pub(super) fn counters<L: EncodeLabelSet, V: EncodeCounterValue>(
        &mut self,
        family: &Family,
        values: impl IntoIterator<Item = (L, V)>,
    ) -> Result<(), Error> {
        let Family(name, help, unit) = family;
        let mut metric = self.0.encode_descriptor(name, help, unit.as_ref(), MetricType::Counter)?;
        for (labels, value) in values {
            metric.encode_family(&labels)?.encode_counter::<NoLabelSet, _, u64>(&value, None)?;
        }
        Ok(())
    }

    /// Writes a gauge without labels.
    pub(super) fn gauge(&mut self, family: &Family, value: impl EncodeGaugeValue) -> Result<(), Error> {
        let Family(name, help, unit) = family;
        let mut metric = self.0.encode_descriptor(name, help, unit.as_ref(), MetricType::Gauge)?;
        metric.encode_gauge(&value)
    }

    /// Writes a gauge by labels.
    pub(super) fn gauges<L: EncodeLabelSet, V: EncodeGaugeValue>(
        &mut self,
        family: &Family,
        values: impl IntoIterator<Item = (L, V)>,
    ) -> Result<(), Error> {
        let Family(name, help, unit) = family;
        let mut metric = self.0.encode_descriptor(name, help, unit.as_ref(), MetricType::Gauge)?;
        for (labels, value) in values {
            metric.encode_family(&labels)?.encode_gauge(&value)?;
        }
        Ok(())
    }

    /// Writes durations by labels.
    pub(super) fn durations<'a, L: EncodeLabelSet>(
        &mut self,
        family: &Family,
        values: impl IntoIterator<Item = (L, &'a Buckets)>,
    ) -> Result<(), Error> {
        let Family(name, help, unit) = family;
        let mut metric = self.0.encode_descriptor(name, help, unit.as_ref(), MetricType::Histogram)?;
        for (labels, value) in values {
            let mut metric = metric.encode_family(&labels)?;
            metric.encode_histogram::<NoLabelSet>(value.sum, value.count(), &value.buckets, None)?;
        }
        Ok(())
    }

    /// Writes values that do not change while the process runs.
    pub(super) fn info(&mut self, family: &Family, labels: &impl EncodeLabelSet) -> Result<(), Error> {
        let Family(name, help, _) = family;
        self.0.encode_descriptor(name, help, None, MetricType::Info)?.encode_info(labels)
    }
}
