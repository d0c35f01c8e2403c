// Interview mode: choose, answer against the clock, reveal, grade by the rubric; what was weak comes back.
import { answerOf, PARTS } from "./answer.js"
import { button, el, newId, status } from "./dom.js"
import { after, dayOf, inTurns, today } from "./schedule.js"
import { change, date, follow, read } from "./store.js"

const WORDS = {
  all: "All points. Try to find a case in which your answer is wrong; the claims' caveats name some.",
  "all but one": "All but one. Say the missing sentence aloud once.",
  half: "Half. Read “In full”, then run one check and one of its wrong versions.",
  less: "This is new to you. Read the concept page behind the stamps before it comes back.",
}
const DEDUCTIONS = [
  "an “always”, “never” or “guarantees” without the condition under which it holds",
  "a number without its setting",
  "one of several accounts told as the only one",
  "a sentence from “A weak answer”",
]
const SECONDS = { easy: 60, medium: 120, hard: 180 }

class Interview extends HTMLElement {
  async connectedCallback() {
    if (this.box) return
    this.box = el("div", { class: "asked interview" })
    this.said = status({ class: "said quiet" })
    this.append(this.box, this.said)
    const from = new URL(this.dataset.from, document.baseURI)
    this.root = new URL("..", from)
    try {
      const answer = await fetch(from)
      if (!answer.ok) throw new Error(answer.status)
      this.questions = await answer.json()
    } catch {
      this.box.append(el("p", {}, "The questions could not be loaded. The list below leads to all of them and to their answers."))
      return
    }
    this.byId = new Map(this.questions.map((question) => [question.id, question]))
    for (const plan of document.querySelectorAll(".plan[data-plan]")) {
      const title = plan.querySelector("h3, h4").textContent.toLowerCase()
      plan.querySelector("details").before(el("p", {}, button(`Start ${title}`, () => this.begin(plan.dataset.questions.split(" ")))))
    }
    this.choose()
    follow(this, () => { this.count(); this.mine() })
  }

  disconnectedCallback() {
    clearInterval(this.clock)
  }

  // 1. Choosing.

  choose() {
    this.round = null
    const topics = new Map(this.questions.map((question) => [question.topic, question.topic_title]))
    const select = (label, name, options) => {
      const id = newId(name)
      return el("p", { class: "field" }, el("label", { for: id }, label),
        this[name] = el("select", { id, onchange: () => this.count() }, ...options.map(([value, text]) => el("option", { value }, text))))
    }
    const day = newId("day")
    this.until = el("input", { id: day, type: "date", min: date(), value: read().settings.until ?? "", onchange: () => change((all) => { all.settings.until = this.until.value }, this.said) })
    this.counted = el("p", { class: "note" })
    this.box.replaceChildren(
      el("form", { onsubmit: (event) => { event.preventDefault(); this.begin(today(this.chosen(), read().cards, dayOf()).slice(0, Number(this.many.value))) } },
        el("div", { class: "fields" },
          select("Topic", "topic", [["", "all topics"], ...topics]),
          select("Level", "level", [["", "all levels"], ["easy", "easy"], ["medium", "medium"], ["hard", "hard"]]),
          select("How many", "many", [["5", "5"], ["10", "10"], ["20", "20"], ["999", "all"]]),
          select("Time", "time", [["1", "1, 2 or 3 minutes by level"], ["2", "twice that"], ["0", "no clock"]]),
          el("p", { class: "field" }, el("label", { for: day }, "Day of the interview (optional)"), this.until)),
        this.counted,
        el("p", { class: "buttons" }, el("button", {}, "Start"), this.resume = button("", () => { this.round = read().session?.id; this.ask() }))))
    this.count()
  }

  chosen() {
    return inTurns(this.questions.filter((question) => (!this.topic.value || question.topic === this.topic.value) &&
      (!this.level.value || question.level === this.level.value)))
  }

