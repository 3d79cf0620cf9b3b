/** `banksia validate` as its caller sees it: verdicts, places, profiles. */
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { OperationOutcome } from '@medplum/fhirtypes'
import { folder, packageOf, patient, profile, type Result, validate, validateToJson, write } from './validating.ts'

const { url } = profile

const observed = { resourceType: 'Observation', id: 'o', status: 'final', code: { text: 'a' } }

test('docs/au-core.md#definitions: JSON and XML files are answered in their order, and an error ends with exit code 1', async () => {
  const sound = write('sound.json', patient)
  const xml = write('sound.xml', '<Patient xmlns="http://hl7.org/fhir"><id value="b"/><active value="true"/></Patient>')
  const broken = write(
    'broken.json',
    '{"resourceType": "Patient",\n "birthDate": "yesterday", "unheardOf": "Janefielding"}',
  )
  const cut = write('cut.json', '{"resourceType": "Patient",\n "id": }')

  const { code, results } = await validateToJson(broken, sound, xml, cut, '--profile', 'none')

  expect(code).toBe(1)
  expect(results.map(({ file, valid }) => [file, valid])).toEqual([
    [broken, false],
    [sound, true],
    [xml, true],
    [cut, false],
  ])
  expect(results.every(({ profiles }) => profiles.length === 0)).toBe(true)
  expect(results[0]?.outcome).toMatchObject({
    resourceType: 'OperationOutcome',
    issue: expect.arrayContaining([
      expect.objectContaining({
        severity: 'error',
        expression: ['Patient.birthDate'],
        location: ['Line 2, column 15'],
      }),
    ]),
  })
  expect(results[3]?.outcome).toMatchObject({ issue: [{ severity: 'error', location: ['Line 2, column 8'] }] })
  expect(JSON.stringify(results)).toContain('(found \\"yesterday\\")')
  expect(JSON.stringify(results)).not.toMatch(/Janefielding/)
})

test('docs/au-core.md#definitions: findings of XML have the line and column of the element, or of its nearest parent', async () => {
  const text = `<?xml version="1.0"?>
<Patient xmlns="http://hl7.org/fhir">
  <contained><Organization><id value="o"/><active value="true"/></Organization></contained>
  <name><family value="a"/></name><name>
    <use value="unheard-of"/></name>
  <multipleBirthInteger
    value="1.0"/>
  <managingOrganization><reference value="#x"/></managingOrganization>
</Patient>`
  const unreadable = '<Patient xmlns="http://hl7.org/fhir"><name>\n<family value="a"/><zebulon/></name></Patient>'

  const files = [write('placed.xml', `\ufeff${text}`), write('unreadable.xml', unreadable)]
  const { results } = await validateToJson(...files, '--profile', 'none')

  expect(listPlaces(results[0])).toEqual([
    'Patient.contained[0]: Line 3, column 3',
    'Patient.managingOrganization.reference: Line 8, column 25',
    'Patient.multipleBirthInteger: Line 6, column 3',
    'Patient.name[1].use: Line 5, column 5',
    'Patient: Line 2, column 1',
  ])
  expect(listPlaces(results[1])).toEqual(['Patient.name[0]: Line 2, column 29'])
})

test('docs/au-core.md#definitions: what is wrong with XML is told in one go, with what is wrong with the rest', async () => {
  const text = `<?xml-stylesheet href="a"?>
<Patient xmlns="http://hl7.org/fhir">Janefielding
  <name><zebulon><use value="x"/>Janefielding</zebulon><family/></name>
  <active value="yes" colour="red"/>
  <gender value="unheard-of"/>
  <id value="a"/>
</Patient>`

  const { results } = await validateToJson(write('wrongs.xml', text), '--profile', 'none')

  expect(results[0]?.valid).toBe(false)
  expect(listPlaces(results[0])).toEqual([
    'Patient.active: Line 4, column 36',
    'Patient.gender: Line 5, column 3',
    'Patient.id: Line 6, column 17',
    'Patient.name[0].family: Line 3, column 64',
    'Patient.name[0]: Line 3, column 17',
    'Patient.name[0]: Line 3, column 3',
    'Patient: Line 3, column 3',
    'Resource: Line 1, column 27',
  ])
  expect(JSON.stringify(results)).not.toMatch(/Janefielding|zebulon|colour/)
})

