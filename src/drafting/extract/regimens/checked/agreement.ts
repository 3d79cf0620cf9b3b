/** Replies by which a patient agrees to a medicine that the clinician reads out: "Yep, the big ones.", "That's the one.", "Still am." D472. */
import type { Sentence } from '../../../dialogue/sentence.ts'

const lead = '^(?:(?:oh|well|um+|uh+|ah|mm|and|so|,) ?)*'
const agrees = new RegExp(`${lead}(?:yes|yeah|yep|yup|aye|correct|right|exactly|mm+-?hm+|mhm|uh huh|sure|of course|indeed|spot on|same as (?:ever|always|before)|still (?:am|do|on (?:it|that|them|those|all (?:of )?(?:that|them|those))|the same)|(?:that is|it is|that will be) (?:still )?(?:right|it|correct|him|her|them|the (?:one|same|lot)|all of them)|that one|the very (?:one|same)|(?:i am|i do|(?:he|she) (?:is|does))(?=[ ,.!]*$|,))(?![a-z])`) // biome-ignore format: one row
/** It limits the agreement, or takes it back. */
const limits =
  /\b(?:no|not|never|but|except|apart|used to|stopp\w+|was|were|came off|until|chang\w+|instead|half|double|less|more|forget|miss\w*|sometimes|if|unless|or|sure|maybe|ran out|again|though|although|does not|did not)\b/
const mostWords = 12

/** True if the sentence agrees, and says nothing that limits it. */
export const isAgreed = ({ said, words, isQuestion, terms }: Sentence): boolean =>
  !isQuestion && words.length <= mostWords && agrees.test(said) && !limits.test(said) && !terms.some(({ kind }) => kind === 'medicine') // biome-ignore format: short

/** "Still on that?", "Is that right?", "Is that all?": asks whether what was read out holds. */
const checks =
  /^(?:(?:and|so|ok|okay|right|are you|is he|is she|do you|still|yes|yeah),? ?)*(?:is that (?:still )?(?:right|correct|it|the one|all|everything|what you are (?:on|taking)|the case|the lot)|that is (?:it|right|all)|(?:still )?(?:on|taking|take|using|having) (?:that|it|them|those|all of (?:that|them|those))|still|yes|yeah|correct|right|have i got that right|anything else|any others?|nothing else)\b[^?]{0,24}\?$/
export const checksAgain = (sentence: Sentence): boolean => checks.test(sentence.said)
