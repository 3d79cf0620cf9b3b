/** Symptoms that a sentence denies inside their name. D312. */
import { readContext } from '../dialogue/context.ts'
import { listDeniedInside } from '../dialogue/denied-verbs.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { says } from './candidates.ts'
import { generalKeys, type Mention, plainly } from './mention.ts'

/** "My chest doesn't hurt." */
export const deniedInside = (sentence: Sentence): readonly Mention[] =>
  listDeniedInside(sentence)
    .filter((term) => term.kind === 'symptom' && !generalKeys.has(term.key))
    .filter((term) => {
      const { status, relative } = readContext(sentence, term)
      return status === 'present' && relative === undefined
    })
    .map((term) => ({
      term,
      polarity: 'absent',
      ...plainly,
      quotes: says(sentence),
      at: sentence.at,
      isExplicit: true,
    }))
