/** Each message that is read, and what becomes of it. docs/inbound.md#messages. */
import { expect, test } from '@jest/globals'
import type {
  AllergyIntolerance,
  Coverage,
  DiagnosticReport,
  DocumentReference,
  Encounter,
  Observation,
  Patient,
  Provenance,
  RelatedPerson,
  ServiceRequest,
} from '@medplum/fhirtypes'
import { header, lines, notesOf, only, pid, readClinical, readText, resourcesOf } from './reading-messages.ts'

const pv1 =
  'PV1|1|I|WARD3^12^B^Wattle Hospital|||WARD1|2426621B^Author^Alex^^^Dr^^^AUSHICPR^L^^^UPIN||||||||||||V-77^^^WATTLE^VN|||||||||||||||||||||||||20261110081500+1000|20261118090000+1000'

test.each([
  ['A01', 'in-progress', 'POST'],
  ['A02', 'in-progress', 'POST'],
  ['A03', 'finished', 'POST'],
  ['A04', 'arrived', 'POST'],
  ['A08', 'finished', 'PUT'],
  ['A11', 'cancelled', 'POST'],
  ['A13', 'in-progress', 'POST'],
])('D204: ADT^%s leaves the visit %s, and writes the patient by %s', async (event, status, method) => {
  const reading = await readClinical(
    lines(header(`ADT^${event}^ADT_A01`), `EVN|${event}|20261118093000+1000`, pid, pv1),
  )

  const encounter = only<Encounter>(reading, 'Encounter')
  expect(encounter).toMatchObject({
    status,
    class: { code: 'IMP' },
    identifier: [{ value: 'V-77', type: { coding: [{ code: 'VN' }] } }],
    location: [
      { status: 'active', location: { display: 'B' } },
      { status: 'completed', location: { display: 'WARD1' } },
    ],
    participant: [{ individual: { display: 'Dr Alex Author' } }],
  })
  expect(encounter.period?.end).toBe(event === 'A13' ? undefined : '2026-11-18T09:00:00+10:00')
  const entries = reading.bundle.entry ?? []
  const requestOf = (type: string) => entries.find(({ resource }) => resource?.resourceType === type)?.request
  expect(requestOf('Patient')?.method).toBe(method)
  expect(requestOf('Encounter')).toMatchObject({ method: 'PUT', url: expect.stringContaining('%7CV-77') })
  expect(notesOf(reading)).toEqual(event === 'A13' ? ['PV1-45 unmapped'] : [])
})

test.each([['A28'], ['A31']])('docs/inbound.md#messages: ADT^%s tells of a person and of no visit', async (event) => {
  const reading = await readClinical(
    lines(
      header(`ADT^${event}^ADT_A05`),
      `EVN|${event}|20261118093000+1000`,
      `${pid}|||1 Example Street^^Hobart^TAS^7000^AUS^H||^PRN^PH^^^03^55501234~^PRN^CP^^^^0491570156|^NET^Internet^robin@example.org|en|M`,
      'NK1|1|Testparent^Sam|MTH^Mother^HL70063||^PRN^PH^^^03^55509999|||',
      'NK1|2||EMR^Employer^HL70131||||||||||Wattle Mills',
      'AL1|1|DA^Drug allergy^HL70127|372687004^Amoxicillin^SCT|SV|Hives~Swelling|2019',
      'IN1|1|GOLD^Gold cover|77|Example Health Fund||||||||20200101|20301231',
    ),
  )

  expect(only<Patient>(reading, 'Patient')).toMatchObject({
    identifier: [
      {
        system: 'http://ns.electronichealth.net.au/id/hpio-scoped/medicalrecord/1.0/8003621566684455',
        value: 'PT-1001',
      },
      { system: 'http://ns.electronichealth.net.au/id/hi/ihi/1.0', value: '8003608166690503' },
    ],
    name: [{ use: 'official', family: 'Testpatient', given: ['Robin'] }],
    birthDate: '1964-02-29',
    gender: 'female',
    address: [{ use: 'home', city: 'Hobart', country: 'AU' }],
    telecom: [
      { system: 'phone', value: '03 55501234', use: 'home' },
      { system: 'phone', value: '0491570156', use: 'mobile' },
      { system: 'email', value: 'robin@example.org' },
    ],
    communication: [{ language: { coding: [{ code: 'en' }] } }],
    maritalStatus: { coding: [{ code: 'M', display: 'Married' }] },
    contact: [{ organization: { display: 'Wattle Mills' } }],
  })
  expect(only<RelatedPerson>(reading, 'RelatedPerson')).toMatchObject({
    name: [{ family: 'Testparent', given: ['Sam'] }],
    relationship: [{ coding: [{ code: 'MTH' }] }],
  })
  expect(only<AllergyIntolerance>(reading, 'AllergyIntolerance')).toMatchObject({
    category: ['medication'],
    type: 'allergy',
    code: { coding: [{ system: 'http://snomed.info/sct', code: '372687004' }] },
    onsetDateTime: '2019',
    reaction: [{ severity: 'severe', manifestation: [{ text: 'Hives' }, { text: 'Swelling' }] }],
  })
  expect(only<Coverage>(reading, 'Coverage')).toMatchObject({
    class: [{ value: 'GOLD', name: 'Gold cover' }],
    payor: [{ identifier: { value: '77' } }, { display: 'Example Health Fund' }],
    period: { start: '2020-01-01', end: '2030-12-31' },
  })
  expect(resourcesOf(reading, 'Encounter')).toEqual([])
  expect(notesOf(reading)).toEqual([])
})

