/** A note for readers: XHTML for FHIR Narrative (R4 narrative.html), Markdown (CommonMark 0.31) for the plain attachment. */
import type { Note, Section } from '../core/clinical-note.ts'
import { escapeMarkup } from '../core/markup.ts'
import { plainLine } from './plain-text.ts'

const nothingRecorded = 'Nothing recorded.'

const xhtml = (content: string): string => `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>`

/** A section's statements, one list item each. */
export function renderXhtml(section: Section): string {
  if (section.statements.length === 0) return xhtml(`<p>${nothingRecorded}</p>`)
  const items = section.statements.map((statement) => `<li>${escapeMarkup(plainLine(statement.text))}</li>`)
  return xhtml(`<ul>${items.join('')}</ul>`)
}

/** Paragraphs, and then a list of lines. */
export const renderXhtmlItems = (lines: readonly string[], paragraphs: readonly string[] = []): string => {
  const items = lines.map((line) => `<li>${escapeMarkup(plainLine(line))}</li>`)
  return xhtml(
    `${paragraphs.map((line) => `<p>${escapeMarkup(plainLine(line))}</p>`).join('')}<ul>${items.join('')}</ul>`,
  )
}

export const renderXhtmlParagraphs = (lines: readonly string[]): string =>
  xhtml(lines.map((line) => `<p>${escapeMarkup(plainLine(line))}</p>`).join(''))

/** A table with its header, and then paragraphs. */
export function renderXhtmlTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  after: readonly string[],
): string {
  const cellsOf = (name: 'th' | 'td', cells: readonly string[]): string =>
    `<tr>${cells.map((cell) => `<${name}>${escapeMarkup(plainLine(cell))}</${name}>`).join('')}</tr>`
  const table = `<table><thead>${cellsOf('th', header)}</thead><tbody>${rows.map((row) => cellsOf('td', row)).join('')}</tbody></table>`
  return xhtml(`${table}${after.map((line) => `<p>${escapeMarkup(plainLine(line))}</p>`).join('')}`)
}

/** Escapes text that Markdown would read as markup; a number at the start of an item would open a nested list. */
const escapeMarkdown = (text: string): string =>
  plainLine(text)
    .replace(/[\\`*_[\]<>]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/^(?:[-+=#~|])/, '\\$&')
    .replace(/^(\d{1,9})([.)])/, '$1\\$2')

export function renderMarkdown(note: Note): string {
  const sections = note.sections.flatMap((section) => {
    const items = section.statements.map((statement) => `- ${escapeMarkdown(statement.text)}`)
    return ['', `## ${escapeMarkdown(section.title)}`, '', ...(items.length === 0 ? [nothingRecorded] : items)]
  })
  return `${[`# ${escapeMarkdown(note.title)}`, ...sections].join('\n')}\n`
}
