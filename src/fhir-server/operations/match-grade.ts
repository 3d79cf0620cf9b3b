/** How well a Patient matches what is asked. R4 patient-operation-match.html, valueset-match-grade.html; D116. */
import { soundexOf } from '../../fhir-search/index/text-folding.ts'
import type { Facts } from './match-facts.ts'

export type Grade = 'certain' | 'probable' | 'possible'

/** `near`: not equal, but no sign of another person. */
type Verdict = 'agrees' | 'near' | 'differs' | 'unknown'

type Fact = 'identifier' | 'family' | 'given' | 'birthDate' | 'gender' | 'telecom' | 'postcode'

export type Verdicts = Readonly<Record<Fact, Verdict>>

/** Points of each verdict: an identifier and the whole name with the day of birth together make 1. */
// biome-ignore format: one row a line
const points: Readonly<Record<Fact, Readonly<Record<Verdict, number>>>> = {
  identifier: { agrees: 0.5,  near: 0,    differs: -0.2,  unknown: 0 },
  birthDate:  { agrees: 0.2,  near: 0.1,  differs: -0.2,  unknown: 0 },
  family:     { agrees: 0.15, near: 0.08, differs: -0.15, unknown: 0 },
  given:      { agrees: 0.15, near: 0.08, differs: -0.15, unknown: 0 },
  telecom:    { agrees: 0.08, near: 0,    differs: 0,     unknown: 0 },
  postcode:   { agrees: 0.05, near: 0,    differs: -0.02, unknown: 0 },
  gender:     { agrees: 0.03, near: 0,    differs: -0.08, unknown: 0 },
}

/** Below this nothing is shown. */
const least = 0.2

/** The first row whose verdicts are met. Any fact but telecom and postcode that differs stands against every row. */
// biome-ignore format: one row a line
const grades: readonly { readonly grade: Grade; readonly agree: readonly Fact[] }[] = [
  { grade: 'certain',  agree: ['identifier', 'birthDate', 'family', 'given'] },
  { grade: 'probable', agree: ['identifier'] },
  { grade: 'probable', agree: ['birthDate', 'family', 'given'] },
]

export type Graded = { readonly grade: Grade; readonly score: number }

/** Undefined for one that is not worth showing. */
export function gradeMatch(asked: Facts, found: Facts, isActive: boolean): Graded | undefined {
  const verdicts = compareFacts(asked, found)
  const names = Object.keys(points) as Fact[] // the keys of the table
  const sum = names.reduce((all, name) => all + points[name][verdicts[name]], 0)
  const score = Math.round(Math.min(1, Math.max(0, sum)) * 100) / 100
  if (score < least) return undefined
  const against = names.some((name) => name !== 'telecom' && name !== 'postcode' && verdicts[name] === 'differs')
  const row = against ? undefined : grades.find(({ agree }) => agree.every((name) => verdicts[name] === 'agrees'))
  const grade = row?.grade ?? 'possible'
  // A record that is no longer used stands for another one.
  return { grade: grade === 'certain' && !isActive ? 'probable' : grade, score }
}

export const compareFacts = (asked: Facts, found: Facts): Verdicts => ({
  identifier: compareIdentifiers(asked, found),
  family: compareNames(asked.families, found.families),
  given: compareNames(asked.givens, found.givens),
  birthDate: compareDates(asked.birthDate, found.birthDate),
  gender: compareSets(
    asked.gender === undefined ? [] : [asked.gender],
    found.gender === undefined ? [] : [found.gender],
  ),
  telecom: compareSets(asked.telecoms, found.telecoms),
  postcode: compareSets(asked.postcodes, found.postcodes),
})

/** Two values of one system are two persons, or a mistake, unless another value of the system agrees. */
function compareIdentifiers({ identifiers: asked }: Facts, { identifiers: found }: Facts): Verdict {
  const systems = new Set(found.map(({ system }) => system))
  const pairs = new Set(found.map(({ system, value }) => JSON.stringify([system, value])))
  const shared = asked.filter(({ system }) => systems.has(system))
  const agreeing = new Set(
    shared.filter(({ system, value }) => pairs.has(JSON.stringify([system, value]))).map(({ system }) => system),
  )
  if (shared.some(({ system }) => !agreeing.has(system))) return 'differs'
  return agreeing.size > 0 ? 'agrees' : 'unknown'
}

const compareSets = (asked: readonly string[], found: readonly string[]): Verdict => {
  if (asked.length === 0 || found.length === 0) return 'unknown'
  return asked.some((one) => found.includes(one)) ? 'agrees' : 'differs'
}

/** Too many shorter names sound alike, such as Amy and Ann. */
const shortest = 4

/** Near: it sounds alike, or one is the beginning of the other, as an initial is. */
function compareNames(asked: readonly string[], found: readonly string[]): Verdict {
  const plain = compareSets(asked, found)
  if (plain !== 'differs') return plain
  const sounds = (name: string): string => (name.length < shortest ? '' : soundexOf(name).join(' '))
  const isNear = (a: string, b: string): boolean =>
    a.startsWith(b) || b.startsWith(a) || (sounds(a) !== '' && sounds(a) === sounds(b))
  return asked.some((a) => found.some((b) => isNear(a, b))) ? 'near' : 'differs'
}

/** Near: a shorter date, or day and month the wrong way round. */
function compareDates(asked: string | undefined, found: string | undefined): Verdict {
  if (asked === undefined || found === undefined) return 'unknown'
  if (asked === found) return asked.length === 10 ? 'agrees' : 'near'
  if (asked.startsWith(found) || found.startsWith(asked)) return 'near'
  const [year, month, day] = asked.split('-')
  return found === `${year}-${day}-${month}` ? 'near' : 'differs'
}
