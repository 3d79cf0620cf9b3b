/** Checks quotes: every word is in the evidence in the same order, and nothing that changes the meaning is left out. */
import type { QuoteRead } from './evidence.ts'
import { isTitleOf } from './replies/titled.ts'
import type { Rule } from './tables.ts'
import { joinDoses, tokensOf } from './words.ts'

/** Words before the quote that say whose it is. */
const label = /^(?:(?:also said|advised|plan|done|examination|reports):|[a-z][a-z, ]+: ?(?="))/i
export const isWorded = (text: string): boolean => label.test(text)

/** The sentence without the drafter's remarks about its sources. */
export const bare = (text: string): string => text.replace(/\s*\((?:recording unclear|from the record)\)/i, '')

/** Fillers and forms of address. Conditions, negations, doubts, sides and reasons may not be left out. */
const droppable = new Set(
  (
    'um uh er erm ah oh ohh eh mm hm hmm so well ok okay alright and then now yeah yes yep just really actually basically obviously honestly like ' +
    "i mean you know see sort kind of i'd i'll we'll we'd i'm we're i've will would want gonna wanna going like to please let let's us we recommend advise suggest also anyway"
  ).split(' '),
)
const isWord = (token: string): boolean => /[a-z0-9]/.test(token)

/** Leads, tags and frames whose words may be left out together. */
const phrases: readonly RegExp[] = [
  /\b(?:if|is) that is (?:ok|okay|all right|alright|fine)(?: with you)?\b/g,
  /\bis that (?:ok|okay|all right|alright|clear|fine)(?: with you)?\b/g,
  /\bdoes that (?:make sense|sound (?:ok|okay|good|all right|alright))\b|\bhow does that sound\b/g,
  /\ball right\b|\bkind of\b|\bas i said,/g,
  /(?:^|[.?!,] ?)(?:no|right|fine|great|good|lovely|look|sure|ideally|anyway|to be honest|but|right) ?,/g,
  /^(?:no, |and )?(?:but|because)\b|, (?:right|to be honest)[.?]?$/g,
  /^(?:ok, |so, |and )?i can (?:hear|see|feel)\b/g,
  /\b(?:i am|we are|you are)? ?(?:just |probably )?(?:going to|gonna)\b/g,
  /\bmake sure (?:that )?you\b|\byou (?:will )?(?:need to|should|must|have to)\b|\byou will\b/g,
  /\bi would (?:really )?like you to\b/g,
  /\b(?:so )?(?:what|(?:the )?(?:other |best )?things?)(?: that)? (?:i|we|i'd|i'll|we'll|we'd|we're)\b[^.]{0,45}?\bis\b(?:,? (?:that|just|to))?/g,
]
/** "Done:" says who has done it. */
const ofDeed = /\b(?:i|we) (?:have )?(?:(?:just|now|also|already|gone ahead and) )*(?:(?:done|did|performed|carried out) (?:(?:an?|the|your|some) )?)?|\bfor you\b/g // biome-ignore format: one row

/** Never left out, not even within a phrase. */
const kept = /^(?:not|never|might|could|may|unless|until|or|without|avoid|stop)$/

function mayDrop(tokens: readonly string[], quote: string, isDeed: boolean): boolean {
  const inPhrase = new Set(
    (isDeed ? [...phrases, ofDeed] : phrases).flatMap((phrase) =>
      [...quote.matchAll(phrase)].flatMap(([text]) => tokensOf(text)),
    ),
  )
  return tokens.every((token) => !isWord(token) || (!kept.test(token) && (droppable.has(token) || inPhrase.has(token))))
}

/** Stutters and false starts: a repeated word may go; one that matters for the meaning only if it follows at once. */
const isAgain = (tokens: readonly string[], at: number): boolean => {
  const token = tokens[at] ?? ''
  const reach = kept.test(token) || token === 'if' || token === 'no' ? 6 : 9
  return tokens.slice(at + 1, at + reach).includes(token) || isRunAgain(tokens, at)
}

/** Three words that begin anew: "could just be a, you know, could just be a cold". */
function isRunAgain(tokens: readonly string[], at: number): boolean {
  const run = tokens.slice(at, at + 3).join(' ')
  const later = Array.from({ length: 10 }, (_, gap) => tokens.slice(at + 3 + gap, at + 6 + gap).join(' '))
  return /^\S*\w\S* \S*\w\S* \S*\w\S*$/.test(run) && later.includes(run)
}

const bareWord = (token: string): string => token.replace(/'s?$/, '')

/** A false start up to its correction, which is left out whole. */
const takesBack =
  /^(?:\S+ ){0,10}?(?:actually no|no sorry|no wait|no actually|hang on no|wait no|i tell a lie|sorry no)\b/

/** The sentence's words in the order of the evidence; words in between may be left out. */
function isWordForWord(text: string, quotes: readonly QuoteRead[]): boolean {
  const wanted = joinDoses(tokensOf(text.replace(label, '')).filter(isWord)).map(bareWord)
  const said = joinDoses(quotes.flatMap(({ tokens }) => tokens)).map(bareWord)
  const quote = quotes.map(({ plain }) => plain).join(' ')
  const dropped: string[] = []
  let isTurnedRound = false
  const drop = (from: number, to: number) => {
    const run = said.slice(from, to)
    // "Tablets do [not] get there": the words around the denial stand, and it does not.
    if (from > 0 && run.some((token, index) => /^(?:not|never)$/.test(token) && (index === 0 || index === run.length - 1))) isTurnedRound = true // biome-ignore format: short
    if (!takesBack.test(run.filter(isWord).join(' ')))
      dropped.push(...run.filter((_, index) => !isAgain(said, from + index)))
  }
  let at = said.length - 1
  for (const word of wanted.toReversed()) {
    const found = said.findLastIndex((token, index) => index <= at && token === word)
    if (found < 0) return false
    drop(found + 1, at + 1)
    at = found - 1
  }
  drop(0, at + 1)
  return !isTurnedRound && mayDrop(dropped, quote, /^done:/i.test(text))
}

/** "What's the point of going on?" tells despair, and asks nothing. D355. */
const asksNobody = /\b(?:what is the (?:point|use)|why (?:go on|am i (?:still )?(?:here|alive)))\b/

/** The question that a quoted reply answers: `Reports: "Once" (asked: "Have you ever tried?").` D355. */
const askedFor = /^(reports(?: \(recording unclear\))?: ".*") \(asked: "(.*)"\)\.?$/i
const titled = /^(?!(?:also said|reports)\b)([a-z][a-z, ]+): (".*")\.?$/i

/** The yes or no with which a reply begins may not be left out. */
const replyWord = (plain: string): string => /^[\s,]*(no|nah|nope|not|never|yes|yeah|yep|yup)\b/.exec(plain)?.[1] ?? ''

export const withoutAsked = (text: string): string => text.replace(/ \(asked: ".*"\)(?=\.?$)/, '')

/** A speaker's own words, complete: the patient's for a report, else the clinician's; no question. */
export function checkWording(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const [, title, words] = titled.exec(text) ?? []
  const [, reply, question] = title === undefined ? (askedFor.exec(text) ?? []) : [text, `Reports: ${words}`, undefined]
  if (reply !== undefined) {
    const asked = quotes.filter(({ role, speaker }) => role === 'question' && speaker === 'clinician')
    const said = quotes.filter(({ role }) => role === 'answer').map((quote) => ({ ...quote, role: 'statement' as const })) // biome-ignore format: short
    const isAsked = asked.length === 1 && said.length > 0 && asked.length + said.length === quotes.length
    if (!isAsked) return ['question-unanswered']
    if (replyWord(said[0]?.plain ?? '') !== replyWord(reply.replace(/^[^"]*"/, '').toLowerCase()))
      return ['polarity-mismatch']
    const isItsQuestion = title === undefined ? isWordForWord(question ?? '', asked) : asked.every(({ plain }) => isTitleOf(title, plain)) // biome-ignore format: short
    return [...checkWording(reply, said), ...(isItsQuestion ? [] : (['words-unsupported'] as const))]
  }
  const speaker = /^reports:/i.test(text) ? 'patient' : 'clinician'
  const isOwn = quotes.every((quote) => quote.speaker === speaker && quote.role === 'statement')
  return [
    ...(isOwn ? [] : (['speaker-mismatch'] as const)),
    ...(speaker === 'patient' && quotes.some(({ plain }) => plain.endsWith('?') && !asksNobody.test(plain))
      ? (['not-asserted'] as const)
      : []),
    ...(isWordForWord(text, quotes) ? [] : (['words-unsupported'] as const)),
  ]
}
