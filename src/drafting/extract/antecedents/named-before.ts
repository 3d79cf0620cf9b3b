/** The thing that a gap of a line means: what the talk named last of the class that its verb takes. D560. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { findTerms, type Term } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { joinWords } from '../candidates.ts'
import { saidName } from '../medication.ts'
import { listReferrals, listTests } from '../orders/named-services.ts'
import { isCertain, listProducts } from '../told-plan/heads.ts'
import { type Class, type Gap, otherThing } from './gaps.ts'

/** `other`: the sentence of the first of two. */
export type Named = { readonly name: string; readonly sentence: Sentence; readonly other?: Sentence }

const mostTurns = 3

/** A remedy without a name. */
const remedy = /\b(?:spray|patch|cream|ointment|drops|puffer|inhaler|injection|wafer|gel|lozenges?|(?:a|the|that|this|your|another|other) (?:[a-z]+ )?(?:tablets?|pill|capsules?))\b/ // biome-ignore format: one row
/** "And the blue one?" */
const otherOne = /\b(?:other|blue|brown|purple|white|pink|little|big) (?:one|puffer|inhaler|tablet|pill)s?\b/
/** A medicine that is named as another one's opposite. */
const elsewhere = /\b(?:instead of|rather than|without|allerg\w*|normally|usually|unless|not the|like)(?: [a-z]+){0,2}$/

/** "The progesterone-only one": a kind. */
const isKind = ({ segment, words }: Sentence, { to }: Term): boolean => /^[ -]only\b/.test(segment.text.slice(words[to]?.end ?? 0)) // biome-ignore format: short

/** The medicines that a sentence names, without a kind of them. */
export const productsOf = (sentence: Sentence): readonly Term[] => listProducts(sentence).filter((term) => !isKind(sentence, term)) // biome-ignore format: short

/** A medicine that ends there is none that is taken or missed afterwards; "do not stop it" ends nothing. */
const ended = /(?<!\b(?:not|never) )\b(?:stop(?:ping|ped)?|ditch|bin|cease|drop|skip|avoid|leave|no more|come off|coming off|off|lose|no)(?: (?:the|your|that|taking|any|those|my|his|her))*$/ // biome-ignore format: one row

const wordsBefore = ({ words }: Sentence, { from }: Term): string => words.slice(0, from).map(({ text }) => text).join(' ') // biome-ignore format: short

/** Place of the word at which the gap begins in its own sentence; 0 if it is not there. */
function gapPlace({ words }: Sentence, anchor: string): number {
  const said = ` ${words.map(({ text }) => text).join(' ')} `
  const at = said.indexOf(` ${anchor} `)
  return at < 0 ? 0 : said.slice(0, at + 1).split(' ').length - 2
}

/** `told`: sentences of lines that name one medicine, with that medicine. */
type Search = { readonly dialogue: readonly Sentence[]; readonly place: number; readonly gap: Gap; readonly line: string; readonly told: ReadonlyMap<Sentence, Named> } // biome-ignore format: short

const isHeard = ({ segment, text }: Sentence): boolean => segment.speaker === 'clinician' || text.trimEnd().endsWith('?') // biome-ignore format: short

function medicineBefore(search: Search): Named | undefined {
  const found = lastMedicine(search)
  return found !== undefined && isCertain(search.dialogue, search.place, found.sentence) ? found : undefined
}

function lastMedicine({ dialogue, place, gap, line, told }: Search): Named | undefined {
  const own = dialogue[place] as Sentence
  const inLine = new Set(findTerms(readWords(line)).map(({ key }) => key))
  for (let at = place; at >= 0; at -= 1) {
    const sentence = dialogue[at] as Sentence
    if (own.at - sentence.at > mostTurns) return undefined
    const end = at === place ? gapPlace(own, gap.anchor) : Number.POSITIVE_INFINITY
    const products = productsOf(sentence).filter(({ to }) => to < end)
    const meant = products.filter((term) => !elsewhere.test(wordsBefore(sentence, term)) && !inLine.has(term.key)) // biome-ignore format: short
    // "Does it matter with the Zoloft?": what the patient takes besides is not what was just ordered.
    if (sentence.segment.speaker !== 'clinician' && gap.isBeside && meant.length > 0) return undefined
    const [term, second] = meant
    if (term !== undefined && ended.test(wordsBefore(sentence, term))) return undefined
    if (term !== undefined) return second !== undefined || !isHeard(sentence) ? undefined : { name: saidName(sentence, term), sentence } // biome-ignore format: short
    // "The progesterone-only one, one a day.": it is meant, and has no name.
    if (at < place && listProducts(sentence).some((term) => isKind(sentence, term))) return undefined
    const line = told.get(sentence)
    if (at < place && line !== undefined) return line
    if (at < place && sentence.segment.speaker === 'clinician' && (otherThing.test(sentence.said) || (remedy.test(sentence.said) && products.length === 0))) return undefined // biome-ignore format: short
    if (sentence.segment.speaker !== 'clinician' && otherOne.test(sentence.said)) return undefined
  }
  return undefined
}

