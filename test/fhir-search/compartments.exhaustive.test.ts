/** Compartments against their published definitions. R4 compartmentdefinition.html. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { r4Examples } from '../../judges/r4-examples.ts'
import { compartments, type PublishedCompartment, readRows } from '../fhir-server/examples/published-compartments.ts'

test.each(compartments)('R4 compartmentdefinition.html: the table of %s is the published one', async (name, rows) => {
  const text = await readFile(join(r4Examples, `CompartmentDefinition-${name}.json`), 'utf8')
  const published = readRows(JSON.parse(text) as PublishedCompartment)
  // Our own row: the tasks for a patient.
  const task = name === 'patient' ? { Task: ['patient', 'focus'] } : {}

  expect(rows).toEqual({ ...published, ...task })
})
