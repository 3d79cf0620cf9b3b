/** What a verification and an approval are bound to: the very content of the note. */
import { createHash } from 'node:crypto'
import type { Note } from '../note.ts'

/** SHA-256, hexadecimal, over the note with its members in order of their names. */
export const noteHash = (note: Note): string => createHash('sha256').update(canonical(note)).digest('hex')

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).filter(([, item]) => item !== undefined)
  return `{${members
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
    .join(',')}}`
}
