"""From the measurements of one block to the word for its placement."""

from functools import partial

# What each placement must look like from outside: how much the output grows when the input grows a hundredfold, how
# much what is written grows then, and when all matrices write ten times as much.
ONE, GROWS, ANY = (0.3, 3.0), (2.0, float("inf")), (0.0, float("inf"))
OUTSIDE = {
    "post": (ONE, ANY, ANY),
    "normalised-skip": (ONE, ANY, ANY),
    **dict.fromkeys(("pre", "parallel-one", "parallel-two"), ((15.0, float("inf")), ONE, GROWS)),
    **dict.fromkeys(("output-norm", "sandwich"), ((15.0, float("inf")), ONE, ONE)),
}
CHANGED = "the skip path is changed, by what is no norm over the features of a token"
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
    if block["skip"] == "none":
        return "undecided", ("every path from input to output goes through a matrix, so there is no skip path; if the "
                             "additions are made outside of these modules, write a class for one layer and name it")
    if not block["joins"]:
        return "undecided", ("no addition has the stream on one side and on the other only what has been through a "
                             "matrix")
    if not block["norms"]:
        if block["skip"] == "mixed":
            return "undecided", CHANGED
        if block["rows_ratio"] < 0.1 and block["small_ratio"] > 0.3:
            return "undecided", "no norm over the features of a token was found, and yet its size does not matter"
        return "other", "no norm over the features of a token in the block"
    if block["skip"] == "mixed" and not block["skip_norms"]:
        return "undecided", CHANGED
    if block["skip"] == "mixed":
        return "other", "only a part of the skip path is normalized"
    if block["skip"] == "beside":
        return "other", "beside the skip path, what comes through norms of the stream is added without a matrix"
    if block["unseen"]:
        return "undecided", "something is written to the stream in a way that is no addition"
    if any(map(partial(_over_tokens, block), used_norms(block))):
        return "other", "a norm of the stream, or of what is added to it, is over tokens"
    word, why = _normalized(block) if block["skip"] == "normalized" else _plain(block)
    if word != "other" and block["merges"]:
        return "undecided", f"it looks {word}, but two paths without a matrix meet in one addition"
    return word, why


def _plain(block):
    """Nothing on the skip path: what the branches read, and in what they end, tells all."""
    branches = block["branches"]
    if not branches:
        return "undecided", "what is added to the stream could not be traced back to it"
    if any(b["norms"] and b["raw"] for b in branches):
        return "other", "a branch reads the stream normalized and as it is"
    kinds = kinds_of(block)
    if len(branches) > 1 and all(b["reads"] == [0] for b in branches) and _apart(branches):
        return _parallel(branches, kinds)
    if any(b["reads"] != [_start(block, b)] for b in branches):
        return "other", "a branch reads more than the stream before it"
    if len(set(kinds)) == 1 and kinds[0] != "none":
        return kinds[0], ""
    return "other", "branch by branch: " + ", ".join("no norm at its ends" if k == "none" else k for k in kinds)


def used_norms(block):
    """The numbers of the norms on the skip path, of those that branches read, and of those in which they end."""
    ends = (join["output_norms"] for join in block["joins"])
    return sorted({*block["skip_norms"]}.union(*ends, *(branch["norms"] for branch in block["branches"])))


def lacks_norms(block):
    """What a block would be that lacks norms, or has one more at its entry: the word, or nothing."""
    order = block["order"]
    entry = order[order.count("N"):] == ["+"] * order.count("+")
    plain = entry and not any(branch["norms"] and branch["raw"] for branch in block["branches"])
    kinds = set(kinds_of(block)) - {"none"}
    return kinds if plain and len(kinds) == 1 else set()


def kinds_of(block):
    """What every branch alone is: pre, output-norm, sandwich, or none."""
    return [BRANCH[bool(b["norms"]), block["joins"][b["join"]]["bounded"]] for b in block["branches"]]


def _start(block, branch):
    """The stream before a branch. A branch may be added in several steps, and nobody reads the sums between them."""
    read = {0, *(r for b in block["branches"] for r in b["reads"]), *(r for n in block["norms"] for r in n["reads"])}
    start, same = branch["join"], (branch["norms"], branch["mixes"])
    while start not in read and any(b["join"] == start - 1 and (b["norms"], b["mixes"]) == same
                                    for b in block["branches"]):
        start -= 1
    return start


def _apart(branches):
    """Whether they are branches of their own, and not parts of one: one alone mixes tokens, or they share no norm."""
    return len({b["mixes"] for b in branches}) == 2 or not set.intersection(*(set(b["norms"]) for b in branches))


def _over_tokens(block, n):
    """By its width, in a stream of batch, tokens and features, the last of which are what matrices take."""
    shape = block["shape"]
    return len(shape) == 3 and block["norms"][n]["width"] == shape[1] not in (shape[2], *block["features"])


def _parallel(branches, kinds):
    sets = [set(b["norms"]) for b in branches]
    if set(kinds) != {"pre"}:
        return "other", "parallel branches that do not all read a norm, or that end in one"
    if all(s == sets[0] for s in sets):
        return "parallel-one", ""
    return ("other", "parallel branches share some of their norms") if set.intersection(*sets) else ("parallel-two", "")


def _normalized(block):
    """Norms on the skip path: where they stand between the additions tells the rest."""
    if block["whole"] and len(block["joins"]) >= 4 and block["order"] == ["+"] * len(block["joins"]) + ["N"]:
        return "undecided", "a norm ends what may be several layers in one module; name the class of one layer"
    pre = any(set(b["norms"]) - set(block["skip_norms"]) for b in block["branches"])
    if pre or any(join["output_norms"] for join in block["joins"]):
        return "other", "norms on the skip path, and others on the branches"
    additions = len(block["joins"])
    if block["order"] == ["+", "N"] * additions and block["ends_in_norm"]:
        return "post", ""
    if block["order"] == ["+", "N"] * additions:
        return "undecided", "it looks post, but what the last norm gives is changed before it leaves the block"
    if block["order"] == ["N", "+"] * additions:
        return "normalised-skip", ""
    return "other", "additions and norms on the skip path: " + " ".join(block["order"])
