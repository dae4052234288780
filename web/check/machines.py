# %% [markdown]
# # Learning to run automata, checked in Python
#
# One layer of linear attention, $\hat y = \sum_h V_h G Q_h z$ with $G = ZZ^\top$ and the last token $z$ asking, is
# learned from examples of other machines, then asked about this one. Its features are all $G_{jk} z_l$; what is
# learned are the coefficients of least norm $\|W\|_F$ that fit the examples, which `numpy.linalg.svd` finds from their
# rows.

# %%
task, inside = given["task"], given["inside"]


def features(Z):
    """G_jk z_l for j <= k, those with j < k times sqrt 2, so that the plain norm of coefficients is that of W."""
    G, z = Z @ Z.transpose(0, 2, 1), Z[:, :, -1]
    j, k = np.triu_indices(Z.shape[1])
    g = G[:, j, k] * np.where(j == k, 1, np.sqrt(2))
    return (g[:, :, None] * z[:, None, :]).reshape(len(Z), -1)


class Fit:
    """The least-norm map from features to answers: X has a row for each example, Y its answer."""

    def __init__(self, X, Y):
        U, sigma, directions = np.linalg.svd(X, full_matrices=False)
        self.rank = int(np.sum(sigma > inside * max(sigma, default=0)))
        self.basis = directions[: self.rank]
        self.map = (U[:, : self.rank] / sigma[: self.rank]).T @ Y

    def answer(self, H):
        return H @ self.basis.T @ self.map

    def rho(self, H):
        """The share of each question that lies outside what the examples span; rounding counts as 0."""
        outside = np.linalg.norm(H - H @ self.basis.T @ self.basis, axis=1)
        share = outside / np.maximum(np.linalg.norm(H, axis=1), 1e-300)
        return np.where(share > inside, share, 0)


def rounded(answers):
    """The largest coordinate; -1 where another equals it, within the tie: being right is the luck of the order there."""
    equal = np.sum(answers >= answers.max(axis=1, keepdims=True) - given["tie"], axis=1)
    return np.where(equal == 1, np.argmax(answers, axis=1), -1)


# %% [markdown]
# ## Tokens
# *Any automaton*: the table stands in the input. Each of the $K = |Q||\Sigma|$ questions (state, letter) has a
# coordinate of its own; token $i$ is $[e_i; v_i]$, with the next state as one-hot $v_i$, or 0 for a hole, and the last
# token $[e_k; 0]$ asks. *One automaton*: the only token is $[e_\text{state}; e_\text{letter}; 1]$. *Any memory*:
# tokens $[k_i; v_i]$, then $[q; \zeta]$; the answer is the lower half of $Gz$ with $z = [q; 0]$, which is
# $\sum_i v_i \langle k_i, q\rangle + \zeta\|q\|^2$.


# %%
def questions(tables, keys, states):
    """Z for each pair of a table (K next states) and a key."""
    tables, keys = np.asarray(tables), np.asarray(keys)
    count, K = tables.shape
    Z = np.zeros((count, K + states, K + 1))
    Z[:, :K, :K] = np.eye(K)
    Z[:, K:, :K] = tables[:, None, :] == np.arange(states)[:, None]
    Z[np.arange(count), keys, K] = 1
    return Z


