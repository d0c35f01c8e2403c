// The layer graph of a block, traced from the code that is judged, and a walk through it.

import { details, h, select, show, table, vector } from "./dom.js"
import { frame } from "./frame.js"
import { lanes, pathsOf, rails } from "./rails.js"

const LABELS = { pre: "pre-norm", post: "post-norm", output: "output-norm", sandwich: "sandwich", skip: "normalised skip" }
const WORDS = { x: "x (the stream)", layer_norm: "LayerNorm", "layer_norm 2": "LayerNorm (the second)", feed_forward: "F: feed-forward",
  add: "+", multiply: "× α", "multiply 2": "× β", output: "output" }
const word = (name) => WORDS[name] ?? name
const count = (shape) => shape.reduce((a, b) => a * b, 1)
const parameters = (node) => Object.values(node.parameters).reduce((total, shape) => total + count(shape), 0)

export function start(element, values) {
  frame(element, "graph", values.presets, (box) => explore(element, box, values))
}

function explore(element, box, { graphs }) {
  const sides = [{ placement: "pre" }, { placement: "post" }]
  let picked = { side: 0, node: "add" }
  const pair = h("div", { class: "demo-pair" })
  const panel = h("div", { class: "demo-panel" })
  const live = h("p", { class: "demo-live", role: "status" })
  const controls = sides.map((side, i) => select(i ? "Second graph" : "First graph", Object.entries(LABELS), side.placement, (placement) => {
    side.placement = placement
    pick(i, "add")
  }))
  // Until there is something to walk through, the steps stay where they are on the page.
  const walk = () => walkOf(element, (placement, node) => {
    let side = sides.findIndex((s) => s.placement === placement)
    if (side < 0) {
      side = 0
      sides[0].placement = placement
    }
    pick(side, node, false)
  })

  function pick(side, node, focus = true) {
    picked = { side, node }
    draw()
    live.textContent = `${LABELS[sides[side].placement]}: ${word(node)}`
    if (focus) pair.children[side].querySelector("[aria-pressed=true]")?.focus({ preventScroll: true })
  }

  function draw() {
    sides.forEach((side, i) => controls[i].set(side.placement))
    pair.replaceChildren(...sides.map(({ placement }, i) => {
      const nodes = graphs[placement]
      return h("div", {}, h("p", { class: "demo-title" }, LABELS[placement]),
        rails(nodes.map((n) => ({ ...n, label: word(n.name), note: note(n) })), {
          marked: picked.side === i ? picked.node : null, pick: (node) => pick(i, node) }),
        h("p", { class: "demo-invariant" }, invariant(nodes)))
    }))
    panel.replaceChildren(...about(graphs[sides[picked.side].placement], LABELS[sides[picked.side].placement], picked.node))
  }

  box.addEventListener("reveal", () => box.prepend(walk() ?? ""), { once: true })
  box.append(h("div", { class: "demo-controls" }, controls.map((c) => c.element)), pair, live, panel)
  return draw
}

const note = (node) => [parameters(node) && `${parameters(node)} parameters`, node.where && `line ${node.where.split(":")[1]}`].filter(Boolean).join(" · ")

// How many norms the skip passes: the fewest on any path.
function invariant(nodes) {
  const norms = pathsOf(nodes).map((path) => path.filter((name) => name.startsWith("layer_norm")).length)
  const fewest = Math.min(...norms)
  return [h("strong", {}, "Invariant: "), `of ${norms.length} paths from x to the output, ${norms.filter((n) => !n).length || "none"} ${
    norms.filter((n) => !n).length === 1 ? "passes" : "pass"} no norm. The skip passes ${fewest || "none"}.`]
}

function about(nodes, placement, name) {
  const node = nodes.find((n) => n.name === name)
  if (!node) return []
  const readers = nodes.filter((n) => n.reads.includes(name)).map((n) => word(n.name))
  const facts = [
    ["Source line", node.where && h("span", {}, node.where, h("br"), h("code", {}, node.code))],
    ["Reads", node.reads.map(word).join(", ")],
    ["Is read by", readers.join(", ")],
    ["Place", lanes(nodes)[name] ? "on a branch: some path passes by" : "on every path, the skip included"],
    ["Parameters", Object.entries(node.parameters).map(([n, shape]) => `${n} (${shape.join(" × ")})`).join(", ")],
    ["Value for x = 1 … 8", vector(node.value)],
  ].filter(([, text]) => text)
  const steps = node.steps.length > 0 && details(`Its ${node.steps.length} operations, as they ran`,
    table("Operations", ["Operation", "Source line", "Code"], node.steps.map(([op, where, code]) => [op, where, h("code", {}, code)])))
  return [h("p", { class: "demo-title" }, `${placement}: ${word(name)}`), h("dl", { class: "demo-facts" }, facts.map(([n, text]) => [h("dt", {}, n), h("dd", {}, text)])),
    steps || ""]
}

// The steps stand on the page as sections of the element named by `walk`, each headed by an element with data-node.
function walkOf(element, look) {
  const source = document.getElementById(element.getAttribute("walk"))
  if (!source) return null
  const steps = []
  for (const child of [...source.children]) {
    const node = child.dataset.node
    if (node) steps.push({ node: node.split(":"), title: child.firstChild.textContent, body: h("div", { class: "demo-step" }) })
    steps.at(-1)?.body.append(child)
  }
  source.hidden = true
  let at = 0
  const title = h("p", { class: "demo-step-count", role: "status" })
  const to = (by) => {
    at = Math.min(steps.length - 1, Math.max(0, at + by))
    steps.forEach((step, i) => (step.body.hidden = i !== at))
    title.textContent = `Step ${at + 1} of ${steps.length}: ${steps[at].title}`
    back.disabled = at === 0
    on.disabled = at === steps.length - 1
    look(...steps[at].node)
  }
  const back = h("button", { type: "button", class: "demo-button demo-quiet", click: () => to(-1) }, "Back")
  const on = h("button", { type: "button", class: "demo-button", click: () => to(1) }, "Next step")
  const walk = h("div", { class: "demo-walk", role: "group", "aria-label": "A walk through the graph" }, title,
    steps.map((s) => s.body), h("div", { class: "demo-buttons" }, back, on))
  to(0)
  return walk
}
