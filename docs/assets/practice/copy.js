// A button that copies a text of the page.
import { button, status } from "./dom.js"

class Copy extends HTMLElement {
  connectedCallback() {
    if (this.said) return
    this.said = status()
    this.append(button("Copy the question", () => this.copy()), this.said)
  }

  async copy() {
    const from = document.getElementById(this.dataset.from)
    try {
      await navigator.clipboard.writeText(from.textContent)
      this.said.textContent = "Copied."
    } catch {
      // Where the browser does not let a page write, the reader still can.
      from.closest("details").open = true
      from.focus()
      getSelection().selectAllChildren(from)
      this.said.textContent = "The browser does not allow it. The text is selected; copy it with the keyboard."
    }
  }
}

customElements.define("norm-copy", Copy)
