/** Looks for allergies in the whole transcript and record, cited or not: a missing, denied or invented one is a finding, one for each allergen. D71. */
import type { Attestation, Evidence, Finding, Note, Segment, Statement } from '../../core/clinical-note.ts'
import type { RecordFact } from '../compose/record.ts'
import { readReactionAllergies } from './allergy-reactions.ts'
import {
  type Allergen,
  asksAllergies,
  isChildsTalk,
  isMedicineName,
  isSameAllergen,
  readAllergen,
  readStatedAllergies,
} from './allergy-words.ts'
import type { Resolved } from './evidence.ts'
import { type Rule, ruleMessages } from './tables.ts'
import { bare, isWorded } from './wording.ts'
import { plainOf } from './words.ts'

/** A plan may mention an allergy without recording it. */
const isAdvice = /^(?:advised|plan)\b/i
const ofAllergy = /allerg|intoleran|anaphyla|\breact/i
const isAllergyText = (text: string): boolean => ofAllergy.test(text) && !isAdvice.test(text)

const isDenial = (text: string): boolean =>
  /^(?:possibly )?(?:no|nil|denies|not|never|without)\b/i.test(text) ||
  /\bnot (?:known to be )?(?:allergic|intolerant)\b/.test(plainOf(text))

/** An allergy that a note leaves out or denies, by its allergen. */
export type AllergyDoubt = {
  readonly rule: Extract<Rule, 'allergy-dropped' | 'allergy-contradicted'>
  readonly allergen: Allergen
}

/** A note with the transcripts and the facts of the record. */
export type Heard = {
  readonly note: Note
  readonly transcripts: readonly { readonly segments: readonly Segment[] }[]
  readonly record: readonly RecordFact[]
}

/** Compares transcripts and record with the note. */
export function listAllergyDoubts({ note, transcripts, record }: Heard): readonly AllergyDoubt[] {
  const said = transcripts.flatMap(({ segments }) => readStatedAllergies(segments, isChildsTalk(segments)))
  const recorded = record.filter(({ kind }) => kind === 'allergy').map(({ display }) => readAllergen(display))
  const named = onceEach([...said, ...recorded])
  const own = note.sections
    .flatMap(({ statements }) => statements)
    .filter(({ text, claims }) => isAllergyText(text) || claims.some(({ kind }) => kind === 'allergy'))
  const told = own
    .filter((statement) => records(statement) && !isDenial(statement.text))
    .map(({ text }) => readAllergen(text))
  const denials = own.filter(({ text }) => isDenial(text))
  return named.flatMap((allergen): AllergyDoubt[] => [
    ...(isTold(allergen, told, note) ? [] : [{ rule: 'allergy-dropped' as const, allergen }]),
    ...(denials.some(({ text }) => reaches(text, allergen)) ? [{ rule: 'allergy-contradicted' as const, allergen }] : []), // biome-ignore format: short
  ])
}

const onceEach = (named: readonly Allergen[]): readonly Allergen[] =>
  named.filter((allergen, at) => !named.slice(0, at).some((other) => isSameAllergen(other, allergen) || (other.length === 0 && allergen.length === 0))) // biome-ignore format: short

/** Whether a statement records an allergy: a complaint or a plan only names it. A statement without claims is a clinician's own, and may record one. */
const records = ({ claims }: Statement): boolean => claims.length === 0 || claims.some(({ kind }) => kind === 'allergy')

/** In the note, or listed for the reviewer as said both ways. */
function isTold(allergen: Allergen, told: readonly Allergen[], { openQuestions }: Note): boolean {
  const open = openQuestions.filter((line) => /^allerg/i.test(line))
  if (allergen.length === 0) return told.length > 0 || open.length > 0
  return (
    told.some((own) => isSameAllergen(own, allergen)) ||
    open.some((line) => isSameAllergen(readAllergen(line.split(':')[0] ?? ''), allergen))
  )
}

/** "No medicine allergies" and "no food allergies" deny their own kind only, "no allergy to latex" only latex. */
function reaches(denial: string, allergen: Allergen): boolean {
  const plain = plainOf(denial)
  const of = /\b(?:allergy|allergies|allergic|intolerant) to (.*)$/.exec(plain)?.[1]
  if (of !== undefined && !/^anything\b/.test(of)) return isSameAllergen(readAllergen(of), allergen)
  const isMedicine = allergen.some(isMedicineName)
  if (/\bmedic|\bdrug/.test(plain)) return isMedicine
  return /\bfood/.test(plain) ? !isMedicine : /\ballerg/.test(plain)
}

type Naming = Pick<Attestation, 'rule'> & { readonly allergen?: string | undefined }

