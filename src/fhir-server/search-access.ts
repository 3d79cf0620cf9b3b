/** What a search may look at: the caller's scopes as a part of each statement. SMART App Launch 2.2; DESIGN.md "Identity". */
import type { Caller } from '../caller.ts'
import type { Restriction } from '../store/search-tests.ts'
import { findAccess, isDirectory } from './access.ts'

/** Undefined where the caller may see all of every type. */
export function restrict(caller: Caller, types: readonly string[]): Restriction | undefined {
  const own = [...new Set(types)].map((type) => ({
    type,
    patient: (findAccess(caller, type, 'search-type') ?? findAccess(caller, type, 'read'))?.patient,
  }))
  const patient = own.find((one) => one.patient !== undefined)?.patient
  if (patient === undefined) return undefined
  const openTypes = own.flatMap((one) => (one.patient === undefined || isDirectory(one.type) ? [one.type] : []))
  return { compartments: [`Patient/${patient}`], openTypes }
}
