# %% [markdown]
# # Do more heads replace luck?
#
# A layer with one head answers for every token, $y_t = V G_t Q z_t$ with $G_t = \sum_{s \le t} z_s z_s^\top$: every
# token sees itself and those before it. Models of several kinds are trained on its answers by Adam; least squares
# solves for the same answers at once (Yau et al., arXiv 2410.10101, section 6). Errors are mean squares over the fresh
# sequences. Of the associative memory (their figure 2) the last token alone asks; there errors are measured twice, on
# sequences like the data and on Gaussian ones.
#
# Given are the layer and the tokens of each run (one of both where all runs share them), and for each model and run
# where training started and where it ended. Models that left the finite numbers in some run are left out.

# %%
V, Q = np.array(given["V"]), np.array(given["Q"])  # runs x answers x d, runs x d x d
Z, fresh_Z = np.array(given["Z"]), np.array(given["fresh_Z"])  # runs x sequences x d x T
heads, layers, full = (np.array(given[name], dtype=int) for name in ("heads", "layers", "full"))
single = (layers == 1) & (full == 0)  # one layer of linear attention
runs, d, outputs = len(found["zero"]), Z.shape[2], V.shape[1]
memory = "elsewhere_Z" in given
share = np.zeros(runs, dtype=int) if len(Z) == 1 else np.arange(runs)  # the data of each run

# %% [markdown]
# ## Least squares
#
# $y_t$ is linear in the $d^3$ products $G_{t,jk} z_l$. As $G$ is symmetric the coefficients are not decided; of all
# that fit, `lstsq` takes the smallest. What they are as a function is $p$, the coefficients of the products with $j \le
# k$.


# %%
def features(Z):  # sequences x d x T -> sequences x T, or 1 if the last token alone asks, x d^3
    G = np.cumsum(np.einsum("ijt,ikt->itjk", Z, Z), axis=1)
    X = np.einsum("itjk,ilt->itjkl", G, Z).reshape(len(Z), -1, d**3)
    return X[:, -1:] if memory else X


j, k = np.triu_indices(d)


def fold(W):  # d^3 x outputs -> d(d+1)/2 x d x outputs
    W = W.reshape(d, d, d, outputs)
    return (W + W.swapaxes(0, 1))[j, k] / np.where(j == k, 2, 1)[:, None, None]


def measured(X, y, fit):  # of answering 0, and of a fit
    return [np.mean(y**2), np.mean((X @ fit - y) ** 2)]


X, y, fresh_X, fresh_y, other_X, other_y, solved, elsewhere, seen = ([] for _ in range(9))
for run, (v, q) in enumerate(zip(V, Q)):
    W = np.einsum("oj,kl->jklo", v, q).reshape(d**3, outputs)
    X.append(features(Z[run]))
    fresh_X.append(features(fresh_Z[run]).reshape(-1, d**3))
    y.append(X[-1] @ W)
    fresh_y.append(fresh_X[-1] @ W)
    fit = np.linalg.lstsq(X[-1].reshape(-1, d**3), y[-1].reshape(-1, outputs), rcond=1e-12)[0]
    distance = np.linalg.norm(fold(fit) - fold(W)) / np.linalg.norm(fold(W))
    solved.append([*measured(fresh_X[-1], fresh_y[-1], fit), distance])
    if memory:
        other_X.append(features(np.array(given["elsewhere_Z"][run])).reshape(-1, d**3))
        other_y.append(other_X[-1] @ W)
        elsewhere.append(measured(other_X[-1], other_y[-1], fit))
        folded = X[-1].reshape(-1, d, d, d)[:, j, k].reshape(len(Z[run]), -1)  # H: every product once
        eigenvalues = np.linalg.eigvalsh(folded.T @ folded / len(folded))
        rank = np.sum(eigenvalues > 1e-12 * eigenvalues[-1])
        seen.append([eigenvalues[0] if rank == len(eigenvalues) else 0, rank])
X, y, fresh_X, fresh_y = (np.array(list_)[share] for list_ in (X, y, fresh_X, fresh_y))
zero, closed, distance = np.array(solved)[share].T

# %% [markdown]
# ## The models
#
# A layer of attention has scores over $\sqrt{\text{width}}$ and the mean over its heads. One layer of linear attention
# is nothing else. With more layers each adds its answers to what it got, and a linear readout follows. The "full" model
# embeds its tokens, has softmax attention and a perceptron with a layer norm before each, and before the readout. All
# parameters stand in one list, layer by layer, of each head first $V$, then $Q$, row by row.


