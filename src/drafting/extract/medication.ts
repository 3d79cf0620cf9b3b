/** Medicines that the patient takes or has tried, with dose and frequency. */

import { isAboutChild } from '../dialogue/child.ts'
import { readContext } from '../dialogue/context.ts'
import { plainText } from '../dialogue/dialogue.ts'
import { isToldFor, type Sentence } from '../dialogue/sentence.ts'
import { type Amount, isNoAmount, readAmount, readPoint, readSaidHundreds } from '../vocabulary/amounts.ts'
import type { Term } from '../vocabulary/terms.ts'
import type { Word } from '../vocabulary/words.ts'
import { wordTable } from '../vocabulary/words.ts'
import { type Candidate, claim, joinWords, type Quote, says } from './candidates.ts'
import { type Borne, borneOf } from './regimens/borne.ts'
import { isBorrowed, isCause, isTakenBackForOther, readBorrowedVerb } from './regimens/borrowed.ts'
import { withoutDevices } from './regimens/devices.ts'
import { asksOfOther, asksOfStore, namesPerson } from './regimens/forms.ts'
import { findFrequency } from './regimens/frequencies.ts'

const takes = /\b(?:take|taking|takes|using|use|on|have been on|am on|been taking|been using|prescribed|put on)\b/

export const tried = /\b(?:tried|try|trying|took|bought|used|had|been having|given|gave|alternating)\b/

const stopped =
  /\b(?:used to take|stopped|came off|ran out|no longer|years ago|in the past|previously|before that|used to be on|last time|was on)\b/

export const unitNames: Readonly<Record<string, string>> = wordTable({
  milligram: 'mg', milligrams: 'mg', mg: 'mg', mgs: 'mg', microgram: 'micrograms', micrograms: 'micrograms', mcg: 'micrograms', mikes: 'micrograms', mics: 'micrograms',
  gram: 'g', grams: 'g', g: 'g', ml: 'mL', mls: 'mL', mil: 'mL', mils: 'mL', millilitre: 'mL', millilitres: 'mL', milliliters: 'mL', tablet: 'tablet', tablets: 'tablets', pill: 'tablet', pills: 'tablets',
  puff: 'puff', puffs: 'puffs', capsule: 'capsule', capsules: 'capsules', unit: 'units', units: 'units', drop: 'drop', drops: 'drops', spray: 'spray', sprays: 'sprays',
  sachet: 'sachet', sachets: 'sachets', patch: 'patch', patches: 'patches', lozenge: 'lozenge', lozenges: 'lozenges', pessary: 'pessary', pessaries: 'pessaries', pump: 'pump', pumps: 'pumps', scoop: 'scoop', scoops: 'scoops',
}) // biome-ignore format: a table

export type Dose = { readonly value: number; readonly unit: string; readonly at: number }

/** "Point five", "nought point two five", "one and a half". */
export function readFraction(
  words: readonly Word[],
  at: number,
): { readonly value: number; readonly to: number } | undefined {
  const text = (index: number): string => words[index]?.text ?? ''
  const point = readPoint(words, at)
  if (point !== undefined || text(at) === 'point') return point
  const whole = readAmount(words, at)
  const isHalf = whole !== undefined && [1, 2, 3].map((step) => text(whole.to + step)).join(' ') === 'and a half'
  return isHalf ? { value: whole.value + 0.5, to: whole.to + 3 } : undefined
}

const ofHundreds: ReadonlySet<string> = new Set(['mg', 'micrograms', 'mL'])
function readHundreds(words: readonly Word[], at: number): Amount | undefined {
  const amount = readSaidHundreds(words, at)
  return ofHundreds.has(unitNames[words[(amount?.to ?? 0) + 1]?.text ?? ''] ?? '') ? amount : undefined
}

