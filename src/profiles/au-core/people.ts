/** AU Core 2.0.0: patients and related persons. */
import type { ProfileRow } from './build-profile.ts'
import { absentReason } from './invariants.ts'
import {
  atLeast,
  atMostOne,
  bound,
  demands,
  identifiedBy,
  likeCoding,
  one,
  references,
  slicedBy,
  supported,
  types,
  underInvariant,
} from './rows.ts'

const patient: ProfileRow = {
  id: 'patient',
  name: 'AUCorePatient',
  title: 'AU Core Patient',
  type: 'Patient',
  base: 'base:patient',
  version: '2.0.0',
  rows: [
    [
      '',
      demands(
        {
          key: 'au-core-pat-01',
          human: 'Some identifier has both system and value, or the reason why none is known stands in its place',
          expression: `(identifier.where(system.count() + value.count() >1)).exists() xor identifier.${absentReason}.exists()`,
        },
        {
          key: 'au-core-pat-02',
          human: 'Some name has a family name, or the reason why none is known stands in its place',
          expression: `name.family.exists() xor name.${absentReason}.exists()`,
        },
      ),
    ],
    ['extension:indigenousStatus', supported],
    ['extension:genderIdentity', supported],
    ['extension:individualPronouns', supported],
    ['identifier', supported, atLeast(1), slicedBy(['pattern:type']), underInvariant('au-core-pat-01')],
    ['identifier:ihi', supported, atMostOne, identifiedBy('base:ihi')],
    ['identifier:medicare', supported, identifiedBy('base:medicarecardnumber')],
    ['identifier:dva', supported, atMostOne, identifiedBy('base:dvanumber')],
    [
      'name',
      supported,
      atLeast(1),
      underInvariant('au-core-pat-02'),
      demands({
        key: 'au-core-pat-03',
        human: 'A name has a text, a family name or a given name, or the reason why none is known stands in its place',
        expression: `(text.exists() or family.exists() or given.exists()) xor ${absentReason}.exists()`,
      }),
    ],
    ['name.use', supported],
    ['name.text', supported],
    ['name.family', supported],
    ['name.given', supported],
    ['telecom', supported],
    ['telecom.system', supported],
    ['telecom.value', supported],
    ['telecom.use', supported],
    ['gender', supported, atLeast(1)],
    ['birthDate', supported, atLeast(1)],
    ['address', supported],
    ['communication', supported],
    ['communication.language', supported],
    ['communication.preferred', supported],
  ],
}

const relatedPerson: ProfileRow = {
  id: 'relatedperson',
  name: 'AUCoreRelatedPerson',
  title: 'AU Core RelatedPerson',
  type: 'RelatedPerson',
  base: 'base:relatedperson',
  version: '2.0.0',
  rows: [
    [
      '',
      demands(
        {
          key: 'au-core-relper-01',
          human: 'There is a name or a relationship, or both',
          expression: 'name.exists() or relationship.exists()',
        },
        {
          key: 'au-core-relper-02',
          human:
            'A name has a text, a family name or a given name, or the reason why none is known stands in its place',
          expression: `name.exists() implies name.${absentReason}.exists() xor name.all(text.exists() or family.exists() or given.exists())`,
        },
      ),
    ],
    ['patient', supported, references('core:patient')],
    ['relationship', supported, underInvariant('au-core-relper-01')],
    ['name', supported, underInvariant('au-core-relper-01')],
    ['name.use', supported],
    ['name.text', supported],
    ['name.family', supported],
    ['name.given', supported],
    ['telecom', supported],
    ['address', supported],
  ],
}

const sexAssignedAtBirth: ProfileRow = {
  id: 'rsg-sexassignedab',
  name: 'AUCoreSexAssignedAtBirth',
  title: 'AU Core Sex Assigned At Birth',
  type: 'Extension',
  base: 'r4:individual-recordedSexOrGender',
  version: '2.0.0',
  context: ['Patient', 'RelatedPerson', 'Person', 'Practitioner'],
  rows: [
    [''],
    ['extension:value', supported, atLeast(1), types('Extension')],
    ['extension:value.value[x]', atLeast(1), types('CodeableConcept'), bound('extensible', 'ncts:biological-sex-1')],
    ['extension:type', supported, one, types('Extension')],
    [
      'extension:type.value[x]',
      atLeast(1),
      types('CodeableConcept'),
      likeCoding('http://snomed.info/sct', '1515311000168102'),
    ],
  ],
}

export const people: readonly ProfileRow[] = [patient, relatedPerson, sexAssignedAtBirth]
