/** Which document of the record each document of a message is, and whether its edition counts. D203, D216 */
import type { JsonObject } from '../../core/json.ts'
import { textOf } from '../../core/json.ts'
import type { InboundDocument } from '../../inbound/inbound-document.ts'
import { type Edition, type EditionKey, listEditions } from '../../store/intake/editions.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { type Applying, isOwn, ownId } from './applying.ts'
import type { Entry } from './entries.ts'
import { hold } from './hold.ts'
import type { Asked } from './look-up.ts'
import { isEarlier, isLater, type Made, madeAt } from './news.ts'

export type DocumentPlan = {
  readonly document: InboundDocument
  readonly entry: Entry
  readonly id: string
  /** Tells it and its parts from all others of the patient. */
  readonly name: string
  readonly stored?: Stored
  readonly record?: JsonObject
  readonly edition?: Edition
  readonly made?: Made
  /** `older`: the record has a later edition, or it was withdrawn since. */
  readonly action: 'put' | 'withdraw' | 'older'
}

export function askedOf({ identifier }: Pick<InboundDocument, 'identifier'>, type: string): Asked | undefined {
  const { system, value } = identifier
  return system === undefined || value === undefined ? undefined : { type, system, value }
}

/** The moment of an edition whose message nobody has kept. */
const momentRows: Readonly<Record<string, string>> = {
  DiagnosticReport: 'issued',
  DocumentReference: 'date',
  ServiceRequest: 'authoredOn',
}

export const isWithdrawn = (record: JsonObject): boolean => record['status'] === 'entered-in-error'

/** Holds the message for a document of another patient. A number that stands in one message again is a further document of it. */
export async function planDocuments(applying: Applying): Promise<readonly DocumentPlan[]> {
  const named = nameDocuments(applying)
  const candidates = named.map(({ asked, count }) =>
    count === 0 ? withoutFurther(applying, asked, applying.found(asked)) : [],
  )
  const keys = candidates.flat().map((stored) => keyOf(stored))
  const editions = await listEditions(applying.tx, keys)
  const firsts = new Map<string, DocumentPlan>()
  return named.map((one, at) => {
    const first = firsts.get(one.name)
    const plan = planOne(applying, one, chooseStored(one, candidates[at] ?? [], editions), editions)
    if (one.count === 0) firsts.set(one.name, plan)
    // Further ones have no edition of their own.
    return first?.action === 'older' ? { ...plan, action: 'older' } : plan
  })
}

export const keyOf = ({ type, id }: Pick<Stored, 'type' | 'id'>): EditionKey => ({ type, id, source: '' })

type NamedDocument = {
  readonly document: InboundDocument
  readonly entry: Entry
  readonly asked: Asked
  readonly name: string
  /** How many of that number come before it in the message. */
  readonly count: number
}

function nameDocuments({ reading, entries }: Applying): readonly NamedDocument[] {
  const byUrl = new Map(entries.map((entry) => [entry.fullUrl, entry]))
  const counts = new Map<string, number>()
  return reading.documents.flatMap((document) => {
    const entry = byUrl.get(document.fullUrl)
    const asked = entry === undefined ? undefined : askedOf(document, entry.type)
    if (entry === undefined || asked === undefined) return []
    const name = nameOf(asked)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return [{ document, entry, asked, name, count }]
  })
}

const nameOf = ({ type, system, value }: Asked): string => JSON.stringify([type, system, value])

const idOf = (applying: Applying, name: string, count: number): string =>
  ownId(applying, 'document', name, String(count))

/** The id that Banksia gives to the first document of this number, if no client of FHIR has brought that document. */
export const firstIdOf = (applying: Applying, asked: Asked): string => idOf(applying, nameOf(asked), 0)

/** Those that an earlier message has brought as further ones are not the first. */
function withoutFurther(applying: Applying, asked: Asked, found: readonly Stored[]): readonly Stored[] {
  const further = new Set(found.map((_, at) => idOf(applying, nameOf(asked), at + 1)))
  return found.filter(({ id }) => !further.has(id))
}

function chooseStored(
  { document: { place } }: NamedDocument,
  found: readonly Stored[],
  editions: readonly Edition[],
): Stored | undefined {
  if (found.length < 2) return found[0]
  const known = found.filter((stored) => editions.some(({ type, id }) => type === stored.type && id === stored.id))
  return known.length === 1 ? known[0] : hold('several-documents', place)
}

function planOne(
  applying: Applying,
  { document, entry, name, count }: NamedDocument,
  stored: Stored | undefined,
  editions: readonly Edition[],
): DocumentPlan {
  const { tenant } = applying.tx
  const id = stored?.id ?? idOf(applying, name, count)
  const made = madeAt(tenant, document.version)
  const of = { document, entry, id, name: `${name} ${count}`, ...(made === undefined ? {} : { made }) }
  if (stored === undefined) return { ...of, action: 'put' }
  const record = readResource(stored)
  if (!isOwn(applying, record)) return hold('other-patients-document', document.place)
  if (stored.owner === 'hub') return hold('released-document', document.place)
  const edition = editions.find((one) => one.type === stored.type && one.id === stored.id)
  const kept = edition === undefined ? madeAt(tenant, textOf(record, momentRows[stored.type] ?? '')) : edition.made
  const known = { ...of, stored, record, ...(edition === undefined ? {} : { edition }) }
  if (isEarlier(made, kept)) return { ...known, action: 'older' }
  if (document.isWithdrawn) return { ...known, action: 'withdraw' }
  // What was withdrawn comes back by a later edition only: a repetition is none.
  return { ...known, action: isWithdrawn(record) && !isLater(made, kept) ? 'older' : 'put' }
}
