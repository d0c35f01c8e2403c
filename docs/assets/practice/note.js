// A private note on a page, with one thing to do next.
import { el, newId, status } from "./dom.js"
import { change, follow, read } from "./store.js"

class Note extends HTMLElement {
  connectedCallback() {
    if (this.text) return
    const ids = [newId("note"), newId("next")]
    this.said = status()
    const typed = () => this.keep()
    this.text = el("textarea", { id: ids[0], rows: 3, oninput: typed })
    this.next = el("input", { id: ids[1], type: "text", autocomplete: "off", oninput: typed })
    this.append(el("div", { class: "asked note-box" }, el("h2", { id: "note" }, "Your note"),
      el("p", { class: "note" }, "Kept in this browser and sent nowhere."),
      el("label", { for: ids[0] }, "Note"), this.text,
      el("label", { for: ids[1] }, "One thing to do next"), this.next, this.said))
    follow(this, () => this.show())
  }

  show() {
    const kept = read().notes[this.dataset.id] ?? { text: "", next: "" }
    if (document.activeElement !== this.text) this.text.value = kept.text
    if (document.activeElement !== this.next) this.next.value = kept.next
  }

  keep() {
    const { id, title } = this.dataset
    const note = { text: this.text.value, next: this.next.value, title }
    const before = read().notes[id]
    if (before ? before.text === note.text && before.next === note.next : !note.text && !note.next) return
    const lasting = change((all) => {
      if (note.text.trim() || note.next.trim()) all.notes[id] = note
      else delete all.notes[id]
    })
    this.said.textContent = lasting ? "Kept." : "The browser keeps nothing here; this is lost when you leave."
  }
}

customElements.define("norm-note", Note)
