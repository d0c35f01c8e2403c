"""Kinds of blocks, each measured once: blocks are of one kind if they compute the same from the stream."""

import torch

from .block import Block
from .measure import measure_block
from .norms import START
from .problems import Undecided, said
from .stacks import listening, replay
from .tape import Tape, run


def measure_kinds(calls):
    """What is measured of each kind, by its last block: operations, wiring, numbers and vectors tell kinds apart."""
    kinds = {}
    for place, call in enumerate(calls):
        kinds.setdefault(_kind(call), []).append((place, call))
    return [{"places": [place for place, _ in same], "whole": same[-1][1].parent < 0, **_measured(same[-1][1])}
            for same in kinds.values()]


def _kind(call):
    x, tape = _stream(call), Tape(record=True)
    tape.made[id(x)] = START
    try:
        out = run(replay(call), x, tape)
    except (Exception, SystemExit) as error:  # which is said when it is measured
        return said(error)
    return tuple((step.op, step.form) for step in tape.steps), tape.made.get(id(out))


def _measured(call):
    tape = Tape(record=True)
    try:
        with listening(call.module, tape) as calls:
            block = Block(replay(call), _stream(call), tape)
        return {"problem": "", **measure_block(block, calls.name)}
    except Undecided as problem:
        return {"problem": str(problem)}
    except (Exception, SystemExit) as error:  # whatever a block may raise
        return {"problem": said(error)}


def _stream(call):
    """Rows of different sizes, with a mean: what a norm would remove."""
    shape, generator = call.stream.shape, torch.Generator().manual_seed(4)
    rows = shape.numel() // shape[-1]
    size = torch.logspace(-0.3, 0.3, rows)[torch.randperm(rows, generator=generator)].reshape(*shape[:-1], 1)
    return size * (torch.randn(shape, generator=generator) + 0.3 * torch.randn(shape[-1], generator=generator))
