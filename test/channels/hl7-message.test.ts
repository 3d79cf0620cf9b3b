/** HL7 v2 messages of others: read as they were sent, and without trust in them. HL7 v2.4 2.6, 2.10. */
import { expect, test } from '@jest/globals'
import { Message } from 'node-hl7-client'
import { parseAcknowledgement } from '../../src/channels/hl7-acknowledgement.ts'
import { parseHeader, parseMessage } from '../../src/channels/hl7-message.ts'
import { readReceived } from '../../src/commands/mllp-listen.ts'

const header = 'MSH|^~\\&|BANK\\F\\SIA^X&Y~Z|Clinic|RECV|Rooms|20260301||ORU^R01^ORU_R01|A1\\T\\b~c^d|P|2.4'

test.each([
  ['MSH.2', '^~\\&'],
  ['MSH.3', 'BANK\\F\\SIA^X&Y~Z'],
  ['MSH.8', ''],
  ['MSH.9.2', 'R01'],
  ['MSH.10', 'A1\\T\\b~c^d'],
  ['MSH.25', ''],
  ['OBR.3', 'doc^Clinic~other'],
  ['OBR.3.1', 'doc'],
  ['OBR.3.9', ''],
  ['OBR.4', 'Caf\u00c3\u00a9'],
  ['ZZZ.1', ''],
])('HL7 v2.4 2.10: %s is read as it was sent, with escapes, repetitions and components: %s', (place, value) => {
  const message = parseMessage(Buffer.from(`${header}\rOBR|1||doc^Clinic~other|Café\rOBR|2||second\r`))

  expect(message?.separator).toBe('|')
  expect(message?.raw(place)).toBe(value)
})

const places = ['MSH.2', 'MSH.3', 'MSH.3.1', 'MSH.3.2', 'MSH.9.1', 'MSH.9.2', 'MSH.10', 'MSH.16']
const answers = ['MSA.1', 'MSA.1.1', 'MSA.2', 'MSA.2.1', 'MSA.2.2', 'MSA.9', 'OBR.1', 'OBR.2.1']

test.each([
  ['lines that end alike', `${header}\rMSA|AA|A1\rOBR|1|a&b^c`],
  ['lines of another system', `${header}\r\nMSA|AA|A1\r\nOBR|^b|~c`],
  ['an end of line alone', `${header}\nMSA|AE|A1^b~c\n`],
  ['blanks around a segment', `${header} \r\t MSA|AA|A1 \r`],
  ['a field of blanks', `${header}\rMSA|AA| |x\rOBR|~b^c~d`],
  ['empty values', `${header}\rMSA|""|^\rMSA|AA|2`],
  ['a segment without fields', `${header}\rMSA\rOBR`],
  ['a name in small letters', `${header}\rmsa|AA|A1`],
  ['other delimiters', 'MSH!+~#]!A+B~C!B!C!D!20260301!!ORU+R01!X9!P!2.4\rMSA!AA!x+y~z'],
  ['delimiters that pattern matching knows', 'MSH(.*+?(A.B*C((((((x1\rMSA(AA(x.y'],
  ['one delimiter', 'MSH|^|A^B|B|C|D|||ACK^a|x1\rMSA|AA|x^y~z'],
])('HL7 v2.4 2.6: a message with %s is read as node-hl7-client reads it', (_what, text) => {
  const library = new Message({ text })
  const message = parseMessage(Buffer.from(text))

  for (const place of [...places, ...answers]) {
    const node = library.get(place)
    expect([place, message?.raw(place)]).toEqual([place, node.isEmpty() ? '' : node.toRaw()])
  }
})

test.each([
  ['after a blank line', `${header}\r\n\r\nMSA|AA|A1`, 'A1'],
  ['with a letter whose last byte is a blank of Latin-1', `${header}\rMSA|AA|voil\u00e0`, 'voil\u00c3\u00a0'],
])('HL7 v2.4 2.9: an acknowledgement %s is read', (_what, text, controlId) => {
  expect(parseAcknowledgement(Buffer.from(text))?.controlId).toBe(controlId)
})

test('HL7 v2.4 7.4.2: an observation without a status counts as one', () => {
  const message = parseMessage(Buffer.from(`${header}\rOBX|1|FT|||a||||||W\rOBX|2|FT|||b\r`))

  expect(message?.rawOfEach('OBX', 11)).toEqual(['W', ''])
})

test.each([
  ['nothing', ''],
  ['no header', 'PID|1'],
  ['a batch', `BHS|^~\\&|A\r${header}\r`],
  ['two headers', `${header}\r${header}\r`],
])('HL7 v2.4 2.5: %s is no message', (_what, text) => {
  expect(parseMessage(Buffer.from(text))).toBeUndefined()
})

