import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { openMllp } from '../../src/channels/mllp.ts'
import { version as release } from '../../src/core/version.ts'
import { waitUntil } from '../patience.ts'
import { findPort } from '../ports.ts'
import {
  commandFile,
  endAll,
  listProcesses,
  makeFolder,
  type Program,
  runCommand,
  startNode,
  startProgram,
  stop,
} from '../system/processes.ts'
import { runInProcess } from './in-process.ts'

afterAll(endAll)

const version = `banksia ${release}\n`

test('docs/design/house.md: --help and --version are everywhere, on standard output, and nothing is done', async () => {
  const overview = await runCommand(['--help'])
  const names = [...overview.output.matchAll(/^ {2}(\S+(?: \S+)?) {2}/gm)].map(([, name = '']) => name)

  expect(overview).toMatchObject({ code: 0, errors: '' })
  expect(names).toContain('status')
  expect(names.length).toBeGreaterThan(20)
  for (const name of names) {
    const help = await runInProcess([...name.split(' '), '--help'])
    expect(help).toMatchObject({ code: 0, errors: '' })
    expect(help.output).toMatch(new RegExp(`^Usage: banksia ${name}[ \n]`))
    expect(help.output).toMatch(/^ {2}--help /m)

    // The option names the loaded version.
    if (name === 'terminology load') continue
    expect(help.output).toMatch(/^ {2}--version /m)
    expect(await runInProcess([...name.split(' '), '--version'])).toMatchObject({
      code: 0,
      output: version,
      errors: '',
    })
  }
  expect(await runCommand(['--version'])).toMatchObject({ code: 0, output: version })
})

test.each([
  ['audit', ['verify', 'checkpoint']],
  ['keys', ['rotate', 'rewrap']],
  ['tenant', ['create', 'list', 'set', 'disable', 'enable', 'erase']],
])('docs/design/house.md: banksia %s --help lists what it has', async (group, words) => {
  const help = await runInProcess([group, '--help'])

  expect(help).toMatchObject({ code: 0, errors: '' })
  expect(help.output).toMatch(new RegExp(`^Usage: banksia ${group} SUBCOMMAND `))
  expect([...help.output.matchAll(/^ {2}(\S+) (\S+) {2}/gm)].map((found) => found.slice(1))).toEqual(
    words.map((word) => [group, word]),
  )
  expect(await runInProcess([group, '--version'])).toMatchObject({ code: 0, output: version })
})

test.each([
  ['aduit verify', 'there is no subcommand aduit; did you mean audit?', ''],
  ['audit verfy', 'there is no subcommand audit verfy; did you mean audit verify?', 'audit '],
  ['audit frobnicate', 'there is no subcommand audit frobnicate', 'audit '],
  ['audit', 'audit needs a subcommand', 'audit '],
  ['sttaus', 'there is no subcommand sttaus; did you mean status?', ''],
  ['deliver', 'there is no subcommand deliver', ''],
  ['--verison', 'there is no option --verison; did you mean --version?', ''],
  ['status --jsn', 'there is no option --jsn; did you mean --json?', 'status '],
  ['status -j', 'there is no option -j', 'status '],
  ['audit verify --tennant=x', 'there is no option --tennant; did you mean --tenant?', 'audit verify '],
  ['conformance --base-ulr x', 'there is no option --base-ulr; did you mean --base-url?', 'conformance '],
  ['conformance --base-url', "Option '--base-url <value>' argument missing", 'conformance '],
  ['audit verify --tenant', "Option '--tenant <value>' argument missing", 'audit verify '],
  ['audit verify --tenant --json', "Option '--tenant' argument is ambiguous.", 'audit verify '],
  ['status --json=yes', "Option '--json' does not take an argument", 'status '],
  ['status all', "Unexpected argument 'all'. This command does not take positional arguments", 'status '],
])(
  'docs/design/house.md: wrong usage names what is wrong, and what was meant: banksia %s',
  async (given, message, at) => {
    const ended = await runInProcess(given.split(' '))

    expect(ended).toMatchObject({
      code: 2,
      output: '',
      errors: `banksia: ${message}\nTry: banksia ${at}--help\n`,
    })
  },
)