# %%
def attend(take, x, heads, outputs, softmax, last):  # x: sequences x T x width
    width, T = x.shape[2], x.shape[1]
    answer = 0
    for _ in range(heads):
        v, q = take(outputs, width), take(width, width)
        scores = x @ q @ x.swapaxes(1, 2) / np.sqrt(width)  # [s, t], of token s for the question of token t
        seen = np.ones((T, T), dtype=bool) if memory else np.triu(np.ones((T, T), dtype=bool))
        if softmax:
            weights = np.where(seen, np.exp(scores - scores.max(axis=1, keepdims=True)), 0)
            weights /= weights.sum(axis=1, keepdims=True)
        else:
            weights = np.where(seen, scores, 0)
        answer = answer + weights.swapaxes(1, 2) @ x @ v.T / heads
    return answer[:, -1:] if memory and last else answer  # of the memory the last token alone asks the last layer


def normal(take, x):
    width = x.shape[2]
    gain, bias = take(width), take(width)
    centred = x - x.mean(axis=2, keepdims=True)
    return gain * centred / np.sqrt(np.mean(centred**2, axis=2, keepdims=True) + 1e-5) + bias


def perceptron(take, x):
    width = x.shape[2]
    hidden = x @ take(4 * width, width).T + take(4 * width)
    hidden = hidden / (1 + np.exp(-2 * np.sqrt(2 / np.pi) * (hidden + 0.044715 * hidden**3)))
    return hidden @ take(width, 4 * width).T + take(width)


def predict(theta, model, Z):  # sequences x T or 1 x outputs
    theta = iter(theta)
    take = lambda *shape: np.array([next(theta) for _ in range(np.prod(shape))]).reshape(shape)
    x = Z.swapaxes(1, 2)
    if full[model]:
        x = x @ take(4, d).T
    elif layers[model] == 1:
        return attend(take, x, heads[model], outputs, False, True)
    for layer in range(1, layers[model] + 1):
        seen = normal(take, x) if full[model] else x
        answer = attend(take, seen, heads[model], x.shape[2], full[model], layer == layers[model])
        x = x[:, -answer.shape[1] :] + answer
        if full[model]:
            x = x + perceptron(take, normal(take, x))
    return (normal(take, x) if full[model] else x) @ take(outputs, x.shape[2]).T


def errors_at(place, Z, y):  # models x runs
    answers = lambda model, run: predict(given[place][model][run], model, np.array(Z[share[run]])).reshape(-1, outputs)
    return np.array([[np.mean((answers(m, r) - y[share[r]]) ** 2) for r in range(runs)] for m in range(len(heads))])


# %% [markdown]
# ## The figure's numbers
#
# The data are without noise, so least squares is wrong by rounding where there are data enough: what is below
# $10^{-18}$ of answering 0 is nothing. With hardly enough data rounding is larger, and fewer digits are asked for.
# Errors of descent are compared in decades, first and last by asking the models themselves. The medians over runs
# are those that are drawn; a run has reached the closed form from the epoch on from which it stays as low to the end: up
# to 1.5 times its error or that of answers that are right to 14 digits, up to a decade above where that is below a
# millionth of answering 0, and never more than a quarter of the way to answering 0.

# %%
least = 1e-18 * zero.max()
decades = lambda errors: np.log10(np.maximum(errors, least))
line = np.maximum(found["closed"], 1e-29 * np.array(found["zero"]))  # of the figure: rounding is another one here
agree("zero", zero, 12)
agree("closed", closed, 5, least)
agree("distance", distance, 4, 1e-6)
if memory:
    agree("zero elsewhere", np.array(elsewhere)[share, 0], 12)
    agree("closed elsewhere", np.array(elsewhere)[share, 1], 5, 1e-18 * np.max(elsewhere))
    agree("lambda_min", np.array(seen)[share, 0], 6, 1e-12)
    agree("rank", np.array(seen)[share, 1], 16)
if len(heads) > 0:
    errors = np.array(found["errors"])
    found["first"], found["last"] = decades(errors[:, :, 0]), decades(errors[:, :, -1])
    agree("first", decades(errors_at("start", fresh_Z, fresh_y)), 10)
    agree("last", decades(errors_at("end", fresh_Z, fresh_y)), 7)
    if memory:
        ends = np.array(found.pop("elsewhere"))[:, :, -1]
        found["last elsewhere"] = decades(ends)
        agree("last elsewhere", decades(errors_at("end", given["elsewhere_Z"], other_y)), 7)
    if single.any():
        found["refolded"] = decades(found["refolded"])
        agree("refolded", decades(errors[single, :, -1].ravel()), 6)
    powers = np.log10(np.maximum(errors, 1e-40))
    agree("median", 10 ** np.median(powers, axis=1), 10)
    low = line * np.minimum(np.where(line < 1e-6 * zero, 10, 1.5), (zero / line) ** 0.25)
    above = errors > low[:, None]
    left = above.shape[2] - np.argmax(above[:, :, ::-1], axis=2)  # the epoch after the last one above
    left = np.where(above.any(axis=2), left, 0)
    agree("reached", np.where(left < above.shape[2], left, -1), 10)
    deviation = lambda x: np.std(x, axis=1, ddof=1) / np.sqrt(runs) if runs > 1 else 0 * x[:, 0]
    agree("mean_decade", 10 ** powers[:, :, -1].mean(axis=1), 10)
    agree("standard_error_of_decade", deviation(powers[:, :, -1]), 10, 1e-6)
    agree("mean", errors[:, :, -1].mean(axis=1), 10)
    agree("standard_error", deviation(errors[:, :, -1]), 10, least)

