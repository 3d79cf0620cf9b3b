/** The definitions cache: filled once, read quickly, repaired when damaged. */
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openDefinitions } from '../../src/profiles/definitions/definitions.ts'
import { openTestDefinitions } from './open-definitions.ts'

// The definitions are read from their packages.
test('docs/design/house.md#foundations: a damaged cache is filled again; the file is the same each time, old ones go', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'banksia-definitions-'))
  await openDefinitions(directory)
  const [file = ''] = await readdir(directory)
  const first = await readFile(join(directory, file), 'utf8')
  await writeFile(join(directory, file), first.replace('Patient', 'Patent'))
  for (const name of ['definitions-old', 'definitions-new', 'other']) await writeFile(join(directory, name), '')
  for (const name of ['definitions-old', 'other']) await utimes(join(directory, name), 0, 0)

  const definitions = await openDefinitions(directory)

  expect(definitions.isResourceType('Patient')).toBe(true)
  expect(await readFile(join(directory, file), 'utf8')).toBe(first)
  expect((await readdir(directory)).sort()).toEqual([file, 'definitions-new', 'other'].sort())
  await rm(directory, { recursive: true })
})

test('R4 elementdefinition.html: members by JSON name, choices by type, content references, required bindings', async () => {
  const definitions = await openTestDefinitions()
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
})
