/** How a command with subcommands parses its arguments, prints help and ends: exit 0 success, 1 a finding or failure, 2 wrong usage. */
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { findNearest } from '../profiles/nearest-name.ts'
import { renderHelp, renderOverview } from './command-help.ts'
import { type Command, type ExitCode, type Subcommand, UsageError, type Values } from './subcommand.ts'

/** Runs the subcommand that the arguments name, and answers the exit code of the process. */
export async function runCommand(command: Command, args: readonly string[]): Promise<ExitCode> {
  const called = readCalled(command, args)
  try {
    return await run(command, called)
  } catch (error) {
    const isUsage = error instanceof UsageError
    process.stderr.write(`${command.name}: ${error instanceof Error ? error.message : 'failed'}\n`)
    if (isUsage) process.stderr.write(`Try: ${[command.name, called.words, '--help'].filter(Boolean).join(' ')}\n`)
    return isUsage ? 2 : 1
  }
}

type Called = {
  readonly subcommand: Subcommand | undefined
  /** The name of the subcommand, or of the group; empty without either. */
  readonly words: string
  readonly args: readonly string[]
}

function readCalled({ subcommands }: Command, [first = '', ...rest]: readonly string[]): Called {
  const [second = ''] = rest
  const pair = subcommands.find(({ name }) => name === `${first} ${second}`)
  if (pair !== undefined) return { subcommand: pair, words: pair.name, args: rest.slice(1) }
  const single = subcommands.find(({ name }) => name === first)
  if (single !== undefined) return { subcommand: single, words: first, args: rest }
  const isGroup = subcommands.some(({ name }) => name.startsWith(`${first} `))
  return isGroup
    ? { subcommand: undefined, words: first, args: rest }
    : { subcommand: undefined, words: '', args: [first, ...rest] }
}

async function run(command: Command, { subcommand, words, args }: Called): Promise<ExitCode> {
  if (subcommand === undefined) return runNone(command, words, args[0] ?? '')
  const { values, positionals } = parse(subcommand, args)
  if (values['help'] === true) return print(renderHelp(command.name, subcommand))
  if (values['version'] === true) return print(renderVersion(command))
  const work = await subcommand.load()
  return work(buildValues(values), subcommand.isPassedOn ? args : positionals)
}

const helpWords: ReadonlySet<string> = new Set(['--help', '-h', 'help'])

/** `group` is empty if the first word is the mistake. */
function runNone(command: Command, group: string, word: string): ExitCode {
  const { name, subcommands } = command
  if (helpWords.has(word)) return print(renderOverview(name, subcommands, group === '' ? undefined : group))
  if (word === '--version') return print(renderVersion(command))
  if (word === '') throw new UsageError(group === '' ? 'a subcommand is needed' : `${group} needs a subcommand`)
  if (word.startsWith('-')) throw new UsageError(`there is no option ${word}${hint(word, ['--help', '--version'])}`)
  const typed = group === '' ? word : `${group} ${word}`
  const names = subcommands.flatMap((row) => (group === '' ? [row.name.split(' ')[0] ?? '', row.name] : [row.name]))
  throw new UsageError(`there is no subcommand ${typed}${hint(typed, names)}`)
}

const hint = (typed: string, names: readonly string[]): string => {
  const nearest = findNearest(typed, names)
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}

const renderVersion = ({ name, version }: Command): string => `${name} ${version}\n`

function print(text: string): ExitCode {
  process.stdout.write(text)
  return 0
}

function parse({ options, more }: Subcommand, args: readonly string[]) {
  const rows = options.map(({ name, type, multiple = false }) => [name, { type, multiple }] as const)
  const known: NonNullable<ParseArgsConfig['options']> = {
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
    ...Object.fromEntries(rows),
  }
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: more !== undefined })
  } catch (error) {
    throw new UsageError(findUnknown(known, args) ?? firstLine(error), { cause: error })
  }
}

/** Other mistakes are in the first line of the library's message, with the option. */
const firstLine = (error: unknown): string => (error instanceof Error ? error.message.split('\n')[0] : '') ?? ''

/** The first unknown option, with the one that was probably meant. */
function findUnknown(known: NonNullable<ParseArgsConfig['options']>, args: readonly string[]): string | undefined {
  const { tokens } = parseArgs({ args: [...args], options: known, strict: false, tokens: true })
  const unknown = tokens.find((token) => token.kind === 'option' && !Object.hasOwn(known, token.name))
  if (unknown?.kind !== 'option') return undefined
  const names = Object.keys(known).map((name) => `--${name}`)
  return `there is no option ${unknown.rawName}${hint(unknown.rawName, names)}`
}

const buildValues = (values: Readonly<Record<string, unknown>>): Values => ({
  text: (name) => {
    const value = values[name]
    return typeof value === 'string' ? value : undefined
  },
  list: (name) => {
    const value = values[name]
    return Array.isArray(value) ? value.map(String) : []
  },
  has: (name) => values[name] === true,
})
