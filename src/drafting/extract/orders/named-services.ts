/** Tests and services in the words of an order: by the rows of the tables, else by their head noun ("scan", "swab", "-ologist"). */
import { tagWords } from '../../grammar/tagger.ts'
import { referralRows, type ServiceRow, testRows } from '../../vocabulary/services.ts'

/** A service, and where it stands in the words. */
export type NamedService = { readonly name: string; readonly from: number; readonly to: number }

/** `first`: its first word in small letters; words without it are not searched. Empty if that word varies. */
type Phrase = { readonly name: string; readonly first: string; readonly pattern: RegExp }

const firstOf = (phrase: string): string => {
  const [, first = ''] = /^([a-z0-9]+)(?=[ ,-]|$)/i.exec(phrase) ?? []
  return /^(?:your|the|that)$/i.test(first) ? '' : first.toLowerCase()
}

/** A speciality is named by its part of the body, and by any word for those who practise it. */
const ofKind = / (?:specialist|doctor)$/

const phrasesOf = (rows: readonly ServiceRow[]): readonly Phrase[] =>
  rows
    .flatMap(([name, says]) => says.split('|').map((phrase) => ({ name, phrase })))
    .toSorted((one, other) => other.phrase.length - one.phrase.length)
    .map(({ name, phrase }) => ({
      name,
      first: firstOf(phrase),
      pattern: new RegExp(`\\b${phrase.replace(ofKind, ' (?:specialist|doctor|clinic|team|people|department|unit)').replaceAll(/[ -]/g, '[ -]').replaceAll(/\b(?:your|the|that)\b/g, '(?:your|the|that|his|her)').replace(',', ',?')}s?\\b`, 'gi'), // biome-ignore format: short
    }))

const testPhrases = phrasesOf(testRows)
const referralPhrases = phrasesOf(referralRows)

/** No part of the name of a service. */
const small = 'an?|the|your|our|my|his|her|some|to|of|at|for|in|on|with|from|by|and|or|you|him|them|it|that|this|these|see|get|have|do|then|up|off|out|over|through|just|also|so|another|i|we|will|be|is|are|as|into|about|soon|today|send|sent|check|run|take|arrange|order|book|one' // biome-ignore format: one row
const modifiers = `(?:(?!(?:${small})\\b)[a-z0-9'-]+ ){0,3}?`
const ofPart = "(?: (?:of|on) (?:(?:your|the|that|those|both|his|her|all) )*(?:(?!(?:just|and|or|done|today|tomorrow|this|for|to|as|so|in|at|now|it|that|them)\\b)[a-z-]+)(?: (?!(?:just|and|or|done|today|tomorrow|this|for|to|as|so|in|at|now|off|sent|first|next|soon|before|after|while|when|because|if|until|is|are|was|were|will|would|should|which|what|we|i|you)\\b)[a-z-]+){0,2}|(?<=tests?|swabs?|screens?|antibodies) for (?!(?:you|me|us|him|her|that|this|it|now|today|the|a|an|your|next|tomorrow|everything)\\b)[a-z-]+(?: (?!(?:just|and|or|done|today|tomorrow|this|for|to|as|so|in|at|now|off|sent)\\b)[a-z-]+)?)?" // biome-ignore format: one row
const testHead =
  '(?:(?:mri|ct|pet|cat|bone|ultrasound|doppler) scans?|tests?|scans?|x ?-?rays?|ultrasounds?|swabs?|samples?|specimens?|cultures?|biops(?:y|ies)|screens?|screening|studies|study|panel|profile|monitor|monitoring|scrapings?|markers|antibodies|serology|titres?|films|(?:vitamin [a-z]+|b12|b twelve|iron|ferritin|uric acid|urate|thyroid|hormone|lithium|calcium|potassium|sodium|magnesium|zinc|folate|testosterone|cortisol|digoxin|cholesterol) levels?|patch testing|mri|ct|pet|angiogram|[a-z]{3,}(?:ogram|oscopy|ography|ometry))' // biome-ignore format: one row
const clinicHead =
  '(?:clinics?|specialists?|teams?|service|surgeons?|consultant|unit|department|hospital|therapists?|[a-z]{3,}(?:ologists?|ology|iatrists?|iatry|opaths?)|obstetrician|midwife|hygienist|nurses?|registrar|centre|educator|rehab|rehabilitation|group|programme|program|classes)' // biome-ignore format: one row

const anyTest = new RegExp(`\\b${modifiers}${testHead}\\b${ofPart}`, 'gi')
const anyClinic = new RegExp(`\\b${modifiers}${clinicHead}\\b`, 'gi')

