"""What learn() in Python refuses, and how it ends before it is done."""

import os
import re
import signal
import subprocess
import sys
import threading

import numpy as np
from cases import lesson, run_tests, same, test

from lifted_learn import learn

class Refuses:
    def __array__(self, *_, **__):
        raise RuntimeError("it is elsewhere")


good_tokens, good_answers = lesson(1, 2, 2, "last", 20)
Z = np.random.default_rng(1).normal(size=(20, 4, 2))
Y = np.random.default_rng(2).normal(size=(20, 2))


def changed(array, place, value):
    array = array.copy()
    array[place] = value
    return array


REFUSED = [
    # arguments of learn(), words of the sentence
    (([], Y), "tokens is empty: give at least one sequence"),
    ((np.empty((0, 4, 2)), Y), "tokens is empty: give at least one sequence"),
    ((np.empty((20, 0, 2)), Y), r"tokens\[0\] is empty: give at least one token"),
    ((np.empty((20, 4, 0)), Y), "Tokens have 0 coordinates"),
    ((np.ones((20, 4, 17)), Y), "Tokens have 17 coordinates"),
    ((Z, np.empty((20, 0))), "give each target at least one number"),
    (([*good_tokens[:3], np.empty((0, 2))], Y[:4]), r"tokens\[3\] is empty"),
    (([Z[0], Z[1, :, :1]], Y[:2]), r"tokens\[1\] has the shape \(4, 1\): give \(n, 2\)"),
    (([Z[0], [[1, 2], [3]]], Y[:2]), r"tokens\[1\] cannot be read as an array"),
    (([1.0, 2.0], Y), r"tokens\[0\] has the shape \(\)"),
    ((Z[0], Y), r"tokens has the shape \(4, 2\): give \(N, n, d\)"),
    ((7, Y), r"tokens has the shape \(\)"),
    ((None, Y), "tokens has the dtype object"),
    (({"a": 1}, Y), "tokens has the dtype object"),
    (("text", Y), "tokens has the dtype str128"),
    ((Z.astype(str), Y), "tokens has the dtype str1024"),
    ((Z + 1j, Y), "tokens has the dtype complex128"),
    ((Z.astype("M8[s]"), Y), "tokens has the dtype datetime64"),
    (((Z[0], None), Y[:2]), r"tokens\[1\] has the dtype object"),
    ((iter(Z), Y), "tokens has the dtype object"),
    ((Refuses(), Y), r"tokens cannot be read as an array.*it is elsewhere"),
    ((np.ma.masked_less(Z, 0), Y), "tokens has masked numbers"),
    ((changed(Z, (3, 1, 0), np.nan), Y), r"tokens\[3\]\[1\]\[0\] is nan: give finite numbers only"),
    ((list(changed(Z, (3, 1, 0), -np.inf)), Y), r"tokens\[3\]\[1\]\[0\] is -inf"),
    ((Z * 1e150, Y), "."),
    ((Z * 1e-150, Y), "so small that products of three of its values vanish"),
    ((Z * np.array([1, 1, 1, 1e-170])[:, None], Y), "so small that products of three of its values vanish"),
    ((Z, changed(Y, (7, 1), np.inf)), r"answers\[7\]\[1\] is inf"),
    ((Z, Y[:19]), r'answers has the shape \(19, 2\): with "last" give \(20, outputs\)'),
    ((Z, Y[:, 0]), r'answers has the shape \(20,\): with "last" give \(20, outputs\)'),
    ((Z, Z), r"answers has the shape \(20, 4, 2\)"),
    ((Z, []), "answers has the shape"),
    ((Z, None), "answers has the dtype object"),
    ((Z * 1e-40, Y * 1e-300), "targets are so small that their squares vanish"),
    ((Z, Y, "last", 1e307), "lambda.* is too large"),
    ((Z, Y * 1e-200), "targets are so small that their squares vanish: multiply all of them by a power of ten"),
    ((Z, Y * 1e200), "."),
    ((Z, Y, "all"), r"answers has the shape \(20, 2\): give \(N, n, outputs\)"),
    ((Z, Z[:19], "all"), "answers has 19 sequences, and tokens 20"),
    ((Z, Z[:, :3], "causal"), r'answers\[0\] has 3 rows for 4 tokens: with "causal"'),
    ((Z, [*Z[:19], Z[19, :2]], "all"), r"answers\[19\] has 2 rows for 4 tokens"),
    ((Z, Y, "first"), "targets is 'first': choose"),
    ((Z, Y, 0), "targets is 0"),
    ((Z, Y, Z), "targets is array"),
    ((Z, Y, "last", -1), "lam is -1: give 0 or a positive number"),
    ((Z, Y, "last", np.nan), "lam is nan"),
    ((Z, Y, "last", np.inf), "lam is inf"),
    ((Z, Y, "last", 10**400), "lam is 1000"),
    ((Z, Y, "last", "0.1"), "lam is '0.1'"),
    ((Z, Y, "last", None), "lam is None"),
    ((Z, Y, "last", 1j), "lam is 1j"),
    ((Z, Y, "last", 0, 7), "progress is 7: give a function"),
    ((Z, Y, "last", 0, None, Y[:19]), r"predictions has the shape \(19, 2\)"),
    ((Z, Y, "last", 0, None, Y[:, :1]), "predictions have 1 numbers each, and answers 2"),
    ((Z, Y, "last", 0, None, None, 0), "threads is 0: give a whole number from 1 to 1,024, or None"),
    ((Z, Y, "last", 0, None, None, 1.5), "threads is 1.5"),
    ((Z, Y, "last", 0, None, None, "two"), "threads is 'two'"),
    ((np.broadcast_to(1.0, (1, 10**8, 1)), [[1.0]]), "up to 100,000,000 are possible"),
]


