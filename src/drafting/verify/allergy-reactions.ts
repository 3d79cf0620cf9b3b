/** Allergies that a patient tells without the word: by a reaction, or in answer to a question after reactions. The verifier's own reading. D282. */
import { type Allergen, asksAllergies, asksReactions, isKnownAllergen, nameOfAllergen } from './allergy-words.ts'
import type { QuoteRead } from './evidence.ts'
import { tokensOf } from './words.ts'

/** Signs of an allergy. */
const signs =
  /\b(?:asthma|redness|(?:goes?|go|going|went|comes? up|came up|turns?|all) red|blotch\w*|rash\w*|hives|welts?|itch\w*|blister\w*|swell\w*|swollen|swole|puff\w*|wheez\w*|anaphyla\w*|throat|(?:sets? my )?chest|lips|tongue|spots|peel\w*|jaw|lock(?:s|ed) up|hallucinat\w*|dystoni\w*)\b/
const harms =
  /\b(?:(?:brings?|brought|comes?|came|breaks?|broke) (?:\w+ ){0,2}(?:out|up|on)|react(?:s|ed)? (?:badly )?to|anaphyla\w+ to|sets? (?:(?:my|his|her) [a-z]+ )?off|triggers?|(?:makes?|made) (?:me|my|him|his|her)|(?:gives?|gave) (?:me|him|her|my)|shun|can not (?:have|take|tolerate)|(?:keep|stay) (?:me |him |her )?(?:away from|off)|do not give (?:me|him|her)|end(?:s|ed)? up with|not agree|disagree\w*|with|from|(?:is|are|has to be|have to be) (?:\w+ )?(?:out|off|banned|forbidden|poison|a no)|do not (?:mix|get on|get along)|(?:bite|sip|taste|trace|touch|whiff|hint|dose|mouthful) of|covered in|(?:when|whenever|every time|each time|any time|last time|first time) (?:i|he|she) (?:\w+ )?(?:had|took|take|have|ate|eat|tried|used?|wore|wear|touch(?:ed)?)|(?:swells?|swelled|blows?|blew|puffs?|puffed|turns?|turned|closes?|closed) (?:me|my|him|his|her))\b/
const isOver =
  /\b(?:used to|gr(?:ew|own) out|no longer|not any ?more|wife|husband|mum|dad|mother|father|brother|sister|friend|partner)\b/

/** Told in answer to a question after allergies; what a medicine does to many is none. */
const keepsFrom = /\bcan not (?:have|take|tolerate)\b|\bshun\b/
const common = /\b(?:constipat\w+|sleep\w*|drows\w*|dizz\w*|tired|groggy|runs|loose|shaky|weight|reflux)\b/

/** "What does latex do to you?" */
const asksEffect = /\bwhat (?:does|do|did|would)\b.*\bdo\b|\bwhat (?:happen\w*|goes wrong|went wrong|form|kind|sort|reaction|is that|was that|do you get)\b|\btell me\b|\bhow (?:does|do|did)\b.*\bagree\b/ // biome-ignore format: one row

/** The allergens of a patient's quotes that tell a reaction, or that answer a question after reactions. */
export function readReactionAllergies(quotes: readonly QuoteRead[]): readonly Allergen[] {
  const own = quotes.filter(({ speaker, role }) => speaker === 'patient' && role !== 'question')
  const asked = quotes.flatMap(({ role, plain, tokens }) => (role === 'question' && asksEffect.test(plain) ? tokens.filter(isKnownAllergen) : [])) // biome-ignore format: short
  const said = own.map(({ plain }) => plain).join(' ')
  const isAsked = quotes.some(({ role, plain, text }) => role === 'question' && (asksReactions.test(plain) || (asksAllergies(text) !== undefined && (keepsFrom.test(said) || harms.test(said)) && !common.test(said)))) // biome-ignore format: short
  const isReaction =
    /\breact(?:s|ed)? (?:badly )?to\b|\banaphyla\w+ to\b/.test(said) ||
    (harms.test(said) && (isAsked || signs.test(said)))
  const [effectOf] = asked
  if (effectOf !== undefined && new Set(asked).size === 1 && signs.test(said) && !isOver.test(said) && !/\b(?:no|not|never)\b/.test(said.replaceAll(/\b(?:can|could) not (?:breathe|swallow)\b/g, ''))) return [[nameOfAllergen(effectOf)]] // biome-ignore format: short
  const confirmed = readConfirmed(quotes, said)
  if (confirmed.length > 0) return confirmed
  if (isOver.test(said) || !(isReaction || isAsked)) return []
  return own.flatMap(({ tokens }) => tokens.filter(isKnownAllergen).map((token) => [nameOfAllergen(token)]))
}