test('D203: A40 is a typed merge of each pair, and nothing of the merged records is written', async () => {
  const reading = await readClinical(
    lines(
      header('ADT^A40^ADT_A39'),
      'EVN|A40|20261118093000+1000',
      pid,
      'MRG|PT-0007^^^Wattle Clinic&1.2.36.1.2001.1003.0.8003621566684455&ISO^MR',
      pid.replace('PT-1001', 'PT-2002'),
      'MRG|PT-0008^^^WATTLE^MR~PT-0009^^^WATTLE^MR',
    ),
  )

  expect(
    reading.merges.map(({ surviving, merged }) => [surviving[0]?.value, merged.map(({ value }) => value)]),
  ).toEqual([
    ['PT-1001', ['PT-0007']],
    ['PT-2002', ['PT-0008', 'PT-0009']],
  ])
  expect(JSON.stringify(reading.bundle)).not.toMatch(/PT-000[789]/)
  for (const { request } of reading.bundle.entry ?? []) expect(request?.method).toBe('POST')
})

const group = [
  'ORC|RE|ORD-1^Wattle^1.2.36.1^ISO|LAB-9^Lab^1.2.36.2^ISO||CM',
  'OBR|1|ORD-1^Wattle^1.2.36.1^ISO|LAB-9^Lab^1.2.36.2^ISO|57021-8^CBC W Auto Differential panel in Blood^LN|||20261117080000+1000|||||||||2426621B^Author^Alex^^^Dr^^^AUSHICPR^L^^^UPIN||||||20261118092500+1000||HM|F||||||||8003619900015717&Adeyemi&Tobias&&&Dr&&&AUSHIC',
  'NTE|1||Fasting',
  'OBX|1|NM|718-7^Hemoglobin^LN||12.50|g/dL^grams per deciliter^UCUM|13 - 18|L|||F',
  'NTE|1||Repeat in a week',
  'OBX|2|SN|X^Ratio^L||^1^:^128|||||||',
  'OBX|3|CE|Y^Smear^L||260415000^not detected^SCT||||||P',
  'OBX|4|FT|22634-0^Comment^LN||First\\.br\\Second \\T\\ last||||||F',
  'OBX|5|ED|PDF^Display format in PDF^AUSPDI||^application^pdf^Base64^JVBERi0xLjQK||||||F',
]

