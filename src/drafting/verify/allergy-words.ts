/** The patient's allergies in the turns of the talk: the verifier's own reading. */
import { readOnce } from '../../core/cache/read-once.ts'
import { allergens } from '../vocabulary/allergens.ts'
import { medicines } from '../vocabulary/medicines.ts'
import { answerOf } from './evidence.ts'
import { otherPersons, ownRelatives } from './tables.ts'
import { plainOf, stemOf, tokensOf } from './words.ts'

export type Turn = { readonly speaker: 'clinician' | 'patient' | 'other' | 'record'; readonly text: string }

/** Stems of an allergen's words, each medicine by its generic name; empty if the name was not understood. */
export type Allergen = readonly string[]

const genericNames: ReadonlyMap<string, string> = new Map(
  medicines.flatMap(([name, says]) =>
    says.split('|').flatMap((word) => (/ /.test(word) ? [] : [[stemOf(word), stemOf(name)] as const])),
  ),
)
const allergenStems: ReadonlySet<string> = new Set([...allergens].map(stemOf))

/** A question names these, an answer does not. */
const classes = new Set(['antibiotics', 'antibiotic', 'painkillers', 'painkiller', 'tablets', 'vaccine'].map(stemOf))

export const isMedicineName = (stem: string): boolean => genericNames.has(stem)
export const nameOfAllergen = (token: string): string => genericNames.get(stemOf(token)) ?? stemOf(token)
export const isKnownAllergen = (token: string): boolean =>
  (genericNames.has(stemOf(token)) && !classes.has(stemOf(token))) || allergenStems.has(stemOf(token))

/** Words around a name that do not belong to it. */
const empty =
  /^(?:the|a|an|any|anything|something|some|all|it|that|this|them|those|these|like|just|only|actually|really|called|think|i|well|so|my|your|medications?|medicines?|drugs?|foods?|known|no|not|of|certain|other|few|many|bad|nasty|severe|mild|seasonal|skin|have|has|got|also|as|had|is|are|was|about|or|and|to|with|really|mainly|mostly|yes|yeah|yep|oh|\[\?\]|[.,?!;:])$/
const endsName =
  /^(?:but|because|although|when|which|that|who|it|i|so|since|if|and|or|as|is|gives?|makes?|made|gave|[.,?!;:])$/

/** The allergen's words in a name that a person wrote or a claim holds. */
export const readAllergen = (text: string): Allergen =>
  tokensOf(text)
    .filter((token) => !empty.test(token) && !/^(?:allerg\w*|intoleran\w*|reactions?)$/.test(token))
    .map(nameOfAllergen)

export const isSameAllergen = (a: Allergen, b: Allergen): boolean => a.some((stem) => b.includes(stem))

function readNames(tokens: readonly string[]): readonly Allergen[] {
  const names: string[][] = []
  let open: string[] = []
  for (const token of tokens) {
    if (/^(?:,|and|or)$/.test(token)) {
      if (open.length > 0) names.push(open)
      open = []
    } else if (endsName.test(token)) {
      break
    } else if (
      !empty.test(token) &&
      open.length < 3 &&
      (names.length === 0 || open.length > 0 || isKnownAllergen(token))
    ) {
      open.push(nameOfAllergen(token))
    } else if (!empty.test(token)) break
  }
  return open.length > 0 ? [...names, open] : names
}

const trigger: ReadonlySet<string> = new Set(
  'allergic allergy allergies intolerant intolerance anaphylactic'.split(' '),
)
const denies = /\b(?:not|no|never|without|if|whether|unless|nor|neither)\b/
/** It was one, or was taken for one. */
const isOver =
  /\b(?:used to|gr(?:ew|own) out|outgr(?:ew|own)|as an? (?:kid|child|baby)|when i was (?:a|little|young)|(?:i|we|they|doctors?) (?:always |just )?thought|was allergic|no longer|not any ?more|anymore|turned out|tests? (?:\w+ ){0,4}(?:negative|clear|fine|normal)|(?:negative|clear) (?:skin |blood )?tests?|retested|am not allergic|is not allergic|not actually allergic)\b/
