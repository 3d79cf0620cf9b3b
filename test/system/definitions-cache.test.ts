/** The compiled definitions on disk, which a process of its own makes. */
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { openDefinitions } from '../../src/profiles/definitions/definitions.ts'

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
