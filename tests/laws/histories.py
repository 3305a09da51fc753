"""Small vaults and what happens to them: names, texts and settings for histories of edits."""

from __future__ import annotations

PATHS = (
    "Oak.md",
    "oak.md",
    "Elm.md",
    "Trees/Oak.md",
    "Trees/Elm.md",
    "Trees/Deep/Oak.md",
    "Café.md",
    "Cafe\u0301.md",
    "Log.txt",
    "Log.txt.md",
    "Board.canvas",
    "Private/Diary.md",
)
FOLDERS = ("Trees", "Trees/Deep", "Woods", "Private")
ATTACHMENTS = ("oak.png", "Trees/oak.png", "elm")
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
)
SETTINGS = (
    None,
    "",
    'default_profile = "sliding_standard"\n',
    '[types]\njournal = "heading_strict"\n',
    'ignore = ["Trees/Deep"]\n',
    'private = [{ folder = "Private" }]\n',
    '[heading_types]\n"Care" = "plan"\n',
    "[links]\nlist_relations = true\n",
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