/** Inhaled steroids, after which the mouth is rinsed. */
const inhaledSteroids = /budesonide|fluticasone|beclomet|ciclesonide|mometasone/
const ofNose = /\b(?:nose|nasal|nostrils?|each side|spray)\b/
function inhalerBefore({ dialogue, place }: Search): Named | undefined {
  const own = dialogue[place] as Sentence
  const named = dialogue
    .slice(0, place + 1)
    .filter(({ at, segment }) => own.at - at <= 6 && segment.speaker === 'clinician')
    .filter(({ said }) => !ofNose.test(said))
    .flatMap((sentence) => productsOf(sentence).filter(({ key }) => inhaledSteroids.test(key)).map((term) => ({ name: saidName(sentence, term), sentence, key: term.key }))) // biome-ignore format: short
  return new Set(named.map(({ key }) => key)).size === 1 ? named.at(-1) : undefined
}

/** Names that many tests share. */
const general =
  /^(?:(?:the|your|an?|any|some|that|this|your|those) )*(?:tests?|scans?|samples?|swabs?|results?|screening)$/
const pressure = /\b(?:blood )?pressures?\b(?! (?:tablets?|pills?|medic\w+|cuff|machine|monitor|points?|areas?))/
/** "INR" keeps its capitals. */
const inside = (name: string): string =>
  /^[A-Z][a-z]/.test(name) ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : name
const testsOf = ({ text, said }: Sentence): readonly string[] => {
  const named = [...new Set(listTests(text).map(({ from, to }) => inside(text.slice(from, to))))]
  const exact = named.filter((name) => !general.test(name))
  return exact.length > 0 ? exact : pressure.test(said) ? ['blood pressure'] : named
}

const samples = /\b(?:(?:wee|urine|water|poo|stool|sputum|phlegm|nail) )?(?:samples?|specimens?)\b|\b(?:clippings|scrapings)\b/ // biome-ignore format: one row
const wounds = [/\b(?:wound|cut|graze|burn|graft|stitch(?:es)?|sutures?|biopsy|plaster|cast|ulcer|blister|bite|incision|abscess)\b/, /\b(?:dressing|bandage)\b/] // biome-ignore format: one row
const treatments = /\b(?:(?:steroid|cortisone|joint) )?injection\b|\b(?:excision(?:al)? )?biopsy\b|\b(?:operation|surgery|procedure|excision)\b/ // biome-ignore format: one row
const schemes = /\b((?:mental health|chronic disease|gp management|asthma|health)(?: care| treatment| action| management)*|care|action|management) plan\b/ // biome-ignore format: one row
const vaccines = /\b(?:vaccines?|vaccinations?|jabs?|boosters?|immunisations?)\b/

/** The names of the class in a sentence. */
function namesIn(sentence: Sentence, of: Class): readonly string[] {
  const { said } = sentence
  if (of === 'test') return testsOf(sentence)
  if (of === 'service') return [...new Set(listReferrals(said).map(({ from, to }) => said.slice(from, to)))]
  if (of === 'scheme') return schemes.exec(said)?.slice(1, 2) ?? []
  if (of === 'vaccine') {
    const named = sentence.terms.filter(({ kind }) => kind === 'vaccine').map(({ display }) => `the ${display.replace(/ vaccine$/i, '')} vaccine`) // biome-ignore format: short
    return named.length > 0 ? [...new Set(named)] : vaccines.test(said) ? [`the ${vaccines.exec(said)?.[0] ?? ''}`] : []
  }
  const pattern = of === 'sample' ? samples : of === 'treatment' ? treatments : undefined
  const found = pattern?.exec(said)?.[0]
  return found === undefined ? [] : [found]
}

/** "We did a CT two years ago." */
const wasDone = /\b(?:did|had|was|were|ago|last (?:year|month|week|time)|already)\b/

function thingBefore({ dialogue, place, gap: { of, anchor } }: Search): Named | undefined {
  const own = dialogue[place] as Sentence
  for (let at = place - 1; at >= 0; at -= 1) {
    const sentence = dialogue[at] as Sentence
    if (own.at - sentence.at > 2) return undefined
    const names = namesIn(sentence, of)
    if (names.length > 0 && of === 'test' && wasDone.test(sentence.said)) return undefined
    const [name, second] =
      /\b(?:them|those)$/.test(anchor) && names.length < 4 ? [joinWords(names, 'and') || undefined] : names
    if (name !== undefined) return second === undefined ? { name, sentence } : undefined
  }
  return undefined
}

