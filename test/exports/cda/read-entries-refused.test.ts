/** What an entry does not state of the patient never becomes a fact: negations, null flavours, void statuses, other people. CDA R2 4.3.8, 4.4. */
import { expect, test } from '@jest/globals'
import type { Bundle, Resource } from '@medplum/fhirtypes'
import { readCda } from '../../../src/exports/cda-reader/read-cda.ts'
import { readClinicalFacts } from '../../../src/exports/clinical-facts.ts'

const nctis = (code: string, name = 'code'): string => `<${name} code="${code}" codeSystem="1.2.36.1.2001.1001.101"/>`
const sct = (code: string, words: string, name = 'code', more = ''): string =>
  `<${name} ${more} code="${code}" codeSystem="2.16.840.1.113883.6.96" displayName="${words}"/>`

const allergy = (more = '', act = '', entry = '', agent = sct('764146007', 'Secret')): string =>
  `<entry ${entry}><act classCode="ACT" moodCode="EVN" ${act}>${nctis('102.15517')}${more}
   <participant typeCode="CAGNT"><participantRole><playingEntity>${agent}</playingEntity></participantRole></participant></act></entry>`
const medicine = (more = '', attributes = 'moodCode="EVN"'): string =>
  `<entry><substanceAdministration classCode="SBADM" ${attributes}>${more}<consumable><manufacturedProduct>
   <manufacturedMaterial>${sct('1', 'Secret')}</manufacturedMaterial></manufacturedProduct></consumable></substanceAdministration></entry>`
const vaccine = (more = '', attributes = 'moodCode="EVN"'): string =>
  medicine(`${more}<effectiveTime value="20110427"/>`, attributes)
const problem = (more = '', attributes = 'moodCode="EVN"', value = sct('195967001', 'Secret', 'value')): string =>
  `<entry><observation classCode="OBS" ${attributes}>${sct('282291009', 'x')}${more}${value}</observation></entry>`
const procedure = (more = '', attributes = 'moodCode="EVN"'): string =>
  `<entry><procedure classCode="PROC" ${attributes}>${sct('397956004', 'Secret')}${more}</procedure></entry>`
const service = (more = '', attributes = 'moodCode="RQO"'): string =>
  `<entry><act classCode="ACT" ${attributes}>${sct('399208008', 'Secret')}${more}</act></entry>`
const status = (code: string): string => `<statusCode code="${code}"/>`
const global = (code: string, value: string, more = ''): string =>
  `<entry><observation classCode="OBS" moodCode="EVN" ${more}>${nctis(`103.16302.${code}`)}
   <value code="${value}" codeSystem="1.2.36.1.2001.1001.101.104.16299"/></observation></entry>`

const section = (code: string, entries: string, attributes = '', more = ''): string =>
  `<component><section ${attributes}>${nctis(code)}<title>A</title><text>words</text>${more}${entries}</section></component>`

const target =
  '<recordTarget><patientRole><patient><name><family>Quillinan</family></name></patient></patientRole></recordTarget>'

function read(sections: string, header = target) {
  const found = readCda(
    Buffer.from(
      `<ClinicalDocument xmlns="urn:hl7-org:v3">${header}<component><structuredBody>${sections}</structuredBody></component></ClinicalDocument>`,
    ),
  )
  if (found === undefined) throw new Error('no CDA document')
  return found
}

const facts = new Set<Resource['resourceType'] | undefined>([
  'AllergyIntolerance',
  'Condition',
  'Immunization',
  'MedicationStatement',
  'Observation',
  'Procedure',
  'ServiceRequest',
])
const listFacts = ({ entry = [] }: Bundle): readonly (Resource | undefined)[] =>
  entry.map(({ resource }) => resource).filter((resource) => facts.has(resource?.resourceType))

const sectionOf = (bundle: Bundle) => {
  const composition = bundle.entry?.[0]?.resource
  return composition?.resourceType === 'Composition' ? composition.section?.[0] : undefined
}

const [allergies, medicines, history, vaccines, services] = [
  '101.20113',
  '101.16146',
  '101.16117',
  '101.16638',
  '102.20158',
]

test.each([
  [allergies, allergy()],
  [medicines, medicine()],
  [history, problem()],
  [history, procedure()],
  [vaccines, vaccine()],
  [services, service()],
])('D150: the entry that the following tests change is a fact of its section %s', (code, entry) => {
  const { bundle, left } = read(section(code, entry))

  expect(listFacts(bundle)).toHaveLength(1)
  expect(sectionOf(bundle)?.entry).toHaveLength(1)
  expect(left.filter((line) => line.includes('entry'))).toEqual([])
})

