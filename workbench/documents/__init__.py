"""Documents: DOCX, PPTX, PDF, text, Markdown and subtitles, each read in a separate process under limits."""
