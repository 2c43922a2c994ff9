//! Attacks that exhaust time, memory, stack, handles, output or the log.

use std::hint::black_box;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use http_body::Frame;
use spin_sdk::sqlite::wit::sqlite::Connection;
use spin_sdk::wasip3::{clocks::monotonic_clock, http::types::Fields, wit_future, wit_stream};

use crate::{Answer, answer};

/// A body: a text, or an endless one.
pub(crate) enum Body {
    Text(Option<String>),
    /// One frame after another, without a pause.
    Flood,
    /// One byte every tenth of a second.
    Drip(Option<Pin<Box<dyn Future<Output = ()>>>>),
}

impl http_body::Body for Body {
    type Data = Bytes;
    type Error = std::convert::Infallible;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        let piece = match self.get_mut() {
            Self::Text(text) => return Poll::Ready(text.take().map(|text| Ok(Frame::data(text.into())))),
            Self::Flood => Bytes::from(vec![b'x'; 1 << 16]),
            Self::Drip(wait) => {
                let wait = wait.get_or_insert_with(|| Box::pin(monotonic_clock::wait_for(100_000_000)));
                if wait.as_mut().poll(cx).is_pending() {
                    return Poll::Pending;
                }
                *wait = Box::pin(monotonic_clock::wait_for(100_000_000));
                Bytes::from_static(b".")
            }
        };
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }
}

/// Recurses with a stack frame that the compiler cannot remove.
fn deeper(depth: u64) -> u64 {
    let frame = black_box([depth; 32]);
    if depth == u64::MAX { 0 } else { deeper(depth + 1) + black_box(frame)[7] }
}

pub(crate) async fn explode(path: &str, text: &str) -> Option<Answer> {
    Some(match path {
        "/trap" => panic!("on purpose"),
        "/exit" => std::process::exit(3),
        "/loop" => loop {
            black_box(text);
        },
        // One allocation after another; the next path grows memory page by page, without an allocator.
        "/memory" => {
            let mut hoard = Vec::new();
            loop {
                hoard.push(vec![1u8; 1 << 20]);
                black_box(&hoard);
            }
        }
        "/memory-steps" => {
            while core::arch::wasm32::memory_grow(0, 1) != usize::MAX {}
            panic!("no more memory")
        }
        "/recursion" => answer(200, deeper(0).to_string()),
        "/text" => answer(200, "x".repeat(12 << 20)),
        "/flood" => spin_sdk::http::Response::new(Body::Flood),
        "/drip" => spin_sdk::http::Response::new(Body::Drip(None)),
        "/headers" => {
            let mut response = answer(200, "");
            for number in 0..100 {
                let name = spin_sdk::http::HeaderName::from_bytes(format!("x-{number}").as_bytes()).unwrap();
                response.headers_mut().insert(name, "y".repeat(10_000).parse().unwrap());
            }
            response
        }
        "/connections" => {
            let mut open = 0;
            loop {
                match Connection::open("default") {
                    Ok(connection) => std::mem::forget(connection),
                    Err(error) => break answer(200, format!("{open} {error:?}")),
                }
                open += 1;
            }
        }
        "/fields" => loop {
            std::mem::forget(Fields::new());
        },
        "/streams" => loop {
            std::mem::forget(wit_stream::new::<u8>());
        },
        "/futures" => loop {
            std::mem::forget(wit_future::new::<Result<(), spin_sdk::wasip3::http::types::ErrorCode>>(|| Ok(())));
        },
        // Waits in more and more tasks for events that never come.
        "/tasks" => {
            let mut waits = Vec::new();
            loop {
                let mut wait = Box::pin(monotonic_clock::wait_for(u64::MAX / 2));
                let mut context = Context::from_waker(std::task::Waker::noop());
                assert!(wait.as_mut().poll(&mut context).is_pending());
                waits.push(wait);
            }
        }
        "/log" => {
            for line in 0..text.parse::<u32>().unwrap() {
                eprintln!("line {line}");
            }
            answer(200, "logged")
        }
        _ => return None,
    })
}
