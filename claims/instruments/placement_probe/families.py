"""What a family needs to be built small, beyond the usual sizes. Nothing here says what the probe should find."""

FAMILIES = {}
MODULES = {}
