/** "Any problems with your eyes?" - "No.": a denial of something that no table names, in the words of the question. */

import { readAnswer } from '../dialogue/answers.ts'
import { plainText } from '../dialogue/dialogue.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { cleanWords } from '../dialogue/wording.ts'
import { keyOf } from '../vocabulary/phrases.ts'
import { answers, type Candidate, claim } from './candidates.ts'

const asksAny =
  /^(?:(?:and|so|but|ok|okay|right|now|then|also|um|uh|have you (?:had|noticed|got|been having|ever had)|do you (?:have|get|feel|notice)|did you (?:have|get|notice)|is there|are there|was there|were there|has there been|you have not had|you do not have|no|just|at all),? )*any (?:other )?((?:[a-z]+ ){0,5}[a-z]+?)(?: (?:at all|recently|lately|at the moment|or anything(?: like that)?|like that))*[?.]*$/
/** About the talk itself, or drafted by other parts. */
const notDenied =
  /\b(?:questions?|idea|chance|concerns?|worr\w+|symptoms?|thoughts?|allerg\w*|medic\w*|tablets?|problems? (?:at all|that)|conditions?|illness\w*|history|family|else|thing|things|reason|way|help|treatment|drugs?|luck|one|of|you|i|we|they|he|she|that|this|it|these|those|which|so|because|if|tests?|difference|more|better|worse|specific|particular|other)\b/

export function draftAskedOthers(dialogue: readonly Sentence[]): readonly Candidate[] {
  return dialogue.flatMap((question) => {
    if (question.segment.speaker !== 'clinician' || !question.isQuestion || question.terms.length > 0) return []
    if (question.text.includes('[')) return []
    const what = asksAny.exec(plainText(cleanWords(question.text)).replaceAll(/\b(?:your|the|a|an) /g, ''))?.[1]
    const answer = readAnswer(question)
    if (what === undefined || notDenied.test(what) || answer?.says !== 'no' || !answer.isPlain) return []
    const isSaid = what.split(' ').every((word) => question.text.toLowerCase().includes(word))
    if (answer.sentence.terms.length > 0 || what.length < 4 || !isSaid) return []
    return [
      {
        text: `No ${what}.`,
        claims: [claim('symptom', { key: keyOf(what), display: what }, { polarity: 'absent' })],
        quotes: answers(question, answer.sentence),
        weight: 42,
        at: answer.sentence.at,
      },
    ]
  })
}
