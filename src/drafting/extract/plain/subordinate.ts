/**
 * Subordinate clauses without persons: "wash your hands before you touch the eye" has its subject in the order, so the clause needs none: "before
 * touching the eye". A clause in any other form keeps its words. D333.
 */
import { gerundOf } from '../../vocabulary/order-verbs.ts'

const person = '(?:you|he|she)'
const link = 'before|after|when|whenever|while|since'
/** Words after which a verb in its base form does not follow. */
const auxiliary =
  'are|is|was|were|be|been|have|has|had|do|does|did|can|could|will|would|shall|should|may|might|must|need|needs|want|wants|feel|feels|got|ought|also|just|really|still|both|all|never|not|like|usually|normally|already|ever|first|then|think|know|see|notice|hear'
const adverb = '(?:(?:first|next|just|then|also|really|still|actually|already|both|all) )*'
const verb = `(?!(?:${auxiliary})\\b)([a-z]{2,})(?=[ ,.]|$)`

/** The verb of a perfect tense as the end of an order. */
const ended: Readonly<Record<string, string>> = { finished: 'finishing', completed: 'completing', seen: 'seeing', 'spoken to': 'speaking to', stopped: 'stopping', had: 'after', passed: 'passing' } // biome-ignore format: a table

/** "When he starts solids": the verb of the third person. */
const baseOfThird = (verb: string): string => {
  if (!/[a-z]{2}s$/.test(verb) || /(?:ss|us|is)$/.test(verb)) return verb
  if (/ies$/.test(verb)) return `${verb.slice(0, -3)}y`
  return verb.replace(/(?<=(?:sh|ch|ss|x|zz|o))es$|s$/, '')
}

type Row = {
  readonly pattern: RegExp
  readonly tell: (first: string, second: string, third: string) => string
  readonly reason: string
}

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { pattern: /\bwhen (?:you|he|she) press(?:es)? (?:on |down on )?(?:it|them)\b/gi, tell: () => 'when pressed', reason: 'the thing is what is pressed' },
  { pattern: /\b(?:wherever|everywhere) (?:you|he|she) goe?s?\b/gi, tell: () => 'everywhere', reason: 'a clause of place that says "everywhere"' },
  { pattern: new RegExp(`\\bas (often|much|many|soon|little|long) as ${person} (can|possibly can|like|likes|need|needs|want|wants)(?: to)?\\b`, 'gi'), tell: (how, verb) => `as ${how.toLowerCase()} as ${/can$/i.test(verb) ? 'possible' : 'needed'}`, reason: 'a clause of degree' },
  { pattern: new RegExp(`\\b(${link}|until|till|once|if|unless) ${person} ${adverb}(?:are|is) (?:(?:both|all) )?([a-z]+ing\\b|in\\b|on\\b|at\\b|out\\b|home\\b|outside\\b|outdoors\\b|away\\b|up\\b|back\\b|well\\b|better\\b|able\\b|comfortable\\b|unwell\\b|sick\\b|dizzy\\b|tired\\b|hungry\\b|thirsty\\b|asleep\\b|sore\\b|ready\\b|pain\\b|clear\\b|pregnant\\b|breast ?feeding\\b|due\\b)`, 'gi'), tell: (how, what) => `${how} ${what}`, reason: 'a clause with a copula' },
  { pattern: new RegExp(`\\b(${link}|until|till|once|if|unless) ${person} ${adverb}(?:feel|feels) (?!to\\b)`, 'gi'), tell: (how) => `${how} feeling `, reason: 'a verb of feeling' },
  { pattern: new RegExp(`\\b(?:after|once|when) ${person} (?:have|has) (?:(?:both|all) )?(?:had|got|done|finished(?: with)?|completed) (?=(?:the|your|that|this|his|her|those|all|both)\\b)`, 'gi'), tell: () => 'after ', reason: 'a perfect tense says that it comes after' },
  { pattern: /\b(until|till) (?:you|they) have (both|all) (?=[a-z]+(?:ed|en)\b)/gi, tell: (how, all) => `${how} ${all} have `, reason: 'two people end it together' },
  { pattern: new RegExp(`\\b(until|till|once|when) ${person} (?:have|has) been (?=[a-z])`, 'gi'), tell: (how) => `${how} `, reason: 'a passive perfect tense' },
  { pattern: new RegExp(`\\b(until|till) ${person} (?:have|has) (finished|completed|seen|spoken to|stopped|had|passed) (?=(?:the|your|that|this|his|her|those|an?)\\b)`, 'gi'), tell: (how, what) => `${how} ${ended[what.toLowerCase()] ?? what} `, reason: 'a perfect tense says when it ends' },
  { pattern: new RegExp(`\\b(${link}) ${person} ${adverb}${verb}`, 'gi'), tell: (how, word) => `${how} ${gerundOf(baseOfThird(word.toLowerCase()))}`, reason: 'a clause of time with the subject of the order' },
  { pattern: /\b(carry|bring|take|have|keep|stay)\b([^,]{0,40}?) with you\b/gi, tell: (word, rest) => `${word}${rest}`, reason: 'the company is the patient himself' },
  { pattern: /\b(have|keep|carry)\b([^,]{0,40}?) on you\b/gi, tell: (word, rest) => `${word}${rest} at hand`, reason: 'an idiom of having it at hand' },
]

/** The words without the persons of subordinate clauses. */
export function dropPersons(text: string): string {
  if (!/\b(?:you|he|she)\b/i.test(text)) return text
  return rows.reduce(
    (out, { pattern, tell }) =>
      out.replace(pattern, (_, first = '', second = '', third = '') =>
        tell(String(first), String(second), String(third)),
      ),
    text,
  )
}
