/** What a message changes in the record: decided before anything is written. D215, D216 */
import { canonicalJson } from '../../core/json/canonical-json.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { splitRelative } from '../../fhir/reference.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { digestOf, type Edition, type EditionKey, listEditions } from '../../store/intake/editions.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { type Applying, isAdmission, isOwn } from './applying.ts'
import { type DecidedHere, isLeft, noteWithdrawn, readDecidedHere, withoutDeleted } from './decided-here.ts'
import { type DocumentPlan, isWithdrawn, keyOf } from './documents.ts'
import { listReferences } from './entries.ts'
import { hold } from './hold.ts'
import { isEarlier, isLater, type Made, messageMade } from './news.ts'
import { updateOwn } from './own-resources.ts'
import type { Placed } from './place-entries.ts'
import { findParent, type Parent, withParent } from './relations.ts'
import { asReplaced, listReplaced, replacementOf } from './replacements.ts'
import { addNumbers, updatePatient, updateVisit, withNumberOrReason, withoutNumbers } from './update-record.ts'

export type Change = {
  readonly type: string
  readonly id: string
  readonly content: JsonObject
  readonly stored?: Stored | undefined
  /** Addresses within the message that it refers to. */
  readonly links: readonly string[]
  /** Its own address within the message. */
  readonly fullUrl?: string
}

export type Decided = {
  readonly changes: readonly Change[]
  readonly editions: readonly Edition[]
  /** The record has something later. */
  readonly isOlder: boolean
}

/** What the record has now, by `Type/id`. */
export type Current = ReadonlyMap<string, Stored>

export async function readCurrent(applying: Applying, targets: readonly string[]): Promise<Current> {
  const addresses = [...new Set(targets)].flatMap((target) => splitRelative(target) ?? [])
  const found = await applying.tx.findAllCurrent(
    addresses.map(({ type, id }) => wholeAddress(type, id)),
    'update',
  )
  return new Map(found.flatMap((stored) => (stored === undefined ? [] : [[`${stored.type}/${stored.id}`, stored]])))
}

type Deciding = Applying & {
  readonly placed: readonly Placed[]
  readonly current: Current
  readonly made: Made | undefined
  /** Of the patient and of visits: the newest news of this sender. */
  readonly news: readonly Edition[]
  /** The last editions of documents that were deleted here. */
  readonly deleted: readonly Edition[]
  readonly decidedHere: DecidedHere
  /** The plans whose documents a later one has replaced. */
  readonly replaced: ReadonlySet<DocumentPlan>
}

export async function decide(
  applying: Applying,
  plans: readonly DocumentPlan[],
  placed: readonly Placed[],
): Promise<Decided> {
  const known = plans.flatMap(({ record }) => (record === undefined ? [] : listObservations(record)))
  const bound = placed.filter(({ kind }) => kind !== 'shared').map(({ entry, id }) => `${entry.type}/${id}`)
  const current = await readCurrent(applying, [...bound, ...known])
  const newsOf = placed.filter(({ kind }) => kind === 'patient' || kind === 'visit')
  const news = await listEditions(
    applying.tx,
    newsOf.map(({ entry, id }) => newsKey(applying, { type: entry.type, id })),
  )
  const keys = plans.map(({ entry: { type }, id }) => keyOf({ type, id }))
  const isDeleted = ({ type, id }: EditionKey): boolean => current.get(`${type}/${id}`)?.deleted === true
  const deleted = await listEditions(applying.tx, keys.filter(isDeleted))
  const deciding = {
    ...applying,
    placed,
    current,
    news,
    deleted,
    decidedHere: await readDecidedHere(applying, placed, current),
    replaced: await listReplaced(applying, plans),
    made: messageMade(applying.tx.tenant, applying.reading),
  }
  const byPlan = Map.groupBy(placed, ({ plan }) => plan)
  const all = [
    ...placed.flatMap((one) => decideOne(deciding, one) ?? []),
    ...plans.map((plan) => decideDocument(deciding, plan, byPlan.get(plan) ?? [])),
  ]
  return {
    changes: leaveOutDeleted(
      current,
      all.flatMap(({ changes = [] }) => changes),
    ),
    editions: all.flatMap(({ editions = [] }) => editions),
    isOlder: all.some(({ isOlder }) => isOlder === true),
  }
}

