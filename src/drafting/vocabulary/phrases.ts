/** Phrases and their meanings, walked word by word. */
import { readFlow, readWords } from './words.ts'

export type TermKind = 'symptom' | 'condition' | 'procedure' | 'vaccine' | 'medicine'

/** The meaning of a phrase; `code` is of SNOMED CT. */
export type Meaning = {
  readonly kind: TermKind
  readonly key: string
  readonly display: string
  readonly code?: string
}

/** A point of a walk: the meaning of the words so far, and the next words. */
export type PhraseNode = {
  readonly step: (word: string) => PhraseNode | undefined
  readonly meaning?: Meaning | undefined
}

export const keyOf = (display: string): string =>
  display
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-')

/** The words by which a phrase is found. */
export const foldPhrase = (phrase: string): readonly string[] => readFlow(readWords(phrase)).map(({ text }) => text)

/** The meaning of exactly these words. */
export function findMeaning(root: PhraseNode, phrase: string): Meaning | undefined {
  let node: PhraseNode | undefined = root
  for (const word of foldPhrase(phrase)) node = node?.step(word)
  return node === root ? undefined : node?.meaning
}
