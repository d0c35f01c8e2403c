"""From the measurements of one model to its row in the atlas."""

from .names import branch_in_words, roles
from .rules import of_block, outside


def describe(measured):
    blocks = [block for stack in measured["stacks"] for block in stack["blocks"]]
    if not blocks:
        return {"placement": "undecided", "why": measured["problem"], "built": measured["built"]}
    word, why = _overall(measured["stacks"])
    seen = [block for block in blocks if not block["problem"]]
    norms = [norm for block in seen for norm in _of_the_stream(block)]
    return {
        "placement": word, "why": why, "norm": _one(n["kind"] for n in norms), "gain": _one(n["gain"] for n in norms),
        "bias": _one(n["bias"] for n in norms), "epsilon": _one(_round(n["epsilon"]) for n in norms),
        "final_norm": _one(stack["final_norm"] for stack in measured["stacks"]), "qk_norm": _one(_qk(seen)) or "none",
        "embedding_norm": _one(stack["embedding_norm"] for stack in measured["stacks"]), "norms": _count(measured),
        "scaled_residual": _scaled(seen), "names": roles(measured), "built": True,
        **{key: measured[key] for key in ("family", "year") if measured.get(key)},
        "measurements": [_shown(block) for block in blocks],
    }


def _overall(stacks):
    """The word for all blocks. The first of a stack may differ: what feeds it may be normalized already."""
    found = [(n, block["places"], *of_block(block)) for n, stack in enumerate(stacks) for block in stack["blocks"]]
    words = {word for _, _, word, _ in found}
    if len(words) == 1:
        return found[0][2:]
    later = {word for _, places, word, _ in found if places != [0]}
    said = "; ".join(f"stack {n + 1}, block {', '.join(str(p + 1) for p in places)}: {word}"
                     + (f" ({why})" if why else "") for n, places, word, why in found)
    if "undecided" in words:
        return "undecided", said
    return (later.pop() if len(later) == 1 else "other"), said


def _of_the_stream(block):
    ends = {n for join in block["joins"] for n in join["output_norms"]}
    return [norm for n, norm in enumerate(block["norms"]) if norm["reads"] or n in ends]


def _qk(blocks):
    for block in blocks:
        for norm in block["norms"]:
            if norm["logits"] == "directly":
                yield "per-head" if norm["width"] == block["head"] else "full"
            elif norm["logits"]:
                yield "latent"


def _count(measured):
    """As in 4L + 1: norms a layer, summed over the stacks of one model, and those outside of layers."""
    layers = [[len(block["norms"]) for block in stack["blocks"] if not block["problem"]]
              for stack in measured["stacks"]]
    if not all(layers):
        return "?"
    low, high = sum(map(min, layers)), sum(map(max, layers))
    each = f"{low}L" if low == high else f"{low} to {high}L"
    return f"{each} + {len(measured['outside'])}" if measured["outside"] else each


def _scaled(blocks):
    """Factors of stream and branch where they are not 1; 0.59 is what the probe gave to those that are learned."""
    factors = {(join["skip"], join["scale"]) for block in blocks for join in block["joins"]}
    shown = {tuple("a" if abs(f - 0.59) < 1e-3 else "1" if f != f or abs(f - 1) < 1e-3 else f"{f:.3g}" for f in pair)
             for pair in factors}
    return sorted(f"{skip} x + {scale} F(x)" for skip, scale in shown - {("1", "1")})


def _shown(block):
    word, why = of_block(block)
    if block["problem"]:
        return {"placement": word, "why": why}
    tests = outside(word, block)
    return {"blocks": [n + 1 for n in block["places"]], "placement": word, "why": why, "skip path": block["skip"],
            "branches": [branch_in_words(block, branch) for branch in block["branches"]],
            "output for 1, 10, 100 x": block["output_ratio"],
            "written for 1, 10, 100 x": block["written_ratio"],
            "written by 10 times the weights": block["weights_ratio"], "written by no weights": block["zero_ratio"],
            "sure": f"inside, and {len(tests)} tests from outside"}


def _round(epsilon):
    return None if epsilon is None else float(f"{epsilon:.3g}")


def _one(values):
    """The one value that there is, all of them where they differ, or None."""
    found = list(dict.fromkeys(value for value in values if value is not None))
    return found[0] if len(found) == 1 else found or None