test('docs/au-core.md#definitions: a text of 8 MiB is judged in JSON and in XML', async () => {
  const text = 'a'.repeat(8 * 1024 * 1024)
  const json = write('long.json', `{"resourceType":"Patient","language":"${text}",\n"gender":"x"}`)
  const xml = write(
    'long.xml',
    `<Patient xmlns="http://hl7.org/fhir"><language value="${text}"/>\n<gender value="x"/></Patient>`,
  )

  const { code, results } = await validateToJson(json, xml, '--profile', 'none')

  expect(code).toBe(1)
  expect(results.map(listPlaces)).toEqual([
    ['Patient.gender: Line 2, column 10', 'Patient.language: Line 1, column 38'],
    ['Patient.gender: Line 2, column 1', 'Patient.language: Line 1, column 38'],
  ])
})

const listPlaces = (result: Result | undefined): string[] => {
  const { issue = [] } = (result?.outcome ?? {}) as Partial<OperationOutcome> // what the command prints is one
  const errors = issue.filter(({ severity }) => severity === 'error')
  return [...new Set(errors.map(({ expression, location }) => `${expression?.[0]}: ${location?.[0]}`))].toSorted()
}

test('docs/au-core.md#definitions: without --profile the claimed ones and AU Core of the type are asked; none asks for neither', async () => {
  const claiming = write('claiming.json', { ...patient, meta: { profile: [url] } })
  const definition = write('named.json', profile)

  const asked = await validateToJson(claiming, '--supporting', definition)
  const base = await validateToJson(claiming, '--supporting', definition, '--profile', 'none')

  expect(asked.code).toBe(1)
  expect(asked.results[0]?.profiles).toEqual([url, 'http://hl7.org.au/fhir/core/StructureDefinition/au-core-patient'])
  expect(base).toMatchObject({ code: 0, results: [{ valid: true, profiles: [] }] })
})

test('docs/au-core.md#definitions: --package and --supporting bring profiles that --profile names', async () => {
  const unnamed = write('unnamed.json', patient)
  const manifest = { name: 'banksia.test', version: '1.0.0', fhirVersions: ['4.0.1'] }
  const archive = write('named.tgz', packageOf(['package.json', manifest], ['profile.json', profile]))

  for (const given of [
    ['--package', archive],
    ['--supporting', write('named.json', profile)],
  ]) {
    const { results } = await validateToJson(unnamed, '--profile', url, ...given)
    expect(results).toMatchObject([{ valid: false, profiles: [url] }])
  }
})

const form = {
  ...{
    resourceType: 'Questionnaire',
    id: 'form',
    url: 'http://banksia.test/fhir/Questionnaire/form',
    version: '1.0.0',
  },
  ...{ status: 'active', item: [{ linkId: '1', type: 'boolean' }] },
}
const answered = (value: object) => ({
  ...{ resourceType: 'QuestionnaireResponse', id: 'answered', questionnaire: form.url, status: 'completed' },
  item: [{ linkId: '1', answer: [value] }],
})

test('docs/au-core.md#definitions: --supporting and --package bring the Questionnaire that a response is held against, in JSON, XML or a Bundle', async () => {
  const right = write('right.json', answered({ valueBoolean: true }))
  const wrong = write('wrong.json', answered({ valueString: 'Janefielding' }))
  const manifest = { name: 'banksia.test', version: '1.0.0', fhirVersions: ['4.0.1'] }
  const xml = `<Questionnaire xmlns="http://hl7.org/fhir"><url value="${form.url}"/><status value="active"/><item><linkId value="1"/><type value="boolean"/></item></Questionnaire>`

  for (const given of [
    ['--supporting', write('form.json', form)],
    ['--supporting', write('form.xml', xml)],
    ['--supporting', write('forms.json', { resourceType: 'Bundle', type: 'collection', entry: [{ resource: form }] })],
    ['--package', write('form.tgz', packageOf(['package.json', manifest], ['form.json', form]))],
  ]) {
    const { results } = await validateToJson(right, wrong, '--profile', 'none', ...given)
    expect(results.map(({ valid }) => valid)).toEqual([true, false])
    expect(JSON.stringify(results)).toMatch(/response-type/)
    expect(JSON.stringify(results)).not.toMatch(/response-unknown-form|Janefielding/)
  }
})

