"""Blocks of every placement for the tests of the probe, under names that lie."""

import warnings
from dataclasses import dataclass

import torch
from torch import nn
from torch.nn import functional

WIDTH = 32


class Dropout(nn.Module):
    """RMSNorm, whatever it is called; its gain is stored as it is, or less one."""

    def __init__(self, offset: bool = False) -> None:
        super().__init__()
        self.bias = nn.Parameter(torch.zeros(WIDTH))
        self.offset = offset

    def forward(self, x):
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-6) * (self.bias + self.offset)


class Linear(nn.Module):
    """LayerNorm by hand, with its mean and its deviation, under another class's name."""

    def __init__(self) -> None:
        super().__init__()
        self.down_proj, self.up_proj = nn.Parameter(torch.ones(WIDTH)), nn.Parameter(torch.zeros(WIDTH))

    def forward(self, x):
        centred = x - x.mean(-1, keepdim=True)
        return self.down_proj * centred / torch.sqrt(centred.pow(2).mean(-1, keepdim=True) + 1e-4) + self.up_proj


class Nameless(nn.Module):
    """No module of its own does the work: the function is called in the open."""

    def forward(self, x):
        return functional.layer_norm(x, (WIDTH,), eps=1e-3)


# What makes a norm, and what the probe should find in it: kind, gain, bias, epsilon.
NORMS = {
    "torch": (lambda: nn.LayerNorm(WIDTH), ("LayerNorm", "w", True, 1e-5)),
    "torch, no bias": (lambda: nn.LayerNorm(WIDTH, bias=False), ("LayerNorm", "w", False, 1e-5)),
    "torch rms": (lambda: nn.RMSNorm(WIDTH, eps=1e-6), ("RMSNorm", "w", False, 1e-6)),
    "rms called dropout": (Dropout, ("RMSNorm", "w", False, 1e-6)),
    "offset gain": (lambda: Dropout(offset=True), ("RMSNorm", "1+w", False, 1e-6)),
    "layer called linear": (Linear, ("LayerNorm", "w", True, 1e-4)),
    "rms by length": (lambda: ByLength(), ("RMSNorm", "1+w", False, None)),
    "in the open": (Nameless, ("LayerNorm", "none", False, 1e-3)),
}


class Attention(nn.Module):
    def __init__(self, qk_norm: str = "none") -> None:
        super().__init__()
        self.norm = nn.Linear(WIDTH, 3 * WIDTH)
        self.layernorm = nn.Linear(WIDTH, WIDTH)
        width = {"per-head": 8, "full": WIDTH}.get(qk_norm)
        self.kind, self.q, self.k = qk_norm, *(nn.RMSNorm(width, eps=1e-6) if width else None for _ in "qk")

    def forward(self, x):
        q, k, v = self.norm(x).chunk(3, -1)
        if self.kind == "full":
            q, k = self.q(q), self.k(k)
        q, k, v = (t.unflatten(-1, (4, 8)).transpose(1, 2) for t in (q, k, v))
        if self.kind == "per-head":
            q, k = self.q(q), self.k(k)
        weights = (q @ k.transpose(-1, -2) / 8**0.5).softmax(-1)
        return self.layernorm((weights @ v).transpose(1, 2).flatten(-2))


class FeedForward(nn.Sequential):
    def __init__(self) -> None:
        super().__init__(nn.Linear(WIDTH, 64), nn.ReLU(), nn.Linear(64, WIDTH))


def over_tokens(x):
    return functional.layer_norm(x.transpose(1, 2), x.shape[1:2]).transpose(1, 2)


def compiled_norm(x):
    return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + 1e-5)


with warnings.catch_warnings(action="ignore"):  # PyTorch advises against it, and code that has it is around
    compiled_norm = torch.jit.script(compiled_norm)

TALL = torch.randn(2 * WIDTH, WIDTH, generator=torch.Generator().manual_seed(7)) / (2 * WIDTH) ** 0.5
HOLES = (torch.arange(12) % 4 != 3).float()[:, None]  # what a mask of padding does to a stream


