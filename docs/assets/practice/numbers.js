// What people type for a number: 1.41, 1,41, 266,240, 3/4, 14.3%, 2√2, 2·√2, sqrt(8), √(1/2), ½, ≈1.41, −1; and for
// several: [5, −1].

/** Every list of numbers that a text may mean; none if it means none. */
export function readings(text) {
  const plain = text.trim().replace(/^[≈~=]\s*/, "").replace(/[−–]/g, "-").replace(/[·×⋅]/g, "*").replace(/sqrt/gi, "√")
    .replace(/(\d*)([¼-¾⅐-⅞])/g, (_, whole, part) => {
      const [above, below] = part.normalize("NFKC").split("\u2044") // ½ is taken apart into 1, a stroke of its own and 2
      return Number(whole) + above / below
    }).replace(/^\[(.*)\]$|^\(([^()]*)\)$/, "$1$2").trim()
  const found = []
  for (const parts of [[plain], plain.split(/\s*[,;]\s*|\s+/)]) {
    const values = parts.map(number)
    if (values.every((value) => Number.isFinite(value))) found.push(values)
  }
  if (/^-?\d{1,3}(,\d{3})+$/.test(plain)) found.push([Number(plain.replaceAll(",", ""))])
  return found
}

/** A product or quotient of numbers, roots and more of the same in brackets, perhaps in percent; else NaN. No sums. */
function number(text) {
  const words = text.match(/(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?|\S/gi) ?? []
  const next = (word) => words[0] === word && words.shift()
  const single = () => {
    if (next("√")) return Math.sqrt(single())
    if (next("(")) {
      const inner = product()
      return next(")") ? inner : NaN
    }
    return /\d/.test(words[0]) ? Number(words.shift().replace(",", ".")) : NaN
  }
  const factor = () => {
    if (next("-")) return -factor()
    if (next("+")) return factor()
    let value = single()
    while (words[0] === "√") value *= single() // 1/2√2 is a half of 1/√2, and √2√3 is √6
    return value
  }
  const product = () => {
    let value = factor()
    while (words[0] === "*" || words[0] === "/") value = words.shift() === "*" ? value * factor() : value / factor()
    return next("%") ? value / 100 : value
  }
  const value = product()
  return words.length ? NaN : value
}

/** Whether one reading of `text` is `answer`, itself written as people write it, up to `tolerance` in each number. */
export function means(text, answer, tolerance) {
  const wanted = readings(answer)
  if (!wanted.length) return tidy(text) === tidy(answer)
  const want = wanted.at(answer.trim().startsWith("[") ? -1 : 0)
  return readings(text).some((got) => got.length === want.length &&
    got.every((value, at) => Math.abs(value - want[at]) <= tolerance * (1 + 1e-12))) || rounds(text, want)
}

/** Whether `text` is one decimal number of at least two digits, and `want` rounds to it. */
function rounds(text, want) {
  const [, whole, decimals = "", percent] = text.trim().replace(/^[≈~=]\s*/, "").match(/^[-−]?(\d*)(?:[.,](\d+))?(%?)$/) ?? []
  const digits = `${whole ?? ""}${decimals}`.replace(/^0+/, "").length
  if (digits < 2 || want.length !== 1 || (!decimals && Number.isInteger(want[0]))) return false
  const unit = 10 ** -decimals.length * (percent ? 0.01 : 1)
  return readings(text).some((got) => got.length === 1 && Math.abs(got[0] - want[0]) <= unit / 2 * (1 + 1e-9))
}

/** A word on an answer that is neither right nor a known mistake; empty if there is nothing to say. */
export function nearly(text, answer, tolerance) {
  if (!readings(answer).length) return ""
  if (!readings(text).length) return "Write it as a number, such as 1.41, 3/4 or √2."
  const many = answer.trim().startsWith("[")
  const wanted = readings(answer).at(many ? -1 : 0)
  const got = readings(text).find((one) => one.length === wanted.length)
  if (!got) return wanted.length === 1 ? "Write one number." : `Write ${wanted.length} numbers, with commas between them.`
  if (got.every((value, at) => Math.abs(value + wanted[at]) <= tolerance)) return "The size is right, the sign is not."
  if (got.every((value, at) => Math.abs(value - wanted[at]) <= 20 * tolerance)) return "Almost. Give one digit more."
  const right = got.filter((value, at) => Math.abs(value - wanted[at]) <= tolerance).length
  return right && many ? `${right} of ${wanted.length} numbers are right.` : ""
}

const tidy = (text) => text.trim().toLowerCase().replace(/\s+/g, " ").replace(/[.`]/g, "")
