"""From measurements to words."""

# What each placement must look like from outside: how the output grows when the input grows a hundredfold, what is
# written then, and what is written when all matrices write ten times as much. None: anything.
OUTSIDE = {
    "post": ((0.5, 2.0), None, None),
    "normalised-skip": ((0.5, 2.0), None, None),
    "pre": ((15.0, None), (0.3, 3.0), (2.0, None)),
    "parallel-one": ((15.0, None), (0.3, 3.0), (2.0, None)),
    "parallel-two": ((15.0, None), (0.3, 3.0), (2.0, None)),
    "output-norm": ((15.0, None), (0.3, 3.0), (0.3, 3.0)),
    "sandwich": ((15.0, None), (0.3, 3.0), (0.3, 3.0)),
}


def placement(measured):
    """Name the placement of a model, and what else its norms are, by rules that look at measurements alone.

    measured: what `placement_probe` returns. Returns a dictionary: `placement` (post, pre, output-norm, sandwich,
    normalised-skip, parallel-one, parallel-two, other or undecided), `why`, `norm`, `gain`, `bias`, `epsilon`, `final_norm`,
    `qk_norm` (none, per-head, full or latent), `embedding_norm`, `norms` (how many, for L layers), `scaled_residual`,
    `measurements`. Errors: none. Source: the formulas of the placements; written for this site.
    """
    blocks = [block for stack in measured["stacks"] for block in stack["blocks"]]
    if not blocks:
        return {"placement": "undecided", "why": measured["problem"]}
    words, why = _overall(measured["stacks"])
    norms = [norm for block in blocks if not block["problem"] for norm in _of_the_stream(block)]
    return {
        "placement": words,
        "why": why,
        "norm": _one(norm["kind"] for norm in norms),
        "gain": _one(norm["gain"] for norm in norms),
        "bias": _one(norm["bias"] for norm in norms),
        "epsilon": _one(_round(norm["epsilon"]) for norm in norms),
        "final_norm": _one(stack["final_norm"] for stack in measured["stacks"]),
        "qk_norm": _one([kind for block in blocks if not block["problem"] and (kind := _qk(block))]) or "none",
        "embedding_norm": _one(stack["embedding_norm"] for stack in measured["stacks"]),
        "norms": _count(measured),
        "scaled_residual": _scaled(blocks),
        "measurements": [_shown(block) for block in blocks],
    }


def block_placement(block):
    """The placement of one block, and the reason where it has none of the known ones."""
    if block["problem"]:
        return "undecided", block["problem"]
    word, why = _inside(block)
    if word in OUTSIDE:
        seen = (block["output_ratio"][-1], block["written_ratio"][-1], block["weights_ratio"])
        for name, value, bounds in zip(
            ("the output for 100 x", "what is written for 100 x", "what ten times the weights write"),
            seen,
            OUTSIDE[word],
            strict=True,
        ):
            low, high = bounds or (None, None)
            if (low is not None and not value >= low) or (high is not None and not value <= high):
                return "undecided", f"inside it looks {word}, but {name} is {value:.3g} times as large"
    return word, why


def _inside(block):
    joins, branches, skip = block["joins"], block["branches"], block["skip"]
    if not joins or skip == "none":
        return "undecided", "no branch is added to the input of the block"
    if not block["norms"]:
        return "other", "no norm in the block"
    if skip == "mixed":
        return "other", "only a part of the skip path is normalized"
    pre = [bool(b["norms"]) and not b["raw"] for b in branches]
    if skip == "normalized":
        return _normalized(block)
    out = [joins[b["join"]]["bounded"] for b in branches]
    if any(b["norms"] and b["raw"] for b in branches):
        return "other", "a branch reads the stream normalized and as it is"
    if len(branches) > 1 and all(b["reads"] == [0] for b in branches) and len({b["mixes"] for b in branches}) == 2:
        if not all(pre) or any(out):
            return "other", "parallel branches that do not all read a norm, or that end in one"
        sets = [set(b["norms"]) for b in branches]
        if all(s == sets[0] for s in sets):
            return "parallel-one", ""
        return (
            ("parallel-two", "")
            if not set.intersection(*sets)
            else ("other", "parallel branches share some of their norms")
        )
    if any(len(b["reads"]) != 1 for b in branches) or any(b["reads"] != [b["join"]] for b in branches):
        return "other", "a branch reads more than the stream before it"
    words = {(True, False): "pre", (True, True): "sandwich", (False, True): "output-norm", (False, False): "none"}
    kinds = [words[pair] for pair in zip(pre, out, strict=True)]
    if len(set(kinds)) == 1 and kinds[0] != "none":
        return kinds[0], ""
    return "other", "branch by branch: " + ", ".join(kinds)


