/** The published examples with a patient's values in every field that takes text. http://hl7.org/fhir/R4, npm hl7.fhir.r4.examples 4.0.1, CC0. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { r4Examples as folder } from '../../judges/r4-examples.ts'
import { canaries } from './planted-patient.ts'

/** One small example each. */
const types = [
  ...[
    'AllergyIntolerance',
    'Appointment',
    'Basic',
    'CarePlan',
    'Claim',
    'ClinicalImpression',
    'Communication',
    'Composition',
  ],
  ...[
    'Condition',
    'Consent',
    'Coverage',
    'DiagnosticReport',
    'DocumentReference',
    'Encounter',
    'FamilyMemberHistory',
    'Flag',
  ],
  ...[
    'Goal',
    'Immunization',
    'List',
    'Media',
    'MedicationRequest',
    'MedicationStatement',
    'Observation',
    'Patient',
    'Person',
  ],
  ...['Practitioner', 'Procedure', 'QuestionnaireResponse', 'RelatedPerson', 'ServiceRequest', 'Specimen', 'Task'],
] as const

/** Elements of string, markdown and base64Binary, by name. */
const texts: Readonly<Record<string, string>> = {
  family: canaries.family,
  given: canaries.given,
  line: canaries.street,
  city: canaries.street,
  district: canaries.street,
  birthDate: canaries.birthDate,
  value: canaries.record,
  div: `<div xmlns="http://www.w3.org/1999/xhtml">${canaries.written}</div>`,
  data: Buffer.from(canaries.written).toString('base64'),
  ...Object.fromEntries(
    [
      'text',
      'display',
      'description',
      'title',
      'name',
      'comment',
      'valueString',
      'contentString',
      'detail',
      'label',
    ].map((name) => [name, canaries.written]),
  ),
  ...Object.fromEntries(
    [
      'patientInstruction',
      'summary',
      'clinicalNote',
      'conclusion',
      'authorString',
      'lotNumber',
      'prefix',
      'suffix',
    ].map((name) => [name, canaries.said]),
  ),
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }

function plant(json: Json, name = ''): Json {
  if (Array.isArray(json)) return json.map((item: Json) => plant(item, name))
  if (typeof json === 'string') return texts[name] ?? json
  if (json === null || typeof json !== 'object') return json
  const planted = Object.fromEntries(Object.entries(json).map(([member, value]) => [member, plant(value, member)]))
  // R4 datatypes.html#Identifier: a value of this system is a URI.
  const isUri = planted['system'] === 'urn:ietf:rfc:3986'
  return isUri ? { ...planted, value: `urn:record:${canaries.record}` } : planted
}

export type PlantedResource = { readonly resourceType: string; readonly [name: string]: unknown }

const maxBytes = 20_000
const maxCandidates = 5

/** The longest examples of each type; some of them are not valid. */
export function listPlantedResources(): readonly (readonly PlantedResource[])[] {
  const names = readdirSync(folder).sort()
  return types.map((type) =>
    names
      .filter((name) => name.startsWith(`${type}-`) && name.endsWith('.json'))
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .filter((text) => text.length < maxBytes)
      .sort((a, b) => b.length - a.length)
      .slice(0, maxCandidates)
      .map((text) => {
        const { id: _id, ...planted } = plant(JSON.parse(text) as Json) as PlantedResource & { readonly id: string }
        return planted
      }),
  )
}