/** True if the name that a clinician gave means this allergen; `unknown` means one that was not understood. */
export function namesAllergen(given: string, allergen: Allergen): boolean {
  const words = readAllergen(given)
  if (allergen.length === 0) return words.length === 1 && words[0] === readAllergen('unknown')[0]
  return words.length > 0 && words.every((word) => allergen.includes(word))
}

const isAttested = (attestations: readonly Naming[], rule: Rule, allergen: Allergen): boolean =>
  attestations.some((item) => item.rule === rule && item.allergen !== undefined && namesAllergen(item.allergen, allergen)) // biome-ignore format: short

export const checkAllergies = (heard: Heard): readonly Finding[] =>
  listAllergyDoubts(heard).map(({ rule, allergen }) => ({
    rule,
    message: ruleMessages[rule],
    attested: isAttested(heard.note.attestations ?? [], rule, allergen),
  }))

/** The patient's allergens by a statement: those of its claims, and those of its sentence unless that is a quote. */
export function listToldAllergies({ text, claims }: Pick<Statement, 'text' | 'claims'>): readonly Allergen[] {
  const isQuote = isWorded(bare(text))
  const own = claims.filter(({ kind, polarity, person }) => kind === 'allergy' && polarity === 'present' && person === 'patient') // biome-ignore format: short
  const quoted = plainOf(text).replaceAll('"', '')
  const ofClaims = own.filter(({ display }) => !isQuote || !quoted.endsWith(`: ${plainOf(display)}.`)).map(({ display }) => readAllergen(display)) // biome-ignore format: short
  if (claims.length > 0 && claims.every(({ kind }) => ofPlan.has(kind)) && testsFor.test(plainOf(text))) return ofClaims
  if (isQuote || !statesAllergy.test(plainOf(text)) || isDenial(text)) return ofClaims
  const named = readStatedAllergies([{ speaker: 'patient', text: text.replace(/^possibly /i, '') }], false)
  return onceEach([...ofClaims, ...named])
}
/** "Blood test for allergies, dust mite and cat" states none. */
const testsFor = /\b(?:tests?|testing|bloods?|rast|prick|ige) (?:for|of) (?:\w+ )?allerg/
const ofPlan: ReadonlySet<string> = new Set(['plan', 'request', 'follow-up', 'safety-net'])
const statesAllergy = /\ballergic to\b|\ballerg(?:y|ies)\b|\bintoleran|\banaphyla\w+ to\b/

/** In the note, but not stated by a patient, answer or record that the statement cites. */
export function listInventedAllergies(statement: Statement, { quotes, isChilds }: Resolved): readonly Allergen[] {
  const told = listToldAllergies(statement)
  if (told.length === 0) return []
  const isSpokenFor = isChilds || quotes.some(({ speaker, said }) => speaker === 'patient' && said !== undefined)
  const turns = quotes.map(({ speaker, text, said }) => ({ speaker, text: said ?? text }))
  const stated = [...readStatedAllergies(turns, isSpokenFor), ...readReactionAllergies(quotes)]
  return told.filter((allergen) => !stated.some((own) => isSameAllergen(own, allergen) || allergen.length === 0))
}

type OwnEvidence = Extract<Evidence, { kind: 'attestation' }>

/** A clinician has named every one of them. */
export function isNamedByClinician({ evidence }: Pick<Statement, 'evidence'>, invented: readonly Allergen[]): boolean {
  const own = evidence.filter((item): item is OwnEvidence => item.kind === 'attestation')
  const named = own.flatMap(({ rule, allergen }) => (rule === undefined ? [] : [{ rule, allergen }]))
  return invented.every((allergen) => isAttested(named, 'allergy-invented', allergen))
}

/** "No known allergies." needs a question about allergies, or the patient's own words; after a question about foods it covers foods only. */
export function isDenialUnasked(text: string, quotes: Resolved['quotes']): boolean {
  const plain = plainOf(text)
  const sort = /^(?:possibly )?(?:no|nil) (?:known )?(?:(\w+) )?allergies\b/.exec(plain)
  if (sort === null || quotes.some(({ role }) => role === 'record')) return false
  const isOwnWord = quotes.some(({ role, plain: said }) => role !== 'question' && /\b(?:no|not|nil|never|none)\b[^.?!]*\ballerg/.test(said)) // biome-ignore format: short
  const asked = quotes.flatMap(({ role, text: said }) => (role === 'question' ? (asksAllergies(said) ?? []) : []))
  const isAsked = asked.some((question) =>
    /\bfoods?\b|\bcats?\b|\bpets?\b/.test(question) ? sort[1] === 'food' : true,
  )
  return !isOwnWord && !isAsked
}
