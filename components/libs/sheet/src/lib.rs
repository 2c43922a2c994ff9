//! The sheet in native form: paths, text, words, lines, title block and scale
