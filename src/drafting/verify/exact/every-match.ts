/** Every place where the pattern of a table matches; the tables test with the same patterns, which therefore are not global. */
import { readOnceOf } from '../../../core/cache/read-once.ts'

const everywhere = readOnceOf((pattern: RegExp): RegExp => new RegExp(pattern.source, 'g'))

export const everyMatch = (text: string, pattern: RegExp): readonly RegExpExecArray[] => [
  ...text.matchAll(everywhere(pattern)),
]
