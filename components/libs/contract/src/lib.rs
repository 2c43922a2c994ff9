//! Shapes, enumerations, ids and problems of the service contract
