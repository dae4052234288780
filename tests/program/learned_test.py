"""What lifted-learn finds: the bits of learn() in Python, whatever file the rows come from."""

import io
import os
import pty
import re
import subprocess
import zipfile

import numpy as np
from cases import TARGETS, by_heads, lesson, off, run_tests, test
from files import PROGRAM, arrays, folder, learned, peak_of, rows_of, run, table

from lifted_learn import learn

NAMES = {"rows": "rows", "unknowns": "unknowns", "rank": "rank", "minimum_norm": "minimumNorm", "condition": "condition",
         "digits": "digits", "rank_in_doubt": "rankInDoubt", "needed_heads": "neededHeads",
         "training_error": "trainingError", "relative_training_error": "relativeTrainingError", "d": "d",
         "outputs": "outputs", "examples": "examples", "targets": "targets", "lam": "lambda"}


def assert_same(found, wanted, case=""):
    """JSON and arrays of the program beside what learn() found, to the last bit."""
    told, stored = found
    for name, own in NAMES.items():
        assert told[own] == getattr(wanted, name), (case, name, told[own], getattr(wanted, name))
    assert told["certificate"]["unique"] == wanted.unique and told["certificate"]["rank"] == wanted.certified_rank
    assert told["certificate"]["smallestEigenvalue"] == wanted.smallest_eigenvalue, case
    assert told["certificate"]["largestEigenvalue"] == wanted.largest_eigenvalue, case
    for name in ("W", "singular_values", "V", "Q", "evidence", "eigenvalues"):
        assert np.array_equal(stored[name], getattr(wanted, name)), (case, name)
    assert np.array_equal(np.array(told["W"]), stored["W"]) and np.array_equal(told["evidence"], stored["evidence"])
    assert np.array_equal([head["V"] for head in told["heads"]], stored["V"]), case
    assert np.array_equal([head["Q"] for head in told["heads"]], stored["Q"]), case


def even(seed, d, outputs, targets, count, n=5):
    """Sequences of one length as arrays (N, n, d) and (N, outputs) or (N, n, outputs)."""
    random = np.random.default_rng(seed)
    V, Q = random.normal(size=(2, outputs, d)), random.normal(size=(2, d, d))
    Z = random.normal(size=(count, n, d))
    Y = np.array([by_heads(V, Q, one, targets) for one in Z])
    Y += 0.1 * random.normal(size=Y.shape)
    return Z, Y[:, 0] if targets == "last" else Y


@test("a table gives the bits of learn(), for d of 1 to 5, all kinds of targets, with a penalty and without")
def _():
    for d in range(1, 6):
        for targets in TARGETS:
            for lam in (0, 0.01):
                tokens, answers = lesson(d, d, 2, targets, 300)
                found = learned(table("t.csv", tokens, answers, targets), "--lambda", lam)
                assert_same(found, learn(tokens, answers, targets, lam), (d, targets, lam))


@test("where sums have lost digits the rows are read again, from a file and from standard input")
def _():
    tokens, answers = lesson(3, 3, 2, "last", 400)
    tokens = [Z + [1960, 1960, 0] for Z in tokens]
    wanted = learn(tokens, answers)
    assert wanted.condition > 1e8 and not wanted.rank_in_doubt  # of a Gram matrix it would be at most that
    name = table("years.csv", tokens, answers)
    assert_same(learned(name), wanted)
    with open(folder / name) as file:
        assert_same(learned("-", stdin=file), wanted)
    with open(folder / name) as file:
        assert_same(learned(stdin=file), wanted)
    with subprocess.Popen(["cat", folder / name], stdout=subprocess.PIPE) as pipe:  # comes once
        assert_same(learned("/dev/stdin", stdin=pipe.stdout), wanted)


@test("arrays of every kind of numbers, by rows and by columns, give the bits of learn()")
def _():
    for targets in TARGETS:
        Z, Y = even(2, 3, 2, targets, 700)
        for kind in ("<f8", ">f8", "<f4", ">f4", "<f2", "<i1", "<i2", ">i4", "<i8", "<u1", "<u2", ">u4", "<u8"):
            own = (Z if "f" in kind else np.abs(np.round(3 * Z))).astype(kind)
            for order in "CF":
                words = "--tokens", arrays("z.npy", np.array(own, order=order)), "--answers", arrays("y.npy", np.array(Y, order=order))
                found = learned(*words, *(["--targets", targets] if targets == "causal" else []))
                assert_same(found, learn(own.astype(float), Y, targets), (targets, kind, order))


