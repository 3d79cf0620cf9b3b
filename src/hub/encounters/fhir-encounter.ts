/** The FHIR Encounter of a Hub encounter. AU Core Encounter; docs/design/hub.md#release. */
import type { Encounter } from '@medplum/fhirtypes'
import type { EncounterContent } from '../../store/hub-resources.ts'
import { accountsOf } from '../release/funding.ts'

const classes = {
  AMB: 'ambulatory',
  VR: 'virtual',
  IMP: 'inpatient encounter',
  EMER: 'emergency',
  HH: 'home health',
  FLD: 'field',
} as const

export function buildFhirEncounter(id: string, content: EncounterContent): Encounter {
  const { period, organizationId, locationId, reason } = content
  const account = accountsOf(id, content)
  return {
    resourceType: 'Encounter',
    id,
    meta: { profile: ['http://hl7.org.au/fhir/core/StructureDefinition/au-core-encounter'] },
    status: content.status,
    class: {
      system: 'http://terminology.hl7.org/CodeSystem/v3-ActCode',
      code: content.class,
      display: classes[content.class as keyof typeof classes],
    },
    subject: { reference: `Patient/${content.patientId}` },
    participant: [{ individual: { reference: `PractitionerRole/${content.practitionerRoleId}` } }],
    period: { start: period.start, ...(period.end === undefined ? {} : { end: period.end }) },
    ...(reason === undefined ? {} : { reasonCode: [{ text: reason }] }),
    ...(account.length === 0 ? {} : { account }),
    ...(locationId === undefined ? {} : { location: [{ location: { reference: `Location/${locationId}` } }] }),
    ...(organizationId === undefined ? {} : { serviceProvider: { reference: `Organization/${organizationId}` } }),
  }
}
