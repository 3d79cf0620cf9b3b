/**
 * Whether the facts of a document can be stated as coded entries: each is about the patient, and no modifier turns its meaning round.
 * R4 extensibility.html#modifierExtension.
 */
import type { Reference, Resource } from '@medplum/fhirtypes'
import { isJsonObject, type JsonValue } from '../core/json.ts'
import { listStated } from './clinical-facts.ts'
import type { Located, OpenDocument } from './document-resources.ts'
import type { Refusal } from './refusal.ts'

/** For a form that carries entries. The reasons repeat nothing of them, and each stands once. */
export function checkStated({ composition, find }: OpenDocument): readonly Refusal[] {
  const { subject } = composition.resource
  const patient = find(['Patient'], subject?.reference, composition)
  const isPatient = (reference: Reference, from: Located): boolean =>
    patient !== undefined && find(['Patient'], reference.reference, from)?.resource === patient.resource
  const refusals = listStated(composition, find).flatMap(({ located, list }) => [
    ...checkResource(located, isPatient),
    ...(list === undefined ? [] : checkResource(list, isPatient)),
  ])
  return [...new Map(refusals.map((refusal) => [refusal.element, refusal])).values()]
}

function checkResource(
  located: Located,
  isPatient: (reference: Reference, from: Located) => boolean,
): readonly Refusal[] {
  const { resource } = located
  const element = `Composition.section.entry.resolve().ofType(${resource.resourceType})`
  const [name, reference] = subjectOf(resource)
  // R4 list.html: a List need not say whom it is about.
  const isAbout = reference === undefined ? resource.resourceType === 'List' : isPatient(reference, located)
  return [
    ...(isAbout ? [] : [{ element: `${element}.${name}`, message: 'is not Composition.subject' }]),
    ...('doNotPerform' in resource && resource.doNotPerform === true
      ? [{ element: `${element}.doNotPerform`, message: 'is true, which an entry cannot say' }]
      : []),
    ...(hasModifier(resource)
      ? [{ element: `${element}.modifierExtension`, message: 'is not understood, and may turn the meaning round' }]
      : []),
  ]
}

const subjectOf = (resource: Resource): readonly [name: string, reference: Reference | undefined] => {
  if ('patient' in resource) return ['patient', resource.patient as Reference]
  return ['subject', 'subject' in resource ? (resource.subject as Reference) : undefined]
}

/** Of the resource or of any part of it, as a dose. */
function hasModifier(resource: Resource): boolean {
  // A resource is the JSON that it is.
  const open: JsonValue[] = [resource as unknown as JsonValue]
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) open.push(...value)
    else if (isJsonObject(value)) {
      if (value['modifierExtension'] !== undefined) return true
      open.push(...Object.values(value))
    }
  }
  return false
}
