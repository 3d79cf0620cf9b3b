/**
 * One message enters the record: what the mapper has read is matched with what is there, and written in the transaction of the caller. Everything
 * is decided before the first write, so a message that waits for a person has changed nothing. docs/inbound.md#into-the-record; D214, D215, D216.
 */

import { refuse } from '../../inbound/message/inbound-refused.ts'
import type { PatientMerge } from '../../inbound/messages/merges.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Applied, Clinical, Decision, Sender } from './applied.ts'
import { type Applying, eventOf, sharedTypes } from './applying.ts'
import { type Decided, decide } from './changes.ts'
import { askedOf, planDocuments } from './documents.ts'
import { type Entry, readEntries } from './entries.ts'
import { Held, hold } from './hold.ts'
import { checkLinks } from './link-check.ts'
import { type Asked, findOpen, lookUp } from './look-up.ts'
import { listNumbers, matchPatient } from './match-patient.ts'
import { listParts } from './parts.ts'
import { type Placed, placeEntries } from './place-entries.ts'
import { listMergedNumbers, type MergePlan, mergeChanges, planMerge, recordMerge } from './plan-merge.ts'
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
  const all = await readEntries(reading.bundle)
  checkLinks(tx.tenant.addresses, all)
  const found = await lookUp(tx, listAsked(reading, all))
  const shared = await findOpen(
    tx,
    numbersOf(all, ({ type }) => sharedTypes.has(type)),
  )
  const patients = all.filter(({ type }) => type === 'Patient')
  const planned: Planned[] = []
  for (const [at, patient] of patients.entries()) {
    const match = await matchPatient(tx, patient.content, found, decision)
    const entries = entriesOf(all, patient)
    const applying = { tx, reading, sender, event: eventOf(reading), entries, found, shared, match }
    planned.push(await plan(applying, reading.merges[at], decision))
  }
  checkApart(planned)
  const resources: string[] = []
  for (const one of planned) resources.push(...(await write(one)))
  const isOlder = planned.some(({ decided }) => decided.isOlder)
  return { outcome: resources.length > 0 ? 'stored' : isOlder ? 'older' : 'unchanged', resources }
}

type Planned = {
  readonly applying: Applying
  readonly placed: readonly Placed[]
  readonly decided: Decided
  readonly merge: MergePlan | undefined
}

/** Several pairs of A40 have a patient each; no other message has two. */
function entriesOf(all: readonly Entry[], patient: Entry): readonly Entry[] {
  const others = new Set(
    all.filter((entry) => entry.type === 'Patient' && entry !== patient).map(({ fullUrl }) => fullUrl),
  )
  const isOther = ({ type, fullUrl, links }: Entry): boolean =>
    others.has(fullUrl) || (type !== 'Provenance' && links.some((link) => others.has(link)))
  return all.filter((entry) => !isOther(entry))
}

async function plan(
  applying: Applying,
  merge: PatientMerge | undefined,
  decision: Decision | undefined,
): Promise<Planned> {
  const plans = await planDocuments(applying)
  const byEntry = new Map(plans.map((one) => [one.entry, one]))
  const placed = await placeEntries({ ...applying, plans: byEntry, parts: listParts(applying.entries, plans) })
  const decided = await decide(applying, plans, placed)
  const merging = merge === undefined ? undefined : planMerge(applying, merge, decision)
  if (merging === undefined) return { applying, placed, decided, merge: undefined }
  const changes = mergeChanges(decided.changes, applying, merging)
  return { applying, placed, decided: { ...decided, changes }, merge: merging }
}

/** Each pair was decided as if it were alone. */
function checkApart(planned: readonly Planned[]): void {
  const ids = planned.flatMap(({ applying, merge }) => [
    applying.match.id,
    ...(merge === undefined ? [] : [merge.merged.id]),
  ])
  if (new Set(ids).size < ids.length) hold('several-records', 'MRG-1')
}

async function write({ applying, placed, decided, merge }: Planned): Promise<readonly string[]> {
  const resources = await writeChanges(applying, decided, placed)
  if (merge !== undefined) await recordMerge(applying.tx, applying.sender, merge)
  return resources
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
    ...reading.merges.flatMap(listMergedNumbers),
    ...numbersOf(entries, ({ type }) => type === 'Encounter'),
    ...reading.documents.flatMap((document) => {
      const type = byUrl.get(document.fullUrl)?.type ?? ''
      const parent = document.parent === undefined ? undefined : askedOf(document.parent, type)
      return [askedOf(document, type), parent].filter((one) => one !== undefined)
    }),
  ]
}
