/** An allergy that the clinician reads out, and the patient confirms by a word or by telling the reaction. D331. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { readNames } from '../allergy-names.ts'
import type { Quote } from '../candidates.ts'
import { readEffect } from './echoed-allergies.ts'
import { asksReaction, readBareReaction, readReaction } from './reactions.ts'

export type Confirmed = { readonly names: readonly string[]; readonly reaction: string | undefined; readonly quotes: readonly Quote[] } // biome-ignore format: short

/** "Allergies." before the name. */
const header =
  /^(?:(?:and|now|ok|okay|right|so|your|the|known|any|drug|medicine|good|then),? )*allerg(?:y|ies)[.,?: ]*$/
const ofAllergy = /\ballerg|\bintoleran|\breact(?:s|ed|ion)\b|\b(?:can|should|must) not (?:have|take|be given)\b/
const ofRecord =
  /\b(?:(?:i|we) have(?: got)?|got|you|your|yours|he|she|his|her|here|file|records?|recorded|list|listed|down|screen|chart|notes?|says|still|checking|check|noted|computer|system)\b/
/** Nothing is read out of a denial, a condition, a test, or of another person. */
const isOther =
  /\b(?:no|none|nil|never|without|if|test\w*|family|mum|dad|mother|father|sister|brother|wife|husband|worried|think|might|could|any|anything|or|used to|grew|is that your|whose|which one)\b/
/** "You can't have codeine, can you?": the no agrees. */
const isShunned = /\b(?:can|should|must) not (?:have|take|be given)\b/
/** "You can't have codeine while you're breastfeeding" tells no allergy. */
const isForNow = /\b(?:while|when|with|during|until|because|since|together|on|after|before|yet|today|tonight|more|your|for|as|too|at)\b/ // biome-ignore format: short
const tags = /\b(?:is not (?:it|that|he|she)|are not you|do not you|can you|is that (?:right|correct|still right|still the case)|am i right)\b/g // biome-ignore format: one row

const openers = '(?:(?:oh|well|um+|uh+|mm+|ah|and|so|look|very|most|,) ?)*'
const agrees = new RegExp(
  `^${openers}(?:yes|yeah|yep|yup|aye|correct(?:ly)?|right|exactly|indeed|absolutely|definitely|sure am|mm-?hm|mhm|uh huh|spot on|true|unfortunately|sadly|i am|he is|she is|i do|it is(?! (?:the|my|not|only|just|a)\\b)|it does|they do|(?:that|this) is (?:right|correct|it|me|the one|still right|true|still the case)|(?:(?:it|that) )?(?:is |must be |should be |is down |down )+(?:correct(?:ly)?|right)|down (?:correctly|right)|still (?:am|is|the case|right|true|allergic)|always (?:have been|been|was)|badly|severely|very much so)\\b`,
)
const agreesToShun = new RegExp(`^${openers}(?:no\\b|i can ?not|definitely not|nope|absolutely not|never again)`)
const takesBack =
  /\b(?:but|not any ?more|anymore|used to|grew|outgrew|fine|turned out|tested|retested|negative|was told|thought|actually|maybe|might|not sure|i do not think|they say|supposedly|had it (?:since|again)|wife|husband|mum|dad|son|daughter|mother|father|brother|sister|partner|twin|(?<!a )kids?|(?<!a )baby|dog|cat|nan|friend|cousin|no longer|i am not)\b/

function listNamed(sentence: Sentence): readonly string[] {
  const names: string[] = []
  for (let at = 0; at < sentence.words.length; at += 1) {
    const read = readNames(sentence, at, false)
    if (read.names.length === 0) continue
    names.push(...read.names)
    at = read.end - 1
  }
  return [...new Set(names)]
}

/** The most sentences between what is read out and the reaction. */
const reach = 5

type Replies = {
  readonly agreed: Sentence | undefined
  readonly told?: Sentence
  readonly reaction?: string
  readonly asking?: Sentence | undefined
}

