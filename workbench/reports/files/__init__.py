"""Reports as files: CSV, XLSX, Parquet, JSON, HTML and notebooks."""