const readsOut = /\ballerg|\bintoleran|\breact|\bcan not (?:have|take)\b/
const agrees = /^(?:(?:oh|well|um|uh|mm|and|so|look|,|\.) ?)*(?:yes|yeah|yep|yup|aye|correct\w*|right|exactly|indeed|absolutely|i am|he is|she is|it is|i do|it does|they do|that is|that one|still|down|must be|always|unfortunately|sadly|mm-?hm|mhm|true|spot on)\b/ // biome-ignore format: one row
const refuses = /\b(?:no|not|never|nothing|but|thought|tested|retested|negative)\b/

/** "Any allergies? I've got penicillin down.": the question before it tells what is read out. */
const isHeaded = (quotes: readonly QuoteRead[], at: number): boolean =>
  quotes[at - 1]?.speaker === 'clinician' && /\ballerg(?:y|ies)\b[^a-z]*$/.test(quotes[at - 1]?.plain ?? '') && /\b(?:have|got|down|here|list\w*|record\w*|file|says?|chart)\b/.test(quotes[at]?.plain ?? '') // biome-ignore format: short

/** The clinician reads an allergy out, and the patient agrees or tells its reaction. D331. */
function readConfirmed(quotes: readonly QuoteRead[], said: string): readonly Allergen[] {
  const read = quotes.filter((quote, at) => quote.role === 'question' && quote.speaker === 'clinician' && (readsOut.test(quote.plain) || isHeaded(quotes, at)) && !/\b(?:any|no|none|nil|never|or)\b/.test(quote.plain)) // biome-ignore format: short
  const replies = quotes.filter(({ speaker, role }) => speaker === 'patient' && role === 'answer')
  const isShunned = read.some(({ plain }) => /\bcan not (?:have|take)\b/.test(plain))
  const isAgreed = replies.some(({ plain }) => agrees.test(plain) || (isShunned && /^(?:no|i can not)\b/.test(plain)))
  const isTold = signs.test(said) || quotes.some(({ role, plain }) => role === 'question' && asksEffect.test(plain))
  const isRefused = isOver.test(said) || refuses.test(isShunned ? said.replace(/^(?:no|i can not)\b/, '') : said.replaceAll(/\bcan not breathe\b/g, '')) // biome-ignore format: short
  if (replies.length === 0 || isRefused || !(isAgreed || isTold)) return []
  return read.flatMap(({ tokens }) => tokens.filter(isKnownAllergen).map((token) => [nameOfAllergen(token)]))
}

const shuns =
  /\b(?:is|are) (?:off (?:the (?:menu|list|table|cards)|limits)|a no(?:[ -]no)?)\b|\b(?:can|could|must|should) not (?:have|take|tolerate|touch|use|eat)\b|^(?:please )?(?:not|anything but)(?= [a-z]+ ?,)/g
const disagrees = /\b(?:do|did|does) not (?:agree|mix|get on|get along)\b/g

/** The quotes of an allergy, with shunning put without a "not": "can't have latex, I get hives" denies no hives. */
export const withoutShunning = (quotes: readonly QuoteRead[]): readonly QuoteRead[] =>
  quotes.map((quote) => {
    if (quote.role === 'question' || quote.speaker !== 'patient') return quote
    const plain = quote.plain.replaceAll(shuns, 'shun').replaceAll(disagrees, 'disagreed').replaceAll(/\blast time\b/g, '') // biome-ignore format: short
    return plain === quote.plain ? quote : { ...quote, text: plain, plain, tokens: tokensOf(plain) }
  })
