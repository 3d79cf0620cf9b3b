/** Judges the words of a plan: who ordered the thing, and whether it was decided, refused, or done before. */
import type { QuoteRead } from '../evidence.ts'
import { isStoppedIf } from '../exact/stopped-if.ts'
import { isClinical } from '../lexicon/lexicon.ts'
import { isSameWord } from '../lexicon/word-forms.ts'
import type { Polarity } from '../polarity.ts'
import type { Rule } from '../tables.ts'
import { plainOf, quantitiesIn, tokensOf } from '../words.ts'
import { askedPolarity, isNeedRefused, isRefusedReply } from './asked-plans.ts'
import { decidedWords, decides, doneSaid, doneWords, findFrame, meets, openWords, undecided } from './frames.ts'
import { answersTo, end, type Place, polaritiesAt, sentenceAt } from './places.ts'
import type { Reading } from './reading.ts'
import { isConsented, isTakenBack } from './taken-back.ts'
import type { Unit } from './units.ts'

/** "Leave the gym for now", "paracetamol rather than ibuprofen". */
const refuses = /\b(?:leave|avoid\w*|stop\w*|hold off|rather than|instead of|steer clear|(?:stay|keep) (?:off|away)|cut(?:ting)? out|without|no need|not (?:think|believe) (?:\w+ )?(?:needs?|want)|would not|not going to|do not (?!forget)|refrain\w*|abstain\w*)\b/ // biome-ignore format: one row

/** Words of speech that refuse the thing just behind them, and are no words of a note: "ditch the Nurofen", "nothing above the shoulder". */
const forbids =
  /\b(?:ditch|drop the|bin|chuck|nothing|never|no(?! (?:harm|problem|trouble|reason))|come off|coming off|give up|lay off|not (?:to|with))\b(?: (?!(?:with|for|because|if|until|till|when|after|before|and|then)\b)[a-z]+){0,3}$/

/** "Keep the tamsulosin": whoever stops it has not heard this. */
const ordersOn =
  /\b(?:keep(?! off| away)|continu\w+|carry on|stay on|stick with|take|taking|use|start|have)\b(?: \w+){0,4}$/

/** "Don't stop the tablets.", "I would not come off it.": two negations, and the thing goes on. */
const goesOn =
  /\b(?:not|never|without) (?:you )?(?:(?:need|have) to )?(?:stop\w*|com(?:e|ing) off|skip\w*|miss\w*|forget\w*|leave out|leaving out|give up)\b/

const deniesNeed = /\b(?:no (?:need|follow ?up|review|further|urgent)|not (?:need\w*|necessary|required)|need not)\b/
const saysNoNeed = /\b(?:no need|not (?:\w+ ){0,3}(?:need\w*|necessary|have to|require\w*|worth|want)|without|nothing (?:more|else|further)|no (?:more|further|follow)|unnecessary|discharge|only if|unless)\b/ // biome-ignore format: one row

/** A note may deny a need only if the clinician denied it. */
export const checkNeed = ({ text, quotes, isPlan }: Reading): readonly Rule[] =>
  isPlan && deniesNeed.test(plainOf(text)) && !quotes.some(({ speaker, plain }) => speaker === 'clinician' && saysNoNeed.test(plain)) && !isNeedRefused(quotes) ? ['polarity-mismatch'] : [] // biome-ignore format: short

/** "Paracetamol would not be helpful": the negation follows its noun. */
function plannedPolarity(place: Place, { quotes, isLiteral }: Reading): ReadonlySet<Polarity> {
  const { tokens } = place.quote
  const rest = tokens.slice(place.at + 1, place.at + 10)
  const stop = rest.findIndex((token) => /^[.?!]$/.test(token))
  const after = (stop < 0 ? rest : rest.slice(0, stop)).join(' ')
  const before =
    tokens
      .slice(Math.max(0, place.at - 6), place.at)
      .join(' ')
      .split(/[.?!,]/)
      .at(-1) ?? ''
  const isRefused =
    ((refuses.test(before) || forbids.test(before.trim())) && !goesOn.test(before)) ||
    /\bnot (?:be |really |going to )*(?:help\w*|need\w*|recommend\w*|necessary|work|useful|required|indicated|appropriate)/.test(
      after,
    )
  if (goesOn.test(before)) return new Set<Polarity>(['present'])
  if (isRefused || isTakenBack(place, quotes)) return new Set<Polarity>(['absent'])
  return isLiteral ? new Set<Polarity>(['present', 'absent']) : polaritiesAt(place, quotes)
}