/** Removes the references to resources that were deleted here and stay deleted. */
function leaveOutDeleted(current: Current, changes: readonly Change[]): readonly Change[] {
  const written = new Set(changes.map(({ type, id }) => `${type}/${id}`))
  const gone = [...current].filter(([name, { deleted }]) => deleted && !written.has(name)).map(([name]) => name)
  if (gone.length === 0) return changes
  const deleted = new Set(gone)
  return changes.map((change) => ({ ...change, content: withoutDeleted(change.content, deleted) }))
}

type One = Partial<Decided>

const newsKey = ({ sender }: Applying, { type, id }: Pick<Stored, 'type' | 'id'>): EditionKey => ({
  type,
  id,
  source: sender.id,
})

const storedAt = ({ current }: Deciding, { entry, id }: Placed): Stored | undefined =>
  current.get(`${entry.type}/${id}`)

const putOf = ({ entry, id, content }: Placed, stored?: Stored): Change => {
  const { type, links, fullUrl } = entry
  return { type, id, content, stored, links, fullUrl }
}

/** Documents and their parts are decided together. */
function decideOne(deciding: Deciding, placed: Placed): One | undefined {
  if (placed.kind === 'patient') return decidePatient(deciding, placed)
  if (placed.kind === 'visit') return decideVisit(deciding, placed)
  return placed.kind === 'own' ? decideOwn(deciding, placed) : undefined
}

const changed = (placed: Placed, stored: Stored, record: JsonObject, content: JsonObject): One =>
  canonicalJson(content) === canonicalJson(record) ? {} : { changes: [{ ...putOf(placed, stored), content }] }

function noteNews(deciding: Deciding, placed: Placed): readonly Edition[] {
  const { made } = deciding
  const key = newsKey(deciding, { type: placed.entry.type, id: placed.id })
  return isAdmission(deciding) && made !== undefined ? [{ ...key, made }] : []
}

function isOldNews({ news, made }: Deciding, { entry, id }: { readonly entry: { type: string }; readonly id: string }) {
  return isEarlier(made, news.find((one) => one.type === entry.type && one.id === id)?.made)
}

function decidePatient(deciding: Deciding, placed: Placed): One {
  const { match, event } = deciding
  const { stored, record, foreign } = match
  const sent = withoutNumbers(placed.content, foreign)
  if (stored === undefined || record === undefined)
    return { changes: [{ ...putOf(placed), content: withNumberOrReason(sent) }], editions: noteNews(deciding, placed) }
  if (!isAdmission(deciding)) return {}
  if (event.patient !== 'update') return changed(placed, stored, record, addNumbers(record, sent))
  if (isOldNews(deciding, placed)) return { isOlder: true }
  return {
    ...changed(placed, stored, record, updatePatient(record, sent)),
    editions: noteNews(deciding, placed),
  }
}

function decideVisit(deciding: Deciding, placed: Placed): One {
  const stored = storedAt(deciding, placed)
  const editions = noteNews(deciding, placed)
  if (stored === undefined) return { changes: [putOf(placed)], editions }
  const kept = isAdmission(deciding) ? { isOlder: true } : {}
  if (stored.deleted) return kept
  const record = readResource(stored)
  if (!isOwn(deciding, record)) return hold('other-patients-visit', 'PV1-19')
  if (!isAdmission(deciding) || stored.owner === 'hub') return {}
  // No message marks a visit as entered in error, so somebody here has marked it. D254
  if (isWithdrawn(record)) return kept
  if (isOldNews(deciding, placed)) return { isOlder: true }
  const content = updateVisit(record, placed.content, deciding.event.event)
  return { ...changed(placed, stored, record, content), editions }
}

/** Somebody here who deleted it knew better than a repetition. */
function decideOwn(deciding: Deciding, placed: Placed): One {
  const stored = storedAt(deciding, placed)
  if (stored === undefined) return { changes: [putOf(placed)] }
  if (stored.deleted || stored.owner === 'hub') return {}
  const record = readResource(stored)
  const content = updateOwn(placed.entry.type, record, placed.content)
  if (content === undefined || !isOwn(deciding, record)) return {}
  const isOld = deciding.placed.some((one) => one.kind === 'patient' && isOldNews(deciding, one))
  return isOld ? { isOlder: true } : changed(placed, stored, record, content)
}

