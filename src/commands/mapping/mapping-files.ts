/** Reads the CSV files of mapping tables: one file, or all of a folder. docs/channels.md#mapping-tables */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mostBytes, parseMappingFile } from '../../domain/mapping/mapping-file.ts'
import { type GivenTable, tableName } from '../../domain/mapping/mapping-tables.ts'
import { UsageError } from '../subcommand.ts'

export type MappingFiles = {
  readonly tables: readonly GivenTable[]
  /** A sentence for each fault, with the name of the file. */
  readonly faults: readonly string[]
}

const ending = '.csv'
const mostFiles = 100

/** Reads the files of a folder whose names end in .csv; the rest of the name is the name of the table. Throws UsageError for a folder that cannot be read. */
export async function readMappingFiles(folder: string): Promise<MappingFiles> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new UsageError('DIR names a folder that cannot be read', { cause })
  })
  const wanted = names.filter((name) => name.endsWith(ending) && !name.startsWith('.')).toSorted()
  if (wanted.length > mostFiles) throw new UsageError(`DIR has more than ${mostFiles} mapping tables`)
  const read: MappingFiles[] = []
  for (const file of wanted) read.push(await readMappingFile(join(folder, file), file, nameOf(file)))
  return { tables: read.flatMap(({ tables }) => tables), faults: read.flatMap(({ faults }) => faults) }
}

export const nameOf = (file: string): string => (file.endsWith(ending) ? file.slice(0, -ending.length) : file)

/** `file`: its name, for the faults. */
export async function readMappingFile(path: string, file: string, name: string): Promise<MappingFiles> {
  const refused = (fault: string): MappingFiles => ({ tables: [], faults: [fault] })
  if (!tableName.test(name))
    return refused(`${file}: its name is no name of a table: small letters, digits and hyphens, at most 80`)
  const { size } = await stat(path)
  if (size > mostBytes) return refused(`${file}: is larger than ${mostBytes} bytes`)
  const { rows, faults } = parseMappingFile(file, await readFile(path))
  return faults.length > 0 ? { tables: [], faults } : { tables: [{ name, rows }], faults }
}
