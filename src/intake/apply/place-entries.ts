/** Gives each entry of a message its resource of the record: an id, and the content with the addresses of the record. */
import type { JsonObject } from '../../core/json.ts'
import { openTurns } from '../../core/turns.ts'
import { type Applying, ownId, sharedId, sharedTypes, withTargets } from './applying.ts'
import type { DocumentPlan } from './documents.ts'
import type { Entry } from './entries.ts'
import { hold } from './hold.ts'
import { identityOf } from './own-resources.ts'
import type { Part } from './parts.ts'

export type Placed = {
  readonly entry: Entry
  readonly id: string
  readonly content: JsonObject
  /** `shared`: in no record. `own`: has no number. */
  readonly kind: 'patient' | 'visit' | 'document' | 'part' | 'own' | 'shared'
  readonly plan?: DocumentPlan
}

type Placing = Applying & {
  readonly plans: ReadonlyMap<Entry, DocumentPlan>
  readonly parts: ReadonlyMap<string, Part>
}

/** In the order of the entries: the mapper puts what is referred to before what refers. The Provenance is written last, and for itself. */
export async function placeEntries(placing: Placing): Promise<readonly Placed[]> {
  const targets = new Map<string, string>()
  const seen = new Map<string, number>()
  const placed: Placed[] = []
  const turns = openTurns()
  for (const entry of placing.entries) {
    if (turns.isOver()) await turns.next()
    if (entry.type === 'Provenance') continue
    const content = withTargets(entry.content, targets)
    const { id, ...rest } = placeOne(placing, entry, content, seen)
    targets.set(entry.fullUrl, `${entry.type}/${id}`)
    placed.push({ entry, id, content: { ...content, id }, ...rest })
  }
  return placed
}

type Place = Pick<Placed, 'id' | 'kind' | 'plan'>

function placeOne(placing: Placing, entry: Entry, content: JsonObject, seen: Map<string, number>): Place {
  const { match, plans, parts } = placing
  if (entry.type === 'Patient') return { id: match.id, kind: 'patient' }
  if (sharedTypes.has(entry.type)) return { id: placeShared(placing, entry, content), kind: 'shared' }
  if (entry.type === 'Encounter' && entry.number !== undefined)
    return { id: placeVisit(placing, { ...entry.number, type: entry.type }), kind: 'visit' }
  const plan = plans.get(entry)
  if (plan !== undefined) return { id: plan.id, kind: 'document', plan }
  const part = parts.get(entry.fullUrl)
  if (part !== undefined)
    return { id: ownId(placing, 'part', part.plan.name, part.name), kind: 'part', plan: part.plan }
  // Two that are alike in one message are two.
  const identity = JSON.stringify([placing.sender.id, entry.type, identityOf(entry.type, content)])
  const count = seen.get(identity) ?? 0
  seen.set(identity, count + 1)
  return { id: ownId(placing, 'own', identity, String(count)), kind: 'own' }
}

/** By its national number, if one has it. */
function placeShared(placing: Placing, { type, number }: Entry, content: JsonObject): string {
  const [found, other] = number === undefined ? [] : placing.shared({ type, ...number })
  return found !== undefined && other === undefined ? found.id : sharedId(placing, content)
}

function placeVisit(placing: Placing, asked: { type: string; system: string; value: string }): string {
  const [found, other] = placing.found(asked)
  if (found === undefined) return ownId(placing, 'visit', asked.system, asked.value)
  return other === undefined ? found.id : hold('several-visits', 'PV1-19')
}
