/** Lines that are cut off, or that a reader cannot know the thing of. D411. */
import type { Statement } from '../../../core/clinical-note.ts'
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { bare } from '../wording.ts'
import { plainOf, tokensOf } from '../words.ts'

/** A determiner without its noun: "tell the to phone". */
const bareDeterminer = /\b(?:the|an|your|their|my) (?:to|and|or|of|for|if|is|are|was|were|from|so|because)\b(?! -|-)/

/** "As far back." lacks "as you can". */
const halfComparison =
  /(?<!\b(?:twice|half|times) )\bas (?:far|much|often|soon|long|little|well|low|high)(?: (?:back|up|down|out|in))?\.?$/

/** Words that judge and name nothing: "Fine too.", "Positive.", "A good bet." */
const judging = new Set('a an the it its that this is was are were all very too also quite really so just still pretty and but not no positive negative fine good normal ok okay well lovely great nice perfect excellent happy bad better worse big small little bit right alright reassuring same sign bet number numbers thing things one ones stuff'.split(' ')) // biome-ignore format: one row

/** Places that an examiner names while pressing on them; their "no" denies pain there. */
const pressed = new Set('joint joints line head neck of the fibula tibia fibular tibial malleolus bone bones edge base tip tips back front inside outside inner outer top bottom little big toe toes finger fingers thumb ac a c spine spinous process processes collarbone kneecap patella shin heel achilles rib ribs muscle muscles ligament ligaments tendon tendons elbow wrist hip shoulder blade knee ankle foot point halfway along down way calf navicular fifth metatarsal scaphoid temples sinuses mastoid'.split(' ')) // biome-ignore format: one row

const isWord = (token: string): boolean => /[a-z0-9]/.test(token)

function isOnlyPlace(plain: string, quotes: readonly QuoteRead[]): boolean {
  const [, rest] = /^no (.+?)\.?$/.exec(plain) ?? []
  if (rest === undefined) return false
  const words = tokensOf(rest).filter(isWord)
  return words.every((word) => pressed.has(word)) && quotes.some(({ role }) => role === 'question')
}

const planKinds: ReadonlySet<string> = new Set(['plan', 'safety-net'])

/** Orders about "it" that no other table of unnamed things has. */
const unnamedOrder = /^(?:do not |never )?(?:bring|cancel|send|book|order|drop) (?:it|them|that|those)(?: (?:yet|then|now|too|aye|yes|please|,))*[.,]?(?: aye| yes| please)?\.?$/ // biome-ignore format: one row

/** "Stay propped up, leg.": the words go on "as it is". */
const isCutShort = (plain: string, quotes: readonly QuoteRead[]): boolean => {
  const last = tokensOf(plain).slice(-2).join(' ')
  return quotes.some(({ tokens }) => new RegExp(`${last.replaceAll('.', '\\.')} as (?:it|they|you|he|she) (?:is|are)\\b`).test(tokens.join(' '))) // biome-ignore format: short
}

export function checkWhole({ text, claims }: Statement, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(bare(text)).replace(/\.$/, '')
  if (bareDeterminer.test(plain)) return ['thing-unnamed']
  const isPlan = claims.length > 0 && claims.every(({ kind }) => planKinds.has(kind))
  if (isPlan)
    return halfComparison.test(plain) || isCutShort(plain, quotes) || unnamedOrder.test(plain) ? ['thing-unnamed'] : []
  if (isOnlyPlace(plain, quotes)) return ['thing-unnamed']
  const words = tokensOf(plain).filter(isWord)
  const isFinding = claims.length > 0 && claims.every(({ kind }) => kind === 'finding')
  return isFinding && words.length > 0 && words.every((word) => judging.has(word)) ? ['thing-unnamed'] : []
}
