# %% [markdown]
# # Finding a hidden softmax layer, checked in Python
#
# A hidden layer of softmax attention, $y_t = \sum_i W_i^\top Z\,p_{it}$ with
# $p_{it} = \mathrm{softmax}(Z^\top\Theta_i^\top z_t)$, and the layers that were found. Here they are held against the
# hidden layer, and without noise NumPy finds it again from the answers heard.

# %%
from itertools import permutations

road, d, k = given["road"], given["d"], given["k"]
layer = lambda name: (np.array(given[f"{name} Theta"]), np.array(given[f"{name} W"]))
norm = lambda heads: np.linalg.norm(heads, axis=(1, 2))


def weights(Theta, Z):
    """p_it(s): heads x tokens that ask x tokens. Z: d x k."""
    scores = np.einsum("at,iab,bs->its", Z, Theta, Z)
    p = np.exp(scores - scores.max(axis=2, keepdims=True))
    return p / p.sum(axis=2, keepdims=True)


def answers(heads, Z):
    Theta, W = heads
    return np.einsum("iab,as,its->bt", W, Z, weights(Theta, Z))


# %% [markdown]
# ## How far off
# No answer depends on the order of the heads, so errors are those of the order that fits best; apart from it, the
# answers determine $\Theta_i$ and $W_i$ unless heads coincide or $W_i = 0$. The heads given are in that order.


# %%
def errors(truth, found):
    cost = lambda order: sum(np.sum((a - b[list(order)]) ** 2) for a, b in zip(truth, found))
    order = list(min(permutations(range(len(truth[0]))), key=cost))
    return [norm(a - b[order]) / np.where(norm(a) > 0, norm(a), 1) for a, b in zip(truth, found)]


for name in given.get("found", []):
    of_Theta, of_W = errors(layer("hidden"), layer(name))
    agree(f"{name}, error of Theta", of_Theta, 12)
    agree(f"{name}, error of W", of_W, 12)
    rng = np.random.default_rng(1)
    signs = rng.choice([-1.0, 1.0], size=(100, d, k))
    normal = rng.standard_normal((100, d, k))
    sphere = np.sqrt(d) * normal / np.linalg.norm(normal, axis=1, keepdims=True)
    fresh = {"signs": signs, "gaussian": normal, "sphere": sphere}[given["inputs"]]
    gaps = [answers(layer("hidden"), Z) - answers(layer(name), Z) for Z in fresh]
    print(f"{name}: on 100 fresh questions of NumPy's own its answers are off by {np.abs(gaps).max():.2g} at most")

# %% [markdown]
# ## The theorem's conditions
# Chen and Li's theorem is, as others summarise it, about layers whose heads are apart, with distinct singular values
# and linearly independent $\Theta_i$ and $W_i$. Each number here is 0 where that fails: the least distance of two
# $\Theta_i$ over the largest of them; the least gap of neighbouring singular values over the largest; the least
# singular value of all $\Theta_i$, or $W_i$, as columns of length one. Below $10^{-12}$ they are rounding, and count as
# 0.


# %%
def conditions(Theta, W):
    length = lambda heads: np.where(norm(heads) > 0, norm(heads), 1)
    apart = [np.linalg.norm(a - b) for i, a in enumerate(Theta) for b in Theta[:i]]
    sigmas = [np.linalg.svd(heads, compute_uv=False) for heads in (Theta, W)]
    gaps = [min([*(-np.diff(s) / s[0]), 1]) if s[0] > 0 else 0 for of in sigmas for s in of]
    columns = [(heads / length(heads)[:, None, None]).reshape(len(heads), -1) for heads in (Theta, W)]
    spans = [np.linalg.svd(one, compute_uv=False)[-1] for one in columns]
    half = len(Theta)
    return min(apart, default=np.inf) / (norm(Theta).max() or 1), [min(gaps[:half]), min(gaps[half:])], spans


if "independence" in found:
    apart, gaps, spans = conditions(*layer("hidden"))
    if "heads apart" in found:
        agree("heads apart", apart, 12)
    agree("gaps of singular values", gaps, 12)
    agree("independence", spans, 12)

# %% [markdown]
# ## Switches
# Where a sequence holds $n_u$ tokens $u$ and $n_v$ tokens $v$ only, $r = n_u/n_v$, the answer to $u$ is
# $$y(r) = \sum_i W_i^\top v + \sum_i c_i \frac{r}{r + \beta_i},\quad \beta_i = e^{-u^\top\Theta_i(u - v)},\quad
# c_i = W_i^\top(u - v).$$
# It starts at $r \to 0$, and head $i$ jumps by $c_i$ around $r = \beta_i$. Attention itself must agree, at every
# ratio.

