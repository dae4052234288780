"""What learn() in Python finds, beside NumPy's own least squares: no folding, no moments, no Gram matrix."""

import json
import os
import pathlib
import pickle
import re
import subprocess

import numpy as np
from cases import TARGETS, asked, by_heads, lesson, off, run_tests, same, test

import lifted_learn
from lifted_learn import Learned, learn


def features(sequences, targets):
    return np.array([np.kron(G.ravel(), z) for Z in sequences for G, z in asked(Z, targets)])


def least_squares(X, Y, lam):
    """W of least norm, (outputs d, d²)."""
    d = round(X.shape[1] ** (1 / 3))
    extra = np.sqrt(lam * len(X)) * np.eye(X.shape[1] if lam else 0, X.shape[1])
    wanted = np.vstack([Y, np.zeros((len(extra), Y.shape[1]))])
    return np.linalg.lstsq(np.vstack([X, extra]), wanted, rcond=1e-12)[0].T.reshape(-1, d * d)


@test("for d of 1 to 5 and all kinds of targets NumPy's least squares is the same function, with lam and without")
def _():
    for seed in range(3):
        for d in range(1, 6):
            for targets in TARGETS:
                for lam in (0, 0.01):
                    tokens, answers = lesson(seed, d, 2, targets, 40 + 4 * d**3)
                    learned = learn(tokens, answers, targets, lam)
                    X, Y = features(tokens, targets), np.vstack(answers)
                    W = least_squares(X, Y, lam)
                    case = f"seed {seed}, d {d}, {targets}, lam {lam}"
                    predicted = X @ W.reshape(2, -1).T
                    assert off(np.vstack(learned.predict(tokens)), predicted) < 1e-9, case
                    assert off(learned.W, W) < 1e-9, case
                    heads = len(learned.V)
                    assert off(learned.V.reshape(heads, -1).T @ learned.Q.reshape(heads, -1), W) < 1e-9, case
                    assert learned.V.shape == (heads, 2, d) and learned.Q.shape == (heads, d, d), case
                    assert off(learned.singular_values, np.linalg.svd(W, compute_uv=False)) < 1e-9, case
                    squares = (Y - predicted) ** 2
                    assert off(learned.training_error, squares.mean()) < 1e-9, case
                    assert off(learned.relative_training_error, squares.sum() / (Y**2).sum()) < 1e-9, case
                    assert learned.rows == len(X) and learned.rank == learned.unknowns == d * d * (d + 1) // 2, case
                    assert learned.unique and not learned.minimum_norm and not learned.rank_in_doubt, case


@test("any number of threads finds the same bits, in a process that was forked from one that has learned too")
def _():
    def found(threads):
        learned = learn(*lesson(2, 9, 2, "last", 1200), threads=threads)
        return learned.W.tobytes() + learned.eigenvalues.tobytes()

    alone = found(1)
    assert found(3) == alone and found(None) == alone
    child = os.fork()
    if child == 0:
        os._exit(0 if found(3) == alone else 1)
    assert os.waitpid(child, 0)[1] == 0


@test("the distance to heads of one's own is that of the coefficients of G_jk z_l, whatever way the heads mix")
def _():
    random = np.random.default_rng(4)
    for d, outputs in ((2, 1), (3, 2), (4, 4)):
        tokens, _ = lesson(d, d, outputs, "last", 400)
        V, Q = random.normal(size=(2, outputs, d)), random.normal(size=(2, d, d))
        learned = learn(tokens, np.concatenate([by_heads(V, Q, Z, "last") for Z in tokens]))
        assert learned.distance(V, Q) < 1e-9 and learned.distance(learned.V, learned.Q) < 1e-12
        mix = random.normal(size=(2, 2))
        mixed = np.einsum("gh,haj->gaj", mix, V), np.einsum("gh,hkl->gkl", np.linalg.inv(mix).T, Q)
        assert off(mixed[0], V) > 0.1 and learned.distance(*mixed) < 1e-9
        assert abs(learned.distance(np.zeros((0, outputs, d)), np.zeros((0, d, d))) - 1) < 1e-12
        other = random.normal(size=(3, outputs, d)), random.normal(size=(3, d, d))
        p = {}  # the coefficients, j <= k, as they stand in the answers
        for sign, (v, q) in ((1, other), (-1, (V, Q))):
            for h, a, j, k, l in np.ndindex(len(v), outputs, d, d, d):
                key = (a, min(j, k), max(j, k), l)
                own = p.setdefault(key, [0.0, 0.0])
                own[0] += sign * v[h, a, j] * q[h, k, l]
                own[1] += (sign < 0) * v[h, a, j] * q[h, k, l]
        square = [sum(own[which] ** 2 / (1 if j == k else 2) for (_, j, k, _), own in p.items()) for which in (0, 1)]
        assert abs(learned.distance(*other) / np.sqrt(square[0] / square[1]) - 1) < 1e-9, (d, outputs)
        for wrong in ((V[:1], Q), (V, Q[:, :1]), (V[:, :, :1], Q), (V[0], Q[0])):
            try:
                learned.distance(*wrong)
                raise AssertionError("was taken")
            except ValueError as error:
                assert "give (heads," in str(error), error


