# %% [markdown]
# # How many heads are really there?
#
# A layer of linear attention answers $y = \sum_h V_h G Q_h z$, where $G = Z Z^\top$ and $z$ is the last token of $Z$.
# It is learned by least squares (Yau et al., arXiv 2410.10101, algorithm 1); how many heads the answer needs is asked
# of the matrices $S(x)$, which are not in the paper.
#
# Given are the layer that made the data, the tokens, and noise $e$ of standard deviation 1. A noise of 0.1 is a tenth
# of the answers' root mean square.

# %%
true_V, true_Q = np.array(given["true_V"]), np.array(given["true_Q"])
Z, e, fresh_Z = np.array(given["Z"]), np.array(given["e"]), np.array(given["fresh_Z"])
H, d_out, d = true_V.shape
noise, levels = given["noise"], np.array(given["levels"])


def answers(V, Q, Z):  # N x d_out, from the definition
    G, z = Z @ Z.transpose(0, 2, 1), Z[:, :, -1:]
    return sum(v @ G @ q @ z for v, q in zip(np.array(V), np.array(Q)))[:, :, 0]


y, fresh_y = answers(true_V, true_Q, Z), answers(true_V, true_Q, fresh_Z)
scale = np.sqrt(np.mean(fresh_y**2))
relative = lambda error, of: np.sum(error**2) / np.sum(of**2)

# %% [markdown]
# ## Least squares
#
# The answer is linear in the $\psi = d^2(d+1)/2$ products $G_{jk} z_l$ with $j \le k$. Those with $j < k$ are
# multiplied by $\sqrt 2$, so that the smallest coefficients that fit are those of the smallest $W$; in $W$, which has a
# place for $G_{jk}$ and one for $G_{kj}$, both get the same. All levels of noise have the same features and are solved
# together.

# %%
j, k = np.triu_indices(d)
root = np.where(j == k, 1, np.sqrt(2))


def features(Z):
    G, z = Z @ Z.transpose(0, 2, 1), Z[:, :, -1]
    return np.einsum("ip,il->ipl", G[:, j, k] * root, z).reshape(len(Z), -1)


def unfolded(X):  # features in a row -> the d^3 features of W in it, so that X c = unfolded(X) W
    full = np.zeros((len(X), d, d, d))
    full[:, j, k] = full[:, k, j] = X.reshape(len(X), -1, d) / root[:, None]
    return full


def fold(W):  # p: coefficients of the products G_jk z_l, j <= k, themselves
    W = W.reshape(d_out, d, d, d)
    return ((W + W.swapaxes(1, 2))[:, j, k] / np.where(j == k, 2, 1)[:, None]).reshape(d_out, -1)


X, fresh_X = features(Z), features(fresh_Z)
_, triangle = np.linalg.qr(X)
all_levels = np.array([noise, *levels])
labels = np.hstack([y + s * scale * e for s in all_levels])  # N x (d_out for every level)
c, _, _, values = np.linalg.lstsq(X, labels, rcond=1e-12)
rank = np.sum(values > 1e-10 * values[0])
fits = []  # W, d_out x d x d x d, for every level
for coefficients in np.split(c, len(all_levels), axis=1):
    W = np.zeros((d_out, d, d, d))
    W[:, j, k] = W[:, k, j] = coefficients.T.reshape(d_out, -1, d) / root[:, None]
    fits.append(W)
W = fits[0]


def fresh_answers(W):
    return np.einsum("ijkl,ajkl->ia", unfolded(fresh_X), W.reshape(d_out, d, d, d))


p_true = fold(sum(np.multiply.outer(v, q) for v, q in zip(true_V, true_Q)))
error = lambda W: relative(fresh_answers(W) - fresh_y, fresh_y)
distance = lambda W: np.linalg.norm(fold(W) - p_true) / np.linalg.norm(p_true)

# %% [markdown]
# ## The plain decomposition
#
# Algorithm 1 decomposes $W$, $(d_{out} d) \times d^2$, into singular values and reads a head off each. Cut after so
# many heads, it has lost a part of every head.


# %%
def cut(W):
    u, s, v = np.linalg.svd(W.reshape(d_out * d, d * d), full_matrices=False)
    return s, [(u[:, :h] * s[:h]) @ v[:h] for h in range(1, len(s) + 1)]


sigma, cuts = cut(W)

# %% [markdown]
# ## The evidence of $S(x)$
#
# $S(x)_{al} = \sum_{jk} W_{(aj),(kl)} x_j x_k = \sum_h (V_h x)(Q_h^\top x)^\top$ is a sum of $H$ matrices of rank one.
# Without noise its rank, the number of singular values above $10^{-9}$ of the first, says how many heads there are at
# least. Under noise none is zero, and the largest gap between neighbours is the best guess. The singular values are
# averaged over the given random $x$.

