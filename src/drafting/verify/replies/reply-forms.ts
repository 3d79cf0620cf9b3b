/** Replies that stand for a whole clause, as the verifier reads them: by their first words alone. */

const pause = '(?:(?:well|oh|um|so|actually|honestly|thankfully|luckily|sadly|unfortunately|and|,) )*'
const them = '(?:(?:of )?(?:them|those|these|that|it))?'

const yes: readonly RegExp[] = [
  /^(?:mm ?hm|mhm|uh huh|aha)\b/,
  /^(?:i am )?afraid (?:so|there is|i (?:do|have|am)|it (?:is|does))\b/,
  /^(?:i|it|there|they|that) (?:would|might)(?=[ ,.]*$| ?,| (?:yes|yeah|too|be)\b)/,
  /^(?:now )?i (?:do )?(?:get|have|have got|notice|find|suffer from) (?:that|it|those|them)\b/,
  /^(?:plenty|loads|lots|tons|heaps|a (?:fair|good|wee|tiny) bit|like (?:mad|crazy|anything)|something (?:awful|terrible|shocking)|no end|non[ -]?stop|more and more|part of it|that (?:too|as well|i (?:do|get|have))|also yes|spot on|constantly|most (?:days|nights|mornings)|all the time|(?:just )?some\b|(?:once|twice) or|a couple of times)\b/,
  /^(?:it|they|there|that) (?:was|were) (?!no\b|not\b|never\b)(?:\w+ ){0,4}(?:at (?:first|the (?:start|beginning|outset))|initially|to (?:begin|start) with|in the beginning)\b/,
  // A time of the beginning with its end: it was there.
  /^(?:at first|initially|in the beginning|earlier on|at the (?:start|outset|beginning)) ?,? ?(?:yes ?,? ?)?(?:but|and then) (?:it|that|they|this) (?:has |have |had |all )*(?:went|gone|settled|cleared|stopped|disappeared|passed)\b/,
  /^(?:(?:just|only|about|at least|yes|yeah|,) )*(?:two|three|four|five|six|seven|eight|ten|several|a few|a couple of)(?: or \w+)? times (?:today|this|last|overnight|yesterday|since|a|an|each|every|per)\b/,
  /^(?:just |only )?(?:on |for )?the first (?:day|night|morning|week|few days)\b|^(?:i )?had (?:an?|one|some) (?!no\b)/,
  /^(?:that|this) is (?:exactly it|a problem|part of it)\b/,
  /^(?:it|that|they) comes? and goes?\b|^more than (?:i would like|usual)\b|^(?:quite|pretty|very|fairly) (?:often|frequently)\b|^tell me about it\b/,
  /^(?:that is|it is|you are|you're|you would be) (?:so |quite )?(?:right|correct)\b|^(?:too|very|quite) right\b/,
  new RegExp(`^(?:(?:yes|yeah|from|to) )?(?:both|the lot|all)(?: ${them})?(?:[ ,.]|$)`),
]
/** An adverbial of the present, and nothing else: "mostly at night", "when I climb stairs". */
const adverbial =
  /^(?:(?:only|just|mostly|mainly|usually|especially|particularly|always|yes|yeah|,) ?)*(?:(?:when|whenever|after|before|while) (?:i|it) [a-z]+(?: [a-z]+){0,4}|(?:at|in|during) (?:the )?(?:night|morning|evening|afternoon)s?|(?:after|before|with|during) (?:meals?|food|eating|exercise|exertion)|first thing(?: in the morning)?|since (?:yesterday|last (?:night|week)|this morning|[a-z]+day)|on (?:the )?(?:stairs|exertion|standing|walking))(?: ?,? yes)?[ ,.]*$/
const ofPast = /\b(?:was|were|had|did|used|ago|young|child|came|went|got|took|[a-z]{3,}ed)\b/

const no: readonly RegExp[] = [
  /^(?:has|have|had|do|does|did|is|are|am|was|would) not\b/,
  // What is wished for is not so.
  /^i (?:wish|should be so lucky)\b(?! (?:i|it|they|that) (?:could|had not|did not|was not|were not))|^(?:a )?chance would be a fine thing\b|^chance (?:would|'d) be\b/,
  /^(?:i|it|there|they|that) (?:would|could|might) not\b/,
  /^(?:nup|nil|zero|zilch|nowt|negative|nada|zip|nix)\b/,
  /^(?:an? )?(?:clean|blank|clear|empty) (?:slate|sheet|page|record|list)\b|^(?:in the clear|all clear|fresh out)\b|^(?:touch|knock on|knock) wood[ .!]*$|^(?:all )?(?:clear|clean|safe|sweet) (?:there|here|on that|so far)\b/,
  /^not (?:once|one|a|any|in|that|so|as|at|with|really|me|for|to|particularly|especially|of)\b/,
  /^(?:that|those|it)(?: one)?(?: ,)? (?:no|nope|nah|never)\b/,
  /^(?:that|it) (?:has|is|was) (?:not|never) (?:been )?(?:a problem|an issue)\b/,
  /^(?:from )?(?:neither|none)\b|^(?:double no|all negative|no to (?:both|all)|also no|still (?:none|no)|rarely if ever)\b/,
  /^(?:clear|free) of\b|^spared\b|^(?:all )?(?:fine|good|normal) (?:there|on that)\b|^(?:because )?there (?:is|has been) (?:none|no)\b|^you can but no\b/,
]

/** The meaning of a reply's first words; undefined if they fit no form. */
export function readReplyForm(said: string): 'yes' | 'no' | undefined {
  const bare = said.replace(new RegExp(`^${pause}`), '')
  if (no.some((form) => form.test(bare))) return 'no'
  const isAdverbial = adverbial.test(bare) && !ofPast.test(bare)
  return isAdverbial || yes.some((form) => form.test(bare)) ? 'yes' : undefined
}

type Yes = 'present' | 'absent'
const first = '(?:the )?(?:first|former)(?: (?:one|thing|of (?:those|them|the two)))?'
const last = '(?:the )?(?:second|last|latter)(?: (?:one|thing|of (?:those|them|the two)))?'
const just = '^(?:(?:yes|yeah|well|oh|um|just|only|i think|it is|i would say) ?,? )*'

// biome-ignore format: one form a line
const ordinals: readonly (readonly [form: RegExp, first: Yes, last: Yes])[] = [
  [new RegExp(`\\b(?:no|not|nothing)(?: to)? ${first}\\b.*\\b(?:yes|yeah|but)(?: to)? ${last}\\b`), 'absent', 'present'],
  [new RegExp(`\\b(?:yes|yeah)(?: to)? ${first}\\b.*\\b(?:no|not)(?: to)? ${last}\\b`), 'present', 'absent'],
  [new RegExp(`${just}${first}(?: ?[.,] ?(?:yes|yeah|no|not|but)\\b|[.,]|$)`), 'present', 'absent'],
  [new RegExp(`${just}${last}(?: ?[.,] ?(?:yes|yeah|no|not|but)\\b|[.,]|$)`), 'absent', 'present'],
]

/** True if no other thing is asked after the token: "a or b?", "a? And b?". */
export const isLastAskedFor = (tokens: readonly string[], at: number): boolean =>
  !tokens.slice(at + 1).some((token, index, rest) => /^(?:,|or|and|\?)$/.test(token) && rest.slice(index + 1).some((later) => /[a-z]{3}/.test(later))) // biome-ignore format: short

/** "The first one, yes.", "No to the first, yes to the second.": what the reply says of the first and of the last thing asked. */
export function readOrdinals(said: string): { readonly first: Yes; readonly last: Yes } | undefined {
  const row = ordinals.find(([form]) => form.test(said))
  return row === undefined ? undefined : { first: row[1], last: row[2] }
}

/** "The one, nausea. The other, no.": the reply names one of the things asked and denies the other one. */
export const deniesTheOther = (said: string): boolean =>
  /\b(?:the )?other(?: one)? ?,? (?:no|nope|never|not)(?: at all)?[ .!]*$|\bnot the other(?: one)?[ .!]*$|^not the one ?,? (?:but )?(?:just |only )?the other\b/.test(said) && !/\b(?:not sure|maybe|might|perhaps)\b/.test(said) // biome-ignore format: short

/** "Both", "the lot": the reply means all that was asked. */
export const meansAll = (said: string): boolean =>
  /^(?:(?:well|oh|yes|yeah|from|to|i (?:do|have|get)(?: got)?|,) )*(?:(?:a )?bit of both|both|the (?:lot|pair)|all (?:of|three|four)|everything)\b|\b(?:two|three|four) (?:out of|from|for) (?:two|three|four)\b|^(?:(?:well|oh|yes|yeah|guilty|,) )*on both (?:counts|fronts|scores)\b|\bme (?:down )?for (?:both|the (?:pair|lot))\b/.test(
    said,
  )

/** A clause with its own verb keeps its polarity after a negative question. */
export const hasOwnVerb = (said: string): boolean =>
  /^(?:(?:well|oh|yes|actually|but|hmm?|i am afraid|i (?:have|must|had) (?:to )?(?:admit|confess)|,) )*(?:there|i|it|they|that) (?:is|are|have|has|do|does|am)\b(?! not)|^(?:i am )?afraid\b|^some\b/.test(
    said,
  )

/** Agreement with the whole sentence of the question. */
export const agrees = (said: string): boolean =>
  /^(?:(?:yes|yeah|,) )*(?:correct|exactly|(?:that is|it is|you are|you're|you would be) (?:so |quite )?(?:right|correct)|(?:too |very |quite )?right|indeed|spot on|you (?:assume|hope|guess))\b/.test(
    said,
  )