@test("what cannot be learned from is refused, with a sentence that says why")
def _():
    for arguments, words in REFUSED:
        try:
            learn(*arguments)
        except ValueError as error:
            sentence = str(error)
            assert re.search(words, sentence) and re.search(r"[.)]$", sentence), f"{words}: {sentence}"
        else:
            raise AssertionError(f"not refused: {words}")


@test("what cannot be predicted is refused, too")
def _():
    learned = learn(Z, Y)
    for tokens, words in [([], "tokens is empty"), (np.ones((4, 3)), "tokens have 3 numbers, and those learned from 2"),
                          (np.ones(2), r"tokens has the shape \(2,\)"), ([[1, 2], [3]], "tokens cannot be read"),
                          (None, "tokens has the dtype object"), (np.empty((0, 2)), r"tokens\[0\] is empty"),
                          ([[1, np.nan]], r"tokens\[0\]\[1\] is nan")]:
        try:
            learned.predict(tokens)
        except ValueError as error:
            assert re.search(words, str(error)), f"{words}: {error}"
        else:
            raise AssertionError(f"not refused: {words}")


random = np.random.default_rng(8)
long_lesson = random.normal(size=(3000, 8, 16)), random.normal(size=(3000, 2))


@test("progress rises to 1, in the caller's thread, and says more than the end")
def _():
    told = []
    learn(*long_lesson, progress=lambda fraction: told.append((fraction, threading.current_thread())))
    fractions = [fraction for fraction, _ in told]
    assert fractions == sorted(fractions) and fractions[-1] == 1 and any(0 < fraction < 1 for fraction in fractions)
    assert {thread for _, thread in told} == {threading.current_thread()}


@test("what progress raises, and Ctrl-C, end the call; the next one learns as ever")
def _():
    wanted = learn(Z, Y)
    for raised in (KeyboardInterrupt, SystemExit, ZeroDivisionError):
        def stop(_, raised=raised):
            raise raised

        try:
            learn(*long_lesson, progress=stop)
        except raised:
            pass
        else:
            raise AssertionError(f"{raised} is lost")
        assert same(learn(Z, Y), wanted)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        learn(*long_lesson)
    except KeyboardInterrupt:
        assert same(learn(Z, Y), wanted)
        return  # the program ends while it is still being learned
    raise AssertionError("Ctrl-C is lost")


@test("many threads at once learn what one does")
def _():
    lessons = [(*lesson(seed, 4, 2, "causal", 80), "causal") for seed in range(8)]
    wanted = [learn(*one) for one in lessons]
    found = [None] * len(lessons)

    def run(k):
        found[k] = learn(*lessons[k])

    threads = [threading.Thread(target=run, args=(k,)) for k in range(len(lessons))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(same(a, b) for a, b in zip(wanted, found))


@test("without its library it says where to look")
def _():
    for path in ("/nowhere/liblifted_learner.so", __file__):
        ended = subprocess.run([sys.executable, "-c", "import lifted_learn"], capture_output=True, text=True,
                               env={**os.environ, "LIFTED_LEARNER_LIBRARY": path})
        assert ended.returncode == 1
        assert re.search(rf"ImportError: The learner's library cannot be loaded from {path}: put .* beside", ended.stderr)


run_tests()
