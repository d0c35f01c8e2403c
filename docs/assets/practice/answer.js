// The parts of a question's answer, taken from the page on which it stands: one text, with its stamps.
import { copies } from "./dom.js"

export const PARTS = [["short", "In 30 seconds"], ["full", "In full"], ["follow-ups", "Follow-ups"], ["weak", "A weak answer"]]

const pages = new Map()

/** The nodes of each part by its name; throws if the page cannot be had. */
export async function answerOf(id, url) {
  const address = url.href.split("#")[0]
  if (!pages.has(address)) {
    pages.set(address, fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`${address} answers ${answer.status}`)
      return answer.text()
    }))
  }
  let page
  try {
    page = new DOMParser().parseFromString(await pages.get(address), "text/html")
  } catch (error) {
    pages.delete(address)
    throw error
  }
  const parts = {}
  for (const [name] of PARTS) {
    const nodes = []
    let node = page.getElementById(`${id}-${name}`)?.nextElementSibling
    while (node && !/^H[1-3]$/.test(node.tagName)) {
      nodes.push(node)
      node = node.nextElementSibling
    }
    parts[name] = copies(nodes, address)
  }
  return parts
}
