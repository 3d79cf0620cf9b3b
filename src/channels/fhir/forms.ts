/** The forms in which a document goes to a FHIR server, the richest first, and what each asks of the server. D237; docs/channels.md. */
import type { Bundle } from '@medplum/fhirtypes'
import { type Capability, capabilityOf, isPlaceable } from './capability.ts'

export const formNames = ['transaction', 'document', 'bundle', 'resources', 'reference'] as const
export type FormName = (typeof formNames)[number]

type Row = {
  readonly form: FormName
  readonly sends: string
  readonly isTaken: (capability: Capability, types: readonly string[]) => boolean
}

const creates = (capability: Capability, types: readonly string[]): boolean =>
  capability.isTransactional &&
  types.every((type) => capabilityOf(capability, type).create && capabilityOf(capability, type).conditionalCreate)

// biome-ignore format: one row a line
export const forms = [
  { form: 'transaction', sends: 'each resource of the document and a DocumentReference, in one transaction', isTaken: (capability, types) => creates(capability, [...types.filter((type) => !isOwnPatient(capability, type)), 'DocumentReference']) },
  { form: 'document',    sends: 'the document Bundle and a DocumentReference, in one transaction',           isTaken: (capability) => creates(capability, ['Bundle', 'DocumentReference']) },
  { form: 'bundle',      sends: 'the document Bundle alone',                                                 isTaken: (capability) => isPlaceable(capability, 'Bundle') },
  { form: 'resources',   sends: 'the resources one after the other, and a DocumentReference with the PDF',   isTaken: (capability) => ['Composition', 'DocumentReference'].every((type) => isPlaceable(capability, type)) && isPatientTaken(capability) },
  { form: 'reference',   sends: 'one DocumentReference with the PDF',                                        isTaken: (capability) => isPlaceable(capability, 'DocumentReference') },
] as const satisfies readonly Row[]

/** A receiver may have all patients already. */
const isOwnPatient = (capability: Capability, type: string): boolean =>
  type === 'Patient' && capabilityOf(capability, type).find

/** A Composition needs the patient's record. */
const isPatientTaken = (capability: Capability): boolean =>
  isPlaceable(capability, 'Patient') || capabilityOf(capability, 'Patient').find

const typesOf = ({ entry = [] }: Bundle): readonly string[] => [
  ...new Set(entry.map(({ resource }) => resource?.resourceType ?? '')),
]

/** Those that the server takes, the richest first. */
export const listForms = (capability: Capability, document: Bundle): readonly FormName[] =>
  formNames.filter((form) => isFormTaken(capability, form, document))

export const isFormTaken = (capability: Capability, form: FormName, document: Bundle): boolean =>
  forms.find((row) => row.form === form)?.isTaken(capability, typesOf(document)) === true

/** The types of most documents of ours, where there is no document yet. */
const sampleTypes = [
  ...['Composition', 'Patient', 'Encounter', 'PractitionerRole', 'Practitioner', 'Organization'],
  ...['Condition', 'Observation', 'MedicationStatement', 'AllergyIntolerance'],
]

export const listSampleForms = (capability: Capability): readonly FormName[] =>
  forms.flatMap(({ form, isTaken }) => (isTaken(capability, sampleTypes) ? [form] : []))
