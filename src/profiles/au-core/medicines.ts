/** AU Core 2.0.0: medicines, by PBS and AMT; MedicationDispense by the 2.1.0 draft. */
import type { ProfileRow } from './build-profile.ts'
import { absentReason } from './invariants.ts'
import { atLeast, bound, demands, type Row, references, slicedBy, supported, types, underInvariant } from './rows.ts'

/** Codings of a medicine: an item of the Pharmaceutical Benefits Scheme, a concept of the Australian Medicines Terminology. */
const medicineCodings = (place: string): Row[] => [
  [place, slicedBy(['pattern:$this'])],
  [`${place}:pbs`, supported, bound('required', 'auset:pbs-item')],
  [`${place}:amt`, supported, bound('required', 'ncts:australian-medication-1')],
]

/** A medicine by code or by a Medication. */
const medicineChoice: readonly Row[] = [
  ['medication[x]', supported, slicedBy(['type:$this'], 'closed')],
  ['medication[x]:medicationCodeableConcept', supported, types('CodeableConcept')],
  ...medicineCodings('medication[x]:medicationCodeableConcept.coding'),
  ['medication[x]:medicationReference', supported, references('core:medication')],
]

const medication: ProfileRow = {
  id: 'medication',
  name: 'AUCoreMedication',
  title: 'AU Core Medication',
  type: 'Medication',
  base: 'base:medication',
  version: '2.0.0',
  rows: [[''], ['code', supported, atLeast(1)], ...medicineCodings('code.coding')],
}

const medicationRequest: ProfileRow = {
  id: 'medicationrequest',
  name: 'AUCoreMedicationRequest',
  title: 'AU Core MedicationRequest',
  type: 'MedicationRequest',
  base: 'base:medicationrequest',
  version: '2.0.0',
  rows: [
    [''],
    ['status', supported],
    ['intent', supported],
    ...medicineChoice,
    ['subject', supported, references('core:patient')],
    ['encounter', supported, references('core:encounter')],
    [
      'authoredOn',
      supported,
      atLeast(1),
      underInvariant('au-core-medreq-01'),
      demands({
        key: 'au-core-medreq-01',
        human: 'A date names the day at least, and no reason for its absence stands beside it',
        expression: `$this.hasValue() implies (${absentReason}.value.exists().not() and $this.toString().length() >= 10)`,
      }),
    ],
    [
      'requester',
      supported,
      atLeast(1),
      references(
        'core:practitioner',
        'core:practitionerrole',
        'core:organization',
        'core:patient',
        'core:relatedperson',
      ),
    ],
    ['reasonCode', supported],
    ['reasonReference', supported, references('core:condition', 'r4:Observation')],
    ['dosageInstruction', supported],
    ['dosageInstruction.text', supported],
  ],
}

const medicationStatement: ProfileRow = {
  id: 'medicationstatement',
  name: 'AUCoreMedicationStatement',
  title: 'AU Core MedicationStatement',
  type: 'MedicationStatement',
  base: 'base:medicationstatement',
  version: '2.0.0',
  rows: [
    [''],
    ['status', supported],
    ...medicineChoice,
    ['subject', supported, references('core:patient')],
    ['effective[x]', supported],
    ['dateAsserted', supported],
    ['reasonCode', supported],
    ['reasonReference', supported, references('core:condition', 'r4:Observation', 'base:diagnosticreport')],
    ['dosage', supported],
    ['dosage.text', supported],
  ],
}

const medicationDispense: ProfileRow = {
  id: 'medicationdispense',
  name: 'AUCoreMedicationDispense',
  title: 'AU Core MedicationDispense',
  type: 'MedicationDispense',
  base: 'base:medicationdispense',
  version: '2.1.0-draft',
  rows: [
    [''],
    ['status', supported],
    ...medicineChoice,
    ['subject', supported, atLeast(1), references('core:patient')],
    ['performer', supported],
    [
      'performer.actor',
      supported,
      references(
        'core:practitioner',
        'core:practitionerrole',
        'core:organization',
        'core:patient',
        'r4:Device',
        'core:relatedperson',
      ),
    ],
    ['authorizingPrescription', supported, references('core:medicationrequest')],
    ['quantity', supported],
    ['whenPrepared', supported],
    ['note', supported],
    ['dosageInstruction', supported],
    ['dosageInstruction.text', supported],
  ],
}

export const medicines: readonly ProfileRow[] = [medication, medicationRequest, medicationStatement, medicationDispense]
