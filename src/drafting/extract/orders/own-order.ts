/** Decides whether the clinician gives the order now, and gives it to the patient. D147, D260. */
import { readOnce } from '../../../core/cache/read-once.ts'
import { nameOthers } from '../../dialogue/context.ts'

/** Words by which somebody else gave the order, it belongs to another time, or the clinician rejects it. */
const notMeant =
  /\b(?:refus\w*|reluctant\w*|mistakes?|wrong|doubt\w*|nobody|hardly|told|said|says|(?:they|people|some) say|thinks|wants|used to|ago|yesterday|last (?:week|month|year|time|patient|doctor)|regret\w*|rather than)\b/
/** Words that say what the clinician does in other cases, or did not do in this one. */
const counterfactual =
  /\b(?:would|should|could) have (?:\w+ed|given|sent|put|gone|got|begun|been|taken|come|seen|written|done|had)\b|\bwould (?:normally|usually|ordinarily|typically|otherwise)\b|^(?:(?:so|and|but|well|now),? )*(?:normally|usually|ordinarily|typically|in theory|in an ideal world)\b,? (?:i|we)\b|\b(?:i|we) (?:was|were) (?:just )?(?:about|going|tempted) to\b|\b(?:i|we) (?:nearly|almost)\b/

/** A text gives the order: "that's what the guidelines want", "the leaflet says to". The clinician only tells of it. */
const ofText =
  /\b(?:guidelines?|guidance|leaflet|textbooks?|protocols?|rules?|books?|internet|google|evidence|packet|label|box|study|studies|research|policy|college|government)\b(?: (?:that|which|always|all|now|usually|normally|would|will|do|does|still))* (?:says?|wants?|recommends?|suggests?|advises?|tells?|prefers?|asks?|goes|go|has|have|is|are|states?|calls?|demands?|expects?|requires?|talks?)\b|\b(?:according to|in|by|as per|per|following) (?:the|our|their|current|new|old|local|national) (?:\w+ )?(?:guidelines?|guidance|leaflet|textbooks?|protocols?|rules|books?|packet|label)\b/

/** What would lead to the order, or why it is given; the words behind it name no object of the order. */
const ofReason =
  /\b(?:things?|signs?|what)(?: (?:that|which))? (?:would|might|could|will) make (?:me|us) (?:want|think|consider)\b(?! to (?:see|have you|come|call|ring|hear))|\bthe (?:main |only |other )?reasons? (?:(?:that|why) )?(?:i|we)\b[^,;]* (?:is|are)\b/

export const isMeant = (said: string): boolean =>
  !ofReason.test(said) && !notMeant.test(said) && !counterfactual.test(said) && !ofText.test(said)

/** "Then we'd get a scan": the case that the words before it suppose, and no order of today. `text` has the leading "then". D356. */
const ofOtherCase =
  /^(?:(?:so|and|but|well|yes|yeah|yep|no|look|ok|okay|right|sure),? )*(?:then|in that case|at that point|if so|down the track|worst case),? (?:i|we|you|he|she|they)(?:'d| would| could| might| may)(?! (?:like|love|suggest|recommend|advise)\b)\b/i
export const isOfOtherCase = (text: string): boolean => ofOtherCase.test(text)

/** False for "Your husband should take it". If a parent speaks for a child, "he" or "she" is the patient. */
export function isToPatient(said: string, isChilds: boolean): boolean {
  return isChilds || !namesOthers(said)
}

const namesOthers = readOnce((said: string): boolean => nameOthers(said.replace(popping, 'go').split(/[^a-z0-9']+/)))

/** "Pop" with a particle or an object is a verb, and no grandfather. */
const popping =
  /\bpop(?= (?:back|in|up|down|on|off|over|round|to|out|by|along|into|your|you|it|a|an|the|some|yourself|along|two|three|four|five|six|several|those|these|that)\b)/g
