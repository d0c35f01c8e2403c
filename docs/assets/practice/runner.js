// A worker that runs readers' code in MicroPython, so that an endless loop can be stopped and the page stays alive.
import { loadMicroPython } from "./micropython/micropython.mjs"

const FILES = ["grade", "inputs", "length", "layer_norm", "rms_norm", "blocks", "stack", "deep_norm"]
const LINES = 200 // of output are shown

let lines = []
const said = (line) => {
  if (lines.length < LINES) lines.push(line.slice(0, 500))
  else if (lines.length === LINES) lines.push("…")
}

async function start() {
  const python = await loadMicroPython({ stdout: said, stderr: said, linebuffer: true })
  await Promise.all(FILES.map(async (name) => {
    const answer = await fetch(new URL(`exercises/${name}.py`, import.meta.url))
    if (!answer.ok) throw new Error(`${name}.py is missing`)
    python.FS.writeFile(`/${name}.py`, await answer.text())
  }))
  python.globals.set("names", FILES.join(" "))
  python.runPython("import sys\nsys.path.insert(0, '/')\nimport json")
  return python
}

const python = start()
python.then(() => postMessage({ ready: true }), (error) => postMessage({ failed: String(error) }))

onmessage = async ({ data }) => {
  lines = []
  try {
    const runner = await python
    runner.globals.set("code", data.code)
    runner.globals.set("name", data.tests)
    // Modules anew, since readers' code may have changed them.
    runner.runPython("for each in names.split(): sys.modules.pop(each, None)\nreport = json.dumps(__import__('grade').grade(__import__(name), code))")
    postMessage({ run: data.run, report: JSON.parse(runner.globals.get("report")), lines })
  } catch (error) {
    postMessage({ run: data.run, failed: String(error), lines })
  }
}
