//! The tenant database for components: queries, whole transactions, JSON columns
