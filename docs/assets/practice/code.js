// A code exercise: an editor, MicroPython, and hidden tests that know what people get wrong.
import { button, el, newId, oneHintAtATime, status } from "./dom.js"
import { change, date, read } from "./store.js"

const SECONDS = 5 // for one run
const COMMAND = /Mac|iPhone|iPad/.test(navigator.platform) ? "⌘" : "Ctrl"

/** One worker for all exercises of a page; a new one after an endless loop. */
let worker = null
let runs = 0

function run(code, tests) {
  worker ??= new Worker(new URL("./runner.js", import.meta.url), { type: "module" })
  const mine = worker
  const number = ++runs
  return new Promise((resolve) => {
    let clock = null
    const end = (answer, broken) => {
      clearTimeout(clock)
      mine.removeEventListener("message", heard)
      mine.removeEventListener("error", failed)
      if (broken) {
        mine.terminate()
        if (worker === mine) worker = null
      }
      resolve(answer)
    }
    const failed = (event) => end({ failed: event.message || "MicroPython could not be loaded." }, true)
    const heard = ({ data }) => {
      if (data.ready) {
        // Loading does not count.
        clock = setTimeout(() => end({ failed: `Stopped after ${SECONDS} seconds. Is there a loop without an end?` }, true), SECONDS * 1000)
        mine.ready = true
      } else if (data.run === number) end(data)
      else if (data.failed && data.run === undefined) failed({ message: data.failed })
    }
    mine.addEventListener("message", heard)
    mine.addEventListener("error", failed)
    if (mine.ready) heard({ data: { ready: true } })
    mine.postMessage({ code, tests, run: number })
  })
}

class Code extends HTMLElement {
  connectedCallback() {
    if (this.field) return
    const shown = this.querySelector(":scope > .highlight")
    this.start = shown.querySelector("code").textContent.replace(/\n$/, "")
    shown.classList.add("folded")
    const help = newId("help")
    this.field = el("textarea", {
      id: newId("code"), rows: Math.max(8, this.start.split("\n").length + 4), spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off",
      "aria-describedby": help, onkeydown: (event) => this.key(event), oninput: () => this.keep(),
    })
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

  key(event) {
    if (event.isComposing) return
    const command = event.ctrlKey || event.metaKey
    const { value, selectionStart, selectionEnd } = this.field
    if (event.key === "Enter" && command) {
      event.preventDefault()
      this.go()
    } else if (event.key === "Enter" && !event.shiftKey && !event.altKey) {
      const line = value.slice(value.lastIndexOf("\n", selectionStart - 1) + 1, selectionStart)
      this.put(event, `\n${line.match(/^ */)[0]}${/:\s*$/.test(line) ? "    " : ""}`, selectionStart, selectionEnd)
    } else if ((event.key === "]" || event.key === "[") && command) {
      const from = value.lastIndexOf("\n", selectionStart - 1) + 1
      const lines = value.slice(from, selectionEnd)
      this.put(event, event.key === "]" ? lines.replace(/^/gm, "    ") : lines.replace(/^ {1,4}/gm, ""), from, selectionEnd)
    }
  }

  /** Typed, not assigned, so that the browser can undo it. */
  put(event, text, from, to) {
    event.preventDefault()
    this.field.setSelectionRange(from, to)
    if (!document.execCommand("insertText", false, text)) this.field.setRangeText(text, from, to, "end")
    this.keep()
  }

  keep() {
    change((all) => { all.code[this.dataset.id] = { text: this.field.value } })
  }

  again() {
    this.field.value = this.start
    change((all) => { delete all.code[this.dataset.id] })
    this.said.replaceChildren()
    this.field.focus()
  }

  async go() {
    if (this.run.disabled) return
    this.run.disabled = true
    this.say("", "Running …")
    const answer = await run(this.field.value, this.dataset.tests)
    this.run.disabled = false
    if (answer.failed) return this.say("wrong", answer.failed, this.printed(answer.lines))
    const passed = answer.report.every((one) => one.passed)
    change((all) => { all.done[this.dataset.id] = { ...all.done[this.dataset.id], right: passed, on: date() } })
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
