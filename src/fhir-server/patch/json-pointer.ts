/** JSON Pointers into a document that is being changed. RFC 6901. */
import { isTextObject, type TextObject, type TextValue } from './number-text.ts'

export type Pointer = readonly string[]

/** The reference tokens; undefined if the text is no pointer, or could reach beyond the data. */
export function parsePointer(text: string): Pointer | undefined {
  if (text === '') return []
  if (!text.startsWith('/') || /~(?![01])/.test(text)) return undefined
  const tokens = text
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))
  return tokens.includes('__proto__') ? undefined : tokens
}

export const isBelow = (inner: Pointer, outer: Pointer): boolean =>
  inner.length > outer.length && outer.every((token, at) => token === inner[at])

/** A place in its parent, empty or not. */
type Slot = { readonly parent: TextObject | TextValue[]; readonly token: string }

/** `root` holds the document under the empty name. */
export function findSlot(root: TextObject, pointer: Pointer): Slot | undefined {
  const path = ['', ...pointer]
  let parent: TextValue | undefined = root
  for (const token of path.slice(0, -1)) parent = childOf(parent, token)
  if (!Array.isArray(parent) && !isTextObject(parent)) return undefined
  return { parent, token: path.at(-1) ?? '' }
}

export const valueAt = ({ parent, token }: Slot): TextValue | undefined => childOf(parent, token)

/** The array index of a token, up to `limit`. */
export function indexOf(token: string, limit: number): number | undefined {
  const index = /^(?:0|[1-9]\d{0,8})$/.test(token) ? Number(token) : undefined
  return index !== undefined && index <= limit ? index : undefined
}

function childOf(parent: TextValue | undefined, token: string): TextValue | undefined {
  if (Array.isArray(parent)) return parent[indexOf(token, parent.length - 1) ?? -1]
  return isTextObject(parent) && Object.hasOwn(parent, token) ? parent[token] : undefined
}