const childWords = /^(?:he|she|they|son|daughter|child|kid|baby|bub|toddler|boy|girl|one)$/

/** The person in the words before the trigger. */
function isOfPatient(tokens: readonly string[], at: number, isOfChild: boolean): boolean {
  for (const token of tokens.slice(0, at).toReversed()) {
    if (/^(?:i|me|myself|we)$/.test(token)) return !isOfChild
    if (isOfChild && childWords.test(token)) return true
    if (ownRelatives.get(token) !== undefined || otherPersons.has(token)) return false
  }
  return true
}

function readTrigger(tokens: readonly string[], at: number, isOfChild: boolean): readonly Allergen[] | undefined {
  const from = tokens.slice(0, at).findLastIndex((token) => /^(?:but|because|although|though|and|;)$/.test(token)) + 1
  const lead = tokens.slice(from, at).join(' ').replace(/^(?:(?:well|oh|yeah|sorry|and) ,? ?)*no ,? ?(?=(?:i|he|she|just|only|it) )/, '') // biome-ignore format: short
  if (!isOfPatient(tokens, at, isOfChild) || denies.test(lead)) return undefined
  if (/^(?:reactions?|rash|cream|clinic|cough|asthma|rhinitis|conjunctivitis)$/.test(tokens[at + 1] ?? '') && tokens[at] === 'allergic') return undefined // biome-ignore format: short
  if (tokens[at + 1] === 'to') return tokens.slice(at + 2, at + 4).join(' ') === 'the idea' ? undefined : [...readNames(tokens.slice(at + 2)), ...(readNames(tokens.slice(at + 2)).length === 0 ? [[]] : [])] // biome-ignore format: short
  const before = tokens[at - 1] ?? ''
  return tokens[at] === 'allergic' || empty.test(before) || !/^[a-z]/.test(before)
    ? undefined
    : [[nameOfAllergen(before)]]
}

const sentencesOf = readOnce((text: string): readonly string[] => plainOf(text).split(/(?<=[.?!])\s+/))

/** Taken back in the next breath. */
const refutes =
  /\b(?:gr(?:ew|own) out|outgr(?:ew|own)|no longer|not any ?more|turned out|tests? (?:\w+ ){0,4}(?:negative|clear|fine|normal)|retested|(?:am|is|was) not (?:actually |really )?allergic(?! to))\b/

/** Allergens that the patient states in a turn. */
function readTurn(text: string, isOfChild: boolean): readonly Allergen[] {
  const sentences = sentencesOf(text)
  return sentences.flatMap((sentence, index) => {
    if (sentence.endsWith('?') || isOver.test(sentence) || refutes.test(sentences[index + 1] ?? '')) return []
    const tokens = tokensOf(sentence)
    return tokens.flatMap((token, at) => (trigger.has(token) ? (readTrigger(tokens, at, isOfChild) ?? []) : []))
  })
}

const notOfAllergies =
  /\b(?:family|relatives?|anyone|wife|husband|partner|mum|dad|mother|father|brother|sister|worried|concerned|tested|tests?|testing|form|cream|clinic|think|because|season|tablets? for|medicines? for|allergic (?:rash|reaction to that|conjunctivitis|rhinitis))\b/
/** Two questions at once: a bare name answers one of them. */
const asksTwo =
  /\b(?:take|taking|takes|regular\w*|on any|using|been on|used)\b|\ballerg\w+,? (?:or|and) (?:any |other )*(?:\w+ )?(?:medic\w+|tablets?|conditions?|problems?|operations?|illness\w*)|\b(?:medicines|medications|tablets|conditions?|problems?|operations?|illness\w*),? (?:or|and) (?:any )?(?:\w+ )?allerg/

