"""Probe a tiny random mbart and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "LayerNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True, "qk_norm": "none",
        "embedding_norm": True, "norms": "5L + 4"}
NAMES = {"self_attn_layer_norm": "input of attention", "final_layer_norm": "input of the feed-forward"}


def check(placement_probe, placement):
    found = placement(placement_probe("mbart"))
    for key, want in WANT.items():
        equal(f"mbart: {key}", found[key], want)
    for name, job in NAMES.items():
        equal(f"mbart: {name}", found["names"].get(name), job)


@mutant("placement")
def looks_at_one_scale(measured):
    """Compares the output at the one scale that it tries, and finds that it does not grow: post-norm."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][0] > 2
    return {**WANT, "placement": "pre" if grows else "post"}


@mutant("placement")
def forgets_the_final_norm(measured):
    """Leaves out the norm behind the last block."""
    return {**WANT, "final_norm": False}


@mutant("placement")
def forgets_the_embedding_norm(measured):
    """Overlooks that the embeddings are normalized before the first block."""
    return {**WANT, "embedding_norm": False}


@mutant("placement")
def takes_layer_norm_for_rms(measured):
    """Does not shift its inputs, so that it cannot see that a mean is subtracted."""
    return {**WANT, "norm": 'RMSNorm'}
