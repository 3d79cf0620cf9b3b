/** Allergies that a patient tells by their reaction: "I can't have latex, I get hives", "With plasters I come up in welts". D282. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { readNames } from '../allergy-names.ts'
import { answers, type Quote, says } from '../candidates.ts'
import { asksReaction, isAllergic, isSideEffect, isTakenUp, readBareReaction, readReaction } from './reactions.ts'

export type ToldAllergy = { readonly names: readonly string[]; readonly reaction: string | undefined; readonly quotes: readonly Quote[] } // biome-ignore format: short

/** Words before the allergen, by which the speaker keeps away from it or reacts to it. */
const shuns =
  /(?:\b(?:can not|could not|must not|should not|am not allowed to|never|do not|not supposed to|(?:told|warned) (?:me |us |him |her )?(?:not to|never to|i can ?not|i (?:should|must) (?:not|never))) (?:ever )?(?:have|take|tolerate|touch|use|eat|go near|give (?:me|him|her)|get on with|be given)|\b(?:keep|stay) (?:me |him |her )?(?:away from|off|clear of)|\bavoid|^(?:(?:please|so|but|oh|well|,) )*(?:not|anything but|no more|never again) ?)(?: ?(?:the|any|a|an|those|that|these|this|anything with|,))*$/
const reacts =
  /\b(?:react(?:s|ed)?(?: (?:badly|really badly|strongly))? to|sensitive to|anaphylactic to|(?:had|have|get|got|go into) (?:an )?anaphyla\w+ (?:to|from|with)|bad reaction to|reaction to)(?: (?:the|a|an|,))*$/
const contact =
  '(?:had|have|took|take|tried|try|ate|eat|used|use|wore|wear|was given|am given|was on|was put on|touch|touched|(?:go|went|get|got|come|came|am|was) (?:near|around)|(?:was|get|got|am) stung by)' // biome-ignore format: one row
/** "With latex I get hives", "hives from latex", "when I had latex", "every time I wear latex", "one bite of egg". */
const circumstance = new RegExp(
  `(?:^|[ ,.])(?:with|from|after|to|off|(?:when|whenever|as soon as|the (?:minute|moment|second)|(?:every|each|any|(?:the )?(?:last|first|one|only)) time) (?:i|he|she) (?:(?:ever|even|so much as|have) )*${contact}|(?:they|the (?:doctors?|hospital|dentist)) (?:gave|put) (?:me|him|her)(?: on)?(?: ,)?(?: i think)?|(?:one|an?|half an?|(?:just )?the (?:smallest|slightest|tiniest)) (?:bite|bit|sip|taste|trace|touch|whiff|hint|dose|tablet|drop|lick|mouthful|sniff) of)(?: (?:the|a|an|some|any|those|that|these|,))*$`,
)
/** Words after the allergen: it does harm, or it is one that the speaker keeps from. */
const doesHarm =
  /^,? ?(?:(?:always|just|really|usually|tablets?|cream|stings?|fruit|i think|i believe|i reckon|apparently|that|it|they|,) )*(?:brings?|brought|gives?|gave|makes?|made|causes?|caused|did not agree|does not agree|do not agree|disagrees|disagreed|sets? (?:me|him|her) off|sets? (?:my|his|her) \w+ off|set|sets? off|triggers?|triggered|(?:swells?|swelled|blows?|blew|puffs?|puffed|turns?|turned|closes?|closed|leaves?|left) (?:me|my|him|his|her)|and (?:i|me|my \w+) (?:do|did|have) (?:not|never) (?:agree|mix|get on|get along|gel)|(?:is|are|has to be|have to be|must be) (?:(?:right|strictly|definitely|completely|totally|always) )*(?:out(?! of)|off(?: (?:the (?:menu|list|table|cards)|limits))?|banned|forbidden|a no|no good|not for me|not an option|poison)\b)/
const ofOthers = /\b(?:wife|husband|mum|dad|mother|father|brother|sister|friend|partner|someone|people|if)\b/

type Named = { readonly names: readonly string[]; readonly form: 'shuns' | 'reacts' | 'circumstance' | 'harm' }

/** The allergen of the sentence with the construction around it. */
function readNamed(sentence: Sentence): Named | undefined {
  const words = sentence.words.map(({ text }) => text)
  for (let at = 0; at < words.length; at += 1) {
    const { names, end } = readNames(sentence, at, false)
    if (names.length === 0 || /^(?:and|or|,|the|a|an|to|just|like|um|uh|er)$/.test(words[at] ?? '')) continue
    const before = words.slice(0, at).filter((word) => !/^(?:um|uh|er|erm|just|like)$/.test(word)).join(' ').replaceAll(/\b(\w+) , \1\b/g, '$1') // biome-ignore format: short
    const after = words.slice(end).join(' ')
    if (shuns.test(before)) return { names, form: 'shuns' }
    if (reacts.test(before)) return { names, form: 'reacts' }
    if (doesHarm.test(after)) return { names, form: 'harm' }
    if (circumstance.test(before)) return { names, form: 'circumstance' }
  }
  return undefined
}

/** A sound by which the clinician only goes along. */
const isSound = ({ said, isQuestion }: Sentence): boolean => !isQuestion && /^(?:(?:mm+-?(?:hm)?|hm+|mhm|uh huh|ok|okay|right|yes|yeah|i see|go on|sure|oh|noted|got it),? ?)+[.,! ]*$/.test(said) // biome-ignore format: short

