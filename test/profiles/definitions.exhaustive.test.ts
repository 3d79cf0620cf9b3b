/** Each definition of R4 against its published one. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, test } from '@jest/globals'
import type { StructureDefinition } from '@medplum/fhirtypes'
import { r4Examples } from '../../judges/r4-examples.ts'
import { compactStructure } from '../../src/profiles/definitions/compact-structure.ts'
import { openTestDefinitions } from './open-definitions.ts'

/** D122: the profiles of vital signs that R4 publishes. */
const vitalSigns = 11

/** Read otherwise than published, beside those that constraint-corrections.ts tells. */
const corrected = [
  ...Array.from({ length: vitalSigns }, () => 'Observation.component.value[x]'),
  'Observation.component:DiastolicBP.value[x]',
  'Observation.component:SystolicBP.value[x]',
  'RiskAssessment.prediction',
  'Timing.repeat',
]

/** Patterns and examples, not definitions. */
const unused = /StructureDefinition\/(Definition|Event|FiveWs|Request|example-composition|example-section-library)$/

test('R4 4.0.1: every StructureDefinition says what its published one says, element by element', async () => {
  const { registry } = await openTestDefinitions()
  const files = (await readdir(r4Examples)).filter((file) => file.startsWith('StructureDefinition-'))
  const different: string[] = []
  let compared = 0

  for (const file of files) {
    const theirs = JSON.parse(await readFile(join(r4Examples, file), 'utf8')) as StructureDefinition
    if (unused.test(theirs.url)) continue
    const own = registry.findStructure(`${theirs.url}|4.0.1`)?.snapshot?.element ?? []
    const expected = compactStructure(theirs).snapshot?.element ?? []
    compared += 1
    if (own.length !== expected.length) different.push(theirs.url)
    different.push(
      ...expected.flatMap((element, index) => (isDeepStrictEqual(element, own[index]) ? [] : [element.id ?? ''])),
    )
  }

  expect(compared).toBe(649)
  expect(different.sort()).toEqual(corrected)
})
