"""What lifted-learn refuses, each with one sentence that says what to do; nothing is left behind."""

import os

import numpy as np
from cases import lesson, run_tests, test
from files import arrays, folder, run, table

TOKENS, ANSWERS = lesson(1, 2, 2, "last", 40)
GOOD = table("good.csv", TOKENS, ANSWERS)
Z = np.random.default_rng(1).normal(size=(40, 4, 2))
Y = np.random.default_rng(2).normal(size=(40, 2))


def npy(name, array):
    return arrays(name + ".npy", array)


def with_bytes(name, change):
    """The array of tokens as a file, its bytes changed."""
    data = (folder / npy("whole", Z)).read_bytes()
    (folder / name).write_bytes(change(data))
    return name


def text(name, words):
    (folder / name).write_text(words)
    return name


def changed(place, value):
    array = Z.copy()
    array[place] = value
    return array


z, y = npy("z", Z), npy("y", Y)
HEAD = "sequence,token,x1,y1\n"
REFUSED = [
    # words of the command, and of the sentence
    (["--nothing"], "There is no such option"),
    ([GOOD, "--lambda"], "lacks its value"),
    ([GOOD, "--lambda", "-1"], "--lambda is “-1”: give 0 or a positive number"),
    ([GOOD, "--lambda", "inf"], "--lambda is “inf”"),
    ([GOOD, "--lambda", "1e999"], "--lambda is “1e999”"),
    ([GOOD, "--threads", "0"], "--threads is “0”: give a whole number from 1 to 1024"),
    ([GOOD, "--threads", "1.5"], "--threads is “1.5”"),
    ([GOOD, "--threads", "two"], "--threads is “two”"),
    ([GOOD, "--targets", "first"], "--targets is “first”: give last, all or causal"),
    ([GOOD, "--heads", "many"], "--heads is “many”: give svd or fewest"),
    ([GOOD, "--check", "all"], "--check is “all”: give held-out"),
    (["--answers", y], "Give --tokens before --answers"),
    (["--tokens", z], "“z.npy” has no answers: give --answers"),
    (["none.csv"], "none.csv cannot be opened: No such file"),
    (["."], ". cannot be read to its end: Is a directory"),
    (["--tokens", "missing.npy", "--answers", y], "missing.npy cannot be opened"),
    ([text("empty.csv", "")], "empty.csv: There is no table here"),
    ([text("head.csv", HEAD)], "head.csv: The table has a header and no rows"),
    ([text("word.csv", HEAD + "a,1,b,1\n")], "word.csv: Line 2: column “x1”: “b” is not a number"),
    ([text("gap.csv", HEAD + "a,1,1,\na,2,1,\nb,1,1,1\n")], "tokens of sequence “a” with a target: 0 of 2"),
    ([text("apart.csv", HEAD + "a,1,1,1\nb,1,1,1\na,1,1,1\n")], "sequence “a” began in line 2 already"),
    ([text("long.csv", HEAD + "a,1," + "1" * 20_000_000 + ",1\n")], "Line 2"),
    ([GOOD, "--targets", "all"], "good.csv has targets of the kind last, not all: give --targets last"),
    ([table("all.csv", Z, np.ones((40, 4, 2)), "all"), "--targets", "causal"], "all.csv has targets of the kind all, not causal: give --targets all"),
    ([GOOD, table("three.csv", np.ones((40, 4, 3)), Y)], "The files are not of one kind: 2 numbers a token"),
    ([GOOD, table("more.csv", Z, Y, predictions=Y)], "The files are not of one kind"),
    ([table("nine.csv", Z[:9], Y[:9]), "--check", "held-out"], "No file has 10 sequences or more: leave out --check"),
    (["--tokens", y, "--answers", y], "y.npy has the shape (40, 2): give (N, n, d)"),
    (["--tokens", z, "--answers", npy("short", Y[:9])], "give (40, outputs)"),
    (["--tokens", z, "--answers", y, "--targets", "all"], "give (40, 4, outputs)"),
    (["--tokens", z, "--answers", npy("each", np.ones((40, 3, 2)))], "give (40, 4, outputs)"),
    (["--tokens", z, "--answers", y, "--predictions", npy("few", Y[:, :1])], "give as many predictions as answers"),
    (["--tokens", npy("wide", np.ones((40, 4, 17))), "--answers", y], "Tokens have 17 coordinates"),
    (["--tokens", npy("none", np.ones((0, 4, 2))), "--answers", y], "none.npy is empty, of shape (0, 4, 2): give at least one sequence"),
    (["--tokens", npy("one", np.array(1.0)), "--answers", y], "one.npy is a single number"),
    (["--tokens", npy("complex", Z + 1j), "--answers", y], "complex.npy has numbers of the kind “'<c16'”"),
    (["--tokens", npy("words", np.array([["a"]])), "--answers", y], "give real numbers"),
    (["--tokens", npy("nan", changed((3, 1, 0), np.nan)), "--answers", y], "nan.npy[3] has a number that is infinite or none"),
    (["--tokens", npy("inf", changed((39, 0, 1), np.inf)), "--answers", y], "inf.npy[39] has a number"),
    (["--tokens", with_bytes("cut.npy", lambda data: data[:-1]), "--answers", y], "cut.npy has fewer bytes than its shape"),
    (["--tokens", with_bytes("start.npy", lambda data: data[:9]), "--answers", y], "start.npy is no array of NumPy"),
    (["--tokens", with_bytes("half.npy", lambda data: data[:40]), "--answers", y], "half.npy ends within its header"),
    (["--tokens", GOOD, "--answers", y], "good.csv is no array of NumPy"),
    (["--tokens", npy("large", 1e60 * Z), "--answers", y], "so large that their sums overflow"),
    (["--tokens", z, "--answers", npy("tiny", 1e-170 * Y)], "so small that their squares vanish"),
    ([GOOD, "--json", "no/folder.json"], "no/folder.json cannot be opened: No such file"),
    ([GOOD, "--npz", "/dev/full"], "/dev/full cannot be written: No space left"),
    ([GOOD, "--json", "/dev/full"], "/dev/full cannot be written"),
]


