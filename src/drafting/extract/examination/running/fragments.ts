/**
 * An examiner's fragments: "the left's lovely and clear", "a little bit red", "swollen canal, couple of bony lumps". A fragment without its part is put
 * as the plain clause that it stands for; a row of nouns and qualities is read by its parts of speech. D437.
 */
import { isOfMoment } from '../../../dialogue/instructions.ts'
import { type Chunk, readChunks } from '../../../grammar/chunks.ts'
import { examined, qualities, signs } from '../../../vocabulary/examination-words.ts'
import { degrees, type Found, found, hasPart, hasSign, notBare, readClause } from '../constructions.ts'
import { partAlone, peel, peelFrames } from '../frames.ts'
import { oneOf, testOf } from './topics.ts'

/** Where one fragment ends and the next begins. */
const joint =
  /[,;:] +(?!but (?:steady|full|equal)\b)(?:and |but (?=(?:the|no|it|they|she|he|there|not|your)\b)|so |with (?=an? ))?|[.!] +| (?:and|but) (?=(?:the|your|his|her|it|there|that|this|they|no|you|i|he|she|none|nothing|right|left|other)\b(?! (?:sides?|arms?|legs?|hands?|feet|ears?|eyes?)\b(?![a-z ]* (?:is|are)\b)))/

/** Turns of speech of a fragment, put plainly. */
// biome-ignore format: one row a line
const plainly: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(?:got it|found it),? /, ''],
  [/(?<=[a-z]) ones?$/, ''],
  [/^(?:(?:yep|yes|yeah|okay|hm+|ooh?|oh|um|uh),? |(?:there|here), )(?=[a-z])/, ''],
  // "Can't feel your liver."
  [/^(?:cannot|can not|could not) (?=(?:feel|hear|see|find) )/, 'i cannot '],
  // "Pulse is there".
  [/\b((?:pulses?|jerks?|reflex(?:es)?)(?: (?:is|are))?(?: both| all)?) there$/, '$1 present'],
  // "I can see your eyes flicking".
  [/^i can (?:see|feel|hear) (?:the|your|his|her) ([a-z]+(?: [a-z]+)?) ([a-z]+ing(?: .*)?)$/, 'the $1 is $2'],
]
const sayIt = (fragment: string): string => plainly.reduce((out, [form, text]) => out.replace(form, text), fragment)
const opening =
  /^(?:(?:ooh?|oh|ah+|aha|wow|hm+|mm+|yep|yeah|yes|no|um|uh)[,.!]+ )+(?=(?:the|that|it|there|they|this|a|some|your|his|her)\b)/i

/** "A bit tender here, under the right ribs": the place follows. */
const pointing =
  / (?:just |right )?(?:here|there),(?= (?:just )?(?:under|over|on|at|in|behind|along|below|above|around|across|inside|outside) )/g

export const cutFragments = (text: string): readonly string[] =>
  peel(text.replace(opening, '').replaceAll(pointing, ''))
    .split(joint)
    .map((fragment) => sayIt(peelFrames(fragment)).trim())
    .filter((fragment) => fragment !== '')

const sideAlone = /^(?:(?:and|now|so|then|ok|okay|on),? )*(?:the |your |his |her )?(left|right|other|good|bad|sore)(?: (?:one|side|ear|eye|knee|ankle|foot|hip|hand|shoulder|leg|arm))?(?: (?:first|now|then))*[?]?$/ // biome-ignore format: one pattern
/** The heart, the throat and the tummy have no left one. */
const single = /^(?:throat|tongue|mouth|uvula|nose|neck|thyroid|heart|liver|spleen|tummy|belly|abdomen|skin|scalp|spine|scrotum|cervix|fontanelle|soft spot|rash|pulses?|groin)$/ // biome-ignore format: a list

/** "Left one first.", "now the other one": the topic with its side. */
export function sideTopic(fragment: string, topic: string | undefined): string | undefined {
  const side = sideAlone.exec(fragment)?.[1]
  if (side === undefined || topic === undefined || single.test(topic)) return undefined
  const now = /^(?:left|right) /.exec(topic)?.[0]
  if (/left|right/.test(side)) return `${side} ${oneOf(topic)}`
  if (side !== 'other') return oneOf(topic)
  return `${now === undefined ? 'other' : now === 'left ' ? 'right' : 'left'} ${oneOf(topic)}`
}

