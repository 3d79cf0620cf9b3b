/**
 * Judges a statement in other words than were said: all exact parts must hold, and the quotes must entail each content word.
 * docs/design/drafting.md#verification; D258.
 */
import type { Statement } from '../../../core/clinical-note.ts'
import { checkAmounts } from '../amounts.ts'
import type { QuoteRead, Resolved } from '../evidence.ts'
import { anyValue } from '../exact/axes.ts'
import { checkDates } from '../exact/dates.ts'
import { withoutSided } from '../exact/sided-values.ts'
import { isClinical } from '../lexicon/lexicon.ts'
import { isAnotherMedicine } from '../polarity.ts'
import { leavesOpen, tellsDoubt } from '../replies/unsure.ts'
import { isWell, listThings } from '../replies/well.ts'
import { isMedicine } from '../synonyms.ts'
import { ownRelatives, type Rule } from '../tables.ts'
import { checkAssessedTime, checkHistoryTime } from '../time.ts'
import { bare, isWorded } from '../wording.ts'
import { isSameAmount, plainOf, quantitiesIn, tokensOf } from '../words.ts'
import { isAdvised, isAsserted, isFeared } from './asserted.ts'
import { isDismissed } from './assessed.ts'
import { checkCause } from './cause.ts'
import { checkEnded, isEndedByReply, isEndWordHeld } from './ended.ts'
import { listEntailing } from './entailed.ts'
import { findFrame, gone, stillNow } from './frames.ts'
import { isGone } from './gone.ts'
import { isLight } from './light-words.ts'
import { isHelpedBy, isJoined, personAt } from './person-at.ts'
import { checkNamedPersons } from './persons.ts'
import { answersTo, listPlaces, type Place, polaritiesAt, sentenceAt, wordsApart } from './places.ts'
import { checkNeed, checkPlanned } from './planned.ts'
import { openReading, type Reading } from './reading.ts'
import { isTopicOfTalk } from './topics/complaint-topic.ts'
import { siteWord } from './topics/site-words.ts'
import { isTopic } from './topics/topic.ts'
import { readUnits, type Unit } from './units.ts'

/** The rules that the statement breaks as a whole sentence in other words; empty if its meaning holds. */
export function readMeaning(
  statement: Statement,
  { quotes, isChilds, before = () => [], talk = () => [] }: Pick<Resolved, 'quotes' | 'isChilds' | 'before' | 'talk'>,
  isLiteral = false,
): readonly Rule[] {
  const text = bare(statement.text)
  if (isWorded(text) || quotes.length === 0) return ['words-unsupported']
  const reading = { ...openReading(statement, text, quotes), isChilds, before, talk, isLiteral }
  const units = readUnits(text)
  const judged = units.map((unit) => ({ unit, rules: checkUnit(unit, reading) }))
  const rules = judged
    .filter((one) => !isSpare(one, judged, quotes) && !narrowsDenial(one, judged, quotes))
    .flatMap((one) => one.rules)
  const whole = [...checkAmounts(text, quotes), ...checkDates(reading), ...checkGeneral(reading), ...checkNeed(reading), ...checkNamedPersons(text, quotes), ...checkEnded(reading), ...(reading.isPlan ? [] : checkCause(text, quotes)), ...checkHistoryTime(text, quotes), ...(reading.isAssessment ? checkAssessedTime(new Set(['impression']), text, quotes) : [])] // biome-ignore format: short
  return [...new Set([...(units.length === 0 ? (['words-unsupported'] as const) : []), ...rules, ...whole])]
}

type JudgedUnit = { readonly unit: Unit; readonly rules: readonly Rule[] }

const isUnsaid = ({ rules }: JudgedUnit): boolean => rules.length === 1 && rules[0] === 'words-unsupported'

/** Words that say how much of its kind a thing has to be. */
const ofDegree = /^(?:regular|regularly|significant|relevant|important|notable|major|serious|particular|specific|obvious|formal|definite|marked|gross|overt)$/ // biome-ignore format: one row

/** "No regular medicines", "no significant illness": what is denied of all is denied of some. */
function narrowsDenial(one: JudgedUnit, all: readonly JudgedUnit[], quotes: readonly QuoteRead[]): boolean {
  if (!isUnsaid(one) || !ofDegree.test(one.unit.words.join(' ')) || one.unit.told === 'present') return false
  const next = all.filter(({ unit }) => unit.at > one.unit.at).toSorted((a, b) => a.unit.at - b.unit.at)[0]
  return next !== undefined && next.unit.at - one.unit.at <= 2 && next.unit.told === 'absent' && next.rules.length === 0 && listPlaces(next.unit, quotes).length > 0 // biome-ignore format: short
}

