/** Sections that say that there is nothing of their kind. R4 list-empty-reason `nilknown`; D134. */
import type { Claim, ClaimKind, Section, Statement } from '../../core/clinical-note.ts'
import { isUnclear } from './stated-facts.ts'
import { normaliseTerm } from './vitals.ts'

/** Statements that deny a whole kind of facts. "No known medicine allergies" and "No other medicines" deny a part of it. */
const wholes: readonly (readonly [kind: ClaimKind, display: string])[] = [
  ['allergy', 'known allergies'],
  ['history', 'medical problems'],
]

const deniesWhole = ({ kind, display, polarity, certainty, person, time }: Claim): boolean =>
  polarity === 'absent' &&
  certainty === 'certain' &&
  person === 'patient' &&
  time === 'current' &&
  wholes.some(([of, term]) => of === kind && term === normaliseTerm(display))

const deniesAll = (statement: Statement): boolean =>
  !isUnclear(statement) && statement.claims.length > 0 && statement.claims.every(deniesWhole)

/** Each of its statements does, certainly. */
export const saysNilKnown = ({ statements }: Section): boolean => statements.length > 0 && statements.every(deniesAll)

/** A medicine of the past is none that is taken. */
const denies = ({ claims }: Statement): boolean =>
  claims.length > 0 &&
  claims.every(({ polarity, kind, time }) => polarity === 'absent' || (kind === 'medication' && time === 'past'))

/** It denies a part, or may deny the whole: no fact of its kind is known, and not that there is none. */
export const saysDenialsAlone = ({ statements }: Section): boolean => statements.length > 0 && statements.every(denies)
