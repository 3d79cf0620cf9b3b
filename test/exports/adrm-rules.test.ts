import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { adrmRules, batchRules, checkAdrm } from '../../src/exports/adrm-rules.ts'
import { groupedReferral, referral, result } from './adrm-messages.ts'

const bytesOf = (text: string): Buffer => Buffer.from(text, 'latin1')
const idsOf = (text: string): readonly string[] => [...new Set(checkAdrm(bytesOf(text)).map(({ id }) => id))]

type Break = readonly [id: string, message: string, from: string | RegExp, to: string]

const facility = 'Wattle Clinic^1.2.36.1.2001.1003.0.8003621566684455^ISO'
const inHtml = (markup: string) => [/<div class="reportDisplay">/, `<div class="reportDisplay">${markup}`] as const
const inPdf = (content: string) =>
  [/Base64\^JVBE\S*?\|/, `Base64^${Buffer.from(`%PDF-1.4\n${content}`).toString('base64')}|`] as const
const delimited = (from: string, to: string): string => result.replaceAll(from, to)

const envelope: readonly Break[] = [
  ['HL7au:000024.1', delimited('|', '!'), '', ''],
  ['HL7au:000024.2', result.replaceAll('^', '@').replace('|@~', '|@~'), '', ''],
  ['HL7au:000024.3', result.replace('|^~\\&|', '|^~\\#|').replaceAll('&', '#').replace('\\.br', '\\.br'), '', ''],
  ['HL7au:000024.4', delimited('~', '*'), '', ''],
  ['HL7au:000024.5', delimited('\\', '%'), '', ''],
  ['HL7au:000040.1', result, '|2.4^', '|2.3^'],
  ['HL7au:000040.2', result, 'AUS&Australia&', 'AUS&&'],
  ['HL7au:000040.3', result, 'HL7AU-OO-201701', 'HL7AU-OO-201801'],
  ['HL7au:000040.4', groupedReferral, '-201706&&L', '-201706&&M'],
  ['HL7au:000041', result, '|AUS|', '|NZL|'],
  ['HL7au:000042', result, 'en^English', 'en^Englisch'],
  ['HL7au:00047.1', result, '|AL|AL|', '|NE|AL|'],
  ['HL7au:00047.2', result, '|AL|AL|', '|AL|NE|'],
  ['HL7au:00048.3.1', result, '|AUS||', '|AUS|UNICODE|'],
  ['HL7au:00049.1', result, 'ORU^R01^', '^R01^'],
  ['HL7au:00049.2', result, 'ORU^R01^', 'ORU^^'],
  ['HL7au:00049.3', result, '^ORU_R01', ''],
  ['HL7au:000020', result, 'ORU^R01^', 'ORU^Z01^'],
  ['ADRM 7.3.1.9', referral, 'REF^I12^REF_I12', 'REF^I13^REF_I13'],
  ['HL7au:000019', result, 'None', ''],
  ['HL7au:00048.1', result, 'Testpatient', 'Testpati\u00ebnt'],
  ['HL7au:00048.2', result.replace('|AUS||', '|AUS|8859/1|'), 'Testpatient', 'Test\u0007patient'],
  ['HL7au:00048.3.3', result.replace('|AUS||', '|AUS|UNICODE UTF-8|'), 'Testpatient', 'Testpati\u00ebnt'],
  ['HL7au:000023', result, 'OBX|2|', 'NTE|1||x\rOBX|2|'],
  ['HL7au:000023.1', result, 'OBX|2|', 'ZZZ|1\rOBX|2|'],
  ['ADRM 7.4.2', referral, 'OBR|1|', 'GT1|1\rOBR|1|'],
  ['HL7au:00060.1', result, 'PV1|1|O\r', ''],
  ['HL7au:00046.3', result, '|BK1|', '||'],
  ['HL7au:00046.1.1', result, '||None.', '||None.'],
  ['HL7au:000026', `BHS|^~\\&\r${result}${result}BTS|2\r`, '', ''],
  ['HL7au:000022.3', `BHS|^~\\&\r${referral}${referral}BTS|2\r`, '', ''],
]

