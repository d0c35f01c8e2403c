import math

import numpy as np


def train_encoder(
    weights,
    encoder_gradients,
    seed,
    *,
    placement="post",
    steps=60,
    rate=3e-3,
    warmup=0,
    later=(math.inf, 1.0),
    optimizer="adam",
    momentum=0.0,
    clip=math.inf,
    skip=1.0,
    final_norm=None,
    task="copy",
    watch=False,
    read_as="",
):
    r"""Train a small Transformer encoder on a toy task and return what was seen on the way.

    $$ \theta_{t} = \theta_{t-1} - \eta \min\!\Bigl(1, \frac{t}{T_{\mathrm{warmup}}}\Bigr)
       \frac{\hat m_t}{\sqrt{\hat v_t} + 10^{-8}} $$

    weights: as `draw_encoder` gives them, not changed. Model and placements: see `encoder_gradients`.
    Task: 8 sequences of 8 symbols out of 16, drawn anew each step; "copy" or "sort" them. Chance is ln 16 = 2.773.
    Optimizer: "adam" with 0.9, 0.98 and eps = 1e-8, or "sgd" with momentum. The rate rises in a straight line over
    `warmup` steps and is multiplied by later[1] after step later[0]; clip bounds the norm of the whole gradient;
    nothing decays.
    Returns a dictionary. `losses`: one a step, before the update. `steps`, if watch: one dictionary a step, with the
    size of the gradient of the first and of the last layer's second feed-forward matrix (`first`, `last`), the
    `variance` of the last stream between sequences at equal positions (0 if it ignores its input), root mean squares
    of the last stream (`stream`) and of the largest branch (`branch`). `read`, if read_as: loss and accuracy on 20
    more batches, by the placement that reads the trained weights, the one trained with and read_as. Errors: none.
    Source: written for the recordings of this site.
    """
    p, flat = _in_one_vector(weights)
    g, slope = _in_one_vector({name: np.zeros_like(value) for name, value in p.items()})
    mean, square = np.zeros_like(flat), np.zeros_like(flat)
    options = {"skip": skip, "final_norm": placement != "post" if final_norm is None else final_norm}
    data, losses, seen = np.random.default_rng(1000 + seed), [], []
    for step in range(1, steps + 1):
        result = encoder_gradients(p, g, *_batch(data, task), placement, **options)
        losses.append(result["loss"])
        if watch:
            seen.append(_measure(g, result))
        size = float(np.linalg.norm(slope))
        if size > clip:
            slope *= clip / size
        now = rate * (min(1, step / warmup) if warmup else 1) * (later[1] if step > later[0] else 1)
        if optimizer == "adam":
            mean += 0.1 * (slope - mean)
            square += 0.02 * (slope * slope - square)
            flat -= now / (1 - 0.9**step) * mean / (np.sqrt(square / (1 - 0.98**step)) + 1e-8)
        else:
            mean = momentum * mean + slope
            flat -= now * mean
        if not math.isfinite(losses[-1]):
            break
    read = {}
    for name in {placement, read_as} if read_as else ():
        data = np.random.default_rng((seed, 1))
        batches = [_batch(data, task) for _ in range(20)]
        results = [encoder_gradients(p, g, *batch, name, **options) for batch in batches]
        right = [
            result["logits"].argmax(axis=1) == targets.ravel()
            for result, (_, targets) in zip(results, batches, strict=True)
        ]
        read[name] = {"loss": float(np.mean([result["loss"] for result in results])), "accuracy": float(np.mean(right))}
    return {"losses": losses, "steps": seen, "read": read}


def _batch(data, task):
    tokens = data.integers(0, 16, (8, 8))
    return tokens, np.sort(tokens, axis=1) if task == "sort" else tokens


def _in_one_vector(arrays):
    """A copy of the arrays that are views of one vector, and the vector: one update moves them all."""
    flat = np.concatenate([value.ravel() for value in arrays.values()])
    ends = np.cumsum([value.size for value in arrays.values()])[:-1]
    parts = np.split(flat, ends)
    return {name: part.reshape(arrays[name].shape) for name, part in zip(arrays, parts, strict=True)}, flat


def _measure(g, result):
    def rms(x):
        return float(np.sqrt(np.mean(np.square(x))))

    last = result["streams"][-1]
    return {
        "first": float(np.linalg.norm(g["down"][0])),
        "last": float(np.linalg.norm(g["down"][-1])),
        "variance": float(last.reshape(8, 8, -1).var(axis=0).mean()),
        "stream": rms(last),
        "branch": max(map(rms, result["branches"])),
    }
