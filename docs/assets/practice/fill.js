// A gap to fill in: checked here, with a tolerance, and with a word on each typical mistake.
import { copies, el, newId, oneHintAtATime, status } from "./dom.js"
import { means, nearly } from "./numbers.js"
import { date, done, read } from "./store.js"

class Fill extends HTMLElement {
  connectedCallback() {
    if (this.field) return
    const { id, answer, label } = this.dataset
    this.tolerance = Number(this.dataset.tolerance ?? 0.005)
    this.solution = this.querySelector(":scope > details.success")
    this.mistakes = this.querySelector(":scope > details.failure")
    this.mistakes?.classList.add("folded")
    const said = newId("said")
    this.said = status({ id: said })
    this.field = el("input", { id: newId("fill"), type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "aria-describedby": said })
    const form = el("form", { class: "asked", onsubmit: (event) => { event.preventDefault(); this.check() } },
      el("label", { for: this.field.id }, label ?? "Your answer"), this.field, el("button", {}, "Check"), this.said)
    const first = this.querySelector(":scope > details")
    if (first) first.before(form)
    else this.append(form)
    oneHintAtATime(this)
    this.solution?.addEventListener("toggle", () => this.looked())
    const before = read().done[id]
    if (before?.answer) this.field.value = before.answer
    if (before?.right) this.say(`Answered on ${before.on}.`, "right")
  }

  check() {
    const { answer } = this.dataset
    const given = this.field.value
    if (!given.trim()) return this.say("Write an answer first.", "wrong")
    const right = means(given, answer, this.tolerance)
    done(this.dataset.id, { answer: given, right, on: date() }, this.said)
    this.field.setAttribute("aria-invalid", String(!right))
    if (right) {
      this.say("Right.", "right")
      if (this.solution) this.solution.open = true
      return
    }
    const mistake = [...(this.mistakes?.querySelectorAll("dt") ?? [])].find((term) => means(given, term.textContent, this.tolerance))
    if (mistake) this.say("Not yet.", "wrong", copies(mistake.nextElementSibling.childNodes))
    else this.say(nearly(given, answer, this.tolerance) || "Not yet. The hints below open one at a time.", "wrong")
  }

  looked() {
    if (this.solution.open) done(this.dataset.id, { looked: true }, this.said)
  }

  say(text, kind, more = []) {
    this.said.className = `said ${kind}`
    this.said.replaceChildren(el("strong", {}, text), " ", ...more)
  }
}

customElements.define("norm-fill", Fill)
