/** Chooses the candidates of a note: each fact once, the sure before the unsure, the weighty before the slight. */
import type { Claim } from '../../core/clinical-note.ts'
import { type Candidate, isUncertain } from '../extract/candidates.ts'
import { allergens } from '../vocabulary/allergens.ts'
import { type Pack, packCandidates } from './packing.ts'

/** A long talk has more to tell, and nobody reads a note without an end: one statement for each 40 words that were said, and 25 for a short talk. D455. */
const mostStatements = (spokenWords: number): number => Math.max(25, Math.floor(spokenWords / 40))
/** The plan has room of its own: else what was told pushes it out. D444. */
const mostPlanned = (spokenWords: number): number => Math.max(15, Math.floor(spokenWords / 50))
/** A recorded fact that nobody repeated takes no room from spoken ones. */
const mostRecorded = 40

const factOf = ({ kind, concept, polarity, person, time, change, when }: Claim, text: string): string =>
  person === 'relative'
    ? text.toLowerCase()
    : `${group(kind)} ${concept} ${polarity} ${kind === 'impression' ? time : ''} ${change ?? ''} ${kind === 'immunisation' ? (when ?? '') : ''}`
const group = (kind: string): string => (kind === 'complaint' ? 'symptom' : kind === 'safety-net' ? 'safety-net' : kind)

const penalty = 20
const worth = (candidate: Candidate): number => candidate.weight - (isUncertain(candidate.quotes) ? penalty : 0)

/** Facts that another candidate states more fully, such as "Takes X" beside "Takes X 40 mg". */
function chooseOncePerFact(candidates: readonly Candidate[]): readonly Candidate[] {
  const best = new Map<string, Candidate>()
  const sorted = [...candidates].sort((a, b) => worth(b) - worth(a) || detail(b) - detail(a) || a.at - b.at)
  const kept: Candidate[] = []
  for (const candidate of sorted) {
    const facts = candidate.claims.map((claim) => factOf(claim, candidate.text))
    if (facts.every((fact) => best.has(fact))) continue
    for (const fact of facts) best.set(fact, best.get(fact) ?? candidate)
    kept.push(candidate)
  }
  return kept
}
const detail = (candidate: Candidate): number => candidate.text.length

const opposite = (claim: Claim): string =>
  `${group(claim.kind)} ${claim.concept} ${claim.polarity === 'present' ? 'absent' : 'present'}`
const plainFact = (claim: Claim): string => `${group(claim.kind)} ${claim.concept} ${claim.polarity}`

/** A decision of the clinician contradicts no history. */
const decided: ReadonlySet<Claim['kind']> = new Set(['plan', 'safety-net', 'impression', 'request', 'follow-up'])

/** A yes and a no to the same thing: neither is stated, unless the thing is a plan. */
function dropContradictions(candidates: readonly Candidate[]): readonly Candidate[] {
  const patients = candidates
    .flatMap(({ claims }) => claims)
    .filter(({ person, kind, change }) => person === 'patient' && !decided.has(kind) && change === undefined)
  const stated = new Set(patients.map(plainFact))
  const isContradicted = (claim: Claim) => patients.includes(claim) && stated.has(opposite(claim))
  const known = candidates
    .flatMap(({ claims }) => claims)
    .filter(({ kind, polarity, person }) => kind === 'allergy' && polarity === 'present' && person === 'patient')
  const isMedicineKnown = known.some(({ display }) => !allergens.has(display.split(' ')[0] ?? ''))
  const takes = candidates.some(({ claims }) =>
    claims.some(
      ({ kind, polarity, time, change }) =>
        kind === 'medication' && polarity === 'present' && time === 'current' && change !== 'started',
    ),
  )
  return candidates.filter(({ claims, text }) => {
    if (
      takes &&
      claims.some(({ concept, polarity }) => concept === 'medicines' && polarity === 'absent') &&
      !text.startsWith('No other')
    )
      return false
    const isNoAllergy = claims.some(
      ({ kind, polarity, concept }) => kind === 'allergy' && polarity === 'absent' && concept === 'allergies',
    )
    const isContrary = text.includes('medicine') ? isMedicineKnown : known.length > 0
    return !(isNoAllergy && isContrary) && !claims.some(isContradicted)
  })
}

/** A line of denials is worth as much as the facts in it: five of them weigh more than a sentence of the patient's own. D427. */
const ofDenial = { least: 58, each: 4, most: 79 }
const deniedIn = (pack: Pack): number =>
  pack.every(
    ({ claims }) =>
      claims.length > 0 && claims.every(({ kind, polarity }) => kind === 'symptom' && polarity === 'absent'),
  )
    ? pack.reduce((sum, { claims }) => sum + claims.length, 0)
    : 0

function worthOf(pack: Pack): number {
  const own = Math.max(...pack.map(worth))
  const denied = deniedIn(pack)
  return denied === 0 || isUncertain(pack[0].quotes) ? own : Math.max(own, Math.min(ofDenial.most, ofDenial.least + ofDenial.each * denied)) // biome-ignore format: short
}

const ofPlan: ReadonlySet<Claim['kind']> = new Set(['plan', 'safety-net', 'request', 'follow-up'])
const isPlanned = (pack: Pack): boolean => pack[0].quotes.length > 0 && pack.every(({ claims }) => ofPlan.has(claims[0]?.kind ?? 'symptom')) // biome-ignore format: short

/** `cut`: said, and without room in the note. D369. */
export type Chosen = { readonly packs: readonly Pack[]; readonly cut: readonly Pack[] }

/** `placeOf`: candidates with the same place may share a sentence; `spokenWords`: the length of the talk. */
export function chooseCandidates(
  candidates: readonly Candidate[],
  placeOf: (candidate: Candidate) => string | undefined,
  spokenWords: number,
): Chosen {
  const sorted = [...packCandidates(dropContradictions(chooseOncePerFact(candidates)), placeOf)].sort(
    (a, b) => worthOf(b) - worthOf(a) || a[0].at - b[0].at,
  )
  const planned = sorted.filter(isPlanned)
  const said = sorted.filter((pack) => pack[0].quotes.length > 0 && !isPlanned(pack))
  const recorded = sorted.filter(([{ quotes }]) => quotes.length === 0)
  const [most, mostOfPlan] = [mostStatements(spokenWords), mostPlanned(spokenWords)]
  return {
    packs: [...said.slice(0, most), ...planned.slice(0, mostOfPlan), ...recorded.slice(0, mostRecorded)],
    cut: [...said.slice(most), ...planned.slice(mostOfPlan)],
  }
}
