// A worker that runs readers' code in MicroPython, so that an endless loop can be stopped and the page stays alive.
import { loadMicroPython } from "./micropython/micropython.mjs"

const FILES = ["inputs", "length", "layer_norm", "rms_norm", "blocks", "stack", "deep_norm"]
const LINES = 200 // of output are shown

let run
let lines = 0
// Sent at once, since an endless loop is stopped before it could send anything at its end.
const said = (line) => {
  if (lines <= LINES) postMessage({ run, line: lines < LINES ? line.slice(0, 500) : "…" })
  lines++
}

async function start() {
  const python = await loadMicroPython({ stdout: said, stderr: said, linebuffer: true })
  await write(python, ["grade"])
  python.globals.set("names", ["grade", ...FILES].join(" "))
  python.runPython("import sys\nsys.path.insert(0, '/')\nimport json")
  return python
}

async function write(python, names) {
  await Promise.all(names.map(async (name) => {
    const answer = await fetch(new URL(`exercises/${name}.py`, import.meta.url))
    if (!answer.ok) throw new Error(`${name}.py is missing`)
    python.FS.writeFile(`/${name}.py`, await answer.text())
  }))
}

const python = start()
python.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error) }))
let exercises = null // fetched with the first of them

onmessage = async ({ data }) => {
  try {
    const runner = await python
    if (data.tests) await (exercises ??= write(runner, FILES))
    run = data.run // not earlier: another run may have been waited for
    lines = 0
    runner.globals.set("code", data.code)
    runner.globals.set("name", data.tests ?? "")
    // Modules anew, since readers' code may have changed them.
    runner.runPython(`for each in names.split(): sys.modules.pop(each, None)
grade = __import__('grade')
report = json.dumps(grade.grade(__import__(name), code) if name else grade.trial(code))`)
    postMessage({ run, report: JSON.parse(runner.globals.get("report")) })
  } catch (error) {
    exercises = null
    postMessage({ run: data.run, failed: String(error) })
  }
}
