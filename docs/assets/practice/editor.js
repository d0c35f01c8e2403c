// What the keyboard does in a field of code: it runs, keeps the indentation and changes it; Tab leaves the field.
export const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl"

/** Let `field` be edited as code; `run` is called by Ctrl or Command and Enter, `changed` whenever the text is another. */
export function editing(field, run, changed = () => {}) {
  /** Typed, not assigned, so that the browser can undo it. */
  function put(event, text, from, to) {
    event.preventDefault()
    field.setSelectionRange(from, to)
    if (!document.execCommand("insertText", false, text)) field.setRangeText(text, from, to, "end")
    changed()
  }

  field.addEventListener("input", changed)
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return
    const command = event.ctrlKey || event.metaKey
    const { value, selectionStart, selectionEnd } = field
    if (event.key === "Enter" && command) {
      event.preventDefault()
      run()
    } else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart)
      put(event, `\n${line.match(/^ */)[0]}${/:\s*$/.test(line) ? "    " : ""}`, selectionStart, selectionEnd)
    } else if ((event.key === "]" || event.key === "[") && command) {
      const from = value.lastIndexOf("\n", selectionStart - 1) + 1
      const lines = value.slice(from, selectionEnd)
      put(event, event.key === "]" ? lines.replace(/^/gm, "    ") : lines.replace(/^ {1,4}/gm, ""), from, selectionEnd)
    }
  })
}