const types: readonly Break[] = [
  ['HL7au:000003', result, `OBR|1|ORD-1^${facility}`, 'OBR|1|ORD-1'],
  ['HL7au:000004.1', result, `|DOC-1^${facility}|11488-4`, '|DOC-1^Wattle Clinic|11488-4'],
  ['HL7au:000005', result, `ORC|RE|ORD-1^${facility}`, 'ORC|RE|ORD-1'],
  ['HL7au:000006', result, `|DOC-1^${facility}|GRP`, '|DOC-1^Wattle Clinic|GRP'],
  ['HL7au:000007', result, `GRP-1^${facility}`, 'GRP-1'],
  ['HL7au:00044.3.2', referral, `REF-1^${facility}`, 'REF-1'],
  ['HL7au:00044.3.1', result, `GRP-1^${facility}`, `^${facility}`],
  ['HL7au:00044.3.3', result, `GRP-1^${facility}`, `GRP-1^${facility}`.replace('^ISO', '^L')],
  ['HL7au:00044.3.4', result, `GRP-1^${facility}`, `GRP-1^${facility}`.replace('8003621566684455', '17')],
  ['HL7au:00044.1.1', result, '~8003608166690503^^^', '~^^^'],
  ['HL7au:00044.1.2', result, '^^^AUSHIC^NI', '^^^^NI'],
  ['HL7au:00044.1.3', result, 'AUSHIC^NI', 'AUSHIC^QQ'],
  ['HL7au:000043.1', result, `|BANKSIA|${facility}|`, '|BANKSIA||'],
  ['HL7au:00044.2.1', result, '|RECV|Ironbark Rooms^', '|RECV|^'],
  ['HL7au:00044.2.2', result, '.8003627500000328^ISO', '.800362750000032^ISO'],
  ['HL7au:00044.2.3', result, '.8003627500000328^ISO', '.8003627500000328^L'],
  ['HL7au:00044.7.1', result, '|2426621B^Author', '|^Author'],
  ['HL7au:00044.7.2', result, '^AUSHICPR^L', '^^L'],
  ['HL7au:00044.7.3', result, 'AUSHICPR^L^', 'AUSHICPR^Q^'],
  ['HL7au:00044.7.4', result, 'L^^^UPIN', 'L^^^QQ'],
  ['HL7au:00044.7.5', result, '2426621B^Author', '2426621B^'],
  ['HL7au:00044.8.1', result, '20261118093000+1000', '20261118093000'],
  ['HL7au:00044.4.1', result, '1^High^SCT', '1^High^'],
  ['HL7au:00044.4.2', result, '1^High^SCT', '^High^SCT'],
  ['HL7au:00044.4.3', result, '1^High^', '1^^'],
  ['HL7au:00044.4.4', result, '1^High^SCT^H^Hoch^99X', '1^High^SCT^H^Hoch^LN'],
  ['HL7au:00044.4.5', result, 'H^Hoch^99X', 'H^Hoch'],
  ['HL7au:00044.4.6', result, 'H^Hoch^99X', '^Hoch^99X'],
  ['HL7au:00044.4.8', result, 'H^Hoch^99X', 'H^Hoch^SCT'],
  ['HL7au:00044.5.1', result, '2^Low^SCT', '2^Low^'],
  ['HL7au:00044.5.2', result, '2^Low^SCT', '^Low^SCT'],
  ['HL7au:00044.5.3', result, '2^Low^', '2^^'],
  ['HL7au:00044.5.4', result, 'L^Low^99X', 'L^Low'],
  ['HL7au:00044.5.5', result, 'L^Low^99X', '^Low^99X'],
  ['HL7au:00044.6.1', result, '3^Fair^SCT', '3^Fair^'],
  ['HL7au:00044.6.2', result, '3^Fair^SCT', '^Fair^SCT'],
  ['HL7au:00044.6.3', result, '3^Fair^', '3^^'],
  ['HL7au:00044.6.4', result, 'F^Fair^99X', 'F^Fair'],
  ['HL7au:00044.6.5', result, 'F^Fair^99X', '^Fair^99X'],
  ['HL7au:000034.1', result, '1^High^SCT^H^Hoch^99X', 'H^Hoch^99X^1^High^SCT'],
  ['HL7au:000034.2', result, '8480-6^Pressure^LN^SBP^Systolic^L', 'SBP^Systolic^L^8480-6^Pressure^LN'],
  ['HL7au:00046.1.2', result, 'a \\T\\ b', 'a ^ b'],
  ['HL7au:00046.1.3', result, 'a \\T\\ b', 'a & b'],
  ['HL7au:00046.1.4', result, '|19640229|', '|1964~0229|'],
  ['HL7au:00046.1.5', result, 'a \\T\\ b', 'a \\ b'],
  ['ADRM 3.1.1.5', result, 'a \\T\\ b', 'a \\X26\\ b'],
  ['HL7au:00044.10.1.1', result, '^application^pdf^', '^^pdf^'],
  ['HL7au:00044.10.1.2', result, '^application^pdf^', '^application^^'],
  ['HL7au:00044.10.1.3', result, '^pdf^Base64^', '^pdf^^'],
  ['HL7au:00044.10.1.4', result, /\^pdf\^Base64\^[^|]*/, '^pdf^Base64'],
  ['HL7au:00044.10.1.5', result, '^application^pdf^', '^text^pdf^'],
  ['HL7au:00044.10.1.6', result, '^text^HTML^', '^IM^HTML^'],
  ['HL7au:00044.11.1.1', result, '||i.png^', '||^'],
  ['HL7au:00044.11.1.2', result, '^PACS&1.2.3&ISO^', '^^'],
  ['HL7au:00044.11.1.3', result, '^image^png', '^^png'],
  ['HL7au:00044.11.1.4', result, '^image^png', '^image'],
  ['HL7au:00044.11.1.5', result, '^image^png', '^text^png'],
  ['HL7au:00044.11.1.6', result, '^image^png', '^TEXT^GIF'],
]

