/** Keeps the decisions of people here: a part that somebody has deleted, or marked as entered in error, comes back only if a message states something else of it. D254 */
import { canonicalJson } from '../../core/json/canonical-json.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { wholeAddress } from '../../store/hub-resources.ts'
import { digestOf, type Edition, listEditions } from '../../store/intake/editions.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Applying } from './applying.ts'
import { type DocumentPlan, isWithdrawn, keyOf } from './documents.ts'
import { listReferences } from './entries.ts'
import type { Placed } from './place-entries.ts'

/** Elements that hold the statement of a part of a document. */
const stating = /^(value|component|dataAbsentReason|content|presentedForm|conclusion|code|orderDetail)/

const isNews = (sent: JsonObject, kept: JsonObject): boolean => {
  const names = [...new Set([...Object.keys(sent), ...Object.keys(kept)])].filter((name) => stating.test(name))
  return names.some((name) => canonicalJson(sent[name] ?? null) !== canonicalJson(kept[name] ?? null))
}

/** The parts of documents that are no longer current in the record, and the reason. */
export type DecidedHere = {
  /** The last content of each deleted part, by `Type/id`. */
  readonly deleted: ReadonlyMap<string, JsonObject>
  /** The notes on parts that a message itself has sent as entered in error. */
  readonly notes: readonly Edition[]
}

const nameOf = ({ entry: { type }, id }: Placed): string => `${type}/${id}`

export async function readDecidedHere(
  { tx }: Applying,
  placed: readonly Placed[],
  current: ReadonlyMap<string, Stored>,
): Promise<DecidedHere> {
  const stored = placed.filter(({ kind }) => kind === 'part').flatMap((part) => current.get(nameOf(part)) ?? [])
  const deleted = new Map<string, JsonObject>()
  for (const { type, id, version } of stored.filter((one) => one.deleted))
    deleted.set(`${type}/${id}`, readResource(await tx.readVersion(wholeAddress(type, id), version - 1)))
  const marked = stored.filter((one) => !one.deleted && isWithdrawn(readResource(one)))
  return { deleted, notes: await listEditions(tx, marked.map(keyOf)) }
}

/** Whether the part stays as somebody here has left it. A part that its sender has withdrawn comes back when the sender states it again. D216 */
export function isLeft(
  { record }: DocumentPlan,
  part: Placed,
  stored: Stored,
  { deleted, notes }: DecidedHere,
): boolean {
  if (part.kind !== 'part' || record === undefined || isWithdrawn(record)) return false
  const last = deleted.get(nameOf(part))
  if (last !== undefined) return !isNews(part.content, last)
  const kept = readResource(stored)
  const isListed = part.entry.type !== 'Observation' || listReferences(record).includes(nameOf(part))
  const isMarked = isWithdrawn(kept) && !isWithdrawn(part.content) && isListed && !hasNote(part, notes)
  return isMarked && !isNews(part.content, kept)
}

const hasNote = ({ entry: { type }, id }: Placed, notes: readonly Edition[]): boolean =>
  notes.some((note) => note.type === type && note.id === id && note.digest !== undefined)

/** Notes which parts a message sends as entered in error, and removes the note when a part is stated again. */
export const noteWithdrawn = ({ tx }: Applying, own: readonly Placed[], { notes }: DecidedHere): readonly Edition[] =>
  own.flatMap((part) => {
    if (part.kind !== 'part') return []
    const key = keyOf({ type: part.entry.type, id: part.id })
    if (isWithdrawn(part.content)) return [{ ...key, digest: digestOf(tx.tenant, canonicalJson(part.content)) }]
    return hasNote(part, notes) ? [key] : []
  })

/** Removes references to resources that are deleted and stay deleted, and lists that would be empty. */
export function withoutDeleted(content: JsonObject, deleted: ReadonlySet<string>): JsonObject {
  // Object.assign keeps the texts of numbers.
  const left: JsonObject = Object.assign({}, content)
  for (const [name, value] of Object.entries(content)) {
    const kept = strip(value, deleted)
    if (kept === undefined) delete left[name]
    else left[name] = kept
  }
  return left
}

function strip(value: JsonValue, deleted: ReadonlySet<string>): JsonValue | undefined {
  if (isJsonObject(value)) return isGone(value, deleted) ? undefined : withoutDeleted(value, deleted)
  if (!Array.isArray(value) || !value.some(isJsonObject)) return value
  const kept = value.flatMap((item) => strip(item, deleted) ?? [])
  return kept.length === 0 ? undefined : kept
}

const isGone = ({ reference }: JsonObject, deleted: ReadonlySet<string>): boolean =>
  typeof reference === 'string' && deleted.has(reference)
