"""lifted-learn in several processes, by MPI."""

import json
import os
import signal
import subprocess
import time

import numpy as np
from cases import TARGETS, lesson, off, run_tests, test
from files import PROGRAM, arrays, folder, learned, table

from lifted_learn import learn

os.environ |= {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1",
               "OMPI_MCA_mpi_yield_when_idle": "1"}


def processes(count):
    return "mpirun", "-n", str(count)


def in_shares(*words, count):
    return subprocess.run([*processes(count), PROGRAM, *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=120)


def states():
    return sorted(path.name for path in folder.glob("*.state*"))


@test("as many processes give the same bits, and other numbers of them agree to 1e-12; tables and arrays, all kinds of targets")
def _():
    for targets in TARGETS:
        tokens, answers = lesson(31, 4, 2, targets, 1200)
        wanted = learn(tokens, answers, targets)
        names = [table(f"part{k}.csv", tokens[a : a + 240], answers[a : a + 240], targets) for k, a in enumerate(range(0, 1200, 240))]
        for count in (1, 2, 3, 5):
            told, stored = learned(*names, launcher=processes(count))
            _, again = learned(*names, launcher=processes(count))
            assert all(np.array_equal(stored[name], again[name]) for name in stored), (targets, count)
            assert off(stored["W"], wanted.W) < 1e-12 and off(stored["eigenvalues"], wanted.eigenvalues) < 1e-12, (targets, count)
            assert told["rows"] == wanted.rows and told["examples"] == 1200 and told["rank"] == wanted.rank
            assert abs(told["trainingError"] / wanted.training_error - 1) < 1e-10, (targets, count)
            assert count > 1 or np.array_equal(stored["W"], wanted.W)
            assert states() == []


@test("arrays are divided; what is held out, and the fewest heads, do not depend on the processes")
def _():
    random = np.random.default_rng(3)
    Z, V, Q = random.normal(size=(2003, 5, 3)), random.normal(size=(1, 3, 3)), random.normal(size=(1, 3, 3))
    Y = np.einsum("hak,Nsk,Nsj,hjl,Nl->Na", V, Z, Z, Q, Z[:, -1], optimize=True) + 0.1 * random.normal(size=(2003, 3))
    words = ["--tokens", arrays("z.npy", np.asfortranarray(Z)), "--answers", arrays("y.npy", Y), "--predictions", arrays("p.npy", 0.9 * Y)]
    one, _ = learned(*words, "--check", "held-out", "--heads", "fewest")
    for count in (2, 3, 4):
        told, stored = learned(*words, "--check", "held-out", "--heads", "fewest", launcher=processes(count))
        assert told["examples"] == one["examples"] == 1803 and told["heldOut"]["examples"] == 200
        assert len(stored["V"]) == 1
        for name in one["heldOut"]:
            assert off(told["heldOut"][name], one["heldOut"][name]) < 1e-9, (count, name)
        for name in ("trainingError", "meanError", "predictionError", "headsTrainingError", "headsHeldOutError"):
            assert abs(told[name] / one[name] - 1) < 1e-6, (count, name)


@test("where sums have lost digits the rows of all processes are asked")
def _():
    tokens, answers = lesson(3, 3, 2, "last", 400)
    tokens = [Z + [1960, 1960, 0] for Z in tokens]
    wanted = learn(tokens, answers)
    names = [table(f"part{k}.csv", tokens[a : a + 100], answers[a : a + 100]) for k, a in enumerate(range(0, 400, 100))]
    told, _ = learned(*names, launcher=processes(3))
    assert told["condition"] > 1e8 and told["rank"] == wanted.rank and not told["rankInDoubt"]
    assert abs(told["trainingError"] / wanted.training_error - 1) < 1e-6


@test("a fault in one process's file ends the job with a sentence that names both")
def _():
    tokens, answers = lesson(4, 2, 1, "last", 60)
    good = [table(f"part{k}.csv", tokens, answers) for k in range(3)]
    (folder / "bad.csv").write_text((folder / "part0.csv").read_text() + "60,1,x,1,1\n")
    done = in_shares(*good, "bad.csv", count=4)
    assert done.returncode != 0 and "Process 4: bad.csv: Line " in done.stderr and "is not a number" in done.stderr, done.stderr
    other = table("other.csv", *lesson(4, 3, 1, "last", 60))
    done = in_shares(*good, other, count=2)
    assert done.returncode != 0 and "The files are not of one kind" in done.stderr, done.stderr
    done = in_shares(*good, other, count=4)
    assert done.returncode != 0 and "The files are not of one kind: 2 numbers a token" in done.stderr, done.stderr
    done = in_shares(*good, count=4)
    assert done.returncode != 0 and "There are 4 processes and 3 files" in done.stderr, done.stderr
    done = in_shares("-", *good, count=2)
    assert done.returncode != 0 and "Standard input cannot be divided" in done.stderr, done.stderr
    for name in states():
        (folder / name).unlink()


@test("when a process dies the job ends, the others have saved their sums, and the same command goes on from there")
def _():
    tokens, answers = lesson(5, 4, 2, "last", 3000)
    names = [table(f"part{k}.csv", tokens, answers) for k in range(3)]
    wanted, _ = learned(*names, launcher=processes(3))
    slow = folder / "part2.csv"
    whole = slow.read_bytes()
    slow.unlink()
    os.mkfifo(slow)
    words = [*processes(3), PROGRAM, *names, "--save-every", "0"]
    job = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    with open(slow, "wb", buffering=0) as pipe:  # the third process waits, the others have read all
        pipe.write(whole[:100])
        end = time.monotonic() + 60
        while len(states()) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        ids = subprocess.run(["pgrep", "-f", f"^{PROGRAM} part0"], capture_output=True, text=True).stdout.split()
        assert len(ids) == 3, ids
        os.kill(int(ids[-1]), signal.SIGKILL)
        _, said = job.communicate(timeout=60)
    assert job.returncode != 0 and "exited on signal 9" in said, said
    assert len(states()) >= 2, states()
    slow.unlink()
    slow.write_bytes(whole)
    done = subprocess.run([*words, "--json", "learned.json"], cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0 and "Going on after 3000 sequences" in done.stderr, done.stderr
    told = json.loads((folder / "learned.json").read_text())
    assert told["W"] == wanted["W"] and told["trainingError"] == wanted["trainingError"]
    assert states() == []


run_tests()
