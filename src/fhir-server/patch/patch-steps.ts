/** JSON Patch operations that keep a primitive and its `_` member together, and no list empty. R4 json.html#primitive. */

import type { Operation } from './json-patch.ts'
import { findSlot, type Pointer, valueAt } from './json-pointer.ts'
import { isTextObject, type TextObject, type TextValue } from './number-text.ts'

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

export const partnerOf = (path: Pointer): Pointer => [...path.slice(0, -1), `_${path.at(-1)}`]

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

const isBesideList = (member: Pointer): boolean => member.at(-1)?.startsWith('_') === true

const isOnlyItem = (items: readonly TextValue[], index: number): boolean =>
  items.every((item, at) => at === index || item === null)

export function listRemovals(root: TextObject, { member, index }: Spot): Operation[] {
  const items = findAt(root, member)
  // Objects beside primitives stand where their values stand, so nothing moves up.
  if (index !== undefined && isBesideList(member) && Array.isArray(items) && !isOnlyItem(items, index))
    return [step('replace', [...member, String(index)])]
  const isLast = index === undefined || (Array.isArray(items) && (items.length === 1 || isBesideList(member)))
  return [member, partnerOf(member)].flatMap((path) => {
    const place = isLast ? path : [...path, String(index)]
    return findAt(root, place) === undefined ? [] : [step('remove', place)]
  })
}

/** R4 element.html, ele-1: without its last child an element goes as well, and so do those that it was the last child of. */
export function listDeletions(root: TextObject, spot: Spot): Operation[] {
  const parent = spotOfPointer(spot.member.slice(0, -1))
  return parent !== undefined && isOnlyChild(root, spot) ? listDeletions(root, parent) : listRemovals(root, spot)
}

/** The resource itself is no spot. */
function spotOfPointer(pointer: Pointer): Spot | undefined {
  const last = pointer.at(-1)
  if (last === undefined) return undefined
  return /^\d+$/.test(last)
    ? { member: pointer.slice(0, -1), index: Number(last) }
    : { member: pointer, index: undefined }
}

function isOnlyChild(root: TextObject, { member, index }: Spot): boolean {
  const [items, parent] = [findAt(root, member), findAt(root, member.slice(0, -1))]
  if (index !== undefined && Array.isArray(items) && items.some((item, at) => at !== index && item !== null))
    return false
  // An id is no child of an element (ele-1), but it is one of the two things beside a primitive.
  const holder = member.slice(0, -1).findLast((token) => !/^\d+$/.test(token))
  const own = [member.at(-1), partnerOf(member).at(-1), ...(holder?.startsWith('_') ? [] : ['id'])]
  return isTextObject(parent) && Object.keys(parent).every((key) => own.includes(key))
}

/** The place of the `id` and the extensions of a primitive: beside its value. R4 json.html#primitive. */
export function besideOf(pointer: Pointer): Pointer {
  const spot = spotOfPointer(pointer)
  if (spot === undefined) return pointer
  return spot.index === undefined ? partnerOf(spot.member) : [...partnerOf(spot.member), String(spot.index)]
}

/** Puts an object beside a primitive; an item of a list keeps its place among the values. */
export function listBeside(root: TextObject, pointer: Pointer, value: TextObject): Operation[] {
  const spot = spotOfPointer(pointer)
  if (spot?.index === undefined) return [step('add', besideOf(pointer), { value })]
  const [items, before] = [findAt(root, spot.member), findAt(root, partnerOf(spot.member))]
  const length = Array.isArray(items) ? items.length : spot.index + 1
  const partners = Array.from({ length }, (_, at) => (Array.isArray(before) ? (before[at] ?? null) : null))
  return [step('add', partnerOf(spot.member), { value: partners.with(spot.index, value) })]
}

/** A new value has no extension of the value before. */
export function listReplacements(root: TextObject, { member, index }: Spot, value: TextValue): Operation[] {
  const own = index === undefined ? [] : [String(index)]
  const partner = [...partnerOf(member), ...own]
  const beside = step(index === undefined ? 'remove' : 'replace', partner)
  return [step('replace', [...member, ...own], { value }), ...(findAt(root, partner) === undefined ? [] : [beside])]
}
