// What a reader has done, in this browser alone: one entry of localStorage, in which everything has an id of its own.
export const KEY = "where-the-norm-goes/practice/1"

const empty = () => ({ version: 1, done: {}, cards: {}, notes: {}, code: {}, session: null, settings: {} })
let kept = null // stands in where the browser keeps nothing

/** Everything; change a copy of it with `change`. */
export function read() {
  if (kept) return kept
  try {
    return checked(JSON.parse(localStorage.getItem(KEY) ?? "null") ?? empty())
  } catch {
    return empty()
  }
}

/** Hand everything to `edit`, which changes it, and keep it. False if it lasts only as long as this page. */
export function change(edit) {
  const all = read()
  edit(all)
  try {
    localStorage.setItem(KEY, JSON.stringify(all))
    kept = null
  } catch {
    kept = all
  }
  document.dispatchEvent(new CustomEvent("norm-kept"))
  return !kept
}

/** Call `show` now and whenever something changes, here or in another tab, until `element` has left the page. */
export function follow(element, show) {
  const seen = (event) => {
    if (event?.type === "storage" && event.key !== KEY && event.key !== null) return
    if (element.isConnected) return show()
    document.removeEventListener("norm-kept", seen)
    window.removeEventListener("storage", seen)
  }
  document.addEventListener("norm-kept", seen)
  window.addEventListener("storage", seen)
  show()
}

export const exported = () => JSON.stringify(read(), null, 1)

/** Add what `text`, an export, says to what is here; where both know something, the export wins. */
export function imported(text) {
  const more = checked(JSON.parse(text))
  change((all) => {
    for (const part of ["done", "cards", "notes", "code", "settings"]) Object.assign(all[part], more[part])
  })
}

export function erase() {
  kept = null
  try { localStorage.removeItem(KEY) } catch { /* then nothing was kept */ }
  document.dispatchEvent(new CustomEvent("norm-kept"))
}

function checked(all) {
  const parts = empty()
  if (all?.version !== 1) throw new Error("This is not an export of this site's practice pages.")
  for (const part of Object.keys(parts)) {
    const given = all[part]
    if (part !== "version" && part !== "session" && given && typeof given === "object" && !Array.isArray(given)) parts[part] = given
  }
  if (all.session && Array.isArray(all.session.queue)) parts.session = all.session
  return parts
}

/** The reader's own date, as 2026-11-29. */
export const date = (now = new Date()) =>
  [now.getFullYear(), String(now.getMonth() + 1).padStart(2, "0"), String(now.getDate()).padStart(2, "0")].join("-")
