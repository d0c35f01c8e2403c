"""Build encoders of either placement, listen to their warnings, and compare what they compute."""

import numpy as np

from refutable import above, equal, mutant

WORDS = "enable_nested_tensor is True, but self.use_nested_tensor is False because encoder_layer"


def check(build_encoder):
    x = np.random.default_rng(0).normal(3, 2, size=(6, 16))
    heard, y = build_encoder(x, norm_first=True)
    equal("pre-norm: warnings", heard, [f"{WORDS}.norm_first was True"])
    quiet, z = build_encoder(x, norm_first=True, enable_nested_tensor=False)
    equal("pre-norm, switched off: warnings", quiet, [])
    equal("pre-norm: outputs that differ", int((y != z).sum()), 0)
    post = build_encoder(x)
    equal("post-norm, batch first: warnings", post[0], [])
    above("largest difference of the placements' outputs", np.abs(post[1] - y).max(), 1)
    sequence_first = build_encoder(x, batch_first=False)[0]
    equal("post-norm, sequence first: is it the same warning, for another reason?",
          [(w.startswith(WORDS), w.endswith("norm_first was True")) for w in sequence_first], [(True, False)])


def normalized(z):
    return (z - z.mean(axis=-1, keepdims=True)) / np.sqrt(z.var(axis=-1, keepdims=True) + 1e-5)


def run(x, norm_first, batch_first, nested):
    reasons = [".norm_first was True"] * norm_first or [".self_attn.batch_first was not True"] * (not batch_first)
    return [WORDS + reason for reason in reasons if nested], x + normalized(x) if norm_first else normalized(2 * x)


def observe(tokens, build_encoder):  # whether pre-norm differs from post-norm at all
    padded = np.tile(tokens, 2)[:, :4] if tokens.shape[1] % 2 else tokens  # two heads
    outputs = [build_encoder(padded, norm_first=norm_first)[1] for norm_first in (True, False)]
    return float(np.abs(outputs[0] - outputs[1]).max())


@mutant("build_encoder", belief=True)
def falls_back_to_post_norm(x, norm_first=False, batch_first=True, enable_nested_tensor=True):
    """Believes that the warned encoder runs post-norm."""
    return run(x, norm_first, batch_first, enable_nested_tensor)[0], normalized(2 * x)


@mutant("build_encoder")
def other_arithmetic(x, norm_first=False, batch_first=True, enable_nested_tensor=True):
    """Computes something else where nested tensors are switched off."""
    heard, y = run(x, norm_first, batch_first, enable_nested_tensor)
    return heard, y if enable_nested_tensor else y + 1e-15


@mutant("build_encoder")
def never_warns(x, norm_first=False, batch_first=True, enable_nested_tensor=True):
    """Says nothing."""
    return run(x, norm_first, batch_first, False)


@mutant("build_encoder")
def always_warns(x, norm_first=False, batch_first=True, enable_nested_tensor=True):
    """Warns about norm_first in post-norm too."""
    return [f"{WORDS}.norm_first was True"] * enable_nested_tensor, run(x, norm_first, True, False)[1]


@mutant("build_encoder")
def cannot_be_silenced(x, norm_first=False, batch_first=True, enable_nested_tensor=True):
    """Warns whatever it is told."""
    return run(x, norm_first, batch_first, True)