test('docs/au-core.md#definitions: without its Questionnaire a response is told to be unchecked, and what cannot be used is told', async () => {
  const wrong = write('wrong.json', answered({ valueString: 'x' }))
  const other = write('other.json', { ...form, url: `${form.url}-other` })
  const nameless = write('nameless.json', { resourceType: 'Patient' })

  const { code, output, errors } = await validate(wrong, '--supporting', other, '--supporting', nameless)

  expect(code).toBe(0)
  expect(output).toContain('warning     QuestionnaireResponse.questionnaire, line 1, ')
  expect(errors).toContain(`left out: ${nameless}: `)
  expect(errors).not.toContain(other)
})

test('docs/au-core.md#definitions: slices by what a reference points to are told apart by resources given beside the file', async () => {
  const fullUrl = 'urn:uuid:0c3151bd-1cbf-4d64-b04d-cd9187a4c6e1'
  const path = 'Patient.generalPractitioner'
  const targetProfile = ['http://hl7.org/fhir/StructureDefinition/Practitioner']
  const slicing = { discriminator: [{ type: 'type', path: 'resolve()' }], rules: 'open' }
  const person = {
    id: `${path}:person`,
    path,
    sliceName: 'person',
    min: 1,
    type: [{ code: 'Reference', targetProfile }],
  }
  const sliced = { ...profile, differential: { element: [{ id: path, path, min: 1, slicing }, person] } }
  const file = write('sliced.json', { ...patient, generalPractitioner: [{ reference: fullUrl }] })
  const definition = write('sliced-profile.json', sliced)

  for (const [resourceType, valid] of [
    ['Practitioner', true],
    ['Organization', false],
  ] as const) {
    const entry = [{ fullUrl, resource: { resourceType, id: 'd' } }]
    const near = write('near.json', { resourceType: 'Bundle', type: 'collection', entry })
    const { results } = await validateToJson(file, '--profile', url, '--supporting', definition, '--supporting', near)
    expect(results.map((result) => result.valid)).toEqual([valid])
  }
})

test('docs/au-core.md#definitions: what is called wrongly ends with exit code 2 and says why', async () => {
  const sound = write('sound.json', patient)

  for (const args of [
    [],
    [sound, '--format', 'pdf'],
    [sound, '--format', 'junit', '--terminology-server', 'ftp://banksia.test'],
    ['-', '-'],
    [sound, '--package', sound],
    [sound, '--package', join(folder, 'absent.tgz')],
    [sound, '--supporting', folder],
  ]) {
    const { code, output, errors } = await validate(...args)
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toContain('banksia: ')
  }
})

test('docs/au-core.md#definitions: a report for people says what was found where, as text and as one HTML page that loads nothing', async () => {
  const files = Array.from({ length: 12 }, (_, index) =>
    write(`many-${index}.json`, index === 3 ? { ...patient, gender: '<b>unheard-of</b>' } : patient),
  )

  const text = await validate(...files, '--profile', 'none')
  const page = await validate(...files, '--profile', 'none', '--format', 'html')

  expect(text.output).toContain('INVALID')
  expect(text.output).toMatch(/Patient\.gender, line 1, column \d+: /)
  expect(text.output).toContain('12 files: 11 valid, 1 not; ')
  expect(text.errors).toContain('12 of 12\n')
  expect(page.output).toContain('<code>Patient.gender</code>')
  expect(page.output).toContain('(found &quot;&lt;b&gt;unheard-of&lt;/b&gt;&quot;)')
  expect(page.output).not.toMatch(/<b>|<(?:script|link|img)|url\(/)
  expect(page.output).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
})

test('D119: a reference to a type that is not allowed ends with exit code 1', async () => {
  const sound = write('to-patient.json', { ...observed, subject: { reference: 'Patient/1' } })
  const wrong = write('to-practitioner.json', { ...observed, subject: { reference: 'Practitioner/1' } })

  expect((await validate(sound)).code).toBe(0)
  expect((await validate(wrong)).code).toBe(1)
})
