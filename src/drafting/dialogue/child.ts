/** Whether a parent speaks for a child, which decides who "he", "she" and "I" are. */
import { readOnceOf } from '../../core/cache/read-once.ts'
import { isToldFor, type Sentence } from './sentence.ts'

const childNamed =
  /\b(?:your|my|the|this) (?:\w+ )?(?:son|daughter|baby|bub|toddler|child|kid|boy|girl|little (?:one|boy|girl|man|fella|fellow))\b|\b(?:wet|dirty|many|his|her) napp(?:y|ies)\b/
/** "He's three", "she is eight months old": the age tells that a child is meant. */
const ofChildsAge =
  /\b(?:he|she) is (?:only |just |nearly |almost |about )?(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|\d|1[0-5])(?: and a half)?(?: years? old| now| next \w+| in \w+)?(?=$| ?[,.;!?]| and (?:he|she|has|it))|just turned (?:one|two|three|four|five|six|seven|eight|nine|ten)\b|(?:\w+|\d+) (?:days?|weeks?|months?)(?: and \w+ (?:days?|weeks?))? old\b)/
const asksOfChild =
  /\b(?:is|has|does|did|was) (?:he|she|your (?:\w+ )?(?:son|daughter|baby|child|toddler|boy|girl)|the little \w+)\b|\bhow old is (?:he|she|your|the)\b|\bbrought (?:your|the|him|her)\b/
const asksOfSpeaker =
  /\b(?:do|are|have|did|were) you (?!(?:given|giving|noticed|tried|worried|think|know|bring|brought|taken (?:him|her)))\w+/

const ofSpeaker =
  /\bi (?:\w+ly |also |just )?(?:have|had|am|was|get|got|take|feel|do|did|smoke|drink|suffer|use)\b|\bmyself\b/

type Spoken = Pick<Sentence, 'segment' | 'said' | 'isQuestion' | 'at'>

/** More questions concern a named child than the speaker, who told no trouble of their own before. */
export const isAboutChild = readOnceOf((dialogue: readonly Spoken[]): boolean => {
  const said = dialogue.filter(({ segment }) => segment.speaker !== 'other')
  const questions = said.filter(({ segment, isQuestion }) => segment.speaker === 'clinician' && isQuestion)
  const ofChild = questions.filter((question) => asksOfChild.test(question.said))
  const ofParent = questions.filter((question) => !asksOfChild.test(question.said) && asksOfSpeaker.test(question.said))
  const [first] = ofChild
  const isOwnTrouble = said.some((sentence) => first !== undefined && sentence.at < first.at && isOfParent(sentence))
  return (
    ofChild.length > ofParent.length &&
    !isOwnTrouble &&
    said.some((sentence) => childNamed.test(sentence.said) || ofChildsAge.test(sentence.said))
  )
})

/** Nobody speaks as the patient, and a relative does: "he" and "she" are the patient. */
export const isSpokenFor = (dialogue: readonly Sentence[]): boolean =>
  dialogue.some(({ segment }) => segment.speaker === 'other' || isToldFor(segment)) &&
  !dialogue.some(({ segment }) => segment.speaker === 'patient' && !isToldFor(segment))

/** A parent's sentence about themselves, if the child is the patient. */
export const isOfParent = ({ segment, said }: Pick<Sentence, 'segment' | 'said'>): boolean =>
  segment.speaker === 'patient' && !isToldFor(segment) && ofSpeaker.test(said.split(/\b(?:but|he|she)\b/)[0] ?? '')

/** The child, in the words of the parent. */
export const childWords: ReadonlySet<string> = new Set(
  'he she son daughter baby bub toddler child kid boy girl one'.split(' '),
)
