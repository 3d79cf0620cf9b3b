/** The definitions cache: filled once, read quickly, repaired when damaged. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openDefinitions } from '../../src/profiles/definitions.ts'

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
