import importlib
import inspect


def installed_default(address, parameter):
    """The default of a parameter, read from the signature of what is installed.

    address: where Python finds a class or function, as in "torch.nn.LayerNorm". parameter: its name.
    Returns the default. Errors: KeyError if there is no such parameter.
    Source: the installed package, by `inspect.signature`; nothing is remembered here.
    """
    module, _, name = address.rpartition(".")
    found = getattr(importlib.import_module(module), name)
    return inspect.signature(found.__init__ if inspect.isclass(found) else found).parameters[parameter].default
