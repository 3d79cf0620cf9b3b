/** JSON Patch operations that keep a primitive and its `_` member together, and no list empty. R4 json.html#primitive. */

import type { Operation } from './json-patch.ts'
import { findSlot, type Pointer, valueAt } from './json-pointer.ts'
import type { TextObject, TextValue } from './number-text.ts'

export const step = (op: Operation['op'], path: Pointer, rest: Partial<Operation> = {}): Operation => ({
  op,
  path,
  from: [],
  value: null,
  ...rest,
})

export const findAt = (root: TextObject, pointer: Pointer): TextValue | undefined => {
  const slot = findSlot(root, pointer)
  return slot && valueAt(slot)
}

const partnerOf = (path: Pointer): Pointer => [...path.slice(0, -1), `_${path.at(-1)}`]

export function listInsertions(
  root: TextObject,
  list: Pointer,
  item: { index: number; value: TextValue },
): Operation[] {
  const { index, value } = item
  const partners = findAt(root, partnerOf(list))
  const isBeside = Array.isArray(partners) && index <= partners.length
  return [
    step('add', [...list, String(index)], { value }),
    ...(isBeside ? [step('add', [...partnerOf(list), String(index)])] : []),
  ]
}

export function listMoves(root: TextObject, list: Pointer, [from, to]: readonly [number, number]): Operation[] {
  const partners = findAt(root, partnerOf(list))
  const isBeside = Array.isArray(partners) && Math.max(from, to) < partners.length
  return [list, ...(isBeside ? [partnerOf(list)] : [])].map((path) =>
    step('move', [...path, String(to)], { from: [...path, String(from)] }),
  )
}

/** `list` and `index` for an item; a single member is itself. */
export type Spot = { readonly member: Pointer; readonly index: number | undefined }

export function listRemovals(root: TextObject, { member, index }: Spot): Operation[] {
  const items = findAt(root, member)
  const isLast = index === undefined || (Array.isArray(items) && items.length === 1)
  return [member, partnerOf(member)].flatMap((path) => {
    const place = isLast ? path : [...path, String(index)]
    return findAt(root, place) === undefined ? [] : [step('remove', place)]
  })
}

/** A new value has no extension of the value before. */
export function listReplacements(root: TextObject, { member, index }: Spot, value: TextValue): Operation[] {
  const own = index === undefined ? [] : [String(index)]
  const partner = [...partnerOf(member), ...own]
  const beside = step(index === undefined ? 'remove' : 'replace', partner)
  return [step('replace', [...member, ...own], { value }), ...(findAt(root, partner) === undefined ? [] : [beside])]
}
