/** The ServiceRequest that is the referral itself, as against the services that it asks for: SNOMED CT Patient referral. D150. */
import { codeSystems } from '../../documents/code-systems.ts'

export const patientReferral = { system: codeSystems.snomed, code: '3457005', display: 'Patient referral' } as const
