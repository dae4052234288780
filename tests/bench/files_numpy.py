"""files_numpy.py make N n d | learn | compare: files for files.mjs, and NumPy's way through them in constant memory."""

import sys

import numpy as np

PIECE = 2048  # sequences at a time; more are no faster


def make(count, n, d):
    random = np.random.default_rng(1)
    V, Q = random.normal(size=(2, d, d)), random.normal(size=(2, d, d))
    tokens = np.lib.format.open_memmap("z.npy", "w+", np.float64, (count, n, d))
    answers = np.lib.format.open_memmap("y.npy", "w+", np.float64, (count, d))
    for first in range(0, count, PIECE):
        Z = random.normal(size=tokens[first : first + PIECE].shape)
        G, z = Z.transpose(0, 2, 1) @ Z, Z[:, -1]
        tokens[first : first + PIECE] = Z
        answers[first : first + PIECE] = sum((G @ (z @ q.T)[:, :, None])[:, :, 0] @ v.T for v, q in zip(V, Q))
        answers[first : first + PIECE] += 0.1 * random.normal(size=z.shape)
    np.save("z-half.npy", tokens[: count // 2])
    np.save("y-half.npy", answers[: count // 2])


def features(Z):
    d = Z.shape[2]
    j, k = np.triu_indices(d)
    G = Z.transpose(0, 2, 1) @ Z
    return (G[:, j, k, None] * Z[:, -1, None, :]).reshape(len(Z), -1)


def pieces(name):
    """Of an array in a file, without holding, or mapping, all of it."""
    with open(name, "rb") as file:
        np.lib.format.read_magic(file)
        (count, *shape), _, dtype = np.lib.format.read_array_header_1_0(file)
        for first in range(0, count, PIECE):
            numbers = min(PIECE, count - first) * int(np.prod(shape))
            yield np.fromfile(file, dtype, numbers).reshape(-1, *shape)


def learn():
    (_, _, d), (count, outputs) = (np.load(name, mmap_mode="r").shape for name in ("z.npy", "y.npy"))
    size = d * d * (d + 1) // 2
    gram, cross = np.zeros((size, size)), np.zeros((size, outputs))
    for Z, Y in zip(pieces("z.npy"), pieces("y.npy")):
        H = features(Z)
        gram += H.T @ H
        cross += H.T @ Y
    p = np.linalg.solve(gram, cross)
    error = sum(((features(Z) @ p - Y) ** 2).sum() for Z, Y in zip(pieces("z.npy"), pieces("y.npy")))
    eigenvalues = np.linalg.eigvalsh(gram)[[0, -1]]
    j, k = np.triu_indices(d)
    W = np.zeros((outputs, d, d, d))
    W[:, j, k] = W[:, k, j] = p.T.reshape(-1, len(j), d) / np.where(j == k, 1, 2)[:, None]
    sigma = np.linalg.svd(W.reshape(-1, d * d))
    np.save("numpy.npy", W.reshape(-1, d * d))
    print(error / count / outputs, eigenvalues, sigma[1][0])


def compare():
    ours, own = np.load("ours.npz")["W"], np.load("numpy.npy")
    print(np.linalg.norm(ours - own) / np.linalg.norm(own))


{"make": lambda: make(*map(int, sys.argv[2:])), "learn": learn, "compare": compare}[sys.argv[1]]()