# The formula of each block: a attention, m feed-forward, n a list of norms. The names of the norms below lie about it.
FORMULAS = {
    "post": lambda x, a, m, n: (h := n[0](x + a(x)), n[1](h + m(h)))[1],
    "pre": lambda x, a, m, n: (h := x + a(n[0](x)), h + m(n[1](h)))[1],
    "output-norm": lambda x, a, m, n: (h := x + n[0](a(x)), h + n[1](m(h)))[1],
    "sandwich": lambda x, a, m, n: (h := x + n[1](a(n[0](x))), h + n[3](m(n[2](h))))[1],
    "normalised-skip": lambda x, a, m, n: (u := n[0](x), v := n[1](u + a(u)), v + m(v))[2],
    "parallel-one": lambda x, a, m, n: (u := n[0](x), x + a(u) + m(u))[1],
    "parallel-two": lambda x, a, m, n: x + (m(n[1](x)) + a(n[0](x))),
}
# The same placements, written in other ways.
SPELLINGS = {
    "a factor in the addition":
        ("post", lambda x, a, m, n: (h := n[0](torch.add(a(x), x, alpha=2.0)), n[1](torch.add(m(h), h, alpha=2.0)))[1]),
    "a branch in two steps":
        ("pre", lambda x, a, m, n: (h := x + a(n[0](x)), u := n[1](h), h + m(u) + m(0.5 * u))[2]),
    "two mixers of tokens, in one step":
        ("parallel-two", lambda x, a, m, n: x + (a(n[0](x)) + a(n[1](x.flip(1))))),
    "two mixers of tokens, in two steps":
        ("parallel-two", lambda x, a, m, n: x + a(n[0](x)) + a(n[1](x.flip(1)))),
    "in place":
        ("pre", lambda x, a, m, n: (x.add_(a(n[0](x))), x.add_(m(n[1](x))))[1]),
    "post-norm, in place":
        ("post", lambda x, a, m, n: (h := n[0](x.add_(a(x))), n[1](h.add_(m(h))))[1]),
    "in the mode for inference":
        ("pre", torch.inference_mode()(lambda x, a, m, n: (h := x + a(n[0](x)), h + m(n[1](h)))[1])),
    "one matrix behind both branches, side by side":
        ("parallel-one", lambda x, a, m, n: (u := n[0](x), x + torch.cat([a(u), m(u)], -1) @ TALL)[1]),
    "one matrix behind heads, side by side":
        ("pre", lambda x, a, m, n: (u := n[0](x), h := x + torch.cat([a(u), a(2 * u)], -1) @ TALL, h + m(n[1](h)))[2]),
    "norms under a compiler":
        ("pre", lambda x, a, m, n: (h := x + a(compiled_norm(x)), h + m(compiled_norm(h)))[1]),
}
# Blocks that mix placements, or do what the probe cannot follow: the words that may be said of them.
ODD = {
    "an interpolation behind a norm of the input":
        (lambda x, a, m, n: (h := x + a(n[0](x)), torch.lerp(h, n[1](m(h)), 0.5))[1], ("other",)),
    "a sum of a stack behind a norm of the input":
        (lambda x, a, m, n: (h := x + a(n[0](x)), torch.stack([h, n[1](m(h))]).sum(0))[1], ("other", "undecided")),
    "a norm of a norm":
        (lambda x, a, m, n: (h := n[0](x), h + m(n[1](h)))[1], ("other",)),
    "post-norm, then pre-norm":
        (lambda x, a, m, n: (h := n[0](x + a(x)), h + m(n[1](h)))[1], ("other",)),
    "the input of the block is added again":
        (lambda x, a, m, n: (h := n[0](x + a(x)), n[1](h + m(h) + x))[1], ("other", "undecided")),
    "a norm over tokens":
        (lambda x, a, m, n: (h := x + a(over_tokens(x)), h + m(over_tokens(h)))[1], ("other",)),
    "a norm over tokens, behind the branch":
        (lambda x, a, m, n: (h := x + over_tokens(a(x)), h + over_tokens(m(h)))[1], ("other",)),
    "the second of three branches reads the input":
        (lambda x, a, m, n: (h := x + a(n[0](x)), g := h + m(n[1](x)), g + m(n[2](g)))[2], ("other",)),
    "a parallel pair, then another branch":
        (lambda x, a, m, n: (u := n[0](x), h := x + a(u) + m(u), h + m(n[1](h)))[2], ("other",)),
    "the input is added twice":
        (lambda x, a, m, n: (h := x + a(n[0](x)), h + x + m(n[1](h)))[1], ("other", "undecided")),
    "no norm, and a squashed stream":
        (lambda x, a, m, n: (h := torch.relu(x + a(x)), torch.relu(h + m(h)))[1], ("other", "undecided")),
    "a norm that is not found":
        (lambda x, a, m, n: (h := x + a(n[0](x).bfloat16().float()), h + m(n[1](h).bfloat16().float()))[1],
         ("pre", "undecided")),
    "a mask at the end of a block":
        (lambda x, a, m, n: (h := x + a(n[0](x)), (h + m(n[1](h))) * HOLES)[1], ("undecided",)),
    "a mask at the end of a block that ends in a norm":
        (lambda x, a, m, n: (h := n[0](x + a(x)), n[1](h + m(h)) * HOLES)[1], ("other", "undecided")),
    "a highway":
        (lambda x, a, m, n: (g := torch.sigmoid(m(x)), g * x + (1 - g) * a(n[0](x)))[1], ("other", "undecided")),
    "tokens that are gathered and scattered":
        (lambda x, a, m, n: (i := torch.arange(6).view(1, 6, 1).expand(4, 6, WIDTH), g := x.gather(1, i),
                             x.scatter_add(1, i, m(n[0](g))))[2], ("other", "undecided")),
    "many layers and a norm in one module":
        (lambda x, a, m, n: (h := x + a(n[0](x)), h := h + m(n[1](h)), h := h + a(n[0](h)),
                             n[2](h + m(n[1](h))))[3], ("undecided",)),
}
# Wrong versions: what a tired engineer writes, and the word for what it has become.
MUTANTS = {
    "the second norm is forgotten":
        ("pre", lambda x, a, m, n: (h := x + a(n[0](x)), h + m(h))[1], "other"),
    "the skip starts behind the norm":
        ("pre", lambda x, a, m, n: (u := n[0](x), h := u + a(u), w := n[1](h), w + m(w))[3], "normalised-skip"),
    "the sum is normalized as well":
        ("pre", lambda x, a, m, n: (h := x + a(n[0](x)), n[1](h + m(n[1](h))))[1], "other"),
    "the norm moved behind the branch":
        ("pre", lambda x, a, m, n: (h := x + n[0](a(x)), h + n[1](m(h)))[1], "output-norm"),
    "the feed-forward reads the input":
        ("pre", lambda x, a, m, n: x + a(n[0](x)) + m(n[1](x)), "parallel-two"),
    "one norm at the end":
        ("post", lambda x, a, m, n: (h := x + a(x), n[1](h + m(h)))[1], "other"),
    "no norm at all":
        ("post", lambda x, a, m, n: (h := x + a(x), h + m(h))[1], "other"),
    "the skip is forgotten":
        ("post", lambda x, a, m, n: (h := n[0](a(x)), n[1](h + m(h)))[1], "undecided"),
    "the first output norm is forgotten":
        ("sandwich", lambda x, a, m, n: (h := x + a(n[0](x)), h + n[3](m(n[2](h))))[1], "other"),
    "the input norms are forgotten":
        ("sandwich", lambda x, a, m, n: (h := x + n[1](a(x)), h + n[3](m(h)))[1], "output-norm"),
    "the norm is inside the feed-forward":
        ("output-norm", lambda x, a, m, n: (h := x + n[0](a(x)), h + m(n[1](h)))[1], "other"),
    "the branches run one after the other":
        ("parallel-one", lambda x, a, m, n: (h := x + a(n[0](x)), h + m(n[0](h)))[1], "pre"),
    "one branch reads the raw stream":
        ("parallel-two", lambda x, a, m, n: x + a(n[0](x)) + m(x), "other"),
    "every branch is zeroed":
        ("pre", lambda x, a, m, n: (h := x + 0 * a(n[0](x)), h + 0 * m(n[1](h)))[1], "undecided"),
}


