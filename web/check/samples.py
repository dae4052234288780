# %% [markdown]
# # How much data is enough?
#
# A layer answers questions about sequences. A linear one is learned from the first $N$ sequences of a data set by least
# squares (Yau et al., arXiv 2410.10101, algorithm 1), and its error on fresh sequences is measured. The figure shows it
# for every $N$, or the $N$ that each token size needs; the cells of the other view do nothing.
#
# Letters: $Z$ is the $d \times n$ matrix of a sequence's tokens, $G = Z Z^\top$, $z$ a token that asks (the last one,
# or every one), $y$ its answer: $d$ numbers, noise with standard deviation $\sigma$ included.

# %%
sigma, lam, shows_error = given["sigma"], given["lambda"], given["view"] == "error"
linear = given["labels"] == "linear"


def questions(Z):
    return Z if given["targets"] == "all" else Z[..., -1:]


def rows(Y):  # one row for each answer
    return Y.swapaxes(-1, -2).reshape(-1, Y.shape[-2])


if shows_error:
    N = np.array(given["N"], dtype=int)
    Z, Y = np.array(given["Z"]), np.array(given["Y"])  # data sets x sequences x d x n, and x T for the T that ask
    fresh_Z, fresh_Y = np.array(given["fresh_Z"]), np.array(given["fresh_Y"])
    d = Z.shape[2]
    print(f"{len(Z)} data sets of {Z.shape[1]} sequences, {len(fresh_Z)} fresh ones, d = {d}, n = {Z.shape[3]}")

# %% [markdown]
# ## Features
#
# An answer of linear attention is linear in the products $G_{jk} z_l$. As $G$ is symmetric, those with $j \le k$ are
# enough, the features $H(Z)$; there are $\psi = d^2(d+1)/2$. Those with $j < k$ are multiplied by $\sqrt 2$ here, so
# that the norm of the coefficients is that of the full matrix $W$, which the penalty and "the smallest $W$ that fits"
# mean.

# %%
def weights(d):
    j, k = np.triu_indices(d)
    return np.where(j == k, 1, np.sqrt(2))


def features(Z):
    d = Z.shape[-2]
    j, k = np.triu_indices(d)
    G = Z @ Z.swapaxes(-1, -2)
    return np.einsum("ij,ilt->itjl", G[:, j, k] * weights(d), questions(Z)).reshape(-1, len(j) * d)


if shows_error:
    fresh_X = features(fresh_Z)

# %% [markdown]
# ## The best that linear attention can do
#
# Where a linear layer made the answers, it is that layer itself, $y = \sum_h V_h G Q_h z$, and the floor of the error
# is $\sigma^2$. Where softmax attention made them, the figure fitted linear attention to more sequences than there is
# room for here: its coefficients `p_best` and how far they are off themselves (`doubt`, subtracted everywhere) are
# given, and are not checked.

# %%
if shows_error:
    if linear:
        V, Q = np.array(given["V"]), np.array(given["Q"])
        best = lambda Z: rows(sum(v @ (Z @ Z.swapaxes(-1, -2)) @ q @ questions(Z) for v, q in zip(V, Q)))
        doubt, floor = 0, sigma**2
    else:
        c_best = np.array(given["p_best"]).T / np.repeat(weights(d), d)[:, None]
        best = lambda Z: features(Z) @ c_best
        doubt = given["doubt"]
        floor = max(0, np.mean((best(fresh_Z) - rows(fresh_Y)) ** 2) - doubt)
    fresh_best = best(fresh_Z)

# %% [markdown]
# ## Least squares for every $N$
#
# The coefficients minimise $\frac1{\mathrm{rows}} \sum \|y - c^\top H\|^2 + \lambda \|c\|^2$. The penalty is written as
# more rows of data, so NumPy's `lstsq`, a singular value decomposition of the rows, does it without forming a Gram
# matrix. With $\lambda = 0$ it takes the smallest solution where there are too few data. The excess of a fit is the
# mean square of its difference from the best linear attention on the fresh questions.


# %%
def fit(X, y):
    if lam > 0:
        penalty = np.sqrt(len(X) * lam) * np.eye(X.shape[1])
        X, y = np.vstack([X, penalty]), np.vstack([y, np.zeros((X.shape[1], y.shape[1]))])
    return np.linalg.lstsq(X, y, rcond=None)[0]


if shows_error:
    fits = [[fit(features(z[:size]), rows(y[:size])) for size in N] for z, y in zip(Z, Y)]
    excess = np.array([[max(0, np.mean((fresh_X @ c - fresh_best) ** 2) - doubt) for c in row] for row in fits])

# %% [markdown]
# ## What theory says of it
#
# Averaged over the noise, the excess of a fit to given questions, with singular values $s_i$ and right singular vectors
# $v_i$ of their features, is the squared bias that $\lambda$ makes (the excess of a fit to answers without noise) and
# the variance $\sigma^2 \sum_i \big(\frac{s_i}{s_i^2 + \mathrm{rows}\,\lambda}\big)^2 v_i^\top \Lambda v_i$, with
# $\Lambda$ the mean of $H H^\top$ over the fresh questions. What is left of the excess with ever more data is the bias
# alone, estimated on all questions that there are.