@test("the eigenvalues are those of the features' mean square")
def _():
    for targets in TARGETS:
        tokens, answers = lesson(1, 3, 1, targets, 60)
        learned = learn(tokens, answers, targets)
        j, k = np.triu_indices(3)
        H = np.array([np.outer(G[j, k], z).ravel() for Z in tokens for G, z in asked(Z, targets)])
        values = np.linalg.eigvalsh(H.T @ H / len(H))
        assert off(learned.eigenvalues, values) < 1e-10
        assert off(learned.smallest_eigenvalue, values[0]) < 1e-9 and off(learned.largest_eigenvalue, values[-1]) < 1e-10
        assert learned.certified_rank == 18


@test("with fewer answers than unknowns it is NumPy's W of least norm, and not the only one")
def _():
    for seed in range(3):
        for d in (2, 3, 4):
            count = d * d * (d + 1) // 2 - 2
            tokens, answers = lesson(seed, d, 2, "last", count)
            learned = learn(tokens, answers)
            assert learned.minimum_norm and not learned.unique and learned.rank == count
            assert off(learned.W, least_squares(features(tokens, "last"), answers, 0)) < 1e-9
            assert learned.relative_training_error < 1e-18


@test("answers of two heads are learned exactly, and two heads are needed")
def _():
    for seed in range(3):
        tokens, answers = lesson(seed, 4, 3, "causal", 60, noise=0)
        learned = learn(tokens, answers, "causal")
        assert learned.needed_heads == 2 and learned.relative_training_error < 1e-25
        other, wanted = lesson(seed, 4, 3, "causal", 80, noise=0)
        assert off(np.concatenate(learned.predict(other)), np.concatenate(wanted)) < 1e-9


@test("answers that are all 0 are learned, by no head")
def _():
    tokens, answers = lesson(1, 2, 3, "last", 20)
    learned = learn(tokens, 0 * answers)
    assert learned.V.shape == (0, 3, 2) and learned.Q.shape == (0, 2, 2) and not learned.W.any()
    assert not learned.predict(tokens).any()


@test("what is predicted is what the heads say: of one sequence, of an array, of a list")
def _():
    for targets in TARGETS:
        tokens, answers = lesson(2, 3, 2, targets, 50)
        learned = learn(tokens, answers, targets)
        wanted = [by_heads(learned.V, learned.Q, Z, targets) for Z in tokens]
        block = np.random.default_rng(5).normal(size=(7, 4, 3))
        many = learned.predict(block)
        assert many.shape == ((7, 2) if targets == "last" else (7, 4, 2))
        for Z, y in zip(block, many):
            assert off(y, np.squeeze(by_heads(learned.V, learned.Q, Z, targets))) < 1e-12
            for one in (Z, Z.tolist(), np.asfortranarray(Z)):
                assert learned.predict(one).shape == y.shape and off(learned.predict(one), y) < 1e-14
        listed = learned.predict(tokens)
        if targets == "last":
            assert listed.shape == (50, 2) and off(listed, np.concatenate(wanted)) < 1e-12
        else:
            assert isinstance(listed, list) and all(off(y, w) < 1e-12 for y, w in zip(listed, wanted))


