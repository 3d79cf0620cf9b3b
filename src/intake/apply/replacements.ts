/** Documents that a later one has replaced: known also before they come, so that none of them counts beside its successor. D251 */
import type { JsonObject } from '../../core/json.ts'
import { type Edition, type EditionKey, listEditions } from '../../store/intake/editions.ts'
import type { Applying } from './applying.ts'
import { askedOf, type DocumentPlan, firstIdOf } from './documents.ts'
import type { Parent } from './relations.ts'

/** No id of a sender. */
const source = 'replaced'

/** Marks the document that this one replaces, whether it is here or not. */
export function replacementOf(applying: Applying, plan: DocumentPlan, parent: Parent | undefined): readonly Edition[] {
  const { document, entry, made } = plan
  if (document.parent?.relation !== 'replaces') return []
  const asked = askedOf(document.parent, entry.type)
  const id = parent?.stored.id ?? (asked === undefined ? undefined : firstIdOf(applying, asked))
  return id === undefined ? [] : [{ type: entry.type, id, source, ...(made === undefined ? {} : { made }) }]
}

/** By its id, or by the one that it would have had from a message. */
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
  const found = await listEditions(
    applying.tx,
    plans.flatMap((plan) => keysOf(applying, plan)),
  )
  const marked = new Set(found.map(({ type, id }) => `${type}/${id}`))
  return new Set(plans.filter((plan) => keysOf(applying, plan).some(({ type, id }) => marked.has(`${type}/${id}`))))
}

/** What is in error stays so. */
export const asReplaced = (content: JsonObject): JsonObject =>
  content['status'] === 'current' ? { ...content, status: 'superseded' } : content
