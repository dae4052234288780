#!/usr/bin/env python3
"""Golden numbers for learn() in JavaScript. Needs NumPy only.

Data and lifted regression of learner_golden.py: dense least squares by SVD, without folding or a Gram matrix; the
eigenvalues of Lambda from the folded features themselves. Writes learn_golden.json beside this file.
"""
import json
import pathlib

import numpy as np

from learner_golden import D, D_OUT, LAMBDA, N, folded, lifted_ridge, questions, sequence

FEW = 12  # sequences, fewer than the 18 unknowns where the last token is asked


def examples(mode, count):
    for i in range(count):
        Z, Y = sequence(i, mode)
        target = Y[:, 0] if mode == "last" else Y.T
        yield {"tokens": Z.T.tolist(), "target": target.tolist()}


def case(mode, penalty, count):
    given = list(examples(mode, count))
    rows = list(questions(mode))[: sum(1 if mode == "last" else len(example["tokens"]) for example in given)]
    W = lifted_ridge(rows, penalty)
    X = np.array([np.einsum("jk,l->jkl", G, z).ravel() for G, z, _ in rows])
    Y = np.array([y for _, _, y in rows])
    residual = Y - X @ W.reshape(D_OUT, -1).T
    H = np.array([folded(G, z) for G, z, _ in rows])
    return {
        "targets": mode, "lambda": penalty, "examples": given, "rows": len(rows),
        "W": W.reshape(D_OUT * D, D * D).tolist(),
        "singularValues": np.linalg.svd(W.reshape(D_OUT * D, D * D), compute_uv=False).tolist(),
        "trainingError": float(np.mean(residual**2)),
        "eigenvalues": np.maximum(np.linalg.eigvalsh(H.T @ H / len(rows)), 0).tolist(),
        "rank": int(np.linalg.matrix_rank(H)),
    }


def main():
    cases = [case(mode, penalty, N) for mode in ("last", "all", "causal") for penalty in (0, LAMBDA)]
    cases.append(case("last", 0, FEW))
    pathlib.Path(__file__).with_name("learn_golden.json").write_text(json.dumps(cases) + "\n")


if __name__ == "__main__":
    main()
