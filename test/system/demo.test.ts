import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { documentIdOf, endOf, expectDelivered, parseReports } from './demo-report.ts'
import {
  commandFile,
  endAll,
  listProcesses,
  makeFolder,
  runCommand,
  startNode,
  startServer,
  stop,
  waitUntil,
} from './processes.ts'

afterAll(endAll)

/** Its temporary files go below the folder, where what it leaves is seen. */
function prepare() {
  const folder = makeFolder()
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  const listTemporary = () => readdirSync(temporary).filter((name) => name.startsWith('banksia-'))
  return { folder, listTemporary, env: { TMPDIR: temporary, BANKSIA_LOG_LEVEL: 'warn' } }
}

test('issue "What the demo does": beside a server and beside another demo, and again on the same data directory', async () => {
  const { folder, env, listTemporary } = prepare()
  const server = await startServer(join(folder, 'server'))
  const kept = { ...env, BANKSIA_DATA_DIR: join(folder, 'kept') }
  const demo = (out: string, more: readonly string[] = [], settings: Readonly<Record<string, string>> = env) =>
    runCommand(['demo', '--out', join(folder, out), ...more], { env: { ...settings, PORT: String(server.port) } })

  const [first, other] = await Promise.all([demo('first', ['--json'], kept), demo('other', ['--format', 'json'])])
  const again = await demo('again', [], kept)
  const isReady = (await fetch(`${server.base}/readyz`)).status === 200
  await stop(server)

  expect([first, other, again].map(endOf)).toEqual([[0], [0], [0]])
  expect(isReady).toBe(true)
  const reports = [first, other].flatMap(({ output }) => parseReports(output))
  expect(reports).toHaveLength(4)
  for (const report of reports) {
    expect(report).toMatchObject({ file: expect.stringMatching(/\.json$/), verification: 'passed' })
    expect(Object.keys(report)).toEqual([
      ...['file', 'artifactId', 'verification', 'sections', 'statements', 'deliveries'],
    ])
    expect(Object.keys(report.deliveries[0] ?? {})).toEqual([
      ...['channel', 'format', 'state', 'bytes', 'sha256', 'acknowledgement', 'path'],
    ])
    expect(Object.keys(report.sections[0] ?? {})).toEqual(['title', 'filled'])
    expect(Object.keys(report.statements[0] ?? {})).toEqual(['text', 'evidence'])
    expectDelivered(report)
  }
  expect(new Set(reports.map(documentIdOf)).size).toBe(4)
  for (const stage of [1, 2, 3, 4, 5]) expect(first.errors).toMatch(new RegExp(`^\\[${stage}/5\\] .* s\\)$`, 'm'))
  // The recalled document's corrected message has its identity.
  const [recalled = ''] = readdirSync(join(folder, 'first')).filter((name) => name.endsWith('.recall.hl7'))
  expect(reports.slice(0, 2).map(documentIdOf)).toContain(basename(recalled, '.recall.hl7'))
  const firstFiles = readdirSync(join(folder, 'first'))
  const againFiles = readdirSync(join(folder, 'again'))
  expect([firstFiles.length, againFiles.length]).toEqual([11, 11])
  expect(againFiles.filter((name) => firstFiles.includes(name))).toEqual([])
  for (const name of againFiles.filter((file) => !file.includes('.recall.'))) expect(again.output).toContain(name)
  expect(again.output).toContain('SHA-256')
  expect(listTemporary()).toEqual([])
  expect(listProcesses(folder)).toEqual([])
})

test.each([
  { moment: 'while its servers start', line: 'Starting', group: false },
  { moment: 'in the middle of the flow, at the terminal', line: '[2/5]', group: true },
  { moment: 'during delivery', line: '[3/5]', group: false },
])('issue "What the demo does": interrupted $moment, it ends and leaves nothing', async ({ line, group }) => {
  const { folder, env, listTemporary } = prepare()
  const demo = startNode(commandFile, ['demo', '--json', '--out', join(folder, 'out')], { env, detached: true })
  await waitUntil(() => demo.errors().includes(line) || demo.hasEnded())

  process.kill(group ? -demo.pid : demo.pid, 'SIGINT')
  const exit = await demo.ended

  expect(exit).toEqual({ code: 1, signal: null })
  expect(demo.output()).toBe('')
  expect(demo.errors()).toMatch(/^banksia: stopped$/m)
  expect(listProcesses(folder)).toEqual([])
  expect(listTemporary()).toEqual([])
})

