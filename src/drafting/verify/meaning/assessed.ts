/** Holds a diagnosis of a note against each place that names it: denied, set aside, or doubted. D72, D292. */
import { isHedgedAt, toldSureness } from '../certainty.ts'
import type { QuoteRead } from '../evidence.ts'
import { isClinical } from '../lexicon/lexicon.ts'
import type { Rule } from '../tables.ts'
import { listPlaces, type Place, polaritiesAt, sentenceAt } from './places.ts'
import { readUnits, type Unit } from './units.ts'

/** Words by which a clinician sets a diagnosis aside, before or after its name. */
const dismisses = /\b(?<!\b(?:to|must|should) )(?:rule[sd]? (?:\w+ )?out|exclude[sd]?)\b(?! (?:(?:all )?(?:the )?other|anything|everything|something|what))|\b(?:ruling out|unlikely|not (?:really )?(?:think|believe|suspect|reckon|fit)\w*|(?:does|did) not (?:\w+ )?fit|nothing to do with|no evidence (?:of|that|it)|no signs? (?:of|that|it)|forget|to bed|clear for|(?:certainly|definitely|clearly) not|look(?:s)? different|would be different|reassur\w*|less likely|surprised if|not (?:\w+ )?(?:sound|look|seem) like|not (?:\w+ )?(?:worried|concerned) (?:about|that)|no reason to|nothing to suggest|not suggest\w*|not (?:due|because|related))\b/ // biome-ignore format: one row

/** Of these, the words that set the whole sentence aside. */
const setAside =
  /\b(?<!\b(?:to|must|should) )(?:rule[sd]? (?:\w+ )?out|exclude[sd]?)\b(?! (?:(?:all )?(?:the )?other|anything|everything|something|what))|\bto bed\b/

/** "I can't rule out an early melanoma" sets nothing aside. */
const keepsOpen = /\bnot (?:\w+ ){0,2}(?:rul(?:e|ed|ing) (?:\w+ )?out|exclud(?:e|ed|ing))\b/g

/** "I don't think it's broken, I'd say it's a sprain": the second verdict is not set aside. */
const newVerdict = /(?:,|;|\band|\bbut|\bbecause) (?=(?:(?:and|but|so|more|most|rather) )*(?:(?:i|we)(?:'d)? (?:(?:do|would|not|really|rather) )*(?:think|say|suspect|reckon|believe|go for|call)|i am (?:fairly |pretty |quite )?(?:sure|certain)|(?:it|this|that) is (?!unlikely|not\b)|(?:an?|the) (?:[a-z'-]+ ){1,3}(?:is|are|would be)|probably|likely|more likely|most likely)\b)|;/ // biome-ignore format: one pattern

/** The part of the sentence that gives one verdict, around the name. */
function verdictAt(place: Place): string {
  const { own, before } = sentenceAt(place)
  const start = before.split(newVerdict).at(-1)?.length ?? 0
  const rest = own.slice(before.length - start)
  const later = rest.slice(start).search(newVerdict)
  return later < 0 ? rest : rest.slice(0, start + later)
}

/** "I don't think it's just a sprain" sets no sprain aside. */
const notOnly = /\bnot (?:\w+ ){0,4}(?:just|only|merely|simply) (?=an?\b|the\b|your\b|\w)/

export const isDismissed = (place: Place): boolean =>
  dismisses.test(verdictAt(place).replaceAll(keepsOpen, ' ')) && !notOnly.test(verdictAt(place))

/** "Then we worry whether it may be spreading to the kidneys": what a safety net names is no diagnosis of today. */
const isWarned = (place: Place): boolean => /\bworr(?:y|ies) (?:whether|if)\b|\b(?:look out|watch out|keep an eye out) for\b|\bif (?:you|it|this|that|he|she) (?:\w+ ){0,3}(?:gets?|become|becomes|develops?|starts?|spreads?|notice|goes)\b/.test(sentenceAt(place).before) // biome-ignore format: short

/** "Dermatitis from gloves": the patient spoke of gloves, the clinician of dermatitis alone. What follows a word of cause must be the clinician's own. */
const isOnlyTold = (unit: Unit, named: readonly Place[], quotes: readonly QuoteRead[]): boolean =>
  unit.told === 'present' && named.length > 0 && quotes.some(({ speaker }) => speaker === 'clinician') && named.every(({ quote }) => quote.speaker !== 'clinician' || quote.role === 'question') // biome-ignore format: short

function checkUnit(unit: Unit, text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const named = listPlaces(unit, quotes)
  const places = named.filter(({ quote }) => quote.speaker === 'clinician' && quote.role !== 'question')
  if (isOnlyTold(unit, named, quotes)) return ['not-asserted']
  if (places.length === 0 || unit.isPurpose) return []
  // A word that is no name may stand in another clause of the same sentence: only what is set aside counts.
  if (unit.named === undefined && unit.said === undefined && !unit.words.every(isClinical)) return unit.told === 'present' && places.every((place) => setAside.test(sentenceAt(place).own)) ? ['polarity-mismatch'] : []
  const isDenied = (place: Place) => isDismissed(place) || !polaritiesAt(place, quotes).has('present')
  if (unit.told === 'present') {
    if (places.every(isDenied)) return ['polarity-mismatch']
    if (places.every(isWarned)) return ['not-asserted']
  } else return places.some((place) => isDismissed(place) || polaritiesAt(place, quotes).has('absent')) ? [] : ['polarity-mismatch']
  const isStated = toldSureness(text) === 'stated'
  // "I can't say it's cancer": the head of a name that a table finds by another word is as sure as it was said.
  const { named: _named, said: _said, ...bare } = unit
  const heads = listPlaces({ ...bare, words: unit.words.slice(-1) }, quotes).filter(({ quote }) => quote.speaker === 'clinician' && quote.role !== 'question')
  const isDoubted = ({ quote, at, to }: Place): boolean => isHedgedAt(quote.tokens, at, to)
  return isStated && (places.every(isDoubted) || (heads.length > 0 && heads.every(isDoubted))) ? ['certainty-mismatch'] : []
} // biome-ignore format: short

/** "To exclude: meningitis." states no diagnosis. */
const toExclude = /\b(?:exclude|rule out|ruling out)\b/i

/** A diagnosis that is confirmed or proven needs a clinician who is certain of it. */
const proven = /\b(?:confirmed|proven|definite|definitive|established|verified)\b/i
const provesIt =
  /\b(?<!not )(?:confirm\w*|prove[nds]?|definite\w*|certain(?:ly)?|no doubt|without (?:a )?doubt|sure|show(?:s|ed|n)|positive|diagnos\w+|came back|bet|pension)\b/
const isProven = (text: string, quotes: readonly QuoteRead[]): boolean =>
  !proven.test(text) || /\b(?:not|un)(?: yet)? ?confirmed/i.test(text) || quotes.some(({ plain }) => provesIt.test(plain.replaceAll(/\b(?:not|can not|could not) (?:be )?\w+/g, ' '))) // biome-ignore format: short

/** The rules that the names of a diagnosis break. */
export const checkAssessed = (text: string, quotes: readonly QuoteRead[]): readonly Rule[] =>
  toExclude.test(text) ? [] : !isProven(text, quotes) ? ['certainty-mismatch'] : readUnits(text).flatMap((unit) => checkUnit(unit, text, quotes)) // biome-ignore format: short
