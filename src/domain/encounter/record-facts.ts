/** Facts of the patient's FHIR record: a draft may use them, and a verification knows them. docs/design/drafting.md#verification. */

import type {
  AllergyIntolerance,
  CodeableConcept,
  Condition,
  MedicationStatement,
  Reference,
  Resource,
} from '@medplum/fhirtypes'
import type { ClaimKind } from '../../core/clinical-note.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import { wholeScope } from '../../store/resources/search/access-scope.ts'
import type { Tx } from '../../store/transaction.ts'

export type RecordFact = {
  /** `Type/id`. */
  readonly reference: string
  readonly kind: ClaimKind
  readonly display: string
  /** SNOMED CT. */
  readonly code?: string
  /** The dose instruction of a medicine, as it was recorded. */
  readonly dose?: string
  /** Recorded, but not confirmed. */
  readonly isUnconfirmed?: true
  /** Its beginning, or else when it was recorded. */
  readonly at?: string
}

type Patient = { readonly patientId: string; readonly encounterId: string }

const maxFacts = 50
const snomed = 'http://snomed.info/sct'

/** Active allergies and conditions, and current medicines. Releases of this encounter are no evidence for itself. */
export async function readRecordFacts(tx: Tx, { patientId, encounterId }: Patient): Promise<readonly RecordFact[]> {
  const own = `Encounter/${encounterId}`
  const isOwn = (encounter: Reference | undefined): boolean =>
    findLocalTarget(tx.tenant.addresses, encounter?.reference) === own
  const conditions = await listOf<Condition>(tx, patientId, 'Condition')
  const medicines = await listOf<MedicationStatement>(tx, patientId, 'MedicationStatement')
  const allergies = await listOf<AllergyIntolerance>(tx, patientId, 'AllergyIntolerance')
  return [
    ...allergies
      .filter((allergy) => !isOwn(allergy.encounter) && isAllergy(allergy))
      .flatMap((allergy) =>
        factOf({
          reference: `AllergyIntolerance/${allergy.id}`,
          kind: 'allergy',
          concept: allergy.code,
          at: allergy.onsetDateTime ?? allergy.recordedDate,
          isUnconfirmed: codeOf(allergy.verificationStatus) === 'unconfirmed',
        }),
      ),
    ...conditions
      .filter((condition) => !isOwn(condition.encounter) && isActive(condition))
      .flatMap((condition) =>
        factOf({
          reference: `Condition/${condition.id}`,
          kind: 'history',
          concept: condition.code,
          at: condition.onsetDateTime ?? condition.recordedDate,
        }),
      ),
    ...medicines
      .filter((medicine) => !isOwn(medicine.context) && medicine.status === 'active')
      .flatMap((medicine) =>
        factOf({
          reference: `MedicationStatement/${medicine.id}`,
          kind: 'medication',
          concept: medicine.medicationCodeableConcept,
          dose: doseOf(medicine),
          at: medicine.effectiveDateTime ?? medicine.effectivePeriod?.start ?? medicine.dateAsserted,
        }),
      ),
  ]
}

/** Resources of a patient, which R4 checked when they were written. */
async function listOf<T extends Resource>(tx: Tx, patientId: string, type: T['resourceType']): Promise<readonly T[]> {
  const targets = [`Patient/${patientId}`]
  const where = [{ kind: 'references', parameters: ['patient'], targets, isSelective: true } as const]
  const page = await tx.search({ space: 'fhir', type, scope: wholeScope, where, limit: maxFacts })
  return page.items.map((stored) => readResourceAs<T>(stored))
}

const longestDose = 200

/** R4 Dosage.text of the only dosage: of several nobody can tell which one holds. */
function doseOf({ dosage = [] }: MedicationStatement): string | undefined {
  const [only, other] = dosage
  const text = (only?.text ?? '').replaceAll(/\s+/g, ' ').trim()
  return text === '' || text.length > longestDose || other !== undefined ? undefined : text
}

/** http://terminology.hl7.org/CodeSystem/condition-clinical, condition-ver-status. */
function isActive({ clinicalStatus, verificationStatus }: Condition): boolean {
  const clinical = clinicalStatus?.coding?.[0]?.code
  const verified = verificationStatus?.coding?.[0]?.code
  return clinical === 'active' && (verified === undefined || verified === 'confirmed')
}

/** SNOMED CT "No known allergy" and its kinds: statements of their own, which no draft makes. */
const isNone = /^(?:no|nil) (?:known|significant)\b/i

const codeOf = (concept: CodeableConcept | undefined): string | undefined => concept?.coding?.[0]?.code

/** An unconfirmed one is stated as such. http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical, -verification. */
function isAllergy({ clinicalStatus, verificationStatus, code }: AllergyIntolerance): boolean {
  const verified = codeOf(verificationStatus) ?? ''
  const name = code?.text ?? code?.coding?.[0]?.display ?? ''
  return (
    clinicalStatus?.coding?.[0]?.code === 'active' &&
    !['refuted', 'entered-in-error'].includes(verified) &&
    !isNone.test(name)
  )
}

type Recorded = {
  readonly reference: string
  readonly kind: ClaimKind
  readonly concept: CodeableConcept | undefined
  readonly at: string | undefined
  readonly dose?: string | undefined
  readonly isUnconfirmed?: boolean
}

function factOf({ reference, kind, concept, at, dose, isUnconfirmed = false }: Recorded): readonly RecordFact[] {
  const coding = concept?.coding?.find(({ system }) => system === snomed)
  const display = concept?.text ?? coding?.display ?? concept?.coding?.[0]?.display
  if (display === undefined) return []
  const code = coding?.code === undefined ? {} : { code: coding.code }
  const doubt = isUnconfirmed ? ({ isUnconfirmed } as const) : {}
  const told = dose === undefined ? {} : { dose }
  return [{ reference, kind, display, ...code, ...told, ...doubt, ...(at === undefined ? {} : { at }) }]
}
