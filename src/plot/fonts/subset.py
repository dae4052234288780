#!/usr/bin/env python3
"""Cuts one face of Inter to its characters in glyphs.txt, with tabular digits, into two files: the first figure's, and all
others. To be run after a change of glyphs.txt:

    source "$(bash .toolchain/setup.sh env)"; cd src/plot/fonts
    for face in Regular Italic SemiBold; do
      python3 subset.py "$LIFTED_INTER_DIR/Inter-$face.otf" ${face,,} glyphs.txt
    done

ImGui knows no OpenType features, so the tabular digits ('tnum') are put in the character map in place of the
proportional ones. Its raised and lowered digits are made larger: at 13 pixels Inter's own are five pixels high, too few
to tell 10⁻³⁰ from 10⁻³⁸. What the module does not read is left out: names, also of glyphs (copyright and licence stand in
copyright.txt), and places finer than 1024 units an em, 0.05 pixels of a letter 48 pixels high. Needs fontTools (Debian:
python3-fonttools).
"""
import sys

from fontTools import subset
from fontTools.cffLib import cffStandardStrings
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

UNITS = 1024  # an em; ascender and descender stay whole numbers
RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ"
LOWERED = "₀₁₂₃₄₅₆₇₈₉₊₋"


BLANKS = {0x20, 0xA0, 0x2007, 0x202F}


def characters(path, *names):
    """The characters that lines of glyphs.txt with these names list, as a set of code points."""
    wanted = set()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, colon, glyphs = line.partition(":")
            if colon and name in names:
                wanted.update(ord(c) for c in glyphs if not c.isspace())
    return wanted


def feature(font, tag):
    """The single substitutions of a feature: glyph name -> glyph name."""
    table = font["GSUB"].table
    found = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag != tag:
            continue
        for index in record.Feature.LookupListIndex:
            for sub in table.LookupList.Lookup[index].SubTable:
                sub = getattr(sub, "ExtSubTable", sub)
                found.update(getattr(sub, "mapping", {}))
    return found


def enlarge(font, lighter, characters, scale, middle):
    """Draws these characters larger, around a height that stays; from a lighter cut, as strokes grow with them."""
    names, light_names = font.getBestCmap(), lighter.getBestCmap()
    outlines = lighter.getGlyphSet()
    strings = font["CFF "].cff.topDictIndex[0].CharStrings
    for code in [ord(c) for c in characters if ord(c) in names]:
        name, outline = names[code], outlines[light_names[code]]
        width = round(scale * outline.width)
        pen = T2CharStringPen(width, outlines)
        outline.draw(TransformPen(pen, (scale, 0, 0, scale, 0, (1 - scale) * middle)))
        strings[name] = pen.getCharString(strings[name].private, strings[name].globalSubrs)
        font["hmtx"][name] = (width, round(scale * lighter["hmtx"][light_names[code]][1]))


def forget_names(font):
    """Names the glyphs as the first ones of every CFF font, whose names it need not hold."""
    order = font.getGlyphOrder()
    new = dict(zip(order, [".notdef"] + cffStandardStrings[1:]))
    top = font["CFF "].cff.topDictIndex[0]
    for entry in ("Notice", "Copyright", "FullName", "FamilyName", "Weight", "version"):
        top.rawDict.pop(entry, None)
    strings = top.CharStrings
    strings.charStrings = {new[name]: strings.charStrings[name] for name in order}
    top.charset = [new[name] for name in order]
    font["hmtx"].metrics = {new[name]: font["hmtx"][name] for name in order}
    for table in font["cmap"].tables:
        table.cmap = {code: new[name] for code, name in table.cmap.items()}
    font.setGlyphOrder(top.charset)


def cut(source, wanted, target):
    # A fixed time stamp: the same input gives the same bytes.
    font = TTFont(source, recalcTimestamp=False)
    tabular = feature(font, "tnum")
    missing = wanted - set(font.getBestCmap())
    if missing:
        sys.exit(f"{source} lacks " + " ".join(f"U+{c:04X}" for c in sorted(missing)))
    for table in font["cmap"].tables:
        for digit in range(ord("0"), ord("9") + 1):
            if digit in table.cmap:
                table.cmap[digit] = tabular.get(table.cmap[digit], table.cmap[digit])

    options = subset.Options()
    options.layout_features = []  # ImGui would not read them
    options.hinting = False  # nor would stb_truetype
    options.desubroutinize = True  # smaller once compressed
    options.notdef_outline = True
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "OS/2", "name", "post"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    lighter = TTFont(source.replace("Regular", "Light").replace("SemiBold", "Medium"))
    enlarge(font, lighter, RAISED, 1.25, 1304)
    enlarge(font, lighter, LOWERED, 1.25, 104)
    scale_upem(font, UNITS)
    forget_names(font)
    font.save(target)


def main(source, face, list_path):
    first = characters(list_path, f"first {face}") | BLANKS
    cut(source, first, f"first-{face}.otf")
    cut(source, characters(list_path, face) - first, f"{face}.otf")


if __name__ == "__main__":
    main(*sys.argv[1:4])
