#!/usr/bin/env python3
"""Golden numbers for networks trained by gradient, computed without the learner. Needs NumPy only.

Forward passes straight from the definitions, one sequence at a time; gradients by complex steps (the imaginary part
of loss(theta + i h) / h is the derivative to the last digit, and no backward pass is written); Adam, momentum,
schedule and clipping from their papers. Writes descent_golden.hpp beside this file.
"""
import math
import pathlib

import numpy as np

D, D_OUT, SEQUENCES, STEPS = 3, 2, 5, 5
RATE, START, WARM_UP, LAST_SHARE, CLIP = 0.05, 0.001, 0.4, 0.02, 0.1
FIRST, SECOND, EPSILON = 0.9, 0.999, 1e-8


def token_entry(i, r, c):
    return ((7 * i * i + 3 * i * r + 5 * r * r + 11 * c + 13 * r * c + i * c * c) % 17 - 8) / 8


def target_entry(i, o, t):
    return ((5 * i * i + 9 * i * o + 3 * t + 7 * o * t + i * t) % 19 - 9) / 8


def theta_entry(i):
    return ((7 * i * i + 5 * i + 3) % 29 - 14) / 16


# name: (targets, heads, layers, softmax, scaled, averaged, residual, normalised, hidden, width)
NETWORKS = {
    "TheoryLast": ("last", 2, 1, False, False, False, False, False, 0, 0),
    "TheoryAll": ("all", 2, 1, False, False, False, False, False, 0, 0),
    "TheoryCausal": ("causal", 2, 1, False, False, False, False, False, 0, 0),
    "Deep": ("last", 2, 3, False, True, False, False, False, 0, 0),
    "Experiment": ("causal", 3, 2, False, True, True, True, False, 0, 0),
    "Softmax": ("all", 2, 1, True, True, False, False, False, 0, 0),
    "Full": ("causal", 2, 2, True, True, True, True, True, 5, 4),
    "FullLast": ("last", 2, 2, True, True, True, True, True, 3, 0),
}


def sequence(i, targets):
    n = 3 + i % 2
    Z = np.array([[token_entry(i, r, c) for c in range(n)] for r in range(D)])
    T = 1 if targets == "last" else n
    return Z, np.array([[target_entry(i, o, t) for t in range(T)] for o in range(D_OUT)])


class Parameters:
    """Hands out a vector's entries in order, as matrices."""

    def __init__(self, theta):
        self.theta, self.at = theta, 0

    def take(self, *shape):
        count = math.prod(shape)
        self.at += count
        return self.theta[self.at - count : self.at].reshape(shape)


def attention(p, X, d_out, targets, heads, softmax, scaled, averaged):
    d, n = X.shape
    answer = np.zeros((d_out, n), complex)
    for _ in range(heads):
        V, Q = p.take(d_out, d), p.take(d, d)
        S = X.T @ Q @ X / (math.sqrt(d) if scaled else 1)  # row s, column t
        seen = np.triu(np.ones((n, n), bool)) if targets == "causal" else np.ones((n, n), bool)
        if softmax:
            E = np.where(seen, np.exp(S - S.real.max()), 0)
            S = E / E.sum(axis=0)
        answer += V @ X @ np.where(seen, S, 0)
    if averaged:
        answer /= heads
    return answer[:, -1:] if targets == "last" else answer


def norm(p, X):
    gain, bias = p.take(X.shape[0], 1), p.take(X.shape[0], 1)
    mean = X.mean(axis=0)
    variance = ((X - mean) ** 2).mean(axis=0)
    return gain * (X - mean) / np.sqrt(variance + 1e-5) + bias


def perceptron(p, X, hidden):
    width = X.shape[0]
    A, a = p.take(hidden, width), p.take(hidden, 1)
    B, b = p.take(width, hidden), p.take(width, 1)
    v = A @ X + a
    v = 0.5 * v * (1 + np.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3)))
    return B @ v + b


