/** The index rows that rule out that a caller may see a resource, before its content is read. D192; docs/security.md#what-may-not-be-read. */

import type { SearchParameters } from '../fhir-search/parameters/search-parameters.ts'
import type { Predicate } from '../store/resources/search/predicates.ts'
import type { Guard } from '../store/resources/search/search-scope.ts'
import { type Access, isDirectory } from './access.ts'
import { tellsOf } from './restriction.ts'

/** Rules out no more than `readScopeOf` judges by content: what another patient's record holds, and what names a denied patient. */
export function guardOf(parameters: SearchParameters, access: Access, type: string): Guard {
  const { deniedPatients } = access
  const kept = listPatients(access, type)?.map((patient) => `Patient/${patient}`)
  return {
    ...(kept === undefined ? {} : { kept: keptTo(parameters, type, kept) }),
    ...(deniedPatients === undefined ? {} : denialGuard(deniedPatients)),
  }
}

export const denialGuard = (deniedPatients: readonly string[]): Guard => ({
  denied: deniedPatients.map((id) => `Patient/${id}`),
})

/** The patients to whose records the caller is kept; undefined if a scope lets through resources of others. */
function listPatients({ patient, narrowed }: Access, type: string): readonly string[] | undefined {
  if (isDirectory(type)) return undefined
  const patients = (narrowed ?? [{ patient }]).map((grant) => grant.patient)
  return patients.every((one) => one !== undefined) ? [...new Set(patients)] : undefined
}

/** D27: a Provenance belongs to a patient by its targets. */
const keptTo = (
  parameters: SearchParameters,
  type: string,
  targets: readonly string[],
): NonNullable<Guard['kept']> => ({
  of: anyOf(
    targets.flatMap((target) => [
      { kind: 'own', target },
      ...(type === 'Provenance' ? [tellsOf(parameters, target)] : []),
    ]),
  ),
  ofDeleted: anyOf(targets.map((target) => ({ kind: 'compartment', target }))),
})

const anyOf = (of: readonly Predicate[]): Predicate => ({ kind: 'any', of })
