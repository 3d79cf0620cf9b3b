/** TXA-13: the document that another one replaces, or that it is an addendum of. D216; R4 documentreference-definitions.html#DocumentReference.relatesTo. */
import { listObjects } from '../../core/json/json-lists.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import { type Applying, isOwn } from './applying.ts'
import { askedOf, type DocumentPlan } from './documents.ts'
import { hold } from './hold.ts'

export type Parent = { readonly stored: Stored; readonly record: JsonObject; readonly isReplaced: boolean }

/** The record's document that it relates to; none if that is not here, or is not the only one of its number. */
export function findParent(applying: Applying, { document: { parent }, entry }: DocumentPlan): Parent | undefined {
  const asked = parent === undefined ? undefined : askedOf(parent, entry.type)
  const [stored, other] = asked === undefined ? [] : applying.found(asked)
  if (stored === undefined || other !== undefined) return undefined
  const record = readResource(stored)
  if (!isOwn(applying, record)) return hold('other-patients-document', 'TXA-13')
  return { stored, record, isReplaced: parent?.relation === 'replaces' }
}

/** Beside its number, the relation gets the address of the document. */
export const withParent = (content: JsonObject, { stored: { type, id } }: Parent): JsonObject => ({
  ...content,
  relatesTo: listObjects(content['relatesTo']).map((relation) => ({
    ...relation,
    target: { ...(isJsonObject(relation['target']) ? relation['target'] : {}), reference: `${type}/${id}` },
  })),
})
