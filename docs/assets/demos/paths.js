// Gradient paths: what comes down a stack along the skips, and what comes through the branches.

import { difference } from "./blocks.js"
import { bars, lines } from "./chart.js"
import { calm, choice, details, h, select, show, slider, table } from "./dom.js"
import { agreement, frame } from "./frame.js"
import { curve, shares } from "./gradient.js"

const DEPTHS = [1, 2, 4, 6, 8, 12, 16, 20, 24, 32, 40, 48]

export function start(element, values) {
  frame(element, "paths", values.presets, (box) => explore(box, values))
}

function explore(box, { seeds }) {
  let setting = {}
  let seed = seeds[0]
  let agrees
  let now
  const out = h("div", { class: "demo-out" })
  const live = h("p", { class: "demo-live", role: "status" })
  const redraw = calm(() => {
    draw()
    summary()
  }, 30)
  const summary = calm(() => (live.textContent = sentence(now)), 400)
  const set = (changed) => {
    Object.assign(setting, changed)
    redraw()
  }
  const controls = {
    depth: slider("Sub-layers", { min: 1, max: 48, value: 24 }, (depth) => set({ depth })),
    gain: slider("Branch gain c", { min: 0, max: 4, step: 0.05, value: 1, text: (v) => show(v, 3) }, (gain) => set({ gain })),
    placement: choice("Placement", [["pre", "pre-norm"], ["post", "post-norm"]], "pre", (placement) => set({ placement })),
    branch: choice("Branch", [["linear", "reads the stream: zW"], ["constant", "ignores the stream: a vector"]], "linear", (branch) => set({ branch })),
  }
  const draws = select("Random draw", seeds.map((s, i) => [String(s), `number ${i + 1}`]), String(seed), (v) => {
    seed = Number(v)
    set({})
  })

  function draw() {
    for (const [name, control] of Object.entries(controls)) control.set(setting[name])
    now = shares(setting, seed)
    const over = curve(setting, DEPTHS, seed)
    out.replaceChildren(
      h("p", { class: "demo-lead" }, sentence(now)),
      bars({
        title: "How many branches the gradient came through",
        says: `Length of the part of the gradient that came through k of the ${setting.depth} branches, k = 0 the skips alone. The parts are vectors, and they add up to the whole.`,
        x: { label: "branches passed" }, y: { label: "length, at the top 1" },
        bars: now.through.map((v, k) => [k, v]), marked: (k) => k === 0,
      }),
      lines({
        title: "The skips and the whole, by depth", says: "Factor by which a gradient changes between the top and the input, on a logarithmic scale.",
        x: { label: "sub-layers", low: 0, high: 48 }, y: { label: "factor", log: true }, at: setting.depth,
        series: [
          { name: "along the skips alone", hue: 1, points: over.map((p) => [p.depth, p.skip]) },
          { name: "in all", hue: 0, points: over.map((p) => [p.depth, p.total]) },
        ],
      }),
      h("p", { class: "demo-invariant" }, h("strong", {}, "Invariant: "), setting.placement === "pre"
        ? "along the skips of pre-norm the factor is 1, whatever the branches and the depth."
        : "along the skips of post-norm every norm divides by the deviation of its sum, so the factor falls with depth as soon as branches write."),
      details("The numbers", table("By branches passed", ["Branches passed", "Length"], now.through.map((v, k) => [String(k), show(v, 3)])),
        table("By depth", ["Sub-layers", "Along the skips", "In all", "Share of the skips"], over.map((p) =>
        [String(p.depth), show(p.skip, 3), show(p.total, 3), `${show((100 * p.skip) / p.total, 3)} %`]))),
      agrees)
  }

  function sentence({ total, skip, share, cosine }) {
    const layers = `${setting.depth} ${setting.depth === 1 ? "sub-layer multiplies" : "sub-layers multiply"}`
    return `${layers} the length of a gradient by ${show(total, 3)}. Along the skips alone the factor is ${
      show(skip, 3)}, which is ${show(100 * share, 3)} % of the whole. Cosine of the gradients at input and top: ${show(cosine, 2)}.`
  }

  box.append(h("div", { class: "demo-controls" }, controls.depth.element, controls.gain.element, draws.element,
    controls.placement.element, controls.branch.element), live, out)

  return (preset) => {
    setting = { ...preset.setting }
    seed = seeds[0]
    draws.set(String(seed))
    const [mine, theirs] = [shares(setting, seed), preset.reference]
    agrees = agreement(difference([mine.total, mine.skip, mine.share, mine.cosine, ...mine.through],
      [theirs.total, theirs.skip, theirs.share, theirs.cosine, ...theirs.through]))
    live.textContent = ""
    draw()
  }
}
