"""What the tests of lifted-learn share: the program, and files for it."""

import atexit
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import numpy as np

PROGRAM = os.environ["LIFTED_LEARN"]
folder = pathlib.Path(tempfile.mkdtemp(prefix="lifted-learn-"))
atexit.register(shutil.rmtree, folder)


def run(*words, cwd=folder, **options):
    return subprocess.run([PROGRAM, *map(str, words)], cwd=cwd, capture_output=True, text=True, errors="replace",
                          timeout=120, **options)


def learned(*words, launcher=(), **options):
    """What it writes as JSON and as arrays."""
    done = subprocess.run([*launcher, PROGRAM, *map(str, words), "--json", "learned.json", "--npz", "learned.npz"],
                          cwd=folder, capture_output=True, text=True, errors="replace",
                          timeout=120, **options)
    assert done.returncode == 0, done.stderr
    return json.loads((folder / "learned.json").read_text()), dict(np.load(folder / "learned.npz"))


def peak_of(*words):
    """Its words, and the most memory that it held, in kilobytes: at least the 10,000 of who starts it."""
    starter = ("import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True); "
               "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
    said = subprocess.check_output([sys.executable, "-c", starter, PROGRAM, *map(str, words)], cwd=folder, text=True)
    *words, peak = said.splitlines()
    return "\n".join(words), int(peak)


def rows_of(label, Z, Y, P=None):
    """The rows of one sequence in a table; Y has one row, or one for each token."""
    unasked = len(Z) - len(Y)
    for t, z in enumerate(Z):
        cells = [*z, *(Y[t - unasked] if t >= unasked else [""] * Y.shape[1])]
        if P is not None:
            cells += [*(P[t - unasked] if t >= unasked else [""] * P.shape[1])]
        yield f"{label},{t + 1}," + ",".join(cell if cell == "" else repr(float(cell)) for cell in cells) + "\n"


def head_of(d, outputs, predicted=False, targets=None):
    said = f"# targets: {targets}\n" if targets else ""
    names = [f"x{k + 1}" for k in range(d)] + [f"{letter}{k + 1}" for letter in "yp"[: 1 + predicted] for k in range(outputs)]
    return said + "sequence,token," + ",".join(names) + "\n"


def table(name, tokens, answers, targets="last", predictions=None, said=True):
    answers = [np.atleast_2d(y) for y in answers]
    predictions = [None] * len(answers) if predictions is None else [np.atleast_2d(p) for p in predictions]
    text = head_of(tokens[0].shape[1], answers[0].shape[1], predictions[0] is not None, targets if said else None)
    for k, (Z, Y, P) in enumerate(zip(tokens, answers, predictions)):
        text += "".join(rows_of(k, Z, Y, P))
    (folder / name).write_text(text)
    return name


def arrays(name, array):
    np.save(folder / name, array)
    return name
