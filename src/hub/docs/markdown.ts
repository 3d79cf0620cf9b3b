/** The Markdown that our own documentation is written in, as HTML: headings, paragraphs, lists, tables, fences, code, links, bold. CommonMark. */
import { type Html, html } from '../../http/reply/html.ts'

/** Where a link of the text leads on the pages; `undefined`: to nothing that is served, so that it is text. */
export type FindAddress = (target: string) => string | undefined

type Block = { readonly html: Html; readonly lines: number }

export function renderMarkdown(text: string, findAddress: FindAddress): Html[] {
  const lines = text.split('\n')
  const blocks: Html[] = []
  for (let at = 0; at < lines.length; ) {
    const block = readBlock(lines, at, findAddress)
    blocks.push(block.html)
    at += block.lines
  }
  return blocks
}

function readBlock(lines: readonly string[], at: number, findAddress: FindAddress): Block {
  const line = lines[at] ?? ''
  const inline = (text: string): Html[] => renderInline(text, findAddress)
  const count = (isPart: (line: string) => boolean, from = at): number => {
    const end = lines.findIndex((other, index) => index >= from && !isPart(other))
    return (end === -1 ? lines.length : end) - from
  }
  if (line.trim() === '') return { html: html``, lines: 1 }
  if (line.startsWith('```')) {
    const length = count((other) => !other.startsWith('```'), at + 1)
    return {
      html: html`<pre>${lines.slice(at + 1, at + 1 + length).join('\n')}</pre>
`,
      lines: length + 2,
    }
  }
  const [, marks, heading] = /^(#{1,4}) (.*)$/.exec(line) ?? []
  if (marks !== undefined && heading !== undefined)
    return { html: renderHeading(marks.length, heading, inline), lines: 1 }
  if (line.startsWith('|')) {
    const length = count((other) => other.startsWith('|'))
    return { html: renderTable(lines.slice(at, at + length), inline), lines: length }
  }
  const bullet = /^(- |\d+\. )/
  if (bullet.test(line)) {
    const length = count((other) => bullet.test(other) || /^ {2,}\S/.test(other))
    return { html: renderList(lines.slice(at, at + length), inline), lines: length }
  }
  const length = count((other) => other.trim() !== '' && !/^(```|#{1,4} |\||- )/.test(other)) || 1
  return {
    html: html`<p>${inline(lines.slice(at, at + length).join(' '))}</p>
`,
    lines: length,
  }
}

type Inline = (text: string) => Html[]

export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, '')
    .replaceAll(' ', '-')

function renderHeading(level: number, text: string, inline: Inline): Html {
  const inner = inline(text)
  if (level === 1)
    return html`<h1>${inner}</h1>
`
  return level === 2
    ? html`<h2 id="${anchorOf(text)}">${inner}</h2>
`
    : html`<h3 id="${anchorOf(text)}">${inner}</h3>
`
}

/** Cells are split at bars that are not escaped. */
const cellsOf = (line: string): string[] =>
  line
    .replace(/^\||\|\s*$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const renderTable = ([head = '', , ...rows]: readonly string[], inline: Inline): Html =>
  html`<div class="wide"><table><thead><tr>${cellsOf(head).map((cell) => html`<th>${inline(cell)}</th>`)}</tr></thead><tbody>
${rows.map(
  (row) => html`<tr>${cellsOf(row).map((cell) => html`<td>${inline(cell)}</td>`)}</tr>
`,
)}</tbody></table></div>
`

function renderList(lines: readonly string[], inline: Inline): Html {
  const items: string[] = []
  for (const line of lines) {
    if (/^(- |\d+\. )/.test(line)) items.push(line.replace(/^(- |\d+\. )/, ''))
    else items.push(`${items.pop() ?? ''} ${line.trim().replace(/^- /, '· ')}`)
  }
  const inner = items.map(
    (item) => html`<li>${inline(item)}</li>
`,
  )
  return lines[0]?.startsWith('- ')
    ? html`<ul>
${inner}</ul>
`
    : html`<ol>
${inner}</ol>
`
}

const inlinePattern = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

function renderInline(text: string, findAddress: FindAddress): Html[] {
  const parts: Html[] = []
  let end = 0
  for (const found of text.matchAll(inlinePattern)) {
    const [all, code, bold, label = '', target = ''] = found
    parts.push(html`${text.slice(end, found.index)}`)
    if (code !== undefined) parts.push(html`<code>${code}</code>`)
    else if (bold !== undefined) parts.push(html`<strong>${bold}</strong>`)
    else parts.push(renderLink(label, target, findAddress))
    end = found.index + all.length
  }
  return [...parts, html`${text.slice(end)}`]
}

function renderLink(label: string, target: string, findAddress: FindAddress): Html {
  const address = findAddress(target)
  const inner = renderInline(label, findAddress)
  return address === undefined ? html`${inner}` : html`<a href="${address}">${inner}</a>`
}
