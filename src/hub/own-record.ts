/** Patients and carers: of the one patient whom their token names, and of nobody else. hub-contract "Access"; D27. */
import { type Caller, findOwnPatient } from '../core/caller.ts'
import { Problem } from '../core/problems.ts'

/** The patient to whom the caller is kept; undefined for whoever is kept to nobody. Without a patient in the token there is nothing to see. */
export function readOwnPatient(caller: Caller): string | undefined {
  const patientId = findOwnPatient(caller)
  if (patientId === null) throw new Problem('role-required', { detail: 'The token names no patient' })
  return patientId
}

/** What is somebody else's is not there. */
export function checkOwn(caller: Caller, patientId: string): void {
  const own = readOwnPatient(caller)
  if (own !== undefined && own !== patientId) throw new Problem('not-found')
}

/** Nobody has this id: asked for somebody else's, a list is empty as it is for one who does not exist. */
const nobody = '-'

/** Whose records a list shows: all, or the patient's own, or those of the one who was asked for. */
export function chooseListed(caller: Caller, asked: string | undefined): string | undefined {
  const own = readOwnPatient(caller)
  if (own === undefined) return asked
  return asked === undefined || asked === own ? own : nobody
}
