"""Facts to what people read: texts, sentences, tables, series, colors by role."""
