// Holds what the demo wrote against programs that no one here wrote, and prints the table.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

/** The schema of CDA for Australia, which is not ours to pass on; without it CDA is held against XML alone. */
const schema =
  process.env.CDA_AU_SCHEMA ?? new URL('../../shared/cda/xsd/cda-au/CDA-AU-V1_0.xsd', import.meta.url).pathname
const hasSchema = existsSync(schema)
const has = (program) => spawnSync(program, ['--version']).error === undefined
const missing = [
  ...['xmllint', 'qpdf'].filter((program) => !has(program)).map((program) => `${program} is not installed`),
  ...(hasSchema ? [] : ['there is no schema of CDA at CDA_AU_SCHEMA: CDA is only read as XML']),
]
if (missing.length > 0) process.stderr.write(`skipped: ${missing.join('; ')}\n`)

const run = (program, ...args) => {
  if (!has(program)) return 'skipped'
  const { status } = spawnSync(program, args)
  return status === 0 ? 'ok' : `FAILED (${status})`
}
const judges = {
  cda: (path) => run('xmllint', '--noout', ...(hasSchema ? ['--schema', schema] : []), path),
  pdf: (path) => run('qpdf', '--check', path),
  bundle: (path) => (JSON.parse(readFileSync(path, 'utf8')).type === 'document' ? 'ok' : 'FAILED'),
}

const { consultations } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const rows = consultations.flatMap((consultation) =>
  consultation.deliveries.map(({ format, state, bytes, sha256, acknowledgement, path }) => {
    const content = readFileSync(path)
    const isSame = content.length === bytes && createHash('sha256').update(content).digest('hex') === sha256
    return {
      format,
      state,
      bytes,
      acknowledgement,
      same: isSame ? 'ok' : 'FAILED',
      judge: judges[format]?.(path) ?? 'none',
    }
  }),
)
const columns = ['format', 'state', 'bytes', 'acknowledgement', 'same', 'judge']
for (const row of [Object.fromEntries(columns.map((name) => [name, name])), ...rows]) {
  process.stdout.write(`${columns.map((name) => String(row[name] ?? '').padEnd(16)).join('')}\n`)
}
const isComplete = consultations.length > 0 && consultations.every(({ deliveries }) => deliveries.length === 5)
const isGood = rows.every(
  (row) => row.same === 'ok' && !row.judge.startsWith('FAILED') && ['accepted', 'sent'].includes(row.state),
)
process.exit(isComplete && isGood ? 0 : 1)
