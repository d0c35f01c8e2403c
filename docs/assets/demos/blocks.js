// Norms, branches and placements, in plain arithmetic: what claims/reference/ has in NumPy, to the last digits.

// Sums in NumPy's order, so that a variance that vanishes there vanishes here.
export function sum(x) {
  const n = x.length
  if (n < 8) return x.reduce((total, v) => total + v, 0)
  const r = x.slice(0, 8)
  for (let i = 8; i < n - (n % 8); i++) r[i % 8] += x[i]
  let total = r[0] + r[1] + (r[2] + r[3]) + (r[4] + r[5] + (r[6] + r[7]))
  for (let i = n - (n % 8); i < n; i++) total += x[i]
  return total
}

export const mean = (x) => sum(x) / x.length
export const add = (x, y) => x.map((v, i) => v + y[i])
export const length = (x) => Math.sqrt(sum(x.map((v) => v * v)))
const far = (x, y) => length(x.map((v, i) => v - y[i]))
const centre = (x) => {
  const m = mean(x)
  return x.map((v) => v - m)
}
export const variance = (x) => mean(centre(x).map((v) => v * v))

export const NORMS = {
  layer(x, eps) {
    const s = Math.sqrt(variance(x) + eps)
    return centre(x).map((v) => v / s)
  },
  rms(x, eps) {
    const s = Math.sqrt(mean(x.map((v) => v * v)) + eps)
    return x.map((v) => v / s)
  },
}

// Park and Miller's generator: numbers of mean 0 and variance 1, the same as draw_uniform gives in Python.
export function draw(seed) {
  const modulus = 2147483647
  let state = seed
  return (count) => Array.from({ length: count }, () => {
    state = (48271 * state) % modulus
    return Math.sqrt(3) * ((2 * state) / modulus - 1)
  })
}

export const standardized = (x) => NORMS.layer(x, 0)

export function times(z, matrix) {
  const out = new Array(matrix.length / z.length).fill(0)
  z.forEach((v, i) => out.forEach((_, j) => (out[j] += v * matrix[i * out.length + j])))
  return out
}

// Every pair of features turned by 90 degrees; an odd one at the end becomes 0.
const turn = (z) => z.map((_, i) => (i % 2 ? z[i - 1] : i + 1 < z.length ? -z[i + 1] : 0))

export const BRANCHES = {
  double: { label: "2z", of: (z) => z.map((v) => 2 * v) },
  opposed: { label: "−z", of: (z) => z.map((v) => -v) },
  zero: { label: "0", of: (z) => z.map((v) => 0 * v) },
  turn: { label: "z turned by 90°", of: turn },
  random: { label: "zW, drawn for each block", of: (z, w) => times(z, w), drawn: true },
  tanh: { label: "0.5 tanh(zW), drawn", of: (z, w) => times(z, w).map((v) => 0.5 * Math.tanh(v)), drawn: true },
}

export const INPUTS = {
  lesson: { label: "3, 1, 3, 1, …", of: (width) => Array.from({ length: width }, (_, i) => (i % 2 ? 1 : 3)) },
  counting: { label: "1, 2, 3, …", of: (width) => Array.from({ length: width }, (_, i) => i + 1) },
  drawn: { label: "drawn, mean 0, deviation 1", of: (width, seed) => standardized(draw(seed)(width)) },
}

// A block returns the next stream, and what the branch wrote: its norm, where one follows on the branch.
const written = (x, write) => ({ next: add(x, write), write })
export const PLACEMENTS = {
  pre: { label: "pre-norm", formula: "x + F(N(x))", block: (x, n, f) => written(x, f(n(x))) },
  post: { label: "post-norm", formula: "N(x + F(x))", block: (x, n, f) => {
    const { next, write } = written(x, f(x))
    return { next: n(next), write }
  } },
  output: { label: "output-norm", formula: "x + N(F(x))", block: (x, n, f) => written(x, n(f(x))) },
  sandwich: { label: "sandwich", formula: "x + N(F(N(x)))", block: (x, n, f) => written(x, n(f(n(x)))) },
  skip: { label: "normalised skip", formula: "N(x) + F(N(x))", block: (x, n, f) => written(n(x), f(n(x))) },
}

// The streams of a stack, their lengths, the share by which each block moves the stream, and how far at most a stream
// is from the input plus all writes so far.
export function trace(setting, placement, seeds) {
  const { blocks, width, branch, norm, eps } = setting
  const { of, drawn } = BRANCHES[branch]
  const numbers = drawn ? draw(seeds[0])(blocks * width * width).map((v) => v / Math.sqrt(width)) : []
  const streams = [setting.own ?? INPUTS[setting.input].of(width, seeds[1])]
  let expected = streams[0]
  let gap = 0
  for (let l = 0; l < blocks; l++) {
    const weights = drawn && numbers.slice(l * width * width, (l + 1) * width * width)
    const { next, write } = PLACEMENTS[placement].block(streams[l], (z) => NORMS[norm](z, eps), (z) => of(z, weights))
    streams.push(next)
    expected = add(expected, write)
    gap = Math.max(gap, far(next, expected))
  }
  const lengths = streams.map(length)
  const updates = streams.slice(1).map((x, l) => far(x, streams[l]) / lengths[l])
  return { streams, lengths, updates, gap }
}

// The largest difference between two lists of numbers, where two undefined values agree.
export const difference = (x, y) =>
  Math.max(0, ...x.map((v, i) => (Number.isNaN(v) && !(y[i] === y[i] && y[i] !== null) ? 0 : Math.abs(v - y[i]))))
