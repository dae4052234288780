# %% [markdown]
# ## The data
#
# A sequence is a matrix $Z$ of $d \times n$ numbers; its columns are tokens. The last token asks, or every token
# does, and it sees all tokens, or (causal) only itself and those before it.

# %%
def embedded(windows):
    """Tokens of a text, given by their places in the vocabulary: the code of each, and a constant 1. The last one of a
    window is its target."""
    codes = np.array(given["codes"])
    ids = np.array(windows, dtype=int)
    Z = [np.vstack([codes[:, row[:-1]], np.ones(len(row) - 1)]) for row in ids]
    return Z, [codes[:, row[-1:]] for row in ids]


is_text = "codes" in given
if is_text:
    Z, Y = embedded(given["windows"])
    fresh_Z, fresh_Y = embedded(given["held-out windows"])
else:
    Z, Y, fresh_Z, fresh_Y = ([np.array(matrix) for matrix in given[name]] for name in ("Z", "Y", "fresh Z", "fresh Y"))
d, lam = len(Z[0]), given["lambda"]

# %% [markdown]
# ## Features
#
# With $G = \sum_s z_s z_s^T$ over the tokens that the asking token $z$ sees, the answer of linear attention with
# heads $V_h, Q_h$ is $y = \sum_h V_h G Q_h z$. It is linear in the products $G_{jk} z_l$; as $G$ is symmetric those
# with $j \le k$ suffice, $\psi = d^2 (d+1) / 2$ of them. They are the features $H(Z)$.

# %%
j, k = np.triu_indices(d)


def asked(Z):
    """Of each asking token: G and z."""
    n = Z.shape[1]
    if given["targets"] == "last":
        return [(Z @ Z.T, Z[:, -1])]
    if given["targets"] == "all":
        return [(Z @ Z.T, Z[:, t]) for t in range(n)]
    return [(Z[:, : t + 1] @ Z[:, : t + 1].T, Z[:, t]) for t in range(n)]


def features(sequences):
    """H, a row for each target."""
    return np.array([np.outer(G[j, k], z).ravel() for Z in sequences for G, z in asked(Z)])


H, y = features(Z), np.hstack(Y).T
rows, psi = H.shape
agree("targets seen", rows, 16)
agree("unknowns", psi, 16)
agree("G", asked(Z[0])[0][0], 12)
agree("features", H[0].reshape(len(j), d), 12)

# %% [markdown]
# ## Least squares
#
# The unknowns are the coefficients $p$ of the answer $\hat y = p\,H(Z)$. They stand for a matrix $W = \sum_h
# \mathrm{vec}(V_h)\,\mathrm{vec}(Q_h)^T$, which paper A regresses on; the data say nothing about its part that is
# antisymmetric in $(j, k)$, so the smallest $W$ shares $p_{jk}$ equally between $(j, k)$ and $(k, j)$. Then $\|W\|^2
# = \sum w\,p^2$ with $w = 1$ for $j = k$ and $1/2$ else, and the regression is
#
# $$\min_p\ \frac{1}{\mathrm{rows}} \sum \|y - p\,H(Z)\|^2 + \lambda \sum w\,p^2 .$$
#
# In the unknowns $\sqrt{w}\,p$ this is a plain ridge regression, and for $\lambda = 0$ `lstsq` finds the smallest $W$
# where the data leave something open. NumPy works on the rows. So does the figure where their Gram matrix
# $\Lambda = \frac{1}{\mathrm{rows}} \sum H H^T$ cannot tell the rank, up to 320 unknowns; else it works on $\Lambda$,
# whose condition number $\kappa$ is the square of theirs: $\log_{10} \kappa$ of the 16 digits of a number are lost
# there. Three more are allowed for all that is done with $p$; more than six are never asked for.

# %%
root_w = np.sqrt(np.repeat(np.where(j == k, 1.0, 0.5), d))
A = H / root_w
Lambda = H.T @ H / rows
size = np.sqrt(np.diag(Lambda))
# A sum over tokens that cancels leaves rounding, not a feature: measured by what it would be without, it is 0.
square = np.flatnonzero(j == k)
most = np.sqrt(Lambda[(square[j][:, None] * d + np.arange(d)).ravel(), (square[k][:, None] * d + np.arange(d)).ravel()])
size = np.where(size <= 64 * 2.0**-52 * most, most, size)
size[size == 0] = 1
s = np.linalg.svd(H / (size * np.sqrt(rows)), compute_uv=False)
by_rows = psi <= 320 and rows * psi**2 < 1e10
cut = (psi + rows / (2 * psi)) * 2.0**-52 if by_rows else 1e-7
rank = np.sum(s > cut * s[0]) if lam == 0 else psi  # a penalty makes every direction count
if lam > 0:
    A = np.vstack([A, np.sqrt(rows * lam) * np.eye(psi)])
wanted = np.vstack([y, np.zeros((len(A) - rows, y.shape[1]))])
c, _, _, s = np.linalg.lstsq(A, wanted, rcond=1e-7 if rank < psi else 1e-15)
p = c.T / root_w
condition = (s[0] / s[rank - 1]) ** 2
digits = min(6, int(13 - np.log10(condition)))


def agree_as_solved(name, ours):
    """What follows from p has as many digits as the condition leaves."""
    if digits > 0:
        agree(name, ours, digits)
    else:
        print(f"{name}: not compared, the matrix that the figure solves with has the condition {condition:.0e}")
        found.pop(name)


if "Lambda" in found:
    agree("Lambda", Lambda, 11)
if "eigenvalues of Lambda" in found:
    agree("eigenvalues of Lambda", np.linalg.eigvalsh(Lambda), 11)
agree("rank", rank, 16)
agree_as_solved("p", p.ravel())

