// Tables of recordings can be sorted by their headings, and a filter says how many rows it leaves. Without this script
// tables stay in the order that they have; filters work, and say nothing.
document$.subscribe(() => {
  for (const form of document.querySelectorAll(".claim-filters:not(:has(output))")) {
    const said = form.appendChild(document.createElement("output"))
    form.addEventListener("change", () => { said.value = rowsLeft(form.parentNode.querySelector("tbody")) })
  }
  for (const th of document.querySelectorAll(".recorded-table thead th:not(:has(button))")) {
    const button = document.createElement("button")
    button.type = "button"
    button.textContent = th.textContent
    button.addEventListener("click", () => sort(th))
    th.replaceChildren(button)
  }
})

function rowsLeft(body) {
  const shown = [...body.rows].filter((row) => row.checkVisibility()).length
  return shown ? `${shown} of ${body.rows.length} rows` : "No row fits all of this. Set one of the filters to all."
}

function sort(th) {
  const body = th.closest("table").tBodies[0], sign = th.ariaSort === "ascending" ? -1 : 1
  for (const other of th.parentNode.cells) other.removeAttribute("aria-sort")
  th.ariaSort = sign === 1 ? "ascending" : "descending"
  const rows = [...body.rows].map((row) => [row.cells[th.cellIndex].textContent, row])
  rows.sort(([a], [b]) => (a === "") - (b === "") || sign * compare(a, b))
  body.append(...rows.map(([, row]) => row))
}

// By the number that a cell begins with, which puts 1e-12 before 1e-5 and "1e-5, 1e-12" beside 1e-5; then by its words.
function compare(a, b) {
  const x = parseFloat(a), y = parseFloat(b)
  return isNaN(x) - isNaN(y) || (isNaN(x) ? 0 : x - y) || a.localeCompare(b, "en", { numeric: true })
}
