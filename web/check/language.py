# %% [markdown]
# # Guessing real text, checked in Python
#
# A text becomes tokens, tokens become embeddings $E$ (drawn by the page from its seed, so they are given), and linear
# attention learns to say the embedding of the next token.
#
# ## The text
# The last fifth is held out. The most frequent tokens of the rest have an embedding of their own, equals in the order
# in which they appear; token 0 stands for all others.

# %%
from collections import Counter, defaultdict

d, n, causal, E = given["d"], given["n"], given["causal"], np.array(given["E"])
tokens = list(given["text"])
cut = len(tokens) - len(tokens) // 5
known = [token for token, _ in Counter(tokens[:cut]).most_common(E.shape[1] - 1)]
ids = np.array([{token: k + 1 for k, token in enumerate(known)}.get(token, 0) for token in tokens])
agree("tokens", len(tokens), 16)
agree("vocabulary", min(given["vocabulary"], len(set(tokens[:cut])) + 1), 16)

# %% [markdown]
# A window is $n$ tokens and the one after. Of the windows of each part as many as were asked for are used, spread
# evenly. If only the last token asks, there is a window for each place; if every token asks, windows do not overlap.

# %%
stride = n if causal else 1


def windows(begin, end, most):
    available = (end - begin - n - 1) // stride + 1
    used = min(most, available)
    starts = begin + np.arange(used) * available // used * stride
    return ids[starts[:, None] + np.arange(n + 1)], available


train, train_available = windows(0, cut, given["N"])
test, test_available = windows(cut, len(ids), given["held_out"])
asked = range(n) if causal else [n - 1]
after = lambda part: part[:, [t + 1 for t in asked]].ravel()  # what each question is to be answered with
agree("windows", [len(train), train_available, len(test), test_available], 16)
agree("questions", [len(after(train)), len(after(test))], 16)
agree("unlisted", np.mean(after(test) == 0), 12)

# %% [markdown]
# ## Features
# Token $t$ asks with $z = z_t$ and sees $G = \sum_{s\le t} z_s z_s^\top$. Its features are $H = (G_{jk} z_l)$ for
# $j \le k$, in all $\psi = d^2(d+1)/2$. With a constant, the last number of each token is 1.

# %%
j, k = np.triu_indices(d)
psi = len(j) * d
w = np.repeat(np.where(j == k, 1.0, 0.5), d)  # ||W||² = sum w p² for the W of least norm that has coefficients p


def embedded(part):
    Z = E.T[part[:, :n]]
    return np.dstack([Z, np.ones(part[:, :n].shape)]) if given["constant"] else Z


def features(Z):
    G = np.cumsum(Z[:, :, :, None] * Z[:, :, None, :], axis=1)[:, asked]
    return (G[:, :, j, k, None] * Z[:, asked, None, :]).reshape(-1, psi)


def sums(Z, Y):
    """The triangle R of a QR factorisation of the rows (H, y): RᵀR holds all sums over them."""
    R = np.empty((0, psi + Y.shape[1]))
    for a in range(0, len(Z), 1024):
        y = Y[a * len(asked) : (a + 1024) * len(asked)]
        R = np.linalg.qr(np.vstack([R, np.hstack([features(Z[a : a + 1024]), y])]), mode="r")
    return R[:, :psi], R[:, psi:]


# %% [markdown]
# ## The closed form
# The coefficients $p$ minimise $\frac1{\text{rows}}\sum\|y - pH\|^2 + \lambda\|W\|_F^2$. With $\lambda = 0$ they are
# those of least norm. Where $\lambda$ was chosen, each was tried on the last fifth of the windows learned from.

# %%
Y, T = E.T[after(train)], E.T[after(test)]
mean = E @ np.bincount(ids[:cut], minlength=E.shape[1]) / cut
trivial = np.sum((T - mean) ** 2)
relative = lambda answers: np.sum((T - answers) ** 2) / trivial
agree("error of the mean token", trivial / T.size, 12)


