import math

import numpy as np

_OUTSIDE = ("symbol", "place", "head", "final_gain", "final_bias")  # weights that belong to no layer


def encoder_gradients(
    p, g, tokens, targets, placement, *, skip=1.0, final_norm=None, heads=2, qk_norm=False, causal=False, memory=None
):
    r"""Loss of a Transformer encoder and its gradient with respect to every weight, by hand.

    $$ x \leftarrow \mathrm{LN}(s\,x + F(x)) \;\text{(post)}, \qquad
       x \leftarrow x + F(\mathrm{LN}(x)) \;\text{(pre)}, \qquad
       x \leftarrow x + \mathrm{LN}(F(x)) \;\text{(output)} $$

    p: the weights as `draw_encoder` gives them. g: arrays of the same names and shapes, which are overwritten with
    the gradient.
    tokens, targets: integers (batch, length). skip: s above, DeepNorm's alpha. final_norm: by default there is one
    unless the placement is post. LayerNorm has gain, bias and eps = 1e-5; qk_norm divides every query and key of a
    head by its root mean square. memory (batch, length, d): what cross-attention reads, if there is any; it gets no
    gradient.
    Returns a dictionary: `loss` (mean cross-entropy in nats), `logits`, `streams` and `branches` (each output before
    it is added), as (batch * length, d). Errors: none.
    Source: backpropagation, tested against finite differences in tests/test_training_instrument.py.
    """
    final_norm = placement != "post" if final_norm is None else final_norm
    shape, depth = tokens.shape, len(p["out"])
    x = (p["symbol"][tokens] + p["place"]).reshape(tokens.size, -1)
    streams, branches, tape = [x], [], []
    for layer in range(depth):
        w, dw = ({name: value[layer] for name, value in of.items() if name not in _OUTSIDE} for of in (p, g))
        parts = [lambda z, w=w, dw=dw: _attention(z, w, dw, "", shape, heads, qk_norm, causal, None)]
        if memory is not None:
            parts.append(lambda z, w=w, dw=dw: _attention(z, w, dw, "cross_", shape, heads, qk_norm, False, memory))
        parts.append(lambda z, w=w, dw=dw: _feed_forward(z, w, dw))
        for i, branch in enumerate(parts):
            norm = (w["gain"][i], w["bias"][i], dw["gain"][i], dw["bias"][i])
            if placement == "pre":
                z, norm_back = _norm(x, *norm)
                y, branch_back = branch(z)
                x = x + y
            else:
                y, branch_back = branch(x)
                z, norm_back = _norm(y if placement == "output" else skip * x + y, *norm)
                x = x + z if placement == "output" else z
            branches.append(y)
            tape.append((norm_back, branch_back))
        streams.append(x)
    g["final_gain"][:] = g["final_bias"][:] = 0
    if final_norm:
        x, final_back = _norm(x, p["final_gain"], p["final_bias"], g["final_gain"], g["final_bias"])
    logits = x @ p["head"]
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    rows, right = np.arange(tokens.size), targets.ravel()
    loss = float(-np.log(chances[rows, right] + 1e-30).mean())

    chances[rows, right] -= 1
    chances /= tokens.size
    g["head"][:] = x.T @ chances
    dx = chances @ p["head"].T
    if final_norm:
        dx = final_back(dx)
    for norm_back, branch_back in reversed(tape):
        if placement == "pre":
            dx = dx + norm_back(branch_back(dx))
        elif placement == "output":
            dx = dx + branch_back(norm_back(dx))
        else:
            dx = norm_back(dx)
            dx = skip * dx + branch_back(dx)
    g["place"][:] = dx.reshape(*shape, -1).sum(axis=0)
    g["symbol"][:] = 0
    np.add.at(g["symbol"], tokens.ravel(), dx)
    return {"loss": loss, "logits": logits, "streams": streams, "branches": branches}


# Each part returns its output and a function that takes the gradient of the output, writes those of the weights and
# returns that of the input.


def _norm(x, gain, bias, d_gain, d_bias, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    inverse = 1 / np.sqrt(_mean_product(centred, centred) + eps)
    unit = centred * inverse

    def back(dy):
        d_gain[:], d_bias[:] = np.einsum("nd,nd->d", dy, unit), dy.sum(axis=0)
        du = dy * gain
        return (du - du.mean(axis=-1, keepdims=True) - unit * _mean_product(du, unit)) * inverse

    return unit * gain + bias, back


def _feed_forward(z, w, dw):
    hidden = np.maximum(z @ w["up"] + w["b_up"], 0)

    def back(dy):
        dw["down"][:], dw["b_down"][:] = hidden.T @ dy, dy.sum(axis=0)
        dh = (dy @ w["down"].T) * (hidden > 0)
        dw["up"][:], dw["b_up"][:] = z.T @ dh, dh.sum(axis=0)
        return dh @ w["up"].T

    return hidden @ w["down"] + w["b_down"], back


def _attention(z, w, dw, name, shape, heads, qk_norm, causal, memory):
    (batch, length), d = shape, z.shape[1]
    qkv, out, source = w[name + "qkv"], w[name + "out"], z if memory is None else memory.reshape(z.shape)
    projected = z @ qkv if memory is None else np.hstack([z @ qkv[:, :d], source @ qkv[:, d:]])
    q, k, v = projected.reshape(batch, length, 3, heads, d // heads).transpose(2, 0, 3, 1, 4)
    q, q_back = _unit(q) if qk_norm else (q, lambda dq: dq)
    k, k_back = _unit(k) if qk_norm else (k, lambda dk: dk)
    scale = 1 / math.sqrt(d // heads)
    scores = q @ k.swapaxes(2, 3) * scale
    if causal:
        scores = np.where(np.tri(length, dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    mixed = (weights @ v).swapaxes(1, 2).reshape(z.shape)

    def back(dy):
        dw[name + "out"][:] = mixed.T @ dy
        d_mixed = (dy @ out.T).reshape(batch, length, heads, -1).swapaxes(1, 2)
        d_weights = d_mixed @ v.swapaxes(2, 3)
        d_scores = weights * (d_weights - (d_weights * weights).sum(axis=-1, keepdims=True)) * scale
        dq, dk, dv = q_back(d_scores @ k), k_back(d_scores.swapaxes(2, 3) @ q), weights.swapaxes(2, 3) @ d_mixed
        d_projected = np.stack([dq, dk, dv]).transpose(1, 3, 0, 2, 4).reshape(len(z), 3 * d)
        if memory is None:
            dw[name + "qkv"][:] = z.T @ d_projected
            return d_projected @ qkv.T
        dw[name + "qkv"][:] = np.hstack([z.T @ d_projected[:, :d], source.T @ d_projected[:, d:]])
        return d_projected[:, :d] @ qkv[:, :d].T

    return mixed @ out, back


def _unit(q, eps=1e-6):
    """Divide by the root mean square."""
    inverse = 1 / np.sqrt(np.mean(q * q, axis=-1, keepdims=True) + eps)
    unit = q * inverse
    return unit, lambda dy: (dy - unit * np.mean(dy * unit, axis=-1, keepdims=True)) * inverse


def _mean_product(a, b):
    return np.einsum("nd,nd->n", a, b)[:, None] / a.shape[1]
