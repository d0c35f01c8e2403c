// Line charts and bars in the look of the site's figures, drawn as wide as the place they stand in.

import { h, svg } from "./dom.js"

const [LEFT, RIGHT, TOP, BOTTOM] = [52, 14, 12, 44]
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
const power = (n) => `10${n < 0 ? "⁻" : ""}${String(Math.abs(n)).replace(/\d/g, (d) => RAISED[d])}`

function axis(low, high, start, end, log) {
  const f = log ? Math.log10 : (v) => v
  const [a, b] = [f(low), f(high)]
  const at = (v) => Math.round(10 * (start + ((f(v) - a) / (b - a || 1)) * (end - start))) / 10
  return { at, ticks: log ? decades(a, b) : rounds(low, high, Math.abs(end - start) / 45) }
}

function decades(a, b) {
  const [first, last] = [Math.ceil(a - 1e-9), Math.floor(b + 1e-9)]
  const step = Math.max(1, Math.ceil((last - first) / 6))
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step).map((n) =>
    [10 ** n, Math.abs(n) < 3 ? String(Number((10 ** n).toPrecision(2))) : power(n)])
}

function rounds(low, high, most) {
  const raw = (high - low) / Math.max(2, Math.min(6, most))
  const unit = 10 ** Math.floor(Math.log10(raw))
  const step = [1, 2, 5, 10].map((m) => m * unit).find((s) => s >= raw)
  const first = Math.ceil(low / step - 1e-9)
  return Array.from({ length: Math.floor(high / step + 1e-9) - first + 1 }, (_, i) => (first + i) * step).map((v) =>
    [v, String(Number(v.toPrecision(6))).replace("-", "−")])
}

// Disc, square, triangle, diamond, cross: the marks of the site's figures.
function mark(series, x, y) {
  const [r, d] = [4, 8]
  return [
    `M${x - r},${y}a${r},${r} 0 1,0 ${d},0a${r},${r} 0 1,0 ${-d},0`,
    `M${x - r},${y - r}h${d}v${d}h${-d}z`,
    `M${x},${y - r}l${r},${d}h${-d}z`,
    `M${x},${y - 5}l5,5l-5,5l-5,-5z`,
    `M${x - r},${y - r}l${d},${d}m${-d},0l${d},${-d}`,
  ][series % 5]
}

// Redrawn when its place changes its width: letters keep their size.
function figure(title, says, draw, legend) {
  const place = h("div")
  const drawn = () => {
    const width = Math.max(260, Math.min(680, place.clientWidth || 640))
    place.replaceChildren(svg("svg", { viewBox: `0 0 ${width} 300`, role: "img", "aria-label": `${title}. ${says}` },
      draw(width, 300)))
  }
  let last = 0
  new ResizeObserver(() => {
    if (place.clientWidth !== last) {
      last = place.clientWidth
      drawn()
    }
  }).observe(place)
  drawn()
  return h("figure", { class: "chart demo-chart" }, place, legend, h("figcaption", {}, h("strong", {}, `${title}. `), says))
}

function frameOf(width, height, x, y, across, up) {
  return [
    svg("g", { class: "grid" },
      up.ticks.map(([v, text]) => [
        svg("line", { x1: LEFT, x2: width - RIGHT, y1: up.at(v), y2: up.at(v) }),
        svg("text", { x: LEFT - 7, y: up.at(v) + 4, "text-anchor": "end" }, text),
      ]).flat(),
      across.ticks.map(([v, text]) => svg("text", { x: across.at(v), y: height - BOTTOM + 17, "text-anchor": "middle" }, text))),
    svg("text", { class: "axis", x: (LEFT + width - RIGHT) / 2, y: height - 8, "text-anchor": "middle" }, x.label),
    svg("text", { class: "axis", transform: `translate(12 ${(TOP + height - BOTTOM) / 2}) rotate(-90)`, "text-anchor": "middle" }, y.label),
  ]
}

// series: [{ name, points: [[x, y], ...], every }], a mark at every so many points. `at`: a value of x to look at.
export function lines({ title, says, x, y, series, at }) {
  const finite = series.map((s) => s.points.filter(([, v]) => Number.isFinite(v) && (!y.log || v > 0)))
  const ys = finite.flat().map(([, v]) => v)
  const xs = finite.flat().map(([v]) => v)
  const low = y.low ?? (y.log ? Math.min(...ys) / 1.3 : Math.min(0, ...ys))
  const high = y.high ?? (y.log ? Math.max(...ys) * 1.3 : Math.max(...ys) * 1.06 || 1)
  const draw = (width, height) => {
    const across = axis(x.low ?? Math.min(...xs), x.high ?? Math.max(...xs), LEFT, width - RIGHT, x.log)
    const up = axis(low, high, height - BOTTOM, TOP, y.log)
    return [
      frameOf(width, height, x, y, across, up),
      at != null && svg("line", { class: "level", x1: across.at(at), x2: across.at(at), y1: TOP, y2: height - BOTTOM }),
      finite.map((points, n) => svg("g", { class: `series series-${series[n].hue ?? n}` },
        svg("polyline", { points: points.map(([a, b]) => `${across.at(a)},${up.at(b)}`).join(" ") }),
        points.filter((_, i) => i % (series[n].every ?? 1) === 0).map(([a, b]) =>
          svg("path", { d: mark(series[n].hue ?? n, across.at(a), up.at(b)) })))),
    ].flat()
  }
  const legend = h("ul", { class: "chart-legend" }, series.map(({ name, hue }, n) =>
    h("li", { class: `series series-${hue ?? n}` },
      svg("svg", { viewBox: "0 0 34 12", width: 34, height: 12, "aria-hidden": "true" },
        svg("line", { x1: 0, x2: 34, y1: 6, y2: 6 }), svg("path", { d: mark(hue ?? n, 17, 6) })), ` ${name}`)))
  return figure(title, says, draw, legend)
}

// bars: [[x, height], ...] from 0; the first may be of another colour.
export function bars({ title, says, x, y, bars, marked }) {
  const high = Math.max(...bars.map(([, v]) => v)) * 1.06 || 1
  const draw = (width, height) => {
    const room = (width - LEFT - RIGHT) / bars.length
    const up = axis(0, high, height - BOTTOM, TOP, false)
    const every = Math.ceil(28 / room)
    const middle = (i) => LEFT + (i + 0.5) * room
    const ticks = bars.map(([name], i) => [i, String(name)]).filter(([i]) => i % every === 0)
    return [
      frameOf(width, height, x, y, { at: middle, ticks }, up),
      bars.map(([, v], i) => svg("rect", { class: `demo-bar${marked(i) ? " demo-bar-marked" : ""}`, x: middle(i) - room * 0.36,
        width: room * 0.72, y: up.at(v), height: Math.max(0, height - BOTTOM - up.at(v)) })),
    ].flat()
  }
  return figure(title, says, draw, null)
}
