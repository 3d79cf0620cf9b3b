/** The `banksia` command: results on standard output, progress and messages on standard error. */
import { once } from 'node:events'
import { type ExitCode, runCommand, type Subcommand, UsageError, type Values } from './commands/command-line.ts'
import type { Config } from './config.ts'

// biome-ignore format: one row a line
const formats = [
  { name: 'format', type: 'string', value: 'table|json', help: 'form of the result (default: table)' },
  { name: 'json', type: 'boolean', help: 'the same as --format json' },
] as const satisfies Subcommand['options']

const tenantOrAll = { name: 'tenant', type: 'string', value: 'ID', help: 'tenant (default: all)' } as const

// A subcommand loads its parts when it runs, so that none waits for another's.
// biome-ignore format: one row a line
const subcommands: readonly Subcommand[] = [
  {
    name: 'demo',
    summary: 'Take consultations through the whole flow on servers of its own, and recall one document',
    more: '[FILE...]',
    options: [
      { name: 'input', type: 'string', multiple: true, value: 'FILE...', help: 'consultations to run (default: the two that come with it)' },
      { name: 'out', type: 'string', value: 'DIR', help: 'folder for the documents (default: demo-out)' },
      ...formats,
    ],
    run: runDemo,
  },
  {
    name: 'token',
    summary: 'Print a bearer token of the development server at PORT (default 3000)',
    options: [
      { name: 'role', type: 'string', value: 'ROLE', help: 'clinician (default), senior_clinician, operator, billing, auditor, patient, carer or system' },
      { name: 'spoke', type: 'string', value: 'ID', help: 'the one spoke that it grants (default: all)' },
      { name: 'tenant', type: 'string', value: 'ID', help: 'tenant (default: the first development tenant)' },
      { name: 'scope', type: 'string', value: 'SCOPES', help: 'blank-separated (default: both spoke scopes and the FHIR scopes of the role)' },
      { name: 'patient', type: 'string', value: 'ID', help: 'patient in context' },
      { name: 'practitioner-role', type: 'string', value: 'ID', help: 'PractitionerRole of the clinician' },
    ],
    run: printToken,
  },
  {
    name: 'listen',
    summary: 'Receive HL7 v2 over MLLP: keep each document as a file, acknowledge it, print a JSON line',
    options: [
      { name: 'port', type: 'string', value: 'N', help: 'TCP port, 0 for any free one' },
      { name: 'dir', type: 'string', value: 'DIR', help: 'folder for the messages' },
      { name: 'host', type: 'string', value: 'ADDRESS', help: 'address to bind (default: 127.0.0.1)' },
    ],
    run: runListener,
  },
  {
    name: 'status',
    summary: 'Count what the database of BANKSIA_DATA_DIR or DATABASE_URL holds, and what is still to do',
    options: [
      ...formats,
    ],
    run: printStatus,
  },
  {
    name: 'audit verify',
    summary: 'Verify the sealed audit records of BANKSIA_DATA_DIR or DATABASE_URL; a finding ends with exit code 1',
    options: [
      tenantOrAll,
      { name: 'checkpoint', type: 'string', value: 'FILE', help: 'an exported checkpoint, by which a truncated chain is found' },
      ...formats,
    ],
    run: verifyAudit,
  },
  {
    name: 'audit checkpoint',
    summary: 'Export the signed heads of the audit chains, and the public keys that they are checked by',
    options: [
      { name: 'out', type: 'string', value: 'FILE', help: 'file to write, best where nobody who administers the database can' },
      tenantOrAll,
    ],
    run: exportCheckpoint,
  },
  {
    name: 'usage rebuild',
    summary: 'Count usage again from the audit and put right what differs; differences end with exit code 1',
    options: [
      tenantOrAll,
      ...formats,
    ],
    run: rebuildUsage,
  },
  {
    name: 'audio hold',
    summary: 'Keep a recording whatever the policy says: nobody discards it, and it does not expire',
    options: [
      { name: 'session', type: 'string', value: 'ID', help: 'the audio session' },
      { name: 'release', type: 'boolean', help: 'let it go again' },
    ],
    run: holdRecording,
  },
  {
    name: 'keys rotate',
    summary: 'Seal what is written from now on under a new content key; servers go on, and nothing is sealed again',
    options: [tenantOrAll],
    run: rotateKeys,
  },
  {
    name: 'keys rewrap',
    summary: 'Wrap every key by a new key-encryption key, which then takes the place of the old one in its file',
    options: [
      { name: 'old', type: 'string', value: 'FILE', help: 'file with the key that wrapped them' },
      { name: 'new', type: 'string', value: 'FILE', help: 'file with the key that is to wrap them' },
    ],
    run: rewrapKeys,
  },
  {
    name: 'reindex',
    summary: 'Have the workers of a running server, or of the next one, index again what there is; nobody waits for it',
    options: [
      tenantOrAll,
      { name: 'type', type: 'string', value: 'TYPE', help: 'resource type (default: all)' },
    ],
    run: queueReindex,
  },
  {
    name: 'validate',
    summary: 'Hold FHIR files (JSON or XML) against R4, AU Core and other profiles; errors end with exit code 1',
    more: 'FILE...',
    options: [
      { name: 'profile', type: 'string', multiple: true, value: 'URL', help: 'profile to meet; none: R4 alone (default: meta.profile, and AU Core of the type)' },
      { name: 'package', type: 'string', multiple: true, value: 'FILE', help: 'a package of definitions (.tgz)' },
      { name: 'supporting', type: 'string', multiple: true, value: 'FILE', help: 'one definition or other resource that is needed' },
      { name: 'format', type: 'string', value: 'text|json|html', help: 'form of the result (default: text)' },
    ],
    run: validate,
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI 3.1 document of /v1, as the server of these settings serves it',
    options: [],
    run: printOpenapi,
  },
  {
    name: 'conformance',
    summary: 'Test any FHIR server from outside: AU Core, R4, SMART on FHIR, the acceptance checks',
    options: [],
    isPassedOn: true,
    run: testConformance,
  },
  {
    name: 'terminology load',
    summary: 'Load code systems under licence into the database: RF2 snapshot, FHIR JSON, CSV; servers know them at once',
    more: 'FILE...',
    options: [
      { name: 'system', type: 'string', value: 'URL', help: 'code system of a table' },
      { name: 'version', type: 'string', value: 'TEXT', help: 'version, where the files do not tell it' },
      { name: 'code', type: 'string', value: 'NAME', help: 'column of a table that holds the codes' },
      { name: 'display', type: 'string', value: 'NAME', help: 'column of a table that holds the names' },
    ],
    run: loadTerminologyFiles,
  },
  {
    name: 'terminology list',
    summary: 'List the code systems that were loaded, with their versions',
    options: [
      ...formats,
    ],
    run: listTerminology,
  },
]

