/** Which roles an operation is open to. hub-contract "Access". */
import { clinicalRoles, patientSideRoles, type Role, roles } from '../../core/caller.ts'

export const anyRole: readonly Role[] = roles
export const clinical: readonly Role[] = clinicalRoles
/** Capture and drafting: also Banksia's own and a spoke's unattended clients. */
export const capture: readonly Role[] = [...clinicalRoles, 'system']
/** Jobs name identifiers and states alone; an operator has channels tested by them, and is not told of which consultation others are. */
export const jobs: readonly Role[] = ['operator', ...capture]
export const operators: readonly Role[] = ['operator']
export const operatorsAndClinical: readonly Role[] = ['operator', ...clinicalRoles]
export const auditors: readonly Role[] = ['auditor']
/** Whoever sends requests for others, or looks after those who do. */
export const requestReaders: readonly Role[] = [...clinicalRoles, 'system', 'operator', 'auditor']
export const eventFollowers: readonly Role[] = [...jobs, 'auditor']
export const billing: readonly Role[] = ['billing']
export const usageReaders: readonly Role[] = ['operator', 'billing', 'auditor']
/** Also for themselves: handlers keep them to the patient of their token. */
export const clinicalAndPatients: readonly Role[] = [...clinicalRoles, ...patientSideRoles]
