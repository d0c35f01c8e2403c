import numpy as np


def path_shares(placement, branch, depth, gain, seed, subjects, width=64, rows=4):
    r"""How much of a gradient arrives along the skips, and how much through each number of branches.

    $$ \frac{\partial x_L}{\partial x_0} = \sum_{k=0}^{L} E_k, \qquad
       \prod_l (I + t J_l) = \sum_k t^k E_k, \qquad E_k = \text{the sum of all paths through } k \text{ branches} $$

    placement: "pre" or "post". branch: "linear", z W with entries of variance gain / width; or "constant", a vector of
    mean square gain that ignores the stream. The input is a token of mean 0 and deviation 1, the norm LayerNorm with
    eps = 0. seed: for `draw_uniform`. subjects: the references and instruments, by name. `rows` random gradients start
    at the top. Returns a dictionary: `total` and `skip`, the factors by which their length changes on the way down, in
    all and along the skips alone (k = 0); `share`, skip over total; `through`, the factor for k = 0 ... L; `cosine` of
    the gradients at the bottom and at the top. Errors: none.
    Source: the product of `residual_jacobian` at the roots of unity, transformed back.
    """
    drawn = subjects["draw_uniform"](seed, (rows + 1) * width + depth * width * width)
    at_top, token, weights = np.split(drawn, [rows * width, (rows + 1) * width])
    at_top, token = at_top.reshape(rows, width), (token - token.mean()) / token.std()
    weights = np.sqrt(gain) * weights.reshape(depth, width, width)
    linear = branch == "linear"
    branches = [(lambda z, w=w: z @ w / np.sqrt(width)) if linear else (lambda z, w=w: w[0]) for w in weights]

    def norm(z):
        return subjects["layer_norm"](z, eps=0.0)

    jacobian, product = subjects["layer_norm_jacobian"], subjects["residual_jacobian"]
    streams = subjects["stack"](token, norm, branches, subjects["pre_block" if placement == "pre" else "post_block"])
    slopes = [w.T / np.sqrt(width) if linear else 0.0 * w for w in weights]
    if placement == "pre":
        slopes = [slope @ jacobian(s, eps=0.0) for slope, s in zip(slopes, streams, strict=False)]
        norms = None
    else:
        norms = [jacobian(s + f(s), eps=0.0) for f, s in zip(branches, streams, strict=False)]
    # Each branch times t, at all roots of unity t: the discrete Fourier transform of the E_k.
    turned = np.exp(2j * np.pi * np.arange(depth + 1) / (depth + 1))
    parts = np.fft.fft([at_top @ product([t * slope for slope in slopes], norms) for t in turned], axis=0) / (depth + 1)
    length, whole = np.linalg.norm(at_top), parts.sum(axis=0).real
    through = [float(np.linalg.norm(part) / length) for part in parts]
    total = float(np.linalg.norm(whole) / length)
    return {"total": total, "skip": through[0], "share": through[0] / total, "through": through,
            "cosine": float(np.sum(whole * at_top) / (total * length**2))}