# %%
if road == "questions":
    u, v = np.array(given["u"]), np.array(given["v"])
    for name in ("hidden", "polish", "questions"):
        if f"{name}, start" in found:
            Theta, W = layer(name)
            log_beta = -np.einsum("a,iab,b->i", u, Theta, u - v)
            jumps, start = np.einsum("iab,a->bi", W, u - v), np.einsum("iab,a->b", W, v)
            for n in range(1, k):
                sequence = np.column_stack([u] * n + [v] * (k - n))
                switched = start + jumps @ (1 / (1 + np.exp(log_beta - np.log(n / (k - n)))))
                assert np.abs(answers((Theta, W), sequence)[:, 0] - switched).max() <= 1e-11 * np.abs(W).max()
            agree(f"{name}, log beta", log_beta, 10)
            agree(f"{name}, jumps", jumps, 10)
            agree(f"{name}, start", start, 10)

# %% [markdown]
# What the learner heard: without noise the hidden layer's own answers to $u$ at each ratio, from attention with each
# token counted as often as it stands there. With noise, the noise is what is left, less than was set since answers to
# equal tokens are averaged.

# %%
if road == "questions":
    heard = []
    for (pair, ratios) in zip(np.array(given["pairs"]), given["ratios"]):
        Theta, W = layer("hidden")
        score = np.einsum("a,iab,bs->is", pair[:, 0], Theta, pair)
        for r in ratios:
            weight = np.array([r, 1.0]) * np.exp(score - score.max(axis=1, keepdims=True))
            p = weight / weight.sum(axis=1, keepdims=True)
            heard.append(np.einsum("iab,as,is->b", W, pair, p))
    told = found.get("answers heard", given.get("answers heard"))
    if "answers heard" in found:
        found["answers heard"] = [y for row in told for y in row]
        agree("answers heard", np.ravel(heard), 12)
    elif heard:
        left = np.concatenate([np.ravel(row) for row in told]) - np.ravel(heard)
        print(f"noise heard: {np.std(left):.3g}, set {given['noise']:.3g}")

# %% [markdown]
# ## Found again
# Without noise the answers heard give the layer away to a page of linear algebra. Sequences of one token answer
# $\bar W^\top u$ with $\bar W = \sum_i W_i$. Where $u$ and $v$ differ in bit $j$ only,
# $g(r) = (y(r) - \bar W^\top v)/r = \sum_i c_i/(r + \beta_i) = N(r)/D(r)$: as $D$ is monic and $N$ begins with
# $\bar W^\top(u - v)$, the other coefficients come from linear least squares, $-\beta_i$ are the roots of $D$, and
# $c_i = \pm 2$ times row $j$ of $W_i$. The $\beta_i$ of several $u$ give column $j$ of $\Theta_i$; questions with two
# bits flipped say which heads belong together. Roots lose digits where two $\beta_i$ are close: usually 9 to 12 agree,
# 4 are asked for.


# %%
def curve(r, y, start, total, m):
    """The beta and c of a pair, heads in no order."""
    g = (y - start) / r[:, None]
    powers = r[:, None] ** np.arange(m)
    A = np.zeros((len(r), d, m + d * (m - 1)))
    A[:, :, :m] = g[:, :, None] * powers[:, None, :]
    for b in range(d):
        A[:, b, m + b * (m - 1) : m + (b + 1) * (m - 1)] = -powers[:, : m - 1]
    right = total * powers[:, [m - 1]] - g * r[:, None] ** m
    scale = np.abs(A).max(axis=(0, 1))
    solution = np.linalg.lstsq((A / scale).reshape(-1, len(scale)), right.ravel(), rcond=None)[0] / scale
    beta = -np.roots([1, *solution[:m][::-1]]).real
    return beta, np.linalg.lstsq(1 / (r[:, None] + beta), g, rcond=None)[0]


if "Theta" in found:
    Wbar = np.linalg.lstsq(np.array(given["one token"]).T, np.array(given["answers to one token"]).T, rcond=None)[0]
    m, mine = len(found["Theta"]), np.zeros((2, len(found["Theta"]), d, d))
    pairs = [(*np.array(pair).T, np.array(r)) for pair, r in zip(given["pairs"], given["ratios"])]
    asked = [(u, v, r, np.array(y).reshape(-1, d)) for (u, v, r), y in zip(pairs, told)]
    for j in range(d):
        fits = []
        for u, v, r, y in asked:
            if (u != v).sum() == 1 and u[j] != v[j]:
                beta, c = curve(r, y, v @ Wbar, (u - v) @ Wbar, m)
                if (beta > 0).all():  # else two heads switch at one place, and other pairs were asked
                    gap = np.diff(np.sort(np.log(beta))).min(initial=1)  # how well it tells heads apart
                    fits.append((gap**2, u, -np.log(beta) / (2 * u[j]), c / (2 * u[j])))
        fits.sort(key=lambda fit: -fit[0])
        first = fits[0][3]  # row j of each W_i
        rows, logs = [], []
        for weight, u, log, c in fits:
            order = list(min(permutations(range(m)), key=lambda order: np.sum((c[list(order)] - first) ** 2)))
            rows.append(weight * u)
            logs.append(weight * log[order])
        columns = np.linalg.lstsq(np.array(rows), np.array(logs), rcond=None)[0].T

        def misfit(order):
            trial = mine.copy()
            trial[0][:, :, j], trial[1][:, j] = columns[list(order)], first[list(order)]
            off = 0
            for u, v, r, y in asked:
                if (u != v).sum() == 2 and u[j] != v[j] and (u != v)[: j + 1].sum() == 2:
                    beta = np.exp(-np.einsum("a,iab,b->i", u, trial[0], u - v))
                    c = np.einsum("iab,a->ib", trial[1], u - v)
                    off += np.sum((y - v @ Wbar - (r[:, None] / (r[:, None] + beta)) @ c) ** 2)
            return off

        order = list(min(permutations(range(m)), key=misfit))
        mine[0][:, :, j], mine[1][:, j] = columns[order], first[order]
    order = min(permutations(range(m)), key=lambda order: np.sum((mine[0][list(order)] - found["Theta"]) ** 2))
    agree("Theta", mine[0][list(order)], 4)
    agree("W", mine[1][list(order)], 4)

