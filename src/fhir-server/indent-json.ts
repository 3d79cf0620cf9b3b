/** JSON with one member a line, from minified well-formed JSON. R4 http.html#parameters, `_pretty`. */
import { endOfString } from '../fhir-search/results/json-members.ts'

/** Characters that open, separate and close. */
const mark = /["{}[\],:]/g

/** So many take a few milliseconds. */
const marksOfSlice = 5_000

export function* indentInSlices(text: string): Generator<undefined, string> {
  const lines: string[] = []
  let [at, depth, marks] = [0, 0, 0]
  for (let found = findMark(text, at); found >= 0; found = findMark(text, at)) {
    const character = text[found] ?? ''
    const end = character === '"' ? endOfString(text, found) : found + 1
    const isEmpty = isEmptyAt(text, found)
    if (isEmpty) lines.push(text.slice(at, end + 1))
    else if (character === '{' || character === '[') {
      depth += 1
      lines.push(text.slice(at, end), startOfLine(depth))
    } else if (character === '}' || character === ']') {
      depth -= 1
      lines.push(text.slice(at, found), startOfLine(depth), character)
    } else if (character === ',') lines.push(text.slice(at, end), startOfLine(depth))
    else lines.push(text.slice(at, end), character === ':' ? ' ' : '')
    at = isEmpty ? end + 1 : end
    marks += 1
    if (marks % marksOfSlice === 0) yield
  }
  return lines.join('') + text.slice(at)
}

function findMark(text: string, from: number): number {
  mark.lastIndex = from
  return mark.exec(text)?.index ?? -1
}

const isEmptyAt = (text: string, at: number): boolean => text.startsWith('{}', at) || text.startsWith('[]', at)

const startOfLine = (depth: number): string => `\n${'  '.repeat(depth)}`
