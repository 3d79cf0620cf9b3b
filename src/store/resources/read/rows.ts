/** Rows of `resource` and their opening. */

import { utc } from '../../columns.ts'
import { openSealed } from '../../keys/keys.ts'
import type { Tenant } from '../../tenants/tenant.ts'
import type { Space, Stored } from '../types.ts'

export type ResourceRow = {
  readonly space: Space
  readonly type: string
  readonly id: string
  readonly key: string
  readonly version: number
  readonly deleted: boolean
  readonly owner: Stored['owner']
  readonly created: string
  readonly updated: string
  readonly position: string
  readonly content: Buffer | null
}

/** `position` is the principal date to the microsecond, as text: a JavaScript Date would lose rows from a page sequence. */
export const resourceColumns = (alias: string): string =>
  `${alias}.space, ${alias}.type, ${alias}.id, ${rowColumns(alias)}`

/** For statements that know the address. */
export const rowColumns = (alias: string): string =>
  `${['key', 'version', 'deleted', 'owner', 'content'].map((name) => `${alias}.${name}`).join(', ')},
   ${utc(`${alias}.created_at`)} as created, ${utc(`${alias}.updated_at`)} as updated`

type Place = { readonly space: Space; readonly type: string; readonly id: string }

/** A sealed row is bound to this text, so rows cannot be swapped. */
export const sealContext = (tenant: Tenant, place: Place, version: number): string =>
  `resource|${tenant.number}|${place.space}|${place.type}|${place.id}|${version}`

export function openRow(tenant: Tenant, row: Omit<ResourceRow, 'position'> & { readonly position?: string }): Stored {
  const { content, created, updated, ...columns } = row
  const stored = { ...columns, createdAt: created, updatedAt: updated }
  if (content === null) return { ...stored, text: '\n' }
  return { ...stored, text: openSealed(tenant.keys, content, sealContext(tenant, row, row.version)).toString('utf8') }
}
