/** What the patient's FHIR record already states: a draft may draw on it, and a verification knows it. hub-contract "Generation and verification". */
import type { AllergyIntolerance, CodeableConcept, Condition, MedicationStatement, Reference } from '@medplum/fhirtypes'
import type { ClaimKind } from '../../core/clinical-note.ts'
import { findLocalTarget } from '../../fhir/reference.ts'
import { readResource } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'

export type RecordFact = {
  /** `Type/id`. */
  readonly reference: string
  readonly kind: ClaimKind
  readonly display: string
  /** SNOMED CT. */
  readonly code?: string
  /** Recorded, and not confirmed. */
  readonly isUnconfirmed?: true
  /** When it began, else when it was recorded. */
  readonly at?: string
}

type Patient = { readonly patientId: string; readonly encounterId: string }

const maxFacts = 50
const snomed = 'http://snomed.info/sct'

/** Active allergies and conditions, current medicines; what this very encounter has released is no evidence for itself. */
export async function readRecordFacts(tx: Tx, { patientId, encounterId }: Patient): Promise<readonly RecordFact[]> {
  const list = async (type: string) => {
    const targets = [`Patient/${patientId}`]
    const where = [{ kind: 'references', parameters: ['patient'], targets, isSelective: true } as const]
    const page = await tx.search({ space: 'fhir', type, where, limit: maxFacts })
    return page.items.map(readResource)
  }
  const own = `Encounter/${encounterId}`
  const isOwn = (encounter: Reference | undefined): boolean =>
    findLocalTarget(tx.tenant.addresses, encounter?.reference) === own
  const conditions = (await list('Condition')) as unknown as Condition[]
  const medicines = (await list('MedicationStatement')) as unknown as MedicationStatement[]
  const allergies = (await list('AllergyIntolerance')) as unknown as AllergyIntolerance[]
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
          at: medicine.effectiveDateTime ?? medicine.effectivePeriod?.start ?? medicine.dateAsserted,
        }),
      ),
  ]
}

/** http://terminology.hl7.org/CodeSystem/condition-clinical, condition-ver-status. */
function isActive({ clinicalStatus, verificationStatus }: Condition): boolean {
  const clinical = clinicalStatus?.coding?.[0]?.code
  const verified = verificationStatus?.coding?.[0]?.code
  return clinical === 'active' && (verified === undefined || verified === 'confirmed')
}

/** SNOMED CT "No known allergy" and its kinds: a statement of their own, which no draft makes. */
const isNone = /^(?:no|nil) (?:known|significant)\b/i

const codeOf = (concept: CodeableConcept | undefined): string | undefined => concept?.coding?.[0]?.code

/** An unconfirmed one is told too, as such. http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical, -verification. */
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
  readonly isUnconfirmed?: boolean
}

function factOf({ reference, kind, concept, at, isUnconfirmed = false }: Recorded): readonly RecordFact[] {
  const coding = concept?.coding?.find(({ system }) => system === snomed)
  const display = concept?.text ?? coding?.display ?? concept?.coding?.[0]?.display
  if (display === undefined) return []
  const code = coding?.code === undefined ? {} : { code: coding.code }
  const doubt = isUnconfirmed ? ({ isUnconfirmed } as const) : {}
  return [{ reference, kind, display, ...code, ...doubt, ...(at === undefined ? {} : { at }) }]
}
