/** Codes of HL7 v2 tables as FHIR codes, by HL7's published maps (v2-to-FHIR, code systems). Rows of ours are marked. */

type CodeMap = Readonly<Record<string, string>>

// biome-ignore format: one row a line
const sex: CodeMap = { F: 'female', M: 'male', O: 'other', U: 'unknown', A: 'other', N: 'other' }

// biome-ignore format: one row a line
const nameUse: CodeMap = { BAD: 'old', D: 'usual', L: 'official', M: 'maiden', MSK: 'anonymous', N: 'nickname', NAV: 'temp', R: 'official', TEMP: 'temp' }

const addressType: CodeMap = { M: 'postal', SH: 'postal' }

// biome-ignore format: one row a line
const addressUse: CodeMap = { BA: 'old', BI: 'billing', C: 'temp', B: 'work', H: 'home', O: 'work' }

const telecomUse: CodeMap = { PRN: 'home', WPN: 'work', PRS: 'mobile' }

/** CP is a telephone whose use is mobile: `mobile` is no system of R4 (ours). */
// biome-ignore format: one row a line
const telecomSystem: CodeMap = { PH: 'phone', FX: 'fax', MD: 'other', CP: 'phone', SAT: 'other', BP: 'pager', INTERNET: 'email', 'X.400': 'email', TDD: 'other', TTY: 'other' }

/** A04 says that the patient has arrived (HL7 v2.4 3.3.4), which the published map calls planned: D204. */
// biome-ignore format: one row a line
const encounterStatus: CodeMap = { A01: 'in-progress', A02: 'in-progress', A03: 'finished', A04: 'arrived', A11: 'cancelled', A13: 'in-progress' }

// biome-ignore format: one row a line
const reportStatus: CodeMap = { O: 'registered', I: 'registered', S: 'registered', P: 'preliminary', C: 'corrected', R: 'partial', F: 'final', X: 'cancelled', A: 'partial', M: 'preliminary', N: 'registered' }

/** V and U are final; B, I, O, R and S have no result that counts (ours). */
// biome-ignore format: one row a line
const observationStatus: CodeMap = { A: 'amended', B: 'amended', C: 'corrected', D: 'entered-in-error', F: 'final', I: 'registered', N: 'final', O: 'registered', P: 'preliminary', R: 'preliminary', S: 'preliminary', U: 'final', V: 'final', W: 'entered-in-error', X: 'cancelled' }

/** Ours: HL7 publishes no map. Only what somebody has authenticated is final. */
// biome-ignore format: one row a line
const documentCompletion: CodeMap = { AU: 'final', LA: 'final', DI: 'preliminary', DO: 'preliminary', IN: 'preliminary', IP: 'preliminary', PA: 'preliminary' }

/** AV by the published map; what is cancelled was never to be relied on, what is obsolete has been replaced (ours). */
// biome-ignore format: one row a line
const documentAvailability: CodeMap = { AV: 'current', UN: 'current', CA: 'entered-in-error', OB: 'superseded' }

// biome-ignore format: one row a line
const orderStatus: CodeMap = { A: 'active', CA: 'revoked', CM: 'completed', DC: 'revoked', ER: 'entered-in-error', HD: 'on-hold', IP: 'active', RP: 'revoked', SC: 'active' }

// biome-ignore format: one row a line
const requestPriority: CodeMap = { S: 'stat', A: 'asap', R: 'routine', P: 'routine', C: 'routine', T: 'urgent' }

/** Table 0283, and C of ADRM 7.6 (ours). */
// biome-ignore format: one row a line
const referralStatus: CodeMap = { A: 'active', P: 'active', C: 'active', R: 'revoked', E: 'revoked' }

const referralPriority: CodeMap = { S: 'stat', A: 'asap', R: 'routine' }

// biome-ignore format: one row a line
const allergenCategory: CodeMap = { DA: 'medication', FA: 'food', EA: 'environment', AA: 'biologic', PA: 'environment', LA: 'environment' }

// biome-ignore format: one row a line
const allergyType: CodeMap = { DA: 'allergy', FA: 'allergy', MA: 'allergy', EA: 'allergy', AA: 'allergy', PA: 'allergy', LA: 'allergy' }

const reactionSeverity: CodeMap = { SV: 'severe', MO: 'moderate', MI: 'mild' }

/** Our own map: HL7 maps DG1-6 to the use of a diagnosis in a visit. A working diagnosis (W) is provisional. */
const diagnosisType: CodeMap = { W: 'provisional', F: 'confirmed' }

const diagnosisAction: CodeMap = { D: 'entered-in-error' }

const specimenAvailability: CodeMap = { Y: 'available', N: 'unavailable' }

export const codeMaps = {
  sex,
  nameUse,
  addressType,
  addressUse,
  telecomUse,
  telecomSystem,
  encounterStatus,
  reportStatus,
  observationStatus,
  documentCompletion,
  documentAvailability,
  orderStatus,
  requestPriority,
  referralStatus,
  referralPriority,
  allergenCategory,
  allergyType,
  reactionSeverity,
  diagnosisType,
  diagnosisAction,
  specimenAvailability,
} as const

export type CodeMapName = keyof typeof codeMaps

/** Undefined for a code that the map does not have, and for a constructor's name. */
export const mapCode = (map: CodeMapName, code: string): string | undefined => {
  const codes: CodeMap = codeMaps[map]
  const key = code.trim().toUpperCase()
  return Object.hasOwn(codes, key) ? codes[key] : undefined
}

export type MappedCoding = { readonly system: string; readonly code: string; readonly display: string }

const actCode = 'http://terminology.hl7.org/CodeSystem/v3-ActCode'
const marital = 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus'
const nullFlavor = 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor'
const actPriority = 'http://terminology.hl7.org/CodeSystem/v3-ActPriority'
const act = (code: string, display: string): MappedCoding => ({ system: actCode, code, display })
const married = (code: string, display: string): MappedCoding => ({ system: marital, code, display })
const priority = (code: string, display: string): MappedCoding => ({ system: actPriority, code, display })

/** Codes that become codings of another system; one that is not here keeps its own system. */
export const codingMaps = {
  patientClass: {
    E: act('EMER', 'emergency'),
    I: act('IMP', 'inpatient encounter'),
    O: act('AMB', 'ambulatory'),
    P: act('PRENC', 'pre-admission'),
  },
  maritalStatus: {
    A: married('A', 'Annulled'),
    B: { system: marital, code: 'U', display: 'unmarried' },
    C: married('C', 'Common Law'),
    D: married('D', 'Divorced'),
    E: married('L', 'Legally Separated'),
    G: married('T', 'Domestic partner'),
    I: married('I', 'Interlocutory'),
    M: married('M', 'Married'),
    O: { system: nullFlavor, code: 'OTH', display: 'other' },
    P: married('T', 'Domestic partner'),
    R: married('T', 'Domestic partner'),
    S: married('S', 'Never Married'),
    T: { system: nullFlavor, code: 'NAVU', display: 'Not available' },
    U: { system: nullFlavor, code: 'UNK', display: 'unknown' },
    W: married('W', 'Widowed'),
  },
  encounterPriority: {
    1: priority('EM', 'emergency'),
    2: priority('UR', 'urgent'),
    3: priority('EL', 'elective'),
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, MappedCoding>>>>

export type CodingMapName = keyof typeof codingMaps

export const mapCoding = (map: CodingMapName, code: string): MappedCoding | undefined => {
  const codings: Readonly<Record<string, MappedCoding>> = codingMaps[map]
  const key = code.trim().toUpperCase()
  return Object.hasOwn(codings, key) ? codings[key] : undefined
}