/** The replies of the patient, until the clinician asks something else than the reaction. */
function readReplies(following: readonly Sentence[], isShun: boolean): Replies | undefined {
  let agreed: Sentence | undefined
  let asking: Sentence | undefined
  for (const next of following.slice(0, reach)) {
    if (next.segment.speaker === 'clinician') {
      if (asksReaction(next.said)) asking = next
      else if (next.isQuestion && agreed === undefined) {
        if (!confirming.test(next.said)) return undefined
      } else if (next.isQuestion || next.words.length > 6) break
      continue
    }
    if (next.segment.speaker !== 'patient' || next.isQuestion) return undefined
    if (takesBack.test(next.said)) return undefined
    const isYes = agrees.test(next.said) || (isShun && agreesToShun.test(next.said))
    const reaction =
      readReaction(next) ??
      (isYes || agreed !== undefined || asking !== undefined ? readBareReaction(withoutYes(next)) : undefined)
    if (reaction !== undefined) return isDenied(next, isShun) ? undefined : { agreed, told: next, reaction, asking }
    if (isYes) agreed = agreed ?? next
    else if (agreed === undefined && !/^(?:mm+|hm+|mhm|ok|okay)\b/.test(next.said)) return undefined
    else if (agreed !== undefined) break
  }
  return agreed === undefined ? undefined : { agreed }
}

/** "Right, blisters." tells the reaction behind the yes. */
const withoutYes = (sentence: Sentence): Sentence => {
  if (!agrees.test(sentence.said)) return sentence
  const comma = sentence.words.findIndex(({ text }) => text === ',')
  const at = comma < 0 ? sentence.words.length : comma + 1
  return { ...sentence, words: sentence.words.slice(at) }
}
const confirming = /\b(?:right|correct|still|true|the case|stands?)\b/
const isDenied = ({ said }: Sentence, isShun: boolean): boolean => !isShun && /\b(?:no|not|never|nothing)\b/.test(said)

/** The effect that the clinician reads out behind the one name. */
function readOutEffect(sentence: Sentence, names: readonly string[]): string | undefined {
  const said = sentence.said.replaceAll(/(?<=, )(?:i have(?: got)?|i've got|you get|down as|with|and) (?=\w)/g, '').replace(/, (?:is that|is it|right|still|correct).*$/, '').replace('?', '').replace(/ down(?: here| there)?(?=,)/, '') // biome-ignore format: short
  const last = names.length === 1 ? sentence.terms.findLast(({ kind }) => kind === 'medicine') : undefined
  const word = last === undefined ? names[0]?.split(' ').at(-1)?.toLowerCase() : sentence.words[last.to]?.text
  return names.length === 1 && word !== undefined ? readEffect({ said }, word) : undefined
}

/** What the clinician reads out of a record, if the patient confirms it. `following`: the sentences after it; `before`: the one before. */
export function readConfirmedAllergy(
  sentence: Sentence,
  following: readonly Sentence[],
  before?: Sentence,
): Confirmed | undefined {
  const said = sentence.said.replaceAll(tags, '')
  const isShun = isShunned.test(said)
  const isHeaded = before !== undefined && before.segment === sentence.segment && header.test(before.said)
  if (!(ofAllergy.test(said) || isHeaded) || isOther.test(said) || !(sentence.isQuestion || ofRecord.test(said)))
    return undefined
  if (/\bnot\b/.test(said) && (!isShun || isForNow.test(said))) return undefined
  const names = listNamed(sentence)
  if (names.length === 0) return undefined
  const replies = readReplies(following, isShun)
  if (replies === undefined) return undefined
  const { agreed, told, asking } = replies
  // Of two allergens, nobody knows which one gives the reaction.
  const reaction = names.length > 1 ? undefined : (replies.reaction ?? readOutEffect(sentence, names))
  if (names.length > 1 && agreed === undefined && !(told !== undefined && agrees.test(told.said))) return undefined
  const quotes: readonly Quote[] = [
    ...(isHeaded && !ofAllergy.test(said) ? [{ sentence: before, role: 'question' as const }] : []),
    { sentence, role: 'question' },
    ...(agreed === undefined ? [] : [{ sentence: agreed, role: 'answer' as const }]),
    ...(asking === undefined || told === undefined ? [] : [{ sentence: asking, role: 'question' as const }]),
    ...(told === undefined ? [] : [{ sentence: told, role: 'answer' as const }]),
  ]
  return { names, reaction, quotes }
}