@test("bad files, options and numbers get a sentence, and an exit code that is not 0")
def _():
    for words, sentence in REFUSED:
        done = run(*words)
        assert done.returncode in (1, 2), (words, done)
        assert sentence in done.stderr, (words, sentence, done.stderr)
        assert done.stderr.count("\n") == 1 and done.stderr.endswith(".\n"), (words, done.stderr)
        assert not list(folder.glob("*.state*")), words


@test("no change of one byte in a header stops it without a sentence")
def _():
    random = np.random.default_rng(5)
    whole = (folder / npy("whole", Z)).read_bytes()
    for _ in range(300):
        place = random.integers(0, 128)
        data = bytearray(whole)
        data[place] = random.integers(0, 256)
        (folder / "changed.npy").write_bytes(data)
        done = run("--tokens", "changed.npy", "--answers", y)
        assert done.returncode in (0, 1) and (done.returncode == 0) == (done.stderr == ""), (place, data[place], done)
        assert done.returncode == 0 or done.stderr.endswith(".\n"), (place, done.stderr)


@test("a table that nothing can be made of is said so from standard input too; without any input, what to give")
def _():
    assert "Standard input: There is no table here" in run("-", input="").stderr
    own, other = os.openpty()
    with os.fdopen(other) as terminal:
        done = run(stdin=terminal)
    os.close(own)
    assert done.returncode == 2 and "Give a table, or --tokens and --answers" in done.stderr
    help_text = run("--help")
    assert help_text.returncode == 0 and all(word in help_text.stdout for word in ("--lambda", "--targets", "--heads", "--check", "--json", "--npz", "--state"))


run_tests()
