"""For the labs: references and instruments of this site by name, `from lab import layer_norm`; plots and tables.

A lab names what it imports, since that is how a build knows when to run it again.
"""

import html
import re
from pathlib import Path

CLAIMS = Path(__file__).resolve().parents[2] / "claims"
# Placeholders in Matplotlib's SVG, and what takes the place of those of series: legible on light and on dark pages.
INK, SOFT = "#0a0b01", "#0a0b02"
SERIES = [("#0a0c00", "#0b5cad"), ("#0a0c01", "#b34700"), ("#0a0c02", "#00705a"), ("#0a0c03", "#8a3a76"),
          ("#0a0c04", "#5c6470")]
SHAPES = [("o", "-"), ("s", (0, (5, 3))), ("^", (0, (2, 2))), ("D", (0, (7, 2, 2, 2))), ("X", (0, (1, 3)))]


def __getattr__(name):
    """The function of that name in claims/reference/ or claims/instruments/."""
    for folder in ("reference", "instruments"):
        path = CLAIMS / folder / f"{name}.py"
        if path.exists():
            defined = {"__name__": name}
            exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), defined)
            return defined[name]
    raise AttributeError(f"{name} is neither in claims/reference/ nor in claims/instruments/")


def plot(title, x, y, series, says, log="", levels=None):
    """Lines through points, with a description and the numbers as a table.

    x, y: what the axes show. series: name -> list of (x, y). says: what is to be seen, in a sentence or two.
    log: "", "x", "y" or "xy". levels: name -> y of a horizontal line. Returns HTML that Jupyter displays.
    """
    from IPython.display import HTML

    levels = levels or {}
    rows = sorted({a for points in series.values() for a, _ in points})
    columns = [dict(points) for points in series.values()]
    numbers = _table([x, *series], [[_number(a), *(_number(c[a]) if a in c else "" for c in columns)] for a in rows])
    also = "".join(f"<p>{html.escape(name)}: {_number(value)}</p>" for name, value in levels.items())
    return HTML(f'<figure class="lab-figure">{_svg(title, x, y, series, says, log, levels)}'
                f"<figcaption><strong>{html.escape(title)}.</strong> {html.escape(says)}</figcaption>"
                f"</figure><details><summary>The numbers</summary>{numbers}{also}</details>")


def table(heads, rows):
    """Rows of text, numbers and vectors under their heads. Returns HTML that Jupyter displays."""
    from IPython.display import HTML

    return HTML(_table(heads, [[_number(value) for value in row] for row in rows]))


def _table(heads, rows):
    top = "".join(f"<th>{html.escape(str(head))}</th>" for head in heads)
    body = "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


def _number(value):
    """Integers as they are, else three digits, with a minus sign that is one; text as it is."""
    if isinstance(value, str):
        return value
    if getattr(value, "ndim", 0):
        return f"[{', '.join(map(_number, value))}]"
    whole = abs(value) < 1e6 and float(value).is_integer()
    return f"{value + 0:{'.0f' if whole else '.3g'}}".replace("-", "−")


def _svg(title, x, y, series, says, log, levels):
    """Matplotlib's SVG for the inside of a page: the same numbers give the same bytes, and text stays text."""
    import io
    import logging

    logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # it says when it looks for fonts
    import matplotlib
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    style = {"svg.fonttype": "none", "svg.hashsalt": title, "font.size": 10, "text.color": INK, "axes.labelcolor": INK,
             "axes.edgecolor": SOFT, "xtick.color": SOFT, "ytick.color": SOFT, "axes.linewidth": 0.8,
             "axes.spines.top": False, "axes.spines.right": False, "legend.frameon": False, "path.simplify": False}
    with matplotlib.rc_context({**matplotlib.rcParamsDefault, **style}):
        figure = Figure(figsize=(4.6, 3.3), layout="constrained")
        axes = figure.add_subplot(xlabel=x, ylabel=y)
        for (name, points), (colour, _), (marker, dashes) in zip(series.items(), SERIES, SHAPES, strict=False):
            axes.plot(*zip(*points, strict=True), label=name, color=colour, linestyle=dashes, linewidth=1.6,
                      marker=marker, markersize=4.5, markevery=max(1, len(points) // 12))
        for name, level in levels.items():
            axes.axhline(level, color=SOFT, linestyle=(0, (1, 2)), linewidth=1)
            axes.annotate(name, (1, level), xycoords=("axes fraction", "data"), xytext=(-2, 3),
                          textcoords="offset points", ha="right", color=SOFT)
        if "x" in log:
            axes.set_xscale("log", base=2)
        if "y" in log:
            axes.set_yscale("log")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:g}".replace("-", "−")))
        axes.minorticks_off()
        if len(series) > 1:
            columns = 2 if max(map(len, series)) < 23 else 1
            figure.legend(loc="outside upper left", ncols=columns, handlelength=3, columnspacing=1.5)
        out = io.StringIO()
        nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        figure.savefig(out, format="svg", transparent=True, metadata=nothing)
    return _embedded(out.getvalue(), f"{title}. {says}")


def _embedded(svg, alt):
    """Without the file's own header, size, fonts and styles, and without names that two figures would share."""
    body = re.sub(r"\s+", " ", svg[svg.index("<svg") :]).replace("> <", "><").strip()
    body = re.sub(r"<[^>]+>", lambda tag: re.sub(r"(\.\d)\d+", r"\1", tag[0]), body)
    body = re.sub(r"<(metadata|style).*?</\1>", "", body)
    box = re.search(r'viewBox="[^"]+"', body)[0]
    body = re.sub(r"<svg[^>]*>", f'<svg {box} role="img" aria-label="{html.escape(alt)}">', body, count=1)
    # `xlink:href` stays: instant navigation sets the href of all that has one, and that of SVG cannot be set.
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', body))
    body = re.sub(r' id="([^"]+)"', lambda m: m[0] if m[1] in used else "", body)
    body = re.sub(r"font-family: [^;\"]+; | transform=\"rotate\(-0 [^\"]+\"", "", body)
    body = re.sub(r"<!--.*?-->", "", body)
    for number, (colour, otherwise) in enumerate(SERIES):
        body = body.replace(colour, f"var(--lab-{number}, {otherwise})")
    return body.replace(INK, "currentColor").replace(SOFT, "var(--norm-soft, currentColor)")
