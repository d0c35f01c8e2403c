"""Probe a tiny random minimax and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "normalised-skip", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True,
        "qk_norm": "none", "embedding_norm": False, "norms": "2 to 3L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("minimax"))
    for key, want in WANT.items():
        equal(f"minimax: {key}", found[key], want)


@mutant("placement")
def believes_the_names(measured):
    """Takes a norm whose name begins with post for one behind the addition, and all others for norms of the input."""
    names = [norm["name"] for norm in measured["stacks"][0]["blocks"][-1]["norms"]]
    return {**WANT, "placement": "post" if any("post" in name for name in names) else "pre"}


@mutant("placement")
def reads_the_code_from_the_top(measured):
    """Sees that a norm comes first, and takes that for pre-norm."""
    first = measured["stacks"][0]["blocks"][-1]["norms"][0]["reads"] == [0]
    return {**WANT, "placement": "pre" if first else "post"}


@mutant("placement")
def looks_from_outside_alone(measured):
    """Calls a block pre-norm if its output grows with its input, and post-norm if it does not."""
    grows = measured["stacks"][0]["blocks"][-1]["output_ratio"][-1] > 2
    return {**WANT, "placement": "pre" if grows else "post"}


@mutant("placement")
def takes_it_for_its_successor(measured):
    """Takes it for MiniMax-M2, which is pre-norm."""
    return {**WANT, "placement": 'pre'}