  count() {
    if (!this.counted?.isConnected) return
    const { cards, session } = read()
    const ids = this.chosen()
    const asked = ids.filter((id) => cards[id])
    const due = asked.filter((id) => cards[id].due <= dayOf())
    this.counted.textContent = `${ids.length} questions: ${due.length} due today, ${ids.length - asked.length} never asked, ` +
      `${asked.length - due.length} later. What is due comes first.`
    const left = (session?.queue ?? []).filter((id) => this.byId.has(id)).length
    this.resume.hidden = !left
    this.resume.textContent = `Continue (${left} left)`
  }

  // 2. Answering.

  begin(queue) {
    queue = queue.filter((id) => this.byId.has(id))
    if (!queue.length) {
      this.say("Nothing is due among these. Choose another topic or level, or take one of the plans.")
      return
    }
    const id = this.round = `${Date.now()} ${Math.random()}`
    change((all) => { all.session = { id, queue, of: queue.length, time: Number(this.time?.value ?? 1), answers: [], typed: "" } }, this.said)
    this.ask()
  }

  /** Whether the round that is kept is still the one of this tab; says so if another tab has taken its place. */
  mine() {
    const { session } = read()
    if (!this.round || session?.id === this.round) return true
    this.say(`${session ? "Another tab has started a round, which takes the place of this one." : "This round was ended in another tab."} What you grade here is kept all the same.`)
    return false
  }

