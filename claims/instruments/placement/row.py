"""From the measurements of one model to its row in the atlas."""

import math

from .names import branch_in_words, roles
from .rules import lacks_norms, of_block, outside, used_norms

KEYS = ("norm", "gain", "bias", "epsilon", "final_norm", "qk_norm", "embedding_norm", "norms", "scaled_residual")


def describe(measured):
    stacks = _of_blocks(measured["stacks"])
    blocks = [block for stack in stacks for block in stack["blocks"]]
    if not blocks:
        return {"placement": "undecided", "why": measured["problem"], **dict.fromkeys(KEYS), "names": {},
                "built": measured["built"], "measurements": []}
    word, why = _overall(stacks)
    # Where no block is understood it may be no block, and what stands behind it no final norm.
    followed = [stack for stack in stacks if any(of_block(block)[0] != "undecided" for block in stack["blocks"])]
    seen = [block for block in blocks if not block["problem"]]
    norms = [norm for block in seen for norm in _of_the_stream(block)]
    return {
        "placement": word, "why": why, "norm": _one(n["kind"] for n in norms), "gain": _one(n["gain"] for n in norms),
        "bias": _one(n["bias"] for n in norms), "epsilon": _one(_round(n["epsilon"], 3) for n in norms),
        "final_norm": _one(stack["final_norm"] for stack in followed),
        "qk_norm": _one(_qk(seen)) or (None if any(map(_unknown, seen)) else "none"),
        "embedding_norm": _one(stack["embedding_norm"] for stack in followed),
        "norms": _count(stacks, len(measured["outside"])), "scaled_residual": _scaled(seen),
        "names": roles(stacks, measured["outside"]), "built": True,
        **{key: measured[key] for key in ("family", "year") if measured.get(key)},
        "measurements": [_shown(block) for block in blocks],
    }


def _of_blocks(stacks):
    """Without groups of modules that hold no norm and add nothing, three projections say, if there are others."""
    return [s for s in stacks if any(b["problem"] or b["joins"] or b["norms"] for b in s["blocks"])] or stacks


def _overall(stacks):
    """The word for all blocks. The first of a stack may differ: what feeds it may be normalized already, or not yet."""
    found = [(stack["name"], block, *of_block(block)) for stack in stacks for block in stack["blocks"]]
    words = {word for _, _, word, _ in found}
    if len(words) == 1:
        name, _, word, why = found[0]
        return word, f"{_list(name)}: {why}" if why and _list(name) else why
    said = "; ".join(f"{_list(name)} {_numbers(block['places'])}: {word}".lstrip() + (f" ({why})" if why else "")
                     for name, block, word, why in found)
    if "undecided" in words:
        return "undecided", said
    later = {word for _, block, word, _ in found if block["places"] != [0]}
    first = [lacks_norms(block) if word == "other" else {word} for _, block, word, _ in found if block["places"] == [0]]
    alike = all(words == later or (words == {"pre"} and later <= {"parallel-one", "parallel-two"}) for words in first)
    return (later.pop() if len(later) == 1 and alike else "other"), said


def _list(name):
    """What holds a block, by the name of its first: `encoder.layers` of `encoder.layers.0`."""
    container, _, last = name.rpartition(".")
    return container if last.isdigit() else name


def _numbers(places):
    run = len(places) > 2 and places == list(range(places[0], places[-1] + 1))
    return f"{places[0]} to {places[-1]}" if run else ", ".join(map(str, places))


def _of_the_stream(block):
    reading = [n for n, norm in enumerate(block["norms"]) if norm["reads"]]
    return [block["norms"][n] for n in used_norms(block) or reading]  # where branches are not found, whatever reads it


def _qk(blocks):
    for block in blocks:
        for norm in block["norms"]:
            if norm["logits"] == "directly":
                yield "per-head" if norm["width"] == block["head"] else "full"
            elif norm["logits"] == "through a matrix":
                yield "latent"


def _unknown(block):
    """Whether norms feed a product that may be one of queries and keys, and may be another."""
    return any(norm["logits"] == "another product" for norm in block["norms"])


def _count(stacks, outside):
    """As in 4L + 1: norms a layer, summed over the stacks of one model, and those outside of layers."""
    layers = [_layers(stack) for stack in stacks]
    if not all(layers):
        return "?"
    low, high = sum(map(min, layers)), sum(map(max, layers))
    each = f"{low}L" if low == high else f"{low} to {high}L"
    return f"{each} + {outside}" if outside else each


def _layers(stack):
    """How many norms each kind of layer has. In a list of lists whose blocks come in turn, an inner list is a layer."""
    norms = [len(block["norms"]) for block in stack["blocks"] if not block["problem"]]
    stages, turns = stack["stages"], len(stack["blocks"])
    in_turn = all(block["places"] == list(range(n, sum(stages), turns)) for n, block in enumerate(stack["blocks"]))
    return [sum(norms)] if len(stages) > 1 and set(stages) == {turns} and in_turn and len(norms) == turns else norms


def _scaled(blocks):
    """Factors of stream and branch where they are not 1; 0.59 is what the probe gave to those that are learned."""
    factors = {(join["skip"], join["scale"]) for block in blocks for join in block["joins"]}
    shown = {tuple("a" if abs(f - 0.59) < 1e-3 else "1" if f != f or abs(f - 1) < 1e-3 else f"{f:.3g}" for f in pair)
             for pair in factors}
    return sorted(f"{skip} x + {scale} F(x)" for skip, scale in shown - {("1", "1")})


def _shown(block):
    word, why = of_block(block)
    if block["problem"]:
        return {"blocks": block["places"], "placement": word, "why": why}
    confirmed = ", ".join(name for name, _, _ in outside(word, block))
    return {"blocks": block["places"], "placement": word, "why": why, "skip path": _round(block["skip"]),
            "branches": [branch_in_words(block, branch) for branch in block["branches"]],
            "output for 1, 10, 100 x": [_round(r) for r in block["output_ratio"]],
            "written for 1, 10, 100 x": [_round(r) for r in block["written_ratio"]],
            "written by 10 times the weights": _round(block["weights_ratio"]),
            "written by no weights": _round(block["zero_ratio"]),
            "sure": "by what is inside" + (f", and from outside by {confirmed}" if confirmed else "")}


def _round(number, digits=4):
    """JSON has no infinity and no NaN."""
    if not isinstance(number, float):
        return number
    return float(f"{number:.{digits}g}") if math.isfinite(number) else None


def _one(values):
    """The one value that there is, all of them where they differ, or None."""
    found = list(dict.fromkeys(value for value in values if value is not None))
    return found[0] if len(found) == 1 else found or None
