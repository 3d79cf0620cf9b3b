/** Sentences about things that are only spoken of: right as what they are, wrong as facts. */
import type { ClaimKind } from '../../../src/core/clinical-note.ts'
import type { Trap, TrapKind } from '../talks/truth.ts'
import { type Desk, make, type Pair, type Sentence, type Stated, type TwinClass } from './made.ts'

type Row = {
  readonly twin: TwinClass
  readonly kind: ClaimKind
  /** Sentences that say what the thing is in the talk; none if no note would tell it. */
  readonly right: readonly ((name: string) => string)[]
  readonly rightPolarity?: 'absent'
  readonly isUnsure?: boolean
  readonly wrong: readonly ((name: string) => string)[]
  readonly wrongKind?: ClaimKind
  readonly wrongPolarity?: 'absent'
}

const rows: Readonly<Partial<Record<TrapKind, Row>>> = {
  fear: {
    twin: 'sense', kind: 'symptom', isUnsure: true,
    right: [(name) => `Worried about ${name}.`, (name) => `Concerned about possible ${name}.`, (name) => `Fears ${name}.`],
    wrong: [(name) => `Known ${name}.`, (name) => `Has ${name}.`, (name) => `History of ${name}.`], wrongKind: 'history',
  },
  'other-person': { twin: 'person', kind: 'symptom', right: [], wrong: [(name) => `Reports ${name}.`, (name) => `${name}.`] },
  refused: {
    twin: 'plan', kind: 'plan', rightPolarity: 'absent',
    right: [(name) => `Declined ${name}.`, (name) => `${name} offered but declined.`],
    wrong: [(name) => `Start ${name}.`, (name) => `${name} arranged.`, (name) => `Agreed to ${name}.`],
  },
  'not-chosen': {
    twin: 'plan', kind: 'plan', rightPolarity: 'absent',
    right: [(name) => `${name} not recommended.`, (name) => `${name} not given.`, (name) => `Decided against ${name}.`],
    wrong: [(name) => `Start ${name}.`, (name) => `${name} prescribed.`, (name) => `For ${name}.`],
  },
  condition: {
    twin: 'plan', kind: 'plan', isUnsure: true,
    right: [(name) => `Consider ${name} if no improvement.`, (name) => `${name} if symptoms persist.`],
    wrong: [(name) => `Arrange ${name}.`, (name) => `${name} requested.`, (name) => `${name} booked.`],
  },
  excluded: {
    twin: 'sense', kind: 'impression', rightPolarity: 'absent',
    right: [(name) => `${name} not suspected.`, (name) => `Not thought to be ${name}.`, (name) => `${name} considered unlikely.`],
    wrong: [(name) => `Diagnosis: ${name}.`, (name) => `Likely ${name}.`, (name) => `Impression is of ${name}.`],
  },
  warning: {
    twin: 'sense', kind: 'plan',
    right: [(name) => `Warned that ${name} may occur.`, (name) => `Counselled about ${name} as a possible side effect.`],
    wrong: [(name) => `Has ${name}.`, (name) => `Reports ${name} as a side effect.`, (name) => `Diagnosis: ${name}.`], wrongKind: 'symptom',
  },
  'turn-of-speech': { twin: 'sense', kind: 'symptom', right: [], wrong: [(name) => `Reports ${name}.`, (name) => `Has had ${name}.`] },
  unanswered: { twin: 'scope', kind: 'symptom', right: [], wrong: [(name) => `No ${name}.`, (name) => `Reports ${name}.`, (name) => `Denies ${name}.`], wrongPolarity: 'absent' },
} // biome-ignore format: a table

export function writeTrap(desk: Desk, trap: Trap): readonly Pair[] {
  const row = rows[trap.kind]
  if (row === undefined) return []
  const { talk, random } = desk
  const { concept, segments } = trap
  const stated = (kind: ClaimKind, polarity: 'present' | 'absent'): Stated => ({ kind, concept, segments, polarity })
  const text = random.pick(row.wrong)(concept)
  const isDenied = row.wrongPolarity === 'absent' && /^(?:No|Denies)/.test(text)
  const isUnsure = /^Likely/.test(text)
  const wrong: Sentence = {
    text,
    facts: [stated(row.wrongKind ?? row.kind, isDenied ? 'absent' : 'present')],
    isUnsure,
  }
  const told = row.right.length === 0 ? undefined : random.pick(row.right)(concept)
  const right = told === undefined ? {} : { right: make({ text: told, facts: [stated(row.kind, row.rightPolarity ?? 'present')], isUnsure: row.isUnsure === true }, talk) } // biome-ignore format: short
  return [{ talk, about: trap.kind, ...right, wrong: make(wrong, talk), twin: row.twin }]
}
