/**
 * How much and when somebody drinks or smokes, in the patient's words over several sentences: "Couple of beers, Friday, Saturday. Bit more
 * at Christmas." The question gives the topic; a stretch of the reply counts if it names a drink, an amount or a time. D432.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { cutStretches, withoutHedges } from '../../grammar/chunks.ts'
import { answers, type Candidate } from '../candidates.ts'
import { socialCandidate } from '../habits.ts'
import { restoreNames } from './spoken-names.ts'
import { isOfTopic, type Reply, readReply } from './turns.ts'

const drink = /\b(?:six[- ]packs?|slabs?|cartons?|beers?|wines?|pints?|cans?|glass(?:es)?|bottles?|whisk(?:e?y|e?ys|ies)|gins?|vodkas?|rum|brandy|sherry|port|ciders?|lagers?|stubb(?:y|ies)|schooners?|tinn(?:y|ies)|middies|units?|prosecco|champagne|spirits|shand(?:y|ies)|cocktails?|bitter|stout|ale|scotch|bourbon|nightcap|tipple|vino|stella|guinness)\b/ // biome-ignore format: one row
const time = /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|nights?|evenings?|weeks?|months?|years?|daily|christmas|occasion(?:s|ally)?|rarely|socially|sometimes|birthdays?|weddings?|part(?:y|ies)|holidays?|dinner|lunch|now and (?:then|again)|once in a while|special|a day|most days|every day)\b/ // biome-ignore format: one row
const amount = /\b(?:couple|few|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|half|dozen|bit more|bit less|not much|a little|\d+)\b/ // biome-ignore format: one row
/** Another person's, another time's, a reason, a doubt, a thought. */
const barred = /\b(?:he|she|they|his|her|used to|was|were|gave|given|stopped|quit|packed|cut|because|since|would|could|should|if|know|think|thought|years? ago|ex|kids?|water|tea|coffee|months? ago|not (?:had|touched|been)|never|none|ago|felt|feel|want|need|said|says|maureen|measures?|helps?|to knock|lads|at home|mean|doctor|asked|patches|gum|vape|vapes|vaping)\b/ // biome-ignore format: one row
const lead = /^(?:(?:and|so|but|then|well|oh|no|yes|yeah|yep|not really|it is|that is|there is|i would say|i say|say|i (?:only |just |still |will |do )*(?:have|drink|smoke|get|go for|enjoy|like)(?: got)?|i would (?:only |just |probably |maybe |still )*(?:have|drink|get through|go through)|i have (?:only |just )?had|i am|we (?:only |just )?(?:have|share|drink|split|get through|finish)|and that|only when|only|about|around|i (?:only |just )?(?:have|smoke) about|now it is|alcohol|drink|smoking),? )+/ // biome-ignore format: one row

/** The part of a stretch that counts. "We share a bottle" keeps its verb. */
function readStretch(text: string): string | undefined {
  const shared = /^(?:(?:and|then|well|so) )*(?:at the weekend |at weekends )?we (share|finish|split) /.exec(text)
  const own = shared === null ? text.replace(lead, '').replace(/^(?:\w+ ){0,2}i (?:have|drink|smoke) /, '') : text.replace(/^(?:(?:and|then|well|so) )+/, '').replace(/\bwe (?=share|finish|split)/, '') // biome-ignore format: short
  const plain = own
    .replace(/\bwith my\b/, 'with')
    .replace(/^(?:and|then|or|but) /, '')
    .trim()
  // "I've got to be up at five": another deed.
  if (plain === '' || /^to \w+/.test(plain) || barred.test(plain) || (/\bmy\b/.test(text) && !/\bwith my\b/.test(text)))
    return undefined
  if (!drink.test(plain) && !time.test(plain) && !amount.test(plain)) return undefined
  // Another deed than drinking: "I read one book a week".
  if (/\b(?:i|you|it|we) (?!share|finish|split|drink|have)\w+/.test(plain)) return undefined
  return plain.split(' ').length > 10 ? undefined : plain
}

/** "Four, four pints, and then, on, Sunday": a word said twice, and a preposition that waits. */
const withoutStutters = (said: string): string => said.replaceAll(/\bsix-pack\b/g, 'six pack').replaceAll(/\b([a-z]+),? \1\b/g, '$1').replaceAll(/\b(on|at|in),(?= [a-z])/g, '$1').replaceAll(/\b(and|or) then,? (?=on|at|in)/g, '$1 ') // biome-ignore format: short

