// What has been done, and the reader's power over it: take it along, bring it back, erase it.
import { button, el, status } from "./dom.js"
import { dayOf } from "./schedule.js"
import { date, erase, exported, follow, imported, LOST, read } from "./store.js"

const KINDS = [["fill", "Numbers to fill in"], ["quiz", "Quiz questions"], ["code", "Code exercises"]]

class Progress extends HTMLElement {
  connectedCallback() {
    if (this.box) return
    this.box = el("div")
    this.said = status()
    this.file = el("input", { type: "file", accept: ".json,application/json", hidden: true, onchange: () => this.bring() })
    this.actions = el("p", { class: "buttons" })
    this.append(el("div", { class: "asked" }, this.box, this.actions, this.file, this.said))
    this.offer()
    follow(this, () => this.show())
  }

  offer() {
    this.actions.replaceChildren(button("Save a copy", () => this.take()), button("Load a copy", () => this.file.click()), button("Erase everything", () => this.confirm()))
  }

  show() {
    const { done, cards, notes } = read()
    const ids = (kind) => (this.dataset[kind] ?? "").split(" ").filter(Boolean)
    const rows = KINDS.map(([kind, title]) => [title, `${ids(kind).filter((id) => done[id]?.right).length} of ${ids(kind).length}`])
    const asked = ids("interview").filter((id) => cards[id])
    const due = asked.filter((id) => cards[id].due <= dayOf()).length
    rows.push(["Interview questions", `${asked.length} of ${ids("interview").length} graded, ${due} due today`])
    const open = Object.entries(notes)
    this.box.replaceChildren(
      el("table", { class: "claim-answers" }, el("tbody", {}, ...rows.map(([title, text]) => el("tr", {}, el("th", { scope: "row" }, title), el("td", {}, text))))),
      ...(open.length ? [el("h3", {}, "Your notes"), el("ul", {}, ...open.map(([page, note]) => el("li", {},
        el("a", { href: this.root() + page }, String(note.title ?? page)), note.next ? ": " : "", note.next ? el("strong", {}, String(note.next)) : null,
        note.text ? el("div", { class: "note" }, String(note.text)) : null)))] : []))
  }

  /** The site's address, with which a note's own begins. */
  root() {
    return new URL(this.dataset.root ?? ".", document.baseURI).href
  }

  take() {
    const { version, ...parts } = read()
    if (!Object.values(parts).some((part) => part && Object.keys(part).length)) return this.say("Nothing is kept yet, so there is nothing to save.")
    const url = URL.createObjectURL(new Blob([exported()], { type: "application/json" }))
    const link = el("a", { href: url, download: `where-the-norm-goes-${date()}.json` })
    this.append(link)
    link.click()
    link.remove()
    setTimeout(() => URL.revokeObjectURL(url), 1000)
    this.say("Saved as a file.")
  }

  async bring() {
    const [file] = this.file.files
    this.file.value = ""
    if (!file) return
    try {
      this.say(imported(await file.text()) ? "Loaded." : `Loaded. ${LOST}`)
    } catch (error) {
      this.say(error instanceof SyntaxError ? "This file is no export of these pages." : error.message)
    }
  }

  confirm() {
    const yes = button("Yes, erase it", () => { erase(); this.offer(); this.actions.firstChild.focus(); this.say("Erased.") })
    this.actions.replaceChildren(yes, button("Keep it", () => { this.offer(); this.actions.lastChild.focus(); this.say("Nothing was erased.") }))
    this.say("This erases answers, grades, code and notes in this browser. Erase them?")
    yes.focus()
  }

  say(text) {
    this.said.textContent = text
  }
}

customElements.define("norm-progress", Progress)