/** Praise and talk: such a word alone tells nothing of a part. */
const praise =
  /^(?:(?:very|really|all|just|that is|nice and|pretty|quite|so|too|bit|a) )*(?:good|fine|lovely|nice|great|okay|ok|perfect|right|well|better|up|down|open|closed|still|straight|excellent|easy|fast|quick|slow|big|small|full|loose|hard|strong|quiet|loud|sharp|deep|bright|content|settled|active|appropriate|flat|steady|negative|positive)(?: (?:too|as well|there|now|then|also|for (?:you|now|him|her|me)))*$/
/** States of the whole person: no part has them. */
const ofPerson = /\b(?:alert|pink|pale|well|active|comfortable|settled|drowsy|awake|playful|bright|unwell|content|responsive|anxious|tearful|distressed|agitated|restless|talking|dehydrated|flushed|unsteady|wobbly|breathless|limping|careful)\b/ // biome-ignore format: short
const quality = `(?:${qualities}|tender|sore|swollen|warm|hot|weak|stiff|numb|bruised)`
const where =
  '(?: (?:on|in|at|over|around|across|along|under|behind|inside|outside|all|both|there|here|down|up|with|when|to|throughout|today)(?: [a-z-]+){0,6})?'
const predicate = new RegExp(
  `^(?:not )?${degrees}${quality}(?:,? (?:and |but )?(?:not )?${degrees}${quality})*${where}$`,
)
const copula = '(?:is|are|looks?|feels?|sounds?|seems?)'
const pronoun = new RegExp(`^(?:it|they|that|this|these|those|both|this one|that one|both of them)(?: both| all)? (${copula})(?: all| both)? (?=(?:not )?${degrees}${quality}\\b)`) // biome-ignore format: one pattern
const sided = new RegExp(`^(?:the |your |his |her )?(left|right|other|good|bad|sore)(?: (?:one|side))?(?: side)?(?: (?:${copula}))? (?=(?:not )?${degrees}${quality}\\b)`) // biome-ignore format: one pattern

const ofPulse = /\b(?:regular|irregular|brisk|fast|slow|strong|weak|thready|bounding|equal|present|reduced|absent)\b/
/** A quality that goes on with the row before it: "hot", "not weeping". */
export function furtherQuality(fragment: string): Found | undefined {
  const plain = fragment.replace(/^and /, '')
  if (!predicate.test(plain) || ofPerson.test(plain) || hasPart.test(plain) || hasSign.test(plain) || talks.test(plain) || plain.split(' ').length > 5 || / (?:here|there)$/.test(plain)) return undefined // biome-ignore format: short
  return plain.startsWith('not ')
    ? found(plain, plain.slice(4), true)
    : praise.test(plain)
      ? undefined
      : found(plain, plain)
}

const isMany = (topic: string): boolean => /(?:[^s]s|feet|teeth|calves)$/.test(topic) && !/^(?:pulses|achilles)$/.test(topic) // biome-ignore format: short

/** Parts on which a spot stands, and qualities of a spot. */
const onSkin = /\b(?:back|spine|shoulder blades?|temples?|cheeks?|forehead|shoulders?|chest|neck|arms?|forearms?|legs?|shins?|thighs?|calf|calves|hands?|feet|foot|wrists?|elbows?|knees?|ankles?|nose|scalp|breasts?|groin|toes?|fingers?|thumbs?)$/ // biome-ignore format: a list
const ofSpot = /\b(?:flat|raised|asymmetrical|irregular|uneven|scaly|crust\w*|pigmented|dark\w*|brown|black|pearly|shiny|domed?|symmetrical|oval|round)\b/ // biome-ignore format: a list

