// One question with several answers, of which each has something to be said about it.
import { below, copies, el, newId, status } from "./dom.js"
import { date, done, read } from "./store.js"

class Quiz extends HTMLElement {
  connectedCallback() {
    if (this.said) return
    this.options = [...this.querySelectorAll(":scope > details.option")].map((details) => {
      details.classList.add("folded")
      const summary = details.querySelector("summary")
      // Known by its words, so that another order of the options changes nothing.
      return { details, summary, key: summary.textContent.trim(), right: details.classList.contains("right") }
    })
    const question = this.firstElementChild
    question.id ||= newId("question")
    const name = newId("quiz")
    const choices = this.options.map((option) => el("label", {},
      option.input = el("input", { type: "radio", name }), el("span", {}, ...copies(option.summary.childNodes))))
    this.said = status()
    this.options[0].details.before(el("form", { class: "asked", onsubmit: (event) => { event.preventDefault(); this.check() } },
      el("fieldset", { "aria-labelledby": question.id }, ...choices), el("button", {}, "Check"), this.said))
    const before = read().done[this.dataset.id]
    const chosen = this.options.find((option) => option.key === before?.answer)
    if (!chosen) return
    chosen.input.checked = true
    if (before.right) this.say(chosen)
  }

  check() {
    const chosen = this.options.find((option) => option.input.checked)
    if (!chosen) return this.said.replaceChildren("Choose one of the answers first.")
    done(this.dataset.id, { answer: chosen.key, right: chosen.right, on: date() }, this.said)
    this.say(chosen)
  }

  say(chosen) {
    this.said.className = `said ${chosen.right ? "right" : "wrong"}`
    this.said.replaceChildren(el("strong", {}, chosen.right ? "Right." : "No."), " ", ...copies(below(chosen.details)))
  }
}

customElements.define("norm-quiz", Quiz)
