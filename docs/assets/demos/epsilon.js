// Epsilon: the deviation of a LayerNorm's output, and how steep the norm is, against the deviation of its input.

import { draw, NORMS, standardized, variance } from "./blocks.js"
import { lines } from "./chart.js"
import { calm, choice, h, show, slider, table } from "./dom.js"
import { agreement, frame } from "./frame.js"

const LOGS = Array.from({ length: 91 }, (_, i) => -8 + i / 10)
const power = (v) => (v >= 0.001 ? show(v, 2) : v.toExponential(1).replace(".0", "").replace("-", "−"))

// Of a token with that deviation: what comes out, and by how much the norm can stretch a change of it.
export const out = (token, deviation, eps) => Math.sqrt(variance(NORMS.layer(token.map((v) => deviation * v), eps)))
export const steep = (token, deviation, eps) => 1 / Math.sqrt(variance(token.map((v) => deviation * v)) + eps)

export function start(element, values) {
  frame(element, "epsilon", values.presets, (box) => explore(box, values))
}

function explore(box, { seed, defaults, reference }) {
  const token = standardized(draw(seed)(16))
  const setting = { deviation: 1e-3, eps: 1e-5 }
  let plot = "out"
  const place = h("div", { class: "demo-out" })
  const live = h("p", { class: "demo-live", role: "status" })
  const summary = calm(() => (live.textContent = sentence()), 400)
  const set = (changed) => {
    Object.assign(setting, changed)
    redraw()
    summary()
  }
  const controls = {
    deviation: slider("Deviation σ of the input", { min: -8, max: 1, step: 0.1, value: -3, text: (v) => power(10 ** v) },
      (v) => set({ deviation: 10 ** v })),
    eps: slider("Epsilon of your own", { min: -13, max: 0, step: 0.5, value: -5, text: (v) => power(10 ** v) }, (v) => set({ eps: 10 ** v })),
  }
  const what = choice("Plot", [["out", "deviation of the output"], ["steep", "how steep the norm is"]], plot, (v) => {
    plot = v
    set({})
  })
  const agrees = agreement(Math.max(...reference.map((r) => Math.max(
    Math.abs(out(token, r.deviation, r.eps) - r.out), Math.abs(steep(token, r.deviation, r.eps) - r.steep) / r.steep))))
  const every = () => [...defaults, ["yours", setting.eps]]

  function redraw() {
    for (const [name, control] of Object.entries(controls)) control.set(Math.log10(setting[name]).toFixed(1))
    const value = plot === "out" ? out : steep
    place.replaceChildren(
      lines({
        title: plot === "out" ? "Deviation of the output" : "The most by which the norm stretches a change of its input", says: sentence(),
        x: { label: "deviation of the input", log: true }, at: setting.deviation,
        y: plot === "out" ? { label: "deviation out", low: 0, high: 1.06 } : { label: "factor", log: true },
        series: every().map(([name, eps]) => ({ name: `${name}, ε = ${power(eps)}`, every: 15,
          points: LOGS.map((s) => [10 ** s, value(token, 10 ** s, eps)]) })),
      }),
      table(`A token of deviation ${power(setting.deviation)}`, ["LayerNorm of", "ε", "Deviation out", "Steepness", "σ² / ε"],
        every().map(([name, eps]) => [name, power(eps), show(out(token, setting.deviation, eps)), show(steep(token, setting.deviation, eps)),
          show(setting.deviation ** 2 / eps, 3)]), (i) => i === defaults.length),
      h("p", { class: "demo-invariant" }, h("strong", {}, "Invariant: "),
        "only σ²/ε counts. Ten times the deviation with a hundred times the epsilon gives the same output; here the two differ by ",
        show(Math.abs(out(token, 10 * setting.deviation, 100 * setting.eps) - out(token, setting.deviation, setting.eps)), 2), "."),
      agrees)
  }

  const sentence = () => `With σ = ${power(setting.deviation)} the output has deviation ${
    every().map(([name, eps]) => `${show(out(token, setting.deviation, eps), 3)} (${name})`).join(", ")}.`

  box.append(h("div", { class: "demo-controls" }, controls.deviation.element, controls.eps.element, what.element), live, place)
  return (preset) => {
    Object.assign(setting, preset.setting)
    plot = preset.name === "flat" ? "steep" : "out"
    what.set(plot)
    live.textContent = ""
    redraw()
  }
}
