# %% [markdown]
# # A Turing machine, learned, checked in Python
#
# One layer of linear attention learns a step from traces of random machines: (state, symbol) to the symbol to write,
# the move, the next state. Then it runs this machine, which it never saw. The traces' machines, tapes and first states
# are given; all else is computed here, by a simulator and by `numpy.linalg.svd`.
#
# A rule is a number of three digits: the symbol to write from 1 (the blank), the move (1 left, 2 stay, 3 right), the
# next state from 1 (0 halts). 0 is a hole; the layer is given a rule that halts in its place.

# %%
S, C = given["states"], given["symbols"]  # |Q|, |Gamma|
K, blocks = S * C, (C, 3, S + 1)  # questions (state, symbol); what is answered, as one-hot blocks
w = sum(blocks)


def carry_out(rule, cells, head):
    cells[head] = rule // 100 - 1
    return head + rule // 10 % 10 - 2, rule % 10 - 1  # the cell and the state that follow; -1: halted


def entries(table):
    """Of each rule the place of its choice in every block; halting is the last state."""
    rules = np.where(np.asarray(table) == 0, 120, table)
    following = rules % 10 - 1
    return np.stack([rules // 100 - 1, rules // 10 % 10 - 1, np.where(following < 0, S, following)], axis=-1)


# %% [markdown]
# ## Lessons
# Each machine runs on its tape until it halts, or for so many steps; every question that comes up is an example.

# %%
taught, steps = [], 0  # (lesson, question)
starts = zip(given["lesson tables"], given["lesson tapes"], given["lesson states"])
for lesson, (table, tape, state) in enumerate(starts):
    cells, head, asked = dict(enumerate(tape)), 0, []
    for _ in range(given["lesson steps"]):
        asked.append(state * C + cells.get(head, 0))
        head, state = carry_out(table[asked[-1]], cells, head)
        if state < 0:
            break
    steps += len(asked)
    taught += [(lesson, key) for key in dict.fromkeys(asked)]
lesson_of, key_of = np.array(taught).T
agree("steps of all lessons", steps, 16)
agree("examples", len(taught), 16)
agree("taught", np.bincount(key_of, minlength=K), 16)

# %% [markdown]
# ## Tokens and features
# Token $i \le K$ is $[e_i; v_i]$ with the rule of question $i$ as one-hot blocks $v_i$; the last token $z = [e_k; 0]$
# asks. With $G = ZZ^\top$ the features are $G_{jk} z_l$, those with $j < k$ times $\sqrt 2$, so that the plain norm of
# the coefficients is $\|W\|_F$. As $z$ is a unit vector, questions with different keys have no feature in common, and
# each key is a fit of its own.

# %%
one_hot = lambda choices: np.concatenate([np.eye(size)[choices[..., b]] for b, size in enumerate(blocks)], axis=-1)
j, k = np.triu_indices(K + w)


def features(values, key):
    """values: one-hot blocks of whole tables, count x K x w."""
    Z = np.zeros((len(values), K + w, K + 1))
    Z[:, :K, :K] = np.eye(K)
    Z[:, K:, :K] = values.transpose(0, 2, 1)
    Z[:, key, K] = 1
    return (Z @ Z.transpose(0, 2, 1))[:, j, k] * np.where(j == k, 1, np.sqrt(2))


def rounded(answers):
    """In each block the first of the largest; those within the tie are equal."""
    parts = np.split(answers, np.cumsum(blocks)[:-1], axis=-1)
    return np.stack([np.argmax(a >= a.max(-1, keepdims=True) - given["tie"], -1) for a in parts], axis=-1)


# %% [markdown]
# ## Learning
# The map of least norm that fits the examples of a key, and $\rho$, the share of the question that lies outside what
# they span.

# %%
lessons, mine = one_hot(entries(given["lesson tables"])), one_hot(entries(given["table"]))[None]
X = [features(lessons[lesson_of[key_of == key]], key) for key in range(K)]
H = [features(mine, key)[0] for key in range(K)]


def learn(seen):
    """From so many lessons: rank, outputs w x K, rho."""
    rank, outputs, rho = 0, np.zeros((w, K)), np.ones(K)
    for key in range(K):
        here = lesson_of[key_of == key]
        here = here[here < seen]
        if len(here) > 0:
            U, sigma, directions = np.linalg.svd(X[key][: len(here)], full_matrices=False)
            r = np.sum(sigma > given["inside"] * sigma[0])
            along = directions[:r] @ H[key]
            outputs[:, key] = (U[:, :r] @ (along / sigma[:r])) @ lessons[here, key]
            rho[key] = np.linalg.norm(H[key] - along @ directions[:r]) / np.linalg.norm(H[key])
            rank += r
    return rank, outputs, np.where(rho > given["inside"], rho, 0)


truth, own = entries(given["table"]), np.array(given["own rules"], dtype=bool)
growth = []
for seen in given["looks"]:
    rank, outputs, rho = learn(seen)
    right = (rounded(outputs.T) == truth).all(axis=1)
    growth.append((rank, right[own].sum(), rho[own].max(initial=0)))
for name, values, digits in zip(("rank", "rules right", "largest rho of a rule"), zip(*growth), (16, 16, 8)):
    agree(name, values, digits)
free = [size - 1 for size in blocks]
agree("rank of all there are", K * (1 + K * sum(free) + (sum(free) ** 2 - sum(f * f for f in free)) // 2), 16)
agree("outputs", outputs, 8)
agree("rho", rho, 8)
write, move, following = rounded(outputs.T).T
answers = 100 * (write + 1) + 10 * (move + 1) + np.where(following == S, -1, following) + 1
agree("answers", answers, 16)

# %% [markdown]
# ## The run
# Predict, round, carry out, ask again; beside it the machine itself. A run ends when the machine halts (0), at the
# limit (1), when it stands exactly as it stood after 0, 1, 2, 4, 8 … steps, so that it goes round for ever (2), or at
# a hole (3).


# %%
def run(name, rules):
    cells, head, state, keys = dict(enumerate(given["tape"])), given["head"], 0, []
    standing = lambda: ({cell: symbol for cell, symbol in cells.items() if symbol}, head, state)
    before, before_at, end = standing(), 0, None
    while end is None:
        key = state * C + cells.get(head, 0)
        if state < 0:
            end = 0
        elif given["table"][key] == 0:
            end = 3
        elif len(keys) == given["limit"]:
            end = 1
        else:
            keys.append(key)
            head, state = carry_out(int(rules[key]), cells, head)
            if standing() == before:
                end = 2
                agree(f"{name}, as after step", before_at, 16)
            elif len(keys) & (len(keys) - 1) == 0:
                before, before_at = standing(), len(keys)
    written = [cell for cell, symbol in cells.items() if symbol]
    tape = [cells.get(cell, 0) for cell in range(min(written), max(written) + 1)] if written else []
    agree(f"{name}, questions", keys, 16)
    agree(f"{name}, end", end, 16)
    agree(f"{name}, tape", tape, 16)
    return keys


keys = run("learned run", answers)
run("true run", given["table"])
agree("first wrong step", next((step for step, key in enumerate(keys) if not right[key]), -1), 16)
agree("largest rho of the run", rho[keys].max(initial=0), 8)
