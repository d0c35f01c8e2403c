"""Probe a tiny random minimax and compare what its norms do with what is expected."""

from refutable import equal, mutant

WANT = {"placement": "normalised-skip", "norm": "RMSNorm", "gain": "w", "epsilon": 1e-05, "final_norm": True,
        "qk_norm": "none", "embedding_norm": False, "norms": "2 to 3L + 1"}


def check(placement_probe, placement):
    found = placement(placement_probe("minimax"))
    for key, want in WANT.items():
        equal(f"minimax: {key}", found[key], want)


mutant("placement", "believes_the_names")
mutant("placement", "looks_from_outside_alone")


@mutant("placement")
def reads_the_code_from_the_top(measured):
    """Sees that a norm comes first, and takes that for pre-norm."""
    first = measured["stacks"][0]["blocks"][-1]["norms"][0]["reads"] == [0]
    return {**WANT, "placement": "pre" if first else "post"}


@mutant("placement")
def takes_it_for_its_successor(measured):
    """Takes it for MiniMax-M2, which is pre-norm."""
    return {**WANT, "placement": 'pre'}
