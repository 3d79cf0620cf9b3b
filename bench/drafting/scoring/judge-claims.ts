/** Judges a statement by its claims, as the resources that are built from it will state them. */
import type { Claim, ClaimKind } from '../../../src/core/clinical-note.ts'
import type { Fact } from '../talks/truth.ts'
import { type ErrorClass, type Given, type Judgement, type Key, listExplained, listRequired } from './judgement.ts'
import { listMentions } from './mentions.ts'
import { normalise } from './normalise.ts'
import { isSame, type Quantity, quantitiesOf } from './quantities.ts'

/** Kinds of claims that say the same thing have one family. */
const families: Readonly<Record<ClaimKind, string>> = {
  complaint: 'finding', symptom: 'finding', finding: 'finding', vital: 'finding', history: 'history', procedure: 'history', immunisation: 'history',
  medication: 'medication', allergy: 'allergy', family: 'family', social: 'social', impression: 'impression', plan: 'plan', request: 'plan', 'follow-up': 'plan', 'safety-net': 'safety-net',
} // biome-ignore format: a list

const isPlan = ({ kind, change }: Pick<Claim | Fact, 'kind' | 'change'>): boolean => families[kind] === 'plan' || kind === 'safety-net' || (kind === 'medication' && change !== undefined) // biome-ignore format: short

function judgeKind(claim: Claim, fact: Fact): ErrorClass | undefined {
  if (isPlan(fact) !== isPlan(claim)) return 'plan'
  if (fact.change !== undefined && claim.change !== undefined && claim.change !== fact.change) return 'plan'
  if (families[claim.kind] === families[fact.kind] || isPlan(fact)) return undefined
  const [said, known] = [families[claim.kind], families[fact.kind]]
  if (fact.time !== 'current' && said === 'history') return undefined
  // Food, medicines and earlier illnesses may stand as a symptom, as history or as a habit.
  return known === 'finding' &&
    (said === 'social' || (said === 'history' && (fact.optional || fact.polarity === 'absent')))
    ? undefined
    : 'sense'
}

function judgeTime(claim: Claim, { time, kind, optional }: Fact): ErrorClass | undefined {
  if (time === 'resolved' || (time === 'past' && (kind === 'medication' || kind === 'social')))
    return claim.time === 'past' ? undefined : 'time'
  return ['symptom', 'complaint', 'finding', 'vital', 'medication'].includes(kind) && !optional && claim.time === 'past'
    ? 'time'
    : undefined
}

function judgeCertainty(
  { certainty }: Claim,
  { certainty: known, kind }: Fact,
  isUnsure: boolean,
): ErrorClass | undefined {
  return certainty === known || kind === 'safety-net' || (isUnsure && certainty === 'uncertain')
    ? undefined
    : 'certainty'
}

const quantitiesOfClaim = ({ value, unit, frequency, duration, when, dose }: Claim): readonly Quantity[] =>
  [value === undefined ? undefined : `${value} ${unit ?? ''}`, frequency, duration, when, dose].flatMap((text) =>
    text === undefined ? [] : quantitiesOf(text),
  )

/** One of the two numbers of a blood pressure may stand alone. */
const agrees = (said: Quantity, known: Quantity): boolean =>
  isSame(said, known) || (known.kind === 'pair' && known.digits.split('/').includes(said.digits))

function judgeClaim(claim: Claim, fact: Fact, isUnsure: boolean): Given & { readonly missing: number } {
  const said = quantitiesOfClaim(claim)
  const known = listExplained(fact)
  const wrong = said.filter((each) => !known.some((one) => agrees(each, one)))
  const polarity = fact.kind !== 'safety-net' && claim.polarity !== fact.polarity ? (['polarity'] as const) : []
  const errors: ErrorClass[] = [
    ...polarity,
    ...(claim.person === fact.person ? [] : (['person'] as const)),
    ...[judgeKind(claim, fact), judgeTime(claim, fact), judgeCertainty(claim, fact, isUnsure)].flatMap(
      (error) => error ?? [],
    ),
    ...(claim.side !== undefined && fact.side !== undefined && claim.side !== fact.side ? (['side'] as const) : []),
    ...wrong.map((): ErrorClass => (fact.kind === 'medication' ? 'dose' : 'number')),
  ]
  const missing = listRequired(fact).filter((wanted) => !said.some((each) => agrees(each, wanted))).length + (fact.side !== undefined && claim.side === undefined ? 1 : 0) // biome-ignore format: short
  return { fact, errors, missing, isWhole: errors.length === 0 && missing === 0 }
}

/** Judges one claim by the fact or the trap that fits best among those that its words name. */
function judgeOne(claim: Claim, { names, unsure }: Key): Pick<Judgement, 'given' | 'errors' | 'traps'> {
  const mentions =
    [claim.display, claim.concept.replace(/[-_]/g, ' ')]
      .map((text) => listMentions(normalise(text), names))
      .find((found) => found.length > 0) ?? []
  const items = mentions.flatMap((mention) => mention.items)
  const judged = items
    .flatMap((item) => (item.is === 'fact' ? [judgeClaim(claim, item.fact, unsure.has(item.fact))] : []))
    .toSorted((one, other) => one.errors.length - other.errors.length || one.missing - other.missing)
  const [best] = judged
  if (best !== undefined) {
    const alike = judged.filter(({ errors, missing }) => errors.length === 0 && missing === best.missing)
    return { given: alike.length > 0 ? alike : [best], errors: best.errors, traps: [] }
  }
  const trap = items.find((item) => item.is === 'trap')
  if (trap === undefined) return { given: [], errors: ['sense'], traps: [] }
  // A note may tell the reviewer that something was denied or only thought of.
  const isExcused = trap.trap.kind === 'excluded' && claim.polarity === 'absent'
  return isExcused
    ? { given: [], errors: [], traps: [] }
    : { given: [], errors: [errorOf[trap.trap.kind] ?? 'sense'], traps: [trap.trap] }
}

const errorOf: Readonly<Record<string, ErrorClass>> = {
  'other-person': 'person',
  refused: 'plan',
  condition: 'plan',
  'not-chosen': 'plan',
}

export function judgeClaims(claims: readonly Claim[], key: Key): Judgement {
  const judged = claims.map((claim) => judgeOne(claim, key))
  return {
    given: judged.flatMap(({ given }) => given),
    errors: judged.flatMap(({ errors }) => errors),
    traps: judged.flatMap(({ traps }) => traps),
    names: judged.some(({ given, traps }) => given.length + traps.length > 0),
  }
}
