"""What the norms of each name do. Names are only reported here; nothing is decided by them."""


LOGITS = ("directly", "through a matrix")


def roles(stacks, outside):
    """For every last part of a module's name: the jobs that norms of that name have in this model."""
    found = {}
    for stack in stacks:
        for block in stack["blocks"]:
            for n, norm in enumerate(block.get("norms", ())):
                _add(found, norm["name"], _job(block, n, norm))
    for norm in outside:
        _add(found, norm["name"], norm["place"])
    return {name: ", ".join(jobs) for name, jobs in found.items()}


def _add(found, name, job):
    jobs = found.setdefault(name.rsplit(".", 1)[-1] or "(no module)", [])
    if job not in jobs:
        jobs.append(job)


def _job(block, n, norm):
    if n in block["skip_norms"]:
        last = norm["reads"][-1]
        return f"the sum with {_branch(block, last - 1)}" if last else "the stream itself, on entry"
    if norm["reads"]:
        read = [_label(block, b) for b in block["branches"] if n in b["norms"]]
        return f"input of {' and '.join(read)}" if read else "read by no branch"
    ends = [place for place, join in enumerate(block["joins"]) if n in join["output_norms"]]
    if ends:
        return f"output of {_branch(block, ends[0])}"
    return "inside attention, before its weights" if norm["logits"] in LOGITS else "inside a branch"


def _branch(block, join):
    return " and ".join(_label(block, b) for b in block["branches"] if b["join"] == join)


def _label(block, branch):
    """Attention mixes tokens and has weights, another mixer has none; cross-attention mixes none of its own tokens."""
    if branch["mixes"]:
        return "attention" if block["head"] else "the mixer"
    later = [b for b in block["branches"] if not b["mixes"] and b["join"] > branch["join"]]
    return "cross-attention" if later and block["head"] else "the feed-forward"


def branch_in_words(block, branch):
    """What a branch reads, through which norms, and in which it ends."""
    streams = " and ".join("the input" if not r else f"the stream after addition {r}" for r in branch["reads"])
    through = ", ".join(block["norms"][n]["name"] for n in branch["norms"])
    join = block["joins"][branch["join"]]
    ends = ", ".join(block["norms"][n]["name"] for n in join["output_norms"])
    return (f"{_label(block, branch)} reads {streams}{f' through {through}' if through else ' as it is'}"
            + (f", ends in {ends}" if ends else "") + f" (addition {branch['join'] + 1})")
