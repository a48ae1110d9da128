"""Review of lessons, the publishing policy and the pages' theme: `wb.reviews`, `wb.policy` and `wb.theme`."""
