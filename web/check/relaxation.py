# %% [markdown]
# # How much loss comes from few heads, and how much from a bad start?
#
# One layer of linear attention with $H$ heads answers $\hat y = \sum_h V_h G Q_h z$, where $G = Z Z^\top$ and $z$ is
# the last token of $Z$ (Yau et al., arXiv 2410.10101). The answer is linear in $W = \sum_h \mathrm{vec}(V_h)\,
# \mathrm{vec}(Q_h)^\top$, so the training loss over all $W$ has one valley; over the $W$ of rank at most $H$ it has
# not. This program solves for the optimum over all $W$, and then repeats every start of the figure.

# %%
Z, y = np.array(given["Z"]), np.array(given["y"])  # N x d x n, N x d
N, d, n = Z.shape
steps, rate, trainer = int(given["steps"]), given["rate"], given["trainer"]
MOMENTS = 100  # of each start, the loss is kept at so many moments, closer together at first

# %% [markdown]
# ## The optimum over all $W$
#
# $\hat y_a = \sum_{jkl} W_{(aj),(kl)}\, G_{jk} z_l$: least squares with $d^3$ features $X$ a sequence. As $G$ is
# symmetric they are not independent; of all solutions `lstsq` takes the smallest. At most $\psi = d^2(d+1)/2$
# directions are decided by the data.

# %%
G, z = Z @ Z.transpose(0, 2, 1), Z[:, :, -1]
X = np.einsum("ijk,il->ijkl", G, z).reshape(N, d**3)
relaxed, _, _, values = np.linalg.lstsq(X, y, rcond=1e-12)
rank = np.sum(values > 1e-10 * values[0])
relaxed = relaxed.T  # d x d^3: row a holds W[(a, j), (k, l)] in the order j, k, l
zero_loss = np.mean(np.sum(y**2, axis=1))


def asked(W):  # the loss of W, d^2 x d^2, by asking it about every sequence
    return np.mean(np.sum((y - X @ W.reshape(d, d**3).T) ** 2, axis=1))


relaxed_loss = asked(relaxed)

# %% [markdown]
# ## The loss, and its gradient
#
# By Pythagoras the loss of any $W$ is that of the optimum $W^*$ and the mean square of what their answers differ by:
# $L(W) = L(W^*) + \|(W - W^*) R^\top\|^2$, where $X/\sqrt N = \text{orthogonal} \cdot R$. This is exact, has no need of
# the data any more, and sees losses near 0. All runs are computed side by side, each with the columns
# $\mathrm{vec}(V_h)$ and $\mathrm{vec}(Q_h)$ of $V$ and $Q$; where a run has fewer than $d^2$ heads the other columns
# are zero, and stay so.

# %%
R = np.linalg.qr(X / np.sqrt(N), mode="r")
Lambda = R.T @ R
heads = np.array([len(v) for v in given["V"]])
V, Q = np.zeros((2, len(heads), d * d, d * d))
for run, h in enumerate(heads):
    V[run, :, :h] = np.reshape(given["V"][run], (h, d * d)).T
    Q[run, :, :h] = np.reshape(given["Q"][run], (h, d * d)).T


def difference(V, Q):  # W - W*, runs x d x d^3
    return (V @ Q.transpose(0, 2, 1)).reshape(-1, d, d**3) - relaxed


def loss(V, Q):
    return relaxed_loss + np.sum((difference(V, Q) @ R.T) ** 2, axis=(1, 2))


def gradient(V, Q):
    slope = (2 * difference(V, Q) @ Lambda).reshape(-1, d * d, d * d)
    g = np.array([slope @ Q, slope.transpose(0, 2, 1) @ V])
    length = np.sqrt(np.sum(g**2, axis=(0, 2, 3), keepdims=True))
    return g * np.minimum(1, 5 / np.maximum(length, 1e-300))  # longer ones are shortened to 5


# %% [markdown]
# ## How heads are trained
#
# The learning rate rises in the first tenth of the steps and falls along half a cosine to a hundredth. Adam has its
# usual constants. A sweep of alternating least squares solves for all $V$ with $Q$ held, then for all $Q$ with $V$
# held, taking the smallest change where several are as good; every tenth sweep $V$ and $Q$ are balanced by the singular
# value decomposition of $W$, which changes no answer.


# %%
def rate_at(step):
    warm = int(0.1 * steps)
    if step < warm:
        return 1e-5 + (rate - 1e-5) * step / warm
    share = (step - warm) / max(steps - 1 - warm, 1)
    return rate * (0.01 + 0.99 * (1 + np.cos(np.pi * share)) / 2)


def descend(V, Q):
    theta = np.array([V, Q])
    m, v = np.zeros((2, *theta.shape))
    for step in range(steps + 1):
        yield theta
        g = gradient(*theta)
        if trainer == "adam":
            m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
            g = m / (1 - 0.9 ** (step + 1)) / (np.sqrt(v / (1 - 0.999 ** (step + 1))) + 1e-8)
        theta = theta - rate_at(min(step, steps - 1)) * g


