// Material's script puts the copy button of each code block into a landmark without a name.
document$.subscribe(() => {
  document.querySelectorAll(".md-code__nav").forEach((nav, index) => {
    nav.setAttribute("aria-label", `Code block ${index + 1}`)
  })
})
