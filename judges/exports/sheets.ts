/**
 * `npm run sheets -- [--out DIR]`: a contact sheet for each template, as PNG, to be looked at: the pages of its PDF, and of its RTF as
 * LibreOffice shows it. Needs Poppler and LibreOffice.
 */
import { spawnSync } from 'node:child_process'
import { createWriteStream, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import PDFDocument from 'pdfkit'
import { renderFormat } from '../../src/exports/formats.ts'
import { listDocuments } from './documents.ts'

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'sheets' }, documents: { type: 'string', default: '10' } },
})
mkdirSync(values.out, { recursive: true })
const work = mkdtempSync(join(tmpdir(), 'banksia-sheets-'))

function run(program: string, ...args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} failed: ${stderr}`)
}

/** The pages of a PDF as files of PNG. */
function drawPages(pdf: string, prefix: string): readonly string[] {
  run('pdftoppm', '-r', '72', '-png', pdf, join(work, prefix))
  return readdirSync(work)
    .filter((name) => name.startsWith(`${prefix}-`))
    .toSorted()
    .map((name) => join(work, name))
}

function convertRtf(rtf: string): void {
  const profile = `-env:UserInstallation=file://${join(work, 'office')}`
  run('soffice', profile, '--headless', '--convert-to', 'pdf', '--outdir', work, rtf)
}

const perRow = 4
const [width, height, gap] = [420, 594, 12]

/** All pages on one page, four in a row, and that as a PNG. */
async function drawSheet(name: string, pages: readonly string[]): Promise<string> {
  const rows = Math.ceil(pages.length / perRow)
  const size = [Math.min(perRow, pages.length) * (width + gap) + gap, rows * (height + gap) + gap]
  const doc = new PDFDocument({ size, margin: 0 })
  const file = join(work, `${name}.sheet.pdf`)
  const written = createWriteStream(file)
  doc.pipe(written)
  doc.rect(0, 0, size[0] ?? 0, size[1] ?? 0).fill('#808890')
  for (const [index, page] of pages.entries())
    doc.image(page, gap + (index % perRow) * (width + gap), gap + Math.floor(index / perRow) * (height + gap), {
      width,
    })
  doc.end()
  await finished(written)
  run('pdftoppm', '-r', '72', '-png', '-singlefile', file, join(values.out, name))
  return join(values.out, `${name}.png`)
}

for (const { name, input } of listDocuments(Number(values.documents))) {
  const pages: string[] = []
  for (const format of ['pdf', 'rtf'] as const) {
    const { bytes } = await renderFormat(format, input)
    const file = join(work, `${name}-${format}.${format}`)
    writeFileSync(file, bytes)
    if (format === 'rtf') convertRtf(file)
    pages.push(...drawPages(file.replace(/\.rtf$/, '.pdf'), `${name}-${format}`))
  }
  process.stdout.write(`${await drawSheet(name, pages)}\n`)
}
rmSync(work, { recursive: true })
