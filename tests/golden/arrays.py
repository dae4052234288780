"""Writes files of arrays into a folder, as NumPy and programs with safetensors do, and prints what each must come to."""

import json
import struct
import sys
from pathlib import Path

import numpy as np

folder = Path(sys.argv[1])
random = np.random.default_rng(5)
N, n, d, outputs, heads = 12, 3, 2, 2, 3
Z, last, every = (random.normal(size=shape) for shape in ((N, n, d), (N, outputs), (N, n, outputs)))
given = random.normal(size=(N, outputs))
V, Q = random.normal(size=(heads, outputs, d)), random.normal(size=(heads, d, d))
W_q, W_k, W_v = (random.normal(size=(heads, 4, d)) for _ in range(3))
W_o = random.normal(size=(heads, outputs, 4))


def safetensors(path, arrays, **notes):
    """As the format is described: eight bytes of length, JSON, numbers."""
    head, body = {"__metadata__": notes} if notes else {}, b""
    for name, (kind, array) in arrays.items():
        content = (array.astype("<f4").view("<u4") >> 16).astype("<u2") if kind == "BF16" else array
        head[name] = {"dtype": kind, "shape": array.shape, "data_offsets": [len(body), len(body) + content.nbytes]}
        body += content.tobytes()
    text = json.dumps(head).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)


def layer(V, Q, mode):
    answers = np.zeros((N, n, outputs))
    for i, tokens in enumerate(Z):
        for t, z in enumerate(tokens):
            seen = tokens[: t + 1] if mode == "causal" else tokens
            answers[i, t] = sum(v @ (seen.T @ seen) @ q @ z for v, q in zip(V, Q))
    return answers[:, -1] if mode == "last" else answers


cases = []


def case(files, mode, tokens, targets, predictions=None):
    cases.append({"files": files, "mode": mode, "tokens": tokens.tolist(), "targets": targets.tolist(), "predictions": None if predictions is None else predictions.tolist()})


def npz(name, save=np.savez, **arrays):
    save(folder / name, **arrays)
    return [name]


case(npz("plain.npz", tokens=Z, targets=last, predictions=given), "last", Z, last, given)
case(npz("packed.npz", np.savez_compressed, x=np.asfortranarray(Z.astype("f4")), Y=every.astype(">f8")), "all", Z.astype("f4"), every)
case(npz("small.npz", Z=Z.astype("f2"), y=np.arange(N, dtype=">i2")), "last", Z.astype("f2"), np.arange(N)[:, None])
case(npz("causal.npz", tokens=Z, targets=every, V=V, Q=Q, mode="causal"), "causal", Z, every, layer(V, Q, "causal"))
case(npz("layer.npz", tokens=Z, targets=last, V=V[0], Q=Q[0]), "last", Z, last, layer(V[:1], Q[:1], "last"))
case(npz("four.npz", tokens=Z, targets=every, W_q=W_q, W_k=W_k, W_v=W_v, W_o=W_o), "all", Z, every, layer(W_o @ W_v, W_k.transpose(0, 2, 1) @ W_q, "all"))
for name, array in ("tokens", Z), ("targets", last), ("p", given):
    np.save(folder / f"{name}.npy", array)
case(["tokens.npy", "targets.npy", "p.npy"], "last", Z, last, given)
safetensors(folder / "one.safetensors", {"tokens": ("F64", Z), "targets": ("F32", every.astype("<f4"))}, mode="causal")
case(["one.safetensors"], "causal", Z, every.astype("f4"))
brain = (Z.astype("f4").view("u4") >> 16 << 16).view("f4")
safetensors(folder / "attention.safetensors", {"x": ("BF16", Z), "y": ("F64", last), "attn.v": ("F64", V), "attn.q": ("F64", Q)})
Z = brain.astype("f8")
case(["attention.safetensors"], "last", Z, last, layer(V, Q, "last"))

# What is refused.
npz("words.npz", tokens=np.array([["a", "b"]]), targets=last)
npz("flat.npz", tokens=Z[0], targets=last)
np.savez(folder / "nameless.npz", Z, last)
npz("wrong.npz", tokens=Z, targets=last[1:])
npz("half.npz", tokens=Z, targets=last, V=V)
npz("crooked.npz", tokens=Z, targets=last, V=V, Q=Q[:, :1])
npz("twice.npz", tokens=Z, x=Z, targets=last)
npz("mode.npz", tokens=Z, targets=last, mode="causal")
(folder / "torn.npz").write_bytes((folder / "plain.npz").read_bytes()[:900])
(folder / "torn.npy").write_bytes((folder / "tokens.npy").read_bytes()[:300])
(folder / "torn.safetensors").write_bytes((folder / "one.safetensors").read_bytes()[:20])
(folder / "text.npy").write_text("sequence,token,x1")
(folder / "empty.npz").write_bytes(b"")
(folder / "far.safetensors").write_bytes(struct.pack("<Q", 2**60) + b"{}")
print(json.dumps(cases))