/** The dose that begins at the word; `to` is its last word. */
export function readDose(words: readonly Word[], at: number): { readonly dose: Dose; readonly to: number } | undefined {
  const text = (index: number): string => words[index]?.text ?? ''
  // "Hundred milligrams now": the article is left out.
  const round = /^(?:hundred|thousand)$/.test(text(at)) && readAmount(words, at - 1) === undefined ? unitNames[text(at + 1)] : undefined // biome-ignore format: short
  if (round !== undefined) return { dose: { value: text(at) === 'hundred' ? 100 : 1000, unit: round, at }, to: at + 1 }
  if (isNoAmount(text(at)) && !/^(?:half|point|nought|naught)$/.test(text(at))) return undefined
  const half = text(at) === 'half' && /^an?$/.test(text(at + 1)) ? unitNames[text(at + 2)] : undefined
  if (half !== undefined) return { dose: { value: 0.5, unit: half, at }, to: at + 2 }
  if (/^an?$/.test(text(at)) && /^(?:gram|milligram|microgram)$/.test(text(at + 1)) && !/^(?:half|quarter)$/.test(text(at - 1)))
    return { dose: { value: 1, unit: unitNames[text(at + 1)] ?? '', at }, to: at + 1 } // biome-ignore format: short
  const amount = readHundreds(words, at) ?? readFraction(words, at) ?? readAmount(words, at)
  if (amount === undefined) return undefined
  // A fingertip unit is a measure of cream.
  if (text(amount.to + 1) === 'fingertip' && /^units?$/.test(text(amount.to + 2)))
    return { dose: { value: amount.value, unit: amount.value === 1 ? 'fingertip unit' : 'fingertip units', at }, to: amount.to + 2 } // biome-ignore format: short
  const unit = unitNames[text(amount.to + 1)]
  if (unit === undefined) return undefined
  const one = unit.replace(/(?<=tablet|puff|capsule|drop|spray|unit|sachet|lozenge|pump|scoop)s$/, '')
  return { dose: { value: amount.value, unit: amount.value === 1 ? one : unit, at }, to: amount.to + 1 }
}

/** "seventy five milligrams", "two tablets". The strength in "two five hundred milligram tablets" is no dose. */
export function findDose(words: readonly Word[], start = 0): Dose | undefined {
  for (let at = start; at < words.length; at++) {
    const read = readDose(words, at)
    if (read !== undefined && !/^(?:or|to)$/.test(words[at - 1]?.text ?? '')) return read.dose
    const count = readAmount(words, at)
    if (count !== undefined && count.value > 1 && readAmount(words, count.to + 1) !== undefined && readDose(words, count.to + 1) !== undefined) return undefined // biome-ignore format: short
    at = count?.to ?? at
  }
  return undefined
}

/** The spoken name, so that the reader finds it: a brand stays a brand. */
export const saidName = (sentence: Sentence, term: Term): string => {
  const first = sentence.words[term.from]
  const last = sentence.words[term.to]
  const said =
    first === undefined || last === undefined ? term.display : sentence.segment.text.slice(first.start, last.end)
  const isPlain = /^[A-Za-z0-9][A-Za-z0-9 -]*$/.test(said) && said.length <= 30
  const isOwnName = said.toLowerCase().replace(/s$/, '') === term.display.toLowerCase().replace(/s$/, '')
  return !isPlain || said === said.toLowerCase() || isOwnName ? term.display : said
}

const asksMedicines = /\b(?:take|taking|on any|medications?|medicines?|contracepti\w*|tablets|inhalers?|having)\b/

/** The last part of the question is about medicines: "any allergies, and are you on any medicines?" */
export const isAskedFor = (sentence: Sentence): boolean =>
  sentence.asked.some(({ text }) => {
    const said = plainText(text)
    if (asksOfStore(said)) return false
    const allergyAt = said.search(
      /\ballerg|agree with you|\breact|side effect|\bbad (?:with|to)\b|\bcan not (?:take|have|use)\b|\bturned (?:on|against) you\b|\bupset you\b|\bavoid giving\b/,
    )
    return asksMedicines.test(
      allergyAt < 0 ? said : said.slice(said.search(/, (?:and|or)\b/) > allergyAt ? allergyAt + 8 : said.length),
    )
  })

