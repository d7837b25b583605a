//! What a request brings. Whatever is wrong with it is told like every other error: as JSON, in a sentence.

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use http_body_util::BodyExt as _;
use serde::de::DeserializeOwned;

use super::routes::Failure;

/// A saved game of the longest kind is far below this.
const LARGEST_BODY: usize = 4 << 20;
/// Up to here a body that is too large is still read, and forgotten: whoever is cut off while sending never sees
/// the answer, and may send the next request into a connection that is being closed.
const LONGEST_PATIENCE: usize = 64 << 20;

/// The body, read to its end.
pub(super) struct Sent(Vec<u8>);

impl Sent {
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, Failure> {
        serde_json::from_slice(&self.0)
            .map_err(|error| Failure::bad(format!("the request is not as expected: {error}")))
    }
}

impl<S: Sync> FromRequest<S> for Sent {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &S) -> Result<Self, Failure> {
        collect(request.into_body()).await.map(Sent)
    }
}

async fn collect(mut body: Body) -> Result<Vec<u8>, Failure> {
    let (mut kept, mut length) = (Vec::new(), 0);
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|error| Failure::bad(format!("the request broke off: {error}")))?;
        let Some(part) = frame.data_ref() else { continue };
        length += part.len();
        if length <= LARGEST_BODY {
            kept.extend_from_slice(part);
        } else if length > LONGEST_PATIENCE {
            break;
        }
    }
    if length > LARGEST_BODY {
        let message = format!("the request is too large; at most {} MiB are read", LARGEST_BODY >> 20);
        return Err(Failure::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message));
    }
    Ok(kept)
}

/// The words behind the question mark.
pub(super) struct Asked<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Asked<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let asked = Query::from_request_parts(parts, state).await;
        asked
            .map(|Query(asked)| Asked(asked))
            .map_err(|error| Failure::bad(format!("the address is not as expected: {}", error.body_text())))
    }
}
