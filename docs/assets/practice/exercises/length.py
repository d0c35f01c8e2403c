"""The Euclidean length of a stream."""

from inputs import X, afterwards, scaled

NAMES = ("length",)


# --8<-- [start:solution]
def length(x):
    return sum([v * v for v in x]) ** 0.5
# --8<-- [end:solution]


solution = {"length": length}


def probes(f):
    run = f["length"]
    yield "length", "the length of [5, -1]", lambda: run([5.0, -1.0])
    yield "length", "the length of 8 numbers", lambda: run(list(X))
    yield "length", "the length of the same, times -3", lambda: run(scaled(X, -3))
    yield "length", "the length of 8 zeros", lambda: run([0.0] * 8)
    yield "length", "the length of [-2]", lambda: run([-2.0])
    yield "length", "x after the call", lambda: afterwards(run, list(X))


def squares_in_place(x):
    for i in range(len(x)):
        x[i] *= x[i]
    return sum(x) ** 0.5


WRONG = (
    ("length", "The root is missing.", lambda x: sum([v * v for v in x])),
    ("length", "This adds the sizes of the numbers. The length is the root of the sum of their squares.",
     lambda x: sum([abs(v) for v in x])),
    ("length", "This adds the numbers themselves.", lambda x: float(sum(x))),
    ("length", "This is the root mean square: it divides by the width. The length does not.",
     lambda x: (sum([v * v for v in x]) / len(x)) ** 0.5),
    ("length", "This is the largest number's size.", lambda x: max([abs(v) for v in x])),
    ("length", "This is the standard deviation: it subtracts the mean and divides by the width.",
     lambda x: (sum([(v - sum(x) / len(x)) ** 2 for v in x]) / len(x)) ** 0.5),
    ("length", "Only the first two numbers count.", lambda x: sum([v * v for v in x[:2]]) ** 0.5),
    ("length", "This is the root of the sum. Square each number before you add.", lambda x: abs(sum(x)) ** 0.5),
    ("length", "The list that was handed in holds squares now. Leave it as it is.", squares_in_place),
)