const observations: readonly Break[] = [
  ['HL7au:000008', groupedReferral, 'TXT^Display format in text^AUSPDI', '10160-0^Medicines^LN'],
  ['HL7au:000008.1', result, 'HTML^Display', 'XHTML^Display'],
  ['HL7au:000008.1.3', result, 'OBX|7|ED|HTML', 'OBX|7|NM|HTML'],
  ['HL7au:000008.1.5', referral, 'PV1|1|O', 'OBX|2|ST|1^x^L||y||||||F\rPV1|1|O'],
  ['HL7au:000008.3.1', referral, /OBX\|1\|ED\|PDF[^\r]*/, 'OBX|1|FT|TXT^Text^AUSPDI||x||||||F'],
  [
    'HL7au:000008.3.2',
    groupedReferral,
    'FT|TXT^Display format in text^AUSPDI||None.',
    'ED|RTF^Display format in RTF^AUSPDI||^TEXT^RTF^Base64^e30=',
  ],
  ['HL7au:000021', result, 'OBX|4|FT|', 'OBX|4|TX|'],
  ['HL7au:00060.3', result, 'OBX|4|FT|', 'OBX|4||'],
  [
    'HL7au:000028',
    result,
    'OBX|8|ED|PDF',
    `OBX|7|FT|TXT^t^AUSPDI||x||||||F\rOBR|2||DOC-1^${facility}|1^x^L${'|'.repeat(20)}PHY|F\rOBX|8|ED|PDF`,
  ],
  ['HL7au:000028.2', groupedReferral, '||DOC-2^', '||DOC-1^'],
  ['HL7au:000032', result, '|PHY|F', '|XYZ|F'],
  ['HL7au:000032.2', referral, '|PHY|F', '||F'],
  ['HL7au:00101.2', result, '^text^xml^Base64^PGEvPg==', '^text^xml^A^x'],
  ['HL7au:000008.2.3.1.02', result, 'https://', 'http://'],
  ['HL7au:000008.2.3.1.03', result, ...inHtml('<style>@import "x";</style>')],
  ['HL7au:000008.2.3.1.04', result, ...inHtml('<p onclick="x">y</p>')],
  ['HL7au:000008.2.3.1.05', result, ...inHtml('<iframe src="https://x"/>')],
  ['HL7au:000008.2.3.1.08', result, 'reportDisplay', 'report'],
  ['HL7au:000008.2.3.1.14', result, 'hl7v2://OBX.7', 'https://x.example/i.png'],
  ['HL7au:000008.2.4.1.3', result, ...inPdf('trailer<</Encrypt 5 0 R>>')],
  ['HL7au:000008.2.4.1.4', result, ...inPdf('<</Type/Annot/Subtype /Text>>')],
]

