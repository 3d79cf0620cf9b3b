/** Finds and creates single resources at a FHIR server, so that a repetition makes no second one. R4 http.html#ccreate, search.html. */
import type { Patient, Resource } from '@medplum/fhirtypes'
import { isJsonObject } from '../../core/json.ts'
import { idText } from '../../fhir/id.ts'
import { failedReceipt, rejectedReceipt } from '../transport.ts'
import { type Capability, capabilityOf } from './capability.ts'
import { type Exchange, type FhirAnswer, FhirFailure } from './exchange.ts'
import { listNumbers, meets, type Part } from './parts.ts'

export type Receiver = { readonly exchange: Exchange; readonly capability: Capability }

const garbled = (): FhirFailure => new FhirFailure(failedReceipt('garbled-answer', true))

/** Posted, because an address must not carry a patient's number. */
export async function findResources({ call }: Exchange, type: string, criteria: string): Promise<readonly Resource[]> {
  const [name = '', value = ''] = criteria.split(/=(.*)/s)
  const form = new URLSearchParams({ [name]: value, _count: '200' })
  const { body } = await call({ method: 'POST', path: `${type}/_search`, form })
  if (!isJsonObject(body) || body['type'] !== 'searchset') throw garbled()
  const { entry = [], link = [] } = body
  if (!Array.isArray(entry) || !Array.isArray(link)) throw garbled()
  // More than two hundred of one document: a person must look.
  if (link.some((one) => isJsonObject(one) && one['relation'] === 'next' && entry.length >= 200)) throw garbled()
  const found = entry.flatMap((one) => (isJsonObject(one) && isJsonObject(one['resource']) ? [one['resource']] : []))
  // The receiver's own, read with care.
  const resources = found.filter(({ resourceType }) => resourceType === type) as unknown as readonly Resource[]
  return resources.filter((resource) => meets(resource, criteria))
}

export type Placing = { readonly status: number; readonly reference: string | undefined }

/** Throws FhirFailure. */
export async function placeResource(
  { exchange, capability }: Receiver,
  { resource, criteria }: Omit<Part, 'fullUrl'>,
): Promise<Placing> {
  const { resourceType: type } = resource
  const { conditionalCreate, find } = capabilityOf(capability, type)
  const [found] = conditionalCreate ? [] : await findResources(exchange, type, criteria)
  if (found?.id !== undefined) return { status: 200, reference: `${type}/${found.id}` }
  const headers = conditionalCreate ? { 'if-none-exist': criteria } : {}
  const answer = await exchange.call({ method: 'POST', path: type, body: resource, headers })
  const reference = locate(answer, type)
  if (reference !== undefined || !find) return { status: answer.status, reference }
  const [again] = await findResources(exchange, type, criteria)
  return { status: answer.status, reference: again?.id && `${type}/${again.id}` }
}

function locate({ location = '', body }: FhirAnswer, type: string): string | undefined {
  const named = new RegExp(`(?:^|/)(${type}/${idText})(?:/_history/|$)`).exec(location)?.[1]
  if (named !== undefined) return named
  return isJsonObject(body) && body['resourceType'] === type && typeof body['id'] === 'string'
    ? `${type}/${body['id']}`
    : undefined
}

/**
 * The receiver's own record of the patient, by any number; undefined if it has none. Several, or another birth date: the document goes to
 * nobody, because it could be the wrong person.
 */
export async function findPatient({ exchange, capability }: Receiver, patient: Patient): Promise<string | undefined> {
  if (!capabilityOf(capability, 'Patient').find) return undefined
  for (const { system = '', value = '' } of listNumbers(patient)) {
    const found = (await findResources(exchange, 'Patient', `identifier=${system}|${value}`)) as readonly Patient[]
    if (found.length > 1 || found.some((one) => isOther(one, patient))) throw noPatient()
    if (found[0]?.id !== undefined) return `Patient/${found[0].id}`
  }
  return undefined
}

const isOther = (one: Patient, patient: Patient): boolean =>
  one.birthDate !== undefined && patient.birthDate !== undefined && one.birthDate !== patient.birthDate

export const noPatient = (): FhirFailure => new FhirFailure(rejectedReceipt('patient-not-found'))
