# %% [markdown]
# # More heads, fewer bad valleys, checked in Python
#
# One hidden head labelled the data, $y = V G Q z$ with $G = Z Z^\top$ and $z$ the last token. Layers of $H = 1$ to
# $d^2 = 4$ heads descended to these labels from random starts. Where each start ended is given, as $V_1 .. V_H,
# Q_1 .. Q_H$, each matrix row by row, and checked here: its loss, its slope, how the ground bends there, and what is
# called stuck. The way there, by the optimiser Adam, is not repeated.

# %%
Z, y = np.array(given["Z"]), np.array(given["y"])
d = Z.shape[1]
j, k = np.triu_indices(d)
G, z = Z @ Z.transpose(0, 2, 1), Z[:, :, -1]
features = np.einsum("np,nl->npl", G[:, j, k], z).reshape(len(Z), -1)
psi = features.shape[1]
zero = np.mean((y**2).sum(axis=1))
agree("loss of answering 0", zero, 12)


def split(theta, H):
    return theta.reshape(2, H, d, d)


def loss(theta, H):
    """Of the heads themselves, asked about every sequence; relative to answering 0."""
    V, Q = split(theta, H)
    answers = np.einsum("haj,njk,hkl,nl->na", V, G, Q, z)
    return np.mean(((answers - y) ** 2).sum(axis=1)) / zero


# %% [markdown]
# ## A round bowl
# An answer depends on the heads by $p_a = \sum_h (V_{aj} Q_{kl} + V_{ak} Q_{jl})$ alone (halved for $j = k$). Least
# squares finds the best $p^*$ of all; with $\Lambda = \frac1N \sum H(Z) H(Z)^\top = C C^\top$ the loss is
# $\mathrm{least} + |x|^2$, where $x_a = C^\top (p_a - p^*_a) / \sqrt{\mathrm{zero}}$: for all $p$ a round bowl, of
# which heads reach a part. The labels have no noise, so the least loss is rounding.

# %%
best = np.linalg.lstsq(features, y, rcond=None)[0].T
least = np.mean(((features @ best.T - y) ** 2).sum(axis=1)) / zero
agree("optimum", least, 12, 1)
C = np.linalg.cholesky(features.T @ features / len(Z) / zero)

# x = map T - centre, with T[a, j, k, l] = sum_h V[a, j] Q[k, l]
place = {(a, b, l): p * d + l for p, (a, b) in enumerate(zip(j, k)) for l in range(d)}
lift = np.zeros((psi, d, d, d))
for row in range(d):
    for column in range(d):
        for l in range(d):
            lift[:, row, column, l] = C[place[min(row, column), max(row, column), l]]
centre = best @ C


def at(theta, H):
    V, Q = split(theta, H)
    return (np.einsum("ijkl,haj,hkl->ai", lift, V, Q) - centre).ravel()


def jacobian(theta, H):
    V, Q = split(theta, H)
    by_V = np.einsum("ijkl,hkl,ab->aihbj", lift, Q, np.eye(d)).reshape(d * psi, -1)
    by_Q = np.einsum("ijkl,haj->aihkl", lift, V).reshape(d * psi, -1)
    return np.hstack([by_V, by_Q])


def curvature(theta, H):
    """The least eigenvalue of the loss's second derivatives: 2 (J^T J + sum_c x_c d²x_c)."""
    J, x = jacobian(theta, H), at(theta, H).reshape(d, psi)
    mixed = np.einsum("ai,ijkl->ajkl", x, lift).reshape(d * d, d * d)
    second = np.kron(np.eye(H), mixed)
    size = H * d * d
    whole = J.T @ J
    whole[:size, size:] += second
    whole[size:, :size] += second.T
    return 2 * np.linalg.eigvalsh(whole)[0]


def led_on(theta, H):
    """The loss that steps of Levenberg and Marquardt come to from here."""
    damping, x = 1e-2, at(theta, H)
    for _ in range(2000):
        if x @ x <= given["optimal"] or damping > 1e10:
            break
        J = jacobian(theta, H)
        nearer = theta - J.T @ np.linalg.solve(J @ J.T + damping * np.eye(len(x)), x)
        there = at(nearer, H)
        if there @ there < x @ x:
            theta, x, damping = nearer, there, max(0.4 * damping, 1e-8)
        else:
            damping *= 4
    return least + x @ x


# %% [markdown]
# ## What became of the starts
# Arrived: the loss is within the margin of the optimum, and can be led on to it. Of the others, stuck are those where
# the slope is 0, beside the loss as well, and the ground falls in no direction: a valley. Endless ones have a weight so
# large that they are still on their way, heads against heads; what is left is open. Starts whose $x$ is the same ended
# in one valley, whose loss is the least of theirs; it is endless if one of them went so far. The share of those caught has Wilson's interval, $\left(k + \frac{z^2}2 \pm z\sqrt{k(n-k)/n + z^2/4}\right) / (n + z^2)$ with $z = 1.96$.

