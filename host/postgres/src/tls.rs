//! TLS as the address asks for it. `sslmode` and `sslrootcert` mean what they mean to libpq
//! (<https://www.postgresql.org/docs/15/libpq-ssl.html>): only `verify-ca` and `verify-full` verify the server.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme};
use tokio_postgres::Config;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::settings::PostgresError;

/// Returns the role that an address names.
///
/// # Errors
/// [`PostgresError::Setting`] that begins with `setting`, if the address cannot be used or names no role.
pub fn role_of(setting: &str, address: &str) -> Result<String, PostgresError> {
    let (config, _) = parse(setting, address)?;
    config.get_user().map(str::to_owned).ok_or_else(|| {
        let example = "Use an address such as `postgres://role:password@host/database`.";
        PostgresError::Setting(format!("{setting}: the address names no role. {example}"))
    })
}

/// Parses an address and returns it with the TLS that it asks for.
///
/// # Errors
/// [`PostgresError::Setting`] that begins with `setting`.
pub(crate) fn parse(setting: &str, address: &str) -> Result<(Config, MakeRustlsConnect), PostgresError> {
    let invalid = |problem: String| PostgresError::Setting(format!("{setting}: {problem}"));
    if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
        return Err(invalid("use an address such as `postgres://role:password@host/database`.".into()));
    }
    let (base, query) = address.split_once('?').unwrap_or((address, ""));
    let (mut verify, mut roots, mut kept) = (false, None, Vec::new());
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=') {
            // The driver knows only the modes that do not verify.
            Some(("sslmode", "verify-ca" | "verify-full")) => {
                verify = true;
                kept.push("sslmode=require");
            }
            Some(("sslrootcert", path)) => roots = Some(path),
            _ => kept.push(pair),
        }
    }
    let config: Config = format!("{base}?{}", kept.join("&")).parse().map_err(|error: tokio_postgres::Error| {
        let cause = std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
        invalid(format!("{cause}. Use an address such as `postgres://role:password@host/database`."))
    })?;
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|error| invalid(error.to_string()))?;
    let client = if verify {
        builder.with_root_certificates(root_certificates(roots).map_err(invalid)?)
    } else {
        builder.dangerous().with_custom_certificate_verifier(Arc::new(Unverified(provider)))
    };
    Ok((config, MakeRustlsConnect::new(client.with_no_client_auth())))
}

/// Returns the certificates of a file, or those of the system.
fn root_certificates(path: Option<&str>) -> Result<RootCertStore, String> {
    let mut store = RootCertStore::empty();
    match path {
        Some(path) => {
            let read = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
            let certificates = read.map_err(|error| format!("sslrootcert={path}: {error}"))?;
            store.add_parsable_certificates(certificates);
            if store.is_empty() {
                return Err(format!("sslrootcert={path}: the file has no certificate."));
            }
        }
        None => {
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
            if store.is_empty() {
                return Err("this system has no root certificates. Add `sslrootcert=FILE` to the address.".into());
            }
        }
    }
    Ok(store)
}

/// Accepts any certificate, for `sslmode=prefer` and `require`, which encrypt but do not verify.
#[derive(Debug)]
struct Unverified(Arc<CryptoProvider>);

impl ServerCertVerifier for Unverified {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, certificate, signature, &self.0.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use tokio_postgres::config::SslMode;

    use super::*;

    #[test]
    fn addresses_are_read_as_libpq_reads_them() {
        for (address, mode) in [
            ("postgres://a:b@h/d", SslMode::Prefer),
            ("postgresql://a:b@h/d?sslmode=disable", SslMode::Disable),
            ("postgres://a:b@h1,h2:5433/d?sslmode=require&connect_timeout=3", SslMode::Require),
        ] {
            assert_eq!(parse("database.url", address).unwrap().0.get_ssl_mode(), mode, "{address}");
        }
    }

    #[test]
    fn an_address_that_cannot_be_used_is_refused_with_the_settings_name() {
        for (address, expected) in [
            ("", "database.url: use an address"),
            ("/var/lib/plumbline", "database.url: use an address"),
            ("postgres://a@h:x/d", "database.url: invalid"),
            ("postgres://a@h/d?sslmode=never", "database.url: invalid value for option `sslmode`"),
            ("postgres://a@h/d?sslmode=verify-full&sslrootcert=/no/file", "database.url: sslrootcert=/no/file: "),
        ] {
            let error = parse("database.url", address).err().map(|error| error.to_string()).unwrap_or_default();
            assert!(error.starts_with(expected), "{address}: {error}");
        }
    }
}