# %%
x = np.array(given["x"])
slices = lambda W: np.einsum("ajkl,nj,nk->nal", W, x, x)


def evidence(W):
    s = np.linalg.svd(slices(W)[:64], compute_uv=False).mean(axis=0)
    floored = np.maximum(s, 1e-9 * s[0])
    ratios = floored[:-1] / floored[1:]
    by_gap = 1 + np.argmax(ratios) if len(ratios) and ratios.max() > 1 else len(s)
    return s, np.sum(s > 1e-9 * s[0]), by_gap, max(1, ratios.max(initial=1))


slice_values, by_rank, by_gap, gap = evidence(W)

# %% [markdown]
# ## Few heads
#
# A left null vector $u$ of $S(x)$ has $u^\top V_h x = 0$ for every $h$: linear equations for the $V_h$, whose solutions
# are spanned by $V_1 .. V_H$; $Q$ follows by least squares. Right null vectors give the $Q_h$ in the same way; the
# better of both is taken. Under noise the heads are then improved by alternating least squares on the data, and where
# that creeps by Levenberg and Marquardt's steps of $V$ and $Q$ together. The triangle of $X = \text{orthogonal} \cdot \text{triangle}$ stands for the data: it has the same least squares.


# %%
def solve_V(F, T, V, Q):  # features x d x d x d, targets x d_out; V (d_out d) x H, Q d^2 x H: a best change of V
    A = np.einsum("rjkl,klh->rjh", F, Q.reshape(d, d, -1)).reshape(len(F), -1)
    change = np.linalg.lstsq(A, T - A @ V.reshape(d_out, -1).T, rcond=1e-10)[0]
    return V + change.T.reshape(V.shape)


def solve_Q(F, T, V, Q):
    A = np.einsum("rjkl,ajh->arklh", F, V.reshape(d_out, d, -1)).reshape(d_out * len(F), -1)
    change = np.linalg.lstsq(A, T.T.ravel() - A @ Q.ravel(), rcond=1e-10)[0]
    return Q + change.reshape(Q.shape)


def together(F, T, V, Q):
    loss = lambda V, Q: np.sum((np.einsum("rjkl,ajh,klh->ra", F, V.reshape(d_out, d, -1), Q.reshape(d, d, -1), optimize=True) - T) ** 2)
    damping, least = 1e-8, loss(V, Q)
    for _ in range(int(given["joint_steps"])):
        of_V = np.einsum("rjkl,klh->rjh", F, Q.reshape(d, d, -1)).reshape(len(F), -1)
        of_Q = np.einsum("rjkl,ajh->arklh", F, V.reshape(d_out, d, -1), optimize=True).reshape(d_out * len(F), -1)
        A = np.hstack([np.kron(np.eye(d_out), of_V), of_Q])
        b = T.T.ravel() - of_Q @ Q.ravel()
        lengths = np.sqrt(damping) * np.linalg.norm(A, axis=0)
        change = np.linalg.lstsq(np.vstack([A, np.diag(lengths)]), np.append(b, np.zeros(len(lengths))), rcond=None)[0]
        if b @ A @ change <= 1e-6 * least:
            break
        moved = V + change[: V.size].reshape(V.shape), Q + change[V.size :].reshape(Q.shape)
        falls = loss(*moved) <= least
        if falls:
            V, Q = moved
            least = loss(V, Q)
        damping = max(damping / 10, 1e-12) if falls else 10 * damping
    return V, Q


def sides(H):  # where null vectors say something: of V, of Q
    return ["V"] * (H < d_out and H <= d) + ["Q"] * (H < d and H <= d_out)


def null_space(W, H):
    S = slices(W)
    entries = np.eye(d**3).reshape(d, d, d, d, d, d)
    F = (entries + entries.swapaxes(0, 1)).reshape(-1, d, d, d) / 2  # what of a W answers see: it, symmetric in j, k
    T = W.reshape(d_out, -1).T
    tried = []
    u, _, vt = np.linalg.svd(S)
    for side in sides(H):
        V, Q = np.zeros((d_out * d, H)), np.zeros((d * d, H))
        m = d_out if side == "V" else d
        count = 4 * m * d // (m - H) + 8  # of the x
        if side == "V":
            A = np.einsum("naf,nj->nfaj", u[:count, :, H:], x[:count]).reshape(-1, m * d)
            V = np.linalg.svd(A)[2][-H:].T
            Q = solve_Q(F, T, V, Q)
        else:
            A = np.einsum("nfl,nk->nfkl", vt[:count, H:], x[:count]).reshape(-1, d * m)
            Q = np.linalg.svd(A)[2][-H:].T
            V = solve_V(F, T, V, Q)
        tried.append((np.linalg.norm(fold(V @ Q.T) - fold(W)), side, V, Q))
    return min(tried, key=lambda one: one[0])[2:]


