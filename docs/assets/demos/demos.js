// The demos are custom elements: they come alive wherever they appear, after instant navigation too.
// The code of each is loaded when one of its kind is on the page. Without it, the element shows what is written in it.

const MODULES = {
  "norm-trace": "./trace.js",
  "norm-cases": "./cases.js",
  "norm-graph": "./graph.js",
  "norm-paths": "./paths.js",
  "norm-epsilon": "./epsilon.js",
}

for (const [name, module] of Object.entries(MODULES)) {
  customElements.define(name, class extends HTMLElement {
    async connectedCallback() {
      const json = this.dataset.values
      if (!json || this.started) return
      this.started = true
      const { start } = await import(module)
      start(this, JSON.parse(json))
    }
  })
}