class Block(nn.Module):
    """A block by its formula; its norms are called by names that mean something else in other models."""

    def __init__(self, formula, norm=NORMS["torch"][0], qk_norm: str = "none") -> None:
        super().__init__()
        self.formula = formula
        self.post_attention_layernorm, self.input_layernorm, self.final_norm, self.dropout = (norm() for _ in range(4))
        self.q_norm, self.embedding_norm = Attention(qk_norm), FeedForward()

    def forward(self, x):
        norms = [self.post_attention_layernorm, self.input_layernorm, self.final_norm, self.dropout]
        return self.formula(x, self.q_norm, self.embedding_norm, norms)


class Model(nn.Module):
    """Three blocks between an embedding and a head, with or without norms around them."""

    def __init__(self, formula, first=nn.Identity, last=nn.Identity) -> None:
        super().__init__()
        self.table, self.pooler = nn.Embedding(64, WIDTH), nn.ModuleList(Block(formula) for _ in range(3))
        self.head, self.classifier, self.lm_norm = first(), last(), nn.Linear(WIDTH, 5)

    def forward(self, ids):
        x = self.head(self.table(ids))
        for block in self.pooler:
            x = block(x)
        return self.lm_norm(self.classifier(x))


class Tokens(Model):
    """A model that takes numbers of tokens, and needs no arguments."""

    def __init__(self) -> None:
        super().__init__(FORMULAS["pre"], last=lambda: nn.LayerNorm(WIDTH))


class Cross(nn.Module):
    """A block that needs a second stream, of a width that no usual name tells."""

    def __init__(self, d=24) -> None:
        super().__init__()
        self.temperature = nn.Parameter(torch.ones(1))
        self.one, self.two, self.three = (nn.LayerNorm(d) for _ in range(3))
        self.attention, self.other = (nn.MultiheadAttention(d, 4, batch_first=True) for _ in range(2))
        self.branch = nn.Sequential(nn.Linear(d, 48), nn.ReLU(), nn.Linear(48, d))

    def forward(self, tgt, memory):
        h = self.one(tgt)
        tgt = tgt + self.attention(h, h, h)[0] * self.temperature
        tgt = tgt + self.other(self.two(tgt), memory, memory)[0]
        return tgt + self.branch(self.three(tgt))


