/** Denials that stand away from the name that they deny: after it ("chest pain I have not"), or around a search for it. */
import type { Term } from '../vocabulary/terms.ts'

/** The words after the name end here, or a new item of a list begins. */
const stop = '(?= ?(?:[.,;!?]|$))'
const denials: readonly RegExp[] = [
  // The object comes first: "chest pain I have not".
  new RegExp(`^,? ?(?:i ,? ?)+(?:have|do|did|am|had)(?: ,? ?(?:have|do|did|am|had))* not(?: (?:had|got|get|have))?${stop}`),
  // An item of a list: "low mood neither", "double vision, cross".
  new RegExp(`^,? ?(?:neither|nor that|not that either)${stop}`),
  new RegExp(`^ ?, (?:nope|nah|cross|none|nil|never|negative|absent|not (?:a (?:sign|trace|hint|thing|drop)|once|yet|me|so far|at all))(?: of (?:it|them|that))?${stop}`),
] // biome-ignore format: one form a line

/** "Low mood neither.": true if the words after the name deny it. */
export const isDeniedAfter = (after: string): boolean => denials.some((form) => form.test(after))

/** "I have been free of headaches." */
const freeOf = /\b(?:free|clear) (?:of|from)(?: (?:any|all|the|those|that|a|an))?$/
/** "Nothing by way of a stiff neck": the denial is of the whole kind. */
const nothingLike = /\b(?:nothing|not (?:a thing|anything))(?: at all)?,? (?:(?:by|in the) way of|in the line of|along the lines of|amounting to)(?: (?:any|a|an|the))?$/ // biome-ignore format: short
export const isFreeOf = (before: string): boolean => {
  const fluent = before.replaceAll(hesitation, '')
  return freeOf.test(fluent) || nothingLike.test(fluent)
}
const hesitation = /\b(?:um|uh|er|erm|ah|mm) ,? ?/g

const soughtBefore =
  /\b(?:(?:look|watch|listen)(?:ed|ing)? out for|(?:look|check|search|fe(?:el|lt))(?:ed|ing)? for|(?:keep|kept|keeping) (?:an|my) (?:eye|ear) out for|(?:was|am|were|been) (?:watching|looking|waiting|braced|ready) for|(?:was|were|had) (?:half )?expect(?:ed|ing)|expected)(?: (?:any|some|the|a|an|signs? of))*$/
const notFound =
  /^,? ?(?:but |and |only )*(?:(?:there|it|i) (?:is|was|has|have|did|do|had)(?: been)? (?:not|none|nothing|no)\b|(?:have|has) not\b|not (?:a|one|any|seen|found|had|noticed)\b|no sign\b|none\b|nothing\b|never\b)/

/** "I was looking out for a rash": the speaker expects it. The rest of the sentence says whether it came. */
export function readSought(before: string, rest: string): 'absent' | 'not-asserted' | undefined {
  if (!soughtBefore.test(before)) return undefined
  return notFound.test(rest) ? 'absent' : 'not-asserted'
}

/** "I'm not, like, not wanting to be here": a negation with only words of hesitation, or of comparison, between it and a trouble whose name is one denies the trouble; "I'm not, I don't want to be here" begins anew. D486. */
const denies =
  /\b(?:not|never)(?:(?: (?:,|like|really|um|uh|er|you know|sort of|kind of))*|(?: ,)? (?:like|that|saying|as if|as though|because)(?: (?:,|like|that))*(?: (?:i|he|she))?(?: (?:am|is|do|does))?)$/

export const isDeniedTwice = (words: readonly string[], { from }: Term): boolean =>
  words[from] === 'not' && denies.test(words.slice(Math.max(0, from - 10), from).join(' '))
