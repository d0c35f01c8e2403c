// Small pieces that all demos are made of.

function make(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, "")
    else if (value !== false && value != null) element.setAttribute(name, value)
  }
  element.append(...children.flat(Infinity).filter((child) => child != null && child !== false))
  return element
}

export const h = (tag, attributes = {}, ...children) => make(document.createElement(tag), attributes, children)
export const svg = (tag, attributes = {}, ...children) =>
  make(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children)

let ids = 0
export const fresh = (word) => `demo-${word}-${++ids}`

// A number as a reader wants it: whole where it is whole, else so many digits, and what is 0 / 0 by its name.
export function show(value, digits = 4) {
  if (!Number.isFinite(value)) return Number.isNaN(value) || value == null ? "0/0" : value > 0 ? "∞" : "−∞"
  const small = value !== 0 && (Math.abs(value) < 1e-3 || Math.abs(value) >= 1e5)
  return (small ? value.toExponential(2).replace(/\.?0+e/, "e").replace("e+", "e") : String(Number(value.toPrecision(digits)))).replaceAll("-", "−")
}

// A length, as the lesson writes it: two decimals.
export const hundredths = (value) => (Number.isFinite(value) && Math.abs(value) < 1e4 ? value.toFixed(2) : show(value))

export const vector = (x, most = 8) =>
  `[${x.slice(0, most).map((v) => show(v, 3)).join(", ")}${x.length > most ? `, … ${x.length} in all` : ""}]`

// Controls: each is a label with what it controls inside, and `change` hears the new value.
export function slider(label, { min, max, step = 1, value, text = String }, change) {
  const id = fresh("slider")
  const said = h("output", { for: id }, text(value))
  const input = h("input", { type: "range", id, min, max, step, value, "aria-valuetext": text(value), input: () => {
    set(Number(input.value))
    change(Number(input.value))
  } })
  const set = (v) => {
    input.value = v
    said.textContent = text(v)
    input.setAttribute("aria-valuetext", text(v))
  }
  return { element: h("div", { class: "demo-control" }, h("label", { for: id }, label), said, input), set, input }
}

export function select(label, options, value, change) {
  const id = fresh("select")
  const input = h("select", { id, change: () => change(input.value) },
    options.map(([v, text]) => h("option", { value: v, selected: v === value }, text)))
  const set = (v) => (input.value = v)
  return { element: h("div", { class: "demo-control" }, h("label", { for: id }, label), input), set, input }
}

// Radio buttons (one value) or checkboxes (a list of values) under a legend.
export function choice(legend, options, value, change, { many = false, className = "" } = {}) {
  const name = fresh("choice")
  const inputs = options.map(([v]) => h("input", { type: many ? "checkbox" : "radio", name, value: v, change: () =>
    change(many ? inputs.filter((i) => i.checked).map((i) => i.value) : v) }))
  const set = (now) => inputs.forEach((input) => (input.checked = many ? now.includes(input.value) : now === input.value))
  set(value)
  const labels = options.map(([, text], i) => h("label", {}, inputs[i], h("span", {}, text)))
  return { element: h("fieldset", { class: `demo-choice ${className}` }, h("legend", {}, legend), labels), set, inputs }
}

// A table in a box that scrolls and can be reached by keyboard.
export function table(caption, heads, rows, marked = () => false) {
  return h("div", { class: "wide", tabindex: 0, role: "group", "aria-label": caption },
    h("table", {},
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, rows.map((row, i) => h("tr", { class: marked(i) ? "demo-marked" : null },
        row.map((cell, j) => (j ? h("td", {}, cell) : h("th", { scope: "row" }, cell))))))))
}

export const details = (summary, ...children) => h("details", { class: "demo-more" }, h("summary", {}, summary), ...children)

// One call in a moment, however often it is asked for.
export function calm(action, wait = 0) {
  let waiting
  return () => {
    clearTimeout(waiting)
    waiting = setTimeout(action, wait)
  }
}