/** The fragment with the part that it is about; undefined if it names one itself, or is about none. */
export function withTopic(fragment: string, topic: string): string | undefined {
  if (/^pulses?$/.test(topic) && !ofPulse.test(fragment)) return undefined
  // "Left upper back, over the shoulder blade. It's flat mostly.": a mole is flat, and no shoulder.
  if (onSkin.test(topic) && ofSpot.test(fragment)) return undefined
  const side = sided.exec(fragment)
  if (side !== null) {
    const rest = fragment.slice(side[0].length)
    return !single.test(topic) && /^(?:left|right|other)$/.test(side[1] ?? '')
      ? `the ${side[1]} ${oneOf(topic)} is ${rest}`
      : undefined
  }
  const stands = pronoun.exec(fragment)
  // "Nails are okay." - "It's ugly." - "It looks sore.": one thing is no nails.
  if (
    stands !== null &&
    isMany(topic) !== /^(?:they|these|those|both)\b/.test(fragment) &&
    !/^(?:that|this)\b/.test(fragment)
  )
    return undefined
  if (
    stands !== null &&
    (ofPerson.test(fragment) ||
      /^\w+ \w+ (?:stable|early|normal)\b/.test(fragment) ||
      praise.test(fragment.slice(stands[0].length)))
  )
    return undefined
  if (stands !== null) return `the ${topic} ${stands[1]} ${fragment.slice(stands[0].length)}`
  if (/ (?:here|there)$/.test(fragment)) return undefined
  if (!predicate.test(fragment) || ofPerson.test(fragment) || praise.test(fragment) || hasPart.test(fragment) || hasSign.test(fragment)) return undefined // biome-ignore format: short
  return fragment.split(' ').length > 7 || talks.test(fragment) ? undefined : `the ${topic} is ${fragment}`
}

/** Words of talk: no fragment with one of them is a finding. */
const talks =
  /\b(?:i|i'd|i'll|me|my|we|us|you|please|thanks?|sorry|if|might|could|would|should|will|because|think|want|need|try|tell|say|said|know|mean|means|call|called|usually|normally|yesterday|tomorrow|last|next|before|later|weeks?|months?|days?|minutes?|tablets?|cream|doctor|nurse|news|girl|boy|lad|job|darling|love|mate|dinosaur|fellow|friend|question|bit for|bet|story|history|who|clinic|psychologist|sessions?|plan)\b/
const hasQuality = new RegExp(`\\b(?:${qualities})\\b`)
const telling = new RegExp(`\\b(?:${signs}|${examined}|lumps?|bumps?|muck|gunk|crust|rim|edge|border|centre|core|stripes?|streaks?|globules?|pattern|network|veil|bulk|click|heat|line|ring|halo|crop)\\b`) // biome-ignore format: one pattern
const noFinding =
  /^(?:and )?(?:up|down|over|across) (?:at|to|towards|and|here|there)\b|\bon the (?:couch|bed|table|chair)\b|^(?:(?:good|lovely|nice|great|big|deep|other|same|this|that|next|last|first|left|right|both|one|top|bottom|back|front|up|down|in|out|on|over|and|the|your|his|her|side|sides|again|slow|slowly) ?)+$|^(?:arms?|legs?|hands?|eyes?|head|knees?|elbows?|chin|mouth|feet|foot|tongue|thumbs?|palms?) (?:up|out|in|down|wide|open|closed|together|apart|back|forward|still|flat|straight|relaxed|loose|tucked in)\b/

const isOfGroup = ({ kind, words }: Chunk): boolean =>
  kind === 'noun' || kind === 'quality' || kind === 'place' || (kind === 'other' && words.every(({ tag }) => tag === 'ADV' || tag === 'ADP' || tag === 'ADJ' || tag === 'NOUN')) // biome-ignore format: short

/** A row of nouns, qualities and places that has a sign or a part with its quality in it. */
function readGroup(fragment: string): Found | undefined {
  const words = fragment.split(' ')
  if (
    words.length > 12 ||
    talks.test(fragment) ||
    noFinding.test(fragment) ||
    praise.test(fragment) ||
    ofDiagnosis.test(fragment) ||
    notBare.test(fragment)
  )
    return undefined
  if (!telling.test(fragment) || !(hasSign.test(fragment) || hasQuality.test(fragment) || /\b(?:lumps?|bumps?|muck|gunk|crust|notch|globules?|streaks?|veil)\b/.test(fragment))) return undefined // biome-ignore format: short
  if (words.length < 2 || !readChunks(fragment).every(isOfGroup)) return undefined
  const plain = fragment.replace(/^(?:an?|some|the|your|his|her) (?!(?:bit|little|few|lot|touch)\b)/, '')
  return /^(?:no|none|nothing|not)\b/.test(plain) ? undefined : found(plain, plain)
}

