// A recorded experiment: one block of either placement on one input, and a case for every branch.

import { BRANCHES, difference, length, NORMS, PLACEMENTS, variance } from "./blocks.js"
import { lines } from "./chart.js"
import { details, h, show, table, vector } from "./dom.js"
import { agreement, frame } from "./frame.js"
import { rails } from "./rails.js"

const VECTORS = ["input", "pre write", "pre output", "post write", "post output"]
// The graphs of both blocks, as layer graphs of this site draw them.
const GRAPHS = {
  "pre-norm": [["x", []], ["layer_norm", ["x"]], ["feed_forward", ["layer_norm"]], ["add", ["x", "feed_forward"]], ["output", ["add"]]],
  "post-norm": [["x", []], ["feed_forward", ["x"]], ["add", ["x", "feed_forward"]], ["layer_norm", ["add"]], ["output", ["layer_norm"]]],
}
const WORDS = { x: "x", layer_norm: "N, the norm", feed_forward: "F, the branch", add: "+, the skip joins", output: "output" }

export function start(element, values) {
  frame(element, "cases", values.presets, (box) => explore(element, box, values))
}

function explore(element, box, values) {
  const notes = [...document.querySelectorAll("[data-case]")]
  return (preset) => {
    notes.forEach((note) => note.classList.toggle("demo-marked", note.dataset.case === preset.name))
    const { vectors, metrics } = preset
    const across = (name) => vectors[name].map((v, i) => [i + 1, v])
    box.replaceChildren(
      h("div", { class: "demo-pair demo-narrow" }, Object.entries(GRAPHS).map(([name, nodes]) => h("div", {}, h("p", { class: "demo-title" }, name), rails(
        nodes.map(([node, reads]) => ({ name: node, reads, label: WORDS[node] })), { marked: preset.node })))),
      lines({ title: preset.title, says: `The input, and what each block makes of it. Distance from the input: pre-norm ${
        show(metrics["pre distance"])}, post-norm ${show(metrics["post distance"])}.`,
      x: { label: "feature" }, y: { label: "value", low: -3.5, high: 12 },
      series: [["input", "input", 4], ["pre output", "pre-norm output", 0], ["post output", "post-norm output", 1]].map(([key, name, hue]) =>
        ({ name, hue, points: across(key) })) }),
      table("Vectors", ["Vector", "Values", "Length"], VECTORS.map((name) => [name, vector(vectors[name]), show(length(vectors[name]))])),
      table("Metrics", ["Metric", "Pre-norm", "Post-norm"], [["distance of the output from the input", "distance"],
        ["rank of the block's Jacobian, of 8", "rank"], ["root mean square gain of the Jacobian", "gain"]].map(([text, key]) =>
        [text, show(metrics[`pre ${key}`]), show(metrics[`post ${key}`])])),
      h("p", { class: "demo-invariant" }, h("strong", {}, "Invariant: "),
        "a pre-norm output minus what its branch wrote is the input. It is off by ",
        show(length(vectors.input.map((v, i) => vectors["pre output"][i] - vectors["pre write"][i] - v)), 2), " here."),
      provenance(element.dataset.root, values, preset),
      agreement(checked(preset)))
  }
}

// The same case in this browser.
function checked({ name, vectors }) {
  const x = vectors.input
  const deviation = Math.sqrt(variance(x))
  const branch = { same: (z) => z.map((_, i) => 0.6 * z.at(i - 1)), zero: BRANCHES.zero.of, aligned: BRANCHES.double.of,
    cancelling: (z) => z.map((v) => -deviation * v) }[name]
  return Math.max(...["pre", "post"].map((placement) => {
    const { next, write } = PLACEMENTS[placement].block(x, (z) => NORMS.layer(z, 0), branch)
    return difference([...next, ...write], [...vectors[`${placement} output`], ...vectors[`${placement} write`]])
  }))
}

function provenance(root, values, preset) {
  const verdict = values.verdicts[preset.claim]
  const { environment } = values
  const facts = [
    ["Made by", `claims/instruments/block_cases.py, code digest ${values.code}`],
    ["With", `Python ${environment.python}, NumPy ${environment.numpy}, ${environment.platform}, CPU`],
    ["Input", `${values.input}: shape (${values.shape}), ${preset.dtype.join(", ")} as read from the recorded arrays`],
    ["Norm", values.norm],
    ["Seed", "none, nothing is drawn"],
    ["Deterministic", values.repeated ? "recorded twice, bit for bit the same" : "no: a second recording differed"],
  ]
  if (verdict) facts.push(
    ["Scope", h("span", {}, h("a", { href: `${root}claims/${preset.claim}/` }, preset.claim), `: ${verdict.statement}`)],
    ["Verdict", `${verdict.status}; judged ${verdict.judged} with Python ${verdict.environment.python}, NumPy ${
      verdict.environment.numpy}; verdict ${verdict.digest}; fails on each of ${verdict.killed.length} wrong versions: ${verdict.killed.join(", ")}`],
    ["Checks", h("ul", {}, verdict.measurements.map((m) => h("li", {}, `${m.name}: ${m.relation}, observed ${
      show(Number(m.observed), 2)}, limit ${show(Number(m.limit), 2)}`)))],
    ["Run it", h("code", {}, `.venv/bin/refutable check ${preset.claim}`)],
    ["Limitations", h("ul", {}, [...verdict.caveats, "One input of width 8 and one block; nothing here is trained."].map((c) => h("li", {}, c)))])
  return details("Where these numbers come from", h("dl", { class: "demo-facts" }, facts.map(([name, text]) =>
    [h("dt", {}, name), h("dd", {}, text)])),
  table("Files", ["File", "Bytes", "SHA-256"], values.files.map((file) =>
    [h("a", { href: root + file.href, download: "" }, file.name), String(file.bytes), h("code", {}, file.sha256)])))
}
