"""Count the norms of three models with the same count, then scale the stream to see that they differ."""

import numpy as np

from refutable import close, equal, mutant


def check(count_norms, rms_norm, pre_block, output_norm_block, sandwich_block, stack, qk_logits):
    x = np.random.default_rng(5).normal(3, 2, size=(5, 16))

    def attention(norm):
        def attend(z):
            scores = np.exp(qk_logits(z, np.sin(z), heads=2, norm=norm) / 10).mean(axis=0)
            return scores / scores.sum(axis=-1, keepdims=True) @ z

        return attend

    def sandwich(x, norm, branch):
        return sandwich_block(x, norm, norm, branch)

    for name, block, qk in (("Gemma 2", sandwich, 0), ("Qwen3", pre_block, 1), ("OLMo 2", output_norm_block, 1)):

        def model(x, norm, layers, block=block, qk=qk):
            return norm(stack(x, norm, [attention(norm if qk else None), np.tanh] * layers, block)[-1])

        for layers, want in ((1, 5), (3, 13), (8, 33)):
            got = count_norms(lambda x, norm, n=layers: model(x, norm, n), x, rms_norm)
            equal(f"norms of {name}, {layers} layers", got, want)
    pre, out = (
        [b(c * x, lambda z: rms_norm(z, eps=0.0), lambda z: 50 * np.tanh(z / 9)) - c * x for c in (1, 100)]
        for b in (pre_block, output_norm_block)
    )
    close("what pre-norm writes when the stream is 100 times as large", pre[1], pre[0])
    equal("does pre-norm bound what it writes?", (pre[0] ** 2).mean() < 2, False)
    close("size of what output-norm writes", [(w**2).mean(axis=-1) for w in out], np.ones((2, 5)))


@mutant("pre_block")
def post_norm(x, norm, branch):
    """Normalizes the sum."""
    return norm(x + branch(x))


@mutant("output_norm_block")
def pre_norm(x, norm, branch):
    """Normalizes what the branch reads and not what it writes."""
    return x + branch(norm(x))


@mutant("sandwich_block")
def outer_norm_missing(x, norm_in, norm_out, branch):
    """Has the input norm only, so the count falls to 2L + 1."""
    return x + branch(norm_in(x))


@mutant("qk_logits")
def values_too(q, k, heads, norm=None, per_head=True):
    """Applies a third norm, as if values were normalized as well."""
    q, k = (q, k) if norm is None else (norm(norm(q)), norm(k))
    return np.einsum("ihd,jhd->hij", q.reshape(len(q), heads, -1), k.reshape(len(k), heads, -1))


@mutant("stack")
def one_norm_per_layer(x, norm, branches, block):
    """Normalizes in every other sub-layer only."""
    streams = [x]
    for i, branch in enumerate(branches):
        streams.append(block(streams[-1], norm if i % 2 else (lambda z: z), branch))
    return streams
