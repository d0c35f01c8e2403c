// Loads what a page has use for. Elements upgrade by themselves; after instant navigation there may be new kinds.
const WHERE = {
  "norm-code": "./code.js",
  "norm-copy": "./copy.js",
  "norm-fill": "./fill.js",
  "norm-interview": "./interview.js",
  "norm-live": "./live.js",
  "norm-note": "./note.js",
  "norm-progress": "./progress.js",
  "norm-quiz": "./quiz.js",
}

function load() {
  for (const [element, module] of Object.entries(WHERE)) {
    if (document.querySelector(element) && !customElements.get(element)) import(module)
  }
}

if (window.document$) window.document$.subscribe(load)
else load()
