#!/usr/bin/env python3
"""Golden numbers for tokens far from zero: a date, an offset, the year of a series. Needs NumPy only.

Features as products of tokens, every column divided by its length, then the singular values of the rows: those above
psi 2^-52 of the largest count. Writes offset_golden.hpp beside this file.
"""
import pathlib
import re

import numpy as np

HERE = pathlib.Path(__file__).parent


def dated_series():
    value = [(k * k * 5) % 23 for k in range(31)]
    return [([[value[k], 45000 + k, 1]], value[k + 1]) for k in range(30)]


def shifted(offset):
    return [
        ([[offset + ((k * k * 7 + t * t * 13 + k * t) % 19) / 10, 1] for t in range(3)], ((k * k * 5) % 23) / 10)
        for k in range(60)
    ]


def passengers(n):
    text = (HERE / "../learner/offset_test.cpp").read_text()
    numbers = [float(x) for x in re.search(r"kPassengers\[\] = \{([^}]*)\}", text)[1].split(",")]
    assert len(numbers) == 144
    return [
        ([[numbers[i], 1949 + i / 12, 1] for i in range(first, first + n)], numbers[first + n])
        for first in range(144 - n)
    ]


def wide(far, constant, offset, d=9, n=3, count=810):
    """Far from zero: the first `far` coordinates; the last one is 1 if `constant`."""
    state = 1

    def draw():
        nonlocal state
        state = (state * 1103515245 + 12345) % 2**31
        return (state >> 16) % 1000 / 100 - 5

    examples = []
    for _ in range(count):
        tokens = [[draw() + (offset if j < far else 0) for j in range(d)] for _ in range(n)]
        if constant:
            tokens = [token[:-1] + [1] for token in tokens]
        examples.append((tokens, draw()))
    return examples


def solved(examples):
    H, y = [], []
    for tokens, target in examples:
        Z = np.array(tokens, dtype=float).T
        j, k = np.triu_indices(len(Z))
        H.append(np.outer((Z @ Z.T)[j, k], Z[:, -1]).ravel())
        y.append(target)
    A, y = np.array(H), np.array(y, dtype=float)
    A = A / np.linalg.norm(A, axis=0)
    cut = A.shape[1] * np.finfo(float).eps
    x, _, rank, sigma = np.linalg.lstsq(A, y, rcond=cut)
    return rank, sigma[0] / sigma[rank - 1], np.sum((y - A @ x) ** 2) / np.sum(y**2)


CASES = [("kDated", dated_series())]
CASES += [(f"kShifted{offset}", shifted(offset)) for offset in (0, 700, 1000, 2000)]
CASES += [(f"kPassengers{n}", passengers(n)) for n in (1, 2, 12)]
CASES += [(f"kWideOne{offset}", wide(1, True, offset)) for offset in (10, 100, 1000)]
CASES += [(f"kWideAll{offset}", wide(9, False, offset)) for offset in (10, 100, 1000)]

lines = [
    "// Written by offset_golden.py: do not edit.",
    "#pragma once",
    "",
    "namespace golden {",
    "",
    "struct FarFromZero {",
    "  int rank;",
    "  double condition;  // of the rows, columns scaled",
    "  double error;      // relative, in training",
    "};",
    "",
]
for name, examples in CASES:
    rank, condition, error = solved(examples)
    lines.append(f"inline constexpr FarFromZero {name} = {{{rank}, {condition:.3g}, {error:.6g}}};")
lines += ["", "}  // namespace golden", ""]
(HERE / "offset_golden.hpp").write_text("\n".join(lines))
