#!/usr/bin/env python3
"""Golden numbers for figure "language", computed without the learner. Needs NumPy only.

Reads language.txt, tells characters apart, embeds them with a second implementation of the random generator, and solves
every least-squares problem by the singular values of its rows: the ridge on the lifted coefficients of paper A's
algorithm 1, and each fit with fewer features as a regression of its own. Writes language_golden.hpp beside this file.
"""
import collections
import pathlib

import numpy as np

from learner_golden import Xoshiro, array, child_seed

VOCABULARY, D, TOKENS, SEED, LAMBDA, CUT = 24, 4, 2, 3, 1e-4, 1e-3
PAIRS = [(j, k) for j in range(D) for k in range(j, D)]
WEIGHTS = np.array([1.0 if j == k else 0.5 for j, k in PAIRS for _ in range(D)])
PSI = len(WEIGHTS)
SIZES = (1, 5, 20, PSI)


def encode(text):
    """Ids by falling frequency in the training part, ties by first appearance; 0 for the rest."""
    training = text[: len(text) - len(text) // 5]
    order = list(dict.fromkeys(text))
    counts = collections.Counter(training)
    ranked = sorted((c for c in order if counts[c] > 0), key=lambda c: (-counts[c], order.index(c)))
    place = {c: k + 1 for k, c in enumerate(ranked[: VOCABULARY - 1])}
    return [place.get(c, 0) for c in text], len(training), min(len(ranked), VOCABULARY - 1) + 1


def windows(ids, begin, end):
    return [(ids[i : i + TOKENS], ids[i + TOKENS]) for i in range(begin, end - TOKENS)]


def features(window, E):
    Z = E[:, window]
    G = Z @ Z.T
    return np.array([G[j, k] * Z[l, -1] for j, k in PAIRS for l in range(D)])


def lifted(window, E):
    Z = E[:, window]
    return np.einsum("jk,l->jkl", Z @ Z.T, Z[:, -1]).ravel()


def ridge_in(H, Y, S):
    """argmin over p = (S c)^T of mean |y - p h|^2 + lambda |sqrt(w) p|^2."""
    top = H @ S / np.sqrt(len(H))
    bottom = np.sqrt(LAMBDA * WEIGHTS)[:, None] * S
    right = np.vstack([Y / np.sqrt(len(H)), np.zeros((PSI, Y.shape[1]))])
    c = np.linalg.lstsq(np.vstack([top, bottom]), right, rcond=None)[0]
    return S @ c


def objective(H, Y, p):
    return np.mean(np.sum((Y - H @ p) ** 2, axis=1)) + LAMBDA * np.sum(WEIGHTS[:, None] * p**2)


def greedy(H, Y, most):
    taken = []
    for _ in range(most):
        rest = [i for i in range(PSI) if i not in taken]
        fits = [objective(H, Y, ridge_in(H, Y, np.eye(PSI)[:, taken + [i]])) for i in rest]
        taken.append(rest[int(np.argmin(fits))])
    return taken


def main():
    here = pathlib.Path(__file__)
    text = here.with_name("language.txt").read_text(encoding="utf-8")
    ids, cut, size = encode(text)
    numbers = Xoshiro(SEED).gaussians(D * size)
    E = np.array(numbers[: D * size]).reshape(size, D).T
    E = E / np.linalg.norm(E, axis=0)
    train, test = windows(ids, 0, cut), windows(ids, cut, len(ids))
    H = np.array([features(w, E) for w, _ in train])
    Y = np.array([E[:, t] for _, t in train])
    X = np.array([lifted(w, E) for w, _ in train])
    counts = np.bincount(ids[:cut], minlength=size)
    mean = E @ counts / counts.sum()
    F = np.array([features(w, E) for w, _ in test])
    goals = np.array([t for _, t in test])
    T = E[:, goals].T
    trivial = np.sum((T - mean) ** 2)

    def relative(answers):
        return float(np.sum((T - answers) ** 2) / trivial)

    def accuracy(answers):
        gaps = ((answers[:, None, :] - E[:, 1:].T[None]) ** 2).sum(axis=2)
        return float(np.mean(np.argmin(gaps, axis=1) + 1 == goals))

    padded = np.vstack([X, np.sqrt(LAMBDA * len(X)) * np.eye(D**3)])
    W = np.linalg.lstsq(padded, np.vstack([Y, np.zeros((D**3, D))]), rcond=None)[0]
    answers = np.array([lifted(w, E) for w, _ in test]) @ W
    assert np.allclose(answers, F @ ridge_in(H, Y, np.eye(PSI)), rtol=1e-9, atol=1e-11)

    follow = collections.defaultdict(collections.Counter)
    for w, t in train:
        follow[w[-1]][t] += 1
    lasts = [w[-1] for w, _ in test]
    counted = np.array([E @ np.bincount(list(follow[z].elements()), minlength=size) / follow[z].total() if follow[z] else mean
                        for z in lasts])
    best = [max((t for t in range(1, size)), key=lambda t: (follow[z][t], -t)) if follow[z] else 1 for z in lasts]

    run = collections.defaultdict(collections.Counter)
    for w, t in train:
        run[tuple(w)][t] += 1
    tables = [run[tuple(w)] if run[tuple(w)] else follow[w[-1]] for w, _ in test]
    tripled = np.array([E @ np.bincount(list(f.elements()), minlength=size) / f.total() if f else mean for f in tables])
    third = [max((t for t in range(1, size)), key=lambda t: (f[t], -t)) if f else 1 for f in tables]

    sigma = np.linalg.svd(H, compute_uv=False)
    spectrum = np.sort(sigma**2 / len(H))
    directions = np.linalg.svd(H)[2]
    faint = directions[np.concatenate([sigma, np.zeros(PSI - len(sigma))]) ** 2 <= CUT * sigma[0] ** 2]
    rho = np.linalg.norm(F @ faint.T, axis=1) / np.linalg.norm(F, axis=1)

    Lambda = H.T @ H / len(H)
    leverage = np.diag(Lambda @ np.linalg.inv(Lambda + LAMBDA * np.diag(WEIGHTS)))
    orders = {"Greedy": np.eye(PSI)[:, greedy(H, Y, SIZES[-2])],
              "Leverage": np.eye(PSI)[:, np.argsort(-leverage, kind="stable")]}
    draw = Xoshiro(child_seed(child_seed(SEED, 1003), 0)).gaussians(PSI * PSI)
    orders["Mixed"] = np.array(draw[: PSI * PSI]).reshape(PSI, PSI).T / np.sqrt(WEIGHTS)[:, None]

    out = "// Written by language_golden.py: do not edit, run the script.\n#pragma once\n\n"
    out += "// clang-format off\nnamespace golden {\n\n"
    out += f'inline constexpr char kLanguageText[] = R"text({text})text";\n'
    out += f'inline constexpr char kLanguageSettings[] = "vocabulary={VOCABULARY}&d={D}&n={TOKENS}&seed={SEED}'
    out += f'&penalty=fixed&lambda={LAMBDA}";\n'
    out += array("double", "kLanguageErrors", [1.0, relative(counted), relative(tripled), relative(answers)])
    out += array("double", "kLanguageAccuracies", [float(np.mean(goals == 1)), float(np.mean(best == goals)),
                                                   float(np.mean(third == goals)), accuracy(answers)])
    out += array("double", "kLanguageSpectrum", spectrum)
    out += array("double", "kLanguageRho", [float(x) for x in np.sort(rho)])
    out += array("double", "kSketchSizes", [float(m) for m in SIZES])
    for name, S in orders.items():
        errors = [relative(F @ ridge_in(H, Y, S[:, : min(m, S.shape[1])])) for m in SIZES if m <= S.shape[1]]
        out += array("double", f"kSketch{name}", errors)
    out += "\n}  // namespace golden\n"
    here.with_name("language_golden.hpp").write_text(out, encoding="utf-8")


if __name__ == "__main__":
    main()
