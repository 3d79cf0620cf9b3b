/** Roles of operations. docs/design/hub.md#access. */
import { clinicalRoles, patientSideRoles, type Role, roles } from '../../core/caller.ts'

export const anyRole: readonly Role[] = roles
export const clinical: readonly Role[] = clinicalRoles
/** Capture and drafting: also for Banksia itself and for unattended clients of a spoke. */
export const capture: readonly Role[] = [...clinicalRoles, 'system']
/** Jobs hold identifiers and states only. An operator tests channels by jobs, but does not learn the encounters of others. */
export const jobs: readonly Role[] = ['operator', ...capture]
export const operators: readonly Role[] = ['operator']
export const operatorsAndClinical: readonly Role[] = ['operator', ...clinicalRoles]
export const auditors: readonly Role[] = ['auditor']
/** Roles that send requests for others, or look after those clients. */
export const requestReaders: readonly Role[] = [...clinicalRoles, 'system', 'operator', 'auditor']
export const eventFollowers: readonly Role[] = [...jobs, 'auditor']
export const billing: readonly Role[] = ['billing']
export const usageReaders: readonly Role[] = ['operator', 'billing', 'auditor']
/** Also patients and carers: handlers keep them to the patient of their token. */
export const clinicalAndPatients: readonly Role[] = [...clinicalRoles, ...patientSideRoles]
