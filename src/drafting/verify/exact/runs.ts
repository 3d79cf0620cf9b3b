/** A word that carries meaning, as its stem, with its place among all words. */
export type Placed = { readonly stem: string; readonly at: number }

/** The first and the last place of each stretch of words that has these stems, one after the other. */
export const listRuns = (words: readonly Placed[], stems: readonly string[]): readonly (readonly [number, number])[] =>
  words.flatMap((_, index) => {
    const run = words.slice(index, index + stems.length)
    const [from, to] = [run[0]?.at ?? 0, run.at(-1)?.at ?? 0]
    return run.length === stems.length && run.every(({ stem }, at) => stem === stems[at]) ? [[from, to] as const] : []
  })
