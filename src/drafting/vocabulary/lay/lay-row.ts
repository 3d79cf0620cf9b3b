/** A row of lay words: the clinical name of a symptom, and the phrases for it, separated by a bar. */
export type LayRow = readonly [display: string, says: string]
