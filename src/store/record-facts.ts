/** What the patient's FHIR record already states: a draft may draw on it, and a verification knows it. hub-contract "Generation and verification". */
import type { CodeableConcept, Condition, MedicationStatement } from '@medplum/fhirtypes'
import type { ClaimKind } from '../note.ts'
import { readResource } from './content.ts'
import type { Tx } from './transaction.ts'

export type RecordFact = {
  /** `Type/id`. */
  readonly reference: string
  readonly kind: ClaimKind
  readonly display: string
  /** SNOMED CT. */
  readonly code?: string
}

type Patient = { readonly patientId: string; readonly encounterId: string }

const maxFacts = 50
const snomed = 'http://snomed.info/sct'

/** Active conditions and current medicines; what this very encounter has released is no evidence for itself. */
export async function readRecordFacts(tx: Tx, { patientId, encounterId }: Patient): Promise<readonly RecordFact[]> {
  const list = async (type: string) => {
    const targets = [`Patient/${patientId}`]
    const where = [{ kind: 'references', parameters: ['patient'], targets, isSelective: true } as const]
    const page = await tx.search({ space: 'fhir', type, where, limit: maxFacts })
    return page.items.map(readResource)
  }
  const own = `Encounter/${encounterId}`
  const conditions = (await list('Condition')) as unknown as Condition[]
  const medicines = (await list('MedicationStatement')) as unknown as MedicationStatement[]
  return [
    ...conditions
      .filter((condition) => condition.encounter?.reference !== own && isActive(condition))
      .flatMap((condition) => factOf(`Condition/${condition.id}`, 'history', condition.code)),
    ...medicines
      .filter((medicine) => medicine.context?.reference !== own && medicine.status === 'active')
      .flatMap((medicine) =>
        factOf(`MedicationStatement/${medicine.id}`, 'medication', medicine.medicationCodeableConcept),
      ),
  ]
}

/** http://terminology.hl7.org/CodeSystem/condition-clinical, condition-ver-status. */
function isActive({ clinicalStatus, verificationStatus }: Condition): boolean {
  const clinical = clinicalStatus?.coding?.[0]?.code
  const verified = verificationStatus?.coding?.[0]?.code
  return clinical === 'active' && (verified === undefined || verified === 'confirmed')
}

function factOf(reference: string, kind: ClaimKind, concept: CodeableConcept | undefined): readonly RecordFact[] {
  const coding = concept?.coding?.find(({ system }) => system === snomed)
  const display = concept?.text ?? coding?.display ?? concept?.coding?.[0]?.display
  if (display === undefined) return []
  return [{ reference, kind, display, ...(coding?.code === undefined ? {} : { code: coding.code }) }]
}