/** Aborted by SIGINT and SIGTERM, and when the program that started this one has gone. */
function listenForStop(): AbortSignal {
  const controller = new AbortController()
  const stop = (): void => controller.abort()
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) process.on(event, stop)
  // It had a channel, and lost it before anyone listened.
  if (process.connected === false) stop()
  return controller.signal
}

function readFormat(values: Values): 'table' | 'json' {
  const format = values.has('json') ? 'json' : (values.text('format') ?? 'table')
  if (format !== 'table' && format !== 'json') throw new UsageError('--format is table or json')
  return format
}

async function runDemo(values: Values, more: readonly string[]): Promise<0 | 1> {
  const format = readFormat(values)
  const signal = listenForStop()
  const { runDemo, stages } = await import('./demo.ts')
  const { InputError } = await import('./demo/input.ts')
  const { openProgress } = await import('./demo/progress.ts')
  const { renderResult } = await import('./demo/tables.ts')
  try {
    const result = await runDemo({
      files: [...values.list('input'), ...more],
      out: values.text('out') ?? 'demo-out',
      dataDirectory: process.env['BANKSIA_DATA_DIR'] || undefined,
      progress: openProgress(process.stderr, stages),
      signal,
    })
    const consultations = result.consultations.map(({ report }) => report)
    process.stdout.write(format === 'json' ? `${JSON.stringify({ consultations }, null, 2)}\n` : renderResult(result))
    for (const fault of result.faults) process.stderr.write(`${fault}\n`)
    return result.faults.length === 0 ? 0 : 1
  } catch (error) {
    if (error instanceof InputError) throw new UsageError(error.message, { cause: error })
    throw signal.aborted ? new Error('stopped', { cause: error }) : error
  }
}

async function printToken(values: Values): Promise<0> {
  const { ConfigError, readConfig } = await import('./config.ts')
  const { findWrongOptions, requestDevelopmentToken } = await import('./identity/development-token.ts')
  const { spokes } = await import('./spokes.ts')
  const options = {
    role: values.text('role'),
    spoke: values.text('spoke'),
    tenant: values.text('tenant'),
    scope: values.text('scope'),
    patient: values.text('patient'),
    practitionerRole: values.text('practitioner-role'),
  }
  try {
    const { port, iosSpoke } = readConfig(process.env)
    const spokeIds = spokes(iosSpoke).map(({ id }) => id)
    const [wrong] = findWrongOptions(options, spokeIds)
    if (wrong !== undefined) throw new UsageError(`the value of --${toFlag(wrong)} is not understood`)
    process.stdout.write(`${await requestDevelopmentToken(`http://127.0.0.1:${port}`, options)}\n`)
    return 0
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message, { cause: error }) : error
  }
}

const toFlag = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

async function runListener(values: Values): Promise<0> {
  const signal = listenForStop()
  const { listenForDocuments } = await import('./mllp-listen.ts')
  const port = Number(values.text('port') ?? Number.NaN)
  const directory = values.text('dir') ?? ''
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageError('--port is needed, 0 to 65535')
  if (directory === '') throw new UsageError('--dir is needed')
  const host = values.text('host') ?? '127.0.0.1'
  const listener = await listenForDocuments({
    ...{ port, host, directory },
    onReceived: (received) => process.stdout.write(`${JSON.stringify(received)}\n`),
  })
  process.stderr.write(`Listening at ${host}:${listener.port}\n`)
  if (!signal.aborted) await once(signal, 'abort')
  await listener.close()
  return 0
}