test('docs/inbound.md#messages: ORU^R01 is a report with its results, its form and its order', async () => {
  const reading = await readClinical(lines(header('ORU^R01^ORU_R01'), pid, 'PV1|1|O', ...group))

  const report = only<DiagnosticReport>(reading, 'DiagnosticReport')
  expect(report).toMatchObject({
    identifier: [{ system: 'urn:oid:1.2.36.2', value: 'LAB-9' }],
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: '57021-8' }] },
    effectiveDateTime: '2026-11-17T08:00:00+10:00',
    issued: '2026-11-18T09:25:00+10:00',
    resultsInterpreter: [{ display: 'Dr Tobias Adeyemi' }],
    presentedForm: [{ contentType: 'application/pdf', data: 'JVBERi0xLjQK' }],
  })
  expect(report.result).toHaveLength(4)
  const [hb, ratio, smear, comment] = resourcesOf<Observation>(reading, 'Observation')
  expect(hb).toMatchObject({
    status: 'final',
    category: [{ coding: [{ code: 'laboratory' }] }],
    valueQuantity: { value: 12.5, unit: 'grams per deciliter', system: 'http://unitsofmeasure.org', code: 'g/dL' },
    referenceRange: [{ text: '13 - 18', low: { value: 13 }, high: { value: 18 } }],
    interpretation: [{ coding: [{ code: 'L' }] }],
    note: [{ text: 'Repeat in a week' }],
  })
  expect(ratio).toMatchObject({ status: 'final', valueRatio: { numerator: { value: 1 }, denominator: { value: 128 } } })
  expect(smear).toMatchObject({ status: 'preliminary', valueCodeableConcept: { coding: [{ code: '260415000' }] } })
  expect(comment).toMatchObject({ valueString: 'First\nSecond & last' })
  expect(only<ServiceRequest>(reading, 'ServiceRequest')).toMatchObject({
    identifier: [{ value: 'ORD-1' }],
    status: 'completed',
    requester: { display: 'Dr Alex Author' },
    note: [{ text: 'Fasting' }],
  })
  expect(reading.documents).toMatchObject([
    { kind: 'report', place: 'OBR-3', version: '2026-11-18T09:25:00+10:00', isWithdrawn: false },
  ])
  expect(notesOf(reading)).toEqual([])
})

test('docs/inbound.md#messages: Provenance names the message, the sender and the event', async () => {
  const reading = await readClinical(lines(header('ORU^R01^ORU_R01'), pid, ...group))

  expect(only<Provenance>(reading, 'Provenance')).toMatchObject({
    recorded: '2026-11-18T09:30:00+10:00',
    activity: { text: 'ORU^R01^ORU_R01' },
    agent: [{ who: { display: 'Wattle Clinic' } }, { who: { display: 'WATTLEAPP' } }],
    entity: [{ role: 'source', what: { identifier: { value: 'A1' } } }],
  })
})

const txa =
  'TXA|1|CN|AP|20261118090000+1000|2426621B^Author^Alex^^^Dr^^^AUSHICPR^L^^^UPIN|20261118091000+1000||||||DOC-2^Wattle^1.2.36.1^ISO|DOC-1^Wattle^1.2.36.1^ISO||||AU||AV'
const pdf = 'OBX|1|ED|PDF^Display format in PDF^AUSPDI||^application^pdf^Base64^JVBERi0xLjQK||||||F'

test.each([
  ['T02', 'current', undefined],
  ['T04', 'current', undefined],
  ['T06', 'current', 'appends'],
  ['T08', 'current', undefined],
  ['T10', 'current', 'replaces'],
])('D203: MDM^%s is a document reference that is %s', async (event, status, relation) => {
  const reading = await readClinical(
    lines(header(`MDM^${event}^MDM_T02`), `EVN|${event}|20261118093100+1000`, pid, 'PV1|1|O', txa, pdf),
  )

  const document = only<DocumentReference>(reading, 'DocumentReference')
  expect(document).toMatchObject({
    status,
    docStatus: 'final',
    type: { coding: [{ code: 'CN' }] },
    date: '2026-11-18T09:10:00+10:00',
    masterIdentifier: { system: 'urn:oid:1.2.36.1', value: 'DOC-2' },
    author: [{ display: 'Dr Alex Author' }],
    content: [{ attachment: { contentType: 'application/pdf' } }],
  })
  expect(document.relatesTo?.[0]?.code).toBe(relation)
  expect(reading.documents).toMatchObject([
    { kind: 'document', place: 'TXA-12', version: '2026-11-18T09:31:00+10:00', isWithdrawn: false },
  ])
  expect(reading.documents[0]?.parent?.identifier.value).toBe(relation === undefined ? undefined : 'DOC-1')
})

