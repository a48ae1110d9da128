"""Files to passages: text, Markdown, DOCX, PPTX, PDF and subtitles, each read in a process of its own."""