/** A setting that is wrong is wrong usage. */
async function withConfig<T>(work: (config: Config) => Promise<T>): Promise<T> {
  const { ConfigError, readConfig } = await import('./config.ts')
  try {
    return await work(readConfig(process.env))
  } catch (error) {
    throw error instanceof ConfigError ? new UsageError(error.message, { cause: error }) : error
  }
}

async function printStatus(values: Values): Promise<0> {
  const format = readFormat(values)
  const { reportStatus } = await import('./commands/status.ts')
  process.stdout.write(await withConfig((config) => reportStatus(format === 'json', config)))
  return 0
}

async function printOpenapi(): Promise<0> {
  const { renderOpenapi } = await import('./commands/openapi.ts')
  process.stdout.write(await withConfig(async (config) => renderOpenapi(config)))
  return 0
}

function readTenant(values: Values): string | undefined {
  const tenant = values.text('tenant')
  if (tenant !== undefined && !/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(tenant))
    throw new UsageError('--tenant is a UUID')
  return tenant
}

async function verifyAudit(values: Values): Promise<0 | 1> {
  const format = readFormat(values)
  const tenant = readTenant(values)
  const { reportVerification } = await import('./commands/audit.ts')
  const asked = { tenant, checkpoint: values.text('checkpoint'), isJson: format === 'json' }
  return withConfig((config) => reportVerification(config, asked))
}

async function exportCheckpoint(values: Values): Promise<0> {
  const out = values.text('out')
  if (out === undefined || out === '') throw new UsageError('--out is needed')
  const tenant = readTenant(values)
  const { writeCheckpoint } = await import('./commands/audit.ts')
  return withConfig((config) => writeCheckpoint(config, { tenant, out }))
}

async function rebuildUsage(values: Values): Promise<0 | 1> {
  const asked = { isJson: readFormat(values) === 'json', tenant: readTenant(values) }
  const { reportRebuild } = await import('./commands/usage.ts')
  return withConfig((config) => reportRebuild(config, asked))
}

async function holdRecording(values: Values): Promise<0 | 1> {
  const { isUuid } = await import('./ids.ts')
  const id = values.text('session')?.toLowerCase()
  if (id === undefined || !isUuid(id)) throw new UsageError('--session is the id of an audio session')
  const { holdRecording } = await import('./commands/audio.ts')
  return withConfig((config) => holdRecording(config, { id, isHeld: !values.has('release') }))
}

async function queueReindex(values: Values): Promise<0> {
  const asked = { tenant: readTenant(values), type: values.text('type') }
  if (asked.type !== undefined && !/^[A-Z][A-Za-z]+$/.test(asked.type))
    throw new UsageError('--type is a resource type')
  const { queueReindex } = await import('./commands/reindex.ts')
  return withConfig((config) => queueReindex(config, asked))
}

async function validate(values: Values, files: readonly string[]): Promise<ExitCode> {
  const { validateFiles } = await import('./commands/validate.ts')
  return validateFiles({
    files,
    profiles: values.list('profile'),
    packages: values.list('package'),
    supporting: values.list('supporting'),
    format: values.text('format') ?? 'text',
    cacheDirectory: process.env['BANKSIA_DATA_DIR'] || './data',
  })
}

async function testConformance(_values: Values, args: readonly string[]): Promise<ExitCode> {
  const { runConformance } = await import('./commands/conformance.ts')
  return runConformance(args, listenForStop())
}

async function loadTerminologyFiles(values: Values, paths: readonly string[]): Promise<0> {
  if (paths.length === 0) throw new UsageError('FILE is needed')
  const { loadFiles } = await import('./commands/terminology.ts')
  const { LoadError } = await import('./terminology/loading/source-file.ts')
  const [system, version] = [values.text('system'), values.text('version')]
  const [code, display] = [values.text('code'), values.text('display')]
  const columns = { ...(code === undefined ? {} : { code }), ...(display === undefined ? {} : { display }) }
  const options = {
    ...(system === undefined ? {} : { system }),
    ...(version === undefined ? {} : { version }),
    columns,
  }
  try {
    return await withConfig((config) => loadFiles(config, paths, options))
  } catch (error) {
    throw error instanceof LoadError ? new UsageError(error.message, { cause: error }) : error
  }
}

async function listTerminology(values: Values): Promise<0> {
  const format = readFormat(values)
  const { printSystems } = await import('./commands/terminology.ts')
  return withConfig((config) => printSystems(config, format === 'json'))
}

async function rotateKeys(values: Values): Promise<0> {
  const tenant = readTenant(values)
  const { rotateKeys } = await import('./commands/keys.ts')
  return withConfig((config) => rotateKeys(config, tenant))
}

async function rewrapKeys(values: Values): Promise<0> {
  const { from = '', to = '' } = { from: values.text('old'), to: values.text('new') }
  if (from === '' || to === '') throw new UsageError('--old and --new are needed')
  const { rewrapKeys } = await import('./commands/keys.ts')
  return withConfig((config) => rewrapKeys(config, { from, to }))
}

await runCommand('banksia', subcommands)