test('docs/design/house.md: a process ends with the exit code, and prints what a command prints', async () => {
  for (const given of [
    ['status', '-j'],
    ['token', '--role', 'wizard'],
    ['keys', '--help'],
  ]) {
    const { code, output, errors } = await runInProcess(given)

    expect(await runCommand(given)).toEqual({ code, signal: null, output, errors })
  }
})

const wrong: readonly (readonly string[])[] = [
  [],
  ['demo', '--unknown'],
  ['demo', '--format', 'xml'],
  ['demo', '--input', '/no/such/file.json'],
  ['token', 'clinician'],
  ['token', '--role', 'wizard'],
  ['token', '--practitioner-role', 'a/b'],
  ['token', '--fhir-user', 'Patient/a'],
  ['listen', '--dir', '/tmp'],
  ['listen', '--port', '70000', '--dir', '/tmp'],
  ['listen', '--port', '0'],
  ['status', '--format', 'xml'],
  ['audit', 'verify', '--tenant', 'mine'],
  ['audit', 'verify', '--checkpoint', '/no/such/file'],
  ['audit', 'checkpoint'],
  ['audio', 'hold'],
  ['audio', 'hold', '--session', 'mine'],
  ['keys', 'rotate', '--tenant', 'mine'],
  ['reindex', '--type', 'a b'],
  ['keys', 'rewrap', '--old', '/no/such/file'],
  ['keys', 'rewrap', '--old', '/no/such/file', '--new', '/no/such/file'],
]

test.each(wrong.map((given) => [given.join(' '), given] as const))(
  'docs/design/house.md: wrong usage ends with 2 and a word on standard error: banksia %s',
  async (_, given) => {
    const ended = await runInProcess(given)

    expect(ended).toMatchObject({ code: 2, output: '' })
    expect(ended.errors).toMatch(/^banksia: .+\nTry: banksia .*--help\n$/)
  },
)

test('docs/design/house.md#patient-data: a consultation that cannot be read is told by its place, never by what it says', async () => {
  const folder = makeFolder()
  const file = join(folder, 'wrong.json')
  const said = { speaker: 'patient', startMs: 0, endMs: 900, text: 'Quillinan has gonorrhoea', uncertain: 'Quillinan' }
  await writeFile(file, JSON.stringify({ id: 'wrong', segments: [{ ...said, uncertain: false }, said] }))

  const ended = await runInProcess(['demo', '--out', join(folder, 'out'), file])

  expect(ended).toMatchObject({ code: 2, output: '' })
  expect(ended.errors).toContain('segments[1].uncertain')
  expect(ended.errors).not.toContain('Quillinan')
})

test('docs/design/house.md: a token of no server ends with 1 and an empty standard output', async () => {
  const ended = await runCommand(['token'], { env: { PORT: String(await findPort()) } })

  expect(ended).toMatchObject({ code: 1, output: '' })
  expect(ended.errors).toMatch(/^banksia: no server answers/)
})

const documentId = '0198f2a0-0000-7000-8000-0000000000d1'

const message = (controlId: string, event: string, obr: readonly string[]): Uint8Array =>
  Buffer.from(
    `MSH|^~\\&|BANKSIA|Clinic|RECV|Rooms|20260301110000+1100||${event}|${controlId}|P|2.4\r${obr.join('|')}\rNTE|1||Café\r`,
  )

const obrOf = (id: string, status: string): readonly string[] => [
  'OBR',
  '1',
  '',
  `${id}^Clinic^1.2.36.1^ISO`,
  ...Array.from({ length: 21 }, () => ''),
  status,
]

async function startListener(directory: string): Promise<Program & { port: number }> {
  const program = startNode(commandFile, ['listen', '--port', '0', '--dir', directory])
  await waitUntil(() => /Listening at 127\.0\.0\.1:\d+\n/.test(program.errors()))
  return { ...program, port: Number(/:(\d+)\n/.exec(program.errors())?.[1]) }
}