/** Where the next clause of a sentence begins: "keep the aspirin, you may ooze a bit", "bear weight, and ditch them when you can". */
const nextClause =
  /,(?: and| but| so)? (?=(?:you|it|they|that|this|some|there|we)(?:'ll)? (?:\w+ )?(?:may|might|can|could|would)\b)|,? and (?=[a-z]+ (?:it|them|that|the|your|[a-z]+) (?:if|when|once|unless)\b)/

/** The sentence of the place without the clauses behind it that have a subject, or an order, of their own. */
function clauseAt(place: Place): string {
  const { own, before } = sentenceAt(place)
  const [first = '', ...rest] = before.split(/,? so(?: (?!that\b)|$)/)
  const leading = rest.length === 0 || /\b(?:if|unless|when|once|in case)\b/.test(first) ? before : (rest.at(-1) ?? '')
  return `${leading}${own.slice(before.length).split(nextClause)[0] ?? ''}`
}

/** "Start before the scan": the scan only says when. */
const tellsWhen = /\b(before|after|until|till|once|pending|prior to|following)(?: (?:the|a|an|his|her|their|your))?$/
const saysBefore = /\b(?:before|not wait(?:ing)? (?:for|until)|ahead of|rather than wait\w* for)\b[^.,]*$/
const saysAfter = /(?<!\bnot )\b(?:after|once|until|till|wait(?:ing)? for|following)\b[^.,]*$/
const wordsBefore = ({ at }: Unit, text: string): string =>
  tokensOf(text)
    .slice(Math.max(0, at - 3), at)
    .join(' ')
const clauseBefore = ({ quote: { tokens }, at }: Place): string => tokens.slice(Math.max(0, at - 6), at).join(' ').split(/[.?!,]/).at(-1) ?? '' // biome-ignore format: short

/** The sentence refuses the thing directly, and the clinician orders it wherever it is named. */
const isOrderedOn = ({ at }: Unit, told: readonly Place[], text: string): boolean =>
  refuses.test(tokensOf(text).slice(Math.max(0, at - 3), at).join(' ')) && told.every(({ quote: { tokens }, at: to }) => {
    const clause = tokens.slice(Math.max(0, to - 7), to).join(' ').split(/[.?!,]| (?:and|but) /).at(-1) ?? ''
    return ordersOn.test(clause) && !refuses.test(clause) && !forbids.test(clause)
  }) // biome-ignore format: short

/** "Avoid the gym", "no rash cream; stop the Betadine": the sentence refuses the thing itself, as a reply may do. D512. */
const refusesIt = /\b(?:avoid\w*|stop\w*|ceas\w+|discontinu\w+|withhold\w*|hold off|abstain\w*|refrain\w*|omit\w*|not)\b(?:(?!\b(?:and then|then|start|continue|take|use|until|if|when|while)\b)[^;.])*$/ // biome-ignore format: one row
const isRefusedIn = ({ at }: Unit, text: string): boolean => refusesIt.test(tokensOf(text).slice(Math.max(0, at - 7), at).join(' ').toLowerCase()) // biome-ignore format: short

/** A sentence behind the first one that denies nothing. */
const isGrantedLater = ({ quote: { tokens }, at }: Place): boolean => {
  const from = tokens.slice(0, at).findLastIndex((token) => end.has(token)) + 1
  return from > 0 && !/\b(?:not|no|never|if|unless|some|people)\b/.test(tokens.slice(from, at + 1).join(' '))
}

/** "Can I go to the gym?" - "Not yet. Walking is fine.": the reply has the very word of the note, so the question was after something else. */
function askedAfter({ words: [word = ''] }: Unit, places: readonly Place[], told: readonly Place[]): readonly Place[] {
  const isSaid = ({ quote: { tokens }, at }: Place): boolean => isSameWord(tokens[at] ?? '', word)
  const isOwn = told.some(isSaid) || (!isClinical(word) && told.some(isGrantedLater))
  return isOwn ? places.filter((place) => place.quote.speaker === 'clinician' || isSaid(place)) : places
}

/** What the clinician never names is ordered, or refused, by a reply alone. */
function checkAsked(places: readonly Place[], told: Polarity, quotes: readonly QuoteRead[]): readonly Rule[] {
  const asked = new Set(places.flatMap((place) => askedPolarity(place, quotes) ?? []))
  return asked.size === 0 ? ['speaker-mismatch'] : asked.has(told) ? [] : ['polarity-mismatch']
}

/** "X-ray to exclude a fracture" of "to be sure there is no break": what is looked for is neither there nor not. */
const toExclude =
  /\b(?:exclude|rule out|check for|look for|assess for|screen for)\b(?:(?!\b(?:start|take|refer)\b)[^;.])*$/

/** The clinician asks about, or repeats, what was done before. */
const ofPast = /\b(?:you(?: have|'ve)? had|have you (?:had|been)|has (?:he|she) had|did you|any (?:surgery|operations?|procedures?)|notes? (?:mentions?|says?)|on here|your last|up to date|when was)\b/ // biome-ignore format: one row

/** "So the Keflex, the one you've had already. Every twelve hours, for five days.": a dose of its own orders it again. */
const isDosed = (text: string, quotes: readonly QuoteRead[]): boolean => {
  const told = quantitiesIn(text)
  const ordered = quotes.filter(({ speaker, role, plain }) => speaker === 'clinician' && role === 'statement' && !ofPast.test(plain)).flatMap(({ plain }) => quantitiesIn(plain)) // biome-ignore format: short
  return told.length > 0 && told.every((one) => ordered.some((other) => other.value === one.value))
}

/** "What about the pneumonia jab?" - "Done, in May.": the question is answered, and nothing is ordered. */
const doneAlready = /^(?:(?:yes|yeah|oh|um|no|i think|well|that is|that was|it is|it was|all|already) ?,? )*(?:done|had (?:it|that|one|them|mine)|i (?:have )?(?:had|got) (?:it|that|one|them|mine)|got (?:it|that)|up to date|last (?:week|month|year|winter|autumn|spring|summer)|(?:a few|two|three|\d+) (?:days|weeks|months|years) (?:ago|back))\b/ // biome-ignore format: one row
const isDoneAlready = ({ quote, index }: Place, quotes: readonly QuoteRead[]): boolean =>
  quote.role === 'question' && answersTo(quotes, index).some(({ plain }) => doneAlready.test(plain))

/** A turn that ends in a question also says things: the sentence of the place decides. */
const isAskedAt = ({ quote: { tokens, role }, at }: Place): boolean =>
  role === 'question' && tokens.slice(at).find((token) => /^[.?!]$/.test(token)) !== '.'

/** "Stop the Ural while on nitrofurantoin": what is taken besides is no order of this line. D560. */
const besides = /\b(?:while (?:on|taking)|alongside|together with)(?: the)?$/

/** A thing of the note must be decided, as far as the note says so. */
function checkDecided(unit: Unit, told: readonly Place[], reading: Reading): readonly Rule[] {
  const { text, quotes } = reading
  const isOpen =
    !unit.isConditional &&
    !besides.test(wordsBefore(unit, text)) &&
    !isConsented(quotes) &&
    told.every((place) => findFrame(undecided, clauseAt(place)) !== undefined)
  if (unit.named !== undefined && decidedWords.test(text.toLowerCase()) && !told.some((place) => decides.test(sentenceAt(place).own))) return ['plan-undecided'] // biome-ignore format: short
  const done = doneWords.exec(text.toLowerCase())?.[0]
  if (
    done !== undefined &&
    !told.some(({ quote }) => quote.plain.includes(done)) &&
    !told.some((place) => doneSaid.test(sentenceAt(place).own))
  )
    return ['plan-undecided']
  const leavesOpen = openWords.test(text.toLowerCase()) || (reading.isLiteral && meets.test(text.toLowerCase()))
  return isOpen && !leavesOpen ? ['plan-undecided'] : []
}

export function checkPlanned(unit: Unit, places: readonly Place[], reading: Reading): readonly Rule[] {
  const { text, quotes } = reading
  const named = places.filter(({ quote }) => quote.speaker === 'clinician')
  // "Driving?" - "It is my right." - "So no driving.": what the clinician says in the end holds.
  const isOrdered = (place: Place) => !isAskedAt(place)
  const told = unit.told === 'present' && named.some(isOrdered) && named.filter(isOrdered).every((place) => !plannedPolarity(place, reading).has('present')) ? named.filter(isOrdered) : named // biome-ignore format: short
  if (
    unit.isPurpose ||
    toExclude.test(
      tokensOf(text)
        .slice(Math.max(0, unit.at - 6), unit.at)
        .join(' '),
    )
  )
    return []
  const when = tellsWhen.exec(wordsBefore(unit, text))?.[1]
  if (told.length > 0 && when !== undefined)
    return told.every((place) =>
      (when === 'before' || when === 'prior to' ? saysAfter : saysBefore).test(clauseBefore(place)),
    )
      ? ['time-mismatch']
      : []
  const isRefusing = isRefusedIn(unit, text)
  const questions = askedAfter(unit, places, told)
  if (unit.told === 'present' && !isRefusing && !unit.isConditional && questions.some((place) => isRefusedReply(place, told, quotes))) return ['polarity-mismatch'] // biome-ignore format: short
  if (told.length === 0) return checkAsked(questions, isRefusing ? 'absent' : unit.told, quotes)
  if (
    unit.told === 'present' &&
    told.every((place) => ofPast.test(sentenceAt(place).own) && !decides.test(sentenceAt(place).own)) &&
    !isDosed(text, quotes)
  )
    return ['not-asserted']
  if (!unit.isConditional && !isRefusing && !refuses.test(text.toLowerCase()) && !forbids.test(wordsBefore(unit, text)) && !told.some((place) => (isAskedAt(place) && !isTakenBack(place, quotes)) || plannedPolarity(place, reading).has(unit.told))) return ['polarity-mismatch'] // biome-ignore format: short
  if (isOrderedOn(unit, told, text) && !isStoppedIf(text, quotes)) return ['polarity-mismatch']
  if (unit.told === 'present' && unit.named !== undefined && !unit.isConditional && told.every((place) => isDoneAlready(place, quotes))) return ['not-asserted'] // biome-ignore format: short
  return checkDecided(unit, told, reading)
}
