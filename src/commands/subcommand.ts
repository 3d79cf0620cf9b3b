/** The tables of a command and its subcommands: the members of a row, and the input of its work. */

export type ExitCode = 0 | 1 | 2

export type Option = {
  readonly name: string
  readonly type: 'string' | 'boolean'
  readonly multiple?: true
  /** Name of its value in the help. */
  readonly value?: string
  readonly help: string
}

/** The given value of each option. */
export type Values = {
  readonly text: (name: string) => string | undefined
  readonly list: (name: string) => readonly string[]
  readonly has: (name: string) => boolean
}

export type Subcommand = {
  /** One word or two. */
  readonly name: string
  readonly summary: string
  /** Names values without an option; absent if there are none. */
  readonly more?: string
  readonly options: readonly Option[]
  /** The page of our documentation that shows it. */
  readonly page?: string
  /** Printed below the options in the help. */
  readonly note?: string
  /** Another program runs, with the arguments unchanged. */
  readonly isPassedOn?: true
  /** Loads the parts that it needs, so that none waits for another's. */
  readonly load: () => Promise<(values: Values, more: readonly string[]) => Promise<ExitCode>>
}

/** The options of a subcommand with a result. */
// biome-ignore format: one row a line
export const formats = [
  { name: 'format', type: 'string', value: 'table|json', help: 'form of the result (default: table)' },
  { name: 'json', type: 'boolean', help: 'the same as --format json' },
] as const satisfies Subcommand['options']

export type Command = {
  readonly name: string
  readonly version: string
  readonly subcommands: readonly Subcommand[]
}

/** The command was called wrongly. */
export class UsageError extends Error {}
