"""Tape: what a computation does to its tensors, operation by operation, and what follows if one of them is replaced."""

import contextlib
from dataclasses import dataclass

import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils._python_dispatch import TorchDispatchMode

from .compare import differs
from .nested import exchanged, form_of, tensors
from .problems import Undecided

# Operations that mix features or tokens. What they give is frozen, zeroed or scaled where a test is about the weights:
# that reaches weights that no module owns, and needs no parameter's name.
PRODUCTS = {"mm", "bmm", "addmm", "baddbmm", "addbmm", "mv", "addmv", "dot", "_grouped_mm",
            "_scaled_dot_product_flash_attention_for_cpu"}
POOLS = {"avg_pool1d", "avg_pool2d", "_adaptive_avg_pool2d"}
MIXING = PRODUCTS | POOLS | {"convolution", "_convolution", "embedding", "_embedding_bag", "grid_sampler_2d",
                             "_fft_c2c", "_fft_r2c", "_fft_c2r",
                             "mkldnn_rnn_layer", "lstm", "gru", "rnn_tanh", "rnn_relu"}
LONGEST, LARGEST = 10_000, 20_000_000  # operations, and numbers made, before a run is no longer that of a tiny model


class _Stop(Exception):
    """Whatever comes behind this step is of no interest."""


@dataclass
class Step:
    """One operation: its outputs, and its inputs that have as many elements as the first output, each with its address.

    An address is (number of the step, number of its output); a tensor that no step made has none.
    """

    op: str
    mixes: bool
    outs: list
    inputs: list
    operands: list  # shape and address of all inputs, where it mixes or puts them side by side
    where: int  # the innermost module call, by number; -1 outside of all
    form: tuple  # what the operation was given, by its addresses and values


class Tape(TorchDispatchMode):
    """Record a run; or with `like` compare it with a recorded one: `changed` holds the addresses that differ from it.

    edits: address -> function of the tensor there that returns another. mixing: "frozen" (as in `like`), "frozen but
    pools", a factor, or None. keep: addresses whose values `kept` will hold. until: stop behind this step.
    """

    def __init__(self, edits=None, mixing=None, like=None, keep=(), until=None, record=False):
        super().__init__()
        self.edits, self.mixing, self.like, self.until, self.record = edits or {}, mixing, like, until, record
        self.steps, self.changed, self.kept, self.made, self.calls = [], set(), {}, {}, None
        self.count, self._keep, self._alive, self._size = 0, set(keep), [], 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        with self:  # under `inference_mode` nobody has taken these apart
            parts = func.decompose(*args, **(kwargs or {}))
        if parts is not NotImplemented:
            return parts
        given = tensors((args, kwargs or {})) if self.record else []
        mutates = func._schema.is_mutable
        before = [t.clone() if mutates and self.record else t for t in given]
        out = func(*args, **(kwargs or {}))
        op, outs, index = func._schema.name.partition("::")[2], tensors(out), self.count
        for tensor in outs if "empty" in op else ():
            tensor.zero_()  # what memory held before would look like a change
        if op in ("alias", "detach"):  # a whole slice is one or the other, by whim
            self._alive += outs if self.record else []
            self.made |= {id(t): self.made[id(g)] for t, g in zip(outs, given, strict=False) if id(g) in self.made}
            return out
        self.count += 1
        if self.count > LONGEST:
            raise Undecided(f"not tiny: more than {LONGEST} operations; give smaller sizes")
        for slot, tensor in enumerate(outs):
            new = self._edited(index, slot, tensor, op)
            if new is not None and mutates:
                tensor.copy_(new)
            elif new is not None:
                out, outs[slot] = exchanged(out, tensor, new), new
        if self.record:
            self._record(op, outs, given, before, form_of((args, kwargs or {}), self.made))
        elif self.like is not None:
            self._compare(index, op, outs)
        if self.until is not None and index >= self.until:
            raise _Stop
        return out

    def _edited(self, index, slot, tensor, op):
        if (index, slot) in self.edits:
            return self.edits[index, slot](tensor)
        if op not in MIXING or self.mixing is None or (op in POOLS and self.mixing == "frozen but pools"):
            return None
        if isinstance(self.mixing, float):
            return tensor * self.mixing
        then = self.like.steps[index].outs[slot] if index < len(self.like.steps) else None
        if then is None or then.shape != tensor.shape:
            raise Undecided(f"runs cannot be compared: operation {index} has another shape for other values")
        return then.clone()

    def _record(self, op, outs, given, before, form):
        self._size += sum(t.numel() for t in outs)
        if self._size > LARGEST:
            raise Undecided(f"not tiny: more than {LARGEST} numbers made; give smaller sizes")
        size = outs[0].numel() if outs else -1
        inputs = [(self.made.get(id(t)), b.clone()) for t, b in zip(given, before, strict=True)
                  if t.numel() == size and t.is_floating_point()]
        mixes = op in MIXING
        operands = [(tuple(t.shape), self.made.get(id(t))) for t in given] if mixes or op == "cat" else []
        where = self.calls.open[-1] if self.calls and self.calls.open else -1
        for slot, tensor in enumerate(outs):
            self.made[id(tensor)] = (len(self.steps), slot)
        self._alive += outs  # so that no other tensor takes their identity
        self.steps.append(Step(op, mixes, [t.clone() for t in outs], inputs, operands, where, form))

    def _compare(self, index, op, outs):
        then = self.like.steps[index].op if index < len(self.like.steps) else "nothing"
        if then != op:
            raise Undecided(f"runs cannot be compared: operation {index} is {op}, and was {then} for other values")
        for slot, (new, old) in enumerate(zip(outs, self.like.steps[index].outs, strict=True)):
            if new.shape != old.shape or differs(new, old):
                self.changed.add((index, slot))
            if (index, slot) in self._keep:
                self.kept[index, slot] = new.clone()

    def value(self, address):
        return self.steps[address[0]].outs[address[1]]


def run(call, x, tape):
    """Call with x under a tape, the same way every time; returns what `call` returns, or None if it was stopped."""
    torch.manual_seed(0)
    # One operation for all of attention, or of a layer, would hide what is inside.
    fast = torch.backends.mha.get_fastpath_enabled()
    torch.backends.mha.set_fastpath_enabled(False)
    try:
        with torch.no_grad(), sdpa_kernel(SDPBackend.MATH), contextlib.suppress(_Stop), tape:
            return call(x)
    finally:
        torch.backends.mha.set_fastpath_enabled(fast)
