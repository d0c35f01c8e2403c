// What all demos have in common: a case, a question about it, a prediction that has to be made, and then the answer.

import { choice, fresh, h, show } from "./dom.js"

const isMap = (value) => value?.constructor === Object

// What a reader did is kept in the browser, under the demo's name. `save` is false where the browser keeps nothing; the
// demo works all the same.
function remember(name) {
  const key = `norm-demo:${name}`
  let kept
  try {
    kept = JSON.parse(localStorage.getItem(key))
  } catch {
    // nothing is kept where nothing may be
  }
  if (!isMap(kept)) kept = {}
  if (!isMap(kept.said)) kept.said = {}
  const save = () => {
    try {
      localStorage.setItem(key, JSON.stringify(kept))
      return true
    } catch {
      return false
    }
  }
  return { kept, save }
}

// Whether a prediction that was kept is one for this case; null is to be shown the answer without one.
const fits = (preset, said) => said === null || (Number.isFinite(said) && (!preset.choices || said in preset.choices))

// `explore(box)` builds what is behind the answer and returns a function that shows a case there.
export function frame(element, name, presets, explore) {
  const { kept, save } = remember(element.getAttribute("name") ?? name)
  const box = h("div", { class: "demo-answer" })
  const about = h("p", { class: "demo-about" })
  const status = h("p", { class: "demo-said", role: "status", tabindex: -1 })
  const question = h("form", { class: "demo-question" })
  const again = h("button", { type: "button", class: "demo-again", click: () => {
    delete kept.said[now.name]
    save()
    choose(now)
    question.querySelector("input")?.focus()
  } }, "Predict again")
  const head = presets.length > 1 && choice("Case", presets.map((p) => [p.name, p.title]), "", (v) => {
    choose(presets.find((preset) => preset.name === v))
  }, { className: "demo-cases" })
  const root = h("div", { class: "demo", role: "group", "aria-label": "Demo" },
    head && head.element, about, question, status, again, box)
  let now

  function choose(preset) {
    now = preset
    kept.preset = preset.name
    save()
    head && head.set(preset.name)
    about.textContent = [preset.formula, preset.about].filter(Boolean).join(". ")
    ask(preset)
    showCase(preset)
    settle(preset)
  }

  function ask(preset) {
    const id = fresh("prediction")
    const answer = preset.choices
      ? choice(preset.question, preset.choices.map((text, i) => [String(i), text]), "", () => {})
      : { element: h("div", { class: "demo-control" }, h("label", { for: id }, preset.question),
        h("input", { id, type: "text", inputmode: "decimal", autocomplete: "off", size: 8 })) }
    question.replaceChildren(answer.element, h("div", { class: "demo-buttons" },
      h("button", { class: "demo-button" }, "Commit to it"),
      h("button", { type: "button", class: "demo-button demo-quiet", click: () => commit(null) }, "Just show me")))
  }

  question.addEventListener("submit", (event) => {
    event.preventDefault()
    const picked = now.choices ? question.querySelector("input:checked")?.value : question.querySelector("input").value
    const value = Number(String(picked ?? "").trim().replace(",", ".").replace("−", "-") || NaN)
    if (Number.isNaN(value)) {
      status.textContent = now.choices ? "Choose one of the answers first." : "Type a number first, such as 2.5."
    } else commit(value)
  })

  function commit(value) {
    kept.said[now.name] = value
    const lasting = save()
    settle(now)
    if (!lasting) status.append(". The browser keeps nothing here; your prediction is lost when you leave.")
    status.focus({ preventScroll: true })
  }

  // Before a prediction the answer is hidden from everybody but a printer.
  function settle(preset) {
    const done = fits(preset, kept.said[preset.name])
    question.hidden = done
    box.hidden = again.hidden = !done
    if (done) box.dispatchEvent(new Event("reveal"))
    status.replaceChildren(...(done ? verdict(preset, kept.said[preset.name]) : []))
  }

  const showCase = explore(box)
  element.querySelector(".demo-static").hidden = true // printers still show it
  element.append(root)
  choose(presets.find((preset) => preset.name === kept.preset) ?? presets[0])
}

function verdict(preset, said) {
  const unit = preset.unit ? ` ${preset.unit}` : ""
  const right = preset.choices ? preset.choices[preset.answer] : show(preset.answer) + unit
  if (said === null) return [`${preset.question} `, h("strong", {}, right)]
  const off = preset.choices ? Number(said !== preset.answer) : Math.abs(said - preset.answer) / Math.abs(preset.answer)
  const yours = preset.choices ? preset.choices[said] : show(said) + unit
  const word = off <= 0.05 ? "Right" : off <= 0.25 ? "Close" : "Not so"
  return [`${preset.question} You said: ${yours}. `,
    h("strong", { class: off <= 0.25 ? "demo-hit" : "demo-miss" }, word), ". It is: ", h("strong", {}, right)]
}

// The honest line under a demo: how far this browser is from the references.
export function agreement(farthest) {
  const ok = farthest < 1e-9
  return h("p", { class: `demo-agrees${ok ? "" : " demo-miss"}` }, ok
    ? `Reference values were written into this page when it was built; this browser differs from them by at most ${farthest ? show(farthest, 2) : 0}.`
    : `This browser differs from the reference values of this page by ${show(farthest, 2)}: do not trust its numbers.`)
}
