/** Keeps patients and carers to the one patient in their token. docs/design/hub.md#access; D27. */
import { type Caller, findOwnPatient } from '../core/caller.ts'
import { Problem } from '../core/problems.ts'

/** The patient whose record is all that the caller may see; undefined for other callers. Throws if the token of a patient or carer names none. */
export function readOwnPatient(caller: Caller): string | undefined {
  const patientId = findOwnPatient(caller)
  if (patientId === null) throw new Problem('role-required', { detail: 'The token names no patient' })
  return patientId
}

/** Throws 404 for another patient's resource. */
export function checkOwn(caller: Caller, patientId: string): void {
  const own = readOwnPatient(caller)
  if (own !== undefined && own !== patientId) throw new Problem('not-found')
}

/** No patient has this id: a list for another patient is empty, as for one who does not exist. */
const nobody = '-'

/** The patients of a list: all, the caller's own, or the one in the query. */
export function chooseListed(caller: Caller, asked: string | undefined): string | undefined {
  const own = readOwnPatient(caller)
  if (own === undefined) return asked
  return asked === undefined || asked === own ? own : nobody
}
