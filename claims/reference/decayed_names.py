import re


def decayed_names(modules, exempt_types, exempt_patterns):
    r"""The parameters to which a trainer applies weight decay, chosen by the type and by the name of what holds them.

    $$ \{\, k : \mathrm{type}(k) \notin T \ \text{ and no pattern } p \in P \text{ matches } k \,\} $$

    modules: a dict from parameter names to the names of the types that hold them. exempt_types: the set T of type
    names. exempt_patterns: the regular expressions P, searched for in the lower-case name.
    Returns a list of names in the order of modules. Errors: re.error for a pattern that is not a regular expression.
    Source: Hugging Face transformers 5.24.0, `trainer.py` lines 1408-1418 (`get_decay_parameter_names`).
    """
    return [
        name
        for name, type_name in modules.items()
        if type_name not in exempt_types and not any(re.search(p, name.lower()) for p in exempt_patterns)
    ]
