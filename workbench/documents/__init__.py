"""Documents: DOCX, PPTX, PDF, text, Markdown and subtitles, each read in a process of its own under limits."""