def solve(A, B, rows, lam):
    if lam == 0:
        return np.linalg.lstsq(A / np.sqrt(w), B, rcond=1e-7)[0] / np.sqrt(w)[:, None]
    return np.linalg.solve(A.T @ A + rows * lam * np.diag(w), A.T @ B)


Z, H_test = embedded(train), features(embedded(test))
judged = len(Z) - len(Z) // 5
rows_fitted = judged * len(asked)
A1, B1 = sums(Z[:judged], Y[:rows_fitted])
A2, B2 = sums(Z[judged:], Y[rows_fitted:])
A, B = np.split(np.linalg.qr(np.vstack([np.hstack([A1, B1]), np.hstack([A2, B2])]), mode="r"), [psi], axis=1)
lam = given["lambdas"][0]
if "lambda" in found:
    judge = lambda p: np.sum((B2 - A2 @ p) ** 2) / (len(Y) - rows_fitted) / (trivial / len(T))
    tried = [judge(solve(A1, B1, rows_fitted, trial)) for trial in given["lambdas"]]
    lam = given["lambdas"][int(np.argmin(tried))]
    agree("errors of each lambda", tried, 6)
    agree("lambda", lam, 16)
p = solve(A, B, len(Y), lam)
agree("error, closed form, training", np.sum((B - A @ p) ** 2) / len(Y) / (trivial / len(T)), 8)

# %% [markdown]
# ## Counting
# What most often followed the last token, and the last few (at most four, shortened at the far end to what was seen).

# %%


def counted(longest):
    followers = defaultdict(Counter)
    contexts = lambda part: [tuple(row[max(0, t + 1 - longest) : t + 1]) for row in part.tolist() for t in asked]
    for context, answer in zip(contexts(train), after(train).tolist()):
        for length in range(1, len(context) + 1):
            followers[context[-length:]][answer] += 1
    answers, guesses = [], []
    for context in contexts(test):
        seen = next((followers[context[a:]] for a in range(len(context)) if context[a:] in followers), {})
        total = E[:, list(seen)] @ np.array(list(seen.values())) / sum(seen.values()) if seen else mean
        answers.append(total)
        guesses.append(max((id for id in seen if id > 0), key=lambda id: (seen[id], -id), default=1))
    full = [table for context, table in followers.items() if len(context) == longest]
    return np.array(answers), guesses, sum(map(len, full))


def nearest(answers):
    return np.argmin(((E.T[1:] ** 2).sum(1) - 2 * answers @ E[:, 1:]), axis=1) + 1


pairs, runs = counted(1), counted(min(n, 4))
agree("different runs counted", [pairs[2], runs[2]], 16)
agree("errors of pairs, runs, closed form", [relative(pairs[0]), relative(runs[0]), relative(H_test @ p)], 8)

# %% [markdown]
# ## First question: does it learn?
# Descent starts at random heads and takes random batches, so its way is not repeated here; where it ended is given.
# These heads $V_h, Q_h$ answer $\sum_h V_h G Q_h z$.

# %%
if given["question"] == "learn":
    p_descent = sum(np.einsum("aj,kl->jkla", V, Q) for V, Q in zip(np.array(given["V"]), np.array(given["Q"])))
    folded = np.where((j == k)[:, None, None], p_descent[j, k], p_descent[j, k] + p_descent[k, j]).reshape(psi, -1)
    agree("error of the descent's end", [min(relative(H_test @ folded), 1e6)] * 2, 8)
    share = lambda guesses: np.mean(guesses == after(test))
    guesses = [np.ones(len(T)), pairs[1], runs[1], nearest(H_test @ p), nearest(H_test @ folded)]
    agree("share guessed right", [share(guess) for guess in guesses], 12)