test.each([
  ['no separator', 'MSH'],
  ['no MSH-10', 'MSH|^~\\&|A|B'],
  ['an empty MSH-10', 'MSH|^~\\&|A|B|C|D|E||ACK||P'],
  ['a separator that pattern matching knows', 'MSH(.*+?|A'],
])('HL7 v2.4 2.16.9: a header with %s is none', (_what, text) => {
  expect(parseHeader(Buffer.from(text))).toBeUndefined()
})

test('HL7 v2.4 2.16.9: a header is read without the body, whatever the body holds', () => {
  const body = Buffer.alloc(15 << 20, '\rOBX|1|a^b~c|')

  const read = parseHeader(Buffer.concat([Buffer.from(header), body]))

  expect(read?.raw('MSH.10')).toBe('A1\\T\\b~c^d')
  expect(read?.raw('OBX.1')).toBe('')
})

test.each([['\rOBX|1|a^b~c|'], ['\r'], ['~'], ['^&'], ['\\']])(
  'HL7 v2.4 2.9: an acknowledgement with 15 MiB of %p is read by its beginning',
  (filler) => {
    // No message has two headers: a parser that reads to the end finds none.
    const parts = [Buffer.from(`${header}\rMSA|AA|A1|`), Buffer.alloc(15 << 20, filler), Buffer.from(`\r${header}\r`)]
    const bytes = Buffer.concat(parts)

    expect(parseAcknowledgement(bytes)).toMatchObject({ controlId: 'A1', receipt: { state: 'accepted' } })
  },
)

test('HL7 v2.4 2.9: MSA-2 is compared as it was sent, with its escapes', async () => {
  const bytes = Buffer.from(`${header}\rMSA|AA|A1\\T\\b\r`)

  expect(parseAcknowledgement(bytes)?.controlId).toBe('A1\\T\\b')
})

test.each([
  ['an original', 'OBR|1||doc-1^Clinic', { documentId: 'doc-1', controlId: 'A1\\T\\b~c^d', kind: 'original' }],
  ['a correction', `OBR|1||doc-1${'|'.repeat(22)}C\rOBX|1|FT|||a||||||C`, { kind: 'amendment' }],
  [
    'a correction in part',
    `OBR|1||doc-1${'|'.repeat(22)}C\rOBX|1|FT|||a||||||W\rOBX|2|FT|||b||||||C`,
    { kind: 'amendment' },
  ],
  ['a withdrawal', `OBR|1||doc-1${'|'.repeat(22)}C\rOBX|1|FT|||a||||||W\rOBX|2|FT|||b||||||W`, { kind: 'recall' }],
  ['no identity', 'OBR|1||', undefined],
  ['an identity that leads elsewhere', 'OBR|1||../doc', undefined],
])('HL7 v2.4 7.4.1: the document of a message: %s', (_what, obr, expected) => {
  const received = readReceived(Buffer.from(`${header}\r${obr}\r`))

  if (expected === undefined) expect(received).toBeUndefined()
  else expect(received).toMatchObject(expected)
})

test.each([
  ['REF^I12^REF_I12', `OBR|1||doc-1${'|'.repeat(22)}F`, 'original'],
  ['REF^I12^REF_I12', `OBR|1||doc-1${'|'.repeat(22)}C\rOBX|1|FT|||a||||||W`, 'recall'],
  ['MDM^T02^MDM_T02', `TXA|1|CN${'|'.repeat(10)}doc-1^Clinic`, 'original'],
  ['MDM^T10^MDM_T02', `TXA|1|CN${'|'.repeat(10)}doc-1^Clinic|doc-0`, 'amendment'],
  ['MDM^T11^MDM_T01', `TXA|1|CN${'|'.repeat(10)}doc-1^Clinic`, 'recall'],
  ['MDM^T04^MDM_T02', `TXA|1|CN${'|'.repeat(10)}doc-1^Clinic`, undefined],
])('D130: %s with %j is known from the message alone', (event, segments, kind) => {
  const received = readReceived(Buffer.from(`${header.replace('ORU^R01^ORU_R01', event)}\r${segments}\r`))

  expect(received?.kind).toBe(kind)
  if (kind !== undefined) expect(received?.documentId).toBe('doc-1')
})

test.each([
  ['AA', 'accepted'],
  ['AE', 'failed'],
  ['AR', 'rejected'],
])('ADRM 00045.4: RRI^I12 answers a referral by its MSA: %s', (code, state) => {
  const rri = [
    header.replace('ORU^R01^ORU_R01', 'RRI^I12^RRI_I12'),
    `MSA|${code}|BK1`,
    'RF1|P^Pending^HL70283|R^Routine^HL70280|||||REF-1^Clinic',
    'PRD|AP^Authoring Provider^HL70286|Author^Alex',
    'PID|1||1^^^X^MR||Testpatient^Robin',
  ]

  const acknowledgement = parseAcknowledgement(Buffer.from(rri.map((segment) => `${segment}\r`).join('')))

  expect(acknowledgement).toMatchObject({ controlId: 'BK1', receipt: { state } })
})
