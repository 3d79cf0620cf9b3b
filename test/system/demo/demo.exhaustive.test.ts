/** The demo beside others, stopped in the middle, and without a verifier. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { waitUntil } from '../../patience.ts'
import { commandFile, endAll, listProcesses, runCommand, startMs, startNode, startServer, stop } from '../processes.ts'
import { prepareDemo } from './demo-folder.ts'
import { documentIdOf, endOf, expectDelivered, parseReports } from './demo-report.ts'

afterAll(endAll)

test('docs/design/house.md#foundations: beside a server and beside another demo, and again on the same data directory', async () => {
  const { folder, env, listTemporary } = prepareDemo()
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
])('docs/design/house.md#foundations: interrupted $moment, it ends and leaves nothing', async ({ line, group }) => {
  const { folder, env, listTemporary } = prepareDemo()
  const demo = startNode(commandFile, ['demo', '--json', '--out', join(folder, 'out')], { env, detached: true })
  await waitUntil(() => demo.errors().includes(line) || demo.hasEnded(), startMs)

  process.kill(group ? -demo.pid : demo.pid, 'SIGINT')
  const exit = await demo.ended

  expect(exit).toEqual({ code: 1, signal: null })
  expect(demo.output()).toBe('')
  expect(demo.errors()).toMatch(/^banksia: stopped$/m)
  expect(listProcesses(folder)).toEqual([])
  expect(listTemporary()).toEqual([])
})

test('R3.2: the verifier is off: all stays in review, nothing is delivered, and the demo says why', async () => {
  const { folder, env } = prepareDemo()

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
