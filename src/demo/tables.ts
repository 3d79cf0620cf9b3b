/** The demo's result for a person: the deliveries, the tenant's resources, and the receivers that know of the recall. */
import { basename, relative } from 'node:path'
import type { ConsultationOutcome, DemoResult } from './demo.ts'
import type { Recalled } from './recall.ts'
import type { TenantRecord } from './record.ts'
import { countCovered, describeVerdict } from './report.ts'

/** Columns as wide as their widest cell; numbers to the right. */
export function renderTable(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? '')].length)))
  const isNumber = (text: string): boolean => /^\d[\d .,%/]*$/.test(text)
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - [...cell].length)
        return isNumber(cell) ? `${space}${cell}` : `${cell}${space}`
      })
      .join('  ')
      .trimEnd()
  const [head = [], ...body] = rows
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...body.map(line)].join('\n')
}

export function renderResult({ consultations, record, recalled, out }: DemoResult): string {
  const parts = [
    renderDeliveries(consultations),
    renderPaths(consultations, out),
    consultations.length > 1 ? renderConsultations(consultations) : renderWithheld(consultations),
    renderRecord(record),
    recalled === undefined ? '' : renderRecall(recalled),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

const nameOf = (file: string): string => basename(file, '.json')

function renderDeliveries(consultations: readonly ConsultationOutcome[]): string {
  const rows = consultations.flatMap(({ report, delivered }) =>
    delivered.map(({ channel, format, state, bytes, sha256, acknowledgement, at, tookMs, fault }) => [
      nameOf(report.file),
      channel.replace(/^Demo: /, ''),
      format,
      String(bytes),
      sha256.slice(0, 12),
      fault ?? `${state} ${acknowledgement}`,
      `${at.slice(11, 19)} +${(tookMs / 1000).toFixed(2)} s`,
    ]),
  )
  if (rows.length === 0) return ''
  const head = ['Consultation', 'Delivered to', 'Format', 'Bytes', 'SHA-256', 'Acknowledged', 'At (UTC)']
  return renderTable([head, ...rows])
}

function renderPaths(consultations: readonly ConsultationOutcome[], out: string): string {
  const paths = consultations.flatMap(({ delivered }) => delivered.flatMap(({ path }) => path ?? []))
  const shown = paths.map((path) => `  ${relative(process.cwd(), path)}`)
  return shown.length === 0 ? '' : [`Files in ${out}:`, ...shown].join('\n')
}

function renderConsultations(consultations: readonly ConsultationOutcome[]): string {
  const rows = consultations.map(({ report, highlights, verification }) => {
    const covered = countCovered(
      highlights,
      report.statements.map(({ text }) => text),
    )
    return [
      nameOf(report.file),
      `${report.sections.filter(({ filled }) => filled).length}/${report.sections.length}`,
      String(report.statements.length),
      `${covered}/${highlights.length}`,
      describeVerdict(verification),
    ]
  })
  return renderTable([['Consultation', 'Sections', 'Statements', 'Highlights', 'Verification'], ...rows])
}

const renderWithheld = (consultations: readonly ConsultationOutcome[]): string =>
  consultations.every(({ verification }) => verification.outcome === 'passed') ? '' : renderConsultations(consultations)

function renderRecord({ resources, usage, billable }: TenantRecord): string {
  const counts = (entries: Iterable<readonly [string, unknown]>): string =>
    [...entries].map(([name, count]) => `${name} ${count}`).join(', ')
  return [
    `The tenant's record of these patients: ${counts(resources)}`,
    `Usage today: ${counts(Object.entries(usage))}`,
    `Billable events: ${billable.length}`,
  ].join('\n')
}

function renderRecall({ documentId, acknowledged, byHand }: Recalled): string {
  const list = (items: Recalled['byHand']): string =>
    items.map(({ channel }) => channel.replace(/^Demo: /, '')).join(', ')
  return [
    `Recalled document ${documentId}`,
    `  acknowledged: ${list(acknowledged)}`,
    `  to be told by hand: ${list(byHand)}`,
  ].join('\n')
}