class Endless(nn.Module):
    def forward(self, x):
        while True:
            x = functional.layer_norm(x, x.shape[-1:])


class Channels(nn.Module):
    """A post-norm block on a stream of batch, channels and time, as speech models have it."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Conv1d(WIDTH, WIDTH, 1) for _ in range(4))
        self.up, self.down = nn.Conv1d(WIDTH, 64, 3, padding=1), nn.Conv1d(64, WIDTH, 3, padding=1)
        self.one, self.two = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)

    def forward(self, x):
        weights = (self.k(x).transpose(1, 2) @ self.q(x) / WIDTH**0.5).softmax(1)
        x = self.one((x + self.o(self.v(x) @ weights)).mT).mT
        return self.two((x + self.down(self.up(x).relu())).mT).mT


class Thrice(nn.Module):
    """A post-norm block that is handed the stream as value, key and query."""

    def __init__(self, d=WIDTH) -> None:
        super().__init__()
        self.attention, self.branch = nn.MultiheadAttention(d, 4, batch_first=True), FeedForward()
        self.one, self.two = nn.LayerNorm(d), nn.LayerNorm(d)

    def forward(self, value, key, query, mask):
        x = self.one(query + self.attention(query, key, value)[0])
        return self.two(x + self.branch(x))


@dataclass
class Output:
    hidden: torch.Tensor


class Packed(Block):
    """A block that returns an object."""

    def __init__(self) -> None:
        super().__init__(FORMULAS["pre"])

    def forward(self, x):
        return Output(super().forward(x))


class Conditioned(Block):
    """A block that needs one vector for each sequence, as diffusion models have it."""

    def __init__(self, d=WIDTH) -> None:
        super().__init__(FORMULAS["pre"])
        self.scale = nn.Linear(d, d)

    def forward(self, x, condition):
        b, d = condition.shape
        gate = self.scale(condition).view(b, 1, d)
        self.formula = lambda x, a, m, n: (h := x + gate * a(n[0](x)), h + gate * m(n[1](h)))[1]
        return super().forward(x)


class Start(Tokens):
    """A model that wants to know at which position its tokens start."""

    def forward(self, ids, start_pos: int):
        return super().forward(ids[:, start_pos:])


class Apart(Model):
    """A block of another class stands before the others, or behind them."""

    def __init__(self, first: bool) -> None:
        super().__init__(FORMULAS["pre"], last=(lambda: nn.LayerNorm(WIDTH)) if first else nn.Identity)
        self.first, self.lone = first, Packed()

    def forward(self, ids):
        x = self.table(ids)
        x = self.lone(x).hidden if self.first else x
        for block in self.pooler:
            x = block(x)
        return self.lm_norm(self.classifier(x if self.first else self.lone(x).hidden))


class Residual(nn.Module):
    def __init__(self, branch) -> None:
        super().__init__()
        self.norm, self.branch = nn.LayerNorm(WIDTH), branch

    def forward(self, x):
        return x + self.branch(self.norm(x))


class Lists(nn.Module):
    """Layers that are lists of residual branches."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.ModuleList([Residual(Attention("none")), Residual(FeedForward())])
                                    for _ in range(3))
        self.norm = nn.LayerNorm(WIDTH)

    def forward(self, x):
        for attention, feed_forward in self.layers:
            x = feed_forward(attention(x))
        return self.norm(x)


class Inner(nn.Module):
    """A branch that is a block of its own, between two matrices."""

    def __init__(self) -> None:
        super().__init__()
        self.into, self.block, self.out = nn.Linear(WIDTH, WIDTH), Block(FORMULAS["pre"]), nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return self.out(self.block(self.into(x)))


class Sigmoids(Attention):
    """Attention whose weights do not sum to one, with norms of queries and keys."""

    def __init__(self) -> None:
        super().__init__("per-head")

    def forward(self, x):
        q, k, v = (t.unflatten(-1, (4, 8)).transpose(1, 2) for t in self.norm(x).chunk(3, -1))
        weights = torch.sigmoid(self.q(q) @ self.k(k).transpose(-1, -2))
        return self.layernorm((weights @ v).transpose(1, 2).flatten(-2))


class ByLength(nn.Module):
    """An RMSNorm that is written as a division by the length."""

    def __init__(self) -> None:
        super().__init__()
        self.gamma = nn.Parameter(torch.zeros(WIDTH))

    def forward(self, x):
        return functional.normalize(x, dim=-1) * WIDTH**0.5 * (self.gamma + 1)
