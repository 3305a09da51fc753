"""Blocks have kinds, as a reader tells them apart.

    Block  →  its kind

Knows that math, HTML, footnotes and a lone image or embed count as a paragraph, and a callout as
a quote (`chunks.md` §2, `strategies.md` B2).
"""

from __future__ import annotations

from mindnet.model import Block, BlockKind

_FIGURE = BlockKind.FIGURE  # looked up once, for every block is asked about
_KINDS = dict.fromkeys(BlockKind, "paragraph") | {
    BlockKind.HEADING: "heading",
    BlockKind.RULE: "rule",
    BlockKind.COMMENT: "comment",
    BlockKind.LIST: "list",
    BlockKind.TABLE: "table",
    BlockKind.CODE: "code",
    BlockKind.QUOTE: "quote",
    BlockKind.CALLOUT: "quote",
}


def kind_of(block: Block) -> str:
    """Heading, paragraph, list, table, code, quote, rule, comment or figure."""
    kind = block.kind
    return "figure" if kind is _FIGURE and is_figure(block) else _KINDS[kind]


def is_figure(block: Block) -> bool:
    """Whether a block is `<figure`…`</figure>`; without its end it is plain text (S3)."""
    if block.kind is not _FIGURE or block.text.lstrip()[:7].lower() != "<figure":
        return False
    return "</figure>" in block.text.lower()
