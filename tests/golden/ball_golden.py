#!/usr/bin/env python3
"""Trails of three optimisers on a small surface with a saddle, computed without the learner. Needs NumPy only.
Writes ball_golden.hpp beside this file.
"""
import pathlib

import numpy as np

START, RATE, STEPS = np.array([0.1, -0.2]), 0.1, 25


def gradient(p):
    """Of x^4/4 - x^2/2 + y^2 (1 + x)/2 + x y."""
    x, y = p
    return np.array([x**3 - x + y**2 / 2 + y, y * (1 + x) + x])


def descent():
    p, trail = START, []
    for _ in range(STEPS):
        p = p - RATE * gradient(p)
        trail.append(p)
    return trail


def momentum(share=0.9):
    p, v, trail = START, np.zeros(2), []
    for _ in range(STEPS):
        v = share * v + gradient(p)
        p = p - RATE * v
        trail.append(p)
    return trail


def adam(b1=0.9, b2=0.999, floor=1e-8):
    """The moments as explicit weighted sums over all gradients so far, not as a recursion."""
    p, gradients, trail = START, [], []
    for k in range(1, STEPS + 1):
        gradients.append(gradient(p))
        g = np.array(gradients)
        age = np.arange(k - 1, -1, -1)
        m = ((1 - b1) * b1**age) @ g / (1 - b1**k)
        v = ((1 - b2) * b2**age) @ g**2 / (1 - b2**k)
        p = p - RATE * m / (np.sqrt(v) + floor)
        trail.append(p)
    return trail


def array(name, values):
    return f"inline constexpr double {name}[] = {{{', '.join(repr(float(v)) for v in np.ravel(values))}}};\n"


def main():
    out = "// Written by ball_golden.py: do not edit, run the script.\n#pragma once\n\n"
    out += "// clang-format off\nnamespace golden {\n\n"
    out += f"inline constexpr int kSteps = {STEPS};\ninline constexpr double kRate = {RATE};\n"
    out += array("kStart", START)
    out += array("kTrailDescent", descent()) + array("kTrailMomentum", momentum()) + array("kTrailAdam", adam())
    out += "\n}  // namespace golden\n"
    pathlib.Path(__file__).with_name("ball_golden.hpp").write_text(out)


main()
