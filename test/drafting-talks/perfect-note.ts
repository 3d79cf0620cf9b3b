/** A note with each fact of a talk in one plain sentence, as a careful clinician writes it. */

import type { Fact, Talk } from '../../bench/drafting/talks/truth.ts'
import type { Claim, ClaimKind, Section, Statement } from '../../src/core/clinical-note.ts'

const upperFirst = (text: string): string => text.replace(/^\w/, (letter) => letter.toUpperCase())
const also = (word: string, text: string | undefined): string => (text === undefined ? '' : `${word}${text}`)
const dose = ({ value, frequency, duration }: Fact): string =>
  `${also(' ', value)}${also(' ', frequency)}${also(' for ', duration)}`

const changes = { started: 'Start', stopped: 'Stop', changed: 'Change', continued: 'Continue' } as const

/** "No fever", "Possible fever", "Fever, now resolved". */
function writeSymptom({ concept, polarity, certainty, time, side, duration }: Fact): string {
  const start = certainty === 'uncertain' ? 'possible ' : polarity === 'absent' ? 'no ' : ''
  return `${start}${concept}${also(', ', side)}${also(' for ', duration)}${time === 'resolved' ? ', now resolved' : ''}`
}

function writeMedicine(fact: Fact): string {
  if (fact.change !== undefined) return `${changes[fact.change]} ${fact.concept}${dose(fact)}`
  if (fact.polarity === 'absent') return 'No regular medicines'
  return fact.time === 'past' ? `Previously took ${fact.concept}` : `Takes ${fact.concept}${dose(fact)}`
}

function writeSocial({ concept, polarity, value, time, duration }: Fact): string {
  if (polarity === 'absent') return `no ${concept}`
  return time === 'past' ? `ex-smoker, stopped ${duration} ago` : `${concept}${also(' ', value)}`
}

const writers: Readonly<Record<ClaimKind, (fact: Fact) => string>> = {
  complaint: writeSymptom,
  symptom: writeSymptom,
  finding: writeSymptom,
  vital: ({ concept, value }) => `${concept} ${value}`,
  history: ({ concept, polarity }) => (polarity === 'absent' ? `no ${concept}` : concept),
  procedure: ({ concept }) => `previous ${concept}`,
  immunisation: ({ concept }) => concept,
  medication: writeMedicine,
  allergy: ({ concept, polarity, reaction }) =>
    polarity === 'absent' ? 'no known drug allergy' : `allergic to ${concept}${also(': ', reaction?.concept)}`,
  family: ({ concept, polarity, relative }) =>
    polarity === 'absent' ? `no relevant ${concept}` : `${relative}: ${concept}`,
  social: writeSocial,
  impression: ({ concept, certainty }) => (certainty === 'uncertain' ? `probable ${concept}` : concept),
  plan: ({ concept }) => `advised: ${concept}`,
  request: ({ concept }) => `arrange ${concept}`,
  'follow-up': ({ duration }) => `review in ${duration}`,
  'safety-net': ({ concept }) => `return if ${concept}`,
}

export const writeSentence = (fact: Fact): string => `${upperFirst(writers[fact.kind](fact))}.`

export function buildClaim({
  kind,
  concept,
  polarity,
  certainty,
  person,
  time,
  side,
  value,
  frequency,
  duration,
  change,
}: Fact): Claim {
  const [, amount, unit] = /^([\d.]+)(?:\/\d+)? ?(.*)$/.exec(value ?? '') ?? []
  return {
    kind,
    concept,
    display: concept,
    polarity,
    certainty,
    person,
    time: time === 'current' ? 'current' : 'past',
    ...(side === undefined ? {} : { side }),
    ...(amount === undefined ? {} : { value: Number(amount), unit: unit ?? '' }),
    ...(frequency === undefined ? {} : { frequency }),
    ...(duration === undefined ? {} : { duration }),
    ...(change === undefined ? {} : { change }),
  }
}

export const buildStatement = (id: string, text: string, claims: readonly Claim[]): Statement => ({
  id,
  text,
  claims,
  evidence: [],
  confidence: 1,
})

export const buildSection = (key: string, statements: readonly Statement[]): Section => ({
  key,
  title: upperFirst(key),
  code: '',
  statements,
})

const planned: ReadonlySet<ClaimKind> = new Set(['plan', 'request', 'follow-up', 'safety-net'])

export function writePerfectNote({ facts }: Talk): readonly Section[] {
  const isPlanned = ({ kind, change }: Fact): boolean => planned.has(kind) || change !== undefined
  const write = (some: readonly Fact[]) =>
    some.map((fact) => buildStatement(fact.id, writeSentence(fact), [buildClaim(fact)]))
  return [
    buildSection('subjective', write(facts.filter((fact) => !isPlanned(fact)))),
    buildSection('plan', write(facts.filter(isPlanned))),
  ]
}
