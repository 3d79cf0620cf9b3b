/** Large resources are checked in slices, with the same findings as at once. D81. */
import { describe, expect, test } from '@jest/globals'
import type { JsonObject, JsonValue } from '../../src/core/json.ts'
import { type Checked, checkResource, checkSoon } from '../../src/profiles/check.ts'
import { openTestValidator } from './open-definitions.ts'

const validator = await openTestValidator()

const many = (count: number, build: (at: number) => JsonValue): JsonValue[] =>
  Array.from({ length: count }, (_, at) => build(at))
const patient = (changes: JsonObject): JsonObject => ({ resourceType: 'Patient', ...changes })
const tree = (depth: number, path = 'i'): JsonValue[] =>
  many(2, (at) => ({
    linkId: `${path}${at}`,
    ...(depth > 10 ? { type: 'string' } : { type: 'group', item: tree(depth + 1, `${path}${at}`) }),
  }))
const basic = { resourceType: 'Basic', code: { text: 'x' } }

const large: Readonly<Record<string, JsonObject>> = {
  extensions: patient({ extension: many(30_000, () => ({ url: 'urn:a', valueCode: 'a' })) }),
  'extensions of an extension': patient({
    extension: [
      { url: 'urn:a', extension: many(9_000, (at) => ({ url: 'a', valueCode: at % 100 === 0 ? ' ' : 'a' })) },
    ],
  }),
  errors: patient({ name: many(9_000, () => ({ unknown: 1 })) }),
  'primitives with partners': patient({ name: [{ given: many(9_000, () => 'a'), _given: many(8_000, () => null) }] }),
  references: patient({ generalPractitioner: many(3_000, (at) => ({ reference: `Practitioner/${at}` })) }),
  'a tree of items': { resourceType: 'Questionnaire', status: 'draft', item: tree(0) },
  'resources that it contains': patient({
    contained: many(1_000, (at) => ({ ...basic, id: `a${at}` })),
    generalPractitioner: many(990, (at) => ({ reference: `#a${at}` })),
  }),
  entries: {
    resourceType: 'Bundle',
    type: 'collection',
    entry: many(2_000, (at) => ({ fullUrl: `urn:x:${at}`, resource: at % 50 === 0 ? { ...basic, code: 1 } : basic })),
  },
  slices: {
    resourceType: 'Observation',
    meta: { profile: ['http://hl7.org/fhir/StructureDefinition/vitalsigns'] },
    status: 'final',
    code: { coding: many(4_000, (at) => ({ system: 'http://loinc.org', code: `${at}` })) },
    component: many(500, () => ({ code: { text: 'a' } })),
  },
}

/** Their order is that of the slices; findings over the limit are compared by number. */
const comparable = ({ findings, pending }: Checked) => ({
  findings: findings.map((one) => JSON.stringify(one)).toSorted(),
  references: pending.references.map(({ expression, reference }) => `${expression} ${reference}`).toSorted(),
  codes: pending.codes.map((one) => JSON.stringify(one)).toSorted(),
})

describe.each(['base', 'au-core'] as const)('under %s', (requiredProfiles) => {
  test.each(Object.entries(large))('D81: %s are checked in slices, with the same findings', async (_name, resource) => {
    const asked = { profiles: [], policy: { ...policy } }
    const slices = [...validator.inSlices(resource, asked)].length

    const soon = checkSoon(resource, { validator, requiredProfiles })

    expect(soon).toBeInstanceOf(Promise)
    expect(slices).toBeGreaterThan(5)
    expect(comparable(await soon)).toEqual(comparable(checkResource(resource, { validator, requiredProfiles })))
  })
})

const policy = {
  unknownProfile: 'warning',
  unknownCode: 'warning',
  unknownExtension: 'information',
  wrongTarget: 'error',
  unresolved: 'error',
  faultyDefinition: 'error',
  controlCharacter: 'error',
} as const

test('D81: what runs beside such checks has its turn before they end', async () => {
  const order: string[] = []
  const checks = many(3, () => large['extensions'] ?? {}).map(async (resource) => {
    await checkSoon(resource as JsonObject, { validator, requiredProfiles: 'base' })
    order.push('checked')
  })
  setImmediate(() => order.push('answered'))

  await Promise.all(checks)

  // One of them has its turn in the same round, and may end in it.
  expect(order.indexOf('answered')).toBeLessThanOrEqual(1)
  expect(order).toHaveLength(4)
})

test('D81: a resource of usual size is checked at once, without a promise', () => {
  const usual = patient({ name: [{ family: 'Wattle' }] })

  expect(checkSoon(usual, { validator, requiredProfiles: 'au-core' })).toEqual(
    checkResource(usual, { validator, requiredProfiles: 'au-core' }),
  )
})
