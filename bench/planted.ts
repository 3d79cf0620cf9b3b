/** Errors planted by rule into a note, one at a time, sentence and claims changed alike; does the verifier see each? */

import type { Claim, Note, Segment, Statement, Verification } from '../src/core/clinical-note.ts'
import { hedge, unclear } from '../src/drafting/compose/hedging.ts'
import { joinTexts } from '../src/drafting/compose/packing.ts'
import { takeApart } from '../src/drafting/verify/parts.ts'
import { quantitiesIn } from '../src/drafting/verify/words.ts'

export type Planted = { readonly kind: string; readonly isDetected: boolean; readonly text: string }
type Plant = (statement: Statement, context: Context) => Statement | undefined
type Context = {
  readonly statements: readonly Statement[]
  readonly segments: readonly Segment[]
  readonly index: number
}

const isPlan = ({ claims }: Statement): boolean =>
  claims.some(({ kind }) => kind === 'plan' || kind === 'safety-net' || kind === 'impression')
const lower = (text: string): string => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const withClaims = (statement: Statement, text: string, change: Partial<Claim>): Statement => ({
  ...statement,
  text,
  claims: statement.claims.map((claim) => ({ ...claim, ...change })),
})

/** Keeps the hedge at its place. */
function inner(text: string, change: (plain: string) => string): string {
  const isHedged = /^Possibly /.test(text)
  const plain = isHedged ? upper(text.slice('Possibly '.length)) : text
  return isHedged ? `Possibly ${lower(change(plain))}` : change(plain)
}

const negate: Plant = (statement) => {
  if (isPlan(statement) || statement.claims[0]?.kind === 'social') return undefined
  if (/^(?:Possibly )?no /i.test(statement.text)) {
    const text = inner(statement.text, (plain) => upper(plain.replace(/^No (?:other |relevant )?/, '')))
    return withClaims(statement, text, { polarity: 'present' })
  }
  if (/^(?:Possibly )?(?:Does not|Reports\b)/i.test(statement.text)) return reported(statement)
  const lead = /^(?:Takes|Taking|Uses|Has tried) /
  const text = inner(statement.text, (plain) =>
    lead.test(plain) ? plain.replace(lead, 'Does not take ') : `No ${lower(plain)}`,
  )
  return withClaims(statement, text, { polarity: 'absent', time: 'current' })
}