def _normalized(block):
    if any(b["norms"] and not set(b["norms"]) <= set(block["skip_norms"]) for b in block["branches"]) or any(
        join["output_norms"] for join in block["joins"]
    ):
        return "other", "norms on the skip path, and others on the branches"
    order = block["order"]
    if order == ["+", "N"] * len(block["joins"]) and block["ends_in_norm"]:
        return "post", ""
    if order == ["N", "+"] * len(block["joins"]):
        return "normalised-skip", ""
    return "other", "additions and norms on the skip path: " + " ".join(order)


def _overall(stacks):
    """The word for all blocks; the first block of a stack may differ, for what feeds it may be normalized already."""
    found = [
        (n, block["places"], *block_placement(block)) for n, stack in enumerate(stacks) for block in stack["blocks"]
    ]
    words = {word for _, _, word, _ in found}
    if len(words) == 1:
        return found[0][2], found[0][3]
    later = {word for _, places, word, _ in found if places != [0]}
    said = "; ".join(
        f"stack {n + 1}, layers {', '.join(str(p + 1) for p in places)}: {word}" + (f" ({why})" if why else "")
        for n, places, word, why in found
    )
    if len(later) == 1 and "undecided" not in words:
        return later.pop(), said
    return ("undecided" if "undecided" in words else "other"), said


def _of_the_stream(block):
    ends = {n for join in block["joins"] for n in join["output_norms"]}
    return [norm for n, norm in enumerate(block["norms"]) if norm["reads"] or n in ends]


def _qk(block):
    words = {
        "per-head" if norm["width"] == block["head"] else "full" if norm["width"] % block["head"] == 0 else "latent"
        for norm in block["norms"]
        if norm["feeds"] == "logits"
    }
    return _one(words)


def _count(measured):
    """As in 4L + 1: norms a layer, summed over the stacks of one model, and those outside of layers."""
    layers = [
        [len(block["norms"]) for block in stack["blocks"] if not block["problem"]] for stack in measured["stacks"]
    ]
    if not all(layers):
        return "?"
    low, high = sum(map(min, layers)), sum(map(max, layers))
    outside = len(measured["outside"])
    return f"{low}{f'–{high}' if high > low else ''}L" + (f" + {outside}" if outside else "")


def _scaled(blocks):
    factors = {
        (round(join["skip"], 3), round(join["scale"], 3))
        for block in blocks
        if not block["problem"]
        for join in block["joins"]
    }
    return sorted(f"{skip} x + {scale} F(x)" for skip, scale in factors if (skip, scale) != (1.0, 1.0))


def _shown(block):
    if block["problem"]:
        return {"problem": block["problem"]}
    word, why = block_placement(block)
    return {
        "layers": [n + 1 for n in block["places"]],
        "placement": word,
        "why": why,
        "skip path": block["skip"],
        "branches": block["branches"],
        "output for 1, 10, 100 x": block["output_ratio"],
        "written for 1, 10, 100 x": block["written_ratio"],
        "written by 10 times the weights": block["weights_ratio"],
    }


def _round(epsilon):
    return None if epsilon is None else float(f"{epsilon:.3g}")


def _one(values):
    """The one value, or all of them; None if there is none."""
    found = []
    for value in values:
        if value not in found:
            found.append(value)
    return found[0] if len(found) == 1 else found or None