# %% [markdown]
# ## Descent again
#
# The models of one linear layer are trained again, all runs side by side, in the order of the data that the figure took
# (given, where it takes seconds). The way of the other models is not repeated, only its end was asked.
#
# With $c = 1/(\sqrt d H)$ the answer is $\hat y = c \sum_h \langle \mathrm{vec}(V_h)\, \mathrm{vec}(Q_h)^\top, X
# \rangle$. Adam has its usual constants, the rate rises in the first tenth of the steps and falls along half a cosine
# to a hundredth, gradients longer than 5 are shortened to 5. A run that amplifies rounding comes to another place in
# every program: so each is followed twice, from starts that differ by $10^{-10}$ of each number, and compared as long
# as this changes little.


# %%
def rate_at(step, steps):
    warm = int(0.1 * steps)
    rate = np.array(given["rate"])[single]
    if step < warm:
        return 1e-5 + (rate - 1e-5) * step / warm
    return rate * (0.01 + 0.99 * (1 + np.cos(np.pi * (step - warm) / max(steps - 1 - warm, 1))) / 2)


def race():
    chosen = np.flatnonzero(single)
    most = heads[single].max()
    split = outputs * d
    V, Q = np.zeros((len(chosen), runs, split, most)), np.zeros((len(chosen), runs, d * d, most))
    for m, model in enumerate(chosen):
        maps = np.reshape(given["start"][model], (runs, heads[model], split + d * d)).swapaxes(1, 2)
        V[m, :, :, : heads[model]], Q[m, :, :, : heads[model]] = maps[:, :split], maps[:, split:]
    moved = 1 + 1e-10 * np.random.default_rng(1).standard_normal(V.shape)
    theta = np.concatenate([np.concatenate([V, V * moved]), np.concatenate([Q, Q])], axis=2)
    c = np.tile(1 / np.sqrt(d) / heads[single], 2)[:, None, None]
    m, v = np.zeros((2, *theta.shape))
    batch, order = int(given["batch"]), np.array(given["order"])  # runs x epochs x sequences
    batches = -(-order.shape[2] // batch)
    steps = order.shape[1] * batches
    # models x runs x (outputs d) x d² -> runs x d³ x models outputs
    def lifted(V, Q):
        W = (c * (V @ Q.swapaxes(2, 3)).reshape(*V.shape[:2], -1)).reshape(len(V), runs, outputs, d**3)
        return W.transpose(1, 3, 0, 2).reshape(runs, d**3, -1)

    for step in range(steps + 1):
        V, Q = theta[:, :, :split], theta[:, :, split:]
        if step % batches == 0:
            off = fresh_X @ lifted(V, Q) - np.tile(fresh_y, len(V))
            yield np.mean(off.reshape(*off.shape[:2], -1, outputs) ** 2, axis=(1, 3)).T
        if step == steps:
            return
        taken = order[:, step // batches, step % batches * batch : (step % batches + 1) * batch]
        at = np.take_along_axis(X, taken[:, :, None, None], axis=1).reshape(runs, -1, d**3)
        target = np.take_along_axis(y, taken[:, :, None, None], axis=1).reshape(runs, -1, outputs)
        slope = 2 / at.shape[1] / outputs * at.swapaxes(1, 2) @ (at @ lifted(V, Q) - np.tile(target, len(V)))
        slope = slope.reshape(runs, d**3, len(V), outputs).transpose(2, 0, 3, 1).reshape(len(V), runs, -1)
        slope = (c * slope).reshape(*V.shape[:2], split, d * d)
        g = np.concatenate([slope @ Q, slope.swapaxes(2, 3) @ V], axis=2)
        length = np.sqrt(np.sum(g**2, axis=(2, 3), keepdims=True))
        g = g * np.minimum(1, 5 / np.maximum(length, 1e-300))
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g**2
        change = m / (1 - 0.9 ** (step + 1)) / (np.sqrt(v / (1 - 0.999 ** (step + 1))) + 1e-8)
        theta = theta - np.tile(rate_at(step, steps), 2)[:, None, None, None] * change


if "order" in given and single.any():
    curves, moved = np.split(np.array(list(race())).transpose(1, 2, 0), 2)  # models x runs x epochs
    calm = np.logical_and.accumulate(np.abs(decades(curves) - decades(moved)) < 1e-4, axis=2)
    print(f"{100 * calm.mean():.0f} % of the epochs are before rounding is amplified")
    found["curves"] = np.where(calm, decades(errors[single]), 0)
    agree("curves", np.where(calm, decades(curves), 0), 5)
found.pop("errors", None)
