/** How a command with subcommands reads its arguments, helps and ends: exit 0 success, 1 a finding or failure, 2 wrong usage. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

export type ExitCode = 0 | 1 | 2

export type Option = {
  readonly name: string
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  /** What stands for its value in the help. */
  readonly value?: string
  readonly help: string
}

/** What was given for each option. */
export type Values = {
  readonly text: (name: string) => string | undefined
  readonly list: (name: string) => readonly string[]
  readonly has: (name: string) => boolean
}

export type Subcommand = {
  /** One word or two. */
  readonly name: string
  readonly summary: string
  /** Names values that come without an option; absent where there are none. */
  readonly more?: string
  readonly options: readonly Option[]
  /** Its arguments are those of another program, which also helps. */
  readonly isPassedOn?: true
  /** Loads the parts that it needs, so that none waits for another's. */
  readonly load: () => Promise<(values: Values, more: readonly string[]) => Promise<ExitCode>>
}

/** The command was called wrongly. */
export class UsageError extends Error {}

/** Sets the exit code; the process ends when its work has. */
export async function runCommand(command: string, subcommands: readonly Subcommand[]): Promise<void> {
  const [name, ...args] = process.argv.slice(2)
  const subcommand = subcommands.find((row) => row.name === name || row.name === `${name} ${args[0]}`)
  const rest = subcommand === undefined || subcommand.name === name ? args : args.slice(1)
  try {
    process.exitCode = await runSubcommand({ command, subcommands, name, subcommand }, rest)
  } catch (error) {
    const isUsage = error instanceof UsageError
    process.stderr.write(`${command}: ${error instanceof Error ? error.message : 'failed'}\n`)
    if (isUsage)
      process.stderr.write(`Try: ${command} ${subcommand === undefined ? '' : `${subcommand.name} `}--help\n`)
    process.exitCode = isUsage ? 2 : 1
  }
  // The channel to the program that started this one would keep it.
  if (process.connected) process.disconnect()
}

type Called = {
  readonly command: string
  readonly subcommands: readonly Subcommand[]
  readonly name: string | undefined
  readonly subcommand: Subcommand | undefined
}

const helpWords: ReadonlySet<string> = new Set(['--help', '-h', 'help'])

async function runSubcommand(called: Called, args: readonly string[]): Promise<ExitCode> {
  const { command, subcommands, name, subcommand } = called
  if (subcommand === undefined) {
    if (name === undefined || !helpWords.has(name)) {
      throw new UsageError(name === undefined ? 'a subcommand is needed' : 'there is no such subcommand')
    }
    process.stdout.write(renderOverview(command, subcommands))
    return 0
  }
  if (subcommand.isPassedOn) return (await subcommand.load())(buildValues({}), args)
  const { values, positionals } = parse(subcommand, args)
  if (values['help'] === true) {
    process.stdout.write(renderHelp(command, subcommand))
    return 0
  }
  return (await subcommand.load())(buildValues(values), positionals)
}

function parse({ options, more }: Subcommand, args: readonly string[]) {
  const rows = options.map(({ name, type, multiple = false }) => [name, { type, multiple }] as const)
  const known: ParseArgsConfig['options'] = { help: { type: 'boolean', short: 'h' }, ...Object.fromEntries(rows) }
  try {
    return parseArgs({ args: [...args], options: known, allowPositionals: more !== undefined })
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'not understood', { cause: error })
  }
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

const widthOf = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length))

function renderOverview(command: string, subcommands: readonly Subcommand[]): string {
  const width = widthOf(subcommands.map(({ name }) => name))
  const rows = subcommands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  return `Usage: ${command} SUBCOMMAND [OPTION...]\n\n${rows.join('\n')}\n\n${command} SUBCOMMAND --help tells its options.\n`
}

const flagOf = ({ name, value }: Option): string => `--${name}${value === undefined ? '' : ` ${value}`}`

function renderHelp(command: string, { name, summary, more, options }: Subcommand): string {
  const width = widthOf(options.map(flagOf))
  const rows = options.map((option) => `  ${flagOf(option).padEnd(width)}  ${option.help}`)
  const usage = `Usage: ${command} ${name} [OPTION...]${more === undefined ? '' : ` ${more}`}`
  return `${usage}\n\n${summary}.\n\n${rows.join('\n')}\n`
}
