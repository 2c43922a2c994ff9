//! Marks counted items on the pages of the original PDF
