# %% [markdown]
# # Do more heads replace luck?
#
# A layer with one head answers for every token, $y_t = V G_t Q z_t$ with $G_t = \sum_{s \le t} z_s z_s^\top$: every
# token sees itself and those before it. Models of several kinds are trained on its answers by Adam; least squares
# solves for the same answers at once (Yau et al., arXiv 2410.10101, section 6). Errors are mean squares over the fresh
# sequences.
#
# Given are the layer and the tokens of each run (one of both where all runs share them), and for each model and run
# where training started and where it ended. Models that left the finite numbers in some run are left out.

# %%
V, Q = np.array(given["V"]), np.array(given["Q"])  # runs x 1 x d, runs x d x d
Z, fresh_Z = np.array(given["Z"]), np.array(given["fresh_Z"])  # runs x sequences x d x T
heads, layers, full = (np.array(given[name], dtype=int) for name in ("heads", "layers", "full"))
single = (layers == 1) & (full == 0)  # one layer of linear attention
runs, d = len(found["zero"]), Z.shape[2]
share = np.zeros(runs, dtype=int) if len(Z) == 1 else np.arange(runs)  # the data of each run

# %% [markdown]
# ## Least squares
#
# $y_t$ is linear in the $d^3$ products $G_{t,jk} z_l$. As $G$ is symmetric the coefficients are not decided; of all
# that fit, `lstsq` takes the smallest. What they are as a function is $p$, the coefficients of the products with $j \le
# k$.


# %%
def features(Z):  # sequences x d x T -> sequences x T x d^3
    G = np.cumsum(np.einsum("ijt,ikt->itjk", Z, Z), axis=1)
    return np.einsum("itjk,ilt->itjkl", G, Z).reshape(len(Z), -1, d**3)


def fold(W):
    j, k = np.triu_indices(d)
    W = W.reshape(d, d, d)
    return (W + W.swapaxes(0, 1))[j, k] / np.where(j == k, 2, 1)[:, None]


zero, closed, distance, X, y, fresh_X, fresh_y = [], [], [], [], [], [], []
for v, q, tokens, fresh in zip(V, Q, Z, fresh_Z):
    W = np.multiply.outer(v[0], q).ravel()
    X.append(features(tokens))
    fresh_X.append(features(fresh).reshape(-1, d**3))
    y.append(X[-1] @ W)
    fresh_y.append(fresh_X[-1] @ W)
    fit = np.linalg.lstsq(X[-1].reshape(-1, d**3), y[-1].ravel(), rcond=1e-12)[0]
    zero.append(np.mean(fresh_y[-1] ** 2))
    closed.append(np.mean((fresh_X[-1] @ fit - fresh_y[-1]) ** 2))
    distance.append(np.linalg.norm(fold(fit) - fold(W)) / np.linalg.norm(fold(W)))
X, y, fresh_X, fresh_y = (np.array(list_)[share] for list_ in (X, y, fresh_X, fresh_y))
zero, closed, distance = (np.array(list_)[share] for list_ in (zero, closed, distance))

# %% [markdown]
# ## The models
#
# A layer of attention has scores over $\sqrt{\text{width}}$ and the mean over its heads. One layer of linear attention
# is nothing else. With more layers each adds its answers to what it got, and a linear readout follows. The "full" model
# embeds its tokens, has softmax attention and a perceptron with a layer norm before each, and before the readout. All
# parameters stand in one list, layer by layer, of each head first $V$, then $Q$, row by row.


# %%
def attend(take, x, heads, outputs, softmax):  # x: sequences x T x width
    width, T = x.shape[2], x.shape[1]
    answer = 0
    for _ in range(heads):
        v, q = take(outputs, width), take(width, width)
        scores = x @ q @ x.swapaxes(1, 2) / np.sqrt(width)  # [s, t], of token s for the question of token t
        seen = np.triu(np.ones((T, T), dtype=bool))
        if softmax:
            weights = np.where(seen, np.exp(scores - scores.max(axis=1, keepdims=True)), 0)
            weights /= weights.sum(axis=1, keepdims=True)
        else:
            weights = np.where(seen, scores, 0)
        answer = answer + weights.swapaxes(1, 2) @ x @ v.T / heads
    return answer


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


def predict(theta, model, Z):  # sequences x T
    theta = iter(theta)
    take = lambda *shape: np.array([next(theta) for _ in range(np.prod(shape))]).reshape(shape)
    x = Z.swapaxes(1, 2)
    if full[model]:
        x = x @ take(4, d).T
    elif layers[model] == 1:
        return attend(take, x, heads[model], 1, False)[:, :, 0]
    for _ in range(layers[model]):
        seen = normal(take, x) if full[model] else x
        x = x + attend(take, seen, heads[model], x.shape[2], full[model])
        if full[model]:
            x = x + perceptron(take, normal(take, x))
    return ((normal(take, x) if full[model] else x) @ take(1, x.shape[2]).T)[:, :, 0]


def errors_at(place):  # models x runs
    answers = lambda model, run: predict(given[place][model][run], model, fresh_Z[share[run]]).ravel()
    return np.array([[np.mean((answers(m, r) - fresh_y[r]) ** 2) for r in range(runs)] for m in range(len(heads))])


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
if len(heads) > 0:
    errors = np.array(found["errors"])
    found["first"], found["last"] = decades(errors[:, :, 0]), decades(errors[:, :, -1])
    agree("first", decades(errors_at("start")), 10)
    agree("last", decades(errors_at("end")), 7)
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
    V, Q = np.zeros((len(chosen), runs, d, most)), np.zeros((len(chosen), runs, d * d, most))
    for m, model in enumerate(chosen):
        maps = np.reshape(given["start"][model], (runs, heads[model], d + d * d)).swapaxes(1, 2)
        V[m, :, :, : heads[model]], Q[m, :, :, : heads[model]] = maps[:, :d], maps[:, d:]
    moved = 1 + 1e-10 * np.random.default_rng(1).standard_normal(V.shape)
    theta = np.concatenate([np.concatenate([V, V * moved]), np.concatenate([Q, Q])], axis=2)
    c = np.tile(1 / np.sqrt(d) / heads[single], 2)[:, None, None]
    m, v = np.zeros((2, *theta.shape))
    batch, order = int(given["batch"]), np.array(given["order"])  # runs x epochs x sequences
    batches = -(-order.shape[2] // batch)
    steps = order.shape[1] * batches
    lifted = lambda V, Q: (c * (V @ Q.swapaxes(2, 3)).reshape(*V.shape[:2], d**3)).transpose(1, 2, 0)
    for step in range(steps + 1):
        V, Q = theta[:, :, :d], theta[:, :, d:]
        if step % batches == 0:
            yield np.mean((fresh_X @ lifted(V, Q) - fresh_y[:, :, None]) ** 2, axis=1).T
        if step == steps:
            return
        taken = order[:, step // batches, step % batches * batch : (step % batches + 1) * batch]
        at = np.take_along_axis(X, taken[:, :, None, None], axis=1).reshape(runs, -1, d**3)
        target = np.take_along_axis(y, taken[:, :, None], axis=1).reshape(runs, -1, 1)
        slope = 2 / at.shape[1] * at.swapaxes(1, 2) @ (at @ lifted(V, Q) - target)
        slope = (c * slope.transpose(2, 0, 1)).reshape(*V.shape[:2], d, d * d)
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
