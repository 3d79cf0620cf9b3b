/** AU Core 2.0.0: encounters, findings and procedures. */
import type { ProfileRow } from './build-profile.ts'
import { snomedSite } from './invariants.ts'
import { atLeast, atMostOne, bound, demands, references, slicedBy, supported, types, underInvariant } from './rows.ts'

const encounter: ProfileRow = {
  id: 'encounter',
  name: 'AUCoreEncounter',
  title: 'AU Core Encounter',
  type: 'Encounter',
  base: 'base:encounter',
  version: '2.0.0',
  rows: [
    [''],
    ['status', supported],
    ['class', supported],
    ['serviceType', supported, bound('preferred', 'ncts:service-type-1')],
    ['subject', supported, atLeast(1), references('core:patient')],
    ['participant', supported],
    ['participant.type', supported],
    [
      'participant.individual',
      supported,
      references('core:practitioner', 'core:practitionerrole', 'core:relatedperson'),
    ],
    ['period', supported],
    ['reasonCode', supported],
    ['reasonReference', supported, references('core:condition', 'r4:Observation', 'core:procedure')],
    ['location', supported],
    ['location.location', supported, references('core:location')],
    ['serviceProvider', supported, references('core:organization')],
  ],
}

const condition: ProfileRow = {
  id: 'condition',
  name: 'AUCoreCondition',
  title: 'AU Core Condition',
  type: 'Condition',
  base: 'base:condition',
  version: '2.0.0',
  rows: [
    [''],
    ['clinicalStatus', supported],
    ['verificationStatus', supported],
    ['category', supported, atLeast(1)],
    ['severity', supported, bound('extensible', 'r4set:condition-severity')],
    ['code', supported, atLeast(1), bound('extensible', 'ncts:clinical-condition-1')],
    [
      'bodySite',
      underInvariant('au-core-cond-01'),
      demands(snomedSite('au-core-cond-01')),
      bound('extensible', 'ncts:body-site-1'),
    ],
    ['subject', supported, references('core:patient')],
    ['onset[x]', supported, types('+dateTime', 'Age', 'Period', 'Range')],
    ['abatement[x]', supported, types('dateTime', 'Age', 'Period', 'Range')],
    ['note', supported],
  ],
}

const allergyIntolerance: ProfileRow = {
  id: 'allergyintolerance',
  name: 'AUCoreAllergyIntolerance',
  title: 'AU Core AllergyIntolerance',
  type: 'AllergyIntolerance',
  base: 'base:allergyintolerance',
  version: '2.0.0',
  rows: [
    [''],
    ['clinicalStatus', supported],
    ['verificationStatus', supported],
    [
      'code',
      supported,
      atLeast(1),
      bound('extensible', 'ncts:indicator-hypersensitivity-intolerance-to-substance-2', [
        'adb-ait-substances-cand',
        'ncts:adverse-reaction-substances-and-negated-findings-1',
      ]),
    ],
    ['patient', supported, references('core:patient')],
    ['onset[x]', supported, types('+dateTime', 'Age', 'Period', 'Range')],
    ['note', supported],
    ['reaction', supported],
    ['reaction.manifestation', supported],
    ['reaction.severity', supported],
  ],
}

const procedure: ProfileRow = {
  id: 'procedure',
  name: 'AUCoreProcedure',
  title: 'AU Core Procedure',
  type: 'Procedure',
  base: 'base:procedure',
  version: '2.0.0',
  rows: [
    [''],
    ['status', supported],
    ['code', supported, atLeast(1), bound('extensible', 'ncts:procedure-1')],
    ['subject', supported, references('core:patient')],
    ['encounter', supported, references('core:encounter')],
    ['performed[x]', supported, types('+dateTime', 'Period', 'string', 'Age', 'Range')],
    ['reasonCode', supported],
    [
      'reasonReference',
      supported,
      references('core:condition', 'r4:Observation', 'core:procedure', 'r4:DocumentReference'),
    ],
    [
      'bodySite',
      underInvariant('au-core-pro-01'),
      demands(snomedSite('au-core-pro-01')),
      bound('extensible', 'ncts:body-site-1'),
    ],
  ],
}

const immunization: ProfileRow = {
  id: 'immunization',
  name: 'AUCoreImmunization',
  title: 'AU Core Immunization',
  type: 'Immunization',
  base: 'base:immunization',
  version: '2.0.0',
  rows: [
    [''],
    ['status', supported],
    ['vaccineCode', supported],
    ['vaccineCode.coding', slicedBy(['pattern:$this'])],
    ['vaccineCode.coding:amtVaccineCode', supported, atMostOne, bound('required', 'ncts:amt-vaccine-1')],
    [
      'vaccineCode.coding:airVaccineCode',
      supported,
      atMostOne,
      bound('required', 'ncts:australian-immunisation-register-vaccine-1'),
    ],
    ['patient', supported, references('core:patient')],
    ['occurrence[x]', supported, types('+dateTime', 'string')],
    ['primarySource', supported],
    ['lotNumber', supported],
    ['note', supported],
  ],
}

export const clinical: readonly ProfileRow[] = [encounter, condition, allergyIntolerance, procedure, immunization]
