// The third level of each exercise, for guide and worksheet: after the prediction and the reason, something to show with
// pencil and paper. By the exercise's id.

/** @type {Record<string, { show: string, solution: string }>} */
export const derivations = {
  saddle: {
    show: 'A head has V = Q = 0. Show that the gradient of the loss is zero there, whatever the data. Then go to V = aA and Q = bB with fixed matrices A and B: in which directions does the loss fall?',
    solution: 'The answer is V G Q z, so a derivative with respect to V has the factor Q, and the other way round; both are zero. Along the two directions the loss is mean |y|² − 2ab c + a²b² mean |A G B z|², with c = mean ⟨y, A G B z⟩. If c is not zero, then close to zero, where the last term is small, the loss falls where ab has the sign of c and rises where it has the other: a saddle. If c is zero for all A and B, zero is the best that can be done.',
  },
  products: {
    show: 'Show that tokens with d numbers have d²(d + 1)/2 different products G_jk z_l.',
    solution: 'G_jk = G_kj, so a pair is chosen with j ≤ k: d(d + 1)/2 ways. For each, l can be any of d numbers. The product of both counts is d²(d + 1)/2.',
  },
  'below-the-line': {
    show: 'A set of functions lies within a larger one. Show that the least loss over the larger set is at most that over the smaller. When are they equal?',
    solution: 'Whatever function of the smaller set comes closest to its least loss is in the larger set too, so the larger set does at least as well. They are equal when a best function of the larger set can be approached from the smaller: here, for example, when some best W has at most rank H.',
  },
  'bought-luck': {
    show: 'Write the heads as columns vec(V_h) of a matrix V and vec(Q_h) of a matrix Q, so that W = V Qᵀ. Suppose the columns of V span all directions. Show that Q alone can be moved so that the loss never rises on the way to the optimum.',
    solution: 'V has a right inverse, so there is a D with V Dᵀ = W* − W, where W* is a best matrix. Move Q to Q + tD, with t from 0 to 1: W moves along the straight line to W*. A convex function does not rise on the straight way to its lowest point, since f((1 − t)W + tW*) ≤ (1 − t) f(W) + t f(W*), and so from every place on it.',
  },
  sixteen: {
    show: 'A sequence has n freely drawn tokens. How many independent equations for one number of the answer does it give in each of the three modes?',
    solution: 'Last token: one. All tokens: every query meets the same G, and the features of a query are the entries of G times those of z_t. They depend linearly on z_t, which has d numbers, so at most min(n, d) are independent. Causal: each query sees a G of its own, so as a rule all n are independent, as long as there are unknowns left.',
  },
  'one-head': {
    show: 'As G is symmetric, W with entries V_aj Q_kl answers like its half-sum with j and k exchanged, (V_aj Q_kl + V_ak Q_jl)/2. Take V and Q to be the identity. What is the rank of the half-sum, with rows (a, j) and columns (k, l)? Why, then, does the first term of its decomposition leave something out?',
    solution: 'V_aj Q_kl is 1 where a = j and k = l: the outer product of vec(I) with itself, of rank one. V_ak Q_jl is 1 where (a, j) = (k, l): the identity on pairs. Half the sum of an identity and a positive semidefinite matrix is invertible: its rank is d². One term is a matrix of rank one, so d² − 1 others are left out, and none of them is zero.',
  },
  worst: {
    show: 'One unknown p, one equation h p = y with an error e in y, whose mean square is σ², and h drawn from the standard normal distribution. How large is the mean square of the error in p? And with N equations, solved by least squares?',
    solution: 'The error is e/h, and the mean of 1/h² is infinite, since h is near zero too often. Least squares with N equations has the error Σ h e / Σ h², whose mean square is σ² times the mean of 1/Σ h²: that is 1/(N − 2) for N of three or more. Where equations and unknowns are equally many, some direction is likely to have a small h.',
  },
  'safe-question': {
    show: 'Show that all layers that fit the examples agree on a question Z if ρ(Z) = 0, and that they need not if it is positive.',
    solution: 'Let two layers with coefficients p and p + q both fit the examples. Then q is orthogonal to the features of every example, so q lies in the unseen directions, and q · H(Z) = q · P H(Z), where P keeps what is unseen. If ρ = 0, P H(Z) = 0 and the answers agree. If not, take q = P H(Z): no training answer changes, and the answer to Z changes by |P H(Z)|².',
  },
  'a-pinch': {
    show: 'A share s of the examples is Gaussian, the rest orthonormal. In expectation, how does the smallest eigenvalue of the Gram matrix depend on s, if it is zero at s = 0?',
    solution: 'In expectation the Gram matrix is (1 − s) times that of the orthonormal examples plus s times that of the Gaussian ones. The first part has no negative eigenvalue, so λ_min is at least s times the smallest eigenvalue of the Gaussian part. In a direction that the orthonormal examples leave unseen only the second part counts, so λ_min is at most s times its largest. It grows in proportion to s, up to a factor between the two.',
  },
  'by-luck': {
    show: 'How many different tables has a finite automaton with S states and A letters, and how many questions “in this table, in this state, on this letter” are there? Work it out for three states and two letters. Why is it not necessary to have seen them all?',
    solution: 'Each of the S·A entries is one of S states: S to the power of S·A tables, and S·A times as many questions. For three states and two letters: 3⁶ = 729 tables and 4,374 questions. An answer is linear in the features, so once the features of the examples span those of all questions, every answer is decided. Their span has far fewer dimensions than there are questions.',
  },
  rounding: {
    show: 'Every entry of a predicted token is wrong by less than e. For which e does rounding to the nearest one-hot token always give the right one? How large is the error after a hundred steps?',
    solution: 'The right entry is above 1 − e, every other one below e. The nearest one-hot token has its one where the largest entry is, so it is right if 1 − e ≥ e: up to one half. After rounding the error is exactly zero, so the next step starts without one: errors do not add up, however many steps there are.',
  },
  patience: {
    show: 'Each step of descent with rate η on f(x) = λx²/2 turns x into (1 − ηλ)x. In several directions λ lies between λ_min and λ_max. Which rates are stable, and how many steps does the coordinate along the flattest direction need to become ten times smaller, if η = 1/λ_max and λ_max is ten thousand times λ_min?',
    solution: 'Stable means |1 − ηλ| < 1 for every λ, so η < 2/λ_max. The coordinate along the flattest direction shrinks by the factor 1 − 1/10,000 in a step; ten times smaller takes ln 10 / −ln(1 − 1/10,000) steps, about 23,000.',
  },
  polynomial: {
    show: 'A Cholesky factorisation takes ψ³/6 multiply-adds, with ψ = d²(d + 1)/2. By which factor does that grow when d doubles: for large d, and from 8 to 16?',
    solution: 'For large d, ψ is about d³/2 and ψ³ grows like d⁹: by 2⁹ = 512. From 8 to 16, ψ grows from 288 to 2,176, by 7.56, and the work by its cube, about 431.',
  },
  bag: {
    show: 'Show that the answer V G Q z does not change when the tokens before the last trade places.',
    solution: 'G is the sum of z_t z_tᵀ over all tokens, and a sum does not depend on the order; z is the last token, which stays. All that the layer sees is which tokens there are, how often, and which one is last.',
  },
  bias: {
    show: 'Show that for small scores s_1 … s_k a softmax gives token t the share (1 + s_t − s̄)/k up to terms of second order, where s̄ is the mean score. What does an average over examples mistake for the sum of the values, if it takes all shares to be 1/k?',
    solution: 'e to the power of s_t is about 1 + s_t, and the sum of all is about k(1 + s̄). The quotient is (1 + s_t)(1 − s̄)/k, so (1 + s_t − s̄)/k. The part s_t − s̄ is linear in Θ. An average that leaves it out attributes its effect to the values, and more examples do not make it smaller.',
  },
  twins: {
    show: 'Two heads weigh a token u with r/(r + β₁) and r/(r + β₂); the answer is w₁ times the first plus w₂ times the second. Show that the answers for all r give β₁, β₂, w₁ and w₂ if the β are different and no w is zero. What do they give if β₁ = β₂?',
    solution: 'r/(r + β) = 1 − β/(r + β). As a function of r, the answer has poles at −β₁ and −β₂ with residues −w₁β₁ and −w₂β₂, and a rational function has its poles and residues once only. If β₁ = β₂ there is one pole, and only w₁ + w₂ can be read off.',
  },
};