/** Ends of international names of medicines. */
const drugEnds = /(?:pril|sartan|olol|statin|azole|cillin|mycin|micin|cycline|oxacin|tidine|dipine|azepam|zolam|triptan|setron|gliptin|gliflozin|mab|nib|vir|caine|profen|oxicam|coxib|parin|xaban|sone|solone|terol|tropium|phylline|amine|zine|pine|oxine|idone|ine|ol|ide|ate)$/ // biome-ignore format: one row

/** Words of English that name no thing of medicine: one of them may be the model's own where at least two others were said. */
function isSpare(one: JudgedUnit, all: readonly JudgedUnit[], quotes: readonly QuoteRead[]): boolean {
  if (!isUnsaid(one) || !isPlainWord(one.unit)) return false
  // "Return if trismus.": the only sign of a warning must have been said.
  if (one.unit.isConditional && all.filter(({ unit }) => unit.isConditional).every(isUnsaid)) return false
  const unsaid = all.filter(isUnsaid)
  // A word that only follows from what was said counts as the writer's own.
  const inferred = all.filter(({ unit, rules }) => rules.length === 0 && listPlaces(unit, quotes).length === 0)
  return (unsaid.length + inferred.length) * 4 <= all.length && unsaid.every(({ unit }) => isPlainWord(unit))
}

/** Words that grade a finding, or say where to go: they are exact, whatever else was said. */
const ofMeasure = /^(?:normal|abnormal|high|low|higher|lower|raised|reduced|restricted|limited|preserved|impaired|elevated|increased|decreased|positive|negative|hospital|clinic|surgery|emergency|department|specialist|weekly|monthly|yearly|daily|hourly|sharp|dull|mild|moderate|severe|large|small|confirmed|excluded|definite|unable|able|never|always|full|part|rest|exertion|movement|generali[sz]ed|diffuse|widespread|locali[sz]ed|unilateral|bilateral)$/ // biome-ignore format: one row

const isPlainWord = ({ named, words }: Unit): boolean =>
  named === undefined &&
  words.every((word) => !isClinical(word) && !ofMeasure.test(word) && !drugEnds.test(word) && !anyValue.test(word))

export function checkUnit(unit: Unit, reading: Reading): readonly Rule[] {
  const apart = reading.isLiteral || reading.isPlan ? [] : wordsApart(unit, reading.quotes)
  if (apart.length > 0) return [...new Set(apart.flatMap((word) => checkNamed({ ...bareUnit(unit), words: [word] }, reading)))] // biome-ignore format: short
  return [...checkNamed(unit, reading), ...checkSite(unit, reading)]
}

const bareUnit = ({ named: _named, said: _said, ...rest }: Unit): Unit => rest

/** A table may hold names of one thing with different parts: "loss of bowel control" and "of bladder control". A part that the name of the note has must have been said, where somebody said another part. */
function checkSite({ named, words }: Unit, { quotes }: Reading): readonly Rule[] {
  if (named === undefined) return []
  const isUnsaidSite = (word: string): boolean => siteWord.test(word) && wordPlacesIn(word, quotes).length === 0
  return words.some(isUnsaidSite) && quotes.some(({ tokens }) => tokens.some((token) => siteWord.test(token))) ? ['attribute-mismatch'] : [] // biome-ignore format: short
}

const wordPlacesIn = (word: string, quotes: readonly QuoteRead[]): readonly Place[] =>
  listPlaces({ words: [word], at: 0, told: 'present', isOver: false, isConditional: false, isPurpose: false, persons: [] }, quotes) // biome-ignore format: short

/** "Afebrile at home, 36.8": what others than the clinician measured, they measured at home. */
const isMeasuredAtHome = ({ words }: Unit, { text, quotes }: Reading): boolean =>
  /^(?:at )?home$/.test(words.join(' ')) && quantitiesIn(text).length > 0 && quotes.some(({ speaker, role, plain }) => speaker !== 'clinician' && role !== 'question' && quantitiesIn(plain).length > 0 && !/\b(?:nurse|hospital|doctor|surgery|work)\b/.test(plain)) // biome-ignore format: short