/** A part that only moves, a noise, or a thing that no note has alone. */
const half = new RegExp(`^(?:${partAlone('|reflexes|bowel sounds|air entry')}|spot on|(?:blood )?pressure|blood|heart rate|(?:benign|malignant|harmless) [a-z ]+|[a-z]+ (?:moves?|up|down|out|here|there)|(?:a )?(?:clunk|click|sliver|step|gap|steps|clicks)|(?:big|both|left|right) [a-z]+ (?:up|down|out))$|\\b(?:here|there)$`) // biome-ignore format: short
const ofDiagnosis =
  /\b(?:tears?|sprain|strain|fractures?|keratos[ei]s|infections?|talofibular|ligament|virus|syndrome|disease)$/

/** "Bowel sounds, quiet but there": the part or thing that the next fragments are about. */
const bareThing = new RegExp(
  `^(?:the |your |his |her )?((?:(?!(?:no|not|some|and|good|lovely|nice|one|two)\\b)[a-z]+ ){0,2}(?:${examined}))$`,
)
/** "Bit of swelling": a finding, and no part on which something lies. */
const ofAmount = /^(?:(?:a |some |any )?(?:bit|touch|lot|hint|trace) of|mild|slight|more|any|old|big|small|large|little) |^(?:swelling|bruise)$/ // biome-ignore format: one pattern
export const thingOf = (fragment: string): string | undefined => {
  const [, thing] = bareThing.exec(fragment) ?? []
  return thing === undefined ||
    ofAmount.test(thing) ||
    hasQuality.test(thing) ||
    talks.test(fragment) ||
    testOf(fragment) !== undefined ||
    isOfMoment(fragment)
    ? undefined
    : thing
}

const inUrine = '(?:white cells|leu[ck]o(?:cytes)?|leuks|ketones|blood|protein|sugar|glucose|nitrites|red cells)'
const plus = '(?:(?:a )?(?:trace|touch|hint)|(?:one|two|three|four) plus(?:es)?|plenty|lots|some)'
/** "A trace of white cells, ketones two plus": what a strip shows. */
const onStrip = new RegExp(`^(?:there is |there are |it has |shows |positive for )?(?:(${plus}(?: of)? ${inUrine})|(${inUrine} (?:is |are )?(?:a )?(?:trace|positive|negative|one plus|two plus|three plus)))$`) // biome-ignore format: one pattern
export const ofStrip = /\b(?:dip(?:stick|ped)?|urine|wee|strip|sample)\b/
export const readStrip = (fragment: string): Found | undefined => {
  const [, amount, state] = onStrip.exec(fragment) ?? []
  const told = (amount ?? state)?.replace(/^a /, '').replace(/ (?:is|are) /, ' ')
  return told === undefined ? undefined : found(told, told)
}

const inIt = /(?<=^no [a-z ]+ )(in|on|around|behind|under) (?:it|them)$/

/** The finding of one fragment. */
export function readFragment(fragment: string, topic: string | undefined): Found | undefined {
  if (noFinding.test(fragment) || praise.test(fragment) || testOf(fragment) !== undefined || isOfMoment(fragment))
    return undefined
  // "No hole in it."
  if (topic !== undefined && inIt.test(fragment)) return readClause(fragment.replace(inIt, `$1 the ${topic}`), true)
  const referred = topic === undefined ? undefined : withTopic(fragment, topic)
  if (referred !== undefined) return readClause(referred, true)
  const told = readClause(fragment, true) ?? readGroup(fragment)
  return told === undefined || half.test(told.text) || talks.test(told.text) || ofDiagnosis.test(told.text)
    ? undefined
    : told
}