# %% [markdown]
# ## Examples
# The residual of each layer on the random examples, where its start ended; and what one more step of Gauss-Newton
# would still gain of it, by $J$, the derivative of all answers by all entries:
# $$\frac{\partial y_t}{\partial\Theta_i(a, b)} = z_{ta}\,(W_i^\top\,\mathrm{Cov}_{p_{it}}(Z))_{:,b}.$$
# The way there is not repeated, since it starts at random layers; neither is the verdict that the examples decide
# every head. The least root mean square error of an unbiased method from noisy examples is Cramér and Rao's, the diagonal of
# $\sigma^2 (J^\top J)^{-1}$.


# %%
def jacobian(heads, Z):
    """(outputs x tokens) x (entries of all Theta, then of all W)."""
    Theta, W = heads
    p = weights(Theta, Z)
    mean = np.einsum("as,its->iat", Z, p)
    cov = np.einsum("as,bs,its->itab", Z, Z, p) - np.einsum("iat,ibt->itab", mean, mean)
    by_Theta = np.einsum("iec,iteb,at->ctiab", W, cov, Z)
    by_W = np.einsum("iat,cb->ctiab", mean, np.eye(d))
    return np.concatenate([part.reshape(d * Z.shape[1], -1) for part in (by_Theta, by_W)], axis=1)


if "losses" in found:
    examples, losses = list(zip(np.array(given["Z"]), np.array(given["Y"]))), []
    for name in given["found"]:
        residual = np.concatenate([(Y - answers(layer(name), Z)).ravel() for Z, Y in examples])
        losses.append(np.mean(residual**2) if np.mean(residual**2) > given["rounding"] else 0)
        if losses[-1] > 0:
            J = np.concatenate([jacobian(layer(name), Z) for Z, _ in examples])
            after = residual - J @ np.linalg.lstsq(J, residual, rcond=1e-10)[0]
            print(f"{name}: a step would still gain {1 - np.mean(after**2) / losses[-1]:.1e} of its squares")
    agree("losses", losses, 6)

if "least error to expect" in found:
    J = np.concatenate([jacobian(layer("hidden"), Z) for Z in np.array(given["Z"])])
    variances = given["noise"] ** 2 * np.diag(np.linalg.inv(J.T @ J)).reshape(2, -1, d * d)
    sizes = [np.where(norm(heads) > 0, norm(heads), 1) for heads in layer("hidden")]
    agree("least error to expect", np.max(np.sqrt(variances.sum(axis=2)) / sizes), 6)

# %% [markdown]
# ## More heads
# Of several layers with each number of heads: how many were recovered, with how many questions, and the median error
# of those of which something was found. Whether random starts arrive is not repeated.

# %%
if road == "heads":
    table, medians, kept = np.zeros((4, 3)), np.zeros(4), np.zeros(4)
    for heads in range(1, 5):
        mine = [name for name in given["layers"] if len(given[f"{name} Theta"]) == heads]
        tried = [name for name in mine if f"{name} found Theta" in given]
        off = sorted(np.max(errors(layer(name), layer(f"{name} found"))) for name in tried)
        asked = [given["questions"][given["layers"].index(name)] for name in tried]
        mean = np.floor(np.mean(asked) + 0.5) if asked else 0
        table[heads - 1] = len(mine), np.sum(np.array(off) < given["recovered"]), mean
        medians[heads - 1] = np.median(off) if off else 0
        kept[heads - 1] = sum(np.min(np.hstack(conditions(*layer(name)))) > 1e-12 for name in mine)
    agree("layers, recovered, questions", table, 16)
    agree("median error", medians, 12)
    agree("layers that keep the conditions", kept, 16)
