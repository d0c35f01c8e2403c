// Tables of recordings can be sorted by their headings. Without this script they stay in the order that they have.
document$.subscribe(() => {
  for (const th of document.querySelectorAll(".recorded-table thead th:not(:has(button))")) {
    const button = document.createElement("button")
    button.type = "button"
    button.textContent = th.textContent
    button.addEventListener("click", () => sort(th))
    th.replaceChildren(button)
  }
})

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
