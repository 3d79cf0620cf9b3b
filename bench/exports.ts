/**
 * `npm run bench:exports`: what a form of a document costs, in processor time: the median of five after one warm-up, each case in a
 * process of its own. `--case NAME` measures one case in this process.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { Composition } from '@medplum/fhirtypes'
import type { ExportInput } from '../src/exports/export-input.ts'
import { type ExportFormat, renderFormat } from '../src/exports/formats.ts'
import { exampleExport, exampleNote, exampleRecipient, exampleSection, exampleStatement } from '../test/builders.ts'

const letter: ExportInput = { ...exampleExport(), recipient: exampleRecipient }

const noteOf = (texts: readonly string[]): ExportInput => ({
  ...exampleExport({
    ...exampleNote,
    sections: [
      exampleSection(
        'subjective',
        texts.map((text, index) => exampleStatement(`${index}`, text)),
      ),
    ],
  }),
  recipient: exampleRecipient,
})

const sentence = 'Reviewed again after four weeks; the dose stays as it is and the next blood test is due in May. '
const pages = (): ExportInput => noteOf(Array.from({ length: 2440 }, (_, index) => `${index}. ${sentence.repeat(3)}`))

/** The example with this narrative in its first section. */
function narrated(content: string): ExportInput {
  const bundle = structuredClone(letter.bundle)
  const composition = bundle.entry?.[0]?.resource as Composition
  const [first] = composition.section ?? []
  if (first !== undefined)
    first.text = { status: 'additional', div: `<div xmlns="http://www.w3.org/1999/xhtml">${content}</div>` }
  return { ...letter, bundle }
}

const hebrew = 'נבדק שוב after 4 weeks, לחץ דם 124/78, Aspirin 100 mg פעם ביום. '

type Case = { readonly name: string; readonly format: ExportFormat; readonly input: () => ExportInput }

const cases: readonly Case[] = [
  { name: 'one-page letter, PDF', format: 'pdf', input: () => letter },
  { name: 'one-page letter, PDF/A-1b', format: 'pdf', input: () => ({ ...letter, preset: 'archive-1b' }) },
  { name: 'one-page letter, HL7 v2 with stored PDF', format: 'hl7v2', input: () => ({ ...letter, pdf: storedPdf }) },
  { name: 'one-page letter, CDA', format: 'cda', input: () => letter },
  { name: 'one-page letter, RTF', format: 'rtf', input: () => letter },
  { name: '136 pages, PDF', format: 'pdf', input: pages },
  { name: 'a word of 20,000 characters, PDF', format: 'pdf', input: () => noteOf(['word'.repeat(5_000)]) },
  { name: 'a word of 1 MB, PDF', format: 'pdf', input: () => noteOf(['word'.repeat(250_000)]) },
  { name: '100,000 lines by br, PDF', format: 'pdf', input: () => narrated('Line of text.<br/>'.repeat(100_000)) },
  { name: '1.1 MB of mixed Hebrew, PDF', format: 'pdf', input: () => narrated(`<p>${hebrew.repeat(13_300)}</p>`) },
]

const storedPdf = new Uint8Array(40_000).fill(0x20)
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
const residentMb = (): number => process.memoryUsage().rss / 2 ** 20

type Measured = { readonly ms: number; readonly bytes: number; readonly mb: number }

async function measure({ format, input }: Case): Promise<Measured> {
  const value = input()
  const bytes = (await renderFormat(format, value)).bytes.length
  const { maxRSS } = process.resourceUsage()
  // Long cases need no more warmth; short ones do until their code is compiled.
  const startedAt = cpuMs()
  while (cpuMs() - startedAt < 1_000) await renderFormat(format, value)
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const before = cpuMs()
    await renderFormat(format, value)
    times.push(cpuMs() - before)
  }
  return { ms: times.toSorted((a, b) => a - b)[2] ?? 0, bytes, mb: maxRSS / 1024 }
}

/** The memory that fonts take in a process that has drawn letters of these scripts. */
async function measureFonts(text: string): Promise<Measured> {
  await renderFormat('rtf', letter)
  globalThis.gc?.()
  const before = residentMb()
  await renderFormat('pdf', noteOf([text]))
  globalThis.gc?.()
  return { ms: 0, bytes: 0, mb: residentMb() - before }
}

const fontCases: Readonly<Record<string, string>> = {
  'fonts of Latin letters': 'Plain text.',
  'fonts of Latin, Greek, Cyrillic, Arabic, Hebrew and Thai letters': 'Plain, Ελληνικά, Юрий, مرحبا, שלום, สวัสดี',
  'all fonts': 'Plain, Ελληνικά, Юрий, مرحبا, שלום, สวัสดี, 王小明, 한국어',
}

const { values } = parseArgs({ options: { case: { type: 'string' } } })

if (values.case === undefined) {
  process.stdout.write('| case | processor time | bytes | memory |\n|---|---|---|---|\n')
  for (const name of [...cases.map(({ name }) => name), ...Object.keys(fontCases)]) {
    const { stdout, signal, stderr } = spawnSync(
      process.execPath,
      ['--expose-gc', import.meta.filename, '--case', name],
      { encoding: 'utf8', timeout: 240_000 },
    )
    process.stdout.write(signal === null ? `${stdout}${stderr}` : `| ${name} | does not end in 240 s | | |\n`)
  }
} else {
  const { case: name } = values
  const known = cases.find((each) => each.name === name)
  const { ms, bytes, mb } = known === undefined ? await measureFonts(fontCases[name] ?? '') : await measure(known)
  const cells =
    known === undefined
      ? `| | | ${mb.toFixed(0)} MB more |`
      : `| ${ms < 100 ? ms.toFixed(1) : ms.toFixed(0)} ms | ${bytes} | at most ${mb.toFixed(0)} MB |`
  process.stdout.write(`| ${name} ${cells}\n`)
}