/** `own`: the document and its parts. */
function decideDocument(deciding: Deciding, plan: DocumentPlan, own: readonly Placed[]): One {
  const deleted = deciding.deleted.find(({ type, id }) => type === plan.entry.type && id === plan.id)
  // As what was withdrawn, it comes back by a later edition only.
  if (plan.action === 'older' || (deleted !== undefined && !isLater(plan.made, deleted.made))) return { isOlder: true }
  const digest = digestOf(deciding.tx.tenant, canonicalJson(own.map(({ content }) => content)))
  if (plan.edition?.digest?.equals(digest) === true) return {}
  const key = keyOf({ type: plan.entry.type, id: plan.id })
  const editions = [
    { ...key, ...(plan.made === undefined ? {} : { made: plan.made }), digest },
    ...noteWithdrawn(deciding, own, deciding.decidedHere),
  ]
  if (plan.action === 'withdraw') return { changes: withdraw(deciding, plan), editions }
  const parent = findParent(deciding, plan)
  const changes = putDocument(deciding, { plan, own, parent })
  return { changes, editions: [...editions, ...replacementOf(deciding, plan, parent)] }
}

type Putting = {
  readonly plan: DocumentPlan
  /** The document and its parts, as they were sent. */
  readonly own: readonly Placed[]
  readonly parent: Parent | undefined
}

function putDocument(deciding: Deciding, { plan, own, parent }: Putting): readonly Change[] {
  const { record } = plan
  const kept = new Set(own.map(({ entry, id }) => `${entry.type}/${id}`))
  const gone = (record === undefined ? [] : listObservations(record)).filter((target) => !kept.has(target))
  return [
    ...own.flatMap((sent) => {
      const placed = sent.kind === 'document' ? { ...sent, content: relate(deciding, { plan, parent }, sent) } : sent
      const stored = storedAt(deciding, placed)
      if (stored === undefined) return [putOf(placed)]
      if (isLeft(plan, placed, stored, deciding.decidedHere)) return []
      if (stored.deleted) return [putOf(placed, stored)]
      const before = readResource(stored)
      return changed(placed, stored, before, { ...placed.content, ...metaOf(before) }).changes ?? []
    }),
    ...gone.flatMap((target) => enterInError(deciding, target)),
    ...(parent === undefined ? [] : supersede(parent)),
  ]
}

/** Adds the address of the document that this one replaces or follows. Marks this one as superseded if another document has replaced it. */
function relate(deciding: Deciding, { plan, parent }: Omit<Putting, 'own'>, { content }: Placed): JsonObject {
  const related = parent === undefined ? content : withParent(content, parent)
  return deciding.replaced.has(plan) ? asReplaced(related) : related
}

function supersede({ stored, record, isReplaced }: Parent): readonly Change[] {
  if (!isReplaced || stored.owner === 'hub' || record['status'] !== 'current') return []
  const { type, id } = stored
  return [{ type, id, content: { ...record, status: 'superseded' }, stored, links: [] }]
}

/** `versionId` and `lastUpdated` are the store's. */
const metaOf = ({ meta }: JsonObject): JsonObject => (meta === undefined ? {} : { meta })

/** The content stays, so that everybody can read what was withdrawn. */
function withdraw(deciding: Deciding, { stored, record }: DocumentPlan): readonly Change[] {
  if (stored === undefined || record === undefined) return []
  const { type, id } = stored
  const docStatus = type === 'DocumentReference' ? { docStatus: 'entered-in-error' } : {}
  const content = { ...record, status: 'entered-in-error', ...docStatus }
  return [
    { type, id, content, stored, links: [] },
    ...listObservations(record).flatMap((target) => enterInError(deciding, target)),
  ]
}

function enterInError(deciding: Deciding, target: string): readonly Change[] {
  const stored = deciding.current.get(target)
  if (stored === undefined || stored.deleted || stored.owner === 'hub') return []
  const record = readResource(stored)
  if (!isOwn(deciding, record) || isWithdrawn(record)) return []
  const { type, id } = stored
  return [{ type, id, content: { ...record, status: 'entered-in-error' }, stored, links: [] }]
}

/** `Observation/id` of each result that it refers to. */
const listObservations = (record: JsonObject): readonly string[] =>
  isJsonObject(record) ? listReferences(record).filter((link) => link.startsWith('Observation/')) : []
