//! Pictures of pages. An operation says which page, and the host draws it in place of the response's body, so that no file
//! passes through the endpoint.

use serde::Serialize;

use crate::{OperationError, Outcome, Query, Request, Response, etag};

/// The media type of pictures.
pub const MEDIA_TYPE: &str = "image/png";

/// The response header that the host reads.
const HEADER: &str = "x-plumbline-picture";

/// Minimum side of an area, normalized to the page.
const MIN_SIDE: f64 = 0.001;

/// A picture of a page.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Picture {
    /// The blob of the file.
    pub key: String,
    /// The media type of the file.
    pub media_type: String,
    /// The page, from 1.
    pub page_number: u32,
    /// The part of the page, `[x_min, y_min, x_max, y_max]`, normalized to the page, origin top-left. `None` for all of it,
    /// or for the surroundings of `place`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<[f64; 4]>,
    /// A place to outline, of the same form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<[f64; 4]>,
}

impl Picture {
    /// Returns the response with the picture, or 304 if the caller already has it.
    ///
    /// # Errors
    /// [`OperationError::Internal`] if the picture does not serialize.
    pub fn respond(&self, request: &Request) -> Outcome {
        let json = serde_json::to_string(self).map_err(|error| OperationError::Internal(error.to_string()))?;
        let tag = etag::of(self)?;
        let response = Response::new(200, MEDIA_TYPE, Vec::new()).with_header(HEADER, json);
        Ok(etag::not_modified_or(request, response, tag))
    }
}

/// Reads the part of the page that a picture shows.
pub fn read_area(query: &mut Query) -> Option<[f64; 4]> {
    let [x1, y1, x2, y2] = query.corners("area")?;
    let sorted = |a: f64, b: f64| {
        let (min, max) = (a.min(b), a.max(b));
        // An area of no size is a small one.
        let min = min.min(1.0 - MIN_SIDE);
        (min, max.max(min + MIN_SIDE))
    };
    let ((x_min, x_max), (y_min, y_max)) = (sorted(x1, x2), sorted(y1, y2));
    Some([x_min, y_min, x_max, y_max])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(query: &str) -> Result<Option<[f64; 4]>, OperationError> {
        let mut query = Query::parse(&Request { query: query.to_owned(), ..Request::default() });
        let area = read_area(&mut query);
        query.finish().map(|()| area)
    }

    #[test]
    fn an_area_is_two_corners_in_any_order() {
        assert_eq!(area("").unwrap(), None);
        assert_eq!(area("area=0.25,0.5,0.75,1").unwrap(), Some([0.25, 0.5, 0.75, 1.0]));
        assert_eq!(area("area=0.75,1,0.25,0.5").unwrap(), Some([0.25, 0.5, 0.75, 1.0]));
        assert_eq!(area("area=1,1,1,1").unwrap(), Some([0.999, 0.999, 1.0, 1.0]));
        for wrong in
            ["", "0,0,1", "0,0,1,1,1", "0,0,1,2", "0,0,1,-0.1", "a,0,1,1", "0,0,1,NaN", "0,0,1,1e0", "0, 0,1,1"]
        {
            assert!(area(&format!("area={wrong}")).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_picture_is_asked_for_in_a_header_and_has_a_tag() {
        let picture = Picture {
            key: "documents/a".into(),
            media_type: "application/pdf".into(),
            page_number: 2,
            area: None,
            place: Some([0.0, 0.25, 0.5, 1.0]),
        };
        let response = picture.respond(&Request::default()).unwrap();
        let expected =
            r#"{"key":"documents/a","media_type":"application/pdf","page_number":2,"place":[0.0,0.25,0.5,1.0]}"#;
        assert_eq!((response.status, response.header(HEADER)), (200, Some(expected)));
        let tag = response.header("etag").unwrap().to_owned();
        let headers = vec![("if-none-match".to_owned(), tag)];
        let again = picture.respond(&Request { headers, ..Request::default() }).unwrap();
        assert_eq!((again.status, again.header(HEADER)), (304, None));
    }
}