# %% [markdown]
# ## Second question: do fewer features do?
# A sketch asks for $p^\top = Sc$ and finds $c$ by least squares; $S$ has some columns of the identity, or what
# landmark windows ask, $H/w$. The orders are given: random ones are the page's, and where two features are equally
# good rounding decides. That the greedy order takes the best feature each time, and the other falling leverage, is
# checked. A column that is a combination of those before it is left out. The figure solves with $S^\top\Lambda S$,
# which squares the condition, NumPy with the rows: where a column is new by less than $10^{-4}$ of its length, as late
# landmarks are and features that depend on others at $\lambda = 0$, rounding decides what is left out, and errors are
# not compared. Mixtures are $\psi\times\psi$ random numbers, too many to be given: with all of them nothing is lost,
# which is checked unless $\lambda = 0$ and features are dependent.

# %%
if given["question"] == "fewer features":
    M, b = A.T @ A / len(Y) + lam * np.diag(w), A.T @ B / len(Y)

    root = np.vstack([A / np.sqrt(len(Y)), np.diag(np.sqrt(lam * w))])
    right = np.vstack([B / np.sqrt(len(Y)), np.zeros((psi, B.shape[1]))])

    smallest = np.sqrt(8 * psi * 2.0**-52)  # the share of a column that must be new

    def errors(S):
        """For each size the error, and whether it is sure which columns are new."""
        columns, Q, kept, new = root @ S, np.empty((len(root), 0)), [], []
        for i, column in enumerate(columns.T):
            rest = column - Q @ (Q.T @ column)
            rest -= Q @ (Q.T @ rest)
            new.append(np.linalg.norm(rest) / np.linalg.norm(column))
            if new[-1] > smallest:
                Q, kept = np.column_stack([Q, rest / np.linalg.norm(rest)]), kept + [i]
        R, answered, kept, new = Q.T @ columns[:, kept], Q.T @ right, np.array(kept), np.array(new)
        result = []
        for size in given["sizes"]:
            m = np.sum(kept < size)
            fit = S[:, kept[:m]] @ np.linalg.solve(R[:m, :m], answered[:m])
            result.append((relative(H_test @ fit), (new[: int(size)] > 1e-4).all()))
        return np.transpose(result)

    curves = {name: [np.eye(psi)[:, order] for order in given[name]] for name in ("greedy", "leverage", "features")}
    curves["landmarks"] = [(features(Z[order])[len(asked) - 1 :: len(asked)] / w).T for order in given["landmarks"]]
    for name, sketches in curves.items():
        of_draws, sure = np.moveaxis([errors(S) for S in sketches], 1, 0)
        sure = sure.all(axis=0)
        band = np.array([of_draws.min(0), np.median(of_draws, 0), of_draws.max(0)])
        found[f"errors, {name}"] = np.array(found[f"errors, {name}"])[:, sure]
        agree(f"errors, {name}", band[:, sure], 5 if name == "landmarks" else 6)
        if not sure.all():
            print(f"  not compared at {np.sum(~sure)} of {len(sure)} sizes")
    if "error, all mixtures" in found:
        agree("error, all mixtures", relative(H_test @ p), 6)
    if lam > 0:
        scores = 1 - lam * w * np.diag(np.linalg.inv(M))
        assert (np.diff(scores[given["leverage"][0]]) < 1e-6).all(), "the leverage does not fall"
    pivots, left, C = np.diag(M).copy(), b.copy(), M.copy()
    for best in given["greedy"][0]:
        if pivots[best] <= smallest * M[best, best]:
            break  # what is left are combinations of those before
        gains = np.where(pivots > smallest * np.diag(M), np.sum(left**2, axis=1) / np.maximum(pivots, 1e-300), 0)
        assert gains[best] >= gains.max() * (1 - 1e-6), "another feature gains more"
        column = C[:, best] / C[best, best]
        left, C = left - np.outer(column, left[best]), C - np.outer(column, C[best])
        pivots = np.diag(C).copy()

