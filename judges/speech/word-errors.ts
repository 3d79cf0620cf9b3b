/** The word error rate of a recognised text: substitutions, deletions and insertions, by the number of words that were said. */

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? []

/** From 0; above 1 where more words are wrong than were said. */
export function rateWordErrors(said: string, recognised: string): number {
  const [expected, got] = [wordsOf(said), wordsOf(recognised)]
  // The distance from the words so far to each beginning of the recognised ones.
  let row = Array.from({ length: got.length + 1 }, (_, at) => at)
  for (const [at, word] of expected.entries()) {
    const next = [at + 1]
    for (const [other, heard] of got.entries()) {
      const replaced = (row[other] ?? 0) + (word === heard ? 0 : 1)
      next.push(Math.min(replaced, (row[other + 1] ?? 0) + 1, (next[other] ?? 0) + 1))
    }
    row = next
  }
  return (row.at(-1) ?? 0) / Math.max(1, expected.length)
}
