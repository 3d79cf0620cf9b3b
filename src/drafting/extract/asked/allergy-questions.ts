/** Questions after allergies that need not have the word: their frames, the record read out for confirmation, and one allergen named. D317. */
import { readOnce } from '../../../core/cache/read-once.ts'
import { readAnswer } from '../../dialogue/answers.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { readNames } from '../allergy-names.ts'
import { answers, type Quote } from '../candidates.ts'
import { isAllergic, isTakenUp, readBareReaction, readReaction } from './reactions.ts'

const remedy = '(?:medications?|medicines?|meds|drugs?|tablets?|pills?|capsules?|antibiotics?|painkillers?|injections?|an(?:a)?esthetics?|ointments?)' // biome-ignore format: one row
/** Not one that the talk is about: "have the tablets upset you?" is about an effect of these. */
const some = `(?:any|a|an|some|what|which|other|single|ever)(?: \\w+){0,3} ${remedy}(?: or ${remedy})?`
const whom = '(?:you|him|her)'

/** Each frame holds for any kind of remedy. */
// biome-ignore format: one row a line
const frames: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\ballerg|\bintoleran/, 'the word itself'],
  [/\b(?:anything|any\w*|what|things|something)\b[^?]*\b(?:brings?|bring|makes?|make|gives?|give|sets?|set) (?:you|him|her) (?:out in|up in|come (?:up|out) in|off(?=[ ?]|$)|hives|a rash|itch\w*|swell\w*)/, 'a cause of a usual reaction'],
  [/\b(?:bad |any |had )?reactions? to (?:any |other )?(?:drug|medic|tablet|anti|anything|foods?)/, 'a reaction to a kind of thing'],
  [/\b(?:do|does|have|has|did|anything|something|what|any\w*|ever)\b.*\b(?:you|he|she)(?: (?:ever|also|usually))? (?:get|got|had|react|reacts|reacted)(?: (?:a|any))?(?: (?:badly|bad|funny|reactions?|oddly))? (?:to|from|against)(?: (?:any|anything|things|a|some|medicines?|drugs?|tablets?))*\??$/, 'reacting to something'],
  [/\b(?:dis)?agrees? with you\b|\b(?:turned (?:on|against)|not suit(?:ed)?|bad for|poison to) you\b/, 'a verb of harm with the patient as its object'],
  [new RegExp(`\\b${some}\\b(?:(?! the | your )[^?])*\\b(?:disagree[sd]?|turn(?:s|ed)?|upset|suit(?:s|ed)?|harm(?:s|ed)?|hurts?|poison\\w*|floor(?:s|ed)|bother(?:s|ed)?|attack(?:s|ed)?)(?: (?:with|on|against|badly))* ${whom}\\b`), 'a remedy that harms'],
  [new RegExp(`\\b${some}\\b[^?]*\\b(?:gives?|gave|given|caused?|causes|done|did) ${whom} (?:any |a |some |much )?(?:trouble|troubles|grief|bother|problems?|bad (?:time|turn|reaction)|reaction|rash|harm)\\b`), 'a remedy that gives trouble'],
  [new RegExp(`\\b(?:come|came|fall|fell|fallen|run|had|have)\\b[^?]*\\b(?:to grief|trouble|bad (?:time|turn|experience)|out|grief|problems?|reaction)\\b (?:from|with|on|to) (?:any|a|some|an)(?: \\w+)? ${remedy}`), 'trouble that comes of a remedy'],
  [/\b(?:any\w*|what|which)\b.* (?:you|he|she) (?:can ?not|must not|should not|are not (?:able|allowed|supposed) to|is not (?:able|allowed) to)(?: be)? (?:take|have|given|use|tolerate)\b|\bshould (?:avoid|not be) (?:giving|given|prescribing)\b/, 'a remedy that is forbidden'],
  [new RegExp(`(?=.*(?:\\b${remedy}\\b|\\b(?:giv(?:e|ing)|prescrib(?:e|ing))\\b))\\b(?:any\\w*|what|which|is there|are there)\\b.*\\b(?:steer (?:well )?clear|stay (?:off|away|clear)|keep (?:off|away|clear|well away)|leave (?:well )?alone|(?:never|not) (?:to )?(?:give|prescribe)|(?:must|should) never (?:have|be given))\\b`), 'a remedy to keep away from'],
]

/** True if the words ask after allergies, in any frame. */
export const asksAfterAllergies = readOnce((said: string): boolean => frames.some(([pattern]) => pattern.test(said)))

/** The record has none: "no allergies down", "your allergy list is blank". */
const saysNone = /\b(?:no|nil|not (?:have )?any|without|zero)\b[^.?!]{0,30}\ballerg|\ballerg\w*\b[^.?!]{0,60}\b(?:no|nil|none|nothing|blank|empty|clear|not (?:have )?any(?:thing)?)\b|\b(?:none|nothing|nil|blank|empty)\b[^.?!]{0,30}\ballerg/ // biome-ignore format: one row
/** "..., is that right?" asks whether the words before it hold. */
const asksWhetherHolds =
  /\b(?:right|correct|true|still|stands?|so|accurate|the case|up to date|agree[d]?|holds?|happy with that|as it should be)\b|\?$/