/** "Reports: has been well" to "Reports: has not been well"; "Does not take" to "Takes". */
function reported(statement: Statement): Statement | undefined {
  const text = statement.text
    .replace(/\bdoes not take\b/i, 'Takes')
    .replace(/(: "?)(has|is|was|feels|had|did|can) (?!not)/, '$1$2 not ')
  const change = text.includes(': ') ? {} : ({ polarity: 'present' } as const)
  return text === statement.text ? undefined : withClaims(statement, text, change)
}

const numberPattern = /\b\d+\b/
const changeNumber: Plant = (statement) => {
  const match = numberPattern.exec(statement.text)
  if (match === null) return undefined
  const next = String(Number(match[0]) + 1)
  return swapText(statement, match[0], next)
}

/** The same change in the sentence and in every slot. */
function swapText(statement: Statement, from: string, to: string): Statement {
  const swap = (text: string) => text.replace(new RegExp(`\\b${from}\\b`), to)
  return {
    ...statement,
    text: swap(statement.text),
    claims: statement.claims.map((claim) => ({
      ...claim,
      ...(claim.duration === undefined ? {} : { duration: swap(claim.duration) }),
      ...(claim.frequency === undefined ? {} : { frequency: swap(claim.frequency) }),
      ...(claim.value === undefined ? {} : { value: Number(swap(String(claim.value))) }),
      ...(claim.unit === undefined ? {} : { unit: swap(claim.unit) }),
    })),
  }
}

const swapUnit =
  (pairs: readonly (readonly [string, string])[]): Plant =>
  (statement) => {
    const pair = pairs.find(([from]) => new RegExp(`\\b${from}\\b`).test(statement.text))
    return pair === undefined || /^(?:Possibly )?review/i.test(statement.text)
      ? undefined
      : swapText(statement, pair[0], pair[1])
  }

const swapSide: Plant = (statement) => {
  const match = /\b(left|right) side\b/.exec(statement.text)
  if (match === null) return undefined
  const other = match[1] === 'left' ? 'right' : 'left'
  return withClaims(statement, statement.text.replace(match[0], `${other} side`), { side: other })
}

const swapPerson: Plant = (statement) => {
  const [claim] = statement.claims
  if (claim === undefined || claim.polarity === 'absent') return undefined
  const match = /\b(mother|father|sister|brother|grandmother|grandfather): /i.exec(statement.text)
  if (match !== null)
    return withClaims(
      statement,
      statement.text.replace(match[0], `${/^m/i.test(match[1] ?? '') ? 'Father' : 'Mother'}: `),
      {},
    )
  if (!['symptom', 'complaint', 'history'].includes(claim.kind)) return undefined
  return withClaims(
    statement,
    inner(statement.text, (plain) => `Mother: ${lower(plain.replace(/^History of /, ''))}`),
    { person: 'relative', kind: 'family' },
  )
}

const relativeAsPatient: Plant = (statement) => {
  const match = /^(?:Possibly )?(\w+): /.exec(statement.text)
  if (match === null || statement.claims[0]?.kind !== 'family') return undefined
  return withClaims(statement, `History of ${statement.text.slice(match[0].length)}`, {
    person: 'patient',
    kind: 'history',
  })
}

/** Another statement's sentence over this one's evidence. */
const fromElsewhere: Plant = (statement, { statements, index }) => {
  const isTrue = (other: Statement) =>
    other.evidence.some((item) =>
      statement.evidence.some(
        (own) => item.kind === 'segment' && own.kind === 'segment' && item.segmentId === own.segmentId,
      ),
    )
  const other = [...statements.slice(index + 3), ...statements.slice(0, index)].find(
    (candidate) =>
      !isTrue(candidate) &&
      isPlan(candidate) === isPlan(statement) &&
      candidate.claims[0]?.concept !== statement.claims[0]?.concept,
  )
  return other === undefined ? undefined : { ...statement, text: other.text, claims: other.claims }
}

const inventions: readonly (readonly [text: string, key: string, display: string])[] = [
  ['Night sweats.', 'night-sweats', 'night sweats'],
  ['Blood in urine.', 'blood-in-urine', 'blood in urine'],
  ['Palpitations.', 'palpitations', 'palpitations'],
  ['History of stroke.', 'stroke', 'stroke'],
]
const invent: Plant = (statement, { segments, index }) => {
  if (isPlan(statement)) return undefined
  const said = segments.map(({ text }) => text.toLowerCase()).join(' ')
  const free = inventions.filter(([, , display]) => !display.split(' ').some((word) => said.includes(word.slice(0, 5))))
  const choice = free[index % Math.max(1, free.length)]
  if (choice === undefined) return undefined
  const [text, concept, display] = choice
  return {
    ...statement,
    text,
    claims: [
      {
        kind: 'symptom',
        concept,
        display,
        polarity: 'present',
        certainty: 'certain',
        person: 'patient',
        time: 'current',
      },
    ],
  }
}

const stripHedge: Plant = (statement) => {
  if (!statement.text.includes('(recording unclear)')) return undefined
  const text = upper(statement.text.replace(/^Possibl[ey] /, '').replace(' (recording unclear)', ''))
  return withClaims(statement, text, { certainty: 'certain' })
}

const isUnclear = ({ text }: Statement): boolean => text.includes('(recording unclear)')

/** A hedged diagnosis as a stated one. */
const dropDoubt: Plant = (statement) => {
  const lead = /^(?:Likely|Possible|Possibly|To exclude:) /
  if (!lead.test(statement.text) || isUnclear(statement)) return undefined
  return withClaims(statement, upper(statement.text.replace(lead, '')), { certainty: 'certain' })
}

/** A stated diagnosis or illness as a supposed one. */
const addDoubt: Plant = (statement) => {
  const [claim] = statement.claims
  const isStated = claim?.certainty === 'certain' && claim.polarity === 'present' && claim.person === 'patient' && (claim.kind === 'impression' || claim.kind === 'history') // biome-ignore format: short
  if (!isStated || isUnclear(statement) || statement.parts !== undefined) return undefined
  return withClaims(statement, `Possible ${lower(statement.text.replace(/^History of /, ''))}`, {
    certainty: 'uncertain',
  })
}

const clinicianAsPatient: Plant = (statement, { segments }) => {
  if (!isPlan(statement)) return undefined
  const [evidence] = statement.evidence
  const segment = evidence?.kind === 'segment' ? segments.find(({ id }) => id === evidence.segmentId) : undefined
  if (segment?.speaker !== 'clinician') return undefined
  return withClaims(statement, statement.text, { kind: 'history' })
}

const questionOnly: Plant = (statement) => {
  const evidence = statement.evidence.filter((item) => item.kind === 'segment' && item.role === 'question')
  return evidence.length === 0 || evidence.length === statement.evidence.length ? undefined : { ...statement, evidence }
}

/** A number of the evidence in the place of another: "3 days" where "two tablets" is said as well. */
const numberNearby: Plant = (statement, { segments }) => {
  const match = numberPattern.exec(statement.text)
  const texts = new Map(segments.map(({ id, text }) => [id, text]))
  const near = statement.evidence.flatMap((item) =>
    item.kind === 'segment' ? quantitiesIn(texts.get(item.segmentId) ?? '') : [],
  )
  const other = near.find(
    ({ value, unit }) => /^\d+$/.test(value) && value !== match?.[0] && unit !== '' && !statement.text.includes(value),
  )
  return match === null || other === undefined ? undefined : swapText(statement, match[0], other.value)
}

/** Any side of the sentence, also in somebody's own words. */
const sideInWords: Plant = (statement) => {
  const match =
    /\b(left|right) (?=(?:hand|ear|eye|knee|hip|leg|arm|foot|ankle|shoulder|elbow|lower|upper|chest|calf)\b)/.exec(
      statement.text,
    )
  if (match === null) return undefined
  return swapText(statement, match[1] ?? '', match[1] === 'left' ? 'right' : 'left')
}

/** Turns a yes into a no, or a no into a yes, within a quotation. */
const flipInQuote: Plant = (statement) => {
  if (!/^(?:Reports|Also said|Examination)\b/.test(statement.text)) return undefined
  const isNot = /\b(?:do|does|did|is|are|was|can|could|have|has|should|would|will)(?:n't| not)\b/
  const text = isNot.test(statement.text)
    ? statement.text.replace(isNot, (words) => words.replace(/n't| not/, ''))
    : statement.text.replace(/\b(is|are|was|can|have|has|should|will|do|did|would|could|take|drink|come)\b/, (word) =>
        /^(?:take|drink|come)$/.test(word) ? `do not ${word}` : `${word} not`,
      )
  return text === statement.text
    ? undefined
    : {
        ...statement,
        text,
        claims: statement.claims.map((claim) => ({
          ...claim,
          display: text.replace(/^[^:]+: "?/, '').replace(/"?\.$/, ''),
        })),
      }
}

/** The finding of the statement next to it, over this one's evidence. */
const fromNeighbour: Plant = (statement, { statements, index }) => {
  const other = statements[index + 1]
  if (other === undefined || isPlan(other) !== isPlan(statement) || other.id === statement.id) return undefined
  const shares = other.evidence.some((item) =>
    statement.evidence.some(
      (own) => item.kind === 'segment' && own.kind === 'segment' && item.segmentId === own.segmentId,
    ),
  )
  const isSame = other.claims.some(({ concept, display }) =>
    statement.claims.some(
      (own) => own.concept === concept || own.display.includes(display) || display.includes(own.display),
    ),
  )
  return shares || isSame ? undefined : { ...statement, text: other.text, claims: other.claims }
}

const plants = {
  'number nearby taken': numberNearby,
  'side swapped in words': sideInWords,
  'flipped inside a quote': flipInQuote,
  "neighbour's finding": fromNeighbour,
  'negation flipped': negate,
  'number changed': changeNumber,
  'unit changed': swapUnit([['days', 'weeks'], ['weeks', 'months'], ['week', 'month'], ['mg', 'micrograms'], ['years', 'months'], ['tablets', 'capsules'], ['tablet', 'puff'], ['day', 'week']]), // biome-ignore format: a row
  'rate changed': swapUnit([
    ['twice', 'three times'],
    ['once', 'twice'],
    ['a day', 'a week'],
  ]),
  'side swapped': swapSide,
  'person swapped': swapPerson,
  'relative as patient': relativeAsPatient,
  'said elsewhere': fromElsewhere,
  'said nowhere': invent,
  'hedge stripped': stripHedge,
  'doubt dropped': dropDoubt,
  'doubt added': addDoubt,
  'clinician as patient': clinicianAsPatient,
  'answer dropped': questionOnly,
  'resolved as present': (statement) =>
    /, now resolved|, which did not help/.test(statement.text)
      ? withClaims(
          statement,
          statement.text.replace(', now resolved', ', getting worse').replace('did not help', 'helped'),
          {},
        )
      : undefined,
  'evidence dropped': (statement) => ({ ...statement, evidence: [] }),
} satisfies Readonly<Record<string, Plant>>

export type PlantedKind = keyof typeof plants | 'allergy dropped'

/** The note with this one statement alone: every statement is judged by itself. */
const onlyWith = (note: Note, own: Statement, changed: Statement): Note => ({
  ...note,
  sections: note.sections.map((section) => ({
    ...section,
    statements: section.statements.some(({ id }) => id === own.id) ? [changed] : [],
  })),
})

const without = (note: Note, isOut: (statement: Statement) => boolean): Note => ({
  ...note,
  sections: note.sections.map((section) => ({
    ...section,
    statements: section.statements.filter((own) => !isOut(own)),
  })),
})

const isHedged = (text: string): boolean => text.includes(unclear)
const plainly = (text: string): string => upper(text.replace(/^Possibl[ey] /, '').replace(unclear, ''))

/** The facts as one sentence again, sentence and parts alike: the drafter could have written it. */
function putTogether(statement: Statement, facts: readonly Statement[]): Statement {
  const [first] = facts
  if (facts.length === 1 && first !== undefined) return { ...first, id: statement.id }
  const isUnsure = facts.every(({ text }) => isHedged(text))
  const text = joinTexts(facts.map((fact) => (isUnsure ? plainly(fact.text) : fact.text)))
  const offset = (at: number, count: (fact: Statement) => number) =>
    facts.slice(0, at).reduce((sum, fact) => sum + count(fact), 0)
  return {
    ...statement,
    text: isUnsure ? hedge(text) : text,
    claims: facts.flatMap(({ claims }) => claims),
    evidence: facts.flatMap(({ evidence }) => evidence),
    parts: facts.map((fact, at) => ({
      text: fact.text,
      claims: fact.claims.map((_, index) => offset(at, ({ claims }) => claims.length) + index),
      evidence: fact.evidence.map((_, index) => offset(at, ({ evidence }) => evidence.length) + index),
    })),
  }
}

/** Each error in each fact that nothing was found against before. */
function plantInto(
  statement: Statement,
  context: Context,
): readonly { readonly kind: string; readonly changed: Statement }[] {
  const facts = takeApart(statement) ?? [statement]
  return facts.flatMap((fact, at) =>
    Object.entries<Plant>(plants).flatMap(([kind, plant]) => {
      const changed = plant(fact, context)
      const isSame = changed === undefined || (changed.text === fact.text && changed.evidence === fact.evidence && changed.claims === fact.claims) // biome-ignore format: short
      return isSame ? [] : [{ kind, changed: putTogether(statement, facts.with(at, changed)) }]
    }),
  )
}

export function plantErrors(
  note: Note,
  segments: readonly Segment[],
  verify: (note: Note) => Verification,
): readonly Planted[] {
  const statements = note.sections.flatMap((section) => section.statements)
  const facts = statements.flatMap((statement) => takeApart(statement) ?? [statement])
  const flagged = new Set(verify(note).findings.map(({ statementId }) => statementId))
  const out = statements
    .filter(({ id }) => !flagged.has(id))
    .flatMap((statement) =>
      plantInto(statement, {
        statements: facts,
        segments,
        index: facts.findIndex(({ id }) => id === statement.id),
      }).map(
        ({ kind, changed }): Planted => ({
          kind,
          isDetected: verify(onlyWith(note, statement, changed)).findings.some(
            ({ statementId }) => statementId === statement.id,
          ),
          text: `${statement.text} -> ${changed.text}`,
        }),
      ),
    )
  const allergies = statements.filter(({ claims }) =>
    claims.some(({ kind, polarity }) => kind === 'allergy' && polarity === 'present'),
  )
  if (allergies.length === 0) return out
  const isDetected = verify(without(note, (statement) => allergies.includes(statement))).findings.some(
    ({ rule }) => rule === 'allergy-dropped',
  )
  return [...out, { kind: 'allergy dropped', isDetected, text: '' }]
}
