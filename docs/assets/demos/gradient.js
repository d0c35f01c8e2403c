// A gradient on its way down a stack, sorted by the number of branches that it came through.

import { draw, length, mean, NORMS, standardized, variance } from "./blocks.js"

const WIDTH = 64
const ROWS = 4

// Streams, or sums inside the norms for post-norm, of the whole stack, and what a gradient needs of its branches.
export function stack({ placement, branch, depth, gain }, seed) {
  const numbers = draw(seed)
  const tops = Array.from({ length: ROWS }, () => numbers(WIDTH))
  let x = standardized(numbers(WIDTH))
  const blocks = []
  for (let l = 0; l < depth; l++) {
    const scale = Math.sqrt(gain) * (branch === "linear" ? 1 / Math.sqrt(WIDTH) : 1)
    const w = Float64Array.from(numbers(WIDTH * WIDTH), (v) => scale * v)
    const write = (z) => (branch === "linear" ? forward(z, w) : w.slice(0, WIDTH))
    const into = placement === "pre" ? NORMS.layer(x, 0) : x
    const written = write(into)
    const sum = x.map((v, i) => v + written[i])
    const normed = placement === "pre" ? x : sum
    blocks.push({ y: NORMS.layer(normed, 0), s: Math.sqrt(variance(normed)), w })
    x = placement === "pre" ? sum : blocks[l].y
  }
  return { tops, blocks }
}

function forward(z, w) {
  const out = new Array(WIDTH).fill(0)
  for (let i = 0; i < WIDTH; i++) for (let j = 0; j < WIDTH; j++) out[j] += z[i] * w[i * WIDTH + j]
  return out
}

function backward(g, w) {
  return g.map((_, i) => {
    let total = 0
    for (let j = 0; j < WIDTH; j++) total += w[i * WIDTH + j] * g[j]
    return total
  })
}

// The Jacobian of LayerNorm is symmetric: it takes out the mean and the part along the output, and divides.
function throughNorm(g, { y, s }) {
  const m = mean(g)
  const along = mean(g.map((v, i) => v * y[i]))
  return g.map((v, i) => (v - m - y[i] * along) / s)
}

// One step down: what arrives along the skip, and through the branch.
function down(g, block, { placement, branch }) {
  const skip = placement === "pre" ? g : throughNorm(g, block)
  if (branch !== "linear") return { skip, branch: g.map(() => 0) }
  const through = backward(skip, block.w)
  return { skip, branch: placement === "pre" ? throughNorm(through, block) : through }
}

const size = (rows) => length(rows.flat())

// The factors by which the length of a gradient changes: in all, along the skips, through k = 0 ... L branches.
export function shares(setting, seed) {
  const { tops, blocks } = stack(setting, seed)
  const zero = new Array(WIDTH).fill(0)
  const rows = tops.map((top) => {
    let parts = [top]
    for (const block of blocks.toReversed()) {
      const next = Array.from({ length: parts.length + 1 }, () => zero)
      parts.forEach((g, k) => {
        const { skip, branch } = down(g, block, setting)
        next[k] = next[k].map((v, i) => v + skip[i])
        next[k + 1] = branch
      })
      parts = next
    }
    return parts
  })
  const whole = rows.map((parts) => parts[0].map((_, i) => parts.reduce((total, part) => total + part[i], 0)))
  const start = size(tops)
  const through = rows[0].map((_, k) => size(rows.map((parts) => parts[k])) / start)
  const total = size(whole) / start
  const along = tops.flat().reduce((sum, v, i) => sum + v * whole.flat()[i], 0)
  return { total, skip: through[0], share: through[0] / total, through, cosine: along / (total * start * start) }
}

// Total and skip at several depths, each for the stack of its own top.
export function curve(setting, depths, seed) {
  const { tops, blocks } = stack({ ...setting, depth: Math.max(...depths) }, seed)
  return depths.map((depth) => {
    let [whole, skip] = [tops, tops]
    for (const block of blocks.slice(0, depth).reverse()) {
      whole = whole.map((g) => {
        const found = down(g, block, setting)
        return found.skip.map((v, i) => v + found.branch[i])
      })
      skip = skip.map((g) => down(g, block, setting).skip)
    }
    return { depth, total: size(whole) / size(tops), skip: size(skip) / size(tops) }
  })
}
