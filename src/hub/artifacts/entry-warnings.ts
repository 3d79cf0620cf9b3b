/** Numbers whose check digits AU Base does not demand: the Hub tells of a wrong one in its answer, and takes it. DESIGN.md "Profiles, decided". */
import type { Patient } from '@medplum/fhirtypes'
import { identifierSystems } from '../../profiles/code-systems.ts'
import { listEntryWarnings } from '../../profiles/identifiers.ts'
import type { EncounterContent } from '../../store/hub-resources.ts'
import { readResource, type Stored } from '../../store/resources/content.ts'

export type FieldWarning = { readonly field: string; readonly message: string }

/** Of a record that the encounter names: patient, role, organisation. */
export function listRecordWarnings(field: string, stored: Stored): FieldWarning[] {
  // Of any type that has identifiers; what is stored has passed its check.
  const { identifier = [] } = readResource(stored) as unknown as Pick<Patient, 'identifier'>
  return listEntryWarnings(identifier).map((message) => ({ field, message }))
}

export const listFundingWarnings = ({ funding }: EncounterContent): FieldWarning[] =>
  funding?.scheme !== 'medicare'
    ? []
    : listEntryWarnings([{ system: identifierSystems.medicare.system, value: funding.identifier }]).map((message) => ({
        field: 'funding.identifier',
        message,
      }))
