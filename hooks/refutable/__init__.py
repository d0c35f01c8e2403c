"""Claims that are executed, and have to prove that they can fail.

What a check file imports is here; everything else is reached through its module.
"""

from refutable.compare import above, below, close, equal, mutant
from refutable.experiment import experiment, outcomes

__all__ = ["above", "below", "close", "equal", "experiment", "mutant", "outcomes"]
