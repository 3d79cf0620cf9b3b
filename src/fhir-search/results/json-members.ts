/** The members of a JSON object as text, for well-formed minified JSON from the store. RFC 8259. */

export type Member = { readonly name: string; readonly text: string }

const quote = 0x22
const comma = 0x2c
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Names have no escapes in FHIR. */
export function listMembers(object: string): Member[] {
  const members: Member[] = []
  for (let at = 1; object.charCodeAt(at) === quote; ) {
    const nameEnd = endOfString(object, at)
    const valueEnd = endOfValue(object, nameEnd + 1)
    members.push({ name: object.slice(at + 1, nameEnd - 1), text: object.slice(nameEnd + 1, valueEnd) })
    at = valueEnd + 1
  }
  return members
}

/** The position after the closing quote of the string that begins at `at`. */
export function endOfString(text: string, at: number): number {
  let end = text.indexOf('"', at + 1)
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  if (end < 0) throw new TypeError('a string has no end')
  return end + 1
}

function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before -= 1
  return (at - before) % 2 === 1
}

function endOfValue(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfString(text, at)
    else {
      if (depth === 0 && (code === comma || closing.has(code))) return at
      if (opening.has(code)) depth += 1
      else if (closing.has(code)) depth -= 1
      at += 1
    }
  }
  throw new TypeError('a value has no end')
}
