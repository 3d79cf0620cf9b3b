/** What the program is asked for. */
import { parseArgs } from 'node:util'
import type { LaunchOptions } from './smart/launch.ts'
import type { Client } from './tokens.ts'
import { programValidator, serverValidator, type Validator } from './validator.ts'

export const suiteNames = ['au-core', 'fhir-r4', 'smart', 'acceptance'] as const

export type Asked = {
  readonly base: string
  readonly suites: readonly (typeof suiteNames)[number][]
  readonly token?: string | undefined
  readonly client?: Client | undefined
  readonly patientIds: readonly string[]
  readonly hasDraft: boolean
  /** Types of AU Core to test; all where there are none. */
  readonly types: readonly string[]
  readonly validator: Validator | undefined
  readonly launch: LaunchOptions | undefined
  readonly report: string | undefined
  readonly isWhole: boolean
  readonly timeoutMs: number
}

export class ArgumentError extends Error {}

const options = {
  'base-url': { type: 'string' },
  suite: { type: 'string', multiple: true },
  token: { type: 'string' },
  'client-id': { type: 'string' },
  scope: { type: 'string' },
  'patient-ids': { type: 'string' },
  draft: { type: 'boolean' },
  types: { type: 'string' },
  validator: { type: 'string' },
  report: { type: 'string' },
  'show-patient-data': { type: 'boolean' },
  timeout: { type: 'string' },
  'launch-client-id': { type: 'string' },
  'launch-port': { type: 'string' },
  'launch-scope': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const

export const helpText = `Usage: banksia conformance --base-url URL [OPTION...]

Test a FHIR R4 server from outside.

  --base-url URL         base address of the server, e.g. https://fhir.example/R4
  --suite NAME           au-core, fhir-r4, smart or acceptance; may be repeated (default: au-core)
  --token TOKEN          access token; better in the variable CONFORMANCE_TOKEN, which no process list shows
  --client-id ID         ask for tokens by client credentials; the secret is in CONFORMANCE_CLIENT_SECRET
  --scope SCOPES         scopes to ask for with --client-id
  --patient-ids A,B      patients to test with (default: those that the server shows unasked)
  --types A,B            resource types of AU Core to test, with Patient among them (default: all)
  --draft                the five profiles of the AU Core 2.1.0 draft too
  --validator URL|PROGRAM  base address with $validate, or a program that takes the arguments of banksia validate
  --launch-client-id ID  test the launch of a public app: the address to open is printed
  --launch-port N        port of its redirect address http://127.0.0.1:N/callback
  --launch-scope SCOPES  scopes that it asks for (default: openid fhirUser launch/patient patient/Patient.rs)
  --report DIR           write report.html, report.json and junit.xml
  --show-patient-data    put what was sent and answered in the reports as it is
  --timeout SECONDS      for each request (default: 30)

fhir-r4 and acceptance write synthetic resources, and delete them again. Exit code: 0 no finding, 1 findings, 2 wrong usage.
`

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values']

/** `undefined` where help was asked for. */
export function parseArguments(args: readonly string[], environment: NodeJS.ProcessEnv): Asked | undefined {
  const values = readValues(args)
  if (values.help) return undefined
  const base = values['base-url']?.replace(/\/+$/, '')
  if (base === undefined || !/^https?:\/\//.test(base))
    throw new ArgumentError('--base-url is an http or https address')
  return {
    base,
    suites: readSuites(values.suite),
    token: values.token ?? environment['CONFORMANCE_TOKEN'],
    client: readClient(values, environment),
    patientIds: readList(values['patient-ids']),
    hasDraft: values.draft === true,
    types: readList(values.types),
    validator: readValidator(values.validator, environment),
    launch: readLaunch(values),
    report: values.report,
    isWhole: values['show-patient-data'] === true,
    timeoutMs: readNumber(values.timeout ?? '30', '--timeout') * 1000,
  }
}

function readValues(args: readonly string[]): Values {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : 'wrong usage', { cause: error })
  }
}

function readSuites(names: readonly string[] | undefined): Asked['suites'] {
  const asked = names ?? ['au-core']
  const known = suiteNames.filter((name) => asked.includes(name))
  if (asked.some((name) => !suiteNames.some((one) => one === name)))
    throw new ArgumentError(`--suite is one of ${suiteNames.join(', ')}`)
  return known
}

function readClient(values: Values, environment: NodeJS.ProcessEnv): Client | undefined {
  const id = values['client-id']
  if (id === undefined) return undefined
  const secret = environment['CONFORMANCE_CLIENT_SECRET']
  if (secret === undefined) throw new ArgumentError('--client-id needs the secret in CONFORMANCE_CLIENT_SECRET')
  return { id, secret, scope: values.scope }
}

/** The caller names its own program by the variable; an address is a server. */
function readValidator(asked: string | undefined, environment: NodeJS.ProcessEnv): Validator | undefined {
  const given = asked ?? environment['CONFORMANCE_VALIDATOR']
  if (given === undefined || given === 'none') return undefined
  if (/^https?:\/\//.test(given)) return serverValidator(given.replace(/\/+$/, ''))
  const command: unknown = given.startsWith('[') ? JSON.parse(given) : given.split(' ')
  return programValidator((Array.isArray(command) ? command : [given]).map(String))
}

function readLaunch(values: Values): LaunchOptions | undefined {
  const clientId = values['launch-client-id']
  if (clientId === undefined) return undefined
  return {
    clientId,
    port: readNumber(values['launch-port'] ?? '', '--launch-port'),
    scope: values['launch-scope'] ?? 'openid fhirUser launch/patient patient/Patient.rs',
    timeoutMs: 300_000,
    announce: (url) => process.stderr.write(`\nOpen this address and sign in:\n${url}\n`),
  }
}

const readList = (text: string | undefined): string[] => text?.split(',').filter((one) => one !== '') ?? []

function readNumber(text: string, name: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number <= 0 || number > 65_535) throw new ArgumentError(`${name} is a number`)
  return number
}
