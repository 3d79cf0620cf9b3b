/** Whether a parent speaks for a child, which decides who "he", "she" and "I" are. */
import { readOnceOf } from '../../core/cache/read-once.ts'
import { isToldFor, type Sentence } from './sentence.ts'

const childNamed =
  /\b(?:your|my|the|this) (?:\w+ )?(?:son|daughter|baby|bub|toddler|child|kid|boy|girl|little (?:one|boy|girl|man|fella|fellow))\b|\b(?:wet|dirty|many|his|her) napp(?:y|ies)\b|\b(?:hello|hi|and you're|and you are|so|okay|right),? mum(?:my)?\b|\bhow old is (?:he|she)\b|\b(?:at|from|to) (?:daycare|childcare|kinder|kindy|creche|nursery)\b/
/** "He's three", "she is eight months": the age tells that a child is meant. */
const ofChildsAge =
  /\b(?:he|she) is (?:only |just |nearly |almost |about )?(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|\d|1[0-5])(?: and a half)?(?: years? old| now| next \w+| in \w+)?(?=$| ?[,.;!?]| and (?:he|she|has|it))|just turned (?:one|two|three|four|five|six|seven|eight|nine|ten)\b|(?:\w+|\d+) (?:days?|weeks?|months?)(?: and \w+ (?:days?|weeks?))?(?: old\b| ?[,.;!?]|$))/
const asksOfChild =
  /\b(?:is|has|does|did|was) (?:he|she|your (?:\w+ )?(?:son|daughter|baby|child|toddler|boy|girl)|the little \w+)\b|\bhow old is (?:he|she|your|the)\b|\bbrought (?:your|the|him|her)\b/
/** The clinician's words of a third person who is no grown one, and those to the speaker. "Does your partner smoke? Has he tried?" speaks of neither. */
const ofThird = /\b(?:he|she|him|his|her|your (?:\w+ )?(?:son|daughter|baby|child|toddler|boy|girl))\b/
const ofGrown = /\b(?:mum|dad|mother|father|wife|husband|partner|boyfriend|girlfriend|sister|brother|mate|friend|doctor|specialist|gp)\b/ // biome-ignore format: one row
const toSpeaker =
  /\b(?:you(?! know\b| mean\b| said\b| can\b| want\b| noticed\b| given\b| tried\b| think\b)|your|yourself)\b/
const inPassing = /\b(?:thank you|see you|if you|can you)\b/

const ofSpeaker =
  /\bi (?:\w+ly |also |just )?(?:have|had|am|was|get|got|take|feel|do|did|smoke|drink|suffer|use)\b|\bmyself\b/

type Spoken = Pick<Sentence, 'segment' | 'said' | 'isQuestion' | 'at'>

/** The clinician speaks more of a child than to the speaker, who told no trouble of their own before. */
export const isAboutChild = readOnceOf((dialogue: readonly Spoken[]): boolean => {
  const said = dialogue.filter(({ segment }) => segment.speaker !== 'other')
  const clinicians = said.filter(({ segment }) => segment.speaker === 'clinician')
  const ofChild = clinicians.filter((one) => ofThird.test(one.said) && !ofGrown.test(one.said))
  const ofParent = clinicians.filter((one) => !ofThird.test(one.said) && toSpeaker.test(one.said) && !inPassing.test(one.said)) // biome-ignore format: one row
  const first = clinicians.find((one) => one.isQuestion && asksOfChild.test(one.said))
  const isOwnTrouble = said.some((one) => first !== undefined && one.at < first.at && isOfParent(one))
  return (
    ofChild.length > ofParent.length &&
    !isOwnTrouble &&
    said.some((one) => childNamed.test(one.said) || ofChildsAge.test(one.said))
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
