#!/usr/bin/env python3
"""Golden numbers for the fewest heads, computed without the learner. Needs NumPy only.

The null space is taken by a singular value decomposition of the stacked equations (the learner uses their normal
matrix, random directions and another null vector routine); alternating least squares is dense least squares on explicit
design matrices over all d^3 unfolded coefficients or over all rows of data (the learner uses closed-form or Gram normal
matrices). What is compared does not depend on bases or on how heads are mixed: the projection onto span{V_h}, and p.
Writes heads_golden.hpp beside this file.
"""
import pathlib

import numpy as np

D, HEADS, STEPS, ROWS = 3, 2, 12, 120
PAIRS = [(j, k) for j in range(D) for k in range(j, D)]


def value_entry(h, a, j):
    return ((5 * h * h + 3 * h * a + 7 * a * a + 11 * j + 2 * a * j * j + h * j) % 13 - 6) / 4


def query_entry(h, k, l):
    return ((3 * h * h + 9 * h * k + k * k + 5 * l * l + 4 * k * l + 2 * h * l) % 17 - 8) / 4


def token_entry(i, r, c):
    return ((7 * i * i + 3 * i * r + 5 * r * r + 11 * c + 13 * r * c + i * c * c) % 17 - 8) / 8


def target_entry(i, o):
    return ((5 * i * i + 9 * i * o + 3 * o) % 19 - 9) / 8


def heads(first):
    V = np.array([[[value_entry(first + h, a, j) for j in range(D)] for a in range(D)] for h in range(HEADS)])
    Q = np.array([[[query_entry(first + h, k, l) for l in range(D)] for k in range(D)] for h in range(HEADS)])
    return V, Q


def fold(T):
    """T[a, j, k, l] -> p[a, (j<=k) l]."""
    return np.array([[T[a, j, k, l] + (T[a, k, j, l] if j < k else 0) for j, k in PAIRS for l in range(D)]
                     for a in range(D)])


def values_projection(V, Q):
    """From S(x) alone, for directions on a fixed curve."""
    equations = []
    for i in range(60):
        x = np.cos(1.0 + i * np.array([0.7, 1.3, 2.1]))
        S = np.einsum("haj,j,k,hkl->al", V, x, x, Q)
        for u in np.linalg.svd(S)[0][:, HEADS:].T:
            equations.append(np.outer(u, x).ravel())
    sigma, rows = np.linalg.svd(np.array(equations))[1:]
    assert sigma[-HEADS] < 1e-12 * sigma[0] and sigma[-HEADS - 1] > 1e-2 * sigma[0]
    kernel = rows[-HEADS:]
    return kernel.T @ kernel


def data():
    for i in range(ROWS):
        Z = np.array([[token_entry(i, r, c) for c in range(4)] for r in range(D)])
        yield np.einsum("jk,l->jkl", Z @ Z.T, Z[:, -1]), np.array([target_entry(i, o) for o in range(D)])


def alternate(V, Q, design, target):
    """design(T) -> what a tensor T[a, j, k, l] predicts, linear in T; target in the same shape."""
    def fitted(assemble, shape):
        columns = [design(assemble(unit.reshape(shape))).ravel() for unit in np.eye(int(np.prod(shape)))]
        return np.linalg.lstsq(np.array(columns).T, target.ravel(), rcond=None)[0].reshape(shape)

    for _ in range(STEPS):
        V = fitted(lambda V: np.einsum("haj,hkl->ajkl", V, Q), V.shape)
        Q = fitted(lambda Q: np.einsum("haj,hkl->ajkl", V, Q), Q.shape)
    return fold(np.einsum("haj,hkl->ajkl", V, Q))


def array(name, values):
    text = ", ".join(repr(float(v)) for v in np.asarray(values).ravel())
    return f"inline constexpr double {name}[] = {{{text}}};\n"


def main():
    V, Q = heads(1)
    out = "// Written by heads_golden.py: do not edit, run the script.\n#pragma once\n\n"
    out += "// clang-format off\nnamespace golden {\n\n"
    out += f"inline constexpr int kHeadDimension = {D}, kHeadCount = {HEADS}, kHeadSteps = {STEPS}, kHeadRows = {ROWS};\n\n"
    out += array("kValuesProjection", values_projection(V, Q))

    # Four heads cannot be met by two: the fit stays apart from its target, and every step matters.
    more_V, more_Q = heads(5)
    T = np.einsum("haj,hkl->ajkl", V, Q) + np.einsum("haj,hkl->ajkl", more_V, more_Q)
    symmetric = lambda T: (T + T.transpose(0, 2, 1, 3)) / 2
    start = heads(3)
    out += array("kAlternatingOnCoefficients", alternate(*start, symmetric, symmetric(T)))

    features, targets = map(np.array, zip(*data()))
    predict = lambda T: np.einsum("ajkl,ijkl->ia", T, features)
    out += array("kAlternatingOnData", alternate(*start, predict, targets))
    out += "\n}  // namespace golden\n"
    pathlib.Path(__file__).with_name("heads_golden.hpp").write_text(out)


main()