const segment = { speaker: 'patient', startMs: 0, endMs: 1000, text: 'canary words', uncertain: false }
const wrongInputs = [
  { name: 'no-json', text: '{ "segments": canary', place: 'is not JSON' },
  { name: 'no-object', text: '["canary"]', place: 'is no consultation' },
  { name: 'no-segments', text: JSON.stringify({ presentingComplaint: 'canary' }), place: 'segments must be a list' },
  {
    name: 'wrong-speaker',
    text: JSON.stringify({ segments: [segment, { ...segment, speaker: 'canary' }] }),
    place: 'segments[1].speaker',
  },
  {
    name: 'wrong-text',
    text: JSON.stringify({ segments: [{ ...segment, text: ['canary'] }] }),
    place: 'segments[0].text',
  },
  {
    name: 'wrong-times',
    text: JSON.stringify({ segments: [{ ...segment, endMs: -1 }] }),
    place: 'segments[0]',
  },
] as const

test('issue "Interfaces that stay": an input that is no consultation is named with its place, and nothing of its content', async () => {
  const { folder, env, listTemporary } = prepare()
  const out = join(folder, 'out')
  for (const { name, text } of wrongInputs) writeFileSync(join(folder, `${name}.json`), text)
  const run = async (name: string) => {
    const { code, output, errors } = await runCommand(['demo', '--input', join(folder, name), '--out', out], { env })
    return { code, output, errors }
  }

  const missing = await run('missing.json')
  const results = await Promise.all(wrongInputs.map(({ name }) => run(`${name}.json`)))

  expect(missing).toMatchObject({ code: 2, output: '' })
  expect(missing.errors).toContain(`${join(folder, 'missing.json')}: cannot be read\n`)
  for (const [at, { name, place }] of wrongInputs.entries()) {
    expect(results[at]).toMatchObject({ code: 2, output: '' })
    expect(results[at]?.errors).toContain(`${join(folder, name)}.json: ${place}`)
    expect(results[at]?.errors).not.toContain('canary')
  }
  expect(listTemporary()).toEqual([])
  expect(listProcesses(folder)).toEqual([])
})

test('R3.2: the verifier is off: all stays in review, nothing is delivered, and the demo says why', async () => {
  const { folder, env } = prepare()

  const { code, output, errors } = await runCommand(['demo', '--json', '--out', join(folder, 'out')], {
    env: { ...env, BANKSIA_VERIFIER: 'off' },
  })

  expect(code).toBe(1)
  expect(parseReports(output)).toMatchObject([
    { verification: 'not_run', deliveries: [] },
    { verification: 'not_run', deliveries: [] },
  ])
  expect(errors).toContain('stays in review (not_run, verifier_off)')
  expect(readdirSync(join(folder, 'out'))).toEqual([])
})

test('issue "Interfaces that stay": help for each subcommand, and wrong usage ends with 2', async () => {
  const overview = await runCommand(['--help'])
  const names = [...overview.output.matchAll(/^ {2}(\w+) {2}/gm)].map(([, name = '']) => name)
  const helps = await Promise.all(names.map((name) => runCommand([name, '--help'])))
  const wrong = await Promise.all(
    [[], ['nonsense'], ['demo', '--nonsense'], ['token', '--role', 'canary']].map((given) => runCommand(given)),
  )

  expect(names).toEqual(expect.arrayContaining(['demo', 'token', 'listen', 'status']))
  for (const help of helps)
    expect(help).toMatchObject({ code: 0, output: expect.stringMatching(/^Usage: /), errors: '' })
  for (const { code, output, errors } of wrong) {
    expect([code, output]).toEqual([2, ''])
    expect(errors).not.toContain('canary')
  }
})

test('DESIGN "PHI": the logs of the demo hold no word of a consultation', async () => {
  const { folder, env } = prepare()
  const input = join(folder, 'zebulon.json')
  const shipped = JSON.parse(
    readFileSync(new URL('../../src/demo/consultations/cough-and-fever.json', import.meta.url), 'utf8'),
  )
  const first = { ...shipped.segments[0], text: 'Good morning, I am Doctor Quuxley, and you are Zebulon?' }
  writeFileSync(
    input,
    JSON.stringify({ ...shipped, presentingComplaint: 'Quuxley', segments: [first, ...shipped.segments.slice(1)] }),
  )

  const finished = await runCommand(['demo', '--input', input, '--out', join(folder, 'out'), '--json'], {
    env: { ...env, BANKSIA_DATA_DIR: join(folder, 'kept'), BANKSIA_LOG_LEVEL: 'trace' },
  })
  const logs = ['sender.log', 'receiver.log', 'listener.log', 'sender/postgres.log', 'receiver/postgres.log']
  const texts = logs.map((name) => readFileSync(join(folder, 'kept', name), 'utf8'))

  expect(endOf(finished)).toEqual([0])
  expect(finished.errors).not.toMatch(/Quuxley/)
  for (const text of texts) expect(text).not.toMatch(/Quuxley|Zebulon|phlegm|cough /i)
})
