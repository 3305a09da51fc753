"""Blanks become columns: a tab reaches to the next multiple of four.

A position in a line is a place in the text and a column; in the middle of a tab the place
stays at the tab while the column moves on.
"""

from __future__ import annotations


def skip_blanks(text: str, place: int, column: int, end: int) -> tuple[int, int]:
    """The position of the next character that is no blank, or the line's end."""
    while place < end:
        sign = text[place]
        if sign == " ":
            column += 1
        elif sign == "\t":
            column += 4 - column % 4
        else:
            break
        place += 1
    return place, column


def advance(text: str, place: int, column: int, columns: int) -> tuple[int, int]:
    """The position so many columns of blanks further on."""
    goal = column + columns
    if text.find("\t", place, place + columns) < 0:  # as nearly always
        return place + columns, goal
    while column < goal:
        if text[place] == "\t":
            width = 4 - column % 4
            if column + width > goal:
                return place, goal
            column += width
        else:
            column += 1
        place += 1
    return place, column


def behind_mark(text: str, place: int, column: int, end: int) -> tuple[int, int]:
    """The position behind a mark and the one blank that belongs to it."""
    if place < end and text[place] in " \t":
        return advance(text, place, column, 1)
    return place, column