type Own = { readonly term: Term; readonly next: number | undefined }

/** Not the same every day: quoted in the patient's own words. */
export const unevenly =
  /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?,? and\b|\band then\b.*\bon \w+days?\b|\beither\b|\bweekends?\b|\bto (?:fri|satur|sun)day\b|\balternate\b|\bevery (?:other|second|third)\b/

/** "And pantoprazole, forty milligrams, once a day.": a name with its dose beside it is a medicine that the patient takes. */
function isRegimen(sentence: Sentence, { from, to }: Term): boolean {
  const dose = findDose(sentence.words, to + 1)
  const lead = sentence.words.slice(0, from).map(({ text }) => text)
  return dose !== undefined && dose.at - to <= 2 && lead.every((word) => /^(?:and|also|just|then|yeah|yes|um|uh|oh|the|some|my|,)$/.test(word)) // biome-ignore format: short
}

const beforeName = (sentence: Sentence, term: Term): string => sentence.words.slice(0, term.from).map(({ text }) => text).join(' ') // biome-ignore format: short
/** Prescribed, but never taken: "they put me on it, but I never started", "I haven't filled it". */
const neverBegun =
  /\bnever (?:actually |even )?(?:started|filled|took|taken|begun|began|picked|got around|bothered)\b|\b(?:have|did) not (?:actually |even )?(?:filled?|start(?:ed)?|picked|pick|begun|taken (?:it|any|one)|take (?:it|any|one)|collect(?:ed)?)\b|\bwas (?:only |just )?(?:suggested|mentioned|offered|considered)\b/
/** True if the patient's next words say that it was never begun. */
export const isNeverBegun = (sentence: Sentence, next: Sentence | undefined): boolean =>
  neverBegun.test(sentence.said) ||
  (next !== undefined && next.at - sentence.at <= 2 && (neverBegun.test(next.said) || unused.test(next.said)))
/** "I've got the blue puffer. Haven't used it in years." */
const unused =
  /^(?:(?:but|and|though|honestly|i|we|to be honest),? )*(?:(?:have|has|did) not (?:really |actually |even )?(?:used|touched|needed|opened|had) (?:it|that|them|one)\b|(?:hardly |almost )?never (?:use|need|touch) (?:it|them)\b)/

