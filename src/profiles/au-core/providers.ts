/** AU Core 2.0.0: practitioners, organisations and locations; Endpoint by the 2.1.0 draft. */
import type { ProfileRow } from './build-profile.ts'
import { absentReason } from './invariants.ts'
import {
  atLeast,
  atMostOne,
  bound,
  demands,
  identifiedBy,
  references,
  slicedBy,
  supported,
  underInvariant,
} from './rows.ts'

const practitioner: ProfileRow = {
  id: 'practitioner',
  name: 'AUCorePractitioner',
  title: 'AU Core Practitioner',
  type: 'Practitioner',
  base: 'base:practitioner',
  version: '2.0.0',
  rows: [
    [''],
    ['identifier', supported, slicedBy(['pattern:type'])],
    ['identifier:hpii', supported, atMostOne, identifiedBy('base:hpii')],
    ['name', supported, atLeast(1)],
    ['name.family', supported, atLeast(1)],
    ['name.given', supported],
  ],
}

const practitionerRole: ProfileRow = {
  id: 'practitionerrole',
  name: 'AUCorePractitionerRole',
  title: 'AU Core PractitionerRole',
  type: 'PractitionerRole',
  base: 'base:practitionerrole',
  version: '2.0.0',
  rows: [
    [''],
    ['identifier', supported, slicedBy(['pattern:type'])],
    ['identifier:medicareProvider', supported, atMostOne, identifiedBy('base:medicareprovidernumber')],
    [
      'practitioner',
      supported,
      atLeast(1),
      references('core:practitioner'),
      underInvariant('au-core-prarol-01'),
      demands({
        key: 'au-core-prarol-01',
        human: 'There is a reference, an identifier or a display, or the reason why none is known stands in its place',
        expression: `(reference.exists() or identifier.exists() or display.exists()) xor ${absentReason}.exists()`,
      }),
    ],
    ['organization', supported, references('core:organization')],
    ['code', supported],
    ['specialty', supported],
    ['telecom', supported],
    ['telecom.system', supported],
    ['telecom.value', supported],
  ],
}

const ns = 'http://ns.electronichealth.net.au/id'

const organization: ProfileRow = {
  id: 'organization',
  name: 'AUCoreOrganization',
  title: 'AU Core Organization',
  type: 'Organization',
  base: 'base:organization',
  version: '2.0.0',
  rows: [
    [''],
    [
      'identifier',
      supported,
      slicedBy(['pattern:system']),
      underInvariant('au-core-org-01'),
      demands({
        key: 'au-core-org-01',
        human: 'An identifier of the type NOI is an HPI-O or a PAI-O',
        expression: `type.coding.where(code='NOI').exists() implies ((system='${ns}/hi/hpio/1.0') or (system='${ns}/pcehr/paio/1.0'))`,
      }),
    ],
    ['identifier:hpio', supported, atMostOne, identifiedBy('base:hpio')],
    ['identifier:abn', supported, identifiedBy('base:australianbusinessnumber')],
    ['type', supported],
    ['name', supported, atLeast(1)],
    ['telecom', supported],
    ['telecom.system', supported],
    ['telecom.value', supported],
    ['address', supported],
  ],
}

const healthcareService: ProfileRow = {
  id: 'healthcareservice',
  name: 'AUCoreHealthcareService',
  title: 'AU Core HealthcareService',
  type: 'HealthcareService',
  base: 'base:healthcareservice',
  version: '2.0.0',
  rows: [
    [''],
    ['identifier', supported],
    ['type', supported, bound('extensible', 'ncts:service-type-1')],
    ['name', supported, atLeast(1)],
    ['telecom', supported],
  ],
}

const location: ProfileRow = {
  id: 'location',
  name: 'AUCoreLocation',
  title: 'AU Core Location',
  type: 'Location',
  base: 'base:location',
  version: '2.0.0',
  rows: [
    [
      '',
      demands({
        key: 'au-core-loc-01',
        human: 'There is an address, a type, or an identifier with both system and value',
        expression: 'address.exists() or type.exists() or identifier.where(system.count() + value.count() >1).exists()',
      }),
    ],
    ['identifier', underInvariant('au-core-loc-01')],
    ['name', supported],
    ['type', supported, underInvariant('au-core-loc-01')],
    ['address', supported, underInvariant('au-core-loc-01')],
    ['physicalType', supported],
    ['managingOrganization', supported, references('core:organization')],
  ],
}

const endpoint: ProfileRow = {
  id: 'endpoint',
  name: 'AUCoreEndpoint',
  title: 'AU Core Endpoint',
  type: 'Endpoint',
  base: 'base:endpoint',
  version: '2.1.0-draft',
  rows: [
    [''],
    ['status', supported],
    ['connectionType', supported],
    ['name', supported],
    ['payloadType', supported],
    ['address', supported],
  ],
}

export const providers: readonly ProfileRow[] = [
  practitioner,
  practitionerRole,
  organization,
  healthcareService,
  location,
  endpoint,
]
