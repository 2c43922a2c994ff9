//! The component of a reader.

/// Exports a document, which implements [`Pages`](crate::Pages), as a reader, if the crate is built as a component. The
/// reader's version is that of the crate. With `pictures: true`, exports its pictures too, for which the document
/// implements [`DrawViews`](crate::pictures::DrawViews).
#[macro_export]
macro_rules! reader {
    (@pictures $document:ty, true) => {
        impl $crate::pictures::Guest for Reader {
            fn draw(
                file: $crate::plumbline::reader::source::Bytes,
                page_number: u32,
                view: $crate::pictures::wit::View,
            ) -> Result<Vec<u8>, $crate::pictures::wit::Failure> {
                $crate::pictures::draw::<$document>(&file, page_number, view)
            }
        }

        $crate::pictures::export!(Reader with_types_in $crate::pictures);
    };
    (
        document: $document:ty,
        id: $id:literal,
        name: $name:literal,
        media_types: [$($media_type:literal),+] $(, pictures: $pictures:tt)? $(,)?
    ) => {
        #[cfg(target_family = "wasm")]
        mod component {
            struct Reader;

            impl $crate::Guest for Reader {
                type Document = $crate::DocumentResource<$document>;

                fn describe() -> $crate::Description {
                    $crate::Description {
                        id: $id.to_owned(),
                        version: env!("CARGO_PKG_VERSION").to_owned(),
                        name: $name.to_owned(),
                        media_types: vec![$($media_type.to_owned()),+],
                    }
                }
            }

            $crate::export!(Reader);

            $($crate::reader! { @pictures $document, $pictures })?
        }
    };
}
