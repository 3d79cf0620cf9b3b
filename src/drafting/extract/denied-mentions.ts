/** Symptoms that a sentence denies inside their name. D312. */
import { readContext } from '../dialogue/context.ts'
import { listDeniedInside } from '../dialogue/denied-verbs.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import type { Term } from '../vocabulary/terms.ts'
import { says } from './candidates.ts'
import { generalKeys, type Mention, plainly } from './mention.ts'

/** "I didn't hurt my hip": the patient was not injured. Whether the hip is painful is another matter. */
const unhurt = /\b(?:i|he|she) (?:did not|have not|has not|had not|never) (?:(?:really|actually|even|also) )*hurt\b/
export const isUnhurt = (sentence: Sentence, term: Term): boolean =>
  unhurt.test(sentence.said) && sentence.words.slice(term.from, term.to + 1).some(({ text }) => text === 'hurt')

/** "The discharge is, I think, normal": as it should be, and no trouble. */
const normal =
  /^(?:(?:is|are|was|were|has|have|been|looks?|seems?|feels?|i|think|um|uh|,|all|just|pretty|quite|perfectly|completely) )*(?:normal|fine|ok|okay|alright|unremarkable|as (?:usual|normal)|the same as (?:usual|always|ever))\b/
export const isNormal = (sentence: Sentence, { to }: Term): boolean =>
  normal.test(sentence.words.slice(to + 1).map(({ text }) => text).join(' ')) && /^(?:is|are|was|were|has|have|looks?|seems?|feels?)$/.test(sentence.words[to + 1]?.text ?? '') // biome-ignore format: short

/** "My chest doesn't hurt." */
export const deniedInside = (sentence: Sentence): readonly Mention[] =>
  listDeniedInside(sentence)
    .filter((term) => !isUnhurt(sentence, term))
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