@test("any number of threads gives the same bits")
def _():
    for targets in TARGETS:
        Z, Y = even(4, 9, 2, targets, 700)
        data = ["--tokens", arrays("z.npy", Z), "--answers", arrays("y.npy", Y), "--targets", targets, "--threads"]
        wanted = learned(*data, 1)
        for threads in (2, 5):
            told, stored = learned(*data, threads)
            assert told["W"] == wanted[0]["W"], (targets, threads)
            assert all(np.array_equal(stored[name], wanted[1][name]) for name in stored), (targets, threads)


@test("several files are read one after another, like one")
def _():
    tokens, answers = lesson(5, 3, 1, "last", 900)
    cuts = (0, 1, 300, 900)
    names = [table(f"part{k}.csv", tokens[a:b], answers[a:b]) for k, (a, b) in enumerate(zip(cuts, cuts[1:]))]
    assert_same(learned(*names), learn(tokens, answers))
    Z, Y = even(3, 3, 2, "all", 500)
    words = []
    for k, (a, b) in enumerate(((0, 200), (200, 500))):
        words += ["--tokens", arrays(f"z{k}.npy", Z[a:b]), "--answers", arrays(f"y{k}.npy", Y[a:b])]
    assert_same(learned(*words), learn(Z, Y, "all"))


@test("who is asked follows from the table, or from --targets")
def _():
    for targets in ("last", "all"):
        tokens, answers = lesson(6, 2, 1, targets, 100)
        assert_same(learned(table("t.csv", tokens, answers, targets, said=False)), learn(tokens, answers, targets))
    tokens, answers = lesson(6, 2, 1, "causal", 100)
    found = learned(table("t.csv", tokens, answers, said=False), "--targets", "causal")
    assert_same(found, learn(tokens, answers, "causal"))
    singles = [Z[:1] for Z in tokens] * 20  # what single tokens mean nothing shows
    ones = np.concatenate([y[:1] for y in answers] * 20)
    assert_same(learned(table("t.csv", singles, ones, said=False)), learn(singles, ones))
    mixed = table("t.csv", singles + tokens, [*ones, *answers], said=False)
    done = run(mixed)
    assert done.returncode == 1 and done.stderr.endswith("give --targets all.\n"), done.stderr
    assert run(mixed, "--targets", "all").returncode == 0


@test("every tenth sequence is held out, and judged as NumPy judges it")
def _():
    for targets in TARGETS:
        tokens, answers = lesson(8, 3, 2, targets, 205)
        predictions = [y * 1.1 for y in answers]
        told, stored = learned(table("t.csv", tokens, answers, targets, predictions), "--check", "held-out")
        held = np.arange(len(tokens)) % 10 == 9
        kept = [k for k in range(len(tokens)) if not held[k]]
        wanted = learn([tokens[k] for k in kept], answers[kept] if targets == "last" else [answers[k] for k in kept], targets)
        assert_same((told, stored), wanted, targets)
        answers = [np.atleast_2d(y) for y in answers]
        mean = np.concatenate([answers[k] for k in kept]).mean(axis=0)
        guesses = {"learned": [np.atleast_2d(wanted.predict(Z)) for Z in tokens], "mean": [mean + 0 * y for y in answers],
                   "prediction": [np.atleast_2d(p) for p in predictions]}
        for name, guess in guesses.items():
            e = np.array([((g - y) ** 2).sum() for g, y in zip(guess, answers)])
            n = np.array([y.size for y in answers])
            error = e[held].sum() / n[held].sum()
            spread = ((e - error * n)[held] ** 2).sum() / (held.sum() - 1) / held.sum()
            assert off(told["heldOut"][name + "Error"], error) < 1e-9, (targets, name)
            assert off(told["heldOut"][name + "StandardError"], np.sqrt(spread) / n[held].mean()) < 1e-6, (targets, name)
            if name != "learned":
                assert off(told[name + "Error"], e[~held].sum() / n[~held].sum()) < 1e-9, (targets, name)
        assert told["heldOut"]["examples"] == 20