/** What is smoked is no drink, though one question asks after both. */
const tobacco = /\b(?:smok\w*|cig(?:s|arettes?|gies)|fags?|rollies|roll ups?|durries|darts|tobacco|vap\w*)\b/

const ofDrink = new RegExp(`${drink.source}|\\b(?:drink\\w*|drunk|alcohol|booze|grog|a drop)\\b`)
const hasNone = /\b(?:no|not|never|none|gave|given|quit|stopped|non|neither)\b/

/** "Smoke? Vape? Grog?" - "I vape. Every day. Few beers on a Saturday.": until a drink is named, how often is of what is smoked. */
function ofDrinks({ question, sentences }: Reply): readonly Sentence[] {
  const asked = sentences[0]?.asked ?? [question]
  let isOther = asked.some(({ said }) => isOfTopic(said, 'smoking'))
  return sentences.filter(({ said }) => {
    if (ofDrink.test(said)) isOther = false
    else if (tobacco.test(said)) isOther = !hasNone.test(said)
    return !isOther || hasNone.test(said)
  })
}

type Parts = { readonly parts: readonly string[]; readonly used: readonly Sentence[] }

const bareCount = /^(?:(?:or|and|maybe) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+)$/

/** The stretches of the reply, in their order. A time that says the same again is left out. */
function readParts({ sentences }: Pick<Reply, 'sentences'>, other?: RegExp): Parts {
  const parts: string[] = []
  const used: Sentence[] = []
  for (const sentence of sentences) {
    if (sentence.isQuestion || /^(?:it|that|there|i|we) (?:was|were|had|went|did)\b/.test(sentence.said)) continue
    const plain = withoutStutters(withoutHedges(sentence.said.replace(/,? what is that in units\??$/, '').replaceAll(/,? as well\b/g, '').replaceAll(/\b(?:well|honestly|oh|what(?=,? (?:like|maybe|about|,|one|two|three|four|five|six)))\b,? ?/g, ''))) // biome-ignore format: short
    const own = cutStretches(plain).flatMap(({ text, join }) => {
      const read = other?.test(text) === true ? undefined : readStretch(text)
      return read === undefined ? [] : [join === 'or' || join === 'and' ? `${join} ${read}` : read]
    })
    if (own.length === 0) continue
    used.push(sentence)
    // "Three if it's hot": without its condition the number says nothing.
    for (const part of own) if (!parts.includes(part) && !(parts.length > 0 && bareCount.test(part) && new RegExp(`\\b${part.replace(/^\w+ (?=\w+$)/, '')} (?:if|when|unless)\\b`).test(plain))) parts.push(part) // biome-ignore format: short
  }
  return { parts, used }
}

/** A time goes with the drink before it: "a pint each evening", "beers Friday and Saturday". */
const isTime = (part: string): boolean => /^(?:(?:and|on|in|at|the|each|every|most|of|a) )*(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|nights?|evenings?|days?|weeks?|christmas)$/.test(part) // biome-ignore format: one row
const joinParts = (parts: readonly string[]): string =>
  parts
    .reduce((told, part) => {
      const last = /[a-z]+$/.exec(told)?.[0] ?? ''
      const plain = part.replace(/^(?:and|or) (?=(?:at|on) )/, '')
      return told === '' ? plain : isTime(plain) && !isTime(last) ? `${told} ${plain}` : isTime(plain) && isTime(last) ? `${told} and ${plain.replace(/^and /, '')}` : `${told}, ${plain}` // biome-ignore format: short
    }, '')
    .replaceAll(/, (?=(?:and|or) )/g, ' ')
    .replace(/^(?:and|or) /, '')

/** The habit has ended, or there is none: other readers tell it. */
const ended = /\b(?:gave|given|stopped|quit|packed|kicked|no longer|not any ?more|ex|teetotal|not a drop|never (?:touch|have|did|smoked|drink|drank))\b/ // biome-ignore format: one row
const isNone = ({ sentences }: Reply): boolean =>
  sentences.some(({ said }) => ended.test(said)) || /^(?:(?:no|nope|nah|never|none)[,.]? ?)+$/.test(sentences.map(({ said }) => said).join(' ').trim()) // biome-ignore format: short

const quotesOf = ({ question }: Reply, used: readonly Sentence[]) => answers(question, ...used)

/** "Any triggers? Red wine, skipping meals?": what brings a trouble on is no habit. */
const ofTrigger = /\btriggers?\b|\b(?:sets?|brings?|makes?) (?:it|them|these|this) (?:off|on|worse)\b/

