//! Metric families in the encoding of `prometheus-client`.

use std::fmt::Error;

use prometheus_client::encoding::{
    DescriptorEncoder, EncodeCounterValue, EncodeGaugeValue, EncodeLabelSet, MetricEncoder, NoLabelSet,
};
use prometheus_client::metrics::MetricType;
use prometheus_client::registry::Unit;

use super::histogram::Buckets;

static SECONDS: Unit = Unit::Seconds;
static BYTES: Unit = Unit::Bytes;

/// Writes families one after the other.
pub(super) struct Families<'a>(pub(super) DescriptorEncoder<'a>);

/// A family before its values are written. The encoder appends the unit and `total` to the name.
pub(super) struct Family<'f, 'a> {
    encoder: &'f mut DescriptorEncoder<'a>,
    name: &'static str,
    help: &'static str,
    unit: Option<&'static Unit>,
}

impl<'a> Families<'a> {
    /// Begins a family without a unit.
    pub(super) fn family<'f>(&'f mut self, name: &'static str, help: &'static str) -> Family<'f, 'a> {
        Family { encoder: &mut self.0, name, help, unit: None }
    }
}

impl<'f> Family<'f, '_> {
    /// Sets the unit to seconds.
    pub(super) fn seconds(self) -> Self {
        Self { unit: Some(&SECONDS), ..self }
    }

    /// Sets the unit to bytes.
    pub(super) fn bytes(self) -> Self {
        Self { unit: Some(&BYTES), ..self }
    }

    fn encode(self, kind: MetricType) -> Result<MetricEncoder<'f>, Error> {
        self.encoder.encode_descriptor(self.name, self.help, self.unit, kind)
    }

    /// Writes a counter without labels.
    pub(super) fn counter(self, value: impl EncodeCounterValue) -> Result<(), Error> {
        self.encode(MetricType::Counter)?.encode_counter::<NoLabelSet, _, u64>(&value, None)
    }

    /// Writes a counter by labels.
    pub(super) fn counters<L: EncodeLabelSet, V: EncodeCounterValue>(
        self,
        values: impl IntoIterator<Item = (L, V)>,
    ) -> Result<(), Error> {
        let mut metric = self.encode(MetricType::Counter)?;
        for (labels, value) in values {
            metric.encode_family(&labels)?.encode_counter::<NoLabelSet, _, u64>(&value, None)?;
        }
        Ok(())
    }

    /// Writes a gauge without labels.
    pub(super) fn gauge(self, value: impl EncodeGaugeValue) -> Result<(), Error> {
        self.encode(MetricType::Gauge)?.encode_gauge(&value)
    }

    /// Writes a gauge without labels, or nothing if its value is not known.
    pub(super) fn gauge_if_known(self, value: Option<impl EncodeGaugeValue>) -> Result<(), Error> {
        value.map_or(Ok(()), |value| self.gauge(value))
    }

    /// Writes a gauge by labels.
    pub(super) fn gauges<L: EncodeLabelSet, V: EncodeGaugeValue>(
        self,
        values: impl IntoIterator<Item = (L, V)>,
    ) -> Result<(), Error> {
        let mut metric = self.encode(MetricType::Gauge)?;
        for (labels, value) in values {
            metric.encode_family(&labels)?.encode_gauge(&value)?;
        }
        Ok(())
    }

    /// Writes durations by labels.
    pub(super) fn durations<'b, L: EncodeLabelSet>(
        self,
        values: impl IntoIterator<Item = (L, &'b Buckets)>,
    ) -> Result<(), Error> {
        let mut metric = self.encode(MetricType::Histogram)?;
        for (labels, value) in values {
            let mut metric = metric.encode_family(&labels)?;
            metric.encode_histogram::<NoLabelSet>(value.sum, value.count(), &value.buckets, None)?;
        }
        Ok(())
    }

    /// Writes values that do not change while the process runs.
    pub(super) fn info(self, labels: &impl EncodeLabelSet) -> Result<(), Error> {
        self.encode(MetricType::Info)?.encode_info(labels)
    }
}
