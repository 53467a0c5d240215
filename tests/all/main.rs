//! The one test binary: each module is a subject.
mod corpus;
mod docs;
