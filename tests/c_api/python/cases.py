"""What the tests of learn() in Python share: data, what linear attention is, and a line of JSON for each test."""

import json
import traceback

import numpy as np

TARGETS = ("last", "all", "causal")
tests = []


def test(title):
    return lambda run: tests.append((title, run))


def run_tests():
    """Prints of each test its title, and its error or null."""
    for title, run in tests:
        try:
            run()
            error = None
        except Exception:
            error = traceback.format_exc(limit=-3)
        print(json.dumps({"title": title, "error": error}), flush=True)


def asked(Z, targets):
    """G and z of each token that is asked; rows of Z are tokens."""
    times = [len(Z) - 1] if targets == "last" else range(len(Z))
    for t in times:
        seen = Z[: t + 1] if targets == "causal" else Z
        yield seen.T @ seen, Z[t]


def by_heads(V, Q, Z, targets):
    return np.array([sum(v @ (G @ q @ z) for v, q in zip(V, Q)) for G, z in asked(Z, targets)])


def lesson(seed, d, outputs, targets, count, noise=0.1, heads=2):
    """Sequences of 2 to 6 tokens, answered by so many heads and noise."""
    random = np.random.default_rng(seed)
    V, Q = random.normal(size=(heads, outputs, d)), random.normal(size=(heads, d, d))
    tokens = [random.normal(size=(random.integers(2, 7), d)) for _ in range(count)]
    answers = [by_heads(V, Q, Z, targets) for Z in tokens]
    answers = [y + noise * random.normal(size=y.shape) for y in answers]
    return tokens, np.concatenate(answers) if targets == "last" else answers


def off(found, wanted):
    return np.linalg.norm(found - wanted) / np.linalg.norm(wanted)


def same(a, b):
    """All that was learned, to the last bit."""
    skipped = ("seconds", "prediction_error")
    return all(np.array_equal(value, vars(b)[name]) for name, value in vars(a).items() if name not in skipped)
