"""Topic lists: CSV, XLSX, Parquet, text and DataFrames become one table of topics."""