/** The wound itself goes before its dressing. */
function woundBefore({ dialogue, place }: Search): Named | undefined {
  const own = dialogue[place] as Sentence
  const near = dialogue.slice(0, place).filter(({ at, segment }) => own.at - at <= 2 && segment.speaker === 'clinician')
  for (const pattern of wounds) {
    const sentence = near.findLast(({ said }) => pattern.test(said))
    const name = sentence === undefined ? undefined : pattern.exec(sentence.said)?.[0]
    if (sentence !== undefined && name !== undefined)
      return { name: name === 'biopsy' ? 'biopsy wound' : name, sentence }
  }
  return undefined
}

const span = /\bfor (?:the (?:first|next) )?((?:an?|one|two|three|four|five|six|seven|eight|ten|twelve|\d+|the first) (?:days?|weeks?|months?|fortnight))\b/ // biome-ignore format: one row
/** "No plumbing for two weeks. Light duties after that.": the time of the sentence before. */
function spanBefore({ dialogue, place }: Search): Named | undefined {
  const own = dialogue[place] as Sentence
  const before = dialogue[place - 1]
  const time = before?.segment === own.segment ? span.exec(before.said)?.[1] : undefined
  return before === undefined || time === undefined ? undefined : { name: time, sentence: before }
}

/** "Not the two together": the two that were named last. */
function pairBefore({ dialogue, place }: Search): Named | undefined {
  const own = dialogue[place] as Sentence
  const near = dialogue
    .slice(0, place)
    .filter(({ at, segment }) => own.at - at <= mostTurns && segment.speaker === 'clinician')
  const named = near.flatMap((sentence) => productsOf(sentence).map((term) => ({ sentence, name: saidName(sentence, term), key: term.key }))) // biome-ignore format: short
  const last = named.at(-1)
  const first = named.findLast(({ key }) => key !== last?.key)
  const isPair = last !== undefined && first !== undefined && new Set(named.map(({ key }) => key)).size === 2
  return isPair ? { name: `${first.name} and ${last.name}`, sentence: last.sentence, other: first.sentence } : undefined
}

const visit = /\b(?:see (?:me|you|us)|come (?:back|and see)|be back|review|back here|another appointment)\b[^,.]*?\b((?:in|within) (?:about )?(?:an?|one|two|three|four|six|eight|\d+) (?:days?|weeks?|months?|fortnight)|next (?:week|month|[a-z]+day)|tomorrow|on [a-z]+day)\b/ // biome-ignore format: one row
/** "See me in a week. We'll do the blood pressure then.": the time of the visit before it in the turn. */
function visitBefore({ dialogue, place }: Search): Named | undefined {
  const own = dialogue[place] as Sentence
  const sentence = dialogue.slice(Math.max(0, place - 3), place).findLast(({ segment, said }) => segment === own.segment && visit.test(said)) // biome-ignore format: short
  const name = sentence === undefined ? undefined : visit.exec(sentence.said)?.[1]
  return sentence === undefined || name === undefined ? undefined : { name, sentence }
}

const topic = /^(?:(?:and|so|but|okay|ok|oh|right|what about|how about)[, ]+)*(?:the|my|his|her|these|those|that) ((?!(?:rest|others?|same|weekend|next|last)\b)[a-z-]+(?: (?!(?:is|are|was|be|do|will|can|should)\b)[a-z-]+)?)\?$/ // biome-ignore format: one row
/** "And the stitches?": the bare thing of the question before the turn, if only a yes or a no stands between. */
function askedBefore({ dialogue, place }: Search): Named | undefined {
  const own = dialogue[place] as Sentence
  const turn = dialogue.slice(0, place).filter(({ segment }) => segment === own.segment)
  const sentence = dialogue[place - turn.length - 1]
  if (sentence === undefined || sentence.segment.speaker === 'clinician' || own.at - sentence.at > 1) return undefined
  const name = topic.exec(sentence.text.toLowerCase().trim())?.[1]
  const isBare = turn.every(({ words }) => words.length < 3)
  return name === undefined || !isBare ? undefined : { name, sentence }
}

const searches: Partial<Record<Class, (search: Search) => Named | undefined>> = {
  asked: askedBefore,
  medicine: medicineBefore,
  inhaler: inhalerBefore,
  pair: pairBefore,
  visit: visitBefore,
  wound: woundBefore,
  span: spanBefore,
}

/** The antecedent of a gap; undefined if none is certain. */
export const namedBefore = (search: Search): Named | undefined => (searches[search.gap.of] ?? thingBefore)(search)
