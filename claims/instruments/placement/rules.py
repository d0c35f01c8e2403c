"""From the measurements of one block to the word for its placement."""

# What each placement must look like from outside: how much the output grows when the input grows a hundredfold, how
# much what is written grows then, and when all matrices write ten times as much.
ONE, GROWS, ANY = (0.3, 3.0), (2.0, float("inf")), (0.0, float("inf"))
OUTSIDE = {
    "post": (ONE, ANY, ANY),
    "normalised-skip": (ONE, ANY, ANY),
    **dict.fromkeys(("pre", "parallel-one", "parallel-two"), ((15.0, float("inf")), ONE, GROWS)),
    **dict.fromkeys(("output-norm", "sandwich"), ((15.0, float("inf")), ONE, ONE)),
}
BRANCH = {(True, False): "pre", (True, True): "sandwich", (False, True): "output-norm", (False, False): "none"}


def of_block(block):
    """The placement of one block, and the reason where it has none of the known ones."""
    if block["problem"]:
        return "undecided", block["problem"]
    word, why = _inside(block)
    for name, seen, (low, high) in outside(word, block):
        if not low <= seen <= high:
            return "undecided", f"inside it looks {word}, but {name} is {seen:.3g} times as large"
    return word, why


def outside(word, block):
    """The tests from outside that say something about this placement: name, what was seen, bounds."""
    names = "the output for 100 x", "what is written for 100 x", "what ten times the weights write"
    seen = block["output_ratio"][-1], block["written_ratio"][-1], block["weights_ratio"]
    return [test for test in zip(names, seen, OUTSIDE.get(word, ()), strict=False) if test[2] is not ANY]


def _inside(block):
    joins, branches = block["joins"], block["branches"]
    if block["skip"] == "none":
        return "undecided", "every path from input to output goes through a matrix, so there is no skip path"
    if not joins:
        return "undecided", ("no addition has the stream on one side and on the other only what has been through a "
                             "matrix")
    if not block["norms"]:
        return "other", "no norm over the features of a token in the block"
    if block["skip"] == "mixed":
        return "other", "only a part of the skip path is normalized"
    if block["skip"] == "normalized":
        return _normalized(block)
    if any(b["norms"] and b["raw"] for b in branches):
        return "other", "a branch reads the stream normalized and as it is"
    kinds = [BRANCH[bool(b["norms"]), joins[b["join"]]["bounded"]] for b in branches]
    if len(branches) > 1 and all(b["reads"] == [0] for b in branches) and len({b["mixes"] for b in branches}) == 2:
        return _parallel(branches, kinds)
    if any(b["reads"] != [b["join"]] for b in branches):
        return "other", "a branch reads more than the stream before it"
    if len(set(kinds)) == 1 and kinds[0] != "none":
        return kinds[0], ""
    return "other", "branch by branch: " + ", ".join("no norm at its ends" if k == "none" else k for k in kinds)


def _parallel(branches, kinds):
    sets = [set(b["norms"]) for b in branches]
    if set(kinds) != {"pre"}:
        return "other", "parallel branches that do not all read a norm, or that end in one"
    if all(s == sets[0] for s in sets):
        return "parallel-one", ""
    return ("other", "parallel branches share some of their norms") if set.intersection(*sets) else ("parallel-two", "")


def _normalized(block):
    """Norms on the skip path: where they stand between the additions tells the rest."""
    pre = any(set(b["norms"]) - set(block["skip_norms"]) for b in block["branches"])
    if pre or any(join["output_norms"] for join in block["joins"]):
        return "other", "norms on the skip path, and others on the branches"
    additions = len(block["joins"])
    if block["order"] == ["+", "N"] * additions and block["ends_in_norm"]:
        return "post", ""
    if block["order"] == ["N", "+"] * additions:
        return "normalised-skip", ""
    return "other", "additions and norms on the skip path: " + " ".join(block["order"])