def network(theta, Z, options):
    """The answers, and how many parameters were used."""
    targets, heads, layers, softmax, scaled, averaged, residual, normalised, hidden, width = options
    p = Parameters(theta)
    X = Z.astype(complex)
    if width:
        X = p.take(width, D) @ X
    readout = residual or normalised or hidden
    for layer in range(layers):
        last = layer == layers - 1
        seen = "all" if targets == "last" and not last else targets
        d_out = D_OUT if last and not readout else X.shape[0]
        Y = attention(p, norm(p, X) if normalised else X, d_out, seen, heads, softmax, scaled, averaged)
        X = X[:, -Y.shape[1] :] + Y if residual else Y
        if hidden:
            Y = perceptron(p, norm(p, X) if normalised else X, hidden)
            X = X + Y if residual else Y
    if readout:
        if normalised:
            X = norm(p, X)
        X = p.take(D_OUT, X.shape[0]) @ X
    return X, p.at


def loss(theta, options):
    total, count = 0, 0
    for i in range(SEQUENCES):
        Z, Y = sequence(i, options[0])
        total += ((network(theta, Z, options)[0] - Y) ** 2).sum()
        count += Y.size
    return total / count


def gradient(theta, options):
    h = 1e-40
    result = np.empty(len(theta))
    for i in range(len(theta)):
        moved = theta.astype(complex)
        moved[i] += 1j * h
        result[i] = loss(moved, options).imag / h
    return result


def rate(step):
    warm = int(WARM_UP * STEPS)
    if step < warm:
        return START + (RATE - START) * step / warm
    share = (step - warm) / (STEPS - 1 - warm)
    return RATE * (LAST_SHARE + (1 - LAST_SHARE) * (1 + math.cos(math.pi * share)) / 2)


def train(theta, options, method):
    m, v, losses = np.zeros_like(theta), np.zeros_like(theta), []
    for step in range(STEPS):
        losses.append(loss(theta, options).real)
        g = gradient(theta, options)
        g *= min(1, CLIP / np.linalg.norm(g))
        if method == "descent":
            theta = theta - rate(step) * g
        elif method == "momentum":
            m = FIRST * m + g
            theta = theta - rate(step) * m
        else:
            m = FIRST * m + (1 - FIRST) * g
            v = SECOND * v + (1 - SECOND) * g * g
            m_hat, v_hat = m / (1 - FIRST ** (step + 1)), v / (1 - SECOND ** (step + 1))
            theta = theta - rate(step) * m_hat / (np.sqrt(v_hat) + EPSILON)
    return theta, losses


def array(name, values):
    return f"inline constexpr double {name}[] = {{{', '.join(repr(float(v)) for v in values)}}};\n"


def main():
    out = "// Written by descent_golden.py: do not edit, run the script.\n#pragma once\n\n// clang-format off\n"
    out += "namespace golden::descent {\n\n"
    out += f"inline constexpr int kTokenDimension = {D}, kTargetDimension = {D_OUT}, kSequences = {SEQUENCES};\n"
    out += f"inline constexpr int kSteps = {STEPS};\n"
    out += f"inline constexpr double kRate = {RATE}, kStart = {START}, kWarmUp = {WARM_UP};\n"
    out += f"inline constexpr double kLastShare = {LAST_SHARE}, kClip = {CLIP};\n\n"
    out += array("kRates", [rate(step) for step in range(STEPS)]) + "\n"
    for name, options in NETWORKS.items():
        long_enough = np.zeros(10000)
        count = network(long_enough, sequence(0, options[0])[0], options)[1]
        theta = np.array([theta_entry(i) for i in range(count)])
        g = gradient(theta, options)
        assert np.linalg.norm(g) > CLIP, "clipping must matter"
        after, losses = train(theta, options, "adam")
        out += array(f"kGradient{name}", g) + array(f"kAdam{name}", after) + array(f"kLosses{name}", losses) + "\n"
        if name == "Experiment":
            for method in ("descent", "momentum"):
                out += array(f"k{method.capitalize()}{name}", train(theta, options, method)[0])
            out += "\n"
    out += "}  // namespace golden::descent\n"
    pathlib.Path(__file__).with_name("descent_golden.hpp").write_text(out)


main()
