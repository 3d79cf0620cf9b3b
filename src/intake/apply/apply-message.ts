/**
 * One message enters the record: what the mapper has read is matched with what is there, and written in the transaction of the caller. Everything
 * is decided before the first write, so a message that waits for a person has changed nothing. docs/inbound.md#into-the-record; D214, D215, D216.
 */
import { refuse } from '../../inbound/message/inbound-refused.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Applied, Clinical, Decision, Sender } from './applied.ts'
import { type Applying, eventOf, sharedTypes } from './applying.ts'
import { decide } from './changes.ts'
import { askedOf, planDocuments } from './documents.ts'
import { type Entry, readEntries } from './entries.ts'
import { Held, hold } from './hold.ts'
import { checkLinks } from './link-check.ts'
import { type Asked, findOpen, lookUp } from './look-up.ts'
import { listNumbers, matchPatient } from './match-patient.ts'
import { listParts } from './parts.ts'
import { placeEntries } from './place-entries.ts'
import { writeChanges } from './write-changes.ts'

/**
 * `decision`: whose record a held message belongs to, as a person has decided. Throws a Problem for a resource that the record does not take, and
 * InboundRefused for a message that is not for the record: then the caller's transaction must not commit.
 */
export async function applyMessage(tx: Tx, reading: Clinical, sender: Sender, decision?: Decision): Promise<Applied> {
  if (reading.header.processing !== 'P') refuse('MSH-11', 'says that the message is not for the record')
  try {
    return await apply(tx, reading, sender, decision)
  } catch (error) {
    if (!(error instanceof Held)) throw error
    return { outcome: 'held', reason: error.message, resources: [] }
  }
}

async function apply(tx: Tx, reading: Clinical, sender: Sender, decision?: Decision): Promise<Applied> {
  if (reading.merges.length > 0) return hold('merge-undecided', 'MRG-1')
  const entries = await readEntries(reading.bundle)
  checkLinks(tx.tenant.addresses, entries)
  const found = await lookUp(tx, listAsked(reading, entries))
  const shared = await findOpen(
    tx,
    numbersOf(entries, ({ type }) => sharedTypes.has(type)),
  )
  const patient = entries.find(({ type }) => type === 'Patient') ?? refuse('PID', 'is missing')
  const match = await matchPatient(tx, patient.content, found, decision)
  const applying: Applying = { tx, reading, sender, event: eventOf(reading), entries, found, shared, match }
  const plans = await planDocuments(applying)
  const placed = await placeEntries({ ...applying, plans, parts: listParts(entries, plans) })
  const decided = await decide(applying, plans, placed)
  const resources = await writeChanges(applying, decided, placed)
  const outcome = resources.length > 0 ? 'stored' : decided.isOlder ? 'older' : 'unchanged'
  return { outcome, resources }
}

const numbersOf = (entries: readonly Entry[], isAsked: (entry: Entry) => boolean): readonly Asked[] =>
  entries.flatMap((entry) =>
    entry.number !== undefined && isAsked(entry) ? [{ type: entry.type, ...entry.number }] : [],
  )

/** Everything that is found under lock: patients by each of their numbers, visits, documents and what they follow. */
function listAsked(reading: Clinical, entries: readonly Entry[]): readonly Asked[] {
  const byUrl = new Map(entries.map((entry) => [entry.fullUrl, entry]))
  return [
    ...entries.filter(({ type }) => type === 'Patient').flatMap(({ content }) => listNumbers(content)),
    ...numbersOf(entries, ({ type }) => type === 'Encounter'),
    ...reading.documents.flatMap((document) => {
      const type = byUrl.get(document.fullUrl)?.type ?? ''
      const parent = document.parent === undefined ? undefined : askedOf(document.parent, type)
      return [askedOf(document, type), parent].filter((one) => one !== undefined)
    }),
  ]
}
