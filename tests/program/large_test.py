"""lifted-learn on more than two gigabytes of tokens."""

import numpy as np
from cases import run_tests, test
from files import folder, peak_of


@test("two gigabytes of tokens are learned from in a few megabytes, to the noise that was added")
def _():
    count, piece = 2_000_000, 20_000
    random = np.random.default_rng(1)
    V, Q = random.normal(size=(2, 8, 8)), random.normal(size=(2, 8, 8))
    tokens = np.lib.format.open_memmap(folder / "z.npy", "w+", np.float64, (count, 16, 8))
    answers = np.lib.format.open_memmap(folder / "y.npy", "w+", np.float64, (count, 8))
    for first in range(0, count, piece):
        Z = random.normal(size=(piece, 16, 8))
        G, z = Z.transpose(0, 2, 1) @ Z, Z[:, -1]
        Y = sum((G @ (z @ q.T)[:, :, None])[:, :, 0] @ v.T for v, q in zip(V, Q))
        tokens[first : first + piece], answers[first : first + piece] = Z, Y + 0.1 * random.normal(size=Y.shape)
    tokens.flush()
    answers.flush()
    del tokens, answers
    assert (folder / "z.npy").stat().st_size > 2e9
    words, peak = peak_of("--tokens", "z.npy", "--answers", "y.npy")
    assert "The least training error of any layer of linear attention: 0.01," in words, words
    assert peak < 16_000, peak


run_tests()
