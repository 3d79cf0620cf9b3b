/** Whose a fact is, where a word beside the person or the time says that it is somebody else's. D413. */
import type { Statement } from '../../../core/clinical-note.ts'
import { relativesIn } from '../claims.ts'
import { contentStems } from '../context/content-stems.ts'
import type { QuoteRead, Resolved } from '../evidence.ts'
import { otherPersons, ownRelatives, type Rule } from '../tables.ts'
import { bare } from '../wording.ts'
import { plainOf, quantitiesIn, stemOf, tokensOf } from '../words.ts'

const tellsInLaw = /\bin law\b|\bstep(?: |$)|\bnot blood\b/
/** "My brother-in-law", "my brother's wife": not the relative that the first word names. */
const notBlood = (name: string): RegExp =>
  new RegExp(`\\b${name}s? in law\\b|\\bstep ?${name}\\b|\\b${name} (?:wife|husband|partner|boyfriend|girlfriend|friend|mate|neighbour|boss|ex|dog|cat)\\b`) // biome-ignore format: short

function isNotBlood(text: string, quotes: readonly QuoteRead[]): boolean {
  const relatives = relativesIn(tokensOf(text))
  if (relatives.size === 0 || tellsInLaw.test(plainOf(text))) return false
  return [...relatives].every((name) => {
    const words = [...ownRelatives].filter(([, own]) => own === name).map(([word]) => word)
    const said = quotes.flatMap(({ plain, tokens }) => words.filter((word) => tokens.includes(word)).map((word) => ({ plain, word }))) // biome-ignore format: short
    return said.length > 0 && said.every(({ plain, word }) => !plain.replaceAll(new RegExp(notBlood(word), 'g'), ' ').includes(word)) // biome-ignore format: short
  })
}

/** "For two years", "since last week", "started ten days ago" in the text of a note. */
const timeOf = /\b(?:for|since|started|lasting) (?:about |the last |the past |a good |nearly |almost )*(.+)$/

/** Numbers by their value, other words by their stem. */
const wordsOf = (text: string): ReadonlySet<string> => new Set([...quantitiesIn(text).map(({ value }) => value), ...tokensOf(text).filter((token) => /[a-z0-9]/.test(token) && !/^(?:an?|the|ago|of|now|about|last|one|two|three|four|five|six|seven|eight|nine|ten)$/.test(token)).map(stemOf)]) // biome-ignore format: short

/** The sentence of the time has another person as its subject or company, and no word of the trouble: "I'm with my boyfriend, it's two years now." */
function isTimeOfOther(text: string, quotes: readonly QuoteRead[]): boolean {
  const plain = plainOf(bare(text)).replace(/\.$/, '')
  const [, time] = timeOf.exec(plain) ?? []
  if (time === undefined || quotes.length < 2) return false
  const wanted = wordsOf(time)
  const holding = quotes.filter(({ role, text: said }) => role !== 'question' && wanted.size > 0 && [...wanted].every((word) => wordsOf(said).has(word))) // biome-ignore format: short
  const name = contentStems(plain.slice(0, plain.indexOf(time)))
  return holding.length > 0 && holding.every((quote) => namesOther(quote) && !(quote.tokens.some((token) => /^(?:i|my|me)$/.test(token)) && [...contentStems(quote.text)].some((stem) => name.has(stem)))) // biome-ignore format: short
}

const named = /^(?:he|she|they|boss|kid|kids|child|children|baby|dog|cat)$/
const namesOther = ({ tokens, plain }: QuoteRead): boolean =>
  tokens.some((token) => ownRelatives.get(token) !== undefined || (otherPersons.has(token) && !named.test(token))) &&
  /\b(?:he|she|they|it) (?:is|has|had|was)\b|\bwith my \w+/.test(plain)

/** "You or anybody in the family?" - "Me, no." */
const onlyMe = /^(?:(?:um|oh|well|,) ?)*(?:(?:no|not) ,? ?)?(?:me|myself|i have not|not me|not myself)(?: ,)?(?: no| not)?[.,]?$/ // biome-ignore format: one row
const ofFamily = /\bno (?:\w+ )*family history\b|\bfamily history of\b/

const isOnlyMine = (text: string, quotes: readonly QuoteRead[]): boolean =>
  ofFamily.test(plainOf(text)) && quotes.some(({ role, plain }) => role === 'answer' && onlyMe.test(plain.split(/(?<=[.?!])\s/)[0] ?? '')) // biome-ignore format: short

/** A parent who is asked about their own health: "Have you had any rash yourself?" */
const ofParent = /\byou\b[^.?!]*\byourself\b|\b(?:and|how about|what about) (?:yourself|you) ?\?/
const isParents = ({ claims, text }: Statement, { quotes, isChilds }: Resolved): boolean => {
  const asked = quotes.filter(({ role }) => role === 'question')
  return isChilds && claims.length > 0 && claims.every(({ person }) => person === 'patient') && !/\b(?:mother|father|parent|carer|mum|dad)\b/.test(plainOf(text)) && asked.length > 0 && asked.every(({ plain }) => ofParent.test(plain)) // biome-ignore format: short
}

export function checkWhose(statement: Statement, resolved: Resolved): readonly Rule[] {
  const { text } = statement
  const { quotes } = resolved
  if (isOnlyMine(text, quotes)) return ['polarity-mismatch']
  return isNotBlood(text, quotes) || isTimeOfOther(text, quotes) || isParents(statement, resolved) ? ['person-mismatch'] : [] // biome-ignore format: short
}
