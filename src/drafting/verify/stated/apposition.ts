/** Words between commas that say which relative is meant. D416. */
import { ownRelatives } from '../tables.ts'

/** "My uncle, my dad's brother, had gout.": the words between the commas say which uncle. */
export function appositionOf(tokens: readonly string[], at: number): string | undefined {
  const [, name = ''] = /(?:^| )([a-z]+) , (?:that is |he is |she is )?(?:my|our) (?:[a-z]+ )?$/.exec(`${tokens.slice(Math.max(0, at - 7), at).join(' ')} `) ?? [] // biome-ignore format: short
  return tokens[at + 1] === ',' ? ownRelatives.get(name) : undefined
}
