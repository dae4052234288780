"""Learns a layer of linear attention from sequences, by one least-squares problem: no start, no steps.

    from lifted_learn import learn
    learned = learn(tokens, answers)    # (N, n, d) and (N, outputs), as NumPy and PyTorch have them
    learned.predict(other_tokens)

Algorithm 1 of arXiv 2410.10101, in C++. Needs NumPy, and the library liblifted_learner.so, in this file's folder or
where the environment variable LIFTED_LEARNER_LIBRARY says. A layer answers the token z, seeing the tokens z_s, with

    y = sum over heads h and tokens s of  V_h z_s (z_s · Q_h z)

All numbers are doubles; what is learned is the same to the last bit on every machine.
"""
from __future__ import annotations

import ctypes
import dataclasses
import numbers
import os
import pathlib
import threading
import time
from typing import Any, Callable, Literal

import numpy as np
from numpy.typing import ArrayLike

__all__ = ["Learned", "learn"]

Targets = Literal["last", "all", "causal"]
_TARGETS = ("last", "all", "causal")
_NUMBERS = 13  # LIFTED_NUMBERS, and in its order
_MATRICES = 6  # LIFTED_MATRICES
_MOST_NUMBERS = 100_000_000
_MOST_THREADS = 1024
_BETWEEN_REPORTS = 0.1  # seconds

_own = pathlib.Path(__file__).resolve().with_name("liblifted_learner.so")
_path = os.environ.get("LIFTED_LEARNER_LIBRARY") or str(_own)
try:
    _library = ctypes.CDLL(_path)
    _library.lifted_learn.restype = ctypes.c_void_p
    _library.lifted_error.restype = ctypes.c_char_p
    _library.lifted_number.restype = ctypes.c_double
    _library.lifted_matrix.restype = ctypes.POINTER(ctypes.c_double)
    _library.lifted_note_fraction.restype = None
    _library.lifted_use_threads.restype = None
except (OSError, AttributeError) as _error:
    raise ImportError(
        f"The learner's library cannot be loaded from {_path}: put liblifted_learner.so beside lifted_learn.py, as "
        "`cmake --install build/native --prefix FOLDER` does in FOLDER/lib/lifted_attention, or set "
        f"LIFTED_LEARNER_LIBRARY to its path. ({_error})") from _error


