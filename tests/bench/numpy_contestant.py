#!/usr/bin/env python3
"""NumPy as a contestant; the protocol is told in bench.cpp.

numpy_contestant.py            the paper's algorithm as a good NumPy user writes it: features in blocks, one symmetric
                               product (BLAS syrk), np.linalg.solve, np.linalg.svd
numpy_contestant.py moments    the same with this project's moments in place of features
"""
import ctypes
import json
import os
import re
import sys
import time

import numpy as np

BLOCK_ROWS = 2048


class Laps:
    def start(self):
        self.mark, self.stages = time.perf_counter(), {}

    def lap(self, stage):
        now = time.perf_counter()
        self.stages[stage] = 1e3 * (now - self.mark)
        self.mark = now


class Data:
    """Z: N x d x n, Y: N x d x T, p: d x psi of the model that made the labels, start: where descent starts."""

    def __init__(self, targets, d, N, n, path):
        self.targets, self.d, self.N, self.n = targets, d, N, n
        rows = 1 if targets == "last" else n
        numbers = np.fromfile(path)
        q = d * (d + 1) // 2
        Z, Y, p, self.start = np.split(numbers, np.cumsum([N * n * d, N * rows * d, q * d * d]))
        self.Z = Z.reshape(N, n, d).transpose(0, 2, 1)
        self.Y = Y.reshape(N, rows, d).transpose(0, 2, 1)
        self.p = p.reshape(d, -1)
        self.j, self.k = np.triu_indices(d)

    def blocks(self):
        """Sequences in blocks of about BLOCK_ROWS targets."""
        size = max(1, BLOCK_ROWS // self.Y.shape[2])
        for first in range(0, self.N, size):
            yield self.Z[first : first + size], self.Y[first : first + size]


def rows_of(data, Z, Y):
    """Of a block: g (one row a sequence), tokens that ask and their targets (N x T x d)."""
    G = Z @ Z.transpose(0, 2, 1)
    asking = Z[:, :, -1:] if data.targets == "last" else Z
    return G[:, data.j, data.k], asking.transpose(0, 2, 1), Y.transpose(0, 2, 1)


def feature_sums(data):
    psi = len(data.j) * data.d
    gram, cross = np.zeros((psi, psi)), np.zeros((psi, data.d))
    for block in data.blocks():
        g, z, y = rows_of(data, *block)
        F = (g[:, None, :, None] * z[:, :, None, :]).reshape(-1, psi)
        gram += F.T @ F
        cross += F.T @ y.reshape(-1, data.d)
    return gram, cross


def moment_sums(data):
    d, q = data.d, len(data.j)
    a, b = np.triu_indices(q)
    M, cross = np.zeros((len(a), q)), np.zeros((q, d * d))
    for Z, Y in data.blocks():
        g, z, y = rows_of(data, Z, Y)
        v = g if data.targets == "all" else (z[:, 0, :, None] * z[:, 0, None, :])[:, data.j, data.k]
        M += (g[:, a] * g[:, b]).T @ v
        cross += g.T @ (z.transpose(0, 2, 1) @ y).reshape(-1, d * d)
    pair, entry = np.zeros((q, q), int), np.zeros((d, d), int)
    pair[a, b] = pair[b, a] = np.arange(len(a))
    entry[data.j, data.k] = entry[data.k, data.j] = np.arange(q)
    return M[pair][:, :, entry].transpose(0, 2, 1, 3).reshape(q * d, q * d), cross.reshape(q * d, d)


def unfold(p, data):
    """p (d x psi) -> W (d^2 x d^2) of least norm."""
    d = data.d
    p = p.reshape(d, -1, d)
    W = np.zeros((d, d, d, d))
    W[:, data.j, data.k] += p / 2
    W[:, data.k, data.j] += p / 2
    return W.reshape(d * d, d * d)


def fold(W, data):
    d = data.d
    W = W.reshape(d, d, d, d)
    both = W + W.transpose(0, 2, 1, 3)
    both[:, np.arange(d), np.arange(d)] /= 2
    return both[:, data.j, data.k].reshape(d, -1)


def algorithm(data, laps):
    laps.start()
    gram, cross = sums(data)
    laps.lap("gram")
    p = np.linalg.solve(gram, cross).T
    laps.lap("solve")
    U, sigma, Vt = np.linalg.svd(unfold(p, data))
    rank = int((sigma > 1e-9 * sigma[0]).sum())
    root = np.sqrt(sigma[:rank])
    V = (U[:, :rank] * root).T.reshape(rank, data.d, data.d)
    Q = (Vt[:rank] * root[:, None]).reshape(rank, data.d, data.d)
    laps.lap("heads")
    return fold(V.reshape(rank, -1).T @ Q.reshape(rank, -1), data)


def gram(data, laps):
    laps.start()
    A, _ = sums(data)
    laps.lap("gram")
    return A @ ((7 * np.arange(len(A)) % 13 - 6) / 6)


def certificate(data, laps):
    if not hasattr(data, "gram"):
        data.gram = sums(data)[0] / (data.N * data.Y.shape[2])
    laps.start()
    spectrum = np.linalg.eigvalsh(data.gram)
    laps.lap("spectrum")
    return spectrum


def extremes(data, laps):
    spectrum = certificate(data, laps)
    return spectrum[-1:] / spectrum[0]


def slices(data, count):
    """S(x) for random unit x: count x d x d."""
    x = np.random.default_rng(1).standard_normal((count, data.d))
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    S = (x[:, data.j] * x[:, data.k]) @ data.p.reshape(data.d, -1, data.d)
    return x, S.transpose(1, 0, 2)


def heads(data, laps):
    """The fewest heads that p is made of: null vectors of S(x) give V, least squares on p gives Q."""
    d, q = data.d, len(data.j)
    laps.start()
    sigma = np.linalg.svd(slices(data, 64)[1], compute_uv=False).mean(axis=0)
    count = int((sigma > 1e-9 * sigma[0]).sum())
    x, S = slices(data, 4 * d * d // (d - count) + 8)
    U = np.linalg.svd(S)[0][:, :, count:]
    free = (U @ U.transpose(0, 2, 1)).reshape(len(x), -1)
    square = (x[:, :, None] * x[:, None, :]).reshape(len(x), -1)
    normal = (free.T @ square).reshape(d, d, d, d).transpose(0, 2, 1, 3).reshape(d * d, d * d)
    V = np.linalg.eigh(normal)[1][:, :count].T.reshape(count, d, d)
    A = np.zeros((d, q, count, d))
    every, mixed = np.arange(q), np.flatnonzero(data.j < data.k)
    A[:, every, :, data.k] += V[:, :, data.j].transpose(2, 1, 0)
    A[:, mixed, :, data.j[mixed]] += V[:, :, data.k[mixed]].transpose(2, 1, 0)
    Q = np.linalg.lstsq(A.reshape(d * q, count * d), data.p.reshape(d * q, d), rcond=None)[0].reshape(count, d, d)
    laps.lap("heads")
    return fold(V.reshape(count, -1).T @ Q.reshape(count, -1), data)


HEADS, BATCH, RATE, CLIP = 4, 64, 1e-3, 5.0


def loss_gradient(V, Q, Z, Y):
    """Gradients by V and Q (H x d x d) of the mean squared error; Z: B x n x d, Y: B x T x d. G_t is a running sum
    of z z^T, so there are no n x n scores."""
    B, n, d = Z.shape
    G = np.cumsum(Z[:, :, :, None] * Z[:, :, None, :], axis=1) if Y.shape[1] == n else Z.transpose(0, 2, 1) @ Z
    asking = Z[:, -Y.shape[1] :].reshape(-1, d)
    G = G.reshape(-1, d, d)
    U = (asking @ Q.reshape(-1, d).T).reshape(-1, HEADS, d)
    K = (U @ G).reshape(-1, HEADS * d)
    Vs = V.transpose(0, 2, 1).reshape(HEADS * d, d)
    dY = 2 / Y.size * (K @ Vs - Y.reshape(-1, d))
    dV = (K.T @ dY).reshape(HEADS, d, d).transpose(0, 2, 1)
    dU = (dY @ Vs.T).reshape(-1, HEADS, d) @ G
    return dV, (dU.reshape(-1, HEADS * d).T @ asking).reshape(HEADS, d, d)


def descent(data, laps):
    """One epoch of Adam over mini-batches in the order of the data."""
    if data.targets == "all":
        raise ValueError("descent is for last and causal")
    Z, Y = (np.ascontiguousarray(M.transpose(0, 2, 1)) for M in (data.Z, data.Y))
    theta = data.start.reshape(HEADS, 2, data.d, data.d).copy()
    laps.start()
    m, v = np.zeros_like(theta), np.zeros_like(theta)
    for step, first in enumerate(range(0, data.N, BATCH), 1):
        block = slice(first, first + BATCH)
        g = np.stack(loss_gradient(theta[:, 0], theta[:, 1], Z[block], Y[block]), axis=1)
        g *= min(1, CLIP / np.linalg.norm(g))
        m += 0.1 * (g - m)
        v += 0.001 * (g * g - v)
        theta -= RATE * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
    laps.lap("epoch")
    return theta


def run(job, data, least):
    total, runs = {}, 0
    while runs == 0 or sum(total.values()) < least:
        laps = Laps()
        answer = job(data, laps)
        runs += 1
        for stage, ms in laps.stages.items():
            total[stage] = total.get(stage, 0) + ms
    stages = {stage: ms / runs for stage, ms in total.items()}
    return answer, {"ms": sum(stages.values()), "runs": runs, "stages": stages}


def blas():
    """The library behind NumPy's products, as the process has it mapped, its kernel, whether it was asked for that, and
    how fast it is: "OpenBLAS 0.3.21 (Zen kernel; 2 threads; 75 GFlop/s)"."""
    with open("/proc/self/maps") as maps:
        found = re.search(r"/\S*openblas\S*", maps.read())
    if not found:
        return "no OpenBLAS"
    library = ctypes.CDLL(found[0])
    library.openblas_get_config.restype = library.openblas_get_corename.restype = ctypes.c_char_p
    name = " ".join(library.openblas_get_config().decode().split()[:2])
    kernel, threads = library.openblas_get_corename().decode(), library.openblas_get_num_threads()
    asked = " by request" if "OPENBLAS_CORETYPE" in os.environ else ""  # no comma: it parts the names of programs
    return f"{name} ({kernel} kernel{asked}; {threads} thread{'s' if threads > 1 else ''}; {speed():.0f} GFlop/s)"


def speed(n=1024, turns=5):
    """GFlop/s of an n x n product, the best of some turns."""
    A = np.random.default_rng(1).standard_normal((n, n))
    best = np.inf
    for _ in range(turns):
        start = time.perf_counter()
        A @ A
        best = min(best, time.perf_counter() - start)
    return 2e-9 * n**3 / best


if sys.argv[1:] == ["moments"]:
    sums, jobs = moment_sums, {"algorithm": algorithm, "gram": gram}
else:
    sums, jobs = feature_sums, {f.__name__: f for f in (algorithm, gram, certificate, extremes, heads, descent)}
data = job = answer = None
for line in sys.stdin:
    verb, *words = line.split()
    reply = {}
    if verb == "version":
        reply = {"version": f"NumPy {np.__version__} with {blas()}"}
    elif verb == "prepare":
        job = jobs.get(words[0])
        if job is None:
            reply = {"skip": "not its task"}
        else:
            data = Data(words[1], *map(int, words[2:5]), words[5])
    elif verb == "run":
        answer, reply = run(job, data, float(words[0]))
    elif verb == "answer":
        reply = {"answer": answer.ravel().tolist()}
    print(json.dumps(reply), flush=True)
