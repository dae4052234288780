"""A small layer of linear attention, trained by descent on a real series, and the table that asks how good it is.

Writes co2.csv, which figure "Algorithm 1, live" reads under "Your numbers": each sequence is so many months of carbon
dioxide in the air at Mauna Loa, each token a month, the target what the next month brings, and p1 what the trained layer
answers. The figure says how far that is from the least error that any layer of linear attention can have.

    python3 co2.py                         writes the table of the article
    python3 co2.py --heads 8 --steps 4000  trains another layer

Needs NumPy. A token z: the change since the month before in ppm, cosine and sine of the month's place in the year, 1.
The layer: y = sum over heads of V (Z Zᵀ / n) Q z, z the last of n tokens; V 1 x 4, Q 4 x 4. Every tenth sequence is held out.
"""

import argparse
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent


def monthly():
    """Means in ppm, and the month of each from 0 to 11."""
    rows = [line.split(",") for line in (HERE / "mauna_loa.csv").read_text().splitlines() if line[0].isdigit()]
    cells = [(float(cell), month) for row in rows for month, cell in enumerate(row[1:]) if cell]
    return np.array([mean for mean, _ in cells]), np.array([month for _, month in cells])


def windows(months):
    """Tokens, sequences x 4 x months, and targets."""
    means, month = monthly()
    change = np.round(np.diff(means), 2)
    angle = 2 * np.pi * month[1:] / 12
    tokens = np.stack([change, np.cos(angle).round(15), np.sin(angle).round(15), np.ones(len(change))])
    starts = range(len(change) - months)
    return np.stack([tokens[:, s : s + months] for s in starts]), change[months:]


def train(G, z, y, heads, steps, rate, seed):
    """Adam on the mean squared error, all sequences at once. Returns V, heads x 4, and Q, heads x 4 x 4."""
    random = np.random.default_rng(seed)
    weights = [random.normal(size=(heads, 4)) / 2, random.normal(size=(heads, 4, 4)) / 2]
    first, second = ([np.zeros_like(w) for w in weights] for _ in range(2))
    for step in range(1, steps + 1):
        V, Q = weights
        seen, asked = G @ V.T, np.einsum("hik,nk->nih", Q, z)  # sequences x 4 x heads
        slope = (2 / len(y) * ((seen * asked).sum((1, 2)) - y))[:, None, None]
        slopes = np.einsum("nij,njh->hi", G, slope * asked), np.einsum("nih,nk->hik", slope * seen, z)
        for k, s in enumerate(slopes):
            first[k] += 0.1 * (s - first[k])
            second[k] += 0.001 * (s * s - second[k])
            weights[k] -= rate * first[k] / (1 - 0.9**step) / (np.sqrt(second[k] / (1 - 0.999**step)) + 1e-8)
    return weights


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--months", type=int, default=6, help="tokens in a sequence")
    parser.add_argument("--heads", type=int, default=2)
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=0.001)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--to", type=Path, default=HERE / "co2.csv")
    asked = parser.parse_args()

    Z, y = windows(asked.months)
    G, z = Z @ Z.transpose(0, 2, 1) / asked.months, Z[:, :, -1]
    held_out = np.arange(len(y)) % 10 == 9
    V, Q = train(G[~held_out], z[~held_out], y[~held_out], asked.heads, asked.steps, asked.rate, asked.seed)
    p = np.einsum("hi,nij,hjk,nk->n", V, G, Q, z, optimize=True)

    with asked.to.open("w") as table:
        table.write(
            f"# Carbon dioxide at Mauna Loa, {asked.months} months a sequence (NOAA, Scripps; public domain): x1 change since the\n"
            "# month before in ppm, x2 and x3 place in the year, y1 the change that the next month brings, p1 what a layer of\n"
            f"# {asked.heads} heads answers after {asked.steps:,} steps of Adam. Made by co2.py.\n"
            "sequence,token,x1,x2,x3,x4,y1,p1\n"
        )
        for k, tokens in enumerate(Z):
            for t, token in enumerate(tokens.T):
                x = ",".join(f"{number + 0.0:.15g}" for number in token)
                last = f"{y[k]:g},{p[k]:.4f}" if t + 1 == asked.months else ","
                table.write(f"{k + 1},{t + 1},{x},{last}\n")
    for name, rows in ("learned from", ~held_out), ("held out", held_out):
        print(f"Mean squared error on what was {name}: {np.mean((p - y)[rows] ** 2):.4f}")


main()
