"""Wrong ways to measure a model, for the checks of its row."""

from . import placement_probe


def knows_the_default_alone(name):
    """Believes that one flag in the configuration changes nothing."""
    return placement_probe(name.partition("(")[0])
