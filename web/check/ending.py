# %% [markdown]
# ## The figure's numbers beside NumPy's
#
# All that was compared by digits, and in how many both agree. What is only small was compared where it stands above.

# %%
print(f"{'':<34}{'figure':>22}{'NumPy':>22}{'digits':>8}")
for name, theirs, ours, same in agreed:
    print(f"{name:<34}{theirs:>22}{ours:>22}{same:>8}")
assert not found, f"left unchecked: {', '.join(found)}"
