"""Grades a reader's code for an exercise: MicroPython runs this in a page, CPython in the tests.

An exercise is a module with
  NAMES          the functions that the reader writes,
  solution       these functions, right, by name,
  probes(f)      yields (name, what is asked, a function that asks it of the functions f),
  WRONG          (name, what is wrong with it, the wrong function): what people write.
Code passes if it answers every probe as the solution does. If it does not, and answers like something in WRONG, the
reader is told what is wrong with that.
"""

import io
import sys

CODE = "your code"


def grade(exercise, code):
    """One report a function, as {"name", "passed", "says"}; or one without a name if the code does not run."""
    functions = {"__name__": "answer"}
    try:
        exec(compile(code, CODE, "exec"), functions)
    except BaseException as error:
        return [{"name": "", "passed": False, "says": f"The code does not run. {told(error)}"}]
    return [_report(exercise, name, functions) for name in exercise.NAMES]


def trial(code):
    """The end of a check that is part of the code, in the words of the engine: only an AssertionError is a failure."""
    try:
        exec(compile(code, CODE, "exec"), {"__name__": "answer"})
    except AssertionError as error:
        return {"end": "failed", "says": str(error)}
    except BaseException as error:
        return {"end": "raised", "says": told(error)}
    return {"end": "passed", "says": ""}


def _report(exercise, name, functions):
    if not callable(functions.get(name)):
        return {"name": name, "passed": False, "says": f"There is no function {name} yet."}
    given = answers(exercise, name, with_other(exercise, name, functions[name]))
    wanted = answers(exercise, name, exercise.solution)
    for i in range(len(wanted)):
        what, want = wanted[i]
        if not same(given[i][1], want):
            digits = 4 if shown(want) != shown(given[i][1]) else 9  # a small mistake is one, too
            says = f"{what}: expected {shown(want, digits)}, got {shown(given[i][1], digits)}."
            return {"name": name, "passed": False, "says": says, "looks": looks_like(exercise, name, given)}
    return {"name": name, "passed": True, "says": f"all {len(wanted)} answers are right."}


def looks_like(exercise, name, given):
    """What is wrong with the known mistake that gives these very answers; empty if none does."""
    for wrong_name, flaw, function in exercise.WRONG:
        if wrong_name == name and same_answers(given, answers(exercise, name, with_other(exercise, name, function))):
            return flaw
    return ""


def with_other(exercise, name, function):
    """The solution with one function replaced."""
    functions = dict(exercise.solution)
    functions[name] = function
    return functions


def answers(exercise, name, functions):
    """Each probe of one function with its answer: ("gives", value) or ("raises", kind, words)."""
    return [(what, _answer(ask)) for probed, what, ask in exercise.probes(functions) if probed == name]


def _answer(ask):
    try:
        return ("gives", plain(ask()))
    except BaseException as error:
        return ("raises", type(error).__name__, told(error))


def plain(value):
    """A copy in which nothing can change any more."""
    if isinstance(value, (list, tuple)):
        return tuple([plain(part) for part in value])
    if _gives_once(value):
        return f"a {type(value).__name__} (return a list)"
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return repr(value)
    return float(value)


def _gives_once(value):
    """Whether it is a generator, a map or the like, which is right perhaps and cannot be read twice."""
    try:
        return iter(value) is value
    except TypeError:
        return False


def same_answers(some, others):
    return all(same(some[i][1], others[i][1]) for i in range(len(some)))


def same(a, b):
    if a[0] == "raises" or b[0] == "raises":
        return a[:2] == b[:2]
    return _same(a[1], b[1])


def _same(a, b):
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(_same(a[i], b[i]) for i in range(len(a)))
    if isinstance(a, float) and isinstance(b, float):
        return a == b or (a != a and b != b) or abs(a - b) <= 1e-9 * max(1.0, abs(a), abs(b))
    return a == b


def shown(answer, digits=4):
    return answer[2] if answer[0] == "raises" else _shown(answer[1], digits)


def _shown(value, digits):
    if isinstance(value, tuple):
        parts = [_shown(part, digits) for part in value[:8]]
        return f"[{', '.join(parts + (['…'] if len(value) > 8 else []))}]"
    return f"{value:.{digits}g}" if isinstance(value, float) else value


def told(error):
    """The error in one line, with the last line of the reader's code that it passed."""
    kind = type(error).__name__
    words = f"{kind}: {error}" if str(error) else kind
    for line in reversed(_traceback(error)):
        if CODE in line and "line " in line:
            return f"{words} (line {line.split('line ')[1].split(',')[0]} of your code)"
    return words


def _traceback(error):
    if hasattr(sys, "print_exception"):  # MicroPython
        out = io.StringIO()
        sys.print_exception(error, out)
        return out.getvalue().split("\n")
    import traceback

    return "".join(traceback.format_exception(error)).split("\n")
