// Runs before Material's script, which asks for the index of the search with every page. It is far larger than a page,
// so it is asked for when somebody turns to the search.
{
  const { open, send } = XMLHttpRequest.prototype
  const waiting = []
  const asked = new URLSearchParams(location.search)
  let wanted = asked.has("q") || asked.has("h") // what was searched for, or is to be marked on the page
  const want = () => {
    wanted = true
    for (const ask of waiting.splice(0)) ask()
  }
  XMLHttpRequest.prototype.open = function (method, url, ...more) {
    this.waits = /\/search_index\.json$/.test(url)
    return open.call(this, method, url, ...more)
  }
  XMLHttpRequest.prototype.send = function (body) {
    if (this.waits && !wanted) waiting.push(() => send.call(this, body))
    else send.call(this, body)
  }
  for (const kind of ["focusin", "pointerover", "change"]) {
    addEventListener(kind, (event) => { if (event.target.closest?.(".md-search, [for=__search], #__search")) want() }, true)
  }
}
