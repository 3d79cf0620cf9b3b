/**
 * A visit whose reason is no trouble: a review that was booked, and a pregnancy. "So this is the asthma review." - "Yeah." is "Here for asthma review."; how
 * far a pregnancy is stands in a line of its own, and first if the visit is for it. D549.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { readAmount } from '../../vocabulary/amounts.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import { readWords } from '../../vocabulary/words.ts'
import { answers, type Candidate, claim, type Quote, says } from '../candidates.ts'

const mostAt = 8
const ofComplaint = 121
const ofHistory = 92

const matter = '((?:(?!(?:the|your|our|a|an|my|that|this|quick|usual|little|bit|is|was|and|or|of|for|to|not|no|another|next|last)\b)[a-z-]+ ){1,3}?(?:review|check(?: ?-?up)?|screen(?:ing)?|medical|visit)|care plan(?: review)?|health assessment|smear(?: test)?|cervical screening|antenatal (?:visit|check)|travel (?:advice|consult(?:ation)?|clinic|vaccines?|jabs|shots))' // biome-ignore format: one row
const owner = '(?:(?:the|your|our|a|an|this|his|her|you) )?(?:usual |yearly |annual |regular |routine |quick )?'
/** What a visit is booked for. A visit that was meant to be another one is none. */
const frames: readonly RegExp[] = [
  `\\b(?:this is|today is|we are (?:here|doing)|it is) (?:for )?${owner}${matter}\\b`,
  `\\bi have (?:got )?you (?:down )?(?:here )?(?:today )?(?:for|as|in for) ${owner}${matter}\\b`,
  `\\b(?:i have |i am )?(?:rung|rang|ringing|calling|called|phoning)(?: you)? (?:for|about) ${owner}${matter}\\b`,
  `\\byou (?:are|have come|have booked|came|come)(?: here| in| booked| due| booked in)*(?: today)? for ${owner}${matter}\\b`,
  `\\bi (?:am|have come|came|come)(?: here| in| booked| due| booked in)*(?: today)? for (?:my |the |a |an )?${matter}\\b`,
].map((form) => new RegExp(form)) // biome-ignore format: one row a line
const isOther =
  /\b(?:meant to be|supposed to be|was going to be|instead|next time|not (?:the|your|a)|if|after|before|last time|missed|overdue|wife|husband|mum|dad)\b/
const denies = /^(?:(?:oh|well|um|uh|actually),? )*(?:no|nope|nah|not|actually)\b(?!,? (?:worries|problem|dramas))/

const replyTo = (dialogue: readonly Sentence[], sentence: Sentence): Sentence | undefined =>
  dialogue.slice(dialogue.indexOf(sentence) + 1).find(({ segment, at }) => segment.speaker === 'patient' && at - sentence.at <= 2) // biome-ignore format: one row

function readReview(dialogue: readonly Sentence[]): readonly Candidate[] {
  for (const sentence of dialogue) {
    if (sentence.at > mostAt) return []
    const { segment, said } = sentence
    if (segment.speaker === 'other' || isOther.test(said)) continue
    const name = frames.map((form) => form.exec(said)?.[1]).find((one) => one !== undefined)
    const reply = segment.speaker === 'clinician' ? replyTo(dialogue, sentence) : undefined
    if (name === undefined || (reply !== undefined && denies.test(reply.said))) continue
    const quotes: readonly Quote[] = sentence.isQuestion && reply !== undefined ? answers(sentence, reply) : says(sentence) // biome-ignore format: one row
    const text = `here for ${name}`
    return [{ text: `Here for ${name}.`, claims: [claim('complaint', { key: keyOf(text), display: text })], quotes, weight: ofComplaint, at: sentence.at }] // biome-ignore format: one row
  }
  return []
}

