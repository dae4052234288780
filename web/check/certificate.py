# %% [markdown]
# ## Data and features
#
# An example $Z$ has keys above values in its columns; the last column asks: its upper half repeats a key. The layer
# that made the answers has one head and no noise, $y = V G Q z$ with $G = Z Z^T$ and $z$ the last column. The
# features $H(Z)$ are the products $G_{jk} z_l$ with $j \le k$, and $y = p\,H(Z)$ with $p_{a,jk,l} = V_{aj} Q_{kl} +
# V_{ak} Q_{jl}$, halved for $j = k$.

# %%
one = given["mixtures"] == "one"
V, Q = np.array(given["V"]), np.array(given["Q"])
d = len(V)
j, k = np.triu_indices(d)


def features(Z):
    """A row for each of the examples Z, N x d x n."""
    G = Z @ Z.transpose(0, 2, 1)
    return np.einsum("np,nl->npl", G[:, j, k], Z[:, :, -1]).reshape(len(Z), len(j) * d)


def fold(T):
    """p of W, whose entries are T[a, j, k, l]."""
    return ((T[:, j, k] + T[:, k, j]) * np.where(j == k, 0.5, 1)[:, None]).reshape(d, -1)


def small(name, ours, least):
    """What is zero in theory is rounding here and there: both numbers must be small, but have no digits in common."""
    print(f"{name}: figure {found[name]:.1e}, NumPy {ours:.1e}, both next to nothing")
    assert max(abs(ours), abs(found.pop(name))) < least, f"{name} is not small"


def agree_or_small(name, ours, digits, least):
    if max(abs(ours), abs(found[name])) < least:
        small(name, ours, least)
    else:
        agree(name, ours, digits)


