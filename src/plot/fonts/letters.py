#!/usr/bin/env python3
"""Cuts the letters that a language needs and glyphs.txt lacks, for web/languages/letters/<tag>.json. To be run after a
change of web/languages/<tag>.json that the build says needs it:

    source "$(bash .toolchain/setup.sh env)"; cd src/plot/fonts
    python3 letters.py de semibold "$LIFTED_INTER_DIR/Inter-SemiBold.otf"
    python3 letters.py zh regular /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc:2

The number after a collection is that of the font in it: 2 is simplified Chinese in Noto Sans CJK (Debian:
fonts-noto-cjk; SIL Open Font License). Needs fontTools (Debian: python3-fonttools).
"""
import base64
import io
import json
import pathlib
import sys
import unicodedata

from fontTools import subset
from fontTools.ttLib import TTFont

from subset import characters

FACES = ["regular", "italic", "semibold"]
# Inter's, over its em: ImGui takes ascender minus descender for the size of a font.
ASCENT, DESCENT = 1984 / 2048, -494 / 2048
LANGUAGES = pathlib.Path(__file__).parents[3] / "web" / "languages"


def letters_of(tag):
    """The letters and signs of all translations: code points."""
    texts = json.loads((LANGUAGES / f"{tag}.json").read_text()).values()
    forms = [form for text in texts for form in ([text] if isinstance(text, str) else text.values())]
    return {ord(c) for c in "".join(forms) if not c.isspace()}


def cut(source, wanted):
    """An OpenType font of these code points, as bytes, and those of them that the source has."""
    path, _, number = source.partition(":")
    font = TTFont(path, fontNumber=int(number or 0), recalcTimestamp=False)
    found = wanted & set(font.getBestCmap())
    options = subset.Options()
    options.layout_features = []
    options.hinting = False
    options.desubroutinize = True
    options.name_IDs = [0, 1, 2, 13, 14]
    options.drop_tables += ["GSUB", "GPOS", "GDEF", "BASE", "VORG", "vhea", "vmtx", "DSIG"]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=found)
    cutter.subset(font)
    em = font["head"].unitsPerEm
    font["hhea"].ascent, font["hhea"].descent = round(ASCENT * em), round(DESCENT * em)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue(), found


def main(tag, face, source):
    glyphs = pathlib.Path(__file__).with_name("glyphs.txt")
    listed = {name: characters(glyphs, name, f"first {name}") for name in FACES}
    wanted = letters_of(tag) - listed[face]
    if face != "regular":  # the regular face stands in for signs and other scripts
        wanted = {c for c in wanted if chr(c) in "¿¡«»" or unicodedata.name(chr(c)).startswith("LATIN ")}
    font, found = cut(source, wanted)
    path = LANGUAGES / "letters" / f"{tag}.json"
    path.parent.mkdir(exist_ok=True)
    before = json.loads(path.read_text()) if path.exists() else []
    mine = {"face": FACES.index(face), "letters": "".join(map(chr, sorted(found))), "font": base64.b64encode(font).decode()}
    after = [one for one in before if one["face"] != mine["face"]] + [mine]
    path.write_text(json.dumps(after, ensure_ascii=False, indent=2) + "\n")
    print(f"{path}: {len(found)} letters, {len(font)} bytes; {source} lacks", *(chr(c) for c in sorted(wanted - found)))


if __name__ == "__main__":
    main(*sys.argv[1:4])