test('D203: MDM^T11 withdraws a document, and needs no content', async () => {
  const reading = await readClinical(lines(header('MDM^T11^MDM_T01'), pid, 'PV1|1|O', txa.replace('|AV', '|CA')))

  expect(only<DocumentReference>(reading, 'DocumentReference')).toMatchObject({
    status: 'entered-in-error',
    docStatus: 'entered-in-error',
  })
  expect(reading.documents).toMatchObject([{ isWithdrawn: true }])
})

test('D205: texts are the content where there is no display, one for each code; beside a display they are results', async () => {
  const texts = ['OBX|1|TX|A^Reason^L||line 1', 'OBX|2|TX|A^Reason^L||line 2', 'OBX|3|TX|B^Plan^L||rest']
  const message = (...obx: readonly string[]) => lines(header('MDM^T02^MDM_T02'), pid, 'PV1|1|O', txa, ...obx)

  const alone = only<DocumentReference>(await readClinical(message(...texts)), 'DocumentReference')
  const beside = await readClinical(message(...texts, pdf))

  expect(
    alone.content.map(({ attachment }) => [attachment.title, Buffer.from(attachment.data ?? '', 'base64').toString()]),
  ).toEqual([
    ['Reason', 'line 1\nline 2'],
    ['Plan', 'rest'],
  ])
  expect(resourcesOf<Observation>(beside, 'Observation').map(({ valueString }) => valueString)).toEqual([
    'line 1',
    'line 2',
    'rest',
  ])
  expect(only<DocumentReference>(beside, 'DocumentReference').context?.related).toHaveLength(3)
})

const referral = [
  'RF1|P^Pending^HL70283|R^Routine^HL70280|Med^Medical^HL70281||O^Outpatient^HL70284|REF-1^Wattle^1.2.36.1^ISO|20261118090000+1000',
  'PRD|AP^Authoring Provider^HL70286|Author^Alex^^^Dr^^L|2 Example Street^^Hobart^TAS^7000^AUS^B|^^^Wattle Clinic|^WPN^PH^^^03^55502222||2426621B^AUSHICPR^UPIN',
  'PRD|IR^Intended Recipient^HL70286|Recipient^Casey^^^Dr^^L||||| 2122661L^AUSHICPR^UPIN',
  pid,
  'OBR|1||DOC-3^Wattle^1.2.36.1^ISO|57133-1^Referral note^LN|||20261118090000+1000|||||||||9^Other^Pat||||||20261118092500+1000||PHY|F',
  pdf,
  'OBR|2||DOC-4^Wattle^1.2.36.1^ISO|10160-0^History of medication use^LN|||20261118090000+1000|||||||||||||||20261118092500+1000||OTH|F',
  'OBX|1|FT|TXT^Display format in text^AUSPDI||one\\.br\\two||||||F',
  'PV1|1|O',
]

