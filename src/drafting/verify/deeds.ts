/** Checks that what the note says was done was done, then, and to this patient: the verifier's own reading. D146. */
import type { Claim } from '../../core/clinical-note.ts'
import type { QuoteRead } from './evidence.ts'
import { conceptsIn, isDeed, type Named, placesIn } from './synonyms.ts'
import { ownRelatives, type Rule } from './tables.ts'
import { isWorded } from './wording.ts'
import { plainOf, tokensOf } from './words.ts'

export const deedKinds: ReadonlySet<Claim['kind']> = new Set(['procedure', 'immunisation'])

/** The words leave it open whether it was done, or say that it was not. */
const undone =
  /\b(?:will|would|shall|going to|gonna|want\w*|needs?|needed|should|could|might|must|ought|if|unless|whether|wait(?:ing)?|list|due (?!to)|overdue|book\w*|schedul\w*|refer\w*|plan\w*|hop(?:e|ing)|consider\w*|think\w* (?:about|of)|thought about|talk\w* (?:about|of)|discuss\w*|offer\w*|declin\w*|refus\w*|turned down|against (?:it|having)|cancel\w*|postpon\w*|put off|delay\w*|miss(?:ed)?|forgot\w*|skipp?\w*|yet|until|till|tomorrow|next (?:week|month|year|time)|upcoming|recommend\w*|suggest\w*|advis\w*|instead of|rather than|nearly|almost|react\w*|allerg\w*)\b/

/** A plan is of what is not yet done: only what was turned down, or is only weighed, is none. */
const unplanned =
  /\b(?:whether|hop(?:e|ing)|think\w* (?:about|of)|thought about|discuss\w*|offer\w*|declin\w*|refus\w*|turned down|against (?:it|having)|cancel\w*|miss(?:ed)?|forgot\w*|nearly|almost|react\w*|allerg\w*)\b/

/** Words that a clinician's report of an own deed may not hold. */
const elsewhere = /\b(?:once|when|after|before|tried|usually|normally|often|patients?|people|someone|last time|previously|not|never)\b/ // biome-ignore format: one row
const ownDeed = /^(?:(?:so|ok|okay|well|right|and|now|all right|alright|yeah|yes|good|great) ?,? )*(?:i|we) (?!will|would|am|are|do|can|could|should|might|may|think|need|want)/ // biome-ignore format: one row

/** Something about the deed, and not the deed: "a letter about a colonoscopy", "a flu vaccine leaflet". */
const aboutIt =
  /\b(?:letter|leaflet|chat|talk|appointment|referral|prescription|script|information|consent|question|told (?:me|us)|about (?:the|a|an|my|having|getting))\b/
/** "My dog had a tetanus shot." */
const ofAnother = /\bmy [a-z]+ (?:has |have )?(?:had|got|received)\b/

const isBreak = /^(?:but|because|although|though|so|[.?!;])$/

/** The clause that holds the name. */
function clauseAt({ tokens }: QuoteRead, at: number): string {
  const start = tokens.slice(0, at).findLastIndex((token) => isBreak.test(token)) + 1
  const end = tokens.findIndex((token, index) => index > at && isBreak.test(token))
  return `${tokens.slice(start, end < 0 ? undefined : end).join(' ')} `
}

/** `isOfRelative`: the line itself is about a relative. */
const isUndone = (
  quote: QuoteRead,
  named: Named,
  { isOfRelative, isPlan }: { readonly isOfRelative: boolean; readonly isPlan: boolean },
): boolean =>
  placesIn(quote, named).every((at) =>
    [...(isPlan ? [unplanned] : [undone, aboutIt]), ...(isOfRelative ? [] : [ofAnother])].some((pattern) =>
      pattern.test(clauseAt(quote, at)),
    ),
  )

/** A note that puts the deed into the future. */
const isToCome = /\b(?:to be (?:given|done|administered|performed|arranged|booked)|to (?:have|receive|undergo)|due|awaiting|planned|scheduled|booked|upcoming)\b/i // biome-ignore format: one row

const isDoneText = (text: string): boolean => /^(?:possibly )?done:/i.test(text)

/** The time of a claim, word for word in one of the quotes that tell the deed. */
/** A note has "when twelve" of "when I was twelve". */
const ofAge = /\bwhen (?:i|he|she) (?:was|am|is) (?:about |around )?/g
const isDated = ({ when }: Claim, quotes: readonly QuoteRead[]): boolean =>
  when === undefined ||
  quotes.some(({ role, plain }) => role !== 'question' && plain.replaceAll(ofAge, 'when ').includes(plainOf(when)))

/** `claims` are those of the statement; a statement without claims is judged by its words. */
export function checkDeeds(text: string, claims: readonly Claim[], quotes: readonly QuoteRead[]): readonly Rule[] {
  const deeds = claims.filter(({ kind, polarity }) => deedKinds.has(kind) && polarity === 'present')
  const rules: Rule[] = []
  if (deeds.some((claim) => !isDated(claim, quotes))) rules.push('time-mismatch')
  if (isDoneText(text)) {
    const told = quotes.filter(({ speaker }) => speaker === 'clinician')
    if (
      !told.some(
        ({ plain }) =>
          ownDeed.test(plain) && !undone.test(`${plain} `) && !elsewhere.test(plain) && !aboutIt.test(plain),
      )
    )
      rules.push('not-asserted')
    return rules
  }
  if (isWorded(text)) return rules
  const isNegative = /^(?:possibly )?(?:no|not|has not|never)\b/.test(plainOf(text))
  if (isNegative || quotes.some(({ role }) => role === 'record')) return rules
  if (deeds.length > 0 && isToCome.test(text) && !quotes.some(({ plain }) => undone.test(`${plain} `))) rules.push('time-mismatch') // biome-ignore format: short
  const tokens = tokensOf(text)
  // What is only weighed is told as weighed.
  if (/^(?:possibly )?consider\b/i.test(text)) return rules
  const isOfRelative = tokens.some((token) => ownRelatives.has(token))
  const isPlan =
    claims.length > 0 && claims.every(({ kind }) => kind === 'plan' || kind === 'safety-net' || kind === 'request')
  for (const named of conceptsIn(tokens).filter(isDeed)) {
    const holding = quotes.filter((quote) => placesIn(quote, named).length > 0)
    if (holding.length > 0 && holding.every((quote) => isUndone(quote, named, { isOfRelative, isPlan })))
      rules.push('not-asserted')
  }
  return rules
}

/** A claim of something done has a sentence that names it, and tells it as done here or before. */
export function isDeedTold(text: string, { kind, time, display }: Claim): boolean {
  if (!deedKinds.has(kind)) return true
  const isNamed = plainOf(text).includes(plainOf(display)) || conceptsIn(tokensOf(text)).some((named) => named.display === display) // biome-ignore format: short
  return (time === 'current') === isDoneText(text) && isNamed
}
