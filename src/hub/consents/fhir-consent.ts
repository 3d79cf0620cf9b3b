/** The FHIR Consent of a Hub consent, with the same meaning. R4 consent.html; docs/design/hub.md#consent. */
import type { CodeableConcept, Coding, Consent, ConsentProvision, ConsentProvisionActor } from '@medplum/fhirtypes'
import type { OwnAddresses } from '../../fhir/own-addresses.ts'
import { findLocal, type LocalReference } from '../../fhir/reference.ts'
import type { ConsentContent, ConsentPermit, RecipientClass } from '../../store/hub-resources.ts'

const terminology = 'http://terminology.hl7.org/CodeSystem'

/** consentaction: a recipient may also read what is shared. */
const actions: Readonly<Record<ConsentPermit, readonly string[]>> = {
  record: ['collect'],
  generate: ['use'],
  generate_external: ['use'],
  share: ['disclose', 'access'],
}

const classNames: Readonly<Record<RecipientClass, string>> = {
  organisation: 'Any organisation',
  practitioner: 'Any practitioner',
  patient: 'The patient',
  carer: 'Any carer of the patient',
  national_record: 'The national health record',
  legal: 'Any court, insurer or legal practitioner',
}

const receiver: CodeableConcept = { coding: [{ system: `${terminology}/v3-ParticipationType`, code: 'IRCP' }] }
const recipientTypes: ReadonlySet<string> = new Set(
  'Organization PractitionerRole Practitioner Patient RelatedPerson CareTeam Device Group'.split(' '),
)

/** The resource of this tenant that it refers to (D64); undefined for a name. */
export function findRecipient(addresses: OwnAddresses, recipient: string): LocalReference | undefined {
  const target = findLocal(addresses, recipient)
  return target !== undefined && recipientTypes.has(target.type) ? target : undefined
}

const actorOf = (addresses: OwnAddresses, recipient: string): ConsentProvisionActor => ({
  role: receiver,
  reference: findRecipient(addresses, recipient) === undefined ? { display: recipient } : { reference: recipient },
})

/** A type means everybody of that type who reads through FHIR. */
const classTypes: Readonly<Partial<Record<RecipientClass, 'Practitioner' | 'RelatedPerson'>>> = {
  practitioner: 'Practitioner',
  carer: 'RelatedPerson',
}

const classActor = (kind: RecipientClass): ConsentProvisionActor => {
  const type = classTypes[kind]
  return { role: receiver, reference: { ...(type === undefined ? {} : { type }), display: classNames[kind] } }
}

const actionsOf = (permits: readonly ConsentPermit[]): CodeableConcept[] =>
  [...new Set(permits.flatMap((permit) => actions[permit]))].map((code) => ({
    coding: [{ system: `${terminology}/consentaction`, code }],
  }))

const documents: Coding = { system: 'http://hl7.org/fhir/resource-types', code: 'Composition' }

/** FHIR has no empty members. */
const list = <Name extends string, T>(name: Name, items: readonly T[]): { [key in Name]?: T[] } =>
  (items.length === 0 ? {} : { [name]: items }) as { [key in Name]?: T[] }

function buildProvision({ content, addresses }: FhirConsentInput, decision: 'permit' | 'deny'): ConsentProvision {
  const { permits, purposes, recipients, recipientClasses = [], artifactTypes, period } = content
  return {
    type: decision,
    ...(Object.keys(period).length === 0 ? {} : { period }),
    ...list('actor', [...recipients.map((one) => actorOf(addresses, one)), ...recipientClasses.map(classActor)]),
    ...list('action', actionsOf(permits)),
    ...list(
      'purpose',
      purposes.map((code) => ({ system: `${terminology}/v3-ActReason`, code })),
    ),
    ...list('class', artifactTypes.length === 0 ? [] : [documents]),
    ...list(
      'code',
      artifactTypes.map((text) => ({ text })),
    ),
  }
}

/** The national record: a withdrawal denies, for the named document or for all. */
function listNationalRecord(
  { nationalRecord, period }: ConsentContent,
  documentId: string | undefined,
): ConsentProvision[] {
  if (nationalRecord === undefined || nationalRecord.decision === 'not_asked') return []
  const identifier = { system: 'urn:ietf:rfc:3986', value: `urn:uuid:${documentId}` }
  return [
    {
      type: nationalRecord.decision === 'withdrawn' ? 'deny' : 'permit',
      ...(Object.keys(period).length === 0 ? {} : { period }),
      actor: [classActor('national_record')],
      action: [{ coding: [{ system: `${terminology}/consentaction`, code: 'disclose' }] }],
      ...(documentId === undefined ? {} : { data: [{ meaning: 'instance', reference: { identifier } }] }),
    },
  ]
}

export type FhirConsentInput = {
  readonly id: string
  /** Our addresses, which tell references from names. */
  readonly addresses: OwnAddresses
  readonly content: ConsentContent
  readonly dateTime: string
  /** The document of the artifact in the decision on the national record. */
  readonly documentId?: string | undefined
}

/** http://terminology.hl7.org/CodeSystem/consentscope, v3-ActReason, consentaction, v3-ParticipationType. */
export function buildFhirConsent(input: FhirConsentInput): Consent {
  const { id, content, dateTime, documentId } = input
  const { givenBy, method, permits, decision = 'permit', nationalRecord } = content
  const patient = { reference: `Patient/${content.patientId}` }
  const exceptions = listNationalRecord(content, documentId)
  const [only] = exceptions
  const main = permits.length === 0 ? only : buildProvision(input, decision)
  return {
    resourceType: 'Consent',
    id,
    status: content.status === 'active' ? 'active' : 'inactive',
    scope: { coding: [{ system: `${terminology}/consentscope`, code: 'patient-privacy' }] },
    category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0', display: 'Consent Document' }] }],
    patient,
    dateTime,
    performer: [givenBy === 'patient' ? patient : { type: 'RelatedPerson', display: givenBy }],
    policyRule: {
      text: [...permits, ...(nationalRecord === undefined ? [] : ['national_record']), method].join(', '),
    },
    ...(main === undefined
      ? {}
      : { provision: { ...main, ...(permits.length === 0 ? {} : list('provision', exceptions)) } }),
  }
}
