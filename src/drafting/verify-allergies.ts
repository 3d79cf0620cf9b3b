/** Allergies are looked for in the whole transcript and record, cited or not: one that is missing is a finding. */
import type { Finding, Note, Segment } from '../note.ts'
import { medicines } from './medicines.ts'
import type { RecordFact } from './record.ts'
import { type Rule, ruleMessages } from './verify-tables.ts'
import { plainOf, stemOf, tokensOf } from './verify-words.ts'

const medicineStems: ReadonlySet<string> = new Set(medicines.flatMap(([, says]) => says.split('|').map(stemOf)))

const finding = (rule: Rule): Finding => ({ rule, message: ruleMessages[rule], attested: false })

const statesAllergy = /\b(?:allergic to|allergy to|allergies to|(\w+) (?:allergy|intoleran(?:t|ce))(?! to))\b/
const notOwn =
  /\b(?:no|not|never|if|whether|mum|mom|mother|dad|father|brother|sister|son|daughter|wife|husband|partner|friend|he|she|they|anyone)\b/
const empty =
  /^(?:the|a|an|any|anything|something|some|it|that|this|them|[.,?!]|\[\?\]|like|just|actually|called|think|i|well|so|really|medications?|medicines?)$/

const lastClause = (text: string): string => text.split(/\b(?:but|because|although|and)\b/).at(-1) ?? ''

/** What the patient says to be allergic to; empty where the name was not understood. */
function namedAllergies(text: string): readonly (readonly string[])[] {
  return plainOf(text)
    .split(/(?<=[.?!])\s/)
    .flatMap((sentence) => {
      const match = statesAllergy.exec(sentence)
      if (match === null || notOwn.test(lastClause(sentence.slice(0, match.index).replace(/^(?:[a-z]+,? )?no, /, ''))))
        return []
      if (match[1] !== undefined) return empty.test(match[1]) ? [] : [[stemOf(match[1])]]
      const after = tokensOf(sentence.slice(match.index + match[0].length)).filter((token) => !empty.test(token))
      return [after.slice(0, 3).map(stemOf)]
    })
}

/** A plan may mention an allergy; it does not record it. */
const isAdvice = /^(?:advised|plan)\b/i

export function checkAllergies(
  note: Note,
  transcripts: readonly { readonly segments: readonly Segment[] }[],
  record: readonly RecordFact[],
): readonly Finding[] {
  const statements = note.sections.flatMap((section) => section.statements)
  const own = statements.filter(
    ({ text, claims }) =>
      (/allerg|intoleran|react/i.test(text) && !isAdvice.test(text)) || claims.some(({ kind }) => kind === 'allergy'),
  )
  const positive = own.filter(({ text }) => !/^(?:possibly )?(?:no|nil|denies)\b/i.test(text))
  const stated = new Set(positive.flatMap(({ text }) => tokensOf(text).map(stemOf)))
  const said = transcripts.flatMap(({ segments }) =>
    segments.filter(({ speaker }) => speaker === 'patient').flatMap(({ text }) => namedAllergies(text)),
  )
  const answered = transcripts.flatMap(({ segments }) => answeredAllergies(segments))
  const recorded = record.filter(({ kind }) => kind === 'allergy').map(({ display }) => tokensOf(display).map(stemOf))
  const isMissing = (words: readonly string[]) =>
    words.length === 0 ? positive.length === 0 && !isOpen(note) : !words.some((word) => stated.has(word))
  const dropped = [...said, ...answered, ...recorded].filter(isMissing)
  const denials = own.filter(({ text }) => /^(?:possibly )?no (?:known )?(?:\w+ )?allerg/i.test(text))
  const named = [...said, ...answered, ...recorded]
  const isDenied = denials.some(({ text }) => named.some((words) => reaches(text, words)))
  return [
    ...(dropped.length > 0 ? [finding('allergy-dropped')] : []),
    ...(isDenied ? [finding('allergy-contradicted')] : []),
  ]
}

/** "No medicine allergies" and "no food allergies" deny their own sort only. */
function reaches(denial: string, words: readonly string[]): boolean {
  const isMedicine = words.some((word) => medicineStems.has(word))
  if (/\bmedic|\bdrug/i.test(denial)) return isMedicine
  return /\bfood/i.test(denial) ? !isMedicine : true
}

/** "Any allergies?" - "Only penicillin.": a short answer that names a medicine, or a common allergen. */
function answeredAllergies(segments: readonly Segment[]): readonly (readonly string[])[] {
  return segments.flatMap((segment, index) => {
    if (segment.speaker !== 'clinician' || !/\ballerg[^.?]*\?/i.test(segment.text) || /\bfamily\b/i.test(segment.text))
      return []
    const reply = segments
      .slice(index + 1, index + 4)
      .find(({ speaker, text }) => speaker === 'patient' && /\w/.test(text))
    const tokens = tokensOf(reply?.text ?? '')
    const found = tokens.filter((token) => medicineStems.has(stemOf(token)) || commonAllergens.has(token))
    return found.length > 0 && tokens.length < 9 ? [found.map(stemOf)] : []
  })
}
const commonAllergens = new Set(
  'latex nuts peanuts eggs shellfish pollen dust milk dairy wasps bees cats dogs'.split(' '),
)

const isOpen = (note: Note): boolean => note.openQuestions.some((line) => /allerg/i.test(line))
