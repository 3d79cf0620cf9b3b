/** Marks at the receiver what an edition of a document has stated: entered in error by a recall, history by an amendment. D238. */
import type { Bundle, Composition, DocumentReference, Resource } from '@medplum/fhirtypes'
import { stringifyJson } from '../../core/json.ts'
import { markEnteredInError } from '../../documents/recall.ts'
import { derivedTypes, type ReleasedResource } from '../../documents/release-input.ts'
import { capabilityOf, isWithdrawable } from './capability.ts'
import { FhirFailure } from './exchange.ts'
import { documentCriteria, editionCriteria } from './parts.ts'
import { findResources, type Receiver } from './place.ts'

type Mark = (resource: Resource) => Resource | undefined
type Row = { readonly type: string; readonly criteria: (documentId: string) => string; readonly mark: Mark }

// A fact of an edition: the receiver's copy of a resource of ours.
const enteredInError: Mark = (resource) => markEnteredInError(resource as ReleasedResource)
const facts = derivedTypes.map((type): Row => ({ type, criteria: editionCriteria, mark: enteredInError }))

/** R4 composition.html, documentreference.html: an edition that was replaced is history. */
const superseded: readonly Row[] = [
  ...facts,
  {
    type: 'Composition',
    criteria: documentCriteria,
    mark: (resource) => ({ ...(resource as Composition), status: 'amended' }),
  },
  {
    type: 'DocumentReference',
    criteria: documentCriteria,
    mark: (resource) => ({ ...(resource as DocumentReference), status: 'superseded' }),
  },
]

const recalled = (document: Bundle): readonly Row[] => [
  { type: 'DocumentReference', criteria: documentCriteria, mark: enteredInError },
  { type: 'Composition', criteria: documentCriteria, mark: enteredInError },
  { type: 'Bundle', criteria: documentCriteria, mark: ({ id }) => ({ ...document, ...(id && { id }) }) },
  ...facts,
]

export type Withdrawn = {
  readonly marked: number
  /** Types that the receiver does not let us read: what it has of them, if anything, is not marked. */
  readonly barred: readonly string[]
}

/** Everything of the edition that the receiver has and shows us. Repeatable. Throws FhirFailure. */
export async function withdraw(receiver: Receiver, document: Bundle, documentId: string): Promise<Withdrawn> {
  let marked = 0
  const barred: string[] = []
  for (const row of recalled(document)) {
    const count = await markAll(receiver, [row], documentId).catch((error: unknown) => {
      if (error instanceof FhirFailure && error.status === forbidden) return undefined
      throw error
    })
    if (count === undefined) barred.push(row.type)
    else marked += count
  }
  return { marked, barred }
}

const withdrawn: ReadonlySet<string> = new Set(['entered-in-error', 'superseded'])

/** Whether the receiver has a DocumentReference of the edition that is no longer current. False if the receiver does not let us search. */
export async function isWithdrawnThere({ exchange, capability }: Receiver, documentId: string): Promise<boolean> {
  if (!capabilityOf(capability, 'DocumentReference').find) return false
  const search = findResources(exchange, 'DocumentReference', documentCriteria(documentId))
  const found = await search.catch((error: unknown) => {
    if (error instanceof FhirFailure && error.status === forbidden) return []
    throw error
  })
  return found.some((one) => withdrawn.has((one as DocumentReference).status))
}

/** RFC 9110 15.5.4: the client is known, and may not do this. */
const forbidden = 403

export const supersede = (receiver: Receiver, documentId: string): Promise<number> =>
  markAll(receiver, superseded, documentId)

async function markAll({ exchange, capability }: Receiver, rows: readonly Row[], documentId: string): Promise<number> {
  let marked = 0
  for (const { type, criteria, mark } of rows) {
    if (!isWithdrawable(capability, type)) continue
    for (const found of await findResources(exchange, type, criteria(documentId))) {
      const body = mark(found)
      if (found.id === undefined || body === undefined || stringifyJson(body) === stringifyJson(found)) continue
      const version = found.meta?.versionId
      const headers = version === undefined ? {} : { 'if-match': `W/"${version}"` }
      await exchange.call({ method: 'PUT', path: `${type}/${found.id}`, body, headers })
      marked += 1
    }
  }
  return marked
}
