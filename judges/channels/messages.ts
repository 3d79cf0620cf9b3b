/** The messages that an engine sends: an arrival, a blood count, a document and a referral of one made-up person. HL7 v2.4. */
import { createHash } from 'node:crypto'
import { header, lines } from '../../test/inbound/reading-messages.ts'

/** One person for each engine, by record number. */
export type Person = { readonly number: string; readonly family: string }

const facility = 'Wattle Clinic^1.2.36.1.2001.1003.0.8003621566684455^ISO'
const pidOf = ({ number, family }: Person): string =>
  `PID|1||${number}^^^${facility.replaceAll('^', '&')}^MR||${family}^Robin^^^^^L||19640229|F`

export const page = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
export const pageHash = createHash('sha256').update(page).digest('hex')

const display = (at: number): string =>
  `OBX|${at}|ED|PDF^Display format in PDF^AUSPDI||^application^pdf^Base64^${page.toString('base64')}||||||F`

const documentOf = (number: string): string =>
  `OBR|1||${number}^${facility}|11488-4^Consult note^LN|||20261118090000+1000|||||||||||||||20261118092500+1000||PHY|F`

export type Sent = { readonly controlId: string; readonly bytes: Buffer; readonly charset: 'utf-8' | 'latin1' }

type Kind = 'arrival' | 'report' | 'document' | 'referral'

export function buildMessages(person: Person): Readonly<Record<Kind, Sent>> {
  const { number } = person
  const pid = pidOf(person)
  const build = (kind: Kind, event: string, ...segments: readonly string[]): Sent => {
    const controlId = `${number}-${kind}`
    return {
      controlId,
      charset: 'latin1',
      bytes: Buffer.from(lines(header(event, { 10: controlId, 18: '8859/1' }), ...segments), 'latin1'),
    }
  }
  return {
    arrival: build('arrival', 'ADT^A04^ADT_A01', 'EVN|A04|20261118090000+1000', pid, 'PV1|1|O'),
    report: build(
      'report',
      'ORU^R01^ORU_R01',
      pid,
      `OBR|1||${number}-R^${facility}|58410-2^Blood count^LN|||20261117080000+1000|||||||||||||||20261117090000+1000||HM|F`,
      'OBX|1|NM|718-7^Haemoglobin^LN||121.50|g/L|||||F',
      display(2),
    ),
    document: build(
      'document',
      'MDM^T02^MDM_T02',
      'EVN|T02|20261118093000+1000',
      pid,
      'PV1|1|O',
      `TXA|1|CN|AP|20261118090000+1000||20261118092500+1000||||||${number}-D^${facility}|||||LA|U|AV`,
      display(1),
    ),
    referral: build(
      'referral',
      'REF^I12^REF_I12',
      `RF1|P^Pending^HL70283|R^Routine^HL70280|Med^Medical^HL70281||O^Outpatient^HL70284|${number}-F^${facility}`,
      'PRD|AP^Authoring Provider^HL70286|Author^Alex^^^Dr^^L|||||2426621B^AUSHICPR^UPIN',
      'PRD|IR^Intended Recipient^HL70286|Recipient^Casey^^^Dr^^L|||||2122661L^AUSHICPR^UPIN',
      pid,
      documentOf(`${number}-L`),
      display(1),
      'PV1|1|O',
    ),
  }
}

/** Of a type that the record does not take. */
export const buildUnread = (controlId: string): Sent => ({
  controlId,
  charset: 'utf-8',
  bytes: Buffer.from(lines(header('SIU^S12', { 10: controlId }), 'SCH|1')),
})
