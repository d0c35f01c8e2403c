"""Build sandwich stacks with and without QK-norm and count the calls of the norm."""

import numpy as np

from refutable import close, equal, mutant


def check(count_norms, rms_norm, sandwich_block, stack, qk_logits):
    x = np.random.default_rng(4).normal(3, 2, size=(5, 16))

    def model(x, norm, layers, qk_norm):
        def attention(z):
            scores = np.exp(qk_logits(z, np.sin(z), heads=2, norm=norm if qk_norm else None)).mean(axis=0)
            return scores / scores.sum(axis=-1, keepdims=True) @ z

        def block(x, norm, branch):
            return sandwich_block(x, norm, norm, branch)

        return norm(stack(x, norm, [attention, np.tanh] * layers, block)[-1])

    for qk_norm, counts in ((False, {1: 5, 3: 13, 6: 25}), (True, {1: 7, 3: 19, 6: 37})):
        for layers, want in counts.items():
            got = count_norms(lambda x, norm, n=layers, q=qk_norm: model(x, norm, n, q), x, rms_norm)
            equal(f"norms in {layers} layers, QK-norm {qk_norm}", got, want)
    written = sandwich_block(x, rms_norm, rms_norm, lambda z: 100 * np.tanh(z)) - x
    close("size of what a block writes", (written**2).mean(axis=-1), 1.0, atol=1e-6)


@mutant("sandwich_block")
def norm_the_sum(x, norm_in, norm_out, branch):
    """Puts the second norm on the stream, after the addition: pre-norm and post-norm at once."""
    return norm_out(x + branch(norm_in(x)))


@mutant("sandwich_block")
def no_output_norm(x, norm_in, norm_out, branch):
    """Forgets the norm of what the branch writes."""
    return x + branch(norm_in(x))


@mutant("qk_logits")
def normalize_queries_only(q, k, heads, norm=None, per_head=True):
    """Normalizes the queries and forgets the keys."""
    q = q if norm is None else norm(q)
    return np.einsum("ihd,jhd->hij", q.reshape(len(q), heads, -1), k.reshape(len(k), heads, -1))


@mutant("qk_logits")
def a_norm_for_each_head(q, k, heads, norm=None, per_head=True):
    """Calls a norm of its own for every head."""
    pairs = zip(np.split(q, heads, axis=-1), np.split(k, heads, axis=-1), strict=True)
    return np.stack([norm(a) @ norm(b).T if norm else a @ b.T for a, b in pairs])


@mutant("stack")
def attention_only(x, norm, branches, block):
    """Leaves the feed-forward sub-layers out."""
    streams = [x]
    for branch in branches[::2]:
        streams.append(block(streams[-1], norm, branch))
    return streams
