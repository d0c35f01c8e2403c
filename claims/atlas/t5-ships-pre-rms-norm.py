"""Probe a tiny random t5 and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "pre", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-06, "final_norm": True, "qk_norm": "none",
        "embedding_norm": False, "norms": "5L + 2"}


def check(placement_probe, placement):
    found = placement(placement_probe("t5"))
    for key, want in WANT.items():
        equal(f"t5: {key}", found[key], want)


@mutant("placement")
def looks_at_one_scale(measured):
    """Compares the output at the one scale that it tries, and finds that it does not grow: post-norm."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][0] > 2
    return {**WANT, "placement": "pre" if grows else "post"}


@mutant("placement")
def takes_rms_for_layer_norm(measured):
    """Goes by the word layernorm in the modules' names."""
    return {**WANT, "norm": 'LayerNorm'}


@mutant("placement")
def forgets_the_final_norm(measured):
    """Leaves out the norm behind the last block."""
    return {**WANT, "final_norm": False}


@mutant("placement")
def invents_an_embedding_norm(measured):
    """Believes that the embeddings are normalized, as BERT's are."""
    return {**WANT, "embedding_norm": True}
