/** The subcommands of `banksia`, from the table that parses their arguments. */
import { flagOf, usageOf } from '../command-help.ts'
import type { Subcommand } from '../subcommand.ts'
import { code, type ReferencePage, type ReferenceTable } from './reference-page.ts'

const describeCommand = (subcommand: Subcommand): ReferenceTable => {
  const { name, summary, options, page, note } = subcommand
  const more = page === undefined ? '' : ` See [${page}](../${page.replace('docs/', '')}).`
  return {
    heading: name,
    text: [`${summary}.${more}`, code(usageOf('banksia', subcommand)), ...(note === undefined ? [] : [note])],
    columns: ['Option', 'Meaning'],
    rows: options.map((option) => [code(flagOf(option)), option.help]),
  }
}

export const buildCommandsPage = (subcommands: readonly Subcommand[]): ReferencePage => ({
  name: 'commands',
  title: 'Commands',
  text: [
    '`banksia` is `npm run -s banksia --` in a checkout. Results go to standard output, progress and messages to standard error. The exit code is 0 for success, 1 for a finding or a failure, 2 for wrong usage.',
    'A command that reads the database has the same [settings](settings.md) as the server, and works beside running servers or without any.',
  ],
  tables: subcommands.map(describeCommand),
})
