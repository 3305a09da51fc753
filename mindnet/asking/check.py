"""What should be put right in a vault.

    the index  →  Findings

Knows what is worth a look: links that lead nowhere or hardly where they should, each with what it
may have meant, and what is strange in files.
Leaves what a link may have meant to `graph`.
"""

from __future__ import annotations

from mindnet.graph.repairs import Repairs
from mindnet.graph.resolve import Status, ghost_name
from mindnet.graph.spelling import words_of
from mindnet.kept import Edge
from mindnet.linked import BrokenEdge, Findings, break_edge
from mindnet.store.linkage import Linkage


def find_findings(linkage: Linkage, repairs: Repairs) -> Findings:
    """Every problem and every broken edge, in the order of paths and lines."""
    edges = tuple(_break(edge, repairs) for edge in linkage.edges_broken())
    return Findings(tuple(linkage.problems()), edges)


def _break(edge: Edge, repairs: Repairs) -> BrokenEdge:
    is_missing = edge.status == Status.MISSING
    ghost = ghost_name(edge.target_text, edge.source) if is_missing else None
    suggestion = repairs.suggest(words_of(edge), edge.status, edge.rule, edge.resolved)
    return break_edge(edge, ghost, suggestion)
