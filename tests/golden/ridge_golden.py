#!/usr/bin/env python3
"""Golden numbers for the dual ridge, the minimum norm and the whitened ridge. Needs NumPy only.

Data and lifted regression of learner_golden.py, with few rows. The dual is solved twice here, by the kernel matrix and by
the singular values of the lifted features, and both must agree. Whitening uses the symmetric square root, where the
learner uses a Cholesky factor. Writes ridge_golden.hpp beside this file.
"""
import pathlib

import numpy as np

from learner_golden import D, D_OUT, LAMBDA, array, fold, lifted_ridge, questions

FEW = 12  # rows, fewer than the 18 features


def dual_ridge(rows, penalty):
    """W = sum_i alpha_i (G_i z_i), (K + rows penalty I) alpha = Y."""
    K = np.array([[np.sum(G * F) * (z @ x) for F, x, _ in rows] for G, z, _ in rows])
    Y = np.array([y for _, _, y in rows])
    alpha = np.linalg.solve(K + penalty * len(rows) * np.eye(len(rows)), Y)
    return np.einsum("ia,ijk,il->ajkl", alpha, [G for G, _, _ in rows], [z for _, z, _ in rows])


def whitened_ridge(rows, tokens, penalty):
    values, vectors = np.linalg.eigh(tokens.T @ tokens / len(tokens))
    A = vectors @ np.diag(values**-0.5) @ vectors.T
    W = lifted_ridge([(A @ G @ A.T, A @ z, y) for G, z, y in rows], penalty)
    return np.einsum("ajkl,jr,ks,lt->arst", W, A, A, A)


def main():
    out = "// Written by ridge_golden.py: do not edit, run the script.\n#pragma once\n\n"
    out += "// clang-format off\nnamespace golden {\n\n"
    out += f"inline constexpr int kFewRows = {FEW};\n\n"
    for mode in ("last", "all", "causal"):
        rows = list(questions(mode))
        few = rows[:FEW]
        lifted = lifted_ridge(few, LAMBDA)
        assert np.allclose(dual_ridge(few, LAMBDA), lifted, rtol=1e-11, atol=1e-13)
        title = mode.capitalize()
        out += array("double", f"kDualRidge{title}", fold(dual_ridge(few, LAMBDA)).ravel())
        out += array("double", f"kLeastNorm{title}", fold(lifted_ridge(few, 0)).ravel())
        # Every token once: in mode all each sequence's tokens ask in turn.
        tokens = np.array([z for _, z, _ in questions("all")])
        out += array("double", f"kWhitenedRidge{title}", fold(whitened_ridge(rows, tokens, LAMBDA)).ravel()) + "\n"
    out += "}  // namespace golden\n"
    pathlib.Path(__file__).with_name("ridge_golden.hpp").write_text(out)


if __name__ == "__main__":
    main()
