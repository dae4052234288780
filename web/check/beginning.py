# %% [markdown]
# The data of this state and what the figure found, exactly as the page has them: every number is written in the fewest
# digits that read back as the same bits.

# %%
import json

import numpy as np

DATA = json.loads(r"""@DATA@""")
given, found = DATA["given"], DATA["found"]

# %%
def agree(name, ours, digits, least=0):
    """Compares NumPy's value of found[name] with the figure's, relative to the largest entry, or to `least` where that
    is larger: what is far below it is rounding. At least so many decimal digits must agree."""
    ours = np.asarray(ours, dtype=float)
    theirs = np.asarray(found.pop(name), dtype=float)
    assert ours.shape == theirs.shape, f"{name}: {ours.shape} here, {theirs.shape} in the figure"
    size = max(least, np.abs(ours).max(initial=0), np.abs(theirs).max(initial=0))
    gap = np.abs(ours - theirs).max(initial=0)
    same = 16 if gap == 0 else min(16, int(-np.log10(gap / size)))
    say = lambda value: f"{value:.12g}" if value.ndim == 0 else f"{' x '.join(map(str, value.shape))} numbers"
    print(f"{name}: figure {say(theirs)}, NumPy {say(ours)}, {same} digits agree")
    assert same >= digits, f"{name}: only {same} digits agree, not {digits}"
