// When a question comes back. Pure: days are whole numbers, the clock is read by others.

/** The day in the reader's own calendar, counted from 1970, so that a change of the clocks moves nothing. */
export const dayOf = (now = new Date()) => Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000

/** What was said of an answer with `points` of `of`. */
export function grade(points, of) {
  if (points >= of) return "all"
  if (points === of - 1 && of > 2) return "all but one"
  return 2 * points >= of ? "half" : "less"
}

const FIRST = { all: 14, "all but one": 7, half: 2, less: 1 } // days, as the page on grading says
const EASE = { all: 0.05, "all but one": -0.05, half: -0.2, less: -0.3 }

/**
 * The card after an answer: {interval, due, ease, seen, grade}. `card` is what it was before, or nothing.
 * Answers that were good wait longer each time, the others come back soon. With an interview on day `until`, everything
 * comes back at least once before it; if that is tomorrow, what was weak comes back today.
 */
export function after(card, points, of, today, until = Infinity) {
  const name = grade(points, of)
  const ease = Math.min(3, Math.max(1.3, (card?.ease ?? 2.5) + EASE[name]))
  const before = card?.interval ?? 0
  const grown = { all: before * ease, "all but one": before * 1.2, half: 0, less: 0 }[name]
  const wanted = Math.min(365, Math.max(FIRST[name], Math.round(grown)))
  const soonest = name === "half" || name === "less" ? 0 : 1
  const room = until > today ? Math.max(soonest, Math.floor((until - today) / 2)) : Infinity
  const interval = Math.min(wanted, room)
  return { interval, due: today + interval, ease, seen: (card?.seen ?? 0) + 1, grade: name, points, of }
}

/** The ids of `questions` in turns, one of each topic, so that a short round touches all of them. */
export function inTurns(questions) {
  const seen = new Map()
  const turn = questions.map(({ topic }) => { seen.set(topic, (seen.get(topic) ?? 0) + 1); return seen.get(topic) })
  return questions.map(({ id }, at) => [turn[at], at, id]).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, , id]) => id)
}

/** Of `ids`, those to ask today: what is due, longest overdue first, then what was never asked, in the given order. */
export function today(ids, cards, day) {
  const due = ids.filter((id) => cards[id] && cards[id].due <= day).sort((a, b) => cards[a].due - cards[b].due)
  return [...due, ...ids.filter((id) => !cards[id])]
}