def sweep(V, Q):
    R5 = R.reshape(-1, d, d, d)  # row, j, k, l
    for step in range(1, steps + 2):
        yield V, Q
        V, Q = V.copy(), Q.copy()
        for run, h in enumerate(np.resize(heads, len(V))):
            rest = -difference(V, Q)[run] @ R.T  # a, row
            F = np.einsum("rjkl,klh->rjh", R5, Q[run, :, :h].reshape(d, d, h)).reshape(len(R), -1)
            V[run, :, :h] += np.linalg.lstsq(F, rest.T, rcond=1e-10)[0].T.reshape(d * d, h)
            rest = -difference(V, Q)[run] @ R.T
            F = np.einsum("rjkl,ajh->arklh", R5, V[run, :, :h].reshape(d, d, h)).reshape(d * len(R), -1)
            Q[run, :, :h] += np.linalg.lstsq(F, rest.ravel(), rcond=1e-10)[0].reshape(d * d, h)
            if step % 10 == 0:
                u, s, vt = np.linalg.svd(V[run] @ Q[run].T)
                V[run, :, :h], Q[run, :, :h] = (u * np.sqrt(s))[:, :h], (vt.T * np.sqrt(s))[:, :h]


# %% [markdown]
# Descent with large steps is chaotic for a while: it amplifies rounding, and no two programs agree on where it goes. So
# every start is followed twice, the second time from a place that differs by $10^{-10}$ of each number. Only the starts
# for which that changes little are compared with the figure's.

# %%
V, Q = np.concatenate([V, V * (1 + 1e-10 * np.random.default_rng(1).standard_normal(V.shape))]), np.concatenate([Q, Q])
moments = np.arange(MOMENTS + 1) ** 2 * steps // MOMENTS**2
losses = np.zeros((len(moments), len(V)))
for step, (V_at, Q_at) in enumerate((sweep if trainer == "sweeps" else descend)(V, Q)):
    if step in moments:
        losses[moments == step] = loss(V_at, Q_at)

j, k = np.triu_indices(d)


def fold(W):  # p: coefficients of the products G_jk z_l with j <= k, runs x d x psi
    W = W.reshape(-1, d, d, d, d)
    return ((W + W.swapaxes(2, 3))[:, :, j, k] / np.where(j == k, 2, 1)[:, None]).reshape(len(W), d, -1)


size = lambda p: np.sqrt(np.sum(p**2, axis=(1, 2)))
p, p_moved = np.split(fold(V_at @ Q_at.transpose(0, 2, 1)), 2)
losses, losses_moved = np.split(losses, 2, axis=1)
calm = size(p - p_moved) < 1e-8 * size(p)
calm &= np.abs(losses - losses_moved).max(axis=0) < 1e-8 * zero_loss
print(f"{calm.sum()} of {len(calm)} starts do not amplify rounding")

# %% [markdown]
# ## The figure's numbers
#
# First the optimum. What is below $10^{-6}$ of answering 0 is compared with that: the figure computes losses from sums,
# in which $10^{-14}$ of it is rounding. The gradient at the optimum is rounding and is not compared.

# %%
relaxed_W = relaxed.reshape(d * d, d * d)
agree("zero_loss", zero_loss, 12)
agree("relaxed_loss", relaxed_loss, 8, 1e-6 * zero_loss)
agree("asked_relaxed", relaxed_loss, 8, 1e-6 * zero_loss)
if "layer_loss" in found:
    layer = sum(np.outer(v, q) for v, q in zip(given["layer_V"], given["layer_Q"]))
    agree("layer_loss", asked(layer), 8, 1e-6 * zero_loss)
agree("rank", rank, 15)
agree("relaxed_W", relaxed_W, 10)
agree("relaxed_sigma", np.linalg.svd(relaxed_W, compute_uv=False), 10)

# %% [markdown]
# Then where each run of the figure ended: its $W$ (given), asked about every sequence.

# %%
W = np.array(given["W"]).reshape(-1, d * d, d * d).transpose(0, 2, 1)  # given column by column
ends = np.array([asked(w) for w in W])
last = np.array(found["losses"])[-1]
best = [min(np.flatnonzero(heads == h), key=lambda run: last[run]) for h in range(1, d * d + 1)]
found["ends"] = last
agree("ends", ends, 8, 1e-6 * zero_loss)
agree("asked", ends[best], 8, 1e-6 * zero_loss)
agree("sigma", np.linalg.svd(W, compute_uv=False).T, 10)
agree("apart", size(fold(W) - fold(relaxed)) / size(fold(relaxed)), 8)

# %% [markdown]
# And the way there, where it does not amplify rounding: the losses at all moments, and the functions at the end. With
# alternating least squares the figure adds $10^{-10}$ of their mean to the diagonals of its normal equations, so fewer
# digits agree.

# %%
digits = 3 if trainer == "sweeps" else 5
found["losses"], found["p"] = np.array(found["losses"])[:, calm], fold(W)[calm]
agree("losses", losses[:, calm], digits)
agree("p", p[calm], digits)