const sendMessage = async (port: number, controlId: string, bytes: Uint8Array) => {
  const transport = openMllp({ allowedHosts: ['127.0.0.1'], allowPrivate: true })
  const base = { mediaType: 'x-application/hl7-v2+er7', fileName: 'a.hl7', documentId, kind: 'original' } as const
  try {
    const destination = { host: '127.0.0.1', port, ackTimeoutMs: 5000, applicationTimeoutMs: 5000 }
    return await transport.send(destination, { ...base, bytes, controlId }, new AbortController().signal)
  } finally {
    await transport.close()
  }
}

test('HL7 v2.4 2.9.2: listen keeps a document, its repetition, its amendment and its recall, says so, and acknowledges', async () => {
  const directory = join(makeFolder(), 'messages')
  const listener = await startListener(directory)
  const original = message('A1', 'ORU^R01^ORU_R01', obrOf(documentId, 'F'))
  const again = message('A2', 'ORU^R01^ORU_R01', obrOf(documentId, 'F'))
  const amendment = message('A3', 'ORU^R01^ORU_R01', obrOf(documentId, 'C\rOBX|1|FT|||new||||||C'))
  const recall = message('A4', 'ORU^R01^ORU_R01', obrOf(documentId, 'C\rOBX|1|FT|||gone||||||W'))

  for (const [controlId, bytes] of [
    ['A1', original],
    ['A2', again],
    ['A3', amendment],
    ['A4', recall],
  ] as const) {
    expect(await sendMessage(listener.port, controlId, bytes)).toMatchObject({
      state: 'accepted',
      acknowledgement: 'AA',
    })
  }
  const exit = await stop(listener)

  expect((await readdir(directory)).toSorted()).toEqual([
    `${documentId}.amendment.hl7`,
    `${documentId}.hl7`,
    `${documentId}.recall.hl7`,
  ])
  expect(await readFile(join(directory, `${documentId}.hl7`))).toEqual(again)
  expect(await readFile(join(directory, `${documentId}.recall.hl7`))).toEqual(recall)
  expect(
    listener
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    { documentId, controlId: 'A1', kind: 'original' },
    { documentId, controlId: 'A2', kind: 'original' },
    { documentId, controlId: 'A3', kind: 'amendment' },
    { documentId, controlId: 'A4', kind: 'recall' },
  ])
  expect(exit).toEqual({ code: 0, signal: null })
})

test.each([
  ['another event', 'ADT^A01^ADT_A01', documentId],
  ['no identity', 'ORU^R01^ORU_R01', ''],
  ['an identity that leads elsewhere', 'ORU^R01^ORU_R01', '../../../etc/passwd'],
])('HL7 v2.4 2.9.2: listen refuses %s with AR and keeps nothing', async (_, event, id) => {
  const directory = makeFolder()
  const listener = await startListener(directory)

  const receipt = await sendMessage(listener.port, 'A1', message('A1', event, obrOf(id, 'F')))
  await stop(listener)

  expect(receipt).toMatchObject({ state: 'rejected', acknowledgement: 'AR' })
  expect(await readdir(directory)).toEqual([])
  expect(listener.output()).toBe('')
})

const parent = `
  const [file, directory] = process.argv.slice(1)
  const given = [file, 'listen', '--port', '0', '--dir', directory]
  require('node:child_process').spawn(process.execPath, given, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
`

test('docs/design/house.md: a listener ends when the program that started it is killed', async () => {
  const folder = makeFolder()
  const directory = join(folder, 'messages')
  const starter = startProgram([process.execPath, '-e', parent, commandFile, directory], { env: { PLACE: directory } })
  await waitUntil(() => starter.errors().includes('Listening at'))
  expect(listProcesses(folder)).toHaveLength(2)

  starter.child.kill('SIGKILL')

  await waitUntil(() => listProcesses(folder).length === 0)
})
