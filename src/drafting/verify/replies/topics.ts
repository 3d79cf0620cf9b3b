/** "It's my left ear. It's been blocked.": the second quote speaks of the part that the first one names, by the verifier's own reading. */

type Quoted = { readonly role: string; readonly speaker: string; readonly text: string; readonly tokens: readonly string[] } // biome-ignore format: short

const names =
  /\b(?:it is|it's|about|with|over|problem is|trouble is) (?:just )?(my (?:[a-z]+ ){0,2}[a-z]+?)(?= (?:again|really|this time)\b|[,.]| ?$)/i
const takesUp = /^(\W*(?:(?:and|so|well|um|uh|yeah|yes) ?,? )*(?:[a-z0-9 ]{2,24} )?)(?:it|they)(?='s|'ve| |\u2019s)/i
const exists =
  /^(?:\W*(?:and|so|well|um|uh|yeah|yes) ?,? )*(?:there is|there's|there are) (?:(?:a|an|this|some) )?(?:[a-z]+ ){0,2}?[a-z]+/i

/** "It's my memory.": who names what should work says that it does not. */
const works = /^\W*(?:(?:and|so|well|um|uh|oh|yeah|yes|doctor|no) ?,? )*(?:it is|it's|it's about|i've come about|i came about|about) (?:just |mainly )?(?:my|me|her|his) +(memory|hearing|eyesight|sight|vision|balance|breathing|sleep|bowels?|water ?works|bladder|periods?|mood|voice|concentration|speech|swallowing|hormones)\b(?=[^a-z]*$|[ ,]+(?:doctor|doc|really|again|mainly)\b)/i // biome-ignore format: one row

/** Blood, and what another sentence of the same speaker says it came with. */
const ofMotion = /\b(?:number twos?|poos?|pooed|stools?|motions?|wiped?|back passage|bottom|bum)\b/i

function tellOwn(quote: Quoted, quotes: readonly Quoted[]): string | undefined {
  if (quote.speaker !== 'patient' || quote.role !== 'statement') return undefined
  const faculty = works.exec(quote.text)?.[1]
  if (faculty !== undefined) return `${quote.text} ${faculty.replace(/s$/, '')} ${faculty.replace(' ', '')} problems`
  const isBlood = /\bblood\b/i.test(quote.text) && !/\b(?:no|not|never|any|test)\b/i.test(quote.text)
  const isTold = isBlood && quotes.some((other) => other !== quote && other.speaker === 'patient' && other.role === 'statement' && ofMotion.test(other.text)) // biome-ignore format: one row
  return isTold ? quote.text.replace(/\bblood\b/i, 'blood in stool') : undefined
}

/** The words of a quote with the part in the place of "it"; undefined if no other quote of the same speaker names a part only. */
export function tellTopic(quote: Quoted, quotes: readonly Quoted[]): string | undefined {
  const own = tellOwn(quote, quotes)
  if (own !== undefined) return own
  if (quote.speaker !== 'patient' || quote.role !== 'statement') return undefined
  const topic = quotes.find((other) => other !== quote && other.speaker === 'patient' && other.tokens.length <= 16 && names.test(other.text)) // biome-ignore format: short
  const part = topic === undefined ? undefined : names.exec(topic.text)?.[1]
  if (part === undefined) return undefined
  if (takesUp.test(quote.text)) return quote.text.replace(takesUp, (_, lead: string) => `${lead}${part}`)
  return exists.test(quote.text) ? quote.text.replace(exists, (whole) => `${whole} in ${part}`) : undefined
}
