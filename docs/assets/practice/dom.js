// A few words for making and copying elements.

/** el("p", {class: "x", onclick: f, hidden: true}, "text", node): functions become listeners, false is left out. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, "")
    else if (value !== false && value != null) element.setAttribute(name, value)
  }
  element.append(...children.filter((child) => child != null))
  return element
}

export const button = (text, onclick, attributes = {}) => el("button", { type: "button", onclick, ...attributes }, text)

/** A region whose changes are read aloud; it has to be in the page before its first change. */
export const status = (attributes = {}) => el("div", { role: "status", class: "said", ...attributes })

/** Copies of nodes whose ids do not clash with those of the originals; links stay links if `base` is their page. */
export function copies(nodes, base = document.baseURI) {
  const box = el("div")
  box.append(...[...nodes].map((node) => document.importNode(node, true)))
  for (const node of box.querySelectorAll("[id]")) node.id = `copy-${node.id}`
  for (const node of box.querySelectorAll("[aria-describedby]")) {
    node.setAttribute("aria-describedby", `copy-${node.getAttribute("aria-describedby")}`)
  }
  for (const name of ["href", "src"]) {
    for (const node of box.querySelectorAll(`[${name}]`)) {
      node.setAttribute(name, new URL(node.getAttribute(name), base).href)
    }
  }
  return box.childNodes.length ? [...box.childNodes] : []
}

/** What a <details> holds below its summary. */
export const below = (details) => [...details.children].filter((child) => child.tagName !== "SUMMARY")

/** Of an exercise's hints the next one shows once the one before it was opened. */
export function oneHintAtATime(exercise) {
  const hints = [...exercise.querySelectorAll(":scope > details.hint")]
  hints.forEach((hint, at) => {
    hint.hidden = at > 0
    hint.addEventListener("toggle", () => { if (hint.open && hints[at + 1]) hints[at + 1].hidden = false })
  })
}

let made = 0
export const newId = (word) => `norm-${word}-${++made}`
