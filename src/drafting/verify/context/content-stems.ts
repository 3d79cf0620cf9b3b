/** The words by which a statement is found in the talk. */
import { readOnce } from '../../../core/cache/read-once.ts'
import { templateWords } from '../tables.ts'
import { stemOf, tokensOf } from '../words.ts'

export const contentStems = readOnce((text: string): ReadonlySet<string> =>
  new Set(tokensOf(text).filter((token) => /[a-z0-9]{3}/.test(token) && !templateWords.has(token)).map(stemOf))) // biome-ignore format: short