/** A number of weeks, and the days after it. */
function readGestation(said: string): string | undefined {
  const words = readWords(said)
  const texts = words.map(({ text }) => text)
  for (const [at, text] of texts.entries()) {
    const weeks = readAmount(words, at)
    if (weeks === undefined || weeks.value < 4 || weeks.value > 42) continue
    const isWeeks = /^weeks?$/.test(texts[weeks.to + 1] ?? '')
    const from = weeks.to + (isWeeks ? 2 : 1)
    const and = texts[from] === 'and' ? from + 1 + texts.slice(from + 1).findIndex((word) => !/^(?:,|um|uh|about|a)$/.test(word)) : -1 // biome-ignore format: one row
    const days = and > 0 ? readAmount(words, and) : undefined
    const isDays = days !== undefined && days.value < 7 && (/^days?$/.test(texts[days.to + 1] ?? '') || !isWeeks || days.to === texts.length - 1 || /^[.,?]$/.test(texts[days.to + 1] ?? '')) // biome-ignore format: one row
    if (!isWeeks && !isDays) continue
    if (text === 'a') continue
    return `${weeks.value} weeks${isDays ? ` and ${days.value} ${days.value === 1 ? 'day' : 'days'}` : ''}`
  }
  return undefined
}

const pregnant =
  /\b(?:pregnan(?:t|cy)|antenatal|how far(?: along| gone)?|due date|my wheel|bub|the bump|obstetric\w*|expecting)\b/
/** Somebody is a number of weeks. */
const ofSelf =
  /\b(?:i am|you are|that makes you|makes it|she is)(?: now| only| just| about| around| nearly| almost| at)* (?:[a-z]+[ -]?){1,2}(?:weeks|and (?:[a-z]+))\b/
const notNow =
  /\b(?:on (?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|next week|this (?:mon|tues|wednes|thurs|fri|satur|sun)day|nearly|almost|was|were|had|at (?:[a-z]+[ -]?){1,2}weeks|last|first|ago|miscarr\w*|born|deliver\w*|when|before|until|after|in (?:[a-z]+[ -]?){1,2}weeks|post)\b/
const start = 24

function readPregnancy(dialogue: readonly Sentence[]): readonly Candidate[] {
  const opening = dialogue.filter(({ at, segment }) => at < start && segment.speaker !== 'other')
  const topic = opening.find(({ said }) => pregnant.test(said) && !/\b(?:not|chance|could|any|if|last|were|was|wife|daughter|sister)\b/.test(said)) // biome-ignore format: one row
  if (topic === undefined) return []
  const told = opening.flatMap((sentence) => {
    const { said } = sentence
    const isAnswer = sentence.segment.speaker === 'patient' && sentence.asked.some((question) => pregnant.test(question.said))
    const isOwn = ofSelf.test(said) || /\bweeks? (?:pregnant|gone|along|today)\b/.test(said) || isAnswer || (sentence.segment === topic.segment && sentence.segment.speaker === 'patient')
    const gestation = isOwn && !notNow.test(said) ? readGestation(said) : undefined
    return gestation === undefined ? [] : [{ sentence, gestation }]
  }) // biome-ignore format: one row a step
  const best = told.toSorted((a, b) => b.gestation.length - a.gestation.length)[0]
  if (best === undefined || new Set(told.map(({ gestation }) => gestation.split(' ')[0])).size > 1) return []
  const isFirst = topic.at <= 4 && (/\b(?:wheel|antenatal|(?:your|the) pregnancy (?:care|check|visit)|sharing your pregnancy)\b/.test(topic.said) || (topic.segment.speaker === 'patient' && /^(?:(?:well|hi|um|so|yeah|good|thanks|and),? )*i am pregnant\b/.test(topic.said))) // biome-ignore format: one row
  const quotes = [...new Set([topic, ...best.sentence.asked.slice(-1), best.sentence])].toSorted((a, b) => a.at - b.at).map((sentence): Quote => ({ sentence, role: sentence.isQuestion ? 'question' : sentence.asked.length > 0 && sentence === best.sentence ? 'answer' : 'statement' })) // biome-ignore format: one row
  const display = `pregnant, ${best.gestation}`
  return [{ text: `Pregnant, ${best.gestation}.`, claims: [claim(isFirst ? 'complaint' : 'history', { key: 'pregnancy', display })], quotes, weight: isFirst ? ofComplaint : ofHistory, at: topic.at }] // biome-ignore format: one row
}

export const draftVisits = (dialogue: readonly Sentence[]): readonly Candidate[] => [...readReview(dialogue), ...readPregnancy(dialogue)] // biome-ignore format: one row
