/** Whom a FHIR resource is about, by the element that says it. R4 compartmentdefinition-patient.html. */
import type { OwnAddresses } from '../fhir/own-addresses.ts'
import { targetOf } from '../fhir/reference.ts'
import type { JsonObject } from '../json.ts'

type Concerning = {
  readonly resourceType?: string
  readonly id?: string
  readonly subject?: { readonly reference?: string }
  readonly patient?: { readonly reference?: string }
  readonly beneficiary?: { readonly reference?: string }
}

/** `Patient/<id>`, or whatever else it is about; undefined for what is about nobody. */
export function findConcerned(addresses: OwnAddresses, resource: JsonObject): string | undefined {
  const { resourceType, id, subject, patient, beneficiary } = resource as Concerning
  if (resourceType === 'Patient') return `Patient/${id}`
  const reference = (subject ?? patient ?? beneficiary)?.reference
  return reference === undefined ? undefined : (targetOf(addresses, reference) ?? reference)
}
