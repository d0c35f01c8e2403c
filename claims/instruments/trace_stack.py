import itertools

import numpy as np


def trace_stack(x, placement, norm, branches, subjects):
    r"""Every stream of a stack, its length, and whether at every depth it is the input plus what the branches wrote.

    $$ \mathrm{gap} = \max_{m \le L} \Bigl\lVert x_m - x_0 - \sum_{l=0}^{m-1} w_l \Bigr\rVert $$

    x: the input, shape (width,). placement: "pre", "post", "output", "sandwich" or "skip", the normalised skip.
    norm: a function (x) -> x. branches: L functions. subjects: the references, by name.
    The write w_l is what the branch returns, or its norm if one follows it on the branch.
    Returns a dictionary: lists of `streams`, `lengths` and `updates` (the share of its length by which each block moves
    the stream), and the number `gap`. Errors: KeyError for another placement; 0 / 0 comes back as NaN.
    Source: a walk through `stack` with its writes overheard.
    """
    writes = []

    def overheard(f):
        def heard(z):
            writes.append(f(z))
            return writes[-1]
        return heard

    def written_by_the_branch(block):
        return lambda x, norm, branch: block(x, norm, overheard(branch))

    block = {
        "pre": written_by_the_branch(subjects["pre_block"]),
        "post": written_by_the_branch(subjects["post_block"]),
        "skip": written_by_the_branch(subjects["normalised_skip_block"]),
        "output": lambda x, norm, branch: subjects["output_norm_block"](x, overheard(norm), branch),
        "sandwich": lambda x, norm, branch: subjects["sandwich_block"](x, norm, overheard(norm), branch),
    }[placement]
    with np.errstate(invalid="ignore", divide="ignore"):
        streams = subjects["stack"](x, norm, branches, block)
        lengths = [float(np.linalg.norm(stream)) for stream in streams]
        moved = [float(np.linalg.norm(after - before)) for before, after in itertools.pairwise(streams)]
        updates = [float(np.divide(way, length)) for way, length in zip(moved, lengths, strict=False)]
        gap = float(np.max(np.linalg.norm(np.array(streams[1:]) - x - np.cumsum(writes, axis=0), axis=1)))
    return {"streams": [stream.tolist() for stream in streams], "lengths": lengths, "updates": updates, "gap": gap}
