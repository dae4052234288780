# %% [markdown]
# ## How many numbers
#
# A token has $d$ numbers. The products $G_{jk} z_l$ are $d^3$; as $G_{jk} = G_{kj}$ only those with $j \le k$ can
# differ, $\psi = d^2 (d+1)/2$ of them, the features. $W$ of a layer with $d$ outputs has $d^2 \times d^2$ numbers,
# and the Gram matrix of the features $\psi \times \psi$, of 8 bytes each.

# %%
def sizes(d):
    psi = sum(d - j for j in range(d)) * d  # pairs j <= k, times l
    return {"products": d**3, "features": psi, "numbers in W": d**4, "bytes of the Gram matrix": 8 * psi**2}


if "d" in given:  # the view "How it grows"
    for name, value in sizes(int(given["d"])).items():
        agree(name, value, 14)
    agree("features, counted", sizes(int(given["d"]))["features"], 14)

# %% [markdown]
# ## From Z to H
#
# $Z$ has a token in each column; the last one, $z$, asks. $G = Z Z^T$. The matrix $X$ has $G_{jk} z_l$ in row $j$ and
# column $k d + l$, and $H(Z)$ keeps those with $j \le k$.

# %%
if "Z" in given:  # the view "From Z to H"
    Z, V, Q = (np.array(given[name]) for name in ("Z", "V", "Q"))
    d, z = len(Z), Z[:, -1]
    G = Z @ Z.T
    X = np.kron(G, z)
    j, k = np.triu_indices(d)
    H = np.outer(G[j, k], z).ravel()
    agree("G", G, 12)
    agree("rank of G", np.linalg.matrix_rank(Z), 16)
    agree("X", X, 12)
    agree("H(Z)", H, 12)

# %% [markdown]
# ## Three ways to one answer
#
# Attention itself, from its definition, $y = \sum_h V_h Z (Z^T Q_h z)$; the inner product $y_a = \langle W_a,
# X\rangle$ with $W = \sum_h \mathrm{vec}(V_h)\,\mathrm{vec}(Q_h)^T$, of which $W_a$ is the block of rows $a d, \dots,
# a d + d - 1$; and $y_a = \langle p_a, H(Z)\rangle$, where $p$ adds up what belongs to one feature, $p_{a,jk,l} =
# W_{(a,j),(k,l)} + W_{(a,k),(j,l)}$ for $j < k$. What is left between the three is rounding, and differs from program
# to program.

# %%
if "Z" in given:
    W = sum(np.outer(V_h.ravel(), Q_h.ravel()) for V_h, Q_h in zip(V, Q))
    T = W.reshape(d, d, d, d)  # a, j, k, l
    p = (T[:, j, k] + T[:, k, j]) * np.where(j == k, 0.5, 1)[:, None]
    by_head = [V_h @ Z @ (Z.T @ Q_h @ z) for V_h, Q_h in zip(V, Q)]
    attention = sum(by_head)
    lifted = np.array([np.sum(W[a * d : a * d + d] * X) for a in range(d)])
    p = p.reshape(d, -1)
    folded = p @ H
    agree("W", W, 12)
    agree("answers of the heads", np.column_stack(by_head), 12)
    agree("answer, attention", attention, 12)
    agree("answer, <W, X>", lifted, 12)
    agree("p", p, 12)
    agree("sums", np.hstack([np.zeros((d, 1)), np.cumsum(p * H, axis=1)]), 12)  # term by term
    difference = max(np.abs(lifted - attention).max(), np.abs(folded - attention).max())
    print(f"largest difference of the three: figure {found['difference']:.1e}, NumPy {difference:.1e}")
    size = np.abs(T).sum() * np.abs(X).max()
    assert max(difference, found.pop("difference")) <= 1e-14 * size