const notThis = /\bfoods?\b|\bcats\b|\bpets\b|\bapart\b|\bother\b|\bexcept\b/
/** The reply takes up the word for nothing, or says that it stays as it is. */
const confirms =
  /^(?:(?:yes|yeah|yep|that is|it is|it should be|quite|still|oh|well|,) ?)*(?:leave it (?:blank|empty|like that|so|as it is)|keep it (?:blank|empty)|(?:blank|empty|none|nothing|nil|clear) (?:is|it is)(?: (?:right|correct|fine))?|(?:it|that) still (?:stands|holds|applies)|(?:still )?(?:blank|empty|none|nothing|no allergies|the case)|no change|nothing (?:new|has changed|to add))[.,! ]*$/

/** The quotes by which a patient confirms that the record has no allergies. `before`: the sentence before the question. */
export function readNoneConfirmed(question: Sentence, before: Sentence | undefined): readonly Quote[] | undefined {
  const isOwn = /\ballerg/.test(question.said)
  const told = isOwn ? question : before?.segment === question.segment ? before : undefined
  if (told === undefined || !saysNone.test(told.said) || notThis.test(told.said) || !asksWhetherHolds.test(question.said)) return undefined // biome-ignore format: short
  const [first] = question.answers
  const answer = readAnswer(question)
  const isSo = first !== undefined && confirms.test(withoutSounds(first.said))
  const isYes = answer?.says === 'yes' && answer.isPlain && answer.isOwn === undefined
  if (!isSo && !isYes) return undefined
  const reply = isSo ? first : answer?.sentence
  if (reply === undefined || question.answers.some(({ said }) => /\b(?:but|except|apart|although|only|just)\b/.test(said))) return undefined // biome-ignore format: short
  return told === question ? answers(question, reply) : [{ sentence: told, role: 'question' }, ...answers(question, reply)] // biome-ignore format: short
}

/** "What does latex do to you?", "Latex, what happens?", "How does latex agree with you?", "You're allergic to latex?" */
const asksEffect =
  /\bwhat (?:does|do|did|would|will) .*\bdo\b|\bwhat (?:happens|happened|goes wrong|went wrong|comes up)\b|\bhow (?:does|do|did) .*\b(?:agree|sit|go down|affect|treat)\b|\bwhat (?:is|was) the (?:problem|trouble|reaction|matter)\b|\byou(?: are|'re) allergic to\b|\btell me (?:more )?about\b|\bwhat (?:is|was|were|are) (?:it|that|those|they)\b|\bwhat did (?:it|that|they) do\b|\bwhat (?:actually|exactly|usually) happen|\bwhat (?:kind|sort|form|type) of\b/

/** The one allergen that the question names, with the reaction of the reply. */
export function readEffectAsked(question: Sentence, following: readonly Sentence[]): { readonly name: string; readonly reaction: string; readonly quotes: readonly Quote[] } | undefined {
  if (!asksEffect.test(question.said)) return undefined
  const found = question.words.flatMap((_, at) => readNames(question, at, false).names.slice(0, 1))
  const [name] = found
  if (name === undefined || new Set(found).size !== 1) return undefined
  const isOfAllergy = /\ballerg|\breaction\b/.test(question.said)
  for (const reply of question.answers.slice(0, 2)) {
    if (reply.isQuestion || reply.said.includes('?') || /\b(?:no|(?<!(?:can|could) )not|never|nothing|used to|wife|husband|mum|dad|son|daughter)\b/.test(reply.said)) return undefined // biome-ignore format: short
    const reaction = readReaction(reply) ?? readBareReaction(reply)
    if (reaction !== undefined && (isAllergic(reaction) || isOfAllergy || isTakenUp(following))) return { name, reaction, quotes: answers(question, reply) }
  }
  return undefined
} // biome-ignore format: short

/** "They are all kind to me.", "I can take anything." */
const harmless =
  /^(?:(?:no|well|oh|so far|touch wood(?! ?[.!]*$)|i think|,) ?)*(?:they (?:are|have)(?: all| always)?(?: been)?(?: all| always)? (?:kind|good|fine|okay|ok|gentle) (?:to|with) me|(?:they|it|everything) (?:all |always )?(?:agrees?|suits?)(?: with)? me|i (?:get on|do well|am (?:fine|okay|ok|good)|have been (?:fine|okay|ok)) with (?:all of them|everything|them all|anything|any of them)|i can (?:take|tolerate|have) (?:anything|everything|them all|all of them|any of them)|(?:an? )?(?:clean|blank|clear|empty) (?:slate|sheet|page|record|list)|in the clear|all clear|(?:touch|knock on|knock) wood(?=[.!, ]*$)|zip|zilch|nada|nix|fresh out|(?:all )?(?:clear|clean|safe|sweet) (?:there|here|on that (?:front|score)|so far))\b/
/** A reply that says of all remedies that they do no harm. */
export const saysHarmless = (said: string): boolean => harmless.test(withoutSounds(said))
const withoutSounds = (said: string): string => said.replaceAll(/,? ?\b(?:um+|uh+|er+m?|ah+|hm+|mm+)\b,?(?= |$)/g, '')

/** A record without allergies is read out, and the answer "no" may agree or contradict. */
export const isReadOut = (said: string): boolean =>
  saysNone.test(said) && /\b(?:right|correct|true|still|stands?|accurate|the case|up to date|holds?|blank|empty|down|recorded|listed|record|file|list)\b/.test(said) // biome-ignore format: short
