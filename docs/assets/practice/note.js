// A private note on a page, with one thing to do next.
import { el, newId, status } from "./dom.js"
import { change, follow, LOST, read } from "./store.js"

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
    follow(this, () => this.keeping || this.show()) // what is typed here needs no showing, and may be a first space
  }

  show() {
    const kept = read().notes[this.dataset.id] ?? { text: "", next: "" }
    // The field that is typed into as well: another tab may have added to it, and the next key here would undo that.
    if (this.text.value !== kept.text) this.text.value = kept.text
    if (this.next.value !== kept.next) this.next.value = kept.next
  }

  keep() {
    const { id, title } = this.dataset
    const note = { text: this.text.value, next: this.next.value, title }
    const before = read().notes[id]
    if (before ? before.text === note.text && before.next === note.next : !note.text && !note.next) return
    this.keeping = true
    const lasting = change((all) => {
      if (note.text.trim() || note.next.trim()) all.notes[id] = note
      else delete all.notes[id]
    })
    this.keeping = false
    this.said.textContent = lasting ? "Kept." : LOST
  }
}

customElements.define("norm-note", Note)