/** A question after reactions, without the word allergy. */
export const asksReactions =
  /\b(?:agree|disagree)s? with\b|\breactions? to\b|\b(?:can ?not|must not|should not|not allowed to|not supposed to) (?:be )?(?:take|have|given|use|tolerate)\b|\bshould avoid\b|\bturned (?:on|against) you\b|\byou (?:ever )?react(?:ed)?\b|\b(?:bring|make|give|set)s? (?:you|him|her) (?:out in|up in|come (?:up|out) in|off|hives|a rash|itch|swell)|\b(?:any|a|some|which|what) (?:\w+ ){0,3}(?:medic\w+|drugs?|tablets?|pills?|antibiotics?|painkillers?)\b[^?]*\b(?:disagree[sd]? with|upset)\b|\b(?:trouble|to grief|fallen out|bad time) with (?:any|a|some)\b|\b(?:steer|stay|keep) (?:clear|away|off)\b|\b(?:given|gave|give) you (?:any )?(?:trouble|grief|bother|problems?)\b/

/** The clinician's last question is about the patient's allergies and nothing else. */
export function asksAllergies(text: string): string | undefined {
  const questions = sentencesOf(text).filter((sentence) => sentence.endsWith('?') || /\ballerg/.test(sentence))
  const last = questions.at(-1) ?? ''
  const isOwn =
    (/\ballerg|\bintoleran/.test(last) || asksReactions.test(last)) &&
    !notOfAllergies.test(last) &&
    (asksReactions.test(last) || !asksTwo.test(last))
  return isOwn && !questions.some((question) => question !== last && asksTwo.test(question)) ? last : undefined
}

const notAnswered =
  /\b(?:take|taking|took|takes|had|have (?:it|some|been)|on it|used|uses?|fine|ok with|sister|brother|mum|mom|dad|mother|father|wife|husband|friend|son|daughter)\b/

const excepts = /^(?:(?:no|well|oh|um|not|that|i|know|of),? )*(?:just|only|except|apart from|but)\b/
const deniesFirst = /^(?:(?:um|uh|oh|well),? )*(?:no|nope|nah|none|nothing|not|never)\b/
/** A name later in a sentence is part of a story. */
const mostLead = 6

/** Words that lead to a bare name: "Yeah, I think just". */
const leadsTo =
  /^(?:[,.]|yes|yeah|yep|yup|oh|well|so|um|just|only|mainly|except|apart|from|but|i|think|am|it|is|was|there|that|allergic|to|the|a|an|antibiotics?|medicine|tablets?|one|called|probably|maybe|possibly|actually|definitely|would|say|be|no|not|of|know|for|really|believe|reckon|guess|\[\?\])$/

/** Names that a sentence of the reply gives as an answer. */
function readBare(sentence: string, isDenied: boolean): readonly Allergen[] {
  const tokens = tokensOf(sentence)
  const first = tokens.findIndex(isKnownAllergen)
  const isAnswer = excepts.test(sentence) || !(isDenied || deniesFirst.test(sentence) || /\bnot\b/.test(sentence))
  if (
    first < 0 ||
    first > mostLead ||
    !tokens.slice(0, first).every((token) => leadsTo.test(token)) ||
    !isAnswer ||
    notAnswered.test(sentence)
  )
    return []
  if (/^(?:upsets?|is|are|was|were|helps?|works?|does|do|did)$/.test(tokens[first + 1] ?? '')) return []
  return tokens
    .slice(first)
    .filter(isKnownAllergen)
    .map((token) => [nameOfAllergen(token)])
}

/** "Any allergies?" - "Penicillin and latex.", "Are you allergic to penicillin?" - "Yes." */
function readReply(question: string, reply: string, isOfChild: boolean): readonly Allergen[] {
  const sentences = sentencesOf(reply).filter((sentence) => !sentence.endsWith('?')).map((sentence) => sentence.replace(/^(?:and|also|plus|oh),? /, '')) // biome-ignore format: short
  const said = sentences.join(' ')
  const tokens = tokensOf(said)
  if (isOver.test(said) || (isOfChild && /\b(?:i|me|myself)\b/.test(said))) return []
  const asked = tokensOf(question)
  const at = asked.findIndex((token) => trigger.has(token))
  const inQuestion = asked[at + 1] === 'to' ? readNames(asked.slice(at + 2)) : []
  if (answerOf([{ tokens }]) === 'yes' && inQuestion.length === 1 && !tokens.some(isKnownAllergen)) return inQuestion
  return sentences.flatMap((sentence, index) => readBare(sentence, sentences.slice(0, index).some((earlier) => deniesFirst.test(earlier)))) // biome-ignore format: short
}

