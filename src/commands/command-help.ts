/** The text that `--help` prints for a command, a group of its subcommands, and one subcommand. */
import type { Option, Subcommand } from './subcommand.ts'

/** Every subcommand has these, unless it has an option of that name. */
const common: readonly Option[] = [
  { name: 'help', type: 'boolean', help: 'print this text' },
  { name: 'version', type: 'boolean', help: 'print the version' },
]

const widthOf = (texts: readonly string[]): number => Math.max(...texts.map((text) => text.length))

/** `group`: the first word of those subcommands; absent: all. */
export function renderOverview(command: string, subcommands: readonly Subcommand[], group?: string): string {
  const shown = subcommands.filter(({ name }) => group === undefined || name.startsWith(`${group} `))
  const width = widthOf(shown.map(({ name }) => name))
  const rows = shown.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`)
  const usage = `Usage: ${command} ${group === undefined ? '' : `${group} `}SUBCOMMAND [OPTION...]`
  const example = group === undefined ? 'SUBCOMMAND' : (shown[0]?.name ?? group)
  return `${usage}\n\n${rows.join('\n')}\n\n${command} ${example} --help tells its options.\n`
}

export const flagOf = ({ name, value }: Option): string => `--${name}${value === undefined ? '' : ` ${value}`}`

export const usageOf = (command: string, { name, more, options }: Subcommand): string =>
  [command, name, ...(options.length > 0 ? ['[OPTION...]'] : []), ...(more === undefined ? [] : [more])].join(' ')

export function renderHelp(command: string, subcommand: Subcommand): string {
  const { summary, options, note, page } = subcommand
  const shown = [...options, ...common.filter((row) => !options.some((own) => own.name === row.name))]
  const width = widthOf(shown.map(flagOf))
  const rows = shown.map((option) => `  ${flagOf(option).padEnd(width)}  ${option.help}`)
  const end = [...(note === undefined ? [] : [note]), ...(page === undefined ? [] : [`See ${page}.`])]
  return `${[`Usage: ${usageOf(command, subcommand)}`, `${summary}.`, rows.join('\n'), ...end].join('\n\n')}\n`
}
