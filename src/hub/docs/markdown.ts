/** The Markdown of our own documentation as HTML. CommonMark; GitHub's tables. */
import { Marked, Renderer, type RendererObject } from 'marked'
import { escapeMarkup } from '../../core/markup.ts'
import type { Html } from '../../core/page/html.ts'

/** The address of a link's target on the pages; `undefined` if nothing is served there, so that it becomes text. */
export type FindAddress = (target: string) => string | undefined

export function renderMarkdown(text: string, findAddress: FindAddress): Html {
  const marked = new Marked({ renderer: { ...own, ...linksBy(findAddress) } })
  return { html: marked.parse(text, { async: false }) }
}

const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

/** Differences from the library's HTML. HTML in the text is shown as text, because pages trust no text. */
const own: RendererObject = {
  html: ({ text, block }) => (block ? `<p>${escapeMarkup(text)}</p>\n` : escapeMarkup(text)),
  code: ({ text }) => `<pre>${escapeMarkup(text)}</pre>\n`,
  heading({ depth, text, tokens }) {
    const inner = this.parser.parseInline(tokens)
    if (depth === 1) return `<h1>${inner}</h1>\n`
    return depth === 2 ? `<h2 id="${anchorOf(text)}">${inner}</h2>\n` : `<h3 id="${anchorOf(text)}">${inner}</h3>\n`
  },
  table(token) {
    return `<div class="wide">${Renderer.prototype.table.call(this, token)}</div>\n`
  },
}

const linksBy = (findAddress: FindAddress): RendererObject => ({
  link({ href, tokens }) {
    const inner = this.parser.parseInline(tokens)
    const address = findAddress(href)
    return address === undefined ? inner : `<a href="${escapeMarkup(address)}">${inner}</a>`
  },
  image({ href, text }) {
    const address = findAddress(href)
    if (address === undefined) return escapeMarkup(text)
    return `<img src="${escapeMarkup(address)}" alt="${escapeMarkup(text)}">`
  },
})