truth = fold(np.einsum("aj,kl->ajkl", V, Q))
root_w = np.sqrt(np.repeat(np.where(j == k, 1.0, 0.5), d))  # in the coordinates c = sqrt(w) p lengths are those of W
Z = np.array(given["Z"])
if one:
    H = features(Z)
    N, psi = H.shape
    y = np.einsum("aj,njk,kl,nl->na", V, Z @ Z.transpose(0, 2, 1), Q, Z[:, :, -1])
    agree("Gaussian examples", np.sum(np.abs((Z[:, : d // 2, 0] ** 2).sum(axis=1) - 1) > 1e-9), 16)

# %% [markdown]
# ## The certificate
#
# The data decide all of $p$ exactly if $\Lambda = \frac1N \sum H(Z) H(Z)^T$ has no eigenvalue 0 (paper A, lemma 2.3).
# Its eigenvalues are $\sigma^2 / N$ for the singular values $\sigma$ of the features: NumPy takes these, which do not
# square the condition number; the figure takes $\Lambda$, so of a $\lambda_{min}$ far below $\lambda_{max}$ fewer
# digits agree. The rank does not depend on the units of single features, so each is divided by its size first.

# %%
if one:
    size = np.sqrt((H**2).mean(axis=0))
    size[size == 0] = 1
    s = np.linalg.svd(H / size, compute_uv=False)
    rank = np.sum(s > 1e-7 * s[0])
    eigenvalues = np.zeros(psi)
    eigenvalues[: min(N, psi)] = np.linalg.svd(H, compute_uv=False) ** 2 / N
    eigenvalues = eigenvalues[::-1]
    agree("spectrum of Lambda", eigenvalues, 12)
    agree("lambda_max", eigenvalues[-1], 12)
    agree("smallest that counts", eigenvalues[psi - rank], 6)
    agree("lambda_min", eigenvalues[0] if rank == psi else 0, 6)
    small("largest that does not", eigenvalues[psi - rank - 1] if rank < psi else 0, 1e-10 * eigenvalues[-1])
    agree("rank", rank, 16)
    agree("rank by pivots", rank, 16)

# %% [markdown]
# ## What the data never saw, and the fit
#
# With $F = H / \sqrt w$ the plain inner product is that of all $d^3$ products. The right singular vectors of the rows
# $F$ that belong to no singular value span what the data never saw, and $\rho(Z) = \|P\,F(Z)\| / \|F(Z)\|$ is the
# share of a question that lies there (ours). Of all best fits `lstsq` takes the one with the smallest $W$.

# %%
if one:
    F = H / root_w
    R = np.linalg.qr(F, mode="r")  # the same singular values and right singular vectors, and at most psi rows
    _, s, right = np.linalg.svd(R, full_matrices=True)
    unseen = right[rank:].T
    resolution = np.finfo(float).eps * (F**2).sum() / s[rank - 1] ** 2
    agree("resolution of rho", resolution, 5)

    p = np.linalg.lstsq(F, y, rcond=s[rank - 1] / s[0] / 2)[0].T / root_w


    def error(p):
        """Mean over examples of |y - p H|²."""
        return ((y - H @ p.T) ** 2).sum(axis=1).mean()


    agree("p of the fit", p, 7)
    small("error of the fit", error(p), 1e-14)
    agree_or_small("distance of the fit", np.linalg.norm(p - truth), 6, 1e-7)

# %% [markdown]
# ## The impostor
#
# Another $p$, a given distance of $W$ away along one direction $c$: one that the data never saw, that which moves the
# answer to the first question most, $P F / \|P F\|$; if they saw all, the weakest eigenvector of $\Lambda$. It is
# added to the first number of the value, with a sign that is given with the impostor. Along a direction never seen the
# training error does not rise; else by the mean square of what changes. The picture has the impostor go on its way only
# until the training error has risen by $10^{-5}$, and shows what it answers there to the first ten examples.

# %%
if one:
    impostor, questions = np.array(given["impostor"]), np.array(given["questions"])
    question_H = features(questions)
    question_F = question_H / root_w
    change = impostor - p
    _, strengths, directions = np.linalg.svd(change * root_w)
    agree("distance of the impostor", np.linalg.norm(change * root_w), 6)
    assert strengths[1] < 1e-5 * strengths[0], "it changes one output along one c"
    assert np.linalg.norm(np.delete(change, d // 2, axis=0)) < 1e-9, "and no other"
    c = unseen @ (unseen.T @ question_F[0]) if rank < psi else root_w * np.linalg.eigh(H.T @ H / N)[1][:, 0]
    if np.linalg.norm(c) > resolution * np.linalg.norm(question_F[0]):
        print(f"cosine of its direction and NumPy's, without sign: {abs(directions[0] @ c) / np.linalg.norm(c):.12f}")
        assert abs(abs(directions[0] @ c) / np.linalg.norm(c) - 1) < 1e-6
    agree_or_small("error of the impostor", error(impostor), 6, 1e-14)
    moved = H @ change.T
    rise = (moved**2).sum(axis=1).mean() - 2 * ((y - H @ p.T) * moved).sum(axis=1).mean()
    agree_or_small("rise", rise, 6, 1e-12)
    pull = min(1, np.sqrt(1e-5 / max(rise, 1e-300)))
    agree("pull", pull, 6)
    agree("answers to examples", (H[:10] @ np.array([p[d // 2], (p + pull * change)[d // 2], truth[d // 2]]).T).T, 6)

# %% [markdown]
# ## The questions
#
# One after another: a Gaussian one; that one of 256 Gaussian ones that tells the two models apart best (the other 255
# are not here); an orthonormal one; the first example; one edited by hand, if there is one. Models that fit and whose
# $W$ are $r$ apart answer up to $r \rho \|F\|$ apart. If $\lambda_{min} > 0$ and the training error is $\varepsilon$
# above the least, answers are at most $\sqrt{4 \varepsilon / \lambda_{min}}\,\|H\|$ apart, or, as the paper prints it
# (eq. 22), $(\varepsilon / \lambda_{min}) \|Z\|_F^6$, which fails for small $\varepsilon$: what is apart grows like
# the distance of $W$, $\varepsilon$ like its square.

# %%
if one:
    answers = {"truth": question_H @ truth.T, "fit": question_H @ p.T, "impostor": question_H @ impostor.T}
    for name, values in answers.items():
        agree(f"answers of the {name}", values, 7)

    H_length, F_length = np.linalg.norm(question_H, axis=1), np.linalg.norm(question_F, axis=1)
    rho = np.linalg.norm(question_F @ unseen, axis=1) / np.maximum(F_length, 1e-300)  # 0 of a question of zeros
    rho[rho < resolution] = 0
    apart = np.linalg.norm(answers["fit"] - answers["impostor"], axis=1)
    distance = np.linalg.norm(change * root_w)
    agree("rho", rho, 7)
    agree("|H|", H_length, 12)
    agree("|F|", F_length, 12)
    agree("apart", apart, 6)
    agree("reach", distance * rho * F_length, 6)
    assert (apart <= 1.000001 * distance * rho * F_length + 1e-9).all() or rank == psi

    bound, printed, below, divided = np.zeros((4, len(questions)))
    if rank == psi:
        bound = np.sqrt(4 * rise / eigenvalues[0]) * H_length
        printed = rise / eigenvalues[0] * np.linalg.norm(questions, axis=(1, 2)) ** 6
        asked = apart > 0
        below[asked] = distance * apart[asked] / printed[asked]
        divided[asked] = np.cbrt(printed[asked] / apart[asked])
        assert (apart <= 1.000001 * bound).all(), "the bound holds"
    agree("bound", bound, 5)
    agree("printed bound", printed, 5)
    agree("violated below a distance of", below, 5)
    agree("violated when divided by", divided, 5)

# %% [markdown]
# ## Descent
#
# From a random start $p_0$ at the rate $1 / (2 \lambda_{max})$ descent stands after $t$ steps at $p_t = r + (p_0 -
# r)(1 - \Lambda / \lambda_{max})^t$, with $r$ any best fit: it never forgets what its start has along directions that
# the data never saw. NumPy uses the formula for all counts of steps, and takes the first 64 steps one by one.

# %%
if one:
    start, steps = np.array(given["start"]), np.array(given["steps"])
    Lambda = H.T @ H / N
    values, U = np.linalg.eigh(Lambda)
    rate = 0.5 / values[-1]
    keep = 1 - values / values[-1]
    keep[: psi - rank] = 1
    path = lambda t: p + ((start - p) @ U * keep**t) @ U.T
    limit = p + (start - p) @ U[:, : psi - rank] @ U[:, : psi - rank].T
    agree("rate", rate, 12)
    agree("distance of the start", np.linalg.norm(start - truth), 12)
    agree("distances", [np.linalg.norm(path(t) - truth) for t in steps], 7)

    q, cross, walked, gap = start, y.T @ H / N, [], 0
    for t in range(1, 65):
        q = q - rate * 2 * (q @ Lambda - cross)
        if t & (t - 1) == 0:
            walked.append(np.linalg.norm(q - truth))
            gap = max(gap, abs(walked[-1] / np.linalg.norm(path(t) - truth) - 1))
    agree("walked", walked, 10)
    small("formula against descent", gap, 1e-9)
    agree_or_small("distance in the limit", np.linalg.norm(limit - truth), 7, 1e-7)

# %% [markdown]
# A start whose entries have the deviation $1 / \sqrt\psi$ has, in the root mean square, this much along the
# directions never seen; the truth's own part there stays missing too.

# %%
if one:
    null = U[:, : psi - rank]
    agree_or_small("expected in the limit", np.sqrt(d * (psi - rank) / psi + ((truth @ null) ** 2).sum()), 7, 1e-7)

# %% [markdown]
# ## All mixtures
#
# The other view compares mixtures of examples (paper A, figure 2; the minimum norm and the formula for descent are
# ours). All have the same orthonormal examples; in each mixture some are replaced by Gaussian ones, those of the
# mixtures before it among them. NumPy takes the rank from the features, the minimum norm from `lstsq`, and descent
# after each number of steps from the formula above, from eight random starts. Beside the distance from the truth stand
# the errors on new questions of both kinds: the squares of what is missed over those of the right answers.

# %%
if not one:
    which, since = np.array(given["which"], dtype=int), np.array(given["from"])
    H_plain, H_gaussian = features(Z), features(np.array(given["gaussian"]).reshape(-1, *Z.shape[1:]))
    starts, steps = np.array(given["starts"]), np.array(given["steps"])
    N, psi = H_plain.shape
    measures = {"distance": lambda away: np.linalg.norm(away)}
    for kind in ["Gaussian", "orthonormal"]:
        asked = features(np.array(given[f"{kind} questions"]))
        measures[f"on {kind}"] = lambda away, asked=asked: ((asked @ away.T) ** 2).sum() / ((asked @ truth.T) ** 2).sum()
    counts, missing, least, apart = [], [], [], []
    measured = {f"{name}: {what}": [] for name in measures for what in ["minimum norm", "descent", "limits"]}
    for mixture in range(given["count"]):
        H = H_plain.copy()
        H[which[since <= mixture]] = H_gaussian[since <= mixture]
        y = H @ truth.T
        size = np.sqrt((H**2).mean(axis=0))
        size[size == 0] = 1
        s = np.linalg.svd(H / size, compute_uv=False)
        rank = np.sum(s > 1e-7 * s[0])
        p = np.linalg.lstsq(H / root_w, y, rcond=1e-9)[0].T / root_w
        values, U = np.linalg.eigh(H.T @ H / N)
        keep = 1 - values / values[-1]
        keep[: psi - rank] = 1
        away = [(start - p) @ U for start in starts]
        ends = [p + part[:, : psi - rank] @ U[:, : psi - rank].T for part in away]
        counts.append(np.sum(since <= mixture))
        missing.append(psi - rank)
        least.append(np.linalg.svd(H, compute_uv=False)[-1] ** 2 / N if rank == psi else 0)
        for name, of in measures.items():
            measured[f"{name}: minimum norm"].append(of(p - truth))
            measured[f"{name}: descent"].append([[of(p - truth + (part * keep**t) @ U.T) for t in steps] for part in away])
            measured[f"{name}: limits"].append([of(end - truth) for end in ends])
        apart.append(np.mean([np.linalg.norm(a - b) for n, a in enumerate(ends) for b in ends[:n]]))
    agree("Gaussian examples", counts, 16)
    agree("directions never seen", missing, 16)
    agree("lambda_min", least, 5)
    # Where theory says 0 is rounding here and there, so digits are counted from 1 on.
    agree("apart", apart, 7, 1)
    for name, values in measured.items():
        agree(name, values, 7, 1)
