/**
 * Lines of the plan for sentences that no other reader puts plainly. Amounts and times in a sentence of their own, and a sentence whose thing is only
 * pointed at ("have them with food"), go on with the line before them. D443.
 */
import type { Segment } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { type Candidate, claim, type Quote, says, sentenceCase } from '../candidates.ts'
import { listTests } from '../orders/named-services.ts'
import { namesCare } from './care-names.ts'
import { beginsWithDose, type Head, medicineBefore, nameIn, namesNothing, nameWish, topicBefore, vaccineBefore, wishBefore } from './heads.ts' // biome-ignore format: short
import { adds, answersPatient, holderOf, isNew, isReadBack } from './holders.ts'
import type { PlanLine } from './plan-lines.ts'
import { lineOf, type Region } from './sentence-lines.ts'
import { timed } from './things.ts'

/** A condition that is none: "with your mum having glaucoma", "to check your blood pressure". */
const isMalformed = ({ text, claims }: Candidate): boolean =>
  claims.some(({ kind }) => kind === 'safety-net') && /^[^"]* if (?:the )?(?:to|your|his|her|mum|mother|dad|nothing)\b(?! [a-z]+ (?:is|are|gets?|turns?|goes|looks?|starts?))/i.test(text) // biome-ignore format: one row

const isQuote = ({ text }: Candidate): boolean => text.startsWith('Also said:')

const weights = { order: 70, thing: 66 } as const

/** The line with the words of a sentence that goes on with it. */
function lengthen(candidate: Candidate, sentence: Sentence, text: string): Candidate {
  const words = `${candidate.text.replace(/[.]$/, '')}, ${text}`
  const [plan, ...rest] = candidate.claims
  return plan === undefined ? candidate : { ...candidate, text: `${words}.`, claims: [{ ...plan, display: words }, ...rest], quotes: [...candidate.quotes, ...says(sentence)] } // biome-ignore format: short
}

const mostQuoted = 4

const contentOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9'-]+/g) ?? []

/** A line of one sentence without coded orders. */
const isLoose = ({ quotes, claims }: Candidate): boolean =>
  quotes.length === 1 && claims.length === 1 && claims[0]?.kind === 'plan'

/** The line has all words of the poorer one, and an amount, a time or a thing of care besides. */
function isFuller(line: PlanLine, plan: Candidate): boolean {
  const [own, old] = [contentOf(line.text), contentOf(plan.text)]
  const more = own.filter((word) => !old.includes(word))
  if (/\bantibiotics?\b/i.test(plan.text) && !/\bantibiotics?\b/i.test(line.text) && namesKind(line.text, 'medicine') && line.isOrder) return true // biome-ignore format: short
  if (/\b(?:milligrams?|micrograms?)\b/i.test(plan.text) && /\d (?:mg|micrograms)\b/.test(line.text)) return true
  if (namesNothing(plan.text.replace(/[.]$/, '')) && more.length > 0 && more.length < 3 && !namesNothing(line.text) && old.every((word) => own.includes(word))) return true // biome-ignore format: short
  if (/\bdriv(?:e|ing)\b/i.test(line.text) && more.includes('because') && line.isOrder && old.every((word) => own.includes(word))) return true // biome-ignore format: short
  return line.isOrder && !line.isPointing && old.every((word) => own.includes(word)) && more.length > 1 && (namesCare(more.join(' ')) || timed.test(more.join(' '))) // biome-ignore format: short
}

const dosed = /\b(?:milligrams?|micrograms?|mg|puffs?)\b/

/** A dose belongs to a medicine that is named. */
const dosesNothing = ({ said, terms }: Sentence): boolean =>
  dosed.test(said) && !/\b(?:script|prescription) for\b/.test(said) && !terms.some(({ kind }) => kind === 'medicine')

type Named = Head & { readonly line: PlanLine }

/** The lines of a plan while its sentences are read. `named`: medicines whose dose may follow. */
type Draft = { readonly lines: Candidate[]; readonly told: Set<Sentence>; readonly named: Named[] }

/** "Stop empagliflozin if vomiting": a warning has the sentence that names its medicine too, and does not tell its order. */
const onlyNames = ({ claims, quotes }: Candidate, sentence: Sentence): boolean =>
  claims.some(({ kind }) => kind === 'safety-net') && quotes.at(-1)?.sentence !== sentence && sentence.terms.some(({ kind }) => kind === 'medicine') && !/\bif\b/.test(sentence.said) // biome-ignore format: short
const placeIn = ({ lines }: Draft, sentence: Sentence): number => lines.findLastIndex((line) => line.quotes.some((quote) => quote.sentence === sentence) && !onlyNames(line, sentence)) // biome-ignore format: short

/** The patient's answer stands between a question that names the thing and the order. */
const quotesOf = (sentences: readonly Sentence[]): readonly Quote[] => {
  const [first, ...rest] = sentences
  return first?.text.trimEnd().endsWith('?') === true && rest.length > 0 ? [{ sentence: first, role: 'question' }, ...rest.map((sentence) => ({ sentence, role: 'answer' as const }))] : sentences.flatMap(says) // biome-ignore format: short
}

function write(
  { lines, told }: Draft,
  sentences: readonly Sentence[],
  line: PlanLine,
  { listOrders, accepted }: Region,
): void {
  const display = sentenceCase(line.text)
  lines.push({
    text: `${display}.`,
    claims: [claim('plan', { key: quoteKey(sentences), display }), ...sentences.flatMap((sentence) => listOrders(sentence, display))], // biome-ignore format: short
    quotes: [...quotesOf(sentences), ...sentences.flatMap((sentence) => accepted.get(sentence)?.quotes ?? [])],
    weight: line.isThing && listTests(line.text).length < 2 ? weights.thing : weights.order,
    at: sentences[0]?.at ?? 0,
  })
  for (const sentence of sentences) told.add(sentence)
}

/** True if the words of the sentence may go on with the line. */
const isOpenTo = (last: Candidate, sentence: Sentence, { text }: PlanLine, isDose: boolean): boolean =>
  last.quotes.length < mostQuoted &&
  last.claims[0]?.kind === 'plan' &&
  last.claims.slice(1).every(({ kind }) => kind === 'medication') &&
  (!(isDose || dosesNothing(sentence)) || namesKind(last.text, 'medicine')) &&
  namesNoOther(sentence, text, last)

/** "Panadol is fine, but no more than two days a week": an amount goes on with no line of another medicine. */
const namesNoOther = (sentence: Sentence, line: string, { quotes }: Candidate): boolean => {
  const known = new Set(quotes.flatMap((quote) => quote.sentence.terms.flatMap(({ kind, key }) => (kind === 'medicine' ? [key] : [])))) // biome-ignore format: short
  return sentence.terms.every((term) => term.kind !== 'medicine' || known.has(term.key) || line.toLowerCase().includes(sentence.words[term.from]?.text ?? '')) // biome-ignore format: short
}

type Place = { readonly dialogue: readonly Sentence[]; readonly place: number; readonly ordered: ReadonlySet<Segment>; readonly region: Region } // biome-ignore format: short

const beginsWithRate = /^(?:\d|one|two|three|four|five|six|seven|eight|ten|fourteen|half|once|twice|every|each|daily|nightly|at (?:night|bedtime)|in the (?:morning|evening)|for (?:a|one|two|three|five|seven|ten)|morning|night)\b/i // biome-ignore format: one row
/** A rate or a length: what is only read out from a list has none. */
const rated = /\b(?:times (?:a|per) day|(?:once|twice) (?:a|per|every) (?:day|week)|(?:once|twice) daily|every \w+ hours?|(?:one|two|three|four|five|seven|ten|fourteen|\d+) (?:days|weeks))\b/i // biome-ignore format: one row

/** "No decongestants, no drops": remedies; "no alcohol, no smoking" may be told of the patient. */
const remedies = /\b(?:drops|sprays?|creams?|decongestants?|syrups?|mixtures?|cotton (?:buds|tips)|tablets|plasters?|massage|heat)\b/i // biome-ignore format: one row
const allRefused = (text: string): boolean => text.includes(', no ') && text.split(', ').every((item) => /^no [a-z]/i.test(item)) && remedies.test(text) // biome-ignore format: short
/** "No Panadeine Forte", "no lifting for two weeks": a refusal with its medicine or its time orders by itself. */
const refuses = ({ text }: PlanLine): boolean => /^(?:no|nothing|not (?:the|your|any))\b/i.test(text) && (namesKind(text, 'medicine') || timed.test(text.toLowerCase()) || allRefused(text)) // biome-ignore format: short

/** "Bloods today: iron, thyroid", "a colonoscopy, urgent": a test with a time ahead, its urgency, or a list of tests. */
const ahead = /\b(?:today|tonight|now|tomorrow|this (?:morning|afternoon|week)|next (?:week|month|[a-z]+day)|[a-z]+day|urgent(?:ly)?|fasting|in (?:about )?(?:a|an|one|two|three|four|six|eight|twelve|\d+) (?:days?|weeks?|months?|years?|fortnight))\b/i // biome-ignore format: one row
const found = /\b(?:normal|fine|clear|good|okay|ok|high|low|raised|up|down|back|last|from|shows?|positive|negative|for me|which|that)\b/i // biome-ignore format: one row
function ordersTest({ text, isThing }: PlanLine): boolean {
  const [first = ''] = text.split(', ')
  return isThing && !found.test(text) && listTests(first).length > 0 && (ahead.test(text) || listTests(text).length > 1)
}

/** "Get it down to two, with none after lunch." */
const pointsDown = /^(?:try to )?(?:get|bring|cut) (?:it|them|that) (?:down|back|out)\b/i

/** The topic of the turn, if the words name nothing, or only point to a thing. */
const topicFor = (text: string, dialogue: readonly Sentence[], place: number): Head | undefined =>
  namesNothing(text) || pointsDown.test(text) || nameIn(text, '') !== undefined
    ? topicBefore(dialogue, place, text)
    : undefined

type Headed = { readonly line: PlanLine; readonly head: Head }

/** The line of an order with the thing that it only points to, from the sentence that has named it. */
function withHead(line: PlanLine, dialogue: readonly Sentence[], place: number): Headed | undefined {
  if (line.isThing) return undefined
  const named = { ...line, isPointing: false, isName: false }
  const medicine = nameIn(line.text, '') === undefined ? undefined : medicineBefore(dialogue, place)
  if (medicine !== undefined) return { line: { ...named, text: (nameIn(line.text, medicine.name) ?? line.text).replace(/, not (?:in (?:a|two|three)|next|later|tomorrow)\b[^,]*$/, '') }, head: medicine } // biome-ignore format: short
  const wish = wishBefore(line.text, dialogue, place)
  if (wish !== undefined) return { line: { ...named, text: nameWish(line.text, wish.name) }, head: wish }
  const head = /\bnurse (?:can|may|will|could)\b/i.test(line.text) ? vaccineBefore(dialogue, place) : topicFor(line.text, dialogue, place) // biome-ignore format: short
  return head === undefined ? undefined : { line: { ...named, text: `${head.name}: ${line.text}` }, head }
}

/** Writes the line of a sentence, or the words with which it goes on. */
function settle(draft: Draft, line: PlanLine, { dialogue, place, ordered, region }: Place): void {
  const sentence = dialogue[place] as Sentence
  const { lines, told, named } = draft
  const own = placeIn(draft, sentence)
  const old = lines[own]
  const holder = holderOf(dialogue, place, line, (one) => placeIn(draft, one))
  const last = lines[holder]
  const isDose = beginsWithDose(line.text) && !namesKind(sentence.said, 'medicine')
  const joins = line.isPiece || line.isPointing || isDose || dosesNothing(sentence)
  const isJoined = joins && last !== undefined && last !== old && isOpenTo(last, sentence, line, isDose)
  const headed = isJoined ? undefined : withHead(line, dialogue, place)
  if (headed !== undefined && (old === undefined || isLoose(old))) {
    if (old !== undefined) lines.splice(own, 1)
    write(draft, [headed.head.sentence, sentence], headed.line, region)
    return
  }
  if (old !== undefined && !(isLoose(old) && (isJoined || isFuller(line, old)))) return
  if (isJoined) {
    lines[holder] = lengthen(last, sentence, line.text)
    told.add(sentence)
  }
  if (old !== undefined) lines.splice(own, 1)
  if (isJoined) return
  const isOrdered = (): boolean => !line.isThing || ordered.has(sentence.segment) || refuses(line) || ordersTest(line) || (line.isRegimen && (isNew(dialogue, place) || (rated.test(line.text) && !isReadBack(dialogue, place)))) || adds(dialogue, place, ordered) || answersPatient(dialogue, place) // biome-ignore format: short
  if (line.isName) {
    named.push({ sentence, name: line.text, line })
    return
  }
  const head = joins && line.isThing && (isDose || (line.isPiece && beginsWithRate.test(line.text))) && timed.test(line.text) ? (named.find((one) => sentence.at - one.sentence.at <= 2 && one === named.at(-1)) ?? (isDose ? medicineBefore(dialogue, place) : undefined)) : undefined // biome-ignore format: short
  const begun = head === undefined ? -1 : placeIn(draft, head.sentence)
  const before = lines[begun]
  if (before !== undefined && isOpenTo(before, sentence, line, isDose)) {
    lines[begun] = lengthen(before, sentence, line.text)
    told.add(sentence)
  } else if (head !== undefined) {
    write(draft, [head.sentence, sentence], { ...line, isThing: false, text: `${head.name}, ${line.text}` }, region)
    named.length = 0
  } else if (line.isOrder && !joins && isOrdered()) write(draft, [sentence], line, region)
}

/** What a line of another reader leaves unsaid: "Coffee: do not stop dead", "Do not take any more Microgynon". */
function completed(
  text: string,
  dialogue: readonly Sentence[],
  place: number,
): { readonly head: Head; readonly display: string } | undefined {
  const medicine = nameIn(text, '') === undefined ? undefined : medicineBefore(dialogue, place)
  if (medicine !== undefined) return { head: medicine, display: nameIn(text, medicine.name) ?? text }
  const head = topicFor(text, dialogue, place)
  return head === undefined ? undefined : { head, display: sentenceCase(`${head.name}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`) } // biome-ignore format: short
}

function completeLines({ lines }: Draft, dialogue: readonly Sentence[]): void {
  for (const [at, plan] of lines.entries()) {
    const [quote] = plan.quotes
    const [own] = plan.claims
    if (quote === undefined || own === undefined || !isLoose(plan)) continue
    const told = completed(plan.text.replace(/[.]$/, ''), dialogue, dialogue.indexOf(quote.sentence))
    if (told !== undefined) lines[at] = { ...plan, text: `${told.display}.`, claims: [{ ...own, display: told.display }], quotes: quotesOf([told.head.sentence, quote.sentence]) } // biome-ignore format: short
  }
}

/** A medicine that is ordered by its name alone: no dose followed. */
function writeNamed(draft: Draft, region: Region): void {
  for (const { sentence, line } of draft.named)
    if (line.isGiven && placeIn(draft, sentence) < 0) write(draft, [sentence], line, region)
}

/** The lines of a plan with those that its other sentences tell. */
export function withToldPlan(
  plans: readonly Candidate[],
  dialogue: readonly Sentence[],
  region: Region,
): readonly Candidate[] {
  const draft: Draft = { lines: plans.filter((plan) => !isQuote(plan) && !isMalformed(plan)), told: new Set(), named: [] } // biome-ignore format: short
  const read = dialogue.map((sentence, place) => (place < region.from ? undefined : lineOf(sentence, region)))
  const ordered = new Set(draft.lines.flatMap(({ quotes }) => quotes.map(({ sentence }) => sentence.segment)))
  for (const [place, line] of read.entries())
    if (line?.isThing === false || (line !== undefined && ordersTest(line)))
      ordered.add((dialogue[place] as Sentence).segment)
  for (const [place, line] of read.entries())
    if (line !== undefined) settle(draft, line, { dialogue, place, ordered, region })
    // "Oh, the Lariam. No, not for you."
    else if (/^(?:no|nah|not for you)\b/.test((dialogue[place] as Sentence).said)) draft.named.length = 0
  writeNamed(draft, region)
  completeLines(draft, dialogue)
  const isTold = (plan: Candidate): boolean => plan.quotes.some(({ sentence }) => draft.told.has(sentence))
  return [...draft.lines, ...plans.filter((plan) => isQuote(plan) && !isTold(plan))]
}
