/** Checks that the mapping tables that a channel names exist in that version. docs/channels.md#mapping-tables; D247 */
import type { Bundle } from '@medplum/fhirtypes'
import { type JsonObject, parseJson, stringifyJson } from '../../core/json.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { chooseTables, isHeld, mapDocument } from '../../domain/mapping/map-document.ts'
import { findMappingTable, readTableVersion } from '../../domain/mapping/mapping-tables.ts'
import type { ChannelMapping } from '../../store/channels/channel-settings.ts'
import type { MappingTableContent } from '../../store/channels/mapping-table-content.ts'
import { type ArtifactContent, type ChannelContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'
import { readReleasedDocument } from '../exports/check-forms.ts'

/** The newest version of a table as the same command leaves it. */
type NewestTable = { readonly version: number; readonly content: MappingTableContent; readonly tableId?: string }

/** Tables that the same command writes before the channels; a dry run does not write them. */
export type PlannedTables = ReadonlyMap<string, NewestTable>

/** Throws `validation` with the member. Nobody else deletes a table until the transaction ends. */
export async function checkMappings(
  tx: Tx,
  { mappings = [] }: Pick<ChannelContent, 'mappings'>,
  planned: PlannedTables = new Map(),
): Promise<void> {
  for (const [at, mapping] of mappings.entries()) {
    const field = `mappings[${at}]`
    const newest = planned.get(mapping.table) ?? (await findNewest(tx, mapping, field))
    const table = await readNamed(tx, newest, mapping, field)
    if (mapping.miss === 'default' && table.systems.some((system) => !table.defaults.includes(system)))
      throw invalidField(`${field}.miss`, 'needs a row with the source code * for each source system of the table')
  }
}

async function findNewest(tx: Tx, { table }: ChannelMapping, field: string): Promise<NewestTable> {
  const found = await findMappingTable(tx, table)
  const stored = found && (await tx.find(hubAddress('MappingTable', found.id), 'share'))
  if (stored === undefined) throw invalidField(`${field}.table`, 'names no mapping table')
  return { version: stored.version, content: hubContent('MappingTable', stored), tableId: stored.id }
}

/** The version that the channel names, or else the newest. */
async function readNamed(
  tx: Tx,
  { version: newest, content, tableId }: NewestTable,
  { version = newest }: ChannelMapping,
  field: string,
): Promise<MappingTableContent> {
  if (version === newest) return content
  if (version > newest || tableId === undefined) throw invalidField(`${field}.version`, 'is no version of this table')
  return readTableVersion(tx, { tableId, version })
}

/** Throws `business-rule` if the channel would hold the document for a code that its tables do not have. The artifact has been released. */
export async function checkMapped(tx: Tx, channel: ChannelContent, content: ArtifactContent): Promise<void> {
  if (channel.mappings === undefined) return
  const { outcomes = [] } = await mapAsNow(tx, channel, await readReleasedDocument(tx, content))
  if (!isHeld(outcomes)) return
  throw new Problem('business-rule', {
    detail: 'The document has a code that the mapping tables of the channel do not have: a dry run shows which',
  })
}

/** Maps the codes of a document by the versions of the tables that a new delivery would take now. */
export async function mapAsNow(tx: Tx, channel: Pick<ChannelContent, 'mappings'>, bundle: Bundle) {
  if (channel.mappings === undefined) return { bundle, outcomes: undefined }
  const choice = await chooseTables(tx, channel)
  if (choice === undefined) throw new Problem('business-rule', { detail: 'A mapping table of the channel is missing' })
  const document = copyDocument(bundle)
  const outcomes = await mapDocument(tx, choice, document)
  // The document is still a Bundle: only its codes were replaced.
  return { bundle: document as unknown as Bundle, outcomes }
}

/** Copies the document, because mapping changes it. Numbers keep their text. */
const copyDocument = (document: Bundle): JsonObject => parseJson(stringifyJson(document)) as JsonObject
