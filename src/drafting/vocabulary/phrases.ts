/** Phrases and what they mean, walked word by word. */
import { readFlow, readWords } from './words.ts'

export type TermKind = 'symptom' | 'condition' | 'medicine'

/** What a phrase names; `code` is of SNOMED CT. */
export type Meaning = {
  readonly kind: TermKind
  readonly key: string
  readonly display: string
  readonly code?: string
}

/** Where a walk has come to: what is named by the words so far, and where the next word leads. */
export type PhraseNode = {
  readonly step: (word: string) => PhraseNode | undefined
  readonly meaning?: Meaning | undefined
}

export const keyOf = (display: string): string =>
  display
    .toLowerCase()
    .replaceAll("'", '')
    .replaceAll(/[^a-z0-9]+/g, '-')

/** The words that a phrase is sought by. */
export const foldPhrase = (phrase: string): readonly string[] => readFlow(readWords(phrase)).map(({ text }) => text)

/** What exactly these words name. */
export function findMeaning(root: PhraseNode, phrase: string): Meaning | undefined {
  let node: PhraseNode | undefined = root
  for (const word of foldPhrase(phrase)) node = node?.step(word)
  return node === root ? undefined : node?.meaning
}