def transitions(keys, states, letters):
    Z = np.zeros((len(keys), states + letters + 1, 1))
    for row, key in enumerate(keys):
        Z[row, [key // letters, states + key % letters, -1]] = 1
    return Z


def recalled(Z):
    m = Z.shape[1] // 2
    return Z[:, m:] @ np.einsum("ija,ij->ia", Z[:, :m], Z[:, :m, -1])[:, :, None]


# %% [markdown]
# ## Learning
# For each number $N$ of examples: the rank, the share of unseen questions answered rightly and surely, and the largest
# error before rounding. Errors that are no more than rounding are compared as 0.

# %%
curve = {name: [] for name in ("rank", "questions", "share right", "share with rho = 0", "largest error")}


clean = lambda error: error if error > given["rounding"] else 0


def record(rank, right, certain, error):
    share = lambda holds: np.mean(holds) if len(holds) > 0 else float(task == "any automaton")
    for name, value in zip(curve, (rank, len(right), share(right), share(certain), clean(error))):
        curve[name].append(value)


answers, rhos = [], []
if task != "any memory":
    table = np.array(given["table"], dtype=int)
    states, letters = table.shape
    K, entries, one_hot = table.size, table.ravel(), np.eye(states)

if task == "any automaton":
    # Two questions of different keys have no feature in common, since z is a unit vector: each key is a fit of its own.
    taught, keys = np.array(given["taught tables"], dtype=int)[:, 0], np.array(given["taught keys"])
    unseen = np.array(given["unseen tables"], dtype=int)[:, 0]
    of_key = lambda tables, key: features(questions(tables, np.full(len(tables), key), states))[:, key :: K + states]
    H = [(of_key(taught[keys == key], key), of_key(unseen, key), of_key(entries[None], key)) for key in range(K)]
    for N in given["N"]:
        rank, right, certain, errors, own, rho = 0, [], [], [0], np.zeros((states, K)), np.zeros(K)
        for key, (learned, asked, mine) in enumerate(H):
            here = taught[:N][keys[:N] == key]
            fit = Fit(learned[: len(here)], one_hot[here[:, key]])
            known = {tuple(row) for row in here.tolist()}
            new = np.array([tuple(row) not in known for row in unseen.tolist()])
            truth, given_back = unseen[new, key], fit.answer(asked[new])
            rank += fit.rank
            right.extend(rounded(given_back) == truth)
            certain.extend(fit.rho(asked[new]) == 0)
            errors.append(np.abs(given_back - one_hot[truth]).max(initial=0))
            own[:, key], rho[key] = fit.answer(mine)[0], fit.rho(mine)[0]
        record(rank, right, certain, max(errors))
        answers.append(own)
        rhos.append(rho)
    d = K + states

if task == "one automaton":
    H, order, told = features(transitions(range(K), states, letters)), given["taught keys"], entries >= 0
    for N in given["N"]:
        fit = Fit(H[order[:N]], one_hot[entries[order[:N]]])
        own, rho = fit.answer(H), fit.rho(H)
        errors = np.abs(own - one_hot[entries])[told]
        record(fit.rank, (rounded(own) == entries)[told], (rho == 0)[told], errors.max(initial=0))
        answers.append(own.T)
        rhos.append(rho)
    d = states + letters + 1

if task == "any memory":
    taught, unseen, Z = np.array(given["taught Z"]), np.array(given["unseen Z"]), np.array([given["Z"]])
    d = Z.shape[1]
    H, asked, mine, truth = features(taught), features(unseen), features(Z), recalled(unseen)[:, :, 0]
    for place, N in enumerate(given["N"]):
        fit = Fit(H[:N], recalled(taught[:N])[:, :, 0])
        errors = np.abs(fit.answer(asked) - truth).max(axis=1)
        rounding = inside * np.linalg.norm(asked, axis=1)
        right = errors <= given["exact"] * np.abs(truth).max(axis=1) + rounding
        record(fit.rank, right, fit.rho(asked) == 0, errors.max())
        if place == given["marked"]:
            recall = fit.answer(mine)[0], fit.rho(mine)[0]

agree("unknowns", d * d * (d + 1) // 2, 16)
agree("rank", curve["rank"], 16)
agree("questions", curve["questions"], 16)
agree("share right", curve["share right"], 12)
agree("share with rho = 0", curve["share with rho = 0"], 12)
agree("largest error", curve["largest error"], 6)

# %% [markdown]
# ## The run
# Predict, round, go on from there: the learned layer's state after each letter, beside a plain simulator that reads
# the table. Both stop at a letter that the table does not have and at a hole, the learned one also where no state has
# the largest number to itself.

# %%
if task != "any memory":
    agree("answers to this table", answers, 8)
    agree("rho of its entries", rhos, 8)
    own, rho = answers[given["marked"]], rhos[given["marked"]]

    def run(step):
        visited, keys = [0], []
        for letter in given["word"]:
            if letter >= letters or table[visited[-1], letter] < 0:
                break
            keys.append(visited[-1] * letters + letter)
            visited.append(int(step(keys[-1])))
            if visited[-1] < 0:
                break
        return visited, keys

    learned, keys = run(lambda key: rounded(own.T)[key])
    agree("learned run", learned, 16)
    agree("true run", run(lambda key: entries[key])[0], 16)
    ends = learned[-1] if learned[-1] >= 0 else learned[-2]
    agree("accepted", given["accepting"][ends], 16)
    errors = np.abs(own.T - one_hot[entries])[keys]
    agree("largest error of the run", clean(errors.max(initial=0)), 8)
    agree("largest rho of the run", rho[keys].max(initial=0), 8)

# %% [markdown]
# ## Your memory
# What is recalled at the marked number of examples, beside $\sum_i v_i \langle k_i, q\rangle + \zeta\|q\|^2$.

# %%
if task == "any memory":
    m = d // 2
    keys, values, q, zeta = Z[0, :m], Z[0, m:], Z[0, :m, -1], Z[0, m:, -1]
    agree("products of keys and query", keys.T @ q, 12)
    agree("true answer", values @ (keys.T @ q), 12)
    agree("self term", zeta * (q @ q), 12)
    agree("learned answer", recall[0], 6)
    agree("rho of the question", recall[1], 6)