def few_heads(W, H):
    V, Q = null_space(W, H)
    F = unfolded(triangle)
    T = np.einsum("rjkl,ajkl->ra", F, W)
    for _ in range(int(given["polish_steps"])):
        V = solve_V(F, T, V, Q)
        Q = solve_Q(F, T, V, Q)
    V, Q = together(F, T, V, Q)
    return V @ Q.T


# %% [markdown]
# ## The figure's numbers
#
# Errors are relative to answering 0; what is below $10^{-18}$ of it is rounding, and so are distances below $10^{-14}$.
# First the fit, its decomposition and what $S(x)$ shows.

# %%
agree("rank", rank, 15)
agree("sigma", sigma, 8)
agree("squared_norm", np.sum(W**2), 8)
agree("plain_heads", np.sum(sigma > 1e-9 * sigma[0]), 15)
agree("slice_values", slice_values, 8)
agree("by_rank", by_rank, 15)
agree("by_gap", by_gap, 15)
agree("gap", gap, 8)
agree("full_error", error(W), 5, 1e-18)
agree("full_distance", distance(W), 6, 1e-6)
agree("cut_errors", [error(w) for w in cuts], 8)
agree("cut_distances", [distance(w) for w in cuts], 8)

# %% [markdown]
# Then the fewest heads. Without noise their number is certain where so many give $p$ and $S(x)$ has no smaller rank.
# Where the figure's search was another (random starts, or held-out data that choose among all numbers of heads), the
# number is taken as it is, and its heads, where they are not more than eight, are asked the fresh questions.

# %%
if "heads" in found:
    agree("heads", by_rank, 15)
    if sides(by_rank):
        V, Q = null_space(W, by_rank)
        print(f"NumPy's own {by_rank} from null spaces: p to {distance(V @ Q.T):.0e}")
        assert distance(V @ Q.T) < 1e-9
if "fewest_error" in found:
    heads_W = sum(np.multiply.outer(v, q) for v, q in zip(np.array(given["V"]), np.array(given["Q"])))
    agree("fewest_error", error(W if given["is_plain"] else heads_W), 5, 1e-18)
    agree("fewest_distance", distance(W if given["is_plain"] else heads_W), 6, 1e-6)

# %% [markdown]
# Under noise: the error on held-out data, noise included, with 1, 2, .. heads, and the fits at all levels of noise,
# each as far as no random start is in it, the data decide it and it takes a second. The figure's sweep has more models,
# made and fitted in the same way. Where heads share a direction, null spaces hardly tell them apart and rounding is
# amplified: so each fit is made twice, once with $W$ changed by $10^{-10}$ of each entry, and compared where this
# changes little.


# %%
def compare(name, fits, measure, digits=3):  # fits: pairs of W and a number of heads
    change = lambda W: W * (1 + 1e-10 * np.random.default_rng(1).standard_normal(W.shape))
    errors, moved = (np.array([measure(few_heads(of(W), h)) for W, h in fits]) for of in (lambda W: W, change))
    calm = np.abs(errors - moved) < 1e-6 * errors
    found[name] = np.array(found[name])[calm]
    agree(name, errors[calm], digits)


agree("sweep_full", [error(w) for w in fits[1:]], 8)
agree("sweep_cuts", [[error(w) for w in cut(fit)[1]] for fit in fits[1:]], 8)
agree("sweep_gap", [evidence(w)[2] for w in fits[1:]], 15)
if "trials" in found:
    held_Z = np.array(given["held_out_Z"])
    held_y = answers(true_V, true_Q, held_Z) + noise * scale * np.array(given["held_out_e"])
    held_X = unfolded(features(held_Z)).reshape(len(held_Z), -1)
    counts = range(1, len(found["trials"]) + 1)
    compare("trials", [(W, h) for h in counts], lambda w: relative(held_X @ w.reshape(d_out, -1).T - held_y, held_y))
if "sweep_fewest" in found and given["is_found"]:
    # The last steps of a fit end where they promise a millionth of the training error: on fresh data two digits are sure.
    compare("sweep_fewest", [(w, int(given["heads"])) for w in fits[1:]], error, 2)
elif "sweep_fewest" in found:
    agree("sweep_fewest", [error(w) for w in fits[1:]], 8)
