import numpy as np


def block_cases(x, subjects):
    r"""One block of either placement on one input, with branches that are the same, zero, aligned and cancelling.

    $$ \mathrm{pre} = x + F(N(x)), \qquad \mathrm{post} = N(x + F(x)), \qquad N = \mathrm{LN}_{\varepsilon = 0} $$

    x: shape (d,). subjects: the references and instruments, by name.
    Returns for each case a dictionary: `vectors` (name -> list), `metrics` (name -> number) and `dtype`, as recorded.
    Metrics: distance of each output from x; rank of the Jacobian of each block (singular values above 1e-6), and its
    root mean square gain. Errors: none. Source: written for the recorded experiment of this site.
    """
    pre_block, post_block, jacobian = (subjects[name] for name in ("pre_block", "post_block", "jacobian"))
    deviation = x.std()
    branches = {
        "same": lambda z: 0.6 * np.roll(z, 1),
        "zero": lambda z: 0.0 * z,
        "aligned": lambda z: 2.0 * z,
        "cancelling": lambda z: -deviation * z,
    }

    def norm(z):
        return subjects["layer_norm"](z, eps=0.0)

    cases = {}
    for name, branch in branches.items():
        pre, post = pre_block(x, norm, branch), post_block(x, norm, branch)
        slopes = [jacobian(lambda z, b=block, f=branch: b(z, norm, f), x) for block in (pre_block, post_block)]
        vectors = {"input": x, "pre write": branch(norm(x)), "pre output": pre,
                   "post write": branch(x), "post output": post}
        metrics = {"pre distance": np.linalg.norm(pre - x), "post distance": np.linalg.norm(post - x)}
        for placement, slope in zip(("pre", "post"), slopes, strict=True):
            spectrum = np.linalg.svd(slope, compute_uv=False)
            metrics[f"{placement} rank"] = np.sum(spectrum > 1e-6)
            metrics[f"{placement} gain"] = np.sqrt(np.mean(spectrum**2))
        cases[name] = {
            "vectors": {key: (value + 0.0).tolist() for key, value in vectors.items()},  # no -0.0
            "metrics": {key: float(value) for key, value in metrics.items()},
            "dtype": sorted({str(value.dtype) for value in vectors.values()}),
        }
    return cases
