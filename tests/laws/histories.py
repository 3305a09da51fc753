"""Small vaults and what happens to them: names, texts and settings for histories of edits."""

from __future__ import annotations

PATHS = (
    "Oak.md",
    "oak.md",
    "Elm.md",
    "Trees/Oak.md",
    "Trees/Elm.md",
    "Trees/Deep/Oak.md",
    "Woods/Oak.md",
    "Woods/Elm.md",
    "Café.md",
    "Cafe\u0301.md",
    "Log.txt",
    "Log.txt.md",
    "Board.canvas",
    "Private/Diary.md",
)
FOLDERS = ("Trees", "Trees/Deep", "Woods", "Private")
ATTACHMENTS = ("oak.png", "Trees/oak.png", "elm")
CARDS = b"""{"nodes": [
    {"id": "a", "type": "file", "file": "Trees/Oak.md", "subpath": "#Care", "x": 0, "y": 0},
    {"id": "b", "type": "file", "file": "oak.png"},
    {"id": "c", "type": "text", "text": "[[Oak#Care]] [[Quercus]]", "x": 0, "y": 1}
]}"""
TEXTS = (
    b"# Oak\n\nWater it. See [[Elm]] and [[Oak#Care]].\n\n## Care\n\nIn dry summers. ^dry\n",
    b"---\ntags: [tree, a/b]\naliases: [Quercus]\n---\n\n[[Trees/Oak|it]] ![[oak.png]] #tall\n",
    b"---\nprivate: true\n---\n\nA secret of [[Oak]].\n",
    b"---\nprivate: [\n---\n\nA secret that cannot be read.\n",
    b"---\ntype: journal\nchunk_profile: sliding_short\n---\n\nOne.\n\nTwo.\n",
    b"---\nchunk_profile: nothing\n---\n\nOne. ^dry\n",
    b"",
    b"# Care\n\n> [!section] decision\n\nPlant [[elm]].\n\n## Then\n\n- one\n- two [[Oak#^dry]]\n",
    b"up:: [[Log]]\n\n- is_by [[Elm]]\n\n%% hidden %%\n\n| a | b |\n| - | - |\n| 1 | [[x]] |\n",
    "Дуб і 檜. [e](Elm.md) <https://a.example>\r\n\r\n# Ein Ö\r\n".encode(),
    b"caf\xe9 is not UTF-8",
    b'{"nodes": [{"id": "n", "type": "text", "text": "[[Oak]] #card"}], "edges": []}',
    b"{",
    b"One page.\n\fThe next page goes\n\fon here.\n",
    b"# Oak\n\nWater it. See [[Elm]] and [[Oak#Caring]].\n\n## Caring\n\nIn dry summers. ^dry\n",
    b"# Oak\n\n## Care\n\nA.\n\nB. ^dry\n\n## Then\n\nC. ^wet\n\n[[Oak#Care#Then]] [[#Care]]\n",
    b"[[Oak#Care]] [[Oak#^dry]] [[Oak#Then ^dry]] [[Elm#Care]] [[Oak]] [[Trees/Oak#Caring]]\n",
    b"[[./Oak]] [[../Oak#Care]] [[/Elm]] [[oak.md]] [[Trees/Elm]] [[Log.txt]] [[elm.png]]\n",
    b"---\naliases: [Quercus, Elm, trees/holm oak]\n---\n\n# Care\n\n[[Holm]]\n",
    b"---\naliases: [Holm]\n---\n\n[[Quercus]] [[quercus#Care]] [[Trees/Holm Oak]] [[holm oak]]\n",
    "[[Café#Care]] [[cafe\u0301]] [[Cafe\u0301.md]] [[Diary]] [[Private/Diary]]\n".encode(),
    CARDS,
)
GARDEN = {  # a vault in which much hangs together
    "Oak.md": b"---\naliases: [Quercus]\n---\n\n# Oak\n\n## Care\n\nIn dry summers. ^dry\n",
    "Elm.md": b"[[Oak#Care]] [[Oak#^dry]] [[Oak#^wet]] [[Oak]] [[Log]] [[elm]] ![[oak.png]]\n",
    "Trees/Elm.md": b"[[Quercus]] [[Holm#Care]] [[Oak#Caring]] [[./Oak]] [[Diary]]\n",
    "Board.canvas": CARDS,
    "oak.png": b"\x89PNG",
}
WORDS = (  # one in place of another: headings, block ids, aliases, and the links to them
    (b"## Care", b"## Caring"),
    (b"## Caring", b"# Care"),
    (b"# Care\n", b"# Care\n\nMuch more.\n\n# Then\n"),
    (b" ^dry", b" ^wet"),
    (b" ^wet", b" ^DRY"),
    (b"Quercus", b"Holm"),
    (b"Holm", b"Quercus"),
    (b"[[Oak", b"[[Elm"),
)
LONGER = b"\n\n", b"\n\nSo many words on oaks and elms that they need a chunk of their own.\n\n"
ALIASES = "[links]\nresolve_aliases = true\n"
SETTINGS = (
    None,
    "",
    'default_profile = "sliding_standard"\n',
    '[types]\njournal = "heading_strict"\n',
    'ignore = ["Trees/Deep"]\n',
    'private = [{ folder = "Private" }]\n',
    '[heading_types]\n"Care" = "plan"\n',
    "[links]\nlist_relations = true\n",
    ALIASES,
    "[links]\nresolve_aliases = true\nlist_relations = true\n",
    "max_note_bytes = 60\n",
    '[[rules]]\ntag = "tree"\nprofile = "heading_strict_l3"\n',
    'private = [{ property = "private" }, { tag = "tall" }]\n',
)
PROFILES = (
    None,
    'extends = "heading_smart"\nmax = 20\ntarget = 10\n',
    'extends = "heading_smart"\n[window]\nstyle = "tagged"\n',
)
EXCLUDED = (None, b'{"userIgnoreFilters": ["Trees/"]}', b"not json")