const unreached = (entry: string): string => entry.replace('<entry>', '<entry contextConductionInd="false">')
const other = '<subject><relatedSubject classCode="PRS"/></subject>'
const related = `<entryRelationship typeCode="REFR"><observation classCode="OBS" moodCode="EVN">${sct('410516002', 'Known absent')}</observation></entryRelationship>`
const negated = 'moodCode="EVN" negationInd="true"'

test.each<[string, string, string]>([
  ['it is negated', allergies, allergy('', 'negationInd="true"')],
  ['it is negated', medicines, medicine('', negated)],
  ['it is negated', history, problem('', negated)],
  ['it is negated', history, problem('', 'moodCode="EVN" negationInd="1"')],
  ['it is negated', history, procedure('', negated)],
  ['it is negated', vaccines, vaccine('', negated)],
  ['it is negated', services, service('', 'moodCode="RQO" negationInd="true"')],
  ['it is negated', allergies, allergy('<entryRelationship typeCode="CAUS" negationInd="true"/>')],
  ['it has a null flavour', allergies, allergy('', 'nullFlavor="NI"')],
  ['it has a null flavour', allergies, allergy('', '', 'nullFlavor="UNK"')],
  ['it has a null flavour', medicines, medicine('', 'moodCode="EVN" nullFlavor="NASK"')],
  ['it names no substance', allergies, allergy('', '', '', sct('764146007', 'Secret', 'code', 'nullFlavor="UNK"'))],
  [
    'it names no substance',
    allergies,
    allergy('', '', '', '<code nullFlavor="NI"><originalText>Secret</originalText></code>'),
  ],
  [
    'it names no problem, or several',
    history,
    problem('', 'moodCode="EVN"', sct('195967001', 'Secret', 'value', 'nullFlavor="NA"')),
  ],
  [
    'it names no problem, or several',
    history,
    problem(
      '',
      'moodCode="EVN"',
      '<value code="195967001" codeSystem="2.16.840.1.113883.6.96"><qualifier><value code="410516002"/></qualifier></value>',
    ),
  ],
  ['it is about another person', allergies, allergy(other)],
  ['it is about another person', medicines, medicine(other)],
  ['it is about another person', history, problem(other)],
  ['it is about another person', history, procedure(other)],
  [
    'it is about another person',
    history,
    problem(
      `<entryRelationship typeCode="SUBJ"><observation classCode="OBS" moodCode="EVN">${other}</observation></entryRelationship>`,
    ),
  ],
  ['its mood is another', history, problem('', 'moodCode="GOL"')],
  ['its mood is another', history, procedure('', 'moodCode="RQO"')],
  ['its mood is another', medicines, medicine('', 'moodCode="PRP"')],
  ['its mood is another', vaccines, vaccine('', 'moodCode="INT"')],
  ['its status says that it does not hold', allergies, allergy(status('nullified'))],
  ['its status says that it does not hold', history, problem(status('aborted'))],
  ['its status says that it does not hold', history, problem('<statusCode nullFlavor="UNK"/>')],
  ['its status says that it does not hold', history, problem(status('active') + status('nullified'))],
  ['its status says that it does not hold', history, procedure(status('cancelled'))],
  ['it names no problem, or several', history, problem(sct('2', 'Secret', 'value'))],
  ['a related observation may turn it round', history, problem(related)],
  ['a related observation may turn it round', history, procedure(related)],
  ['a related observation may turn it round', allergies, allergy(related)],
  ['its status says that it does not hold', vaccines, vaccine(status('aborted'))],
  ['its status says that it does not hold', medicines, medicine(status('nullified'))],
  ['its status says that it does not hold', services, service(status('cancelled'))],
  ['its status says that it does not hold', services, service(status('toString'))],
  ['the context of the document does not reach it', history, unreached(problem())],
])('D150: %s, so that an entry of section %s is no fact', (reason, code, entry) => {
  const { bundle, left } = read(section(code, entry))

  expect(listFacts(bundle)).toEqual([])
  expect(sectionOf(bundle)?.emptyReason).toBeUndefined()
  expect(left).toContain(
    `structuredBody/component[0]/section/entry is not carried as code: ${reason} (1, from entry[0])`,
  )
  expect(left.join()).not.toContain('Secret')
})

