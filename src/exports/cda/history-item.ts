/** An item of the medical history that is neither a problem nor a procedure: in FHIR an Observation of the Agency's code. D150. */
import { oids } from './codes.ts'

export const historyItem = { system: `urn:oid:${oids.nctis}`, code: '102.16627', comment: '103.16630' } as const