@dataclasses.dataclass(frozen=True, eq=False, repr=False)
class Learned:
    """What was learned. d numbers in a token, `outputs` in an answer; units are those of your tokens and answers.

    examples, targets, lam   sequences learned from; the others as asked for
    rows, unknowns           answers in all; d²(d + 1)/2, for each output
    rank, minimum_norm       unknowns that the data, and lam, decide; not all, and the smallest W that fits was taken
    condition                of what was solved, its features scaled to one size: rounding counts so many times
    digits                   decimal digits of W that survive rounding, 0 to 15. With few, subtract a usual value from
                             the numbers of the tokens, such as the first year, and add one that is always 1
    rank_in_doubt            rounding may hide directions, so that rank may be too small: sums have lost digits and rows are
                             too many to ask, or tokens are hardly apart. Subtract a usual value from their numbers
    W                        the solution, (outputs d, d²): y_a = sum of W[a d + j, k d + l] G_jk z_l, where G is the
                             sum of z_s z_sᵀ over the tokens seen
    singular_values          of W, falling, min(outputs d, d²); each that is not 0 gives one head
    V, Q                     of all heads, (heads, outputs, d) and (heads, d, d), key and query in one. Only their sum
                             has a meaning: W = V.reshape(heads, -1).T @ Q.reshape(heads, -1)
    needed_heads, evidence   so many heads are needed at least (it sees one of heads whose V share a direction); the min(d,
                             outputs) singular values that this was read from, falling
    training_error           mean of (y - ŷ)² over all numbers of all answers, in their units squared
    relative_training_error  sum of (y - ŷ)² over sum of y², 0 to 1: never worse than answering 0
    prediction_error         mean of (y - p)² for the `predictions` p of your own model, else None. With lam = 0 and
                             rank_in_doubt False no single layer of linear attention, with any number of heads and
                             however it is trained, has less than training_error on these sequences
    unique                   the data leave nothing open: only one function of this kind fits them best
    eigenvalues              of Λ, the mean of H Hᵀ over all answers, H the features; all of them, rising, in the units of
                             the tokens to the power 6; empty beyond 320 unknowns
    smallest_eigenvalue      and largest_eigenvalue, beyond that too; 0 where it cannot be told from 0
    certified_rank           how many are not 0
    seconds                  that learning took
    """

    d: int
    outputs: int
    examples: int
    targets: Targets
    lam: float
    rows: int
    unknowns: int
    rank: int
    minimum_norm: bool
    condition: float
    digits: int
    rank_in_doubt: bool
    W: np.ndarray
    singular_values: np.ndarray
    V: np.ndarray
    Q: np.ndarray
    needed_heads: int
    evidence: np.ndarray
    training_error: float
    relative_training_error: float
    prediction_error: float | None
    unique: bool
    smallest_eigenvalue: float
    largest_eigenvalue: float
    certified_rank: int
    eigenvalues: np.ndarray
    seconds: float

    def predict(self, tokens: ArrayLike) -> Any:
        """Answers one sequence, (n, d), or many, (N, n, d) or a list of arrays (n_i, d).

        Gives an array (outputs,) with targets "last", else (n, outputs); for many (N, outputs), or (N, n, outputs), or
        a list of arrays (n_i, outputs). They are the learner's own up to rounding. Raises ValueError for tokens of
        another size. Cost: n d² multiply-adds, and outputs d³ for each answer.
        """
        listed = _is_list(tokens) and not (len(tokens) and _array(next(iter(tokens)), "tokens[0]").ndim == 1)
        if not listed:
            tokens = _array(tokens, "tokens")
            if tokens.ndim == 2:
                return self.predict(tokens[None])[0]
        flat, lengths = _sequences(tokens, "tokens", "d")
        if flat.shape[1] != self.d:
            raise ValueError(f"tokens have {flat.shape[1]} numbers, and those learned from {self.d}: give as many.")
        if self.targets != "causal" and (lengths == lengths[0]).all():
            answers = list(self._answers(flat.reshape(len(lengths), -1, self.d)))
        else:
            answers = [self._answers(Z[None])[0] for Z in np.split(flat, np.cumsum(lengths)[:-1])]
        if self.targets == "last":
            return np.concatenate(answers)
        return answers if listed else np.stack(answers)

    def distance(self, V: ArrayLike, Q: ArrayLike) -> float:
        """How far heads of yours, (heads, outputs, d) and (heads, d, d), are from what was learned, as functions.

        |p - p'| / |p'|, where p are the coefficients of the products G_jk z_l in the answers, with the norm of W: 0 for the
        same function, 1 for no heads. How heads mix, and how keys and queries are scaled, makes no difference. Where
        `unique` is False, heads that are far away may fit these sequences as well. Raises ValueError for other shapes.
        Cost: outputs d³ multiply-adds for each head.
        """
        V, Q, d = _array(V, "V"), _array(Q, "Q"), self.d
        if V.shape != (len(Q), self.outputs, d) or Q.shape != (len(V), d, d):
            wanted = f"(heads, {self.outputs}, {d}) and (heads, {d}, {d})"
            raise ValueError(f"V and Q have the shapes {V.shape} and {Q.shape}: give {wanted}.")
        W = np.einsum("haj,hkl->ajkl", V, Q)
        unit = np.abs(self.W).max() or 1.0  # or squares would overflow
        off = np.linalg.norm(((W + W.swapaxes(1, 2)) / 2 - self.W.reshape(W.shape)) / unit)  # G is symmetric
        return float(off / np.linalg.norm(self.W / unit)) if off else 0.0

    def _answers(self, Z: np.ndarray) -> np.ndarray:
        """(N, n, d) to (N, 1 or n, outputs)."""
        d, outputs = self.d, self.outputs
        W = self.W.reshape(outputs, d, d, d).transpose(1, 2, 0, 3).reshape(d * d, outputs * d)
        if self.targets == "causal":
            G = np.cumsum(Z[:, :, :, None] * Z[:, :, None, :], axis=1)
        else:
            G = (Z.transpose(0, 2, 1) @ Z)[:, None]
        asking = Z[:, -1:] if self.targets == "last" else Z
        M = (G.reshape(len(Z), -1, d * d) @ W).reshape(len(Z), -1, outputs, d)
        return (M @ asking[:, :, :, None])[:, :, :, 0]

    def __repr__(self) -> str:
        errors = f"training_error={self.training_error:.3g}, relative_training_error={self.relative_training_error:.3g}"
        needed = f"d={self.d}, outputs={self.outputs}, needed_heads={self.needed_heads}"
        return f"<Learned {needed}, {errors}, unique={self.unique}>"


