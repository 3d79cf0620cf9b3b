/**
 * `npm run bench:boundary`: the time of what a caller may not read against the time of what is not there, request by request in turn, with
 * a control (the same request for another id that nobody has). Prints the ratio of the medians. Options: `--count 200`, `--only TEXT`
 * (rows whose name has it), `--filler 300` (other patients of the tenant).
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startServer, stop } from '../test/system/processes.ts'
import { type Asked, boundaryRows } from './boundary/rows.ts'
import { fillBoundary } from './boundary/world.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    only: { type: 'string', default: '' },
    filler: { type: 'string', default: '300' },
  },
})

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0

async function time(asked: Asked): Promise<number> {
  const began = performance.now()
  const answer = await fetch(asked.url, { method: asked.method, headers: asked.headers })
  await answer.arrayBuffer()
  const took = performance.now() - began
  if (answer.status !== asked.status) throw new Error(`${asked.method} ${asked.url} answered ${answer.status}`)
  return took
}

const folder = mkdtempSync(join(tmpdir(), 'banksia-boundary-'))
const server = await startServer(folder, { env: { BANKSIA_REQUESTS_PER_MINUTE: '100000000' } })
try {
  const world = await fillBoundary(server.base, Number(values.filler))
  process.stdout.write('| not to be read | hidden ms | absent ms | ratio | control |\n|---|---|---|---|---|\n')
  for (const row of boundaryRows(world).filter(({ name }) => name.includes(values.only))) {
    const times: Record<'hidden' | 'absent' | 'control', number[]> = { hidden: [], absent: [], control: [] }
    const kinds = ['hidden', 'absent', 'control'] as const
    for (let turn = -20; turn < Number(values.count); turn += 1)
      // Each kind is first as often as the others.
      for (const at of [0, 1, 2]) {
        const kind = kinds[(at + Math.abs(turn)) % 3] ?? 'control'
        const took = await time(row.ask(kind))
        if (turn >= 0) times[kind].push(took)
      }
    const [hidden, absent, control] = kinds.map((kind) => median(times[kind])) as [number, number, number]
    process.stdout.write(
      `| ${row.name} | ${hidden.toFixed(2)} | ${absent.toFixed(2)} | ${(hidden / absent).toFixed(2)} | ${(control / absent).toFixed(2)} |\n`,
    )
  }
} finally {
  await stop(server)
  rmSync(folder, { recursive: true, force: true })
}
