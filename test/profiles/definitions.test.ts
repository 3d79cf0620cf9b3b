/** The definitions cache: filled once, read quickly, repaired when damaged. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, jest, test } from '@jest/globals'
import type { StructureDefinition } from '@medplum/fhirtypes'
import { openDefinitions } from '../../src/profiles/definitions/definitions.ts'
import { openTestDefinitions } from './open-definitions.ts'

// The definitions are read from their packages.
jest.setTimeout(120_000)

test('DESIGN "The ground": a damaged cache is filled again; the file is the same each time', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'banksia-definitions-'))
  await openDefinitions(directory)
  const [file = ''] = await readdir(directory)
  const first = await readFile(join(directory, file), 'utf8')
  await writeFile(join(directory, file), first.replace('Patient', 'Patent'))

  const definitions = await openDefinitions(directory)

  expect(definitions.isResourceType('Patient')).toBe(true)
  expect(await readFile(join(directory, file), 'utf8')).toBe(first)
  expect(await readdir(directory)).toEqual([file])
  await rm(directory, { recursive: true })
})

test('R4 elementdefinition.html: members by JSON name, choices by type, content references, required bindings', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'banksia-definitions-'))
  const definitions = await openDefinitions(directory)
  const member = (type: string, name: string) => definitions.findType(type)?.members.get(name)

  expect(member('Patient', 'gender')).toMatchObject({ type: 'code', array: false })
  expect(member('Patient', 'contact')).toMatchObject({ type: 'Patient.contact', array: true })
  expect(member('Patient.contact', 'gender')).toMatchObject({ type: 'code' })
  expect(member('Observation', 'valueQuantity')).toMatchObject({ element: 'value[x]', type: 'Quantity' })
  expect(member('Composition.section', 'section')).toMatchObject({ type: 'Composition.section', array: true })
  expect(member('Patient', 'managingOrganization')).toMatchObject({ targets: ['Organization'] })
  expect(
    definitions
      .findCodes(member('Patient', 'gender')?.valueSet ?? '')
      ?.get('http://hl7.org/fhir/administrative-gender'),
  ).toEqual(new Set(['male', 'female', 'other', 'unknown']))
  await rm(directory, { recursive: true })
})

const published = join(import.meta.dirname, '../../node_modules/hl7.fhir.r4.examples')

/** Its elements as they are compared: path, cardinality, types and what these may point to. */
const describeElements = (structure: StructureDefinition): readonly string[] =>
  (structure.snapshot?.element ?? []).map(({ path, min, max, type = [] }) => {
    const types = type.map(({ code, extension, targetProfile = [] }) => {
      const hidden = extension?.find(({ url }) => url.endsWith('structuredefinition-fhir-type'))?.valueUrl
      return `${hidden ?? code}(${targetProfile.map((profile) => profile.slice(profile.lastIndexOf('/') + 1)).join()})`
    })
    return `${path} ${min}..${max} ${types.join('|')}`
  })

test('R4 4.0.1: the elements of every type are those of its published StructureDefinition', async () => {
  const { registry } = await openTestDefinitions()
  const types = registry.list('StructureDefinition').flatMap(({ derivation, type = '' }) => {
    const structure = derivation === 'constraint' ? undefined : registry.findType(type)
    return structure === undefined ? [] : [structure]
  })
  const different: string[] = []

  for (const type of types) {
    // The package has no profile of this logical type.
    if (type.name === 'MetadataResource') continue
    const text = await readFile(join(published, `StructureDefinition-${type.name}.json`), 'utf8')
    const expected = describeElements(JSON.parse(text) as StructureDefinition)
    const own = describeElements(type)
    different.push(...own.filter((line, index) => line !== expected[index]))
    if (own.length !== expected.length) different.push(type.name)
  }

  expect(types.length).toBeGreaterThan(200)
  expect(different).toEqual([])
})