@test("heads that answer in one direction are found on the data, and equal answers take the one head of W")
def _():
    for seed in range(3):
        random = np.random.default_rng(seed)
        V, Q = random.normal(size=(3, 3, 3)), random.normal(size=(3, 3, 3))
        V[:, 1:] = 0  # so S(x) has rank 1
        tokens = list(random.normal(size=(200, 4, 3)))
        answers = np.concatenate([by_heads(V, Q, Z, "last") for Z in tokens]) + 0.1 * random.normal(size=(200, 3))
        told, stored = learned(table("t.csv", tokens, answers), "--heads", "fewest")
        assert len(stored["V"]) == 3 and told["headsTrainingError"] < 1.1 * told["trainingError"], (seed, len(stored["V"]))
        tokens = [np.column_stack([Z, np.ones(4)]) for Z in tokens]
        told, stored = learned(table("t.csv", tokens, np.full((200, 1), 5.0)), "--heads", "fewest")
        assert len(stored["V"]) == 1 and told["headsTrainingError"] < 1e-20, (seed, len(stored["V"]))


@test("standard errors follow the unit of the answers, however large or small; files of nine sequences hold none out")
def _():
    tokens, answers = lesson(8, 2, 1, "last", 60)
    plain = learned(table("t.csv", tokens, answers), "--check", "held-out")[0]["heldOut"]
    for unit in (1e80, 1e-80):
        told = learned(table("t.csv", tokens, answers * unit), "--check", "held-out")[0]["heldOut"]
        for name in ("learnedStandardError", "meanStandardError"):
            assert off(told[name] / unit**2, plain[name]) < 1e-9, (unit, name, told[name])
    done = run(*(table(f"t{k}.csv", tokens[9 * k:9 * k + 9], answers[9 * k:9 * k + 9]) for k in range(4)), "--check", "held-out")
    assert done.returncode == 1 and "No file has 10 sequences or more" in done.stderr, done.stderr


@test("a margin is Student's, and one sequence held out has none")
def _():
    factors = {2: 12.706, 3: 4.303, 5: 2.776, 11: 2.228, 40: 2.023}  # of 95 %, by any table of t
    for held in (1, *factors):
        tokens, answers = lesson(8, 3, 2, "last", 10 * held, 0.3)
        name = table("t.csv", tokens, answers)
        told, _ = learned(name, "--check", "held-out")
        words = run(name, "--check", "held-out").stdout
        if held == 1:
            assert "On 1 sequence held out: " in words and "±" not in words, words
            assert told["heldOut"]["learnedStandardError"] is None, told["heldOut"]
            continue
        margin = float(words.split("chance): ")[1].split(" ± ")[1].split(";")[0])
        assert off(margin, factors[held] * told["heldOut"]["learnedStandardError"]) < 0.02, (held, margin)


@test("the fewest heads are the two that answered, with noise and without")
def _():
    for noise, words in ((0, []), (0.05, []), (0.05, ["--check", "held-out"])):
        tokens, answers = lesson(9, 4, 4, "last", 900, noise)
        told, stored = learned(table("t.csv", tokens, answers), "--heads", "fewest", *words)
        assert len(stored["V"]) == 2 and stored["V"].shape == (2, 4, 4) and stored["Q"].shape == (2, 4, 4), (noise, words)
        W = stored["V"].reshape(2, -1).T @ stored["Q"].reshape(2, -1)
        found = np.array([by_heads(stored["V"], stored["Q"], Z, "last")[0] for Z in tokens])
        kept = np.arange(len(tokens)) % 10 != 9 if words else slice(None)
        error = ((found - answers)[kept] ** 2).mean()
        assert abs(told["headsTrainingError"] - error) <= 1e-9 * error + 1e-24, (noise, words)
        assert told["trainingError"] <= error * (1 + 1e-9) + 1e-24 and np.isfinite(W).all()
        assert ("headsHeldOutError" in told) == bool(words)


@test("as many heads as outputs are found under noise too, where nothing is held out")
def _():
    for seed in range(4):
        tokens, answers = lesson(seed, 3, 2, "last", 600, 0.05)
        told, stored = learned(table("t.csv", tokens, answers), "--heads", "fewest")
        assert told["neededHeads"] == len(stored["V"]) == 2, (seed, told["neededHeads"], len(stored["V"]))
        assert told["headsTrainingError"] < 1.2 * told["trainingError"], (seed, told["headsTrainingError"])


