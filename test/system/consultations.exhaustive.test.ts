import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { countCovered } from '../../src/demo/report.ts'
import { endOf, expectDelivered, parseReports, type Report } from './demo/demo-report.ts'
import { checkout, endAll, type Finished, makeFolder, runCommand } from './processes.ts'

type Spoken = { readonly speaker: string; readonly text: string; readonly uncertain: boolean }
type Consultation = { readonly segments: readonly Spoken[]; readonly highlights: readonly string[] }

const source = join(checkout, '../shared/consultations')
const files = existsSync(source)
  ? readdirSync(source)
      .filter((name) => name.endsWith('.json'))
      .sort()
  : []
const title = 'docs/drafting.md'
const given = files.length > 0 ? test : test.skip
if (files.length === 0) process.stdout.write(`${title}: skipped, no consultations beside the checkout\n`)

const consultations = new Map(
  files.map((name) => [name, JSON.parse(readFileSync(join(source, name), 'utf8')) as Consultation]),
)
const find = ({ file }: Report): Consultation => consultations.get(basename(file)) ?? { segments: [], highlights: [] }

let finished: Finished
let reports: readonly Report[] = []

beforeAll(async () => {
  if (files.length === 0) return
  const inputs = files.map((name) => join(source, name))
  finished = await runCommand(['demo', '--json', '--out', join(makeFolder(), 'out'), '--input', ...inputs])
  reports = parseReports(finished.output)
  process.stdout.write(renderTable(reports))
})
afterAll(endAll)

function renderTable(rows: readonly Report[]): string {
  const lines = rows.map((report) => {
    const { highlights } = find(report)
    const covered = countCovered(
      highlights,
      report.statements.map(({ text }) => text),
    )
    const filled = report.sections.filter(({ filled }) => filled).length
    const cells = [`${filled}/${report.sections.length}`, report.statements.length, `${covered}/${highlights.length}`]
    return [
      basename(report.file).padEnd(26),
      ...cells.map((cell) => String(cell).padStart(10)),
      ` ${report.verification}`,
    ]
  })
  const head = ['Consultation'.padEnd(26), '  Sections', 'Statements', 'Highlights', ' Verification']
  return [head, ...lines].map((cells) => `${cells.join(' ')}\n`).join('')
}

given(`${title}: every consultation is drafted, passes its verification and is released`, () => {
  expect(endOf(finished)).toEqual([0])
  expect(reports.map(({ file }) => basename(file))).toEqual(files)
  for (const { verification, statements } of reports) {
    expect(verification).toBe('passed')
    expect(statements.length).toBeGreaterThan(0)
  }
})

given('docs/design/house.md#foundations: what was released is delivered in five forms, and nothing else is', () => {
  for (const report of reports) {
    if (report.verification === 'passed') expectDelivered(report)
    else expect(report.deliveries).toEqual([])
  }
})

given(`${title}: every statement cites the words that it came from`, () => {
  const wrong = reports.flatMap((report) => {
    const { segments } = find(report)
    return report.statements.flatMap(({ evidence }, statement) => {
      const isCited = evidence.every(({ segment, segmentId, speaker, quote, role }) => {
        const spoken = segments[segment]
        const isQuote = quote !== '' && spoken?.text.includes(quote) && spoken.speaker === speaker
        return isQuote && segmentId === `s${segment}` && ['statement', 'question', 'answer'].includes(role)
      })
      return evidence.length > 0 && isCited ? [] : [`${basename(report.file)}, statement ${statement}`]
    })
  })

  expect(wrong).toEqual([])
})

const hedge =
  /\b(possibl|unclear|uncertain|unsure|might|maybe|may|perhaps|probabl|likely|suspect|query|consider|if)|\?/i

given(`${title}: what the transcriber was unsure of is never stated as certain`, () => {
  const wrong = reports.flatMap((report) => {
    const { segments } = find(report)
    return report.statements.flatMap(({ text, evidence }, statement) => {
      const isUnsure = evidence.every(({ segment }) => segments[segment]?.uncertain === true)
      return isUnsure && !hedge.test(text) ? [`${basename(report.file)}, statement ${statement}`] : []
    })
  })

  expect(wrong).toEqual([])
})
