"""How lifted-learn ends before it is done, and goes on: from named pipes, so that the test decides how far it has read."""

import fcntl
import os
import pathlib
import re
import signal
import subprocess
import time

import numpy as np
from cases import lesson, run_tests, test
from files import PROGRAM, folder, head_of, learned, rows_of, run

from lifted_learn import learn

TOKENS, ANSWERS = lesson(21, 4, 2, "last", 9000)
ROWS = [list(rows_of(k, Z, np.atleast_2d(y))) for k, (Z, y) in enumerate(zip(TOKENS, ANSWERS))]
HEAD = head_of(4, 2, targets="last")
PIECE = 1 << 20  # bytes that are read at a time


def states():
    return sorted(path.name for path in folder.glob("*.state"))


def text_of(rows):
    return HEAD + "".join("".join(sequence) for sequence in rows)


def stopped(how, *words):
    """The first half through a pipe, then the signal; back come code and standard error. The pipe becomes a file."""
    path = folder / "rows.csv"
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    process = subprocess.Popen([PROGRAM, "rows.csv", *words], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    whole = text_of(ROWS).encode()
    assert len(whole) > 1.5 * PIECE
    with open(path, "wb", buffering=0) as pipe:
        pipe.write(whole[:PIECE])
        empty = time.monotonic() + 60
        while int.from_bytes(fcntl.ioctl(pipe, 0x541B, b"\0" * 4), "little") and time.monotonic() < empty:  # FIONREAD
            time.sleep(0.01)
        if how is signal.SIGKILL:
            empty = time.monotonic() + 60
            while not states() and time.monotonic() < empty:
                time.sleep(0.01)
        process.send_signal(how)
        try:
            pipe.write(whole[PIECE:])
        except BrokenPipeError:
            pass
    _, said = process.communicate(timeout=60)
    path.unlink()
    path.write_bytes(whole)
    return process.returncode, said


def assert_goes_on(*words):
    """The same command goes on, and finds the same bits as one that was never ended."""
    wanted = learn(TOKENS, ANSWERS)
    told, stored = learned("rows.csv", *words)
    assert np.array_equal(stored["W"], wanted.W) and told["trainingError"] == wanted.training_error
    assert told["rows"] == wanted.rows == 9000
    assert states() == []


@test("Ctrl-C, and SIGTERM, leave the sums so far; the same command goes on from there, to the same bits")
def _():
    for how in (signal.SIGINT, signal.SIGTERM):
        code, said = stopped(how)
        assert code == 130, (code, said)
        (state,) = states()
        assert said.startswith("Ended. The sums of ") and said.endswith(f"in {state}: the same command goes on from there.\n"), said
        sequences = int(said.split()[4])
        assert 0 < sequences < 9000 and sequences % 256 == 0
        other = run("rows.csv", "--check", "held-out")
        assert other.returncode == 0 and states() == [state]  # another command neither takes nor loses it
        done = run("rows.csv", "--lambda", 0)
        assert f"Going on after {sequences} sequences, from {state}.\n" == done.stderr, done.stderr
        assert states() == []


@test("sums that were gone on from give the same bits")
def _():
    stopped(signal.SIGINT)
    assert_goes_on()
    stopped(signal.SIGINT, "--state", "own.state")
    assert states() == ["own.state"]
    assert_goes_on("--state", "own.state")


@test("while it reads and saves it holds the sums, and no second copy of them")
def _():
    random = np.random.default_rng(1)
    text = head_of(16, 1, targets="last")
    for k in range(1200):
        text += "".join(rows_of(k, random.normal(size=(4, 16)), random.normal(size=(1, 1))))
    path = folder / "wide.csv"
    os.mkfifo(path)
    process = subprocess.Popen([PROGRAM, "wide.csv", "--save-every", "0"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    with open(path, "wb", buffering=0) as pipe:
        pipe.write(text.encode()[:PIECE])
        empty = time.monotonic() + 60
        while not states() and time.monotonic() < empty:
            time.sleep(0.01)
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        process.kill()
    process.communicate()
    path.unlink()
    (state,) = states()
    sums = (folder / state).stat().st_size // 1024
    (folder / state).unlink()
    peak = int(re.search(r"^VmHWM:\s+(\d+) kB", status, re.M)[1])
    assert sums > 10_000 and peak < 2 * sums, (sums, peak)


@test("a program that is killed has saved its sums before")
def _():
    code, _ = stopped(signal.SIGKILL, "--save-every", "0")
    assert code == -signal.SIGKILL and len(states()) == 1
    assert_goes_on()


@test("a second Ctrl-C while it still reads ends it at once")
def _():
    path = folder / "never.csv"
    os.mkfifo(path)
    process = subprocess.Popen([PROGRAM, "never.csv"], cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
    with open(path, "wb", buffering=0) as pipe:
        pipe.write(HEAD.encode())
        for _ in range(200):
            process.send_signal(signal.SIGINT)
            time.sleep(0.02)
            if process.poll() is not None:
                break
    assert process.wait(timeout=10) in (-signal.SIGINT, 130)
    process.stderr.close()
    path.unlink()


@test("sums are not gone on from with other data, by another command or from a damaged file")
def _():
    stopped(signal.SIGINT, "--state", "own.state")
    good = (folder / "own.state").read_bytes()
    for other in ([ROWS[1], ROWS[0], *ROWS[2:]], ROWS[:10]):
        (folder / "rows.csv").write_text(text_of(other))
        done = run("rows.csv", "--state", "own.state")
        assert done.returncode == 1 and "These are not the data that the sums so far were made of" in done.stderr, done.stderr
        assert (folder / "own.state").read_bytes() == good
    (folder / "rows.csv").write_text(text_of(ROWS))
    done = run("rows.csv", "--state", "own.state", "--check", "held-out")
    assert done.returncode == 1 and "holds the sums of another command: remove it" in done.stderr
    for damaged in (good[:-1], good + b"1", b"other", b"", good[:60]):
        (folder / "own.state").write_bytes(damaged)
        done = run("rows.csv", "--state", "own.state")
        assert done.returncode == 1 and done.stderr.startswith("own.state ") and "remove it" in done.stderr, (damaged[:30], done.stderr)
    (folder / "own.state").write_bytes(good)
    assert_goes_on("--state", "own.state")


run_tests()
