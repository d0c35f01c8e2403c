"""The pre-norm and the post-norm block on one token."""

from inputs import X, add, afterwards, branch, handed_to, norm, scaled

NAMES = ("pre_block", "post_block")


# --8<-- [start:solution]
def pre_block(x, norm, branch):
    write = branch(norm(x))
    return [x[i] + write[i] for i in range(len(x))]


def post_block(x, norm, branch):
    write = branch(x)
    return norm([x[i] + write[i] for i in range(len(x))])
# --8<-- [end:solution]


solution = {"pre_block": pre_block, "post_block": post_block}


def probes(f):
    for name in NAMES:
        block = f[name]
        yield name, f"{name} on 8 numbers", lambda block=block: block(list(X), norm, branch)
        yield name, f"{name} on the same, times 1000", lambda block=block: block(scaled(X, 1000), norm, branch)
        yield name, f"what {name} hands to the branch", lambda block=block: handed_to(
            lambda spy: block(list(X), norm, spy), branch)
        yield name, f"how often {name} calls the norm", lambda block=block: len(handed_to(
            lambda spy: block(list(X), spy, branch), norm))
        yield name, f"x after {name}", lambda block=block: afterwards(lambda x: block(x, norm, branch), list(X))


def writes_into_its_input(x, norm, branch):
    write = branch(norm(x))
    for i in range(len(x)):
        x[i] += write[i]
    return x


def sums_into_its_input(x, norm, branch):
    write = branch(x)
    for i in range(len(x)):
        x[i] += write[i]
    return norm(x)


def skip_after_the_norm(x, norm, branch):
    u = norm(x)
    return add(u, branch(u))


WRONG = (
    ("pre_block", "This is post-norm: it normalizes the sum.", lambda x, norm, branch: norm(add(x, branch(x)))),
    ("pre_block", "This is output-norm: it normalizes what the branch writes, and the branch reads the raw stream.",
     lambda x, norm, branch: add(x, norm(branch(x)))),
    ("pre_block", "The skip starts behind the norm, so the stream itself is normalized. It has to carry x.",
     skip_after_the_norm),
    ("pre_block", "The skip is missing: what the branch writes has to be added to x.",
     lambda x, norm, branch: branch(norm(x))),
    ("pre_block", "The sum is normalized as well. Pre-norm has one norm, on what the branch reads.",
     lambda x, norm, branch: norm(add(x, branch(norm(x))))),
    ("pre_block", "This is a sandwich: what the branch writes is normalized as well.",
     lambda x, norm, branch: add(x, norm(branch(norm(x))))),
    ("pre_block", "There is no norm: the branch reads the raw stream.", lambda x, norm, branch: add(x, branch(x))),
    ("pre_block", "The branch never runs.", lambda x, norm, branch: list(x)),
    ("pre_block", "Lists joined by + are put one after the other. Add number by number.",
     lambda x, norm, branch: x + branch(norm(x))),
    ("pre_block", "The block writes into the list that it is given, so the caller's x changes. Return a new list.",
     writes_into_its_input),
    ("pre_block", "This only computes: it returns nothing.", lambda x, norm, branch: None),
    ("post_block", "This is pre-norm: the sum is not normalized.", lambda x, norm, branch: add(x, branch(norm(x)))),
    ("post_block", "This is output-norm: the skip is added behind the norm.",
     lambda x, norm, branch: add(x, norm(branch(x)))),
    ("post_block", "The skip is missing: the norm acts on x plus what the branch writes.",
     lambda x, norm, branch: norm(branch(x))),
    ("post_block", "The branch reads a normalized copy as well. In post-norm it reads x as it is.",
     lambda x, norm, branch: norm(add(x, branch(norm(x))))),
    ("post_block", "The norm of a sum is not the sum of the norms.",
     lambda x, norm, branch: add(norm(x), norm(branch(x)))),
    ("post_block", "The norm is on the skip only.", lambda x, norm, branch: add(norm(x), branch(x))),
    ("post_block", "There is no norm.", lambda x, norm, branch: add(x, branch(x))),
    ("post_block", "The branch never runs.", lambda x, norm, branch: norm(x)),
    ("post_block", "Lists joined by + are put one after the other. Add number by number.",
     lambda x, norm, branch: norm(x + branch(x))),
    ("post_block", "The block writes into the list that it is given, so the caller's x changes. Sum into a new list.",
     sums_into_its_input),
    ("post_block", "This only computes: it returns nothing.", lambda x, norm, branch: None),
)
