/**
 * Exports documents in every form and preset and asks the judges of each form. `--documents N` takes the first N, `--only FORMAT,...` some
 * forms, `--keep DIR` keeps the files. A refusal is counted apart and is no pass; each judge must find what is wrong with a broken file.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DocumentRefused } from '../../src/exports/check-document.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { presets } from '../../src/exports/presets.ts'
import { listDocuments } from './documents.ts'
import type { ExportedDocument, ExportJudge, Finding } from './judge.ts'
import { judges } from './judges.ts'

const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '210' },
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
  },
})
const most = Number(values.documents)
const folder = values.keep ?? mkdtempSync(join(tmpdir(), 'banksia-exports-'))
mkdirSync(folder, { recursive: true })

const say = (line: string): void => void process.stdout.write(`${line}\n`)

type Row = Pick<ExportedDocument, 'format' | 'preset'> & {
  readonly files: ExportedDocument[]
  refused: number
  readonly reasons: Map<string, number>
}

const rows: readonly Row[] = presets
  .filter(({ format }) => values.only === '' || values.only.split(',').includes(format))
  .map(({ format, preset }) => ({ format, preset, files: [], refused: 0, reasons: new Map() }))

async function exportAll(): Promise<void> {
  let made = 0
  for (const { name, input } of listDocuments(most)) {
    made += 1
    if (made % 30 === 0) say(`${made} documents exported`)
    for (const row of rows) await exportOne(row, name, input)
  }
}

async function exportOne(row: Row, name: string, input: Parameters<typeof renderFormat>[1]): Promise<void> {
  const { format, preset } = row
  try {
    const { bytes, fileExtension } = await renderFormat(format, { ...input, preset })
    const file = join(folder, `${name}.${format}.${preset}${fileExtension}`)
    writeFileSync(file, bytes)
    row.files.push({ file, format, preset })
  } catch (error) {
    if (!(error instanceof DocumentRefused)) throw error
    row.refused += 1
    for (const { element, message } of error.refusals) {
      const reason = `${element.replaceAll(/\d+/g, 'n')} ${message}`
      row.reasons.set(reason, (row.reasons.get(reason) ?? 0) + 1)
    }
  }
}

/** Findings by file; and whether the judge finds what is wrong with a broken one. */
async function ask(judge: ExportJudge, row: Row): Promise<string> {
  const files = row.files.filter((document) => judge.takes(document))
  const [first] = files
  if (first === undefined) return ''
  const missing = judge.listMissing()
  if (missing.length > 0) return `${judge.name}: not asked, missing ${missing.join(', ')}`
  const findings = await judge.judge(files)
  for (const { file, text } of findings.slice(0, 10)) say(`  ${judge.name}: ${file.slice(folder.length + 1)}: ${text}`)
  failures += findings.length
  const broken = await judgeBroken(judge, first)
  if (broken.length === 0) {
    failures += 1
    say(`  ${judge.name}: finds nothing wrong with a broken file`)
  }
  return `${judge.name}: ${findings.length} findings in ${files.length}`
}

async function judgeBroken(judge: ExportJudge, document: ExportedDocument): Promise<readonly Finding[]> {
  const file = document.file.replace(/([^/]+)$/, 'broken-$1')
  writeFileSync(file, judge.break(readFileSync(document.file)))
  return judge.judge([{ ...document, file }])
}

let failures = 0
await exportAll()
const table: string[] = []
for (const row of rows) {
  const answers: string[] = []
  for (const judge of judges) {
    const answer = await ask(judge, row)
    if (answer !== '') answers.push(answer)
  }
  table.push(`| ${row.format} | ${row.preset} | ${row.files.length} | ${row.refused} | ${answers.join('; ')} |`)
  for (const [reason, count] of row.reasons) say(`  refused ${row.format} ${row.preset}, ${count} times: ${reason}`)
}
const refused = rows.reduce((sum, row) => sum + row.refused, 0)
const asked = rows.reduce((sum, row) => sum + row.files.length + row.refused, 0)
if (refused * 10 > asked) failures += 1
say('\n| Form | Preset | Documents | Refused | Judges |\n|---|---|---|---|---|')
for (const line of table) say(line)
say(`\nRefused: ${refused} of ${asked}, where a tenth may be.`)
say(failures === 0 ? '\nNo finding.' : `\n${failures} findings.`)
if (values.keep === undefined) rmSync(folder, { recursive: true })
process.exitCode = failures === 0 ? 0 : 1
