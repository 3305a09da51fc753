"""A second reading of the rules: what `by_sentence` asks of a text, one question at a time.

The cutting stands in `tests/chunking/sentence_reference.py`.
"""

from __future__ import annotations

import re

BEFORE_SPACE = ".!?"
ALWAYS = "。！？‼⁇⁈⁉"
CLOSING = "\"')]}’”»›」』）】〕〉》〗〙〛〞〟"
BREAKS = ",;: ()[]{}\t\n、，；：（）【】「」『』〔〕〈〉《》〖〗〘〙〚〛〝〞〟〰–—‘’‚‛“”„‟‹›"


def is_ending(text: str, index: int) -> bool:
    """C16."""
    behind = text[index + 1 : index + 2]
    before_space = behind == "" or behind.isspace() or behind in CLOSING
    return text[index] in ALWAYS or (text[index] in BEFORE_SPACE and before_space)


def is_break(text: str, index: int) -> bool:
    """C18."""
    return text[index] in BREAKS


def sentence_ends(text: str) -> list[int]:
    """C16: behind each ending and the closing marks that follow it."""
    ends = []
    for index in range(len(text)):
        if is_ending(text, index):
            end = index + 1
            while end < len(text) and text[end] in CLOSING:
                end += 1
            ends.append(end)
    return ends


def is_unfinished(text: str) -> bool:
    """S15, of what stands before a page boundary."""
    while text and (text[-1].isspace() or text[-1] in CLOSING):
        text = text[:-1]
    return text != "" and not is_ending(text, len(text) - 1)


def goes_on(text: str) -> bool:
    """S15, of what stands behind it."""
    text = text.lstrip()
    return text[:1].islower() and not is_heading_like(re.split(r"\r\n|\r|\n", text)[0])


def is_torn(text: str, other: str) -> bool:
    """S15."""
    figure = "<figure" in other.lstrip()[:20].lower()
    return is_unfinished(text) and goes_on(other) and not figure


def is_heading_like(line: str) -> bool:
    """S20."""
    line = line.strip()
    if line == "":
        return False
    return (
        line.startswith(("#", "- ", "* ", "• "))
        or (len(line) <= 80 and line.isupper())
        or (len(line) <= 80 and len(line.split()) <= 12 and line.istitle())
        or re.match(r"(\d+|[IVXLCM]+)[.)]\s", line) is not None
    )


def seam(text: str, other: str) -> str:
    """S16."""
    left, right = text[-1], other[0]
    if left.isspace() or right.isspace() or left == ">":
        return ""
    return " " if left.isalnum() and right.isalnum() else ""


def start_of(other: str, k: int) -> str:
    """S26, S27."""
    if len(other) < k or other[:k].strip() == "":
        return other[:k]
    for index in range(k, min(len(other), 2 * k)):
        if is_ending(other, index) or (is_break(other, index) and index > k + 20):
            return other[: index + 1]
    end = min(len(other), 2 * k)
    while end > k and other[end - 1].isalnum():
        end -= 1
    if end < len(other) and other[end - 1].isalnum() and other[end].isalnum():
        places = [i for i in range(end) if is_break(other, i) or is_ending(other, i)]
        end = places[-1] + 1 if places else 0
    return other[:end]
