"""Packages that a machine may lack, and that CI may not."""

import importlib
import os
from typing import Any

import pytest


def needed(package: str) -> Any:
    """The package; without it the module of tests is skipped, except under CI=true, where that is a failure."""
    return importlib.import_module(package) if os.environ.get("CI") == "true" else pytest.importorskip(package)
