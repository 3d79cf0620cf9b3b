/** Documents that a later one has replaced. A replacement is noted even before the replaced document comes, so that it never counts beside its successor. D251 */
import type { JsonObject } from '../../core/json.ts'
import { type Edition, type EditionKey, listEditions } from '../../store/intake/editions.ts'
import type { Applying } from './applying.ts'
import { askedOf, type DocumentPlan, firstIdOf } from './documents.ts'
import type { Parent } from './relations.ts'

/** The source of these notes. No sender has this id. */
const source = 'replaced'

/** Notes that this document replaces another one, whether the other one has come or not. */
export function replacementOf(applying: Applying, plan: DocumentPlan, parent: Parent | undefined): readonly Edition[] {
  const { document, entry, made } = plan
  if (document.parent?.relation !== 'replaces') return []
  const asked = askedOf(document.parent, entry.type)
  const id = parent?.stored.id ?? (asked === undefined ? undefined : firstIdOf(applying, asked))
  return id === undefined ? [] : [{ type: entry.type, id, source, ...(made === undefined ? {} : { made }) }]
}

/** The keys of a document: its id, and the id that it would have got from a message. */
const keysOf = (applying: Applying, { document, entry: { type }, id }: DocumentPlan): readonly EditionKey[] => {
  const asked = askedOf(document, type)
  const ids = [id, ...(asked === undefined ? [] : [firstIdOf(applying, asked)])]
  return [...new Set(ids)].map((one) => ({ type, id: one, source }))
}

/** The plans whose documents a later one has replaced. */
export async function listReplaced(
  applying: Applying,
  plans: readonly DocumentPlan[],
): Promise<ReadonlySet<DocumentPlan>> {
  const keys = new Map(plans.map((plan) => [plan, keysOf(applying, plan)]))
  const found = await listEditions(applying.tx, [...keys.values()].flat())
  const marked = new Set(found.map(({ type, id }) => `${type}/${id}`))
  return new Set(plans.filter((plan) => keys.get(plan)?.some(({ type, id }) => marked.has(`${type}/${id}`))))
}

/** Marks a current document as superseded. A document in error stays in error. */
export const asReplaced = (content: JsonObject): JsonObject =>
  content['status'] === 'current' ? { ...content, status: 'superseded' } : content