# %%
plane = np.array([given["a"], given["b"]])
assert np.allclose(plane @ plane.T, np.eye(2), atol=1e-12)
for H in range(1, d * d + 1):
    ends = np.array(given[f"ends with {H}"])
    losses = np.array([loss(theta, H) for theta in ends])
    bowl = np.array([least + np.sum(at(theta, H) ** 2) for theta in ends])
    assert np.abs(losses - bowl).max() < 1e-9 * max(1, losses.max()), "the loss is the bowl's"
    fates, caught = np.zeros(4), []
    for theta, height in zip(ends, losses):
        if height <= least + given["margin"] and led_on(theta, H) <= least + given["optimal"]:
            fates[0] += 1
            continue
        slope = np.linalg.norm(2 * jacobian(theta, H).T @ at(theta, H))
        bend = curvature(theta, H)
        endless = np.abs(theta).max() >= given["endless"]
        rests = slope <= min(given["resting slope"], given["resting share"] * (height - least))
        if endless or (rests and bend >= given["level curvature"]):
            caught.append((height, at(theta, H), endless, slope, bend))
        else:
            fates[3] += 1
    valleys = []
    for end in caught:
        for valley in valleys:
            if np.linalg.norm(valley[0][1] - end[1]) < 0.02:
                valley.append(end)
                break
        else:
            valleys.append([end])
    steepest, lowest = 0, 0
    for valley in valleys:
        if any(endless for _, _, endless, _, _ in valley):
            fates[2] += len(valley)
        else:
            fates[1] += len(valley)
            steepest = max(steepest, *(slope for *_, slope, _ in valley), 0)
            lowest = min(lowest, *(bend for *_, bend in valley), 0)
    agree(f"arrived, stuck, endless, open with {H}", fates, 16)
    agree(f"steepest with {H}", steepest, 2, given["resting slope"])
    agree(f"lowest curvature with {H}", lowest, 9, 1)
    agree(f"least loss with {H}", losses.min(), 9, given["margin"])

    n, stuck, normal = len(ends), len(caught), 1.959963984540054
    spread = normal * np.sqrt(stuck * (n - stuck) / n + normal**2 / 4)
    low, high = (stuck + normal**2 / 2 + np.array([-spread, spread])) / (n + normal**2)
    agree(f"share caught with {H}", [stuck / n, low if stuck else 0, high if stuck < n else 1], 12)

    table = sorted([len(valley), min(end[0] for end in valley), *(plane @ valley[0][1])] for valley in valleys)
    if table:
        name = f"valleys: starts, loss, place with {H}"
        found[name] = sorted(found[name])  # the figure has the largest first
        agree(name, table, 9)

# %% [markdown]
# ## The ground
# Two coordinates of $x$, along $a$ and $b$, are held near each place of a grid, all else is free:
# $f_H(s, t) = \min L + \kappa\,|(a^\top x, b^\top x) - (s, t)|^2$. The best heads that the figure found at each place
# are given; their value is the ground's height there, and that no others lie lower is not proven. But nothing can lie
# below the bowl $\mathrm{least} + (s^2 + t^2)\,\kappa / (1 + \kappa)$, and more heads never lie higher.

# %%
side, stiffness = int(given["grid"]), given["stiffness"]
along = np.linspace(-given["reach"], given["reach"], side)
s, t = np.meshgrid(along, along)  # a row for each t
bowl = least + (s**2 + t**2) * stiffness / (1 + stiffness)
agree("corner", bowl[0, 0] - least, 12, 1)
fewer = np.full((side, side), np.inf)
for H in range(1, d * d + 1):
    x = np.array([at(theta, H) for theta in np.array(given[f"places with {H}"])])
    on_plane = x @ plane.T - np.stack([s, t], axis=-1).transpose(1, 0, 2).reshape(-1, 2)
    ground = (least + (x**2).sum(axis=1) + stiffness * (on_plane**2).sum(axis=1)).reshape(side, side).T
    agree(f"ground with {H}", ground, 9)
    assert (ground > bowl - 1e-9).all() and (ground < fewer + 1e-9).all()
    agree(f"most above the bowl with {H}", max(0, (ground - bowl).max()), 6, 1e-3)
    fewer = ground
    lower = [np.roll(ground, (u, v), axis=(0, 1)) > ground for u in (-1, 0, 1) for v in (-1, 0, 1) if (u, v) != (0, 0)]
    deep = np.all(lower, axis=0) & (ground > least + given["margin"])
    agree(f"valleys of the ground with {H}", deep[1:-1, 1:-1].sum(), 16)
