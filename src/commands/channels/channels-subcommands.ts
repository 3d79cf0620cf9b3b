/** The subcommands of `banksia channels`: channels as files. */
import type { Subcommand } from '../subcommand.ts'

const page = 'docs/channels.md'
const tenant = { name: 'tenant', type: 'string', value: 'ID', help: 'tenant of the channels' } as const

// biome-ignore format: one row a line
export const channelsSubcommands: readonly Subcommand[] = [
  {
    name: 'channels export',
    summary: 'Write each channel of a tenant into a YAML file, without its secrets, and each mapping table into a CSV file',
    more: 'DIR',
    page,
    options: [tenant],
    load: async () => (await import('./export-channels.ts')).exportChannels,
  },
  {
    name: 'channels apply',
    summary: 'Make the channels of a tenant match the YAML and JSON files of a folder, and its mapping tables match the CSV files, all or none, and print the changes',
    more: 'DIR',
    page,
    note: 'Exit code: 0 applied or nothing to change, 1 a file is refused and nothing was written, 2 wrong usage.',
    options: [
      tenant,
      { name: 'dry-run', type: 'boolean', help: 'print what would change, and write nothing' },
      { name: 'overwrite', type: 'boolean', help: 'also where somebody changed the channel since' },
    ],
    load: async () => (await import('./apply-channels.ts')).applyChannels,
  },
]
