/** Capital letters in words that were made plain: days, months, and names that the segment writes with a capital inside a sentence. */
const always = /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:christmas|easter|january|february|april|june|july|august|september|october|november|december)\b/g // biome-ignore format: one row

export function restoreNames(plain: string, spoken: string): string {
  const names = new Set([...spoken.matchAll(/(?<=[a-z,] )[A-Z][A-Za-z-]+/g)].map(([name]) => name).filter((name) => !/^I(?:'|$)/.test(name))) // biome-ignore format: short
  return plain
    .replaceAll(always, (word) => word.charAt(0).toUpperCase() + word.slice(1))
    .replaceAll(/[a-z][a-z-]+/g, (word) => [...names].find((name) => name.toLowerCase() === word) ?? word)
}