def learn(tokens: ArrayLike, answers: ArrayLike, targets: Targets = "last", lam: float = 0.0,
          progress: Callable[[float], object] | None = None, predictions: ArrayLike | None = None,
          threads: int | None = None) -> Learned:
    """Learns from N sequences of tokens, d numbers each, d from 1 to 16.

    tokens       (N, n, d), or a list of arrays (n_i, d); rows are tokens. Real numbers of any kind, read as doubles
    answers      with "last" (N, outputs); else (N, n, outputs), or a list of arrays (n_i, outputs)
    targets      which tokens are answered: "last", seeing all; "all", each seeing all; "causal", each seeing itself and
                 those before it
    lam          penalty on W, 0 or more; 0, which is usual, is ordinary least squares, of all solutions the smallest
    progress     called with the fraction done, about ten times a second, and at the end with 1.0
    predictions  what a model of your own answers, as `answers`; not learned from: it gives prediction_error
    threads      that share the work, at least 1; None: one for each processor. The result is the same to the last bit

    Raises ValueError, with a sentence, for what cannot be learned from. KeyboardInterrupt, and what `progress` raises,
    end the call at once; the learner, which cannot be stopped, goes on unseen, and what it finds is forgotten.

    Cost, with psi = d²(d + 1)/2: rows psi²/2 + psi³/6 multiply-adds and 24 psi² bytes; d = 16 takes seconds. Where sums
    have lost digits rows psi² + 30 psi³, and 48 psi² bytes: up to minutes. Up to 100,000,000 numbers, which are copied.
    """
    if not (isinstance(targets, str) and targets in _TARGETS):
        raise ValueError(f'targets is {targets!r:.40}: choose "last", "all" or "causal".')
    if not isinstance(lam, numbers.Real) or not 0 <= lam <= np.finfo(float).max:
        raise ValueError(f"lam is {lam!r:.40}: give 0 or a positive number.")
    if progress is not None and not callable(progress):
        raise ValueError(f"progress is {progress!r:.40}: give a function that takes the fraction done.")
    if threads is not None and not (isinstance(threads, numbers.Integral) and 1 <= threads <= _MOST_THREADS):
        raise ValueError(f"threads is {threads!r:.40}: give a whole number from 1 to {_MOST_THREADS:,}, or None.")
    Z, lengths = _sequences(tokens, "tokens", "d")
    Y = _answers(answers, "answers", targets, lengths)
    P = Y if predictions is None else _answers(predictions, "predictions", targets, lengths)
    if P.shape != Y.shape:
        raise ValueError(f"predictions have {P.shape[1]} numbers each, and answers {Y.shape[1]}: give as many.")
    d, outputs = Z.shape[1], Y.shape[1]
    given = Z.size + Y.size + outputs * min(d, 16) ** 3
    if given > _MOST_NUMBERS:
        raise ValueError(f"tokens, answers and W have {given:,} numbers: up to {_MOST_NUMBERS:,} are possible.")
    started = time.perf_counter()
    _library.lifted_use_threads(int(threads or 0))
    found, (W, sigma, V, Q, evidence, eigenvalues) = _run(Z, Y, lengths, _TARGETS.index(targets), float(lam), progress)
    seconds = time.perf_counter() - started
    rows, unknowns, rank, minimum, mean, share, heads, least, largest, certified, condition, digits, doubt = found
    with np.errstate(over="ignore"):
        error = None if predictions is None else float(np.mean((Y - P) ** 2))
    V, Q = (maps.reshape(len(maps), -1, d).transpose(1, 0, 2).copy() for maps in (V, Q))
    return Learned(d, outputs, len(lengths), targets, float(lam), int(rows), int(unknowns), int(rank), minimum == 1,
                   condition, int(digits), doubt == 1, W, sigma.ravel(), V, Q, int(heads), evidence.ravel(), mean, share,
                   error, least > 0, least, largest, int(certified), eigenvalues.ravel(), seconds)


def _is_list(value: Any) -> bool:
    """A list, or an array of arrays."""
    return isinstance(value, (list, tuple)) or (getattr(value, "dtype", None) == object and value.ndim == 1)