function checkNamed(unit: Unit, reading: Reading): readonly Rule[] {
  const places = reading.isLiteral ? listPlaces(unit, reading.quotes) : listEntailing(unit, reading.quotes)
  if (places.length === 0 && (isEndWordHeld(unit, reading.quotes) || isMeasuredAtHome(unit, reading))) return []
  if (places.length === 0)
    return (reading.isPlan && unit.isPurpose) ||
      (!reading.isLiteral &&
        (isTopic(unit, reading.quotes, reading.before()) ||
          isTopicOfTalk(withOthers(unit, reading.text), reading.quotes, reading.talk())))
      ? []
      : ['words-unsupported']
  if (reading.isPlan) return checkPlanned(unit, places, reading)
  if (worries.test(reading.text) && places.some((place) => isFeared(place, reading.quotes) || unwanted.test(sentenceAt(place).before))) return [] // biome-ignore format: short
  const standing = listStanding(unit, places, reading.quotes)
  const own = standing.filter((place) => isCircumstance(unit) || isOfPerson(unit, place, reading.quotes))
  if (standing.length > 0 && standing.every((place) => isOfOtherRelative(unit, place, reading.quotes))) return ['person-mismatch'] // biome-ignore format: short
  const isJudged =
    reading.isChilds || reading.isExaminers || (reading.isLiteral && reading.isOfHome) || /^fetal\b/i.test(reading.text)
  if (
    !isJudged &&
    (own.length === 0 ||
      (unit.persons.length === 0 && unit.told === 'present' && isOfAnother(standing, reading.quotes)))
  )
    return ['person-mismatch']
  const agreed = (isJudged ? standing : own).filter(
    (place) =>
      agrees(unit, place, reading.quotes) || isDoubtTold(place, reading) || isSetAsideTold(unit, place, reading),
  )
  if (agreed.length === 0 && isPartOf(unit, standing, reading)) return []
  if (agreed.length === 0) return reading.isLiteral && unit.named !== undefined ? [] : ['polarity-mismatch']
  if (unit.told === 'absent') return []
  const asserted = agreed.filter((place) => isAsserted(place, reading))
  if (asserted.length === 0)
    return reading.isLiteral &&
      unit.named !== undefined &&
      !agreed.every((place) => isFeared(place, reading.quotes) || isAdvised(place, reading))
      ? []
      : ['not-asserted']
  if (ofLately.test(reading.text) && asserted.every((place) => longAgo.test(sentenceAt(place).own))) return ['time-mismatch'] // biome-ignore format: short
  if (!unit.isOver && !/\b(?:lasting|lasts|each time|not (?:used|taken|needed))\b/.test(reading.text) && unit.persons.length === 0 && isAllGone(asserted, listPlaces(unit, reading.quotes), reading)) return ['time-mismatch'] // biome-ignore format: short
  return []
}

/** "No nocturnal headache": what the talk is about may be named with what is denied of it, which is judged by itself. */
function withOthers(unit: Unit, text: string): Unit {
  const tokens = tokensOf(text)
  const [before = '', after = ''] = [tokens[unit.at - 1], tokens[unit.at + unit.words.length]]
  return unit.told === 'absent' && [before, after].some(aside) ? { ...unit, told: 'present' } : unit
}

/** "Afraid that it is migraine" of "I don't want it to be a migraine". D517. */
const worries = /^(?:worried|concerned|afraid|anxious|frightened|scared|fear\w*)\b/i
const unwanted = /\b(?:not want|hope|hoping|praying) (?:it|this|that)(?: is| to be| will be)?(?: not)?\b/

/** "Recently" is not "when I was fifteen". */
const ofLately = /\brecent(?:ly)?\b|\blately\b/i
const longAgo = /\bwhen i was\b|\bas a (?:kid|child|baby|teenager|student)\b|\byears ago\b|\bat school\b|\bin my (?:teens|twenties|thirties|forties)\b|\bgrowing up\b/ // biome-ignore format: one row

/** Parts of the body, and what it gives: what is said or denied of them is judged by its own word. */
const carrier = /^(?:urine|stools?|sputum|phlegm|skin|wound|bone|joint|abdomen|abdominal)$/
const isCarrier = ({ words: [word = '', ...more] }: Unit): boolean => more.length === 0 && (siteWord.test(word) || carrier.test(word)) // biome-ignore format: short

/** The words of a phrase beside the part. */
const aside = (word: string): boolean => !isLight(word) && /^[a-z]{3,}$/.test(word) && !siteWord.test(word) && !carrier.test(word) // biome-ignore format: short

/** "In the urine" of a question: the part is only where the trouble would be. */
const isPlaceOnly = ({ quote: { tokens, role }, at }: Place): boolean => role === 'question' && /\b(?:in|on|of|from|around|through) (?:the|your|his|her)$/.test(tokens.slice(Math.max(0, at - 2), at).join(' ')) // biome-ignore format: short

