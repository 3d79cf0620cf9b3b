/** The requests that are measured: every row of the tables of `test/access` that names something, for what is hidden and for what nobody has. */
import { newId } from '../../src/core/ids.ts'
import type { DevelopmentTokenOptions } from '../../src/identity/development-token.ts'
import { absentIds, hubRequestOf, namingOperations, variantsOf } from '../../test/access/boundary-hub-world.ts'
import { namingRows, requestOf, titleOf } from '../../test/access/boundary-rows.ts'
import type { BoundarySite } from './site.ts'

/** `control`: as `absent`, with other ids. */
export const kinds = ['hidden', 'absent', 'control'] as const
export type Kind = (typeof kinds)[number]

export type Sent = {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export type BoundaryRow = {
  /** The reason for which it is hidden, and the request. */
  readonly name: string
  readonly as: DevelopmentTokenOptions
  readonly ask: (kind: Kind) => Sent
}

export function listBoundaryRows({ fhir, hub }: BoundarySite): readonly BoundaryRow[] {
  const names = { hidden: fhir.hidden, absent: fhir.absent, control: absentIds(fhir.hidden) }
  const ids = { hidden: hub.hidden, absent: hub.absent, control: absentIds(hub.hidden) }
  const ofFhir = Object.entries(fhir.reasons).flatMap(([reason, as]) =>
    namingRows.map((row) => ({
      name: `${reason}: ${titleOf(row)}`,
      as,
      ask: (kind: Kind) => requestOf(row, names[kind]),
    })),
  )
  const ofHub = Object.entries(hub.reasons).flatMap(([reason, as]) =>
    namingOperations.map((operation) => ({
      name: `${reason}: ${operation.title}`,
      as,
      ask: (kind: Kind) => hubRequestOf(as, { operation, sent: variantsOf(operation)[0], ids: ids[kind] }),
    })),
  )
  return [...ofFhir, ...ofHub]
}

/** With an id of its own, as every request. */
export const headersOf = ({ headers }: Sent, token: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${token}`,
  'x-request-id': newId(),
  ...headers,
})