def _array(value: Any, name: str) -> np.ndarray:
    """As doubles, one after another in memory."""
    try:
        array = np.asarray(value)
    except Exception as error:
        raise ValueError(f"{name} cannot be read as an array: give numbers in rows of one length. ({error})") from error
    if array.dtype.kind not in "fiub":
        raise ValueError(f"{name} has the dtype {array.dtype.name}: give real numbers, in rows of one length.")
    if np.ma.is_masked(value):
        raise ValueError(f"{name} has masked numbers: fill them, or leave them out.")
    with np.errstate(over="ignore"):
        array = np.require(array, np.float64, "CA")
    for place in np.argwhere(~np.isfinite(array)):
        where = "".join(f"[{k}]" for k in place)
        raise ValueError(f"{name}{where} is {array[tuple(place)]}: give finite numbers only.")
    return array


def _sequences(value: Any, name: str, width: str) -> tuple[np.ndarray, np.ndarray]:
    """The rows of all sequences, one below another, and how many each has."""
    if _is_list(value):
        arrays = [_array(item, f"{name}[{k}]") for k, item in enumerate(value)]
        for k, array in enumerate(arrays):
            if array.ndim != 2 or array.shape[1] != arrays[0].shape[1]:
                wanted = f"(n, {arrays[0].shape[1] if k else width})"
                raise ValueError(f"{name}[{k}] has the shape {array.shape}: give {wanted}, a row for each token.")
        lengths = np.array([len(array) for array in arrays], dtype=np.int64)
        flat = np.concatenate(arrays) if arrays else np.empty((0, 0))
    else:
        array = _array(value, name)
        if array.ndim != 3:
            raise ValueError(f"{name} has the shape {array.shape}: give (N, n, {width}), or a list of (n, {width}).")
        lengths = np.full(len(array), array.shape[1], dtype=np.int64)
        flat = array.reshape(array.shape[0] * array.shape[1], array.shape[2])
    if len(lengths) == 0:
        raise ValueError(f"{name} is empty: give at least one sequence.")
    if not lengths.all():
        raise ValueError(f"{name}[{np.argmin(lengths)}] is empty: give at least one token.")
    return flat, lengths


def _answers(value: Any, name: str, targets: str, lengths: np.ndarray) -> np.ndarray:
    """One row for each token that is asked."""
    if targets == "last":
        flat = _array(value, name)
        if flat.ndim != 2 or len(flat) != len(lengths):
            raise ValueError(f'{name} has the shape {flat.shape}: with "last" give ({len(lengths)}, outputs).')
        return flat
    flat, own = _sequences(value, name, "outputs")
    if len(own) != len(lengths):
        raise ValueError(f"{name} has {len(own)} sequences, and tokens {len(lengths)}: give as many.")
    if (own != lengths).any():
        k = np.argmax(own != lengths)
        raise ValueError(f'{name}[{k}] has {own[k]} rows for {lengths[k]} tokens: with "{targets}" give one for each.')
    return flat


def _run(Z: np.ndarray, Y: np.ndarray, lengths: np.ndarray, targets: int, lam: float, progress: Any) -> Any:
    """Numbers and matrices, from a thread that never calls back into Python: whoever leaves, leaves it in peace."""
    fraction, done, outcome = ctypes.c_double(0), threading.Event(), []

    def work() -> None:
        arrays, learned = (lengths.astype(np.int32), Z, Y), None
        sizes = (Z.shape[1], Y.shape[1], targets, ctypes.c_double(lam), len(lengths))
        told = (_library.lifted_note_fraction, ctypes.byref(fraction))
        try:
            given = (ctypes.c_void_p(array.ctypes.data) for array in arrays)
            learned = ctypes.c_void_p(_library.lifted_learn(*sizes, *given, *told))
            error = _library.lifted_error(learned)
            if error:
                raise ValueError(error.decode())
            found = [_library.lifted_number(learned, which) for which in range(_NUMBERS)]
            outcome.append((found, [_matrix(learned, which) for which in range(_MATRICES)]))
        except Exception as error:
            outcome.append(error)
        _library.lifted_free(learned)
        done.set()

    threading.Thread(target=work, name="lifted_learn", daemon=True).start()
    while not done.wait(_BETWEEN_REPORTS):
        if progress is not None:
            progress(fraction.value)
    if isinstance(outcome[0], Exception):
        raise outcome[0]
    if progress is not None:
        progress(1.0)
    return outcome[0]


def _matrix(learned: ctypes.c_void_p, which: int) -> np.ndarray:
    rows, columns = ctypes.c_int(), ctypes.c_int()
    start = _library.lifted_matrix(learned, which, ctypes.byref(rows), ctypes.byref(columns))
    if rows.value * columns.value == 0:
        return np.empty((rows.value, columns.value))
    return np.ctypeslib.as_array(start, (columns.value, rows.value)).T.copy()
