import linecache
import math

import numpy as np

SEEDS = (1731054321, 417202733)  # of the two matrices
BLOCKS = {"pre": "pre_block", "post": "post_block", "output": "output_norm_block", "sandwich": "sandwich_block",
          "skip": "normalised_skip_block"}


def demo_graph(subjects):
    """The graph of one block in every placement, traced from the references while they run on x = 1, 2, ..., 8.

    subjects: all references and instruments, by name. Returns plain data: `graphs`, by placement the nodes in the
    order in which they ran; `presets`, a question with its answer; `tables`, (caption, heads, rows) of text for
    readers without scripts. Errors: none. Source: written for the demos of this site.
    """
    draw, hidden = subjects["draw_uniform"], 32
    inputs = {"x": np.arange(1.0, 9.0), "gain": np.ones(8), "bias": np.zeros(8),
              "w_in": draw(SEEDS[0], 8, hidden) / math.sqrt(8), "b_in": np.zeros(hidden),
              "w_out": draw(SEEDS[1], hidden, 8) / math.sqrt(hidden), "b_out": np.zeros(8)}
    graphs = {}
    for placement, name in BLOCKS.items():
        def module(x, gain, bias, w_in, b_in, w_out, b_out, placement=placement, block=subjects[name]):
            def norm(z):
                return subjects["layer_norm"](z, gain, bias, eps=0.0)

            def branch(z):
                return subjects["feed_forward"](z, w_in, w_out, b_in, b_out)

            return block(x, norm, norm, branch) if placement == "sandwich" else block(x, norm, branch)

        graphs[placement] = _modules(subjects["trace_graph"](module, inputs))
    preset = {"name": "skip", "title": "The skip path", "about": "One block, from its input to its output.",
              "question": "How many norms does the skip path pass?", "answer": 1,
              "choices": ["none in pre-norm, none in post-norm", "none in pre-norm, one in post-norm",
                          "one in pre-norm, none in post-norm", "one in both"]}
    rows = [[placement, node["name"], ", ".join(node["reads"]), node["where"],
             str(sum(math.prod(shape) for shape in node["parameters"].values()) or "")]
            for placement, nodes in graphs.items() for node in nodes]
    heads = ["Placement", "Node", "Reads", "Source line", "Parameters"]
    return {"graphs": graphs, "presets": [preset], "tables": [("Nodes of each block", heads, rows)]}


def _modules(operations):
    """Operations grouped by the function that the block called; what the block itself computes stays by itself."""
    found, group = {}, {0: "x"}

    def add(name, op, where="", code="", value=(), reads=()):
        found[name] = {"name": name, "op": op, "where": where, "code": code, "parameters": {}, "steps": [],
                       "reads": list(reads), "value": list(value)}

    add("x", "input", value=operations[0]["value"].tolist())
    last = "x"
    for place, node in enumerate(operations):
        if node["op"] == "input":
            continue
        outer, *inner = node["where"]
        op = inner[0][2] if inner else node["op"]
        if not inner or found[last]["op"] != op:
            last = op if op not in found else f"{op} {sum(f['op'] == op for f in found.values()) + 1}"
            add(last, op, *_line(outer))
        group[place], of = last, found[last]
        for read in node["reads"]:
            if read not in group:
                of["parameters"][operations[read]["name"]] = list(operations[read]["value"].shape)
            elif group[read] not in (last, *of["reads"]):
                of["reads"].append(group[read])
        of["steps"] += [[node["op"], *_line(inner[0])]] if inner else []
        of["value"] = [float(f"{v:.6g}") for v in np.ravel(node["value"])]
    add("output", "output", value=found[last]["value"], reads=[last])
    return list(found.values())


def _line(call):
    file, line, _ = call
    return f"{file}:{line}", linecache.getline(file, line).strip()