function drinks(question: Sentence): readonly Candidate[] {
  if (!isOfTopic(question.said, 'alcohol') || question.answers[0]?.asked.some(({ said }) => ofTrigger.test(said)) === true) return [] // biome-ignore format: short
  const reply = readReply(question, 'alcohol')
  if (reply === undefined || isNone(reply)) return []
  const { parts, used } = readParts({ sentences: ofDrinks(reply) }, tobacco)
  const told = joinParts(parts)
  if (used.length === 0 || !(drink.test(told) || time.test(told))) return []
  const frequency = restoreNames(told, used.map(({ text }) => text).join(' '))
  return [socialCandidate({ key: 'alcohol-amount', weight: 59, frequency }, `Alcohol: ${frequency}.`, quotesOf(reply, used))] // biome-ignore format: short
}

/** "Socially. One or two at a wedding.", "Like five on a Friday." */
function smokesSometimes(question: Sentence, dialogue: readonly Sentence[]): readonly Candidate[] {
  if (!isOfTopic(question.said, 'smoking') || isOfTopic(question.said, 'alcohol')) return []
  const reply = readReply(question, 'smoking')
  // "I vape a bit. On weekends."
  if (reply === undefined || isNone(reply) || reply.sentences.some(({ said }) => /\bvap\w+/.test(said))) return []
  const told = readParts(reply)
  const isSome = /\b(?:socially|occasionally|sometimes|weekends?|part(?:y|ies)|weddings?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|now and (?:then|again)|once in a while)\b/.test(joinParts(told.parts)) // biome-ignore format: short
  if (!isSome || drink.test(joinParts(told.parts))) return []
  const more = readMore(reply, dialogue)
  const parts = [...told.parts, ...(more?.parts ?? []).filter((part) => !told.parts.includes(part))]
  const quotes = [...quotesOf(reply, told.used), ...(more === undefined ? [] : answers(more.question, ...more.used))]
  const frequency = restoreNames(joinParts(parts), [...told.used, ...(more?.used ?? [])].map(({ text }) => text).join(' ')) // biome-ignore format: short
  return [socialCandidate({ key: 'smoking', weight: 61, frequency }, `Smokes ${frequency}.`, quotes)]
}

/** "Socially like two on a Friday, or like most days?" - "Five on a Friday.": the next question goes on with the amount. */
function readMore({ question, sentences }: Reply, dialogue: readonly Sentence[]): ({ readonly question: Sentence } & Parts) | undefined {
  const last = sentences.at(-1)
  const next = last === undefined ? undefined : dialogue.slice(dialogue.indexOf(last) + 1, dialogue.indexOf(last) + 4).find(({ segment, isQuestion }) => segment.speaker === 'clinician' && isQuestion) // biome-ignore format: short
  if (next === undefined || next === question || !/\b(?:how (?:many|much|often)|a day|a week|most days|socially|cigarettes|roughly|like)\b/.test(next.said)) return undefined // biome-ignore format: short
  const first = next.answers[0]
  const reply = { question: next, sentences: next.answers.filter(({ segment }) => segment === first?.segment) }
  return isNone(reply) ? undefined : { question: next, ...readParts(reply) }
} // biome-ignore format: short

/** "Vape. Not this week." */
function vapes(question: Sentence): readonly Candidate[] {
  if (!/\b(?:smok\w*|vap\w*)\b/.test(question.said)) return []
  const reply = question.answers.slice(0, 3).find(({ said }) => /^(?:(?:um|no|well|just|i|only|yeah|yes|oh|do|not really|a bit|but),? )*vapes?\b(?! (?:shop|any ?more))/.test(said) && !/\b(?:not|never) vape|used to|stopped\b/.test(said)) // biome-ignore format: short
  const isOfDrug = question.answers.some(({ said }) => /\b(?:cannabis|weed|thc|dope|marijuana)\b/.test(said) && !/\b(?:no|not|never)\b/.test(said)) // biome-ignore format: short
  return reply === undefined || isOfDrug
    ? []
    : [socialCandidate({ key: 'vaping', weight: 57 }, 'Vapes.', answers(question, reply))]
}

/** `question`: one of the clinician's. */
export const readHabitAmounts = (question: Sentence, dialogue: readonly Sentence[]): readonly Candidate[] => [...drinks(question), ...smokesSometimes(question, dialogue), ...vapes(question)] // biome-ignore format: short
