#!/usr/bin/env python3
"""Golden numbers for the learner, computed without it. Needs NumPy only.

Plain features, dense least squares by SVD on the lifted coefficients W as paper A's algorithm 1 states it
(no folding, no moments, no Gram matrix), and a second implementation of the random generator.
Writes learner_golden.hpp beside this file.
"""
import math
import pathlib

import numpy as np

D, D_OUT, N, LAMBDA = 3, 2, 60, 0.01
MASK = 2**64 - 1


def token_entry(i, r, c):
    return ((7 * i * i + 3 * i * r + 5 * r * r + 11 * c + 13 * r * c + i * c * c) % 17 - 8) / 8


def target_entry(i, o, t):
    return ((5 * i * i + 9 * i * o + 3 * t + 7 * o * t + i * t) % 19 - 9) / 8


def sequence(i, mode):
    n = 3 + i % 3
    Z = np.array([[token_entry(i, r, c) for c in range(n)] for r in range(D)])
    T = 1 if mode == "last" else n
    Y = np.array([[target_entry(i, o, t) for t in range(T)] for o in range(D_OUT)])
    return Z, Y


def questions(mode):
    """Every (G, z, y) of the data set."""
    for i in range(N):
        Z, Y = sequence(i, mode)
        n = Z.shape[1]
        for column, t in enumerate([n - 1] if mode == "last" else range(n)):
            seen = Z[:, : t + 1] if mode == "causal" else Z
            yield seen @ seen.T, Z[:, t], Y[:, column]


PAIRS = [(j, k) for j in range(D) for k in range(j, D)]


def folded(G, z):
    return np.array([G[j, k] * z[l] for j, k in PAIRS for l in range(D)])


def fold(W):
    """W[a][j, k, l] -> p[a][(j<=k), l]."""
    return np.array([[W[a, j, k, l] + (W[a, k, j, l] if j < k else 0) for j, k in PAIRS for l in range(D)]
                     for a in range(W.shape[0])])


def lifted_ridge(rows, penalty):
    """argmin_W mean ||y - <W, X>||^2 + penalty ||W||^2, minimum norm for penalty 0."""
    X = np.array([np.einsum("jk,l->jkl", G, z).ravel() for G, z, _ in rows])
    Y = np.array([y for _, _, y in rows])
    if penalty > 0:
        X = np.vstack([X, math.sqrt(penalty * len(rows)) * np.eye(D**3)])
        Y = np.vstack([Y, np.zeros((D**3, D_OUT))])
    W = np.linalg.lstsq(X, Y, rcond=1e-12)[0]
    return W.T.reshape(D_OUT, D, D, D)


def splitmix(state):
    state = (state + 0x9E3779B97F4A7C15) & MASK
    return state, mix(state)


def mix(x):
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
    return x ^ (x >> 31)


class Xoshiro:
    def __init__(self, seed):
        self.s = []
        for _ in range(4):
            seed, word = splitmix(seed)
            self.s.append(word)

    def bits(self):
        def rotl(x, k):
            return ((x << k) | (x >> (64 - k))) & MASK

        s = self.s
        result = (rotl((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = (s[1] << 17) & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = rotl(s[3], 45)
        return result

    def uniform(self):
        return (self.bits() >> 11) / 2**53

    def gaussians(self, count):
        result = []
        while len(result) < count:
            u, v = 2 * self.uniform() - 1, 2 * self.uniform() - 1
            s = u * u + v * v
            if 0 < s < 1:
                scale = math.sqrt(-2 * math.log(s) / s)
                result += [u * scale, v * scale]
        return result[:count]


def child_seed(seed, stream):
    return mix((mix(seed) + 0x9E3779B97F4A7C15 * (stream + 1)) & MASK)


def array(kind, name, values):
    text = ", ".join(f"{v}u" if isinstance(v, int) else repr(float(v)) for v in values)
    return f"inline constexpr {kind} {name}[] = {{{text}}};\n"


def main():
    out = "// Written by learner_golden.py: do not edit, run the script.\n#pragma once\n\n#include <cstdint>\n\n"
    out += "// clang-format off\nnamespace golden {\n\n"
    out += f"inline constexpr int kTokenDimension = {D}, kTargetDimension = {D_OUT}, kSequences = {N};\n"
    out += f"inline constexpr double kLambda = {LAMBDA};\n\n"
    for mode in ("last", "all", "causal"):
        rows = list(questions(mode))
        H = np.array([folded(G, z) for G, z, _ in rows])
        Y = np.array([y for _, _, y in rows])
        spectrum = np.linalg.svd(H, compute_uv=False) ** 2 / len(rows)
        assert spectrum[-1] > 1e-4, "the formula's data must identify the coefficients"
        W = lifted_ridge(rows, LAMBDA)
        title = mode.capitalize()
        out += array("double", f"kGram{title}", (H.T @ H).ravel())
        out += array("double", f"kCross{title}", (H.T @ Y).T.ravel())
        out += array("double", f"kSpectrum{title}", spectrum[::-1])
        out += array("double", f"kRidge{title}", fold(W).ravel())
        out += array("double", f"kPlain{title}", fold(lifted_ridge(rows, 0)).ravel())
        sigma = np.linalg.svd(W.reshape(D_OUT * D, D * D), compute_uv=False)
        out += array("double", f"kSigma{title}", sigma) + "\n"
    out += array("std::uint64_t", "kBitsOfSeed1", [g.bits() for g in [Xoshiro(1)] for _ in range(4)])
    out += array("std::uint64_t", "kBitsOfSeed1Stream3", [g.bits() for g in [Xoshiro(child_seed(1, 3))] for _ in range(4)])
    out += array("double", "kUniformsOfSeed2", [g.uniform() for g in [Xoshiro(2)] for _ in range(4)])
    out += array("double", "kGaussiansOfSeed3", Xoshiro(3).gaussians(6))
    out += "\n}  // namespace golden\n"
    pathlib.Path(__file__).with_name("learner_golden.hpp").write_text(out)


if __name__ == "__main__":
    main()
