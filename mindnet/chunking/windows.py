"""Texts become windows: what an assistant reads, led by where it stands.

    title, headings, full_text  →  window

Knows how a breadcrumb is spelled (`chunks.md` §6).
"""

from __future__ import annotations

from collections.abc import Sequence

from mindnet.cuts import WindowStyle

_STEP = " > "


def frame_window(
    style: WindowStyle, title: str, headings: Sequence[str], section_type: str | None, text: str
) -> str:
    """A text under its breadcrumb or its tags."""
    headings = headings[-style.max_heading_levels :]
    if style.style == "tagged":
        tags = _tags(style, title, headings)
        return "\n".join((*tags, f"[TEXT] {text}")) if tags else text
    trail = breadcrumb(title, headings, section_type if style.section_type else None)
    return f"{trail}\n{text}" if trail else text


def window_lead(
    style: WindowStyle, title: str, headings: Sequence[str], section_type: str | None
) -> str:
    """What every window of a section begins with."""
    return frame_window(style, title, headings, section_type, "")


def breadcrumb(title: str, headings: Sequence[str], section_type: str | None = None) -> str:
    """The way down to a text: `Soil > Compost > Heat`; what repeats is said once."""
    steps, last = list[str](), ""
    for step in (title, *headings):
        if step and step != last:
            steps.append(step)
            last = step
    trail = _STEP.join(steps)
    return f"{trail} [{section_type}]".lstrip() if section_type else trail


def _tags(style: WindowStyle, title: str, headings: Sequence[str]) -> list[str]:
    section = _STEP.join(heading for heading in headings if heading)
    page = [f"[PAGE] {title}"] if style.page_tag and title else []
    return [*page, f"[SECTION] {section}"] if style.section_tag and section else page