@test("an array, a list, nested lists, other orders and other types are the same data")
def _():
    random = np.random.default_rng(3)
    Z, Y = random.integers(-9, 9, size=(90, 5, 3)), random.integers(-9, 9, size=(90, 5, 2))
    for targets in TARGETS:
        y = Y[:, -1] if targets == "last" else Y
        wanted = learn(Z.astype(float), y.astype(float), targets)
        objects = np.empty(90, dtype=object)
        objects[:] = list(Z)
        wide = np.zeros((180, 10, 3))
        wide[::2, 1::2] = Z
        for tokens in (Z, list(Z), tuple(Z), Z.tolist(), objects, np.asfortranarray(Z), wide[::2, 1::2], Z.astype(np.float32),
                       Z.astype(">f8"), Z.astype(np.int8), Z[:, ::-1][:, ::-1]):
            for answers in (y, list(y), y.tolist(), np.asfortranarray(y), y.astype(np.float16)):
                assert same(learn(tokens, answers, targets), wanted), targets


@test("it has the bits of the figure “Algorithm 1, live”")
def _():
    for query in ("d=2&N=64&targets=all", "d=3&N=90&noise=0.1", "d=4&N=256&noise=0.2&targets=causal&lambda=0.001", "d=4&N=16"):
        data = json.loads(subprocess.check_output([os.environ["LIFTED_NATIVE_DESCRIBE"], "--job", "check", "algorithm", query]))
        given, found = data["given"], data["found"]
        tokens, answers = ([np.array(matrix).T for matrix in given[name]] for name in ("Z", "Y"))
        if given["targets"] == "last":
            answers = np.concatenate(answers)
        learned = learn(tokens, answers, given["targets"], given["lambda"])
        assert learned.W.tolist() == found["W"], query
        assert learned.singular_values.tolist() == np.ravel(found["singular values of W"]).tolist(), query
        assert (learned.rank, learned.unknowns, learned.rows) == (found["rank"], found["unknowns"], found["targets seen"])


@test("a model of one's own has an error of its own, and never less than what was learned")
def _():
    for targets in TARGETS:
        tokens, answers = lesson(4, 3, 2, targets, 90)
        random = np.random.default_rng(6)
        V, Q = random.normal(size=(3, 2, 3)), random.normal(size=(3, 3, 3))
        own = [by_heads(V, Q, Z, targets) for Z in tokens]
        predictions = np.concatenate(own) if targets == "last" else own
        learned = learn(tokens, answers, targets, predictions=predictions)
        assert off(learned.prediction_error, np.mean((np.vstack(answers) - np.concatenate(own)) ** 2)) < 1e-12
        assert learned.prediction_error > learned.training_error > 0
        again = learn(tokens, answers, targets, predictions=learned.predict(tokens))
        assert off(again.prediction_error, learned.training_error) < 1e-9
        assert learn(tokens, answers, targets).prediction_error is None and same(again, learned)


@test("what was learned can be kept in a file, and is said in a line")
def _():
    tokens, answers = lesson(1, 2, 2, "last", 20)
    learned = learn(tokens, answers)
    again = pickle.loads(pickle.dumps(learned))
    assert same(again, learned) and np.array_equal(again.predict(tokens), learned.predict(tokens))
    assert re.fullmatch(r"<Learned d=2, outputs=2, needed_heads=\d, training_error=\S+, relative_.*, unique=True>", repr(learned))


@test("numbers and matrices are as many as the header lists, and the help tells of each")
def _():
    header = (pathlib.Path(os.environ["LIFTED_TOP"]) / "src/c_api/lifted_learner.h").read_text(encoding="utf-8")
    for first, end, count in (("ROWS", "NUMBERS", lifted_learn._NUMBERS), ("W", "MATRICES", lifted_learn._MATRICES)):
        listed = re.search(rf"\n  LIFTED_{first},.*?LIFTED_{end}\b", header, re.DOTALL)[0]
        assert len(re.findall(r"^  LIFTED_\w+", listed, re.MULTILINE)) == count + 1
    assert [name for name in Learned.__annotations__ if not re.search(rf"\b{name}\b", Learned.__doc__)] == []


run_tests()
