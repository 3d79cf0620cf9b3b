/** Lists mapping tables, shows their versions and rows, and deletes them. docs/channels.md#mapping-tables; D247 */
import { z } from 'zod'
import { invalidField, Problem } from '../../core/problems.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, listOf, named, storedMembers } from '../../http/reply/answers.ts'
import { noContent, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { listMappingRows, type MappedCode } from '../../store/channels/mapping-rows.ts'
import { hubAddress, hubContent } from '../../store/hub-resources.ts'
import { representation } from '../../store/resources/content.ts'
import { line } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { pageQuery, readCursor, readPage, writeCursor } from '../paging.ts'
import { listVersionPage, maxVersion } from '../version-page.ts'

export const mappingTableAnswer = named(
  'MappingTable',
  z.strictObject({
    ...storedMembers,
    name: z.string(),
    rows: z.int(),
    sha256: z.string(),
    systems: z.array(z.string()),
    defaults: z.array(z.string()),
  }),
  {
    ...exampleStored,
    name: 'conditions',
    rows: 1204,
    sha256: 'd4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35',
    systems: ['http://snomed.info/sct'],
    defaults: [],
  },
)
export const mappingTableList = listOf(mappingTableAnswer)

export const mappingTableQuery = pageQuery

export async function listMappingTables(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof mappingTableQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { items, nextCursor } = await readPage(tx, { list: 'mapping-tables', query, type: 'MappingTable', where: [] })
    return ok({ items: items.map(representation), nextCursor })
  })
}

export async function readMappingTable({ caller, params }: HandlerRequest<'mappingTableId'>, hub: Hub) {
  return hub.transact(caller, async (tx) =>
    ok(representation(await tx.read(hubAddress('MappingTable', params.mappingTableId)))),
  )
}

export async function listMappingTableVersions(
  { caller, params, query }: HandlerRequest<'mappingTableId', undefined, z.output<typeof mappingTableQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { id } = await tx.read(hubAddress('MappingTable', params.mappingTableId))
    const list = { list: 'mapping-table-versions', type: 'MappingTable', id, query } as const
    const { items, nextCursor } = await listVersionPage(tx, list)
    return ok({ items: items.map(representation), nextCursor })
  })
}

const shownCode = z.strictObject({ system: z.string(), code: z.string(), display: z.string().exactOptional() })

/** A code of a document, and the code of the receiver. */
export const mappedCode = { source: shownCode.omit({ display: true }), target: shownCode }

export const mappingRow = named('MappingRow', z.strictObject(mappedCode), {
  source: { system: 'http://snomed.info/sct', code: '195967001' },
  target: { system: 'http://hl7.org/fhir/sid/icd-10-am', code: 'J45.9', display: 'Asthma, unspecified' },
})
export const mappingRowList = listOf(mappingRow)

export const mappingRowQuery = pageQuery.extend({
  version: z.coerce.number().int().min(1).max(maxVersion).optional(),
  system: line(600).optional(),
  code: line(200).optional(),
})

const rowList = 'mapping-rows'

/** Lists rows in the order of their source codes. */
export async function listMappingTableRows(
  { caller, params, query }: HandlerRequest<'mappingTableId', undefined, z.output<typeof mappingRowQuery>>,
  hub: Hub,
) {
  const { limit, system, code } = query
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('MappingTable', params.mappingTableId))
    const { version = stored.version } = query
    if (version > stored.version) throw invalidField('version', 'is no version of this table')
    const after = readCursor<MappedCode>(tx, rowList, query)
    const found = await listMappingRows(tx, { tableId: stored.id, version, limit: limit + 1, after, system, code })
    const items = found.slice(0, limit)
    const last = found.length > limit ? items.at(-1) : undefined
    return ok({ items, nextCursor: writeCursor(tx, rowList, last?.source) })
  })
}

/** Deletes the table but keeps its rows, for the repetitions and recalls of earlier deliveries. D248 */
export async function deleteMappingTable({ caller, params, expected }: HandlerRequest<'mappingTableId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubAddress('MappingTable', params.mappingTableId), 'update')
    checkVersion(stored, expected)
    const where = [{ parameter: 'mappingTable', values: [hubContent('MappingTable', stored).name] }]
    const { items } = await tx.search({ space: 'hub', type: 'Channel', where, limit: 1, order: 'oldest' })
    if (items.length > 0)
      throw new Problem('business-rule', { detail: 'A channel uses this table: take it out of the channel first' })
    await tx.remove(stored)
    tx.record('mapping-table.deleted', { resourceType: 'MappingTable', resourceId: stored.id })
    return noContent
  })
}
