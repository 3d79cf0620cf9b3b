/** Maps the codes of a document by the tables of a channel. docs/channels.md#mapping-tables; D247, D248 */
import type { JsonObject } from '../../core/json.ts'
import {
  type ChosenTable,
  type MappingChoice,
  putMappingChoice,
  unmapped,
} from '../../store/channels/mapping-choices.ts'
import { defaultCode, openMappingRows } from '../../store/channels/mapping-rows.ts'
import type { ChannelContent } from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'
import { type CodedPlace, type CodeOutcome, listCodings, mapCodes, type UsedTable } from './map-codes.ts'
import { findMappingTable, readTableVersion } from './mapping-tables.ts'

/** A code of the document is in no table, and the channel holds such documents. */
export class CodesUnmapped extends Error {
  constructor() {
    super('a code of the document is in no mapping table of the channel')
    this.name = 'CodesUnmapped'
  }
}

type Mapped = Pick<ChannelContent, 'mappings'>

/** The tables of a channel in the versions that a form takes now: the one that it names, or the newest. Undefined if one is missing. */
export async function chooseTables(tx: Tx, { mappings = [] }: Mapped): Promise<MappingChoice | undefined> {
  const chosen: ChosenTable[] = []
  for (const mapping of mappings) {
    const found = await findMappingTable(tx, mapping.table)
    if (found === undefined) return undefined
    chosen.push({ ...mapping, tableId: found.id, version: mapping.version ?? found.version })
  }
  return chosen
}

/** Chooses the tables of a channel and keeps the choice for a form. Answers its hash; undefined if a table is missing. */
export async function chooseMapping(tx: Tx, channel: Mapped): Promise<string | undefined> {
  if (channel.mappings === undefined) return unmapped
  const chosen = await chooseTables(tx, channel)
  return chosen && putMappingChoice(tx, chosen)
}

/** Replaces codes in the given document itself: parse it for this call. */
export async function mapDocument(
  tx: Tx,
  choice: MappingChoice,
  document: JsonObject,
): Promise<readonly CodeOutcome[]> {
  if (choice.length === 0) return []
  const places = listCodings(document)
  const tables: UsedTable[] = []
  for (const chosen of choice) tables.push(await openTable(tx, chosen, places))
  return mapCodes(places, tables)
}

async function openTable(tx: Tx, chosen: ChosenTable, places: readonly CodedPlace[]): Promise<UsedTable> {
  const { table, tableId, version, miss, elements } = chosen
  const { systems } = await readTableVersion(tx, { tableId, version })
  const defaults = systems.map((system) => ({ system, code: defaultCode }))
  const asked = places.filter(({ system }) => systems.includes(system))
  const find = await openMappingRows(tx, { tableId, version }, [...asked, ...defaults])
  return { table, version, miss, elements, find, systems: new Set(systems) }
}

export const isHeld = (outcomes: readonly CodeOutcome[]): boolean => outcomes.some(({ outcome }) => outcome === 'held')