const referrals: readonly Break[] = [
  ['HL7au:00100.1', groupedReferral, '|57133-1^Referral note^LN', '|10160-0^Medicines^LN'],
  ['HL7au:00104.1.1', referral, 'PRD|AP^', 'PRD|RP^'],
  [
    'HL7au:00104.2.1',
    referral,
    'PRD|AP^Authoring Provider^HL70286',
    'PRD|AP^Authoring Provider^HL70286~IR^Intended Recipient^HL70286',
  ],
  ['HL7au:00104.7.0', referral, '|TEST002B^AUSHICPR^UPIN~X12^Argus^VDI~4455^AUSNATA^XX', ''],
  ['HL7au:00104.7.1.2', referral, 'TEST002B^AUSHICPR', '^AUSHICPR'],
  ['HL7au:00104.7.1.3', referral, '4455^AUSNATA^XX', '8003619900015717^AUSNATA^XX'],
  ['HL7au:00104.7.1.4', referral, 'X12^Argus^VDI', 'X12^Argus^UPIN'],
  ['HL7au:00104.7.2.1', referral, 'X12^Argus^VDI', 'X12^^VDI'],
  ['HL7au:00104.7.3.1', referral, '4455^AUSNATA^XX', '4455^AUSNATA^QQ'],
]

/** Those whose message a replacement of one text cannot make. */
const special: Readonly<Record<string, string>> = {
  'HL7au:000019': result.replace('a \\T\\ b', 'x'.repeat(16 * 1024 * 1024)),
  'HL7au:00046.1.1': result.replace('PV1|1|O', `PV1|1|O${'|'.repeat(60)}x`),
  'HL7au:00100.1': groupedReferral
    .replace('57133-1^Referral note', 'OLD')
    .replace('10160-0^Medicines', '57133-1^Referral note')
    .replace('OLD', '10160-0^Medicines'),
}

const breaks = [...envelope, ...types, ...observations, ...referrals]

describe('ADRM: the base messages', () => {
  test.each([
    ['a result', result],
    ['a referral of Level 1', referral],
    ['a referral of Level 2', groupedReferral],
  ])('ADRM: %s keeps every rule', (_what, message) => {
    expect(checkAdrm(bytesOf(message))).toEqual([])
  })
})

test.each(breaks)('ADRM: a message that breaks %s breaks nothing else', (id, message, from, to) => {
  const broken = special[id] ?? message.replace(from, to)

  expect(idsOf(broken)).toEqual([id])
})

test('ADRM: every rule has a message that breaks only it', () => {
  const ids = [...new Set([...adrmRules, ...batchRules].map(({ id }) => id))]

  expect(breaks.map(([id]) => id).toSorted()).toEqual(ids.toSorted())
  expect(ids.length).toBeGreaterThanOrEqual(45)
})

test('ADRM: a finding names the place and repeats no value', () => {
  const findings = checkAdrm(bytesOf(result.replace('AUSHICPR^L^^^UPIN', '^L^^^SECRET').replace('|2.4^', '|SECRET^')))

  expect(findings.map(({ id, place }) => `${id} ${place}`)).toEqual([
    'HL7au:000040.1 MSH-12',
    'HL7au:00044.7.2 OBR-16',
    'HL7au:00044.7.4 OBR-16',
  ])
  expect(JSON.stringify(findings)).not.toContain('SECRET')
})

test.each(['', 'PID|1', '\u0000'])('ADRM: %j is no message', (text) => {
  expect(() => checkAdrm(bytesOf(text))).toThrow(RangeError)
})

const samples = join(import.meta.dirname, '../../../shared/hl7v2/samples/au-synthetic')
type Sample = { readonly file: string; readonly kind: string; readonly breaks: string | null }
const read = (file: string): Buffer => readFileSync(join(samples, file))

;(existsSync(samples) ? test : test.skip)(
  'ADRM: the verdicts on the synthetic samples are those of their index',
  () => {
    const { messages } = JSON.parse(read('index.json').toString()) as { readonly messages: readonly Sample[] }
    const judged = messages.filter(({ kind }) => kind !== 'framing')

    const verdicts = judged.map(({ file }) => [file, checkAdrm(read(file)).map(({ id }) => id)])

    expect(verdicts).toEqual(judged.map(({ file, breaks: rule }) => [file, rule === null ? [] : [rule]]))
    expect(judged.length).toBeGreaterThan(15)
  },
)

;(existsSync(samples) ? test : test.skip)('ADRM: framing is told from content', () => {
  const idsIn = (file: string) => [...new Set(checkAdrm(read(file)).map(({ id }) => id))]

  expect(idsIn('f_no_trailing_cr.hl7')).toEqual([])
  expect(idsIn('f_latin1_bytes.hl7')).toEqual([])
  expect(idsIn('f_lf_segments.hl7')).toEqual(['HL7au:00048.1'])
  expect(idsIn('f_alt_delims.hl7')).toContain('HL7au:000024.1')
  expect(() => checkAdrm(read('f_no_msh.hl7'))).toThrow(RangeError)
})
