#!/usr/bin/env python3
"""Makes interface.ttf and the lab's lab.ttf: Noto Sans JP with the characters that each needs, and no others.

The characters are those of the crate's Rust sources (but for their comments) and JSON data, ASCII, kana and a few signs. `cargo xtask font` runs it, after
adding words; the test `font::` fails when it was forgotten. The same words give the same bytes. By hand it needs fontTools with brotli, and
the npm package's folder:

    pip install fonttools brotli
    npm pack @fontsource/noto-sans-jp@5.3.0 && tar xzf fontsource-noto-sans-jp-5.3.0.tgz
    python3 crates/kansetsu-studio/font/subset.py package

The licence of the font stands beside it, in OFL.txt.
"""

import pathlib
import sys
import tempfile

from fontTools import merge, subset
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

HERE = pathlib.Path(__file__).parent
# The web app counts every byte, so the lab has a separate font.
FONTS = {HERE / "interface.ttf": HERE.parent, HERE.parent.parent / "kansetsu-lab/font/lab.ttf": HERE.parent.parent / "kansetsu-lab"}
ALWAYS = {*range(0x20, 0x7F), *range(0xA0, 0x100), *range(0x3041, 0x3097), *range(0x3099, 0x3100)}
ELLIPSIS = 0x2026
SIGNS = "–—‘’“”•′″←↑→↓↔−×÷±°·∞≈≠≤≥■□▲△▶▷▼▽◀◁◆◇○●★☆✓、。々〇「」『』【】〜・ー！（）％＋，－／：；＜＝＞？［］～"


def wanted(crate: pathlib.Path) -> set[int]:
    paths = [path for path in (crate / "src").rglob("*") if path.suffix in (".rs", ".json")]
    sources = [path.read_text(encoding="utf-8") for path in paths]
    said = [line for source in sources for line in source.splitlines() if not line.lstrip().startswith("//")]
    used = {ord(character) for line in said for character in line}
    # In a Japanese font the dots of an ellipsis stand in the middle, which looks odd after Latin letters: add_ellipsis makes another.
    used.discard(ELLIPSIS)
    return ALWAYS | {ord(sign) for sign in SIGNS} | {code for code in used if code >= 0x20}


def cut(font: TTFont, codes: set[int]) -> TTFont:
    subsetter = subset.Subsetter(subset.Options(hinting=False, layout_features=[], notdef_outline=True))
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    for table in ("vhea", "vmtx", "STAT", "BASE", "gasp", "prep", "GDEF", "GPOS", "GSUB"):
        if table in font:
            del font[table]
    font.flavor = None
    return font


def add_ellipsis(font: TTFont) -> None:
    """Three full stops on the line."""
    stop = font.getBestCmap()[ord(".")]
    advance, bearing = font["hmtx"][stop]
    pen = TTGlyphPen(font.getGlyphSet())
    for index in range(3):
        pen.addComponent(stop, (1, 0, 0, 1, index * advance, 0))
    font.setGlyphOrder([*font.getGlyphOrder(), "ellipsis"])
    font["glyf"]["ellipsis"] = pen.glyph()
    font["hmtx"]["ellipsis"] = (3 * advance, bearing)
    for table in font["cmap"].tables:
        table.cmap[ELLIPSIS] = "ellipsis"


def main() -> None:
    files = pathlib.Path(sys.argv[1]) / "files"
    # Most of it is in one file; signs such as arrows are in the parts that a browser loads one by one.
    sources = [files / "noto-sans-jp-japanese-400-normal.woff2", *sorted(files.glob("noto-sans-jp-[0-9]*-400-normal.woff2"))]
    for target, crate in FONTS.items():
        make(sources, target, wanted(crate))


def make(sources: list[pathlib.Path], target: pathlib.Path, lacking: set[int]) -> None:
    parts = []
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            font = TTFont(source)
            here = lacking & set(font.getBestCmap())
            if here:
                lacking -= here
                parts.append(str(pathlib.Path(folder) / f"{len(parts)}.ttf"))
                cut(font, here).save(parts[-1])
        whole = pathlib.Path(folder) / "whole.ttf"
        merge.Merger().merge(parts).save(whole)
        # The day of the cut says nothing, and would make every file another one.
        font = TTFont(whole, recalcTimestamp=False)
        font["head"].created = font["head"].modified = TTFont(sources[0], recalcTimestamp=False)["head"].modified
        add_ellipsis(font)
        font.save(target)
    print(f"{target.name}: {target.stat().st_size} bytes; drawn by other fonts: {''.join(sorted(map(chr, lacking)))}")


main()
