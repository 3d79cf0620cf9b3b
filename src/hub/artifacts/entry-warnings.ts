/** Numbers whose check digits AU Base does not demand: the Hub accepts a wrong one and warns in its answer. docs/au-core.md. */
import type { Patient } from '@medplum/fhirtypes'
import { identifierSystems } from '../../profiles/code-systems.ts'
import { listEntryWarnings } from '../../profiles/identifiers.ts'
import type { EncounterContent } from '../../store/hub-resources.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'

export type FieldWarning = { readonly field: string; readonly message: string }

/** For a record that the encounter names: patient, role, organisation. */
export function listRecordWarnings(field: string, stored: Stored): FieldWarning[] {
  // For any type with identifiers; a stored resource has passed its check.
  const { identifier = [] } = readResourceAs<Pick<Patient, 'identifier'>>(stored)
  return listEntryWarnings(identifier).map((message) => ({ field, message }))
}

export const listFundingWarnings = ({ funding }: EncounterContent): FieldWarning[] =>
  funding?.scheme !== 'medicare'
    ? []
    : listEntryWarnings([{ system: identifierSystems.medicare.system, value: funding.identifier }]).map((message) => ({
        field: 'funding.identifier',
        message,
      }))
