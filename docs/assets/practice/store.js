// What a reader has done, in this browser alone: one entry of localStorage, in which everything has an id of its own.
import { el } from "./dom.js"

export const KEY = "where-the-norm-goes/practice/1"

const empty = () => ({ version: 1, done: {}, cards: {}, notes: {}, code: {}, session: null, settings: {} })
export const LOST = "The browser keeps nothing here; this is lost when you leave."
let kept = null // stands in where the browser keeps nothing
let told = null // where a reader of this page was told so

/** Everything; change a copy of it with `change`. */
export function read() {
  if (kept) return kept
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? "null") ?? empty())
  } catch {
    return empty()
  }
}

/**
 * Hand everything to `edit`, which changes it, and keep it. False if it lasts only as long as this page, which is said
 * below `control`, once a page.
 */
export function change(edit, control) {
  const all = read()
  edit(all)
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
    kept = null
  } catch {
    kept = all
  }
  if (kept && control && !told?.isConnected) control.after(told = el("p", { class: "said", role: "alert" }, LOST))
  document.dispatchEvent(new CustomEvent("norm-kept"))
  return !kept
}

/** Keep what was done in exercise `id`, {right, ...}; what was right once stays so. */
export function done(id, what, control) {
  if (what.right || !read().done[id]?.right) change((all) => { all.done[id] = { ...all.done[id], ...what } }, control)
}

/** Call `show` now and whenever something changes, here or in another tab, until `element` has left the page. */
export function follow(element, show) {
  const gone = new AbortController()
  const seen = (event) => {
    if (event.type === "storage" && event.key !== KEY && event.key !== null) return
    if (element.isConnected) show()
    else gone.abort()
  }
  document.addEventListener("norm-kept", seen, gone)
  // A page that comes back by the browser's own button has not heard of other tabs.
  for (const kind of ["storage", "pageshow"]) window.addEventListener(kind, seen, gone)
  show()
}

export const exported = () => JSON.stringify(read(), null, 1)

/** Add what `text`, an export, says to what is here; where both know something, the export wins. As `change` returns. */
export function imported(text) {
  const more = checked(JSON.parse(text))
  return change((all) => {
    for (const part of ["done", "cards", "notes", "code", "settings"]) Object.assign(all[part], more[part])
  })
}

export function erase() {
  kept = null
  try { localStorage.removeItem(KEY) } catch { /* then nothing was kept */ }
  document.dispatchEvent(new CustomEvent("norm-kept"))
}

const isMap = (value) => value?.constructor === Object
const isText = (value) => typeof value === "string"
const areNumbers = (...values) => values.every(Number.isFinite)

// What each entry of a part has to be: an older or a strange memory must not break a page, so what is not is forgotten.
const FITS = {
  done: (one) => isMap(one) && isText(one.answer ?? ""),
  cards: (card) => isMap(card) && areNumbers(card.due, card.interval ?? 0, card.ease ?? 2.5, card.seen ?? 0),
  notes: (note) => isMap(note) && isText(note.text) && isText(note.next),
  code: (code) => isMap(code) && isText(code.text),
  settings: isText,
}
const isSession = (session) => isMap(session) && isText(session.id ?? "") && isText(session.typed) && areNumbers(session.of, session.time) &&
  Array.isArray(session.queue) && session.queue.every(isText) &&
  Array.isArray(session.answers) && session.answers.every((answer) => isMap(answer) && isText(answer.id) && areNumbers(answer.points, answer.of))

function checked(all) {
  const parts = empty()
  if (all?.version !== 1) throw new Error("This is not an export of this site's practice pages.")
  for (const [part, fits] of Object.entries(FITS)) {
    if (isMap(all[part])) parts[part] = Object.fromEntries(Object.entries(all[part]).filter(([, one]) => fits(one)))
  }
  if (isSession(all.session)) parts.session = all.session
  return parts
}

/** The reader's own date, as 2026-11-29. */
export const date = (now = new Date()) =>
  [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join("-")