@test("more heads than outputs are found under noise, and fewer than W needs where few data leave it open")
def _():
    for seed in range(3):
        tokens, answers = lesson(seed, 4, 2, "last", 600, 0.05, heads=3)
        told, stored = learned(table("t.csv", tokens, answers), "--heads", "fewest")
        assert len(stored["V"]) == 3, (seed, len(stored["V"]))
        assert told["headsTrainingError"] < 1.1 * told["trainingError"], (seed, told["headsTrainingError"])
    random = np.random.default_rng(4)
    for d, heads, rows in ((2, 1, 1), (4, 4, 30)):
        tokens, answers = lesson(5, d, 2, "last", rows, 0, heads=1)
        if heads > 1:
            answers = random.normal(size=answers.shape)  # any answers are fitted
        told, stored = learned(table("t.csv", tokens, answers), "--heads", "fewest")
        assert told["rank"] < told["unknowns"] and len(stored["V"]) <= heads, (d, told["rank"], len(stored["V"]))
        found = np.array([by_heads(stored["V"], stored["Q"], Z, "last")[0] for Z in tokens])
        assert ((found - answers) ** 2).mean() < 1e-18 * (answers ** 2).mean(), (d, rows)


@test("that no start found fewer heads than W has is said where there were starts, and they find fewer where there are")
def _():
    random = np.random.default_rng(1)
    for d, outputs, rows, words in ((6, 2, 200, r"none of (\d+) random starts found fewer than 12,"),
                                    (4, 4, 60, r"W splits into 16 heads; the fewest found: 7,"),
                                    (3, 3, 40, r"W splits into 9 heads; the fewest found: 4,")):
        tokens = [random.normal(size=(4, d)) for _ in range(rows)]
        cubic = random.normal(size=(outputs, d, d, d))  # of no few heads
        answers = np.array([np.einsum("ojkl,tj,tk,l->o", cubic, Z, Z, Z[-1]) for Z in tokens])
        said = run(table("t.csv", tokens, answers), "--heads", "fewest").stdout
        found = re.search(words, said)
        assert found, said
        assert all(int(starts) >= 40 for starts in found.groups()), said


@test("where no number of heads that is tried is as good as W, the words say that more may be needed")
def _():
    tokens, answers = lesson(7, 8, 2, "last", 2500, 0.05, heads=14)
    assert "the fewest found: 2 or more; with 2 the training error is" in run(
        table("t.csv", tokens, answers), "--heads", "fewest").stdout


@test("the arrays are a zip file without a fault, and the words say what the numbers say")
def _():
    tokens, answers = lesson(10, 3, 2, "last", 400)
    name = table("t.csv", tokens, answers, predictions=[y + 0.3 for y in answers])
    told, _ = learned(name)
    assert zipfile.ZipFile(folder / "learned.npz").testzip() is None
    words = run(name).stdout
    assert "Learned from 400 answers in 400 sequences, 3 numbers a token, targets last." in words
    assert f"The least training error of any layer of linear attention: {told['trainingError']:.3g}" in words
    assert f"{told['predictionError'] / told['trainingError']:.3g} times that." in words
    assert "any layer" not in run(name, "--lambda", 1).stdout
    assert run(name, "--json", "-").stdout.startswith("{")


@test("memory does not grow with the table")
def _():
    tokens, answers = lesson(11, 4, 2, "last", 2000)
    rows = "".join("".join(rows_of(f"%d-{k}", Z, np.atleast_2d(y))) for k, (Z, y) in enumerate(zip(tokens, answers)))
    text = (folder / table("t.csv", tokens[:1], answers[:1])).read_text()

    sizes = []
    for copies in (11, 66):
        with open(folder / "long.csv", "w") as file:
            file.write(text)
            for copy in range(copies):
                file.write(rows.replace("%d", str(copy)))
        sizes.append(((folder / "long.csv").stat().st_size, peak_of("long.csv")[1]))
    (small, before), (large, after) = sizes
    assert large > 5 * small and large > 40e6, sizes
    assert after < before + 1000, sizes  # kilobytes


@test("progress is shown on a terminal, and wiped away; elsewhere there is none")
def _():
    tokens, answers = lesson(12, 6, 2, "last", 6000)
    name = table("t.csv", tokens, answers)
    own, other = pty.openpty()
    process = subprocess.Popen([PROGRAM, name], cwd=folder, stdout=subprocess.DEVNULL, stderr=other)
    os.close(other)
    shown = io.BytesIO()
    try:
        while piece := os.read(own, 4096):
            shown.write(piece)
    except OSError:
        pass
    assert process.wait() == 0
    text = shown.getvalue().decode()
    assert "%" in text and "sequences" in text and text.endswith("\r\033[K"), text[-200:]
    assert run(name).stderr == ""


run_tests()
