/**
 * A document as one HTML file that fetches nothing and runs nothing: its policy forbids both, and permits its own style sheet alone.
 * HTML Living Standard; CSP Level 3; WCAG 2.2.
 */
import { createHash } from 'node:crypto'
import { escapeMarkup } from '../../core/markup.ts'
import type { ExportInput } from '../export-input.ts'
import { buildReadableDocument, type ReadableDocument, type ReadableSection } from '../readable-document.ts'
import type { Labelled } from '../readable-words.ts'
import { heading, renderBlocks, textElement } from './blocks.ts'

export const renderHtml = (input: ExportInput): Uint8Array => Buffer.from(buildHtml(buildReadableDocument(input)))

/** Colours with a contrast of at least 4.5 to 1. WCAG 2.2 1.4.3. */
const style = [
  'body{margin:0;background:#fff;color:#1b1f24;font:1rem/1.5 Arial,"Liberation Sans",sans-serif}',
  'main{max-width:50rem;margin:0 auto;padding:1.5rem;overflow-wrap:anywhere}',
  'h1{font-size:1.7rem;line-height:1.2;margin:1.2rem 0 .6rem}',
  'h2{font-size:1.2rem;margin:1.6rem 0 .4rem;padding-bottom:.2rem;border-bottom:1px solid #9aa5b1}',
  'h2,h3,.organisation{color:#1f5673}h3{font-size:1.05rem}h3,h4,h5,h6,.heading{margin:1rem 0 .3rem}',
  '.heading,.organisation{font-weight:bold}.organisation{font-size:1.3rem;margin:0}',
  'p{margin:.3rem 0}.soft,dt{color:#5b6470;font-size:.875rem}',
  'address{font-style:normal;margin:1rem 0}address p{margin:0}',
  'dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.8rem 0}dd{margin:0}',
  '.patient{border:1px solid #9aa5b1;padding:.6rem 1rem;margin:1rem 0}.patient p{font-weight:bold}',
  '.mark{border:2px solid #a4161a;color:#a4161a;font-weight:bold;padding:.6rem 1rem}',
  '.table{overflow-x:auto;margin:.6rem 0}table{border-collapse:collapse;width:100%}',
  'th,td{border:1px solid #9aa5b1;padding:.25rem .5rem;text-align:start;vertical-align:top}thead th{background:#ecf0f3}',
  'caption{text-align:start;font-weight:bold}.signature{margin-top:2rem;break-inside:avoid}',
  'footer{margin-top:2rem;border-top:1px solid #9aa5b1;padding-top:.5rem}',
  '@media print{main{max-width:none;padding:0}thead{display:table-header-group}h1,h2,h3,h4{break-after:avoid}}',
].join('\n')

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`

function buildHtml(document: ReadableDocument): string {
  const { title, patientName, sections, letter } = document
  return `<!DOCTYPE html>
<html lang="en-AU">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeMarkup(`${title} - ${patientName}`)}</title>
<style>${style}</style>
</head>
<body>
<main>
${joined([
  renderHead(document),
  heading(1, title),
  renderList(document.about),
  renderMark(document),
  letter === undefined ? '' : textElement('p', letter.salutation),
  ...sections.map((section) => renderSection(section, 2)),
  letter === undefined ? '' : textElement('p', letter.closing),
  renderSignature(document),
  `<footer class="soft">${textElement('p', `Document ${document.documentId}`)}</footer>`,
])}
</main>
</body>
</html>
`
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part !== '').join('\n')

function renderHead({ organization, date, addressee, patientName, banner }: ReadableDocument): string {
  return joined([
    '<header>',
    textElement('p', organization.name, ' class="organisation"'),
    ...organization.lines.map((line) => textElement('p', line, ' class="soft"')),
    ...(addressee === undefined
      ? []
      : [
          textElement('p', date),
          `<address>${addressee.lines.map((line) => textElement('p', line)).join('\n')}`,
          `${addressee.details.map((line) => textElement('p', line, ' class="soft"')).join('\n')}</address>`,
        ]),
    `<div class="patient" role="group" aria-label="Patient">${textElement('p', patientName)}`,
    `${renderList(banner)}</div>`,
    '</header>',
  ])
}

const renderList = (rows: readonly Labelled[]): string =>
  rows.length === 0
    ? ''
    : `<dl>\n${rows.map(({ label, value }) => `${textElement('dt', label)}${textElement('dd', value)}`).join('\n')}\n</dl>`

const renderMark = ({ mark }: ReadableDocument): string =>
  mark === undefined ? '' : textElement('p', `${mark.word}. ${mark.explanation}`, ' class="mark"')

/** A section without a title adds no level, so that headings never leave one out. */
function renderSection({ title, blocks, sections }: ReadableSection, level: number): string {
  const inner = title === '' ? level : level + 1
  return joined([
    '<section>',
    title === '' ? '' : heading(level, title),
    renderBlocks(blocks, inner),
    ...sections.map((section) => renderSection(section, inner)),
    '</section>',
  ])
}

function renderSignature({ approval }: ReadableDocument): string {
  const [approver = '', ...details] = approval
  const lines = details.map((line) => textElement('p', line, ' class="soft"'))
  return `<div class="signature">${joined([`<p dir="auto"><strong>${escapeMarkup(approver)}</strong></p>`, ...lines])}</div>`
}
