/** JSON Patch: each operation in turn, all or none. RFC 6902; R4 http.html#patch. */
import { isJsonObject, type JsonObject, type JsonValue, maxJsonDepth } from '../../core/json.ts'
import { invalidField } from '../../core/problems.ts'
import { findSlot, indexOf, isBelow, type Pointer, parsePointer, valueAt } from './json-pointer.ts'
import { isNumberText, isTextObject, measure, type TextObject, type TextValue, toTexts } from './number-text.ts'
import { maxOperations, notApplicable, tooLarge } from './patch-problems.ts'

type Op = 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'

export type Operation = {
  readonly op: Op
  readonly path: Pointer
  /** For move and copy. */
  readonly from: Pointer
  /** For add, replace and test. */
  readonly value: TextValue
}

/** Applies an operation to `root['']`, the document. If it does not apply, answers why. */
type Apply = (root: TextObject, operation: Operation) => string | undefined

const nothingThere = 'There is nothing at the place'

const find = (root: TextObject, pointer: Pointer): TextValue | undefined => {
  const slot = findSlot(root, pointer)
  return slot && valueAt(slot)
}

const appliers: Readonly<Record<Op, Apply>> = {
  add: (root, { path, value }) => {
    const slot = findSlot(root, path)
    if (slot === undefined) return nothingThere
    const { parent, token } = slot
    if (!Array.isArray(parent)) {
      parent[token] = value
      return undefined
    }
    const index = token === '-' ? parent.length : indexOf(token, parent.length)
    if (index === undefined) return 'The index is none of the array'
    parent.splice(index, 0, value)
    return undefined
  },
  remove: (root, { path }) => {
    const slot = findSlot(root, path)
    if (slot === undefined || valueAt(slot) === undefined) return nothingThere
    if (Array.isArray(slot.parent)) slot.parent.splice(Number(slot.token), 1)
    else delete slot.parent[slot.token]
    return undefined
  },
  replace: (root, { path, value }) => {
    const slot = findSlot(root, path)
    if (slot === undefined || valueAt(slot) === undefined) return nothingThere
    if (Array.isArray(slot.parent)) slot.parent[Number(slot.token)] = value
    else slot.parent[slot.token] = value
    return undefined
  },
  move: (root, operation) => {
    const { from, path } = operation
    const value = find(root, from)
    if (value === undefined) return nothingThere
    if (isBelow(path, from)) return 'A value cannot be moved into itself'
    return appliers.remove(root, { ...operation, path: from }) ?? appliers.add(root, { ...operation, value })
  },
  copy: (root, operation) => {
    const value = find(root, operation.from)
    return value === undefined ? nothingThere : appliers.add(root, { ...operation, value: copyOf(value) })
  },
  test: (root, { path, value }) => {
    const found = find(root, path)
    if (found === undefined) return nothingThere
    return isSame(found, value) ? undefined : 'The test failed'
  },
}

/** The members, items and characters that all operations may write together: copies of copies double each time. */
const maxHandled = 2_000_000

/** How much one patch has written so far. */
export type Handled = { size: number }

/** Throws 422 if an operation does not apply; the document must not be used then. */
export function* applyOperations(root: TextObject, operations: readonly Operation[]): Generator<undefined, void> {
  const handled = { size: 0 }
  for (const [index, operation] of operations.entries()) {
    const reason = applyOperation(root, operation, handled)
    if (reason !== undefined) throw notApplicable(`patch[${index}]`, reason)
    yield
  }
}

/** If it does not apply, answers why. */
export function applyOperation(root: TextObject, operation: Operation, handled: Handled): string | undefined {
  const { depth, size } = measure(findHandled(root, operation))
  handled.size += size
  if (handled.size > maxHandled) throw tooLarge()
  if (operation.path.length + depth > maxJsonDepth) return 'The resource would be nested too deeply'
  return appliers[operation.op](root, operation)
}

const findHandled = (root: TextObject, { op, from, value }: Operation): TextValue =>
  withFrom.includes(op) ? (find(root, from) ?? null) : value

export function* parseJsonPatch(body: JsonValue | undefined): Generator<undefined, Operation[]> {
  if (!Array.isArray(body)) throw invalidField('patch', 'must be an array of operations')
  if (body.length > maxOperations) throw tooLarge()
  const operations: Operation[] = []
  for (const [index, operation] of body.entries()) {
    operations.push(yield* parseOperation(operation, `patch[${index}]`))
    yield
  }
  return operations
}

const withFrom: readonly string[] = ['move', 'copy']
const withValue: readonly string[] = ['add', 'replace', 'test']

function* parseOperation(operation: JsonValue, place: string): Generator<undefined, Operation> {
  if (!isJsonObject(operation)) throw invalidField(place, 'must be an object')
  const { op } = operation
  if (typeof op !== 'string' || !Object.hasOwn(appliers, op))
    throw invalidField(`${place}.op`, 'is not an operation of RFC 6902')
  if (withValue.includes(op) && operation['value'] === undefined) throw invalidField(`${place}.value`, 'is missing')
  return {
    op: op as Op, // a key of the table
    path: readPointer(operation, 'path', place),
    from: withFrom.includes(op) ? readPointer(operation, 'from', place) : [],
    // With the text of a number, which the operation holds and the value alone does not.
    value: ((yield* toTexts(operation)) as TextObject)['value'] ?? null,
  }
}

function readPointer(operation: JsonObject, name: 'path' | 'from', place: string): Pointer {
  const text = operation[name]
  const pointer = typeof text === 'string' ? parsePointer(text) : undefined
  if (pointer === undefined) throw invalidField(`${place}.${name}`, 'must be a JSON Pointer')
  return pointer
}

function copyOf(value: TextValue): TextValue {
  if (Array.isArray(value)) return value.map(copyOf)
  if (!isTextObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copyOf(item)]))
}

/** RFC 6902 4.6: the order of members does not matter, nor the form of a number. */
function isSame(a: TextValue, b: TextValue): boolean {
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, at) => isSame(item, b[at] ?? null))
  if (isTextObject(a)) {
    const names = Object.keys(a)
    if (!isTextObject(b) || names.length !== Object.keys(b).length) return false
    return names.every((name) => Object.hasOwn(b, name) && isSame(a[name] ?? null, b[name] ?? null))
  }
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return a === b
  return isNumberText(a) && isNumberText(b) && Number(a.rawJSON) === Number(b.rawJSON)
}