/** The clinician says the name over. */
const isEcho = (heard: Sentence, sentence: Sentence): boolean => {
  const said = new Set(sentence.words.map(({ text }) => text))
  return !heard.isQuestion && heard.words.length <= 4 && heard.words.every(({ text }) => said.has(text) || /^(?:ok|okay|right|so|no|not|,|\.)$/.test(text))
} // biome-ignore format: short

/** "My lips swell when I have a cold.": the next sentence has a cause of its own. */
const ofOtherCause = /\b(?:when(?:ever)?|if|every time) (?:i|he|she) (?!was\b)(?!.*\b(?:it|them|that|those|one|some)\b)/

/** "It was when I was six.": a sentence that only says when. */
const onlyTime = /^(?:(?:it|that|this) (?:was|would have been|happened) |i had it )?(?:(?:about|around|maybe|only|just) )?(?:when i was (?:\w+|a (?:kid|child|baby)|at school)|i was (?:only |about |just )?(?:\w+|a (?:kid|child|baby))|as a (?:kid|child|baby)|(?:\w+ ){1,3}(?:years?|months?|weeks?) (?:ago|back)|years ago|ages ago|last (?:year|month|week)|in (?:\w+ ){1,2}\w+)[.!]?$/ // biome-ignore format: one row

/** "Apparently.", "The sulfa one.": a sentence that only hedges, or names the allergen again. */
const onlyHedge =
  /^(?:(?:apparently|supposedly|allegedly|so they say|so i am told|i think|i believe|the|one|tablets?|sulfa|sulpha|antibiotics?|(?:well,? )?(?:mum|dad|nan|they) (?:says?|said|told me|reckons?)|ever since) ?[,.]? ?)+$/

/** The reaction in the same sentence, in the next one of the turn, or in the reply to "what happened?". */
export function findReaction(sentence: Sentence, later: readonly Sentence[]): { readonly reaction: string; readonly quotes: readonly Quote[] } | undefined {
  const own = readReaction(sentence)
  if (own !== undefined) return { reaction: own, quotes: [] }
  const [first, second] = later
  const goesOn = first?.segment.speaker === 'clinician' && (isSound(first) || isEcho(first, sentence)) ? second : first
  const isTime = goesOn !== undefined && goesOn === first && (onlyTime.test(goesOn.said) || onlyHedge.test(goesOn.said)) && second?.at === goesOn.at // biome-ignore format: short
  if (isTime && !second.isQuestion) {
    const told = readReaction(second) ?? readBareReaction(second)
    return told === undefined ? undefined : { reaction: told, quotes: says(second) }
  }
  if (goesOn?.segment.speaker === sentence.segment.speaker && !goesOn.isQuestion && goesOn.at - sentence.at <= 2) {
    if (ofOtherCause.test(goesOn.said)) return undefined
    const next = readReaction(goesOn) ?? readBareReaction(goesOn)
    return next === undefined ? undefined : { reaction: next, quotes: says(goesOn) }
  }
  if (first?.segment.speaker !== 'clinician') return undefined
  // The clinician may say the name over, and then ask.
  const asking = [first, second].find((each) => each?.segment.speaker === 'clinician' && asksReaction(each.said))
  if (asking === undefined || (asking === second && (first.isQuestion || first.words.length > 6))) return undefined
  const next = later[later.indexOf(asking) + 1]
  const reply = next?.segment.speaker === sentence.segment.speaker ? next : undefined
  const told = reply === undefined ? undefined : (readReaction(reply) ?? readBareReaction(reply))
  return reply === undefined || told === undefined ? undefined : { reaction: told, quotes: answers(asking, reply) }
} // biome-ignore format: short

/** An allergy by its construction; `isAsked`: in answer to a question about allergies and reactions. */
export function readToldAllergy(sentence: Sentence, later: readonly Sentence[], isAsked: boolean): ToldAllergy | undefined {
  if (sentence.isQuestion || ofOthers.test(sentence.said) || /\ballerg|\bintoleran/.test(sentence.said)) return undefined
  const named = readNamed(sentence)
  if (named === undefined) return undefined
  const found = findReaction(sentence, later)
  if (found === undefined) return named.form === 'reacts' ? { names: named.names, reaction: undefined, quotes: says(sentence) } : undefined
  const isSure = isAllergic(found.reaction) || isTakenUp(later)
  if (!isSure && (isSideEffect(found.reaction) || (!isAsked && named.form !== 'reacts'))) return undefined
  return { names: named.names, reaction: found.reaction, quotes: [...says(sentence), ...found.quotes] }
} // biome-ignore format: short

/** "Keflex gave me the runs", with one name and its side effect. */
export function readIntolerance(sentence: Sentence): { readonly name: string; readonly reaction: string } | undefined {
  const own = { ...sentence, said: sentence.said.replace(/,? (?:but|and) (?:that is|it is|i know).*$/, '') }
  const named = sentence.isQuestion || ofOthers.test(own.said) ? undefined : readNamed(sentence)
  const [name, other] = named?.names ?? []
  const reaction =
    name === undefined || other !== undefined || named?.form !== 'harm' ? undefined : readReaction(sentence)
  return name === undefined || reaction === undefined ? undefined : { name, reaction }
}