/** Nouns that many names share: to have one of them in common says nothing. */
const heads = /^(?:tests?|scans?|samples?|studies|study|clinics?|services?|specialists?|team|doctor|surgeon|monitor|level|levels|screen|swab|culture)$/ // biome-ignore format: one row
const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []

/** Keeps the spoken name, and writes the clinical one before it if the two have no word in common. */
function nameBoth(name: string, said: string): string {
  const spoken = plain(said)
  const stems = wordsOf(spoken).map((word) => word.slice(0, 5))
  const isShared = wordsOf(name).some((word) => !heads.test(word) && stems.includes(word.slice(0, 5)))
  return isShared || /\bpeople$/i.test(spoken) ? spoken : `${name} (${spoken})`
}

/** In their order; none inside another, and each name once. */
function findNamed(act: string, phrases: readonly Phrase[], any: RegExp): readonly NamedService[] {
  const found: (NamedService & { readonly row: string })[] = []
  const isFree = (from: number, to: number) => !found.some((other) => from < other.to && other.from < to)
  const general = [...act.matchAll(any)].map((match) => ({ from: match.index, to: match.index + match[0].length, said: match[0] })) // biome-ignore format: short
  const lower = act.toLowerCase()
  for (const { name, pattern } of phrases.filter(({ first }) => lower.includes(first)))
    for (const match of act.matchAll(pattern)) {
      const [from, to] = [match.index, match.index + match[0].length]
      // "a CT scan of the chest and a swab": the longer name by its head wins, if the row is only a part of it.
      const longer = general.find((other) => other.from <= from && other.to >= to && other.to - other.from > to - from)
      if (isFree(from, to)) found.push(longer === undefined ? { row: name, name: nameBoth(name, match[0]), from, to } : { row: longer.said, name: plain(longer.said), from: longer.from, to: longer.to }) // biome-ignore format: short
    }
  for (const { from, to, said } of general) if (isFree(from, to)) found.push({ row: said, name: plain(said), from, to })
  const once = new Map(found.toSorted((a, b) => b.from - a.from).map((item) => [item.row, item]))
  return [...once.values()].reverse().map(({ name, from, to }) => ({ name, from, to }))
}

const plain = (said: string): string => said.replaceAll(/\b(?:your|his|her)\b/gi, 'the').trim()

export const listTests = (act: string): readonly NamedService[] => findNamed(act, testPhrases, anyTest)

/** "The diabetes clinic at the hospital": where the service is, and no second one. */
const isSite = (act: string, { from, name }: NamedService, before: NamedService | undefined): boolean =>
  before !== undefined && /^(?:the )?(?:[a-z]+ )?(?:hospital|centre|department)$/i.test(name) && /^ (?:at|in|of)(?: the| our)? ?$/i.test(act.slice(before.to, from)) // biome-ignore format: short
export const listReferrals = (act: string): readonly NamedService[] => {
  const named = findNamed(act, referralPhrases, anyClinic)
  return named.filter((one, at) => !isSite(act, one, named[at - 1]))
}

const noItem = /\b(?:then|so|but|if|to|when|which|that|it|we|you|i|see|just|because|also|too|please|okay|today|tomorrow|now|done|off|first|next|before|after|while|and|or|in|on|with|fasting|hours?|days?|weeks?|months?|years?)\b/i // biome-ignore format: one row
const timeBehind = /(?: again)?(?: (?:today|tomorrow|now|again|first|in \w+ \w+|(?:this|next) \w+))+$/i
const mostItemWords = 4

/** What a list names behind its last test that no table knows: "bloods, kidney function, cholesterol, and a urine for protein". */
export function listedAfter(act: string, services: readonly NamedService[]): readonly string[] {
  const rest = act.slice(services.at(-1)?.to ?? act.length)
  if (services.length === 0 || !/^(?:,|:| and )/.test(rest)) return []
  const items = rest.replace(/^(?:,|:)? ?(?:and )?/, '').split(/,? and |, /).map((item) => item.replace(/^(?:an?|the|your|some) /i, '').replace(timeBehind, '').trim()).filter((item) => !/^fasting\b/i.test(item)) // biome-ignore format: short
  return items.every((item) => item !== '' && !noItem.test(item) && item.split(' ').length <= mostItemWords && tagWords(item.toLowerCase()).every(({ tag }, at) => /^(?:NOUN|PROPN)$/.test(tag) || (at > 0 && tag === 'NUM') || (at > 0 && tag === 'ADP') || (at === 0 && tag === 'ADJ'))) // biome-ignore format: short
    ? items
    : []
}
