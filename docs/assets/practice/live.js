// A claim's check, run by the reader: on the reference, on one of its wrong versions, or on what the reader makes of it.
import { button, el } from "./dom.js"
import { COMMAND, editing, type } from "./editor.js"
import { run } from "./python.js"

const WORDS = { passed: "Passed.", failed: "AssertionError.", raised: "It broke." }

class Live extends HTMLElement {
  connectedCallback() {
    if (this.check) return
    this.button = this.querySelector(".live-run button")
    this.said = this.querySelector("[role=status]")
    this.fields = [...this.querySelectorAll("textarea")]
    this.check = this.querySelector("#live-check")
    this.idle = [...this.said.childNodes]
    this.undo = button("Undo my changes", () => this.again(), { hidden: true })
    this.button.after(" ", this.undo)
    this.button.title = `${COMMAND}+Enter in the code does the same`
    this.button.addEventListener("click", () => this.go())
    for (const field of this.fields) {
      field.readOnly = false
      editing(field, () => this.go(), () => this.changed())
    }
    this.addEventListener("change", (event) => { if (event.target.type === "radio") this.chosen() })
    this.button.disabled = false
    this.changed()
  }

  get choice() {
    return this.querySelector("input[type=radio]:checked")
  }

  get version() {
    return this.querySelector(`#live-${this.choice.value}`)
  }

  get edited() {
    return [this.version, this.check].filter((field) => field.value !== field.defaultValue)
  }

  changed() {
    this.undo.hidden = !this.edited.length
  }

  chosen() {
    this.changed()
    this.show("idle", this.idle)
  }

  again() {
    for (const field of this.edited) type(field, field.defaultValue, 0, field.value.length)
    this.changed()
    this.show("idle", this.idle)
    this.button.focus()
  }

  async go() {
    if (this.running) return
    const { choice, version, edited } = this
    const ran = version.value + this.check.value
    const name = [...version.value.matchAll(/^def +(\w+)/gm)].at(-1)?.[1] ?? choice.value
    this.running = true
    this.button.setAttribute("aria-disabled", "true")
    this.show("waits", [el("strong", {}, "Loading MicroPython …")])
    const answer = await run(`${version.value}\n\n${this.check.value}\n\ncheck(${name})\n`, undefined,
      () => this.show("waits", [el("strong", {}, "Running …")]))
    this.running = false
    this.button.removeAttribute("aria-disabled")
    if (this.choice !== choice || version.value + this.check.value !== ran) return this.show("idle", this.idle)
    const { end, says } = answer.report ?? { end: "raised", says: answer.failed }
    this.show(end, [el("strong", {}, WORDS[end]), ` ${says || (answer.lines ?? [])[0] || ""} `,
      el("span", {}, this.meaning(end, choice.dataset.end, edited.length > 0))])
  }

  meaning(end, recorded, edited) {
    if (end === "raised") return "That proves nothing: only an AssertionError says that the check noticed."
    if (edited && end === "passed") return "If your version is wrong all the same, you have found a hole in this small check."
    if (edited) return "The check notices what you changed."
    if (end !== recorded) return "That is not what was recorded. Please tell us your browser."
    return end === "failed" ? "The check notices what is wrong, here as at the build." : "Here as at the build."
  }

  show(end, what) {
    if (end === "idle" && this.said.className === "live-idle") return // a screen reader would say it again
    this.said.className = `live-${end}`
    this.said.replaceChildren(...what)
    if (end !== "idle") this.said.scrollIntoView({ block: "nearest" })
  }
}

customElements.define("norm-live", Live)
