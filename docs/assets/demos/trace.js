// Trace of a stack: where the stream goes, block by block, in up to five placements.

import { BRANCHES, difference, INPUTS, NORMS, PLACEMENTS, trace } from "./blocks.js"
import { lines } from "./chart.js"
import { calm, choice, details, h, hundredths, select, show, slider, table, vector } from "./dom.js"
import { agreement, frame } from "./frame.js"

const EPSILONS = [0, 1e-12, 1e-6, 1e-5, 1e-3, 1e-1]
const NAMES = Object.keys(PLACEMENTS)
const label = (name) => PLACEMENTS[name].label

export function start(element, values) {
  frame(element, "trace", values.presets, (box) => explore(box, values))
}

function explore(box, { seeds }) {
  let setting = {}
  let shown = []
  let plot = "lengths"
  let agrees
  const out = h("div", { class: "demo-out" })
  const live = h("p", { class: "demo-live", role: "status" })
  const summary = calm(() => (live.textContent = sentence()), 400)
  const redraw = (changed) => {
    Object.assign(setting, changed)
    draw()
    summary()
  }

  const controls = {
    blocks: slider("Blocks", { min: 1, max: 24, value: 4 }, (blocks) => redraw({ blocks })),
    width: slider("Width of the stream", { min: 2, max: 16, value: 2 }, (width) => redraw({ width, own: undefined })),
    branch: select("Branch F(z)", Object.entries(BRANCHES).map(([v, b]) => [v, b.label]), "double", (branch) => redraw({ branch })),
    eps: select("Epsilon", EPSILONS.map((v) => [String(v), v === 0 ? "0" : show(v, 1)]), "0", (v) => redraw({ eps: Number(v) })),
    input: select("Input x", [...Object.entries(INPUTS).map(([v, i]) => [v, i.label]), ["own", "my own numbers"]], "lesson",
      (input) => (input === "own" ? typed() : redraw({ input, own: undefined }))),
    norm: choice("Norm", [["layer", "LayerNorm"], ["rms", "RMSNorm"]], "layer", (norm) => redraw({ norm })),
  }
  const own = h("input", { type: "text", size: 24, autocomplete: "off", "aria-label": "My own numbers, separated by spaces",
    value: "3 1", change: () => typed() })
  const ownSaid = h("p", { class: "note" })
  const ownBox = h("div", { class: "demo-control", hidden: true }, own, ownSaid)
  const which = choice("Placements", NAMES.map((n) => [n, `${label(n)}: ${PLACEMENTS[n].formula}`]), [], (names) => {
    shown = NAMES.filter((n) => names.includes(n))
    redraw({})
  }, { many: true, className: "demo-wide" })
  const what = choice("Plot", [["lengths", "length of the stream"], ["updates", "share of it that a block moves"]], plot, (v) => {
    plot = v
    redraw({})
  })

  // Numbers of the reader's own set the width.
  function typed() {
    const numbers = own.value.replaceAll("−", "-").split(/[\s;]+/).filter(Boolean).map((v) => Number(v.replace(/,$/, "").replace(",", ".")))
    if (numbers.length < 2 || numbers.length > 16 || numbers.some(Number.isNaN)) {
      ownBox.hidden = false
      live.textContent = ownSaid.textContent = "Type 2 to 16 numbers with spaces between them."
      return
    }
    ownSaid.textContent = ""
    redraw({ input: "own", own: numbers, width: numbers.length })
  }

  function draw() {
    ownBox.hidden = setting.input !== "own"
    if (setting.input === "own" && !setting.own) setting.input = "counting"
    for (const [name, control] of Object.entries(controls)) control.set(name === "eps" ? String(setting.eps) : setting[name])
    which.set(shown)
    const traces = shown.map((name) => [name, trace(setting, name, seeds)])
    const rows = Array.from({ length: setting.blocks + 1 }, (_, l) =>
      [String(l), ...traces.flatMap(([, t]) => [vector(t.streams[l], 4), hundredths(t.lengths[l])])])
    const points = (t) => (plot === "lengths" ? t.lengths.map((v, l) => [l, v]) : t.updates.map((v, l) => [l + 1, v]))
    out.replaceChildren(...(shown.length ? [
      lines({
        title: plot === "lengths" ? "Length of the stream" : "Share of its length by which a block moves the stream",
        says: sentence(), x: { label: "block", low: plot === "lengths" ? 0 : 1, high: Math.max(setting.blocks, 2) },
        y: { label: plot === "lengths" ? "length" : "share" },
        series: traces.map(([name, t]) => ({ name: label(name), hue: NAMES.indexOf(name), points: points(t), every: Math.ceil(setting.blocks / 12) })),
      }),
      h("p", { class: "demo-invariant" }, h("strong", {}, "Invariant: "), "at every depth the stream is the input plus everything that was written so far."),
      h("ul", { class: "demo-invariant" }, traces.map(([name, t]) => h("li", {}, h("strong", {}, `${label(name)}: `), holds(t)))),
      table("Streams and their lengths", ["Block", ...traces.flatMap(([name]) => [`${label(name)} stream`, "Length"])], rows),
      agrees,
    ] : [h("p", {}, "Choose at least one placement.")]))
  }

  function holds({ gap, lengths }) {
    if (Number.isNaN(gap)) return "undefined, a norm met 0/0 on the way"
    return gap <= 1e-9 * (1 + lengths[0]) ? `holds (off by ${gap ? show(gap, 2) : 0})` : `does not hold (off by ${show(gap)})`
  }

  function sentence() {
    const ends = shown.map((name) => `${label(name)} ${hundredths(trace(setting, name, seeds)[plot].at(-1))}`)
    return plot === "lengths" ? `After ${setting.blocks} ${setting.blocks === 1 ? "block" : "blocks"} the length is: ${ends.join(", ")}.`
      : `Block ${setting.blocks} moves the stream by this share of its length: ${ends.join(", ")}.`
  }

  box.append(
    h("div", { class: "demo-controls" }, controls.blocks.element, controls.width.element, controls.branch.element, which.element),
    details("Norm, epsilon, input, and what is plotted",
      h("div", { class: "demo-controls" }, controls.norm.element, controls.eps.element, controls.input.element, what.element, ownBox)),
    live, out)

  return (preset) => {
    setting = { ...preset.setting }
    shown = preset.shown
    plot = "lengths"
    what.set(plot)
    agrees = agreement(Math.max(...NAMES.map((name) => {
      const [mine, theirs] = [trace(setting, name, seeds), preset.reference[name]]
      return difference([...mine.lengths, ...mine.streams.at(-1), mine.gap], [...theirs.lengths, ...theirs.last, theirs.gap])
    })))
    live.textContent = ""
    draw()
  }
}
