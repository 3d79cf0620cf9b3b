/**
 * `npm run bench:turns`: the longest turn of the server's event loop while it answers a request that is within all limits and asks for
 * much work, alone and twenty at once. In processor time, so that other work on the machine does not count. Options: `--only TEXT`
 * (kinds with that in their name), `--at-once 20` (0 leaves them out), `--out FILE` (adds its table).
 */
import { appendFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { endAll, makeFolder, stop } from '../test/system/processes.ts'
import { type LargeRequest, largeRequests } from '../test/system/turns/large-bodies.ts'
import { type Metered, startMetered } from '../test/system/turns/turn-meter-client.ts'

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    'at-once': { type: 'string', default: '20' },
    out: { type: 'string' },
  },
})

const kinds = [...largeRequests].filter(([kind]) => kind.includes(values.only))

async function measure(server: Metered, kind: string, request: LargeRequest): Promise<string> {
  const one = await server.prepare(request)
  const began = performance.now()
  const { longest, result } = await server.look(() => server.send(one))
  const seconds = (performance.now() - began) / 1000
  return `| ${kind} | ${((one.body?.length ?? 0) / 1e6).toFixed(1)} | ${result.status} | ${longest.toFixed(0)} | ${seconds.toFixed(1)} |`
}

/** The creates among the kinds, one after the other until there are so many, sent together. */
async function measureTogether(server: Metered, count: number): Promise<string> {
  const creates = kinds.filter(([kind]) => kind.startsWith('create: ')).map(([, request]) => request)
  const all = await Promise.all(
    Array.from({ length: count }, (_, at) => server.prepare(creates[at % creates.length] as LargeRequest)),
  )
  const began = performance.now()
  const { longest } = await server.look(() => Promise.all(all.map((one) => server.send(one))))
  return `| ${count} creates at once | | | ${longest.toFixed(0)} | ${((performance.now() - began) / 1000).toFixed(1)} |`
}

const lines = [
  `## ${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? ''}), Node ${process.versions.node}`,
  `\n\`npm run bench:turns -- ${process.argv.slice(2).join(' ')}\``,
  '\n| request | MB sent | status | longest turn, ms of processor time | answered after s |\n|---|---|---|---|---|',
]
const server = await startMetered(makeFolder())
try {
  for (const [kind, request] of kinds) {
    const line = await measure(server, kind, request)
    process.stdout.write(`${line}\n`)
    lines.push(line)
  }
  const together = Number(values['at-once'])
  if (together > 0 && kinds.some(([kind]) => kind.startsWith('create: ')))
    lines.push(await measureTogether(server, together))
} finally {
  await stop(server.program)
  await endAll()
}
process.stdout.write(`\n${lines.join('\n')}\n`)
if (values.out !== undefined) appendFileSync(values.out, `\n${lines.join('\n')}\n`)
