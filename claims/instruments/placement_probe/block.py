"""A block that has been run once, and how to run it again with something replaced."""

from .compare import differs, noise_like
from .norms import START, find_norms
from .problems import Undecided
from .tape import Tape, run


class Block:
    """`call` is a function of the stream; what else the block is given stays as it was."""

    def __init__(self, call, x, tape):
        self.call, self.x, self.base = call, x, tape
        given = x.clone()  # some blocks change what they are given
        self.base.made[id(given)] = START
        self.y = run(call, given, tape).clone()
        if differs(run(call, x.clone(), Tape(like=tape)), self.y):
            raise Undecided("the block gives another output for the same input")
        self.norms = find_norms(tape, call, x)
        self.noise = noise_like(x, 1)

    def again(self, edits=None, mixing=None, x=None, keep=()):
        """A tape of another run, compared with the first, and its output."""
        tape = Tape(edits, mixing, self.base, keep)
        return tape, run(self.call, (self.x if x is None else x).clone(), tape)

    def value(self, address):
        return self.x if address == START else self.base.value(address)

    def frozen(self, addresses):
        """Edits that hold tensors at what they were."""
        return {a: lambda _, a=a: self.value(a).clone() for a in addresses if a != START}

    def moved(self, address):
        """An edit that moves a tensor by noise of its own size."""
        v = self.value(address)
        return {address: lambda t: t + noise_like(v, 2) * v.std()}

    def bypassed(self, n):
        """Whether what a norm reads also goes on past it."""
        norm = self.norms[n]
        if norm.source == START:
            return True
        moved = self.again(self.moved(norm.source) | self.frozen([norm.made]))[0].changed
        return any(index > norm.made[0] for index, _ in moved)

    def perturbed(self, source, others, mixing=None, keep=(), noise=None, edits=None):
        """A tape of a run in which one source is moved and the others are held."""
        edits = self.frozen(a for a in others if a != source) | (edits or {})
        noise = self.noise if noise is None else noise
        if source == START:
            return self.again(edits, mixing, self.x + noise, keep)[0]
        return self.again({source: lambda t: t + noise.reshape(t.shape)} | edits, mixing, None, keep)[0]

    def direct(self, source, others=()):
        """The tape of a run in which a source moves and nothing gets through a matrix; it keeps all values."""
        every = [(i, s) for i, step in enumerate(self.base.steps) for s in range(len(step.outs))]
        return self.perturbed(source, others, "frozen", every)


def factor(delta, before):
    """How many times `before` is `delta`; nan if it is no multiple of it."""
    a = float((delta * before).sum() / (before * before).sum())
    return a if not differs(delta, a * before, 1e-3) else float("nan")
