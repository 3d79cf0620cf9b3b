/** Capital letters in words that were made plain: days, months, and names that the segment writes with a capital inside a sentence. */
import { withCalendarNames } from '../../vocabulary/calendar.ts'

export function restoreNames(plain: string, spoken: string): string {
  const names = new Set([...spoken.matchAll(/(?<=[a-z,] )[A-Z][A-Za-z-]+/g)].map(([name]) => name).filter((name) => !/^I(?:'|$)/.test(name))) // biome-ignore format: short
  return withCalendarNames(plain).replaceAll(/[a-z][a-z-]+/g, (word) => [...names].find((name) => name.toLowerCase() === word) ?? word) // biome-ignore format: short
}
