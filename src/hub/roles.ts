/** Which roles an operation is open to. hub-contract "Access". */
import { clinicalRoles, type Role, roles } from '../caller.ts'

export const anyRole: readonly Role[] = roles
export const clinical: readonly Role[] = clinicalRoles
/** Capture and drafting: also Banksia's own and a spoke's unattended clients. */
export const capture: readonly Role[] = [...clinicalRoles, 'system']
export const operators: readonly Role[] = ['operator']
export const operatorsAndClinical: readonly Role[] = ['operator', ...clinicalRoles]
export const auditors: readonly Role[] = ['auditor']
export const billing: readonly Role[] = ['billing']
export const usageReaders: readonly Role[] = ['operator', 'billing', 'auditor']
