// A code exercise: an editor, MicroPython, and hidden tests that know what people get wrong.
import { button, el, newId, oneHintAtATime, status } from "./dom.js"
import { COMMAND, editing, type } from "./editor.js"
import { run } from "./python.js"
import { change, date, done, read } from "./store.js"

class Code extends HTMLElement {
  connectedCallback() {
    if (this.field) return
    const shown = this.querySelector(":scope > .highlight")
    this.start = shown.querySelector("code").textContent.replace(/\n$/, "")
    shown.classList.add("folded")
    const help = newId("help")
    this.field = el("textarea", {
      id: newId("code"), rows: Math.max(8, this.start.split("\n").length + 4), spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off",
      "aria-describedby": help,
    })
    editing(this.field, () => this.go(), () => this.keep())
    this.field.value = read().code[this.dataset.id]?.text ?? this.start
    this.run = button("Run", () => this.go())
    this.said = status()
    shown.before(el("div", { class: "asked editor" },
      el("label", { for: this.field.id }, `Your code: ${[...this.start.matchAll(/def (\w+)/g)].map((found) => found[1]).join(", ")}`), this.field,
      el("p", { class: "note", id: help }, `${COMMAND}+Enter runs it. Enter keeps the indentation, ${COMMAND}+] and ${COMMAND}+[ change it, Tab leaves the field.`),
      el("p", { class: "buttons" }, this.run, button("Start again", () => this.again())), this.said))
    oneHintAtATime(this)
    const before = read().done[this.dataset.id]
    if (before?.right) this.say("right", `All tests passed on ${before.on}.`)
  }

  keep() {
    change((all) => { all.code[this.dataset.id] = { text: this.field.value } }, this.said)
  }

  again() {
    type(this.field, this.start, 0, this.field.value.length)
    change((all) => { delete all.code[this.dataset.id] }, this.said)
    this.say("", `${COMMAND}+Z in the code brings yours back.`)
  }

  async go() {
    if (this.run.disabled) return
    this.run.disabled = true
    this.say("", "Running …")
    const answer = await run(this.field.value, this.dataset.tests)
    this.run.disabled = false
    if (answer.failed) return this.say("wrong", answer.failed, this.printed(answer.lines))
    const passed = answer.report.every((one) => one.passed)
    done(this.dataset.id, { right: passed, on: date() }, this.said)
    const reports = answer.report.map((one) => el("li", { class: one.passed ? "right" : "wrong" },
      one.name ? el("code", {}, one.name) : null, one.name ? `: ${one.passed ? "passed, " : ""}${one.says}` : one.says,
      one.looks ? el("strong", {}, ` ${one.looks}`) : null))
    this.say(passed ? "right" : "wrong", passed ? "All tests pass." : "Not yet.", el("ul", {}, ...reports), this.printed(answer.lines))
  }

  printed(lines) {
    return lines?.length ? el("pre", { tabindex: "0", "aria-label": "What your code printed" }, lines.join("\n")) : null
  }

  say(kind, text, ...more) {
    this.said.className = `said ${kind}`
    this.said.replaceChildren(el("strong", {}, text), ...more.filter(Boolean))
  }
}

customElements.define("norm-code", Code)