/** "No chest wall tenderness" of "Chest is clear. Not sore when I press": the part is there, and what the note says of it is said in the same turn, or in the reply. D514. */
function isPartOf(unit: Unit, places: readonly Place[], { text, quotes }: Reading): boolean {
  if (!isCarrier(unit)) return false
  const tokens = tokensOf(text)
  const from = tokens.slice(0, unit.at).findLastIndex((token) => /^[,;.]$/.test(token)) + 1
  const end = tokens.findIndex((token, at) => at > unit.at && /^[,;.]$/.test(token))
  const beside = tokens.slice(from, end < 0 ? tokens.length : end).filter(aside)
  return beside.some(
    (word) =>
    wordPlacesIn(word, quotes).some((said) => polaritiesAt(said, quotes).has(unit.told) && places.some((place) => (unit.told === 'absent' && place.index === said.index) || (isPlaceOnly(place) && said.index === place.index + 1))), // biome-ignore format: short
  )
}

/** "Do you smoke?" - "Not any more." - "How many was it?" - "A pack a day.": what is told of a habit after its end was before the end. */
function isAllGone(places: readonly Place[], all: readonly Place[], { quotes, isOfHome, text }: Reading): boolean {
  const left = places.filter(
    (place) => !isGone(place, quotes) || isDatedSo(place, text) || (/^stop\b/i.test(text) && isToEnd(place)),
  )
  if (left.length === 0) return true
  const end = isOfHome ? all.find((place) => place.quote.role === 'question' && isGone(place, quotes)) : undefined
  return end !== undefined && left.every((place) => place.index > end.index && !stillNow.test(sentenceAt(place).own))
}

/** "Bleeding ulcer in 2015", "reconstruction at 19", "childhood asthma": the note itself puts it into the past. */
const datedThen = /\b(?:in|during) (?:19|20)\d\d\b|\bat (?:age |the age of )?\d{1,2}(?= ?(?:[.,;)]|$|with\b|for\b|and\b|after\b|by\b|due\b))|\baged \d|\b(?:in|during|since) (?:childhood|infancy|adolescence)\b|\bchildhood\b|\bas an? (?:child|baby|infant|teenager|adolescent)\b|\b\w+ (?:years?|months?) ago\b/i // biome-ignore format: one row
const ofNow = /\b(?:takes|taking|uses|using|smokes|drinks|vapes|current(?:ly)?|now|ongoing|still|on)\b/i
/** "The temazepam, I want that stopped": what is to end is not over. */
const toEnd =
  /\b(?:want|would like|need|needs|gets?|goes|to be|should be|must be) (?:(?:it|that|them|this|the|to) )*(?:[a-z]+ )?(?:stopped|gone|off|finished|in the bin|out)\b/
const isToEnd = (place: Place): boolean => toEnd.test(sentenceAt(place).own)

/** "Fall last week." of "I had a fall last week": the note tells the time of the event itself. */
const isDatedSo = (place: Place, text: string): boolean => {
  if (datedThen.test(text) && !ofNow.test(text)) return true
  const frame = findFrame(gone, sentenceAt(place).own)
  return frame?.name === 'time past' && plainOf(text).includes(frame.pattern.exec(sentenceAt(place).own)?.[0] ?? '-')
}

/** "Any swelling of the ankles?" - "They are the same as ever.": the trouble is not there. */
const isAskedWell = ({ named }: Unit, { quote, index }: Place, quotes: readonly QuoteRead[]): boolean =>
  named !== undefined && !isMedicine(named) && quote.role === 'question' && isWell(answersTo(quotes, index), listThings(quote.tokens)) // biome-ignore format: short

/** "Any pain when you walk?" - "No.": the no is about the pain. The condition asserts nothing, and the question has it. */
const isAskedCondition = (unit: Unit, { quote }: Place): boolean => unit.isConditional && quote.role === 'question'

/** "Any hypos?" - "I can't be sure.": a note may say that it is not known. */
const isDoubtTold = ({ quote, index }: Place, { quotes, text }: Reading): boolean =>
  quote.role === 'question' && tellsDoubt(text) && leavesOpen(answersTo(quotes, index).map(({ plain }) => plain).join(' ')) // biome-ignore format: short

/** "I'm reassured that it's nothing like meningitis": an assessment may deny what the clinician sets aside. */
const isSetAsideTold = ({ told }: Unit, place: Place, { isAssessment }: Reading): boolean =>
  isAssessment && told === 'absent' && place.quote.speaker === 'clinician' && isDismissed(place)

