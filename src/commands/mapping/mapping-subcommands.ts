/** The subcommands of `banksia mapping`: tables by which channels replace codes. */
import { formats, type Subcommand } from '../subcommand.ts'

const page = 'docs/channels.md'
const tenant = { name: 'tenant', type: 'string', value: 'ID', help: 'tenant of the mapping tables' } as const

// biome-ignore format: one row a line
export const mappingSubcommands: readonly Subcommand[] = [
  {
    name: 'mapping load',
    summary: 'Make the rows of a CSV file the newest version of a mapping table',
    more: 'FILE',
    page,
    note: 'Exit code: 0 loaded or nothing to change, 1 the file is refused and nothing was written, 2 wrong usage.',
    options: [
      tenant,
      { name: 'name', type: 'string', value: 'NAME', help: 'name of the table (default: that of the file, without .csv)' },
      { name: 'dry-run', type: 'boolean', help: 'print what would change, and write nothing' },
    ],
    load: async () => (await import('./load-mapping.ts')).loadMapping,
  },
  {
    name: 'mapping list',
    summary: 'List the mapping tables of a tenant with their newest versions',
    page,
    options: [tenant, ...formats],
    load: async () => (await import('./list-mappings.ts')).listMappings,
  },
]
