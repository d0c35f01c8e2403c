"""Rebuild the training model from the references, and compare its loss and slopes with the instrument's."""

from functools import partial

import numpy as np

from refutable import close, mutant

ARMS = (  # the first has more layers than there are symbols or places
    {"placement": "post", "heads": 4},
    {"placement": "post", "skip": 1.7, "final_norm": True, "causal": True, "memory": True},
    {"placement": "pre", "qk_norm": True, "heads": 4},
    {"placement": "pre", "final_norm": False, "qk_norm": True, "causal": True, "memory": True},
    {"placement": "output", "qk_norm": True},
    {"placement": "output", "memory": True, "causal": True, "heads": 1},
)


def draw(rng, depth, norms):
    shapes = {"symbol": (4, 8), "place": (5, 8), "head": (8, 4), "final_gain": (8,), "final_bias": (8,)}
    layer = {"qkv": (8, 24), "out": (8, 8), "up": (8, 6), "down": (6, 8), "b_up": (6,), "b_down": (8,),
             "gain": (norms, 8), "bias": (norms, 8)}
    if norms == 3:
        layer |= {"cross_qkv": (8, 24), "cross_out": (8, 8)}
    shapes |= {name: (depth, *shape) for name, shape in layer.items()}
    return {name: 0.7 * rng.normal(size=shape) + ("gain" in name) for name, shape in shapes.items()}


def check(
    encoder_gradients, layer_norm, rms_norm, pre_block, deep_norm_block, output_norm_block, qk_logits, feed_forward,
    cross_entropy,
):
    def model(
        p, tokens, targets, placement, skip=1.0, final_norm=None, heads=2, qk_norm=False, causal=False, memory=None
    ):
        """The loss, the logits, and what every branch and every layer returned, by name."""
        block = {"pre": pre_block, "output": output_norm_block,
                 "post": lambda x, norm, branch: deep_norm_block(x, norm, branch, skip)}[placement]

        def attend(z, source, name, layer, masked):
            w = p[name + "qkv"][layer]
            q, k, v = z @ w[:, :8], source @ w[:, 8:16], source @ w[:, 16:]
            logits = qk_logits(q, k, heads, (lambda u: rms_norm(u, eps=1e-6)) if qk_norm else None)
            logits = np.where(np.tri(5, dtype=bool), logits, -np.inf) if masked else logits
            weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
            mixed = weights / weights.sum(axis=-1, keepdims=True) @ v.reshape(5, heads, -1).swapaxes(0, 1)
            return mixed.swapaxes(0, 1).reshape(5, 8) @ p[name + "out"][layer]

        def feed(z, i):
            return feed_forward(z, p["up"][i], p["down"][i], p["b_up"][i], p["b_down"][i])

        def overheard(place, branch):
            return lambda z: seen.setdefault(place, []).append(branch(z)) or seen[place][-1]

        seen = {}
        for row in range(len(tokens)):
            x = overheard("stream 0", lambda z: z)(p["symbol"][tokens[row]] + p["place"])
            for i in range(len(p["out"])):
                parts = [lambda z, i=i: attend(z, z, "", i, causal)]
                if memory is not None:
                    parts.append(lambda z, i=i, row=row: attend(z, memory[row], "cross_", i, False))
                for j, part in enumerate([*parts, lambda z, i=i: feed(z, i)]):
                    norm = partial(layer_norm, gain=p["gain"][i, j], bias=p["bias"][i, j], eps=1e-5)
                    x = block(x, norm, overheard(f"branch {i} {j}", part))
                overheard(f"stream {i + 1}", lambda z: z)(x)
            if final_norm or (final_norm is None and placement != "post"):
                x = layer_norm(x, p["final_gain"], p["final_bias"], eps=1e-5)
            overheard("logits", lambda z: z)(x @ p["head"])
        seen = {place: np.concatenate(rows) for place, rows in seen.items()}
        return cross_entropy(seen["logits"], targets.ravel()), seen

    for arm in ARMS:
        title, rng = ", ".join(f"{key} {value}" for key, value in arm.items()), np.random.default_rng(5)
        p = draw(rng, depth=6 if arm is ARMS[0] else 2, norms=3 if "memory" in arm else 2)
        tokens, targets = rng.integers(0, 4, (2, 2, 5))
        options = arm | ({"memory": rng.normal(size=(2, 5, 8))} if "memory" in arm else {})
        g = {name: np.full_like(value, np.nan) for name, value in p.items()}
        found, (loss, seen) = encoder_gradients(p, g, tokens, targets, **options), model(p, tokens, targets, **options)
        close(f"loss: {title}", found["loss"], loss, atol=1e-9)
        close(f"logits: {title}", found["logits"], seen["logits"], atol=1e-9)
        for kind, key in (("stream", "streams"), ("branch", "branches")):
            wanted = [value for place, value in seen.items() if place.startswith(kind)]
            close(f"{key}: {title}", np.array(found[key]), np.array(wanted), atol=1e-9)

        def slope(key, along, p=p, tokens=tokens, targets=targets, options=options):
            high, low = (model(p | {key: p[key] + h * along}, tokens, targets, **options)[0] for h in (1e-6, -1e-6))
            return (high - low) / 2e-6

        ways = {key: rng.normal(size=value.shape) for key, value in p.items()}
        close(f"slope along a random direction in each array: {title}",
              [float((g[key] * way).sum()) for key, way in ways.items()],
              [slope(key, way) for key, way in ways.items()], atol=1e-7)
        # Logits in the thousands: exp alone would overflow, and a chance of 0 counts as 1e-30.
        far = p | {key: 1e3 * p[key] for key in p if key == "head" or key.endswith("qkv")}
        logits = model(far, tokens, targets, **options)[1]["logits"]
        losses = [cross_entropy(logits[i:i + 1], targets.ravel()[i:i + 1]) for i in range(10)]
        close(f"loss, queries, keys, values and head times 1000: {title}",
              encoder_gradients(far, g, tokens, targets, **options)["loss"],
              np.minimum(losses, -np.log(1e-30)).mean(), atol=1e-4)


@mutant("encoder_gradients")
def equal_logits(p, g, tokens, targets, placement, **options):
    """Gives every symbol the same chance, so that the loss is ln 4 and no weight matters."""
    for value in g.values():
        value[:] = 0
    return {"loss": np.log(4), "logits": np.zeros((10, 4)), "streams": [], "branches": []}


@mutant("deep_norm_block")
def skip_not_scaled(x, norm, branch, alpha):
    """Forgets the factor of the skip."""
    return norm(x + branch(x))


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("output_norm_block")
def sandwich(x, norm, branch):
    """Normalizes what the branch reads as well."""
    return x + norm(branch(norm(x)))


@mutant("qk_logits")
def norm_ignored(q, k, heads, norm=None, per_head=True):
    """Accepts a QK-norm and does not apply it."""
    q, k = (z.reshape(len(z), heads, -1).swapaxes(0, 1) for z in (q, k))
    return q @ k.swapaxes(1, 2) / np.sqrt(q.shape[-1])


@mutant("layer_norm")
def sample_variance(x, gain=None, bias=None, eps=1e-5):
    """Divides by d - 1 in the variance."""
    return gain * (x - x.mean(axis=-1, keepdims=True)) / np.sqrt(x.var(axis=-1, ddof=1, keepdims=True) + eps) + bias
