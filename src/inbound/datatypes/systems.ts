/** Names of coding systems and of authorities as the URIs of FHIR. HL7 v2 tables 0396, 0363, 0301; ADRM 8.1; AU Base 6.0.0. */
import { codeSystems } from '../../profiles/code-systems.ts'
import type { Reading } from '../reading.ts'
import { isTableCode } from './table-codes.ts'

/** Table 0396, and ISO 3166 as ADRM names it. */
// biome-ignore format: one row a line
const codingSystems: Readonly<Record<string, string>> = {
  LN: codeSystems.loinc,
  SCT: codeSystems.snomed, SCT2: codeSystems.snomed, SNM3: codeSystems.snomed,
  UCUM: codeSystems.ucum,
  I10: 'http://hl7.org/fhir/sid/icd-10', I10C: 'http://hl7.org/fhir/sid/icd-10-cm', I10AM: codeSystems.icd10am,
  I9C: 'http://hl7.org/fhir/sid/icd-9-cm',
  CVX: 'http://hl7.org/fhir/sid/cvx', NDC: 'http://hl7.org/fhir/sid/ndc',
  RXNORM: 'http://www.nlm.nih.gov/research/umls/rxnorm',
  C4: 'http://www.ama-assn.org/go/cpt',
  ISO3166_1: 'urn:iso:std:iso:3166',
}

/** Table 0078 has the same codes in v3. Published map InterpretationCodes. */
const tableSystem = (table: string): string =>
  table === '0078'
    ? 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'
    : `http://terminology.hl7.org/CodeSystem/v2-${table}`

/** Table, and a code of it whose system the message does not name. */
type TableCode = { readonly table: string; readonly code: string }

/** The URI of a coding system. Without a name it is the table of the field, if that has the code, and the sender's own otherwise. D202 */
export function codingSystemOf(name: string, unnamed: TableCode | undefined, reading: Reading): string | undefined {
  const key = name.trim().toUpperCase()
  if (key === '') {
    if (unnamed === undefined) return undefined
    const { table, code } = unnamed
    return isTableCode(table, code) ? tableSystem(table) : reading.localSystem(`table ${table}`)
  }
  const number = /^HL7(\d{4})$/.exec(key)?.[1]
  if (number !== undefined) return tableSystem(number)
  return codingSystems[key] ?? reading.localSystem(`coding system ${key}`)
}

/** HD: name, universal id and its type. */
export type Authority = { readonly name: string; readonly id: string; readonly type: string }

/** The arc of national organisation numbers. ADRM 000043.1. */
const nationalArc = /^1\.2\.36\.1\.2001\.1003\.0\.(800362\d{10})$/

/** The HPI-O of an authority under the national arc. */
export const hpioOf = ({ id, type }: Authority): string | undefined =>
  type.toUpperCase() === 'ISO' ? nationalArc.exec(id)?.[1] : undefined

const oid = /^[0-2](?:\.(?:0|[1-9]\d*)){2,}$/
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Its universal id as a URI, else one of its name at this sender. Undefined for no authority at all. D202 */
export function authoritySystem(authority: Authority, reading: Reading): string | undefined {
  const { name, id, type } = authority
  const kind = type.toUpperCase()
  if ((kind === 'ISO' || kind === '') && oid.test(id)) return `urn:oid:${id}`
  if ((kind === 'UUID' || kind === 'GUID') && uuid.test(id)) return `urn:uuid:${id.toLowerCase()}`
  if (kind === 'URI' && /^[a-z][a-z0-9+.-]*:\S+$/i.test(id)) return id
  return name === '' && id === '' ? undefined : reading.localSystem(`authority ${[name, id, kind].join('&')}`)
}
