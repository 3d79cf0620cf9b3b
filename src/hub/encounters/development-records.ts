/** Records of a development tenant besides the templates: the practitioner of a development clinician. Invented people and numbers. */
import type { Organization, Practitioner, PractitionerRole } from '@medplum/fhirtypes'
import { asJson, wholeAddress } from '../../store/hub-resources.ts'
import type { Store } from '../../store/store.ts'

const au = 'http://terminology.hl7.org.au/CodeSystem/v2-0203'
const ns = 'http://ns.electronichealth.net.au/id'
const core = 'http://hl7.org.au/fhir/core/StructureDefinition'
const ids = {
  organization: '00000000-0000-7000-8000-00000000d003',
  practitioner: '00000000-0000-7000-8000-00000000d002',
  role: '00000000-0000-7000-8000-00000000d001',
} as const

const organization: Organization = {
  resourceType: 'Organization',
  id: ids.organization,
  meta: { profile: [`${core}/au-core-organization`] },
  identifier: [
    { type: { coding: [{ system: au, code: 'NOI' }] }, system: `${ns}/hi/hpio/1.0`, value: '8003628233352432' },
  ],
  active: true,
  name: 'Development Practice',
}

const practitioner: Practitioner = {
  resourceType: 'Practitioner',
  id: ids.practitioner,
  meta: { profile: [`${core}/au-core-practitioner`] },
  identifier: [
    {
      type: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'NPI' }] },
      system: `${ns}/hi/hpii/1.0`,
      value: '8003619900015717',
    },
  ],
  active: true,
  name: [{ family: 'Clinician', given: ['Development'], prefix: ['Dr'] }],
}

const role: PractitionerRole = {
  resourceType: 'PractitionerRole',
  id: ids.role,
  meta: { profile: [`${core}/au-core-practitionerrole`] },
  identifier: [
    { type: { coding: [{ system: au, code: 'UPIN' }] }, system: `${ns}/medicare-provider-number`, value: '2426621B' },
  ],
  active: true,
  practitioner: { reference: `Practitioner/${ids.practitioner}` },
  organization: { reference: `Organization/${ids.organization}` },
}

/** Runs at each start of a development server; changes nothing that exists. */
export async function seedDevelopmentRecords(store: Store, tenant: string): Promise<void> {
  await store.transactAsSystem(tenant, async (tx) => {
    await tx.lock('seed')
    for (const resource of [organization, practitioner, role]) {
      const place = wholeAddress(resource.resourceType, resource.id ?? '')
      if ((await tx.find(place)) === undefined) await tx.put({ ...place, content: asJson(resource), expected: 0 })
    }
  })
}