/** "The metoprolol, was it?" - "Bisoprolol." */
const isMisheard = ({ named }: Unit, { quote, index }: Place, quotes: readonly QuoteRead[]): boolean =>
  named !== undefined && isMedicine(named) && quote.role === 'question' && isAnotherMedicine(answersTo(quotes, index), named) // biome-ignore format: short

/** "Nobody else at home", "not at work since": where people live and work is neither there nor denied. "At rest" and "at night" are exact. */
const circumstance = /^(?:home|house|indoors|household|work|workplace|school|nursery|university|holiday)$/
const isCircumstance = ({ named, words }: Unit): boolean => words.every((word) => circumstance.test(word) || /^(?:at|on|in)$/.test(word)) && (named === undefined || !isMedicine(named)) // biome-ignore format: short

/** True if the words at the place say of the unit what the note says. */
function agrees(unit: Unit, place: Place, quotes: readonly QuoteRead[]): boolean {
  if (isAskedCondition(unit, place) || isCircumstance(unit)) return true
  if (isAskedWell(unit, place, quotes) || isMisheard(unit, place, quotes)) return unit.told === 'absent'
  return polaritiesAt(place, quotes).has(unit.told) || isOverIn(unit, place, quotes)
}

/** "Do you smoke? Not any more.": a former thing is denied now, and was there. */
const isOverIn = ({ isOver, told }: Unit, { quote, index }: Place, quotes: readonly QuoteRead[]): boolean =>
  isOver && told === 'present' && (isEndedByReply(quote, index, quotes) || [quote, ...answersTo(quotes, index)].some(({ plain, role }) => role !== 'question' && findFrame(gone, plain) !== undefined)) // biome-ignore format: short

/** Leaves out a question whose answer names the thing itself: the answer says more. */
function listStanding({ told }: Unit, places: readonly Place[], quotes: readonly QuoteRead[]): readonly Place[] {
  // "Any strokes?" - "No. My dad had a stroke.": the reply names the thing for somebody else, and the no stands.
  const isNamedIn = (quote: QuoteRead) => places.some((place) => place.quote === quote && (told === 'present' || personAt(place, quotes) === undefined)) // biome-ignore format: short
  return places.filter(({ quote, index }) => quote.role !== 'question' || !answersTo(quotes, index).some(isNamedIn))
}

/** True if every speaker gives the thing to another person. The clinician's words do not count: a question or an echo does not say whose it is. */
function isOfAnother(places: readonly Place[], quotes: readonly QuoteRead[]): boolean {
  const own = places.filter(({ quote }) => quote.speaker !== 'clinician')
  return own.length > 0 && own.every((place) => personAt(place, quotes) !== undefined)
}

const relativeNames: ReadonlySet<string> = new Set(ownRelatives.values())

/** The note names one relative, and the words another one. */
function isOfOtherRelative(unit: Unit, place: Place, quotes: readonly QuoteRead[]): boolean {
  const said = personAt(place, quotes)
  return said !== undefined && relativeNames.has(said) && unit.persons.some((person) => relativeNames.has(person)) && !isOfPerson(unit, place, quotes) // biome-ignore format: short
}

function isOfPerson(unit: Unit, place: Place, quotes: readonly QuoteRead[]): boolean {
  const said = personAt(place, quotes)
  if (unit.persons.includes('family')) return said !== undefined
  if (unit.persons.length === 0) return said === undefined
  if (said === undefined && isHelpedBy(place, unit.persons)) return true
  return unit.persons.some((person) => person === said || (person === 'relative' && said !== undefined) || (said !== undefined && isJoined(place, person, said)) || (said === 'family' && person !== 'patient')) // biome-ignore format: short
}

/** "It usually lasts three to five days" is true of everybody: its numbers are not the patient's. */
const general =
  /\b(?:normally|usually|typically|generally|often|on average) (?:\w+ ){0,3}(?:last|take|settle|clear|go|get)\w*|\b(?:last|take)s? (?:about|around|up to|between)\b/

function checkGeneral({ text, quotes, isPlan }: Reading): readonly Rule[] {
  if (isPlan || /\b(?:usual|typical|general|normal)ly\b|\bexpected\b|\bshould\b/.test(plainOf(text))) return []
  const sentences = quotes.flatMap(({ plain }) => plain.split(/(?<=[.?!]) /))
  const own = sentences.filter((sentence) => !general.test(sentence)).flatMap(quantitiesIn)
  const isOwn = quantitiesIn(withoutSided(text, quotes) ?? text).every(({ value, unit }) => own.some((said) => isSameAmount(said, { value, unit }) || (said.value === value && (said.unit === unit || unit === '' || said.unit === '')))) // biome-ignore format: short
  return isOwn ? [] : ['number-mismatch']
}