function ownMedicine(sentence: Sentence, { term, next }: Own, own: readonly Sentence[]): readonly Candidate[] {
  const context = readContext(sentence, term)
  const said = sentence.said
  if (context.status !== 'present' || context.relative !== undefined) return []
  const well = tried.test(beforeName(sentence, term)) && !/\ballerg|\bintoleran/.test(said) ? borneOf(sentence, own) : undefined // biome-ignore format: short
  if (well !== undefined && !neverBegun.test(said)) return [borne(saidName(sentence, term), well, term)]
  if (context.time === 'past') return []
  if (/\ballerg|\bintoleran|\breact|\b(?:makes|made|gives|gave) (?:me|my)\b/.test(said) || stopped.test(said)) return []
  if (!isToldFor(sentence.segment) && !takes.test(beforeName(sentence, term)) && sentence.asked.some(({ said: question }) => asksOfOther(question))) return [] // biome-ignore format: short
  if (neverBegun.test(said) || unevenly.test(said) || /\b(?:might|may|could) be\b/.test(said)) return []
  const before = sentence.words.slice(0, term.from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const after = sentence.words.slice(term.to + 1, next).map(({ text }) => text).join(' ') // biome-ignore format: short
  // "Seroquel, for my dad."
  if (/^,? ?(?:\w+ ){0,4}?for (?:my|our|his|her)\b/.test(after) && namesPerson(after) && !isToldFor(sentence.segment)) return [] // biome-ignore format: short
  const isTried = tried.test(before) && !/\b(?:have been taking|am taking|i take)\b/.test(before)
  const isTaken = !isTried && (takes.test(before) || /\bi (?:have|take) (?:it|one|half|that)\b/.test(after))
  if (!isTried && !isTaken && !isAskedFor(sentence) && !isRegimen(sentence, term)) return []
  if (
    !isTried &&
    /\b(?:would|will|can i|should|could|going to|want|wants|supposed|told me to|need|buy|get|dropped|not|forget|forgot|forgetting|miss|missed|skip|skipped|hate)\b/.test(
      before,
    )
  )
    return []
  // "I had my puffer, but it was empty": it was there, and was not tried.
  if (isTried && /\bhad (?:my|the|his|her)(?: \w+)?$/.test(before) && /inhaler|epipen|puffer|spacer/i.test(term.display)) return [] // biome-ignore format: short
  const name = saidName(sentence, term)
  const slots = slotsAfter(sentence, { term, next })
  const verb = isTried
    ? 'Has tried'
    : /\b(?:use|using)\b/.test(before)
      ? 'Uses'
      : /\btaking\b/.test(before)
        ? 'Taking'
        : 'Takes'
  const effect = isTried ? effectOf(said) : ''
  return [medicineCandidate({ verb, name, effect }, slots, { term, quotes: says(sentence) })]
}

/** "He had amoxicillin last winter and he was fine": told because it did no harm, and not for what it was tried. D556. */
function borne(name: string, { told, quotes }: Borne, term: Term): Candidate {
  const candidate = medicineCandidate({ verb: 'Has tried', name, effect: '' }, {}, { term, quotes })
  return { ...candidate, text: `Has had ${name}: ${told}.` }
}

function effectOf(said: string): string {
  if (
    /\bnot (?:really |actually |seem to |quite )?(?:help|work|do (?:anything|much))|\bno (?:help|effect)\b/.test(said)
  )
    return ', which did not help'
  return /\b(?:helps|helped|help)\b/.test(said) ? ', which helped' : ''
}

type Slots = { readonly dose?: Dose; readonly frequency?: string }

/** "A hundred milligrams, hold on, fifty milligrams": with two doses, none is sure. */
function hasOtherDose(words: readonly Word[], dose: Dose | undefined): boolean {
  const all = words.flatMap((_, at) => readDose(words, at)?.dose ?? [])
  return dose !== undefined && all.some(({ value, unit, at }) => unit === dose.unit && value !== dose.value && isOwnNumber(words, at)) // biome-ignore format: short
}
/** False for the "five" of "twenty five". */
const isOwnNumber = (words: readonly Word[], at: number): boolean =>
  ![1, 2, 3, 4].some((back) => at >= back && (readAmount(words, at - back)?.to ?? -1) >= at)

/** "The blue puffer when I need it, and the purple one twice a day": a second thing without a name has slots of its own. */
function nextUnnamed({ words }: Sentence, { to }: Term): number {
  const said = words.map(({ text }) => text)
  const at = said.findIndex((word, place) => place > to && /^(?:and|then|plus)$/.test(word) && /^(?:then )?(?:the|a|an|another|my) (?:\w+ )?(?:one|puffer|inhaler|tablet|pill|cream|spray|other)\b/.test(said.slice(place + 1, place + 6).join(' '))) // biome-ignore format: short
  return at < 0 ? words.length : at
}

/** Dose and frequency from the words after the medicine, up to the next; before it only if it is alone. */
function slotsAfter(sentence: Sentence, { term, next }: Own): Slots {
  const other = nextUnnamed(sentence, term)
  const own = sentence.words.slice(term.to + 1, Math.min(next ?? other, other))
  const isAlone =
    sentence.terms.filter(({ kind }) => kind === 'medicine').length === 1 && other === sentence.words.length
  const said = findDose(own) ?? (isAlone ? findDose(sentence.words) : undefined)
  const isUnsure = /\bor (?:is it |maybe )?(?:two|five|ten|twenty|forty|fifty|a hundred|one|\d+)\b|\bi (?:forget|can not remember)\b|\bnot sure\b/.test(sentence.said) // biome-ignore format: short
  const dose = isUnsure || hasOtherDose(own, said) ? undefined : said
  const text = own.map(({ text: word }) => word).join(' ')
  const frequency = findFrequency(text) ?? (isAlone ? findFrequency(sentence.said) : undefined)
  return { ...(dose === undefined ? {} : { dose }), ...(frequency === undefined ? {} : { frequency }) }
}

type Said = { readonly verb: string; readonly name: string; readonly effect: string }

export function medicineCandidate(
  { verb, name, effect }: Said,
  { dose, frequency }: Slots,
  from: { readonly term: Term; readonly quotes: readonly Quote[] },
): Candidate {
  const isTried = verb === 'Has tried'
  return {
    text: `${verb} ${name}${dose === undefined ? '' : ` ${dose.value}${dose.unit === '' ? '' : ` ${dose.unit}`}`}${frequency === undefined ? '' : ` ${frequency}`}${effect}.`,
    claims: [
      claim(
        'medication',
        { ...from.term, display: name },
        {
          ...(dose === undefined ? {} : { value: dose.value, ...(dose.unit === '' ? {} : { unit: dose.unit }) }),
          ...(frequency === undefined ? {} : { frequency }),
          time: isTried ? 'past' : 'current',
        },
      ),
    ],
    quotes: from.quotes,
    weight: isTried ? 66 : 84,
    at: from.quotes.at(-1)?.sentence.at ?? 0,
  }
}

/** "Taking paracetamol and ibuprofen.": medicines of one sentence share a verb. */
function mergeMedicines(candidates: readonly Candidate[]): readonly Candidate[] {
  const [first, ...rest] = candidates
  if (first === undefined || rest.length === 0) return candidates
  const lead = (candidate: Candidate) => candidate.text.replace(candidate.claims[0]?.display ?? '', '*')
  if (rest.some((candidate) => lead(candidate) !== lead(first))) return candidates
  const claims = [
    ...new Map(candidates.flatMap((candidate) => candidate.claims).map((item) => [item.concept, item])).values(),
  ]
  return [
    {
      ...first,
      text: lead(first).replace(
        '*',
        joinWords(
          claims.map(({ display }) => display),
          'and',
        ),
      ),
      claims,
    },
  ]
}

/** "I had two of my wife's Mobic." */
function borrowed(sentence: Sentence, term: Term): readonly Candidate[] {
  const verb = readBorrowedVerb(sentence)
  if (verb === undefined) return []
  const candidate = medicineCandidate({ verb: 'Has tried', name: saidName(sentence, term), effect: '' }, {}, { term, quotes: says(sentence) }) // biome-ignore format: short
  return [{ ...candidate, text: candidate.text.replace('Has tried', verb) }]
}

/** The medicine of a child who is not the patient. */
const ofSmall =
  /\b(?:my|our) (?:little (?:one|fella|boy|girl|man)|youngest|eldest|oldest|middle one|bub) (?:is|has|takes?|uses|gets?)\b/

export function draftMedicines(dialogue: readonly Sentence[]): readonly Candidate[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'patient')
  const isChild = isAboutChild(dialogue)
  return own.flatMap((sentence, place) => {
    if (sentence.isQuestion || isNeverBegun(sentence, own[place + 1])) return []
    if (!isChild && ofSmall.test(sentence.said)) return []
    const before = own[place - 1]
    const isOfPerson = before?.segment === sentence.segment && namesPerson(before.said) && !isToldFor(sentence.segment) && !/\bi\b/.test(sentence.said) // biome-ignore format: short
    if (isOfPerson) return []
    const terms = withoutDevices(sentence)
    if (isTakenBackForOther(sentence, dialogue[dialogue.indexOf(sentence) + 1])) return []
    return mergeMedicines(terms.flatMap((term, index) => (isCause(sentence, term) ? [] : isBorrowed(sentence, term) ? borrowed(sentence, term) : ownMedicine(sentence, { term, next: terms[index + 1]?.from }, own)))) // biome-ignore format: short
  })
}
