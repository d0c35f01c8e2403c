// MicroPython in a worker: one for the whole page, a new one after an endless loop.
const SECONDS = 5 // for one run

let worker = null
let runs = 0

/** What came of `code`: graded by the exercise `tests`, or else run alone, as a trial. `loaded` is called when it starts. */
export function run(code, tests, loaded = () => {}) {
  worker ??= new Worker(new URL("./runner.js", import.meta.url), { type: "module" })
  const mine = worker
  const number = ++runs
  return new Promise((resolve) => {
    let clock = null
    const lines = [] // what it printed
    const end = (answer, broken) => {
      clearTimeout(clock)
      mine.removeEventListener("message", heard)
      mine.removeEventListener("error", failed)
      if (broken) {
        mine.terminate()
        if (worker === mine) worker = null
      }
      resolve({ ...answer, lines })
    }
    const failed = (event) => end({ failed: event.message || "MicroPython could not be loaded." }, true)
    const heard = ({ data }) => {
      if (data.ready) {
        // Loading does not count.
        clock = setTimeout(() => end({ failed: `Stopped after ${SECONDS} seconds. Is there a loop without an end?` }, true), SECONDS * 1000)
        mine.ready = true
        loaded()
      } else if (data.run === number) {
        if (data.line === undefined) end(data)
        else lines.push(data.line)
      } else if (data.failed && data.run === undefined) failed({ message: data.failed })
    }
    mine.addEventListener("message", heard)
    mine.addEventListener("error", failed)
    if (mine.ready) heard({ data: { ready: true } })
    mine.postMessage({ code, tests, run: number })
  })
}
