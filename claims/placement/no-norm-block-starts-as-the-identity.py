"""Run the block at alpha = 0, differentiate it by the stream and by alpha, and look at one other alpha."""

import numpy as np

from refutable import close, equal, mutant


def check(no_norm_block, feed_forward, jacobian):
    rng = np.random.default_rng(8)
    x = rng.normal(3.0, 2.0, size=(2, 8))
    w_in, w_out = rng.normal(size=(8, 16)), rng.normal(size=(16, 8))

    def branch(z):
        return feed_forward(z, w_in, w_out)

    equal("output at alpha = 0, bit for bit", bool(np.array_equal(no_norm_block(x, branch, 0.0), x)), True)
    by_stream = jacobian(lambda v: no_norm_block(v.reshape(2, 8), branch, 0.0), x.ravel())
    close("Jacobian at alpha = 0", by_stream, np.eye(16), atol=1e-9)
    by_alpha = jacobian(lambda a: no_norm_block(x, branch, a[0]), np.array([0.0]))
    write = np.maximum(0, x @ w_in) @ w_out
    close("derivative by alpha at alpha = 0", by_alpha.reshape(2, 8), write, rtol=1e-9, atol=1e-9)
    close("output at alpha = 0.3", no_norm_block(x, branch, 0.3), x + 0.3 * write, atol=1e-11)


@mutant("no_norm_block")
def alpha_on_the_skip(x, branch, alpha):
    """Scales the skip instead of the branch."""
    return alpha * x + branch(x)


@mutant("no_norm_block")
def alpha_on_the_sum(x, branch, alpha):
    """Scales the sum as well."""
    return (1 + alpha) * x + alpha * branch(x)


@mutant("no_norm_block")
def alpha_inside_the_branch(x, branch, alpha):
    """Scales what the branch reads, and so starts with a term of second order in alpha."""
    return x + alpha * branch(alpha * x)


@mutant("no_norm_block")
def highway(x, branch, alpha):
    """Takes from the skip what it gives to the branch."""
    return (1 - alpha) * x + alpha * branch(x)


@mutant("feed_forward")
def without_activation(x, w_in, w_out, b_in=0.0, b_out=0.0):
    """Forgets the ReLU."""
    return (x @ w_in + b_in) @ w_out + b_out