# %%
def bias(Z):
    return np.mean((fresh_X @ fit(features(Z), best(Z)) - fresh_best) ** 2)


def variance(X):
    _, s, v = np.linalg.svd(X, full_matrices=False)
    s, v = s[s > 1e-10 * s[0]], v[s > 1e-10 * s[0]]
    return sigma**2 * np.sum((s / (s**2 + len(X) * lam)) ** 2 * np.mean((fresh_X @ v.T) ** 2, axis=0))


# %% [markdown]
# ## The figure's numbers
#
# Errors are compared relative to the largest of their kind. Without noise many are rounding: what is smaller than
# $10^{-18}$ of answering 0 counts as 0, as in the figure. Six digits are asked for, where hardly enough data, or a tiny
# penalty, make a difference of large numbers; most often ten and more agree. Where the data sets are too large for this
# file, it holds the first ones or their first sequences, and what all of them say together is left out. $\Lambda$ here
# has the plain features, without the factor $\sqrt 2$.

# %%
if shows_error:
    plain = fresh_X / np.repeat(weights(d), d)
    singular_values = np.linalg.svd(plain / np.sqrt(len(plain)), compute_uv=False)
    rank = np.sum(singular_values > 1e-10 * singular_values[0])
    signal = np.mean(fresh_Y**2)
    zero = 1e-18 * signal
    agree("signal", signal, 12)
    agree("floor", floor, 12, zero)
    agree("measured_floor", np.mean((fresh_best - rows(fresh_Y)) ** 2), 12, zero)
    agree("rank", rank, 15)
    agree("smallest", singular_values[-1] ** 2 if rank == len(singular_values) else 0, 10)
    agree("excess", excess, 6)
    if "median" in found:
        for name, share in ("low", 25), ("median", 50), ("high", 75):
            agree(name, np.percentile(excess, share, axis=0), 6)
        agree("measured_error", np.mean([(fresh_X @ row[-1] - rows(fresh_Y)) ** 2 for row in fits]), 6, zero)
    if "expected_excess" in found:
        agree("expected_excess", np.mean([bias(z) + variance(features(z)) for z in Z]), 6)
    if "kept" in found:
        agree("kept", bias(np.concatenate([*Z, fresh_Z])), 6)

# %% [markdown]
# ## The walk
#
# One number of what fits answer to the last token, along a walk from one fresh question to another and on to the
# opposite of the first, $\cos t\,Z_a + \sin t\,Z_b$; and of what the layer answers, if it is linear.

# %%
if shows_error:
    walk = np.array(given["walk"])
    turn = np.linspace(0, np.pi, len(walk))[:, None, None]
    assert np.allclose(walk, np.cos(turn) * fresh_Z[0] + np.sin(turn) * fresh_Z[1], atol=1e-12)
    last = lambda answers: answers.reshape(len(walk), -1, answers.shape[-1])[:, -1]
    walk_X = last(features(walk))
    agree("fits on the walk", [np.array([walk_X @ c[:, given["output"]] for c in row]).T for row in fits], 5)
    if linear:
        agree("truth on the walk", last(best(walk))[:, given["output"]], 12)

# %% [markdown]
# ## What each token size needs
#
# Close enough is an error within so many times its floor, or, without a floor, of nothing but rounding. For each
# $d = 2, 3, .. 8$ and each data set: so many sequences are close enough, and one fewer is not. As seven times 2048
# fresh sequences are too many for this file, it holds the mean $\Lambda$ of their $H H^\top$, with plain features, and
# the coefficients of the best linear attention, so that a fit's excess is $\mathrm{tr}(\Delta \Lambda \Delta^\top)/d$.
# Data sets are here to the $N$ that they need; where the largest $N$ is too few, 0 is said and nothing is checked.

# %%
def decides(of, Z, Y):
    """Whether an excess is small enough, for each of the numbers of sequences asked about."""
    d = Z.shape[1]
    psi = d * d * (d + 1) // 2
    Lambda = np.zeros((psi, psi))
    Lambda[np.tril_indices(psi)] = given["Lambda" + of]
    values, vectors = np.linalg.eigh(Lambda)  # of the lower half
    factor = vectors * np.sqrt(np.where(values > 1e-12 * values[-1], values, 0))
    floor = sigma**2 if linear else given["floor" + of]
    close = (given["within"] - 1) * floor if floor > 0 else given["exactly"] * given["signal" + of]
    X, y = features(Z), rows(Y)
    asked = len(X) // len(Z)

    def is_close(N):
        p = fit(X[: N * asked], y[: N * asked]).T * np.repeat(weights(d), d)
        change = (p - np.array(given["p_best" + of])) @ factor
        return max(0, np.sum(change**2) / d - given["doubt" + of]) <= close

    return is_close


if not shows_error:
    for d in range(2, 9):
        of, needed = f", d = {d}", []
        if "floor" + of in found:
            agree("floor" + of, sigma**2, 12)
        for Z, Y in zip(given["Z" + of], given["Y" + of]):
            N = len(Z)
            if N > 0:
                is_close = decides(of, np.array(Z), np.array(Y))
                while N > 1 and is_close(N - 1):
                    N -= 1
                N = N if is_close(N) else N + 1
            needed.append(N)
        agree("needed" + of, needed, 16)
