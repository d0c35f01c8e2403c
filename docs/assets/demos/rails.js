// A graph drawn as rails beside a list: the first rail is the stream, and a node that is not on every path branches off.

import { h, svg } from "./dom.js"

const ROW = 44
const LANE = 22

// All paths from the first node to the last, each a list of names.
export function pathsOf(nodes) {
  const [first, last] = [nodes[0].name, nodes.at(-1).name]
  const into = Object.fromEntries(nodes.map((n) => [n.name, n.reads]))
  const back = (name) => (name === first ? [[first]] : into[name].flatMap((read) => back(read).map((path) => [...path, name])))
  return back(last)
}

// A lane for every node: 0 for what every path passes, else the first that is free where the node's edges run.
export function lanes(nodes) {
  const paths = pathsOf(nodes)
  const row = Object.fromEntries(nodes.map((n, i) => [n.name, i]))
  const taken = []
  return Object.fromEntries(nodes.map((node) => {
    if (paths.every((path) => path.includes(node.name))) return [node.name, 0]
    const from = Math.min(row[node.name], ...node.reads.map((read) => row[read] + 1))
    const to = Math.max(row[node.name], ...nodes.filter((n) => n.reads.includes(node.name)).map((n) => row[n.name] - 1))
    let lane = 1
    while (taken.some((t) => t.lane === lane && t.from <= to && from <= t.to)) lane++
    taken.push({ lane, from, to })
    return [node.name, lane]
  }))
}

const isNorm = (name) => name.startsWith("layer_norm")

// nodes: [{ name, reads, label }]; `pick` makes each a button. The node called `marked` stands out.
export function rails(nodes, { marked, pick } = {}) {
  const lane = lanes(nodes)
  const row = Object.fromEntries(nodes.map((n, i) => [n.name, i]))
  const place = (name) => [LANE / 2 + 2 + lane[name] * LANE, ROW * (row[name] + 0.5)]
  const width = LANE * (Math.max(...Object.values(lane)) + 1) + 4
  const edges = nodes.flatMap((node) => node.reads.map((read) => {
    const [[x1, y1], [x2, y2]] = [place(read), place(node.name)]
    const bend = ROW * 0.9
    const path = x1 === x2 ? `M${x1},${y1}V${y2}`
      : x2 > x1 ? `M${x1},${y1}C${x1},${y1 + bend / 2} ${x2},${y1 + bend / 2} ${x2},${y1 + bend}V${y2}`
        : `M${x1},${y1}V${y2 - bend}C${x1},${y2 - bend / 2} ${x2},${y2 - bend / 2} ${x2},${y2}`
    return svg("path", { class: lane[read] || lane[node.name] ? "rail" : "rail rail-stream", d: path })
  }))
  const dots = nodes.map((node) => {
    const [cx, cy] = place(node.name)
    return isNorm(node.name)
      ? svg("path", { class: "rail-norm", d: `M${cx},${cy - 8}l8,8l-8,8l-8,-8z` })
      : svg("circle", { class: node.name === marked ? "rail-dot rail-marked" : "rail-dot", cx, cy, r: node.reads.length > 1 ? 7 : 5 })
  })
  const items = nodes.map((node) => h("li", { class: node.name === marked ? "rail-marked" : null },
    pick ? h("button", { type: "button", "aria-pressed": String(node.name === marked), click: () => pick(node.name) },
      node.label, node.note && h("small", {}, node.note))
      : h("span", {}, node.label, node.name === marked && h("small", {}, "look here"))))
  return h("div", { class: "rails", style: `--row: ${ROW}px` },
    svg("svg", { width, height: ROW * nodes.length, viewBox: `0 0 ${width} ${ROW * nodes.length}`, "aria-hidden": "true" }, edges, dots),
    h("ol", {}, items))
}