test.each([
  ['is about another person', section(history, problem(), '', other)],
  ['has a null flavour', section(history, problem(), 'nullFlavor="MSK"')],
  [
    'is about another person',
    `<component><section><title>Family</title>${other}${section(history, problem())}</section></component>`,
  ],
])('CDA R2 4.4: a section that %s has no fact of the patient, nor have the sections in it', (reason, sections) => {
  const { bundle, left } = read(sections)

  expect(listFacts(bundle)).toEqual([])
  expect(left.some((line) => line.includes(`: its section ${reason} (1,`))).toBe(true)
})

test.each([
  ['no guide has such entries there', section('101.16080', problem())],
  [
    'its section is that of another document type',
    `<component><section><code code="10157-6" codeSystem="2.16.840.1.113883.6.1"/><text>x</text>${problem()}</section></component>`,
  ],
  ['the code is of another system', section(allergies, allergy().replace('1.2.36.1.2001.1001.101', '1.2.3'))],
])('D150: an entry is a fact only where a guide places it: %s', (_, sections) => {
  expect(listFacts(read(sections).bundle)).toEqual([])
})

test('D150: a withdrawn document states no fact', () => {
  const withdrawn = '<ext:completionCode xmlns:ext="http://ns.electronichealth.net.au/Ci/Cda/Extensions/3.0" code="W"/>'
  const { bundle, left } = read(section(history, problem()), withdrawn + target)

  expect(listFacts(bundle)).toEqual([])
  expect(left.some((line) => line.includes('as code: the document was withdrawn (1'))).toBe(true)
})

test('D150: without a patient there is no fact', () => {
  expect(listFacts(read(section(history, problem()), '').bundle)).toEqual([])
})

test.each([
  ['active', 'active'],
  ['completed', 'completed'],
  ['cancelled', 'stopped'],
  ['suspended', 'on-hold'],
])('CDA R2 ActStatus: a medicine that is %s has the status %s', (code, expected) => {
  expect(listFacts(read(section(medicines, medicine(status(code)))).bundle)).toMatchObject([{ status: expected }])
})

test('D150: a negated manifestation does not leave a reaction without it', () => {
  const event = `<entryRelationship typeCode="CAUS"><observation classCode="OBS" moodCode="EVN">${nctis('102.16474')}
    <entryRelationship typeCode="MFST"><observation classCode="OBS" moodCode="EVN" negationInd="true">${sct('1', 'Secret')}</observation></entryRelationship></observation></entryRelationship>`

  expect(listFacts(read(section(allergies, allergy(event))).bundle)).toEqual([])
})

test.each([
  [allergies, '120.1.1', '01', 'nilknown'],
  [allergies, '2.2.2', '02', 'notasked'],
  [medicines, '120.1.2', '03', 'unavailable'],
  [vaccines, '120.1.5', '01', 'nilknown'],
])(
  'NCTIS Global Statement: section %s with statement %s of value %s is empty for the reason %s',
  (code, statement, value, reason) => {
    const { bundle } = read(section(code, global(statement, value)))

    expect(listFacts(bundle)).toEqual([])
    expect(sectionOf(bundle)?.emptyReason?.coding).toMatchObject([{ code: reason }])
  },
)

test.each([
  ['a fact stands beside it', allergies, allergy() + global('120.1.1', '01')],
  ['an entry that nobody can read stands beside it', allergies, `<entry><act/></entry>${global('120.1.1', '01')}`],
  ['a negated entry stands beside it', allergies, allergy('', 'negationInd="true"') + global('120.1.1', '01')],
  ['it is negated', allergies, global('120.1.1', '01', 'negationInd="true"')],
  ['it is about medicines in the section of reactions', allergies, global('120.1.2', '01')],
  ['its value is none of the table', allergies, global('120.1.1', '04')],
  ['it is said twice', history, global('120.1.3', '01') + global('120.1.3', '03')],
  ['it is about ceased medicines', '101.16146.4.1.2', global('4.3.3', '01')],
])('D150: nothing is known only where nothing speaks against it: %s', (_, code, entries) => {
  const { bundle, left } = read(section(code, entries))

  expect(sectionOf(bundle)?.emptyReason).toBeUndefined()
  expect(Object.keys(readClinicalFacts(bundle).nothing)).toEqual([])
  expect(left.some((line) => line.includes('/entry is not carried as code'))).toBe(true)
})

test('D150: of a history without problems or procedures, each statement is a fact that says so', () => {
  const { bundle } = read(section(history, global('120.1.3', '01') + global('120.1.4', '03')))

  expect(readClinicalFacts(bundle)).toMatchObject({
    problems: [],
    procedures: [],
    nothing: { problems: 'none-known', procedures: 'none-supplied' },
  })
  expect(sectionOf(bundle)?.emptyReason).toBeUndefined()
})