test('docs/inbound.md#referrals: REF^I12 is a request, its letter and its supporting reports', async () => {
  const reading = await readClinical(lines(header('REF^I12^REF_I12'), ...referral))

  expect(only<ServiceRequest>(reading, 'ServiceRequest')).toMatchObject({
    identifier: [{ value: 'REF-1' }],
    status: 'active',
    intent: 'order',
    priority: 'routine',
    requester: { display: 'Dr Alex Author' },
    performer: [{ display: 'Dr Casey Recipient' }],
    authoredOn: '2026-11-18T09:00:00+10:00',
  })
  expect(only<DocumentReference>(reading, 'DocumentReference')).toMatchObject({
    status: 'current',
    docStatus: 'final',
    masterIdentifier: { value: 'DOC-3' },
    author: [{ display: 'Dr Alex Author' }],
    type: { coding: [{ code: '57133-1' }] },
  })
  expect(only<DiagnosticReport>(reading, 'DiagnosticReport')).toMatchObject({
    identifier: [{ value: 'DOC-4' }],
    presentedForm: [{ contentType: 'text/plain', data: Buffer.from('one\ntwo').toString('base64') }],
  })
  expect(reading.documents.map(({ place, identifier, version }) => [place, identifier.value, version])).toEqual([
    ['RF1-6', 'REF-1', '2026-11-18T09:25:00+10:00'],
    ['OBR-3', 'DOC-3', '2026-11-18T09:25:00+10:00'],
    ['OBR-3', 'DOC-4', '2026-11-18T09:25:00+10:00'],
  ])
  // Whom OBR-16 names is no author of the letter.
  expect(notesOf(reading)).toEqual(['OBR-16 unmapped'])
})

const withStatus = (segments: readonly string[], status: string): readonly string[] =>
  segments.map((one) => one.replace(/^(OBX(?:\|[^|]*){10}).*$/, `$1|${status}`))

test('D203: a report or a letter whose results are all withdrawn is withdrawn itself', async () => {
  const [first = '', ...rest] = withStatus(
    group.filter((one) => one.startsWith('OBX')),
    'W',
  )
  const order = group.slice(0, 2)
  const letter = await readClinical(lines(header('REF^I12^REF_I12'), ...withStatus(referral, 'W')))
  const whole = await readClinical(lines(header('ORU^R01^ORU_R01'), pid, ...order, first, ...rest))
  const part = await readClinical(lines(header('ORU^R01^ORU_R01'), pid, ...order, ...withStatus([first], 'F'), ...rest))

  expect(only<DocumentReference>(letter, 'DocumentReference').status).toBe('entered-in-error')
  expect(letter.documents[0]).toMatchObject({ kind: 'referral', isWithdrawn: true })
  expect(whole.documents).toMatchObject([{ isWithdrawn: true }])
  expect(part.documents).toMatchObject([{ isWithdrawn: false }])
})

test.each([
  ['ACK^R01^ACK', 'MSA|AE|BK5|Patient not found', { code: 'AE', controlId: 'BK5' }],
  ['ACK', 'MSA|CA|BK5', { code: 'CA', controlId: 'BK5' }],
  ['RRI^I12^RRI_I12', 'MSA|AA|BK5', { code: 'AA', controlId: 'BK5' }],
])('docs/inbound.md#messages: %s is recognised, and has no resources', async (event, msa, acknowledgement) => {
  expect(await readText(lines(header(event), msa, pid))).toMatchObject({ kind: 'acknowledgement', acknowledgement })
})

test.each([
  ['SIU^S12', [pid], 'MSH-9 names a message that is not read'],
  ['', [pid], 'MSH-9 is missing'],
  ['ADT^A01', [], 'PID is missing'],
  ['ADT^A01', [pid, pid], 'PID[2] names another patient: a message is about one'],
  ['ADT^A40', [pid], 'MRG is missing'],
  ['ADT^A40', [pid, 'MRG|'], 'MRG-1 names no record'],
  ['ORU^R01', [pid], 'OBR is missing'],
  ['MDM^T02', [pid], 'TXA is missing'],
  ['REF^I12', [pid], 'RF1 is missing'],
  ['ACK', [], 'MSA is missing'],
  ['ACK', ['MSA|OK|1'], 'MSA-1 is no acknowledgement code'],
])('docs/inbound.md#refused-messages: %s with %j: %s', async (event, segments, reason) => {
  await expect(readText(lines(header(event), ...segments))).rejects.toMatchObject({ message: reason })
})

test('docs/inbound.md#refused-messages: a message without MSH-10 is refused, and one for training says so', async () => {
  await expect(readText(lines(header('ADT^A28', { 10: '' }), pid))).rejects.toMatchObject({
    problems: [{ place: 'MSH-10', message: 'is missing' }],
  })
  expect((await readText(lines(header('ADT^A28', { 11: 'T' }), pid))).header).toMatchObject({ processing: 'T' })
})