  ask() {
    this.say("")
    const { session } = read()
    const queue = (session?.queue ?? []).filter((id) => this.byId.has(id))
    if (!queue.length) return this.end()
    const question = this.byId.get(queue[0])
    const id = newId("question")
    const field = newId("answer")
    this.heading = el("h2", { id, tabindex: "-1" })
    this.heading.innerHTML = question.html
    this.typed = el("textarea", { id: field, rows: 5, oninput: () => change((all) => { if (all.session && this.mine()) all.session.typed = this.typed.value }, this.said), onkeydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.reveal(question)
    } })
    this.typed.value = session.typed ?? ""
    this.timer = el("p", { role: "timer", "aria-live": "off", class: "timer" })
    this.below = el("div", { class: "buttons" }, button("Reveal the answer", () => this.reveal(question)), button("Skip", () => this.next(question)), button("Stop", () => this.leave()))
    this.box.replaceChildren(
      el("p", { class: "note" }, `Question ${session.of - queue.length + 1} of ${session.of} · ${question.topic_title} · ${question.level}`),
      this.heading, this.timer,
      el("label", { for: field }, "Say your answer aloud, or type it"), this.typed, this.below)
    this.countDown(SECONDS[question.level] * session.time)
    this.showStart()
  }

  showStart() {
    this.heading.focus({ preventScroll: true })
    this.box.scrollIntoView()
  }

  countDown(seconds) {
    clearInterval(this.clock)
    if (!seconds) {
      this.timer.textContent = "No clock."
      return
    }
    const start = Date.now()
    let told = ""
    const tick = () => {
      const left = Math.ceil(seconds - (Date.now() - start) / 1000)
      this.timer.textContent = left >= 0 ? `${clock(left)} left` : `${clock(-left)} over`
      const word = left <= 0 ? "The time is over. Finish your sentence." : left <= seconds / 2 ? "Half of the time is over." : ""
      if (word && word !== told) this.say(told = word)
    }
    tick()
    this.clock = setInterval(tick, 500)
  }

  // 3. Comparing and grading.

  async reveal(question) {
    clearInterval(this.clock)
    this.say("")
    const url = new URL(question.url, this.root)
    const answer = el("div", { class: "answer" }, el("p", {}, "Loading …"))
    this.below.replaceWith(answer)
    let parts
    try {
      parts = await answerOf(question.id, url)
    } catch {
      parts = null
    }
    const shown = parts
      ? PARTS.map(([name, title]) => el("details", { open: name === "short" }, el("summary", {}, title), ...parts[name]))
      : [el("p", {}, "The answer could not be loaded here. ", el("a", { href: url.href }, "It stands on this page."))]
    const head = el("h3", { tabindex: "-1" }, "The answer")
    answer.replaceChildren(head, ...this.doubt(question), ...shown, el("p", {}, el("a", { href: url.href }, "The answer on its page")),
      ...this.touched(question), this.grading(question))
    head.focus({ preventScroll: true })
    head.scrollIntoView({ block: "nearest" })
  }

  doubt(question) {
    if (!question.doubt) return []
    const banner = el("p", { class: "doubt" })
    banner.innerHTML = question.doubt
    return [banner]
  }

  touched(question) {
    if (!question.misconceptions.length) return []
    const items = question.misconceptions.map(({ html, url }) => {
      const link = el("a", { href: new URL(url, this.root).href })
      link.innerHTML = html
      return el("li", {}, link)
    })
    return [el("h3", {}, "False sentences that it touches"), el("ul", {}, ...items)]
  }

  grading(question) {
    const box = (html, name) => {
      const words = el("span")
      words.innerHTML = html
      return el("label", {}, el("input", { type: "checkbox", name, onchange: () => score() }), words)
    }
    const form = el("form", { class: "grading", onsubmit: (event) => { event.preventDefault(); this.next(question, score()) } },
      el("fieldset", {}, el("legend", {}, "Which of these did you say?"), ...question.criteria_html.map((html) => box(html, "point"))),
      el("fieldset", {}, el("legend", {}, "A point less for each of these"), ...DEDUCTIONS.map((text) => box(text, "less"))))
    const said = el("p", { role: "status" })
    const of = question.criteria_html.length
    const score = () => {
      const count = (name) => form.querySelectorAll(`[name=${name}]:checked`).length
      const points = Math.max(0, count("point") - count("less"))
      const card = this.card(question, points)
      said.textContent = `${points} of ${of} points. ${WORDS[card.grade]} It comes back ${days(card.interval)}.`
      return points
    }
    form.append(said, el("p", { class: "buttons" }, el("button", {}, "Keep and go on"), button("Stop", () => this.leave())))
    score()
    return form
  }

  card(question, points) {
    const { cards, settings } = read()
    const until = settings.until ? dayOf(new Date(`${settings.until}T12:00`)) : Infinity
    return after(cards[question.id], points, question.criteria_html.length, dayOf(), until)
  }

  next(question, points) {
    const card = points === undefined ? null : this.card(question, points)
    const mine = this.mine()
    change((all) => {
      if (card) all.cards[question.id] = card
      if (!mine || !all.session?.queue.includes(question.id)) return // it was answered in another tab meanwhile
      all.session.queue = all.session.queue.filter((id) => id !== question.id)
      all.session.typed = ""
      if (card) all.session.answers.push({ id: question.id, points, of: card.of })
    }, this.said)
    if (mine) this.ask()
    else this.leave()
  }

  // 4. The end.

  leave() {
    clearInterval(this.clock)
    this.choose()
    this.topic.focus()
  }

  end() {
    clearInterval(this.clock)
    const { cards, session } = read()
    const answers = (session?.answers ?? []).filter(({ id }) => this.byId.has(id) && cards[id])
    this.round = null
    change((all) => { all.session = null })
    const sum = (of) => answers.reduce((total, answer) => total + answer[of], 0)
    const missed = answers.filter((answer) => answer.points < answer.of)
    const head = el("h2", { tabindex: "-1" }, "Done")
    this.box.replaceChildren(head,
      el("p", {}, answers.length ? `${answers.length} graded, ${sum("points")} of ${sum("of")} points.` : "Nothing was graded."),
      el("ul", {}, ...answers.map(({ id, points, of }) => {
        const link = el("a", { href: new URL(this.byId.get(id).url, this.root).href })
        link.innerHTML = this.byId.get(id).html
        return el("li", {}, link, ` ${points} of ${of}; comes back ${days(cards[id].due - dayOf())}`)
      })),
      el("p", { class: "buttons" }, missed.length ? button("Once more those with a point missing", () => this.begin(missed.map(({ id }) => id))) : null,
        button("Choose others", () => this.leave())))
    head.focus()
  }

  say(text) {
    if (this.said.textContent !== text) this.said.textContent = text // a screen reader would say it again
  }
}

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
const days = (count) => (count < 1 ? "today" : count === 1 ? "tomorrow" : `in ${count} days`)

customElements.define("norm-interview", Interview)
