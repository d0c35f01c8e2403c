"""A stack of blocks of one kind, and every stream after its input."""

from blocks import post_block, pre_block
from inputs import X, afterwards, handed_to, norm, other_branch, third_branch
from inputs import branch as first_branch

NAMES = ("stack",)
BRANCHES = (first_branch, other_branch, third_branch)


# --8<-- [start:solution]
def stack(x, norm, branches, kind):
    if kind not in ("pre", "post"):
        raise ValueError(f"kind is 'pre' or 'post', not {kind!r}")
    streams = []
    for branch in branches:
        if kind == "pre":
            write = branch(norm(x))
            x = [x[i] + write[i] for i in range(len(x))]
        else:
            write = branch(x)
            x = norm([x[i] + write[i] for i in range(len(x))])
        streams.append(x)
    return streams
# --8<-- [end:solution]


solution = {"stack": stack}


def probes(f):
    run = f["stack"]
    for kind in ("pre", "post"):
        yield "stack", f"three {kind}-norm blocks", lambda kind=kind: run(list(X), norm, list(BRANCHES), kind)
        yield "stack", f"one {kind}-norm block", lambda kind=kind: run(list(X), norm, [other_branch], kind)
        yield "stack", f"no {kind}-norm block", lambda kind=kind: run(list(X), norm, [], kind)
        yield "stack", f"what the second {kind}-norm branch reads", lambda kind=kind: handed_to(
            lambda spy: run(list(X), norm, [first_branch, spy], kind), other_branch)
        yield "stack", f"x after three {kind}-norm blocks", lambda kind=kind: afterwards(
            lambda x: run(x, norm, list(BRANCHES), kind), list(X))
    for kind in ("sandwich", "Pre", "", "prepost", None):
        yield "stack", f"kind {kind!r}", lambda kind=kind: run(list(X), norm, list(BRANCHES), kind)
    yield "stack", "kind 'peri' without any branch", lambda: run(list(X), norm, [], "peri")


def _run(x, norm, branches, kind):
    block = {"pre": pre_block, "post": post_block}[kind]
    streams = [x]
    for branch in branches:
        streams.append(block(streams[-1], norm, branch))
    return streams


def _asks_first(function):
    """A wrong version that does refuse other kinds."""
    def wrong(x, norm, branches, kind):
        if kind not in ("pre", "post"):
            raise ValueError(kind)
        return function(x, norm, branches, kind)

    return wrong


_right = _asks_first(lambda x, norm, branches, kind: _run(x, norm, branches, kind)[1:])


def by_its_beginning(x, norm, branches, kind):
    if not str(kind).startswith(("pre", "post")):
        raise ValueError(kind)
    return _run(x, norm, branches, "pre" if kind.startswith("pre") else "post")[1:]


def as_a_part(x, norm, branches, kind):
    if str(kind) not in "pre post":
        raise ValueError(kind)
    return _run(x, norm, branches, "post" if kind == "post" else "pre")[1:]


def one_list_for_all(x, norm, branches, kind):
    x, streams = list(x), []
    for branch in branches:
        x[:] = _run(x, norm, [branch], kind)[1]
        streams.append(x)
    return streams


def writes_into_x(x, norm, branches, kind):
    streams = _run(list(x), norm, branches, kind)[1:]
    for stream in streams:
        x[:] = stream
    return streams


def ends_in_a_norm(x, norm, branches, kind):
    streams = _run(x, norm, branches, kind)[1:]
    return streams[:-1] + [norm(z) for z in streams[-1:]]


def no_skip(x, norm, branches, kind):
    streams = []
    for branch in branches:
        x = branch(norm(x)) if kind == "pre" else norm(branch(x))
        streams.append(x)
    return streams


WRONG = (
    ("stack", "The input is in the list. Only the streams after it were asked for.", _asks_first(_run)),
    ("stack", "This returns the last stream alone. Every stream was asked for.",
     _asks_first(lambda x, norm, branches, kind: _run(x, norm, branches, kind)[-1])),
    ("stack", "The two kinds are exchanged.",
     _asks_first(lambda x, norm, branches, kind: _right(x, norm, branches, "post" if kind == "pre" else "pre"))),
    ("stack", "Any other kind runs as post-norm. Raise ValueError.",
     lambda x, norm, branches, kind: _right(x, norm, branches, "pre" if kind == "pre" else "post")),
    ("stack", "Any other kind runs as pre-norm. Raise ValueError.",
     lambda x, norm, branches, kind: _right(x, norm, branches, "post" if kind == "post" else "pre")),
    ("stack", "Any other kind returns None, and the caller fails later, far from the mistake. Raise ValueError.",
     lambda x, norm, branches, kind: _right(x, norm, branches, kind) if kind in ("pre", "post") else None),
    ("stack", "Any other kind fails, but not with ValueError.",
     lambda x, norm, branches, kind: _run(x, norm, branches, kind)[1:]),
    ("stack", "The kind is asked for inside the loop, so a wrong one passes if there is no branch.",
     lambda x, norm, branches, kind: _right(x, norm, branches, kind) if branches else []),
    ("stack", "'Pre' is none of the two kinds. Raise ValueError for it.",
     lambda x, norm, branches, kind: _right(x, norm, branches, str(kind).lower())),
    ("stack", "'prepost' is none of the two kinds, though it begins like one.", by_its_beginning),
    ("stack", "`kind in 'pre post'` looks for a part of a text, and the empty text is part of every text.", as_a_part),
    ("stack", "Every block reads the first input. Each has to read the stream that the one before returned.",
     _asks_first(lambda x, norm, branches, kind: [_run(x, norm, [b], kind)[1] for b in branches])),
    ("stack", "The first branch runs in every block.",
     _asks_first(lambda x, norm, branches, kind: _run(x, norm, branches[:1] * len(branches), kind)[1:])),
    ("stack", "The branches run in reverse order.",
     lambda x, norm, branches, kind: _right(x, norm, list(reversed(branches)), kind)),
    ("stack", "The last block is missing.", lambda x, norm, branches, kind: _right(x, norm, branches[:-1], kind)),
    ("stack", "The last stream is normalized once more. A final norm is outside the stack.",
     _asks_first(ends_in_a_norm)),
    ("stack", "All entries are one and the same list, which every block overwrites. Append a new list each time.",
     _asks_first(one_list_for_all)),
    ("stack", "The list that was handed in has changed. Work on new lists.", _asks_first(writes_into_x)),
    ("stack", "The skip is missing.", _asks_first(no_skip)),
)
