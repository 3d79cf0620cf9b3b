import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { endAll, listProcesses, runCommand } from '../processes.ts'
import { prepareDemo } from './demo-folder.ts'
import { endOf } from './demo-report.ts'

afterAll(endAll)

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

test('docs/design/house.md#foundations: an input that is no consultation is named with its place, and nothing of its content', async () => {
  const { folder, env, listTemporary } = prepareDemo()
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

test('docs/design/house.md#foundations: help for each subcommand, and wrong usage ends with 2', async () => {
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

test('docs/design/house.md#patient-data: the logs of the demo hold no word of a consultation', async () => {
  const { folder, env } = prepareDemo()
  const input = join(folder, 'zebulon.json')
  const shipped = JSON.parse(
    readFileSync(new URL('../../../src/demo/consultations/cough-and-fever.json', import.meta.url), 'utf8'),
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