/** All allergies of the patient by the turns. */
export function readStatedAllergies(turns: readonly Turn[], isOfChild: boolean): readonly Allergen[] {
  return turns.flatMap((turn, index) => {
    if (turn.speaker === 'record') return [readAllergen(turn.text.replace(/^(?:possibly )?allergic to /, ''))]
    if (turn.speaker === 'patient') return readTurn(turn.text, isOfChild)
    const question = turn.speaker === 'clinician' ? asksAllergies(turn.text) : undefined
    const reply = question === undefined ? undefined : turns.slice(index + 1, index + 4).find(({ speaker, text }) => speaker === 'patient' && /\w/.test(text)) // biome-ignore format: short
    return question === undefined || reply === undefined ? [] : readReply(question, reply.text, isOfChild)
  })
}

const namesChild =
  /\b(?:your|my) (?:\w+ )?(?:son|daughter|baby|bub|child|toddler|kid|boy|girl)\b|\b(?:your|my|the|this) little (?:one|boy|girl|man|fella|fellow)\b|\bnapp(?:y|ies)\b|\bhow old is (?:he|she)\b|\b(?:daycare|childcare|kindy|kinder|creche|nursery)\b/
/** "He's three", "she is six months.": an age of a child. */
const agesChild =
  /\b(?:he|she) is (?:(?:only|just|nearly|almost) )?(?:(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|\d|1[0-5])(?: and a half)?(?: years? old| now)?(?: ?[,.;!?]| and (?:he|she|has)|$)|[a-z0-9]+ (?:days?|weeks?|months?)(?: and [a-z]+ (?:days?|weeks?))?(?: old\b| ?[,.;!?]|$))/
/** The third person, unless the sentence names a grown one; the second, unless it is a turn of speech. */
const ofThird = /\b(?:he|she|they|him|his|her|your (?:\w+ )?(?:son|daughter|baby|child|toddler|boy|girl)|the little \w+)\b|\bhow old is\b/ // biome-ignore format: one row
const ofAdult = /\b(?:mum|mother|dad|father|husband|wife|partner|boyfriend|girlfriend|brother|sister|friend|specialist|doctor|gp)s?\b/ // biome-ignore format: one row
const ofSecond = /\byou(?:r|rself)?\b(?! (?:know|given|giving|noticed|tried|worried|bring|brought|think|mean|can|said|want|taken (?:him|her)))/ // biome-ignore format: one row
const ofTurn = /\b(?:thank|see|if|can) you\b/
const isThird = (sentence: string): boolean => ofThird.test(sentence) && !ofAdult.test(sentence)

/** The speaker's own trouble. */
const ofOwn = /\bi (?:\w+ly |also |just )?(?:have|had|am|was|get|got|take|feel|suffer)\b/

/** A parent speaks for a child: "he is allergic" is of the patient, "I am allergic" is not. */
export function isChildsTalk(turns: readonly Turn[]): boolean {
  const asked = turns.filter(({ speaker }) => speaker === 'clinician').flatMap(({ text }) => sentencesOf(text))
  const third = asked.filter(isThird).length
  const second = asked.filter((sentence) => !ofThird.test(sentence) && ofSecond.test(sentence) && !ofTurn.test(sentence)).length // biome-ignore format: one row
  const firstThird = turns.findIndex(({ speaker, text }) => speaker === 'clinician' && isThird(plainOf(text)))
  const isOwn = turns.slice(0, Math.max(0, firstThird)).some(({ speaker, text }) => speaker === 'patient' && ofOwn.test(plainOf(text))) // biome-ignore format: one row
  return (
    third > second &&
    !isOwn &&
    turns.some(
      ({ speaker, text }) => speaker !== 'other' && (namesChild.test(plainOf(text)) || agesChild.test(plainOf(text))),
    )
  )
}