# %% [markdown]
# ## Third question: does text identify the model?
# $\Lambda = \frac1{\text{rows}}\sum HH^\top$ has the squares of the rows' singular values as eigenvalues, and its rank
# is that of the features scaled to one size. $\rho$ is the share of a held-out question $H$ that lies in the
# directions of eigenvalue 0, or of those below the cut. The figure sums $HH^\top$ and loses what is below
# $2^{-52}\lambda_{\max}$, so its smallest eigenvalues have fewer digits than NumPy's, which come from the rows.
# Gaussian tokens are drawn by the page from its seed; NumPy draws its own, and their rank must be the same.

# %%
rank_of = lambda A: np.linalg.matrix_rank(A / np.maximum(np.linalg.norm(A, axis=0), 1e-300), tol=1e-6)

if given["question"] == "certificate":
    eps = 2.0**-52
    sigma, directions = np.linalg.svd(A)[1:]
    eigenvalues = sigma**2 / len(Y)
    rank = rank_of(A)
    agree("eigenvalues", eigenvalues[::-1], 10)
    agree("rank", rank, 16)
    agree("rank by pivots", rank, 16)
    agree("lambda_max", eigenvalues[0], 10)
    digits = max(1, int(-np.log10(psi * eps * eigenvalues[0] / eigenvalues[rank - 1])))
    agree("lambda_min", eigenvalues[-1] if rank == psi else 0, digits)
    if "digits for the weakest direction" in found:
        agree("digits for the weakest direction", np.log10(sigma[0] / sigma[psi - 1]), min(digits, 10))
    agree("least eigenvalue not 0", eigenvalues[rank - 1], digits)
    above = np.sum(eigenvalues > max(psi * eps, given["cut"]) * eigenvalues[0])
    agree("directions above the cut", above, 16)

    # At most as many questions are asked as there are windows.
    some = np.arange(0, len(test), n if causal else 1)
    part, H = test[some], H_test.reshape(len(test), len(asked), psi)[some].reshape(-1, psi)
    share = lambda unseen: np.linalg.norm(H @ unseen.T, axis=1) / np.maximum(np.linalg.norm(H, axis=1), 1e-300)
    rho, weak = share(directions[rank:]), share(directions[above:])
    exact = rho <= given["rounding"] + eps * eigenvalues.sum() / eigenvalues[rank - 1]
    clean = lambda rho: np.where(rho <= given["rounding"], 0, rho)
    quantiles = lambda rho: np.sort(clean(rho))[(len(rho) - 1) * np.arange(101) // 100]
    agree("rho", quantiles(rho), 6)
    agree("rho above the cut", quantiles(weak), 6)
    agree("share with rho = 0", np.mean(exact), 12)
    agree("share hardly unseen", np.mean(weak < given["hardly"]), 12)

    # A question is new if its tokens, up to the one that asks, are not among those learned from.
    questions = lambda part: [tuple(row[: t + 1]) for row in part.tolist() for t in asked]
    seen = Counter(questions(train))
    new = np.array([question not in seen for question in questions(part)])
    agree("questions asked, new ones", [len(new), new.sum()], 16)
    agree("share of new ones with rho = 0", np.mean(exact[new]) if new.any() else 0, 12)
    largest, asking = {}, questions(part)
    for q in np.argsort(-weak, kind="stable"):
        largest.setdefault(asking[q], weak[q])
    agree("largest rho", [value for value in largest.values() if value > given["rounding"]][:40], 6)
    # Questions that differ in the order of their first tokens have the same features: which are listed is given.
    agree("rho of the rare", [largest[tuple(question)] for question in given["rare"]], 6)
    agree("times seen", [seen[tuple(question)] for question in given["rare"]], 16)

    G = np.random.default_rng(1).normal(size=(min(len(train), 2 * psi), n, E.shape[0])) / np.sqrt(E.shape[0])
    gaussian = np.dstack([G, np.ones(G.shape[:2])]) if given["constant"] else G
    agree("rank, Gaussian tokens", rank_of(sums(gaussian, np.zeros((len(G) * len(asked), 0)))[0]), 16)
