/** Checks as rows, each asked for only where the CapabilityStatement claims what it is about. R4 capabilitystatement.html. */
import { type Check, type Level, skipUnless } from '../check.ts'
import { isObject, type JsonObject, select } from '../json.ts'

/** The server's claims about Patient and about the system. */
export type Claims = { statement?: JsonObject }

const r4 = 'http://hl7.org/fhir/R4'

export type Row = {
  readonly id: string
  readonly title: string
  readonly source: string
  readonly level?: Level
  /** Interaction of Patient, or flag of its row, that has to be claimed. */
  readonly claim?: string
  readonly run: Check['run']
}

/** A claim is an interaction code, of the type or the system, or a field of the type's row that is true or not `not-supported`. */
export function isClaimed({ statement }: Claims, claim: string | undefined): boolean {
  if (claim === undefined || statement === undefined) return true
  const patient = select(statement, 'rest.resource')
    .filter(isObject)
    .find((resource) => resource['type'] === 'Patient')
  const codes = [...select(patient, 'interaction.code'), ...select(statement, 'rest.interaction.code')]
  const field = patient?.[claim]
  return codes.includes(claim) || (field !== undefined && field !== false && field !== 'not-supported')
}

export const toChecks = (prefix: string, rows: readonly Row[], claims: Claims): Check[] =>
  rows.map(({ id, title, source, level = 'SHALL', claim, run }) => ({
    id: `${prefix}-${id}`,
    title,
    requirement: { level, text: title, source: `${r4}/${source}` },
    isNeeded: () => isClaimed(claims, claim),
    run,
  }))

export function need<T>(value: T | undefined, what: string): T {
  skipUnless(value !== undefined, what)
  return value
}
