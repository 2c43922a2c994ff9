//! Settings of the store of tenants' files.

use anyhow::{Result, ensure};
use plumbline_storage::{Addresses, Encryption, S3Config};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The store of tenants' files. Without `url`, they are in the folder `blobs` of the data directory.
#[derive(Debug, Clone, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BlobSettings {
    /// Bucket of an S3 store, with or without a prefix: `s3://bucket/prefix`. The store must support conditional writes.
    /// Its credentials come from the environment: AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a role of EC2, ECS or EKS, or
    /// a web identity.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Address of the store, such as `https://s3.example.com`. It starts with `https://`, unless the store is on this
    /// machine (127.0.0.1, `localhost`, `store.localhost`). If unset, AWS_ENDPOINT_URL_S3 or AWS_ENDPOINT_URL, or else AWS.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub endpoint: Option<String>,
    /// Region. If unset, AWS_REGION or AWS_DEFAULT_REGION, or else `us-east-1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Whether an address of the store on another machine may start with `http://`. Set it only if nobody else can read the
    /// network to the store, for example that of containers on one machine.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_unencrypted: Option<bool>,
    /// Whether addresses have the bucket in their path rather than in their host name. If unset, true with the address of a
    /// store, from `endpoint` or the environment, and false with AWS.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path_style: Option<bool>,
    /// Encryption that the server asks for: `none` for what the bucket is set to, `AES256`, or `aws:kms`.
    pub encryption: BlobEncryption,
    /// Id of the key for `aws:kms`. If unset, the account's own key for S3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kms_key_id: Option<String>,
    /// Addresses at which clients send and get files: `store` for signed addresses of the store, or `host` for addresses
    /// of this server, which passes the files on. If unset, `store`, except that with temporary credentials files are sent
    /// to this server.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub addresses: Option<BlobAddresses>,
    /// How long a job repeats a request to which the store does not respond, in seconds, 1 to 600. Then the job is
    /// postponed. If unset, 60.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_seconds: Option<u32>,
}

/// Encryption by the store.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum BlobEncryption {
    /// The bucket's default encryption.
    #[default]
    #[serde(rename = "none")]
    None,
    /// Keys of the store.
    #[serde(rename = "AES256")]
    Aes256,
    /// A key of AWS KMS.
    #[serde(rename = "aws:kms")]
    Kms,
}

/// The addresses that clients get.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum BlobAddresses {
    /// Signed addresses of the store.
    Store,
    /// Addresses of this server.
    Host,
}

impl BlobSettings {
    /// Returns the S3 store, or `None` if files are in the data directory.
    ///
    /// # Errors
    /// Returns an error with the setting that is not valid.
    pub fn s3(&self) -> Result<Option<S3Config>> {
        let Some(url) = &self.url else {
            let set = [
                ("endpoint", self.endpoint.is_some()),
                ("region", self.region.is_some()),
                ("allow_unencrypted", self.allow_unencrypted.is_some()),
                ("path_style", self.path_style.is_some()),
                ("encryption", self.encryption != BlobEncryption::None),
                ("kms_key_id", self.kms_key_id.is_some()),
                ("addresses", self.addresses.is_some()),
                ("retry_seconds", self.retry_seconds.is_some()),
            ];
            if let Some((name, _)) = set.into_iter().find(|(_, is_set)| *is_set) {
                anyhow::bail!(
                    "blobs.{name} is set, but blobs.url is not. Set it to an address such as s3://bucket/prefix."
                );
            }
            return Ok(None);
        };
        ensure!(
            self.kms_key_id.is_none() || self.encryption == BlobEncryption::Kms,
            "blobs.kms_key_id is set, but blobs.encryption is not `aws:kms`."
        );
        ensure!(
            self.retry_seconds.is_none_or(|seconds| (1..=600).contains(&seconds)),
            "blobs.retry_seconds must be 1 to 600."
        );
        Ok(Some(S3Config {
            endpoint: self.endpoint.clone(),
            region: self.region.clone(),
            path_style: self.path_style,
            allow_unencrypted: self.allow_unencrypted.unwrap_or(false),
            encryption: match self.encryption {
                BlobEncryption::None => Encryption::None,
                BlobEncryption::Aes256 => Encryption::Aes256,
                BlobEncryption::Kms => Encryption::Kms(self.kms_key_id.clone()),
            },
            addresses: self.addresses.map(|addresses| match addresses {
                BlobAddresses::Store => Addresses::Store,
                BlobAddresses::Host => Addresses::Host,
            }),
            retry_seconds: self.retry_seconds,
            ..S3Config::from_url(url)?
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn s3(text: &str) -> Result<Option<S3Config>> {
        toml::from_str::<BlobSettings>(text)?.s3()
    }

    #[test]
    fn a_store_is_read_from_its_settings() {
        assert!(s3("").unwrap().is_none());
        let aws = s3("url = 's3://bucket/in'").unwrap().unwrap();
        assert_eq!((aws.bucket.as_str(), aws.prefix.as_str()), ("bucket", "in"));
        assert_eq!((aws.path_style, aws.allow_unencrypted), (None, false), "which store it is decides");
        let own = "url = 's3://bucket'\nendpoint = 'https://s3.example.com'\nencryption = 'aws:kms'\nkms_key_id = 'key'\naddresses = 'host'";
        let own = s3(own).unwrap().unwrap();
        assert_eq!(own.encryption, Encryption::Kms(Some("key".into())));
        assert_eq!(own.addresses, Some(Addresses::Host));
        let near = "url = 's3://bucket'\nendpoint = 'http://store:8333'\nallow_unencrypted = true\npath_style = false";
        let near = s3(near).unwrap().unwrap();
        assert_eq!((near.path_style, near.allow_unencrypted), (Some(false), true));
    }

    #[test]
    fn a_setting_that_does_not_fit_is_named() {
        for (text, named) in [
            ("endpoint = 'https://s3.example.com'", "blobs.endpoint"),
            ("allow_unencrypted = true", "blobs.allow_unencrypted"),
            ("encryption = 'AES256'", "blobs.encryption"),
            ("url = 's3://bucket'\nkms_key_id = 'key'", "blobs.kms_key_id"),
            ("url = 's3://bucket'\nretry_seconds = 0", "blobs.retry_seconds"),
            ("url = 'https://bucket'", "blobs.url"),
        ] {
            let error = s3(text).unwrap_err().to_string();
            assert!(error.starts_with(named), "{error}");
        }
    }
}
