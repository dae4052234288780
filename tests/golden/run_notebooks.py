"""Runs notebooks, each in a fresh namespace: their paths come line by line, and for each a line of JSON goes out: what it
printed, its error or null, and what is left in `found`."""

import contextlib
import io
import json
import sys
import traceback


def run(path):
    with open(path, encoding="utf-8") as file:
        cells = json.load(file)["cells"]
    namespace, printed, error = {"__name__": "__main__"}, io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed):
            for cell in cells:
                if cell["cell_type"] == "code":
                    exec(compile("".join(cell["source"]), cell["id"], "exec"), namespace)
    except Exception:
        error = traceback.format_exc(limit=3)
    return {"printed": printed.getvalue(), "error": error, "left": list(namespace.get("found", ["everything"]))}


for line in sys.stdin:
    print(json.dumps(run(line.strip())), flush=True)