# %% [markdown]
# ## Heads
#
# $W$ has the rows $(a, j)$ and the columns $(k, l)$. A head is a pair of singular vectors, $V_h =
# \mathrm{Fold}(\sqrt{\sigma_h}\,u_h)$ and $Q_h = \mathrm{Fold}(\sqrt{\sigma_h}\,v_h)$. Singular vectors are defined
# up to a sign (and a rotation, where singular values are equal), so the values are compared and not the vectors.
# Those above $10^{-9} \sigma_1$ count as heads.
#
# How many heads suffice can be seen from $S(x)_{al} = \sum_{j \le k} p_{a,jk,l}\,x_j x_k = \sum_h (V_h x)(Q_h^T
# x)^T$. Its rank is never above the number of heads, and for almost all heads and $x$ equal to it as long as the
# matrix is large enough (ours). The figure draws the mean singular values of $S(x)$ over directions $x$ of its own;
# those are not compared.

# %%
d_out = len(p)
W = np.zeros((d_out, d, d, d))
W[:, j, k] += p.reshape(d_out, -1, d) / 2
W[:, k, j] += p.reshape(d_out, -1, d) / 2
W = W.reshape(d_out * d, d * d)
sigma = np.linalg.svd(W, compute_uv=False)
off = np.abs(sigma - found["singular values of W"]).max()
low, high, heads = np.sum(sigma > 1e-9 * sigma[0] + off), np.sum(sigma > 1e-9 * sigma[0] - off), found.pop("heads")
print(f"heads: figure {heads}, NumPy {low}" + (f" to {high}, as rounding has it" if high > low else ""))
assert low <= heads <= high
agree_as_solved("W", W)
agree_as_solved("singular values of W", sigma)

x = np.random.default_rng(1).normal(size=d)
S = np.einsum("apl,p->al", p.reshape(d_out, -1, d), x[j] * x[k])
values = np.linalg.svd(S, compute_uv=False)
enough = found.pop("enough heads")
print(f"enough heads: figure {enough or 'not settled'}, NumPy's singular values of S(x): {values}")
if enough:
    assert np.sum(values > 1e-6 * values[0]) == enough

# %% [markdown]
# ## The check
#
# Sequences that were not learned from. Where theory says that an error is zero, what is left is rounding, and differs
# from program to program: it is only asked to be small.

# %%
fresh_H, fresh_y = features(fresh_Z), np.hstack(fresh_Y).T
answers = fresh_H @ p.T


def mean_square(difference):
    """Mean over targets and their numbers."""
    return np.mean(np.abs(difference) ** 2)


def agree_on_error(name, ours, of):
    """An error beside what it is an error of. Below 1e-12 of that, rounding takes its digits."""
    if max(ours, found[name]) < 1e-12 * of:
        print(f"{name}: figure {found.pop(name):.1e}, NumPy {ours:.1e}, both next to nothing beside {of:.1e}")
    else:
        agree_as_solved(name, ours)


answer_size = mean_square(fresh_y)
agree("fresh targets", len(fresh_y), 16)
agree_on_error("fresh error", mean_square(fresh_y - answers), answer_size)

# %% [markdown]
# Beside what the figure knows: the heads that made the data (two layers are one function exactly if their $p$ are
# equal, $p_{a,jk,l} = \sum_h V_{aj} Q_{kl} + V_{ak} Q_{jl}$, halved where $j = k$), or what always answering the mean
# achieves.

# %%
if "true p" in found:
    V, Q = np.array(given["V"]), np.array(given["Q"])
    T = np.einsum("haj,hkl->ajkl", V, Q)
    true_p = (T[:, j, k] + T[:, k, j]) * np.where(j == k, 0.5, 1)[:, None]
    agree("true p", true_p.ravel(), 12)
    distance = np.linalg.norm(p.ravel() - true_p.ravel()) / np.linalg.norm(true_p)
    if max(distance, found["distance of p"]) < 1e-7:
        print(f"distance of p: figure {found.pop('distance of p'):.1e}, NumPy {distance:.1e}, both next to nothing")
    else:
        agree_as_solved("distance of p", distance)
    agree_on_error("relative error", mean_square(fresh_y - answers) / answer_size, 1)
    clean_y = fresh_H @ true_p.reshape(d_out, -1).T
    agree_on_error("relative error without noise", mean_square(clean_y - answers) / mean_square(clean_y), 1)
    last = np.cumsum([len(asked(tokens)) for tokens in fresh_Z]) - 1  # of each sequence
    agree_as_solved("prediction", answers[last[: np.shape(found["prediction"])[1]]].T)
elif is_text:
    codes, counts = np.array(given["codes"]), np.array(given["counts"])
    wanted = np.array(given["held-out windows"], dtype=int)[:, -1]
    mean = codes @ counts / counts.sum()
    agree("trivial error", mean_square(fresh_y - mean), 10)
    distances = ((answers[:, :, None] - codes[None, :, 1:]) ** 2).sum(axis=1)  # the first code stands for rare tokens
    near = distances < distances.min(axis=1, keepdims=True) + 1e-6
    hit = near[np.arange(len(wanted)), wanted - 1] & (wanted > 0)
    low, high, right = np.mean(hit & (near.sum(axis=1) == 1)), np.mean(hit), found.pop("right")
    print(f"right: figure {right:.12g}, NumPy {low:.12g} to {high:.12g}")
    assert low <= right <= high
    agree("trivially right", np.mean(wanted == 1), 16)
else:
    agree("trivial error", mean_square(fresh_y - y.mean(axis=0)), 10)
    agree_on_error("training error", mean_square(y - H @ p.T), mean_square(y))
    agree_as_solved("prediction", answers[: np.shape(found["prediction"])[1]].T)
