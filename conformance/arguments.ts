/** The options of the program. */
import { parseArgs } from 'node:util'
import type { JsonObject } from './json.ts'
import { note, options } from './options.ts'
import type { LaunchOptions } from './smart/app.ts'
import { readGivenLaunch, readLaunch, readService } from './smart/arguments.ts'
import type { ServiceOptions } from './smart/backend.ts'
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
  readonly service: ServiceOptions | undefined
  readonly given: JsonObject | undefined
  readonly report: string | undefined
  readonly isWhole: boolean
  readonly timeoutMs: number
}

export class ArgumentError extends Error {}

const known = { ...options, help: { type: 'boolean', short: 'h' } } as const

const rows = Object.entries(options).map(([name, row]) => ({
  flag: `--${name}${'value' in row ? ` ${row.value}` : ''}`,
  help: row.help,
}))
const width = Math.max(...rows.map(({ flag }) => flag.length))

export const helpText = `Usage: banksia conformance --base-url URL [OPTION...]

Test a FHIR R4 server from outside.

${rows.map(({ flag, help }) => `  ${flag.padEnd(width)}  ${help}`).join('\n')}

${note}
`

type Values = ReturnType<typeof parseArgs<{ options: typeof known }>>['values']

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
    launch: readLaunch(values, refuse),
    service: readService(values, refuse),
    given: readGivenLaunch(environment, refuse),
    report: values.report,
    isWhole: values['show-patient-data'] === true,
    timeoutMs: readNumber(values.timeout ?? '30', '--timeout') * 1000,
  }
}

function readValues(args: readonly string[]): Values {
  try {
    return parseArgs({ args: [...args], options: known }).values
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

function refuse(message: string): never {
  throw new ArgumentError(message)
}

const readList = (text: string | undefined): string[] => text?.split(',').filter((one) => one !== '') ?? []

function readNumber(text: string, name: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number <= 0 || number > 65_535) throw new ArgumentError(`${name} is a number`)
  return number
}
