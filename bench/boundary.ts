/**
 * `npm run bench:boundary`: the time of what a caller may not read against the time of what is not there, request by request in turn, with
 * a control (the same request for other ids that nobody has). A row beyond 20% is measured twice more, and all its times count. Prints the
 * medians and their ratios, and ends with 1 if a row stays beyond. D181. Options: `--count 200`, `--only PATTERN` (rows whose name meets it),
 * `--filler 60` (other patients of the tenant).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BoundaryRow, listBoundaryRows } from './boundary/rows.ts'
import { openBoundarySite } from './boundary/site.ts'
import { isBeyond, type Measured, measureRow } from './boundary/times.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    filler: { type: 'string', default: '60' },
  },
})

const print = (line: string): boolean => process.stdout.write(`${line}\n`)

const lineOf = ({ name, medians, ratio, control, count }: Measured): string =>
  `| ${name.replaceAll('|', '\\|')} | ${medians.hidden.toFixed(2)} | ${medians.absent.toFixed(2)} | ${ratio.toFixed(2)} | ${control.toFixed(2)} | ${count} |`

function report(measured: readonly Measured[]): void {
  const noisy = measured.filter(({ control }) => isBeyond(control))
  const beyond = measured.filter(({ ratio, control }) => isBeyond(ratio) && !isBeyond(control))
  print(
    `\n${measured.length} rows: ${beyond.length} beyond 20%, ${noisy.length} too noisy to tell (control beyond 20%)`,
  )
  for (const one of beyond) print(`beyond: ${lineOf(one)}`)
  for (const one of noisy) print(`noisy:  ${lineOf(one)}`)
  if (beyond.length + noisy.length > 0) process.exitCode = 1
}

const folder = mkdtempSync(join(tmpdir(), 'banksia-boundary-'))
const site = await openBoundarySite(folder, Number(values.filler))
try {
  const rows = listBoundaryRows(site).filter(({ name }: BoundaryRow) => new RegExp(values.only).test(name))
  print('| not to be read | hidden ms | absent ms | ratio | control | each |\n|---|---|---|---|---|---|')
  const measured: Measured[] = []
  for (const row of rows) {
    const one = await measureRow(site.base, row, Number(values.count))
    print(lineOf(one))
    measured.push(one)
  }
  report(measured)
} finally {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
}
