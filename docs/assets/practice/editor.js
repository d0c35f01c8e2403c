// What the keyboard does in a field of code: it runs, keeps the indentation and changes it; Tab leaves the field.
export const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl"

/** Typed, not assigned, so that the browser can undo it. */
export function type(field, text, from, to) {
  field.focus()
  field.setSelectionRange(from, to)
  // What cannot have the focus cannot be typed into.
  if (document.activeElement !== field || !document.execCommand("insertText", false, text)) field.setRangeText(text, from, to, "end")
}

/** Let `field` be edited as code; `run` is called by Ctrl or Command and Enter, `changed` whenever the text is another. */
export function editing(field, run, changed = () => {}) {
  function put(event, text, from, to) {
    event.preventDefault()
    type(field, text, from, to)
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
