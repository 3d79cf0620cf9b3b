/** The one resolver within a Bundle, in its three disputed cases and the plain ones. R4 bundle.html#references. */
import { describe, expect, test } from '@jest/globals'
import type { JsonObject } from '../../src/core/json.ts'
import { buildResolver, listEntries } from '../../src/profiles/bundle-entries.ts'
import { checkResource } from '../../src/profiles/check.ts'
import { openTestValidator } from './open-definitions.ts'

const urn = 'urn:uuid:c757873d-ec9a-4326-a141-556000000001'
const base = 'http://a.example/fhir'
const contained = { resourceType: 'Organization', id: 'x', name: 'A' }
const patient: JsonObject = { resourceType: 'Patient', id: '1', meta: { versionId: '2' }, contained: [contained] }
const bundle: JsonObject = {
  resourceType: 'Bundle',
  type: 'collection',
  entry: [
    { fullUrl: `${base}/Patient/1`, resource: patient },
    { fullUrl: urn, resource: { resourceType: 'Observation', id: 'o' } },
    { fullUrl: `${base}/Patient/3`, resource: { resourceType: 'Patient', id: '3' } },
  ],
}
const resolve = buildResolver(listEntries(bundle))
const restful = `${base}/Observation/5`

// biome-ignore format: one row a line
const rows: readonly (readonly [reference: string, fullUrl: string | undefined, expected: object | undefined])[] = [
  [`${base}/Patient/1`,             urn,       patient],
  ['Patient/1',                     restful,   patient],
  ['Patient/1',                     `${restful}/_history/7`, patient],
  // An entry without a RESTful address gives a relative reference no meaning.
  ['Patient/1',                     urn,       undefined],
  ['Patient/1',                     undefined, undefined],
  ['Patient/1',                     'http://b.example/fhir/Observation/5', undefined],
  // meta.versionId tells a version; a version that is not in the Bundle is not found.
  ['Patient/1/_history/2',          restful,   patient],
  ['Patient/1/_history/1',          restful,   undefined],
  [`${base}/Patient/1/_history/2`,  urn,       patient],
  [`${base}/Patient/1/_history/3`,  urn,       undefined],
  [`${base}/Patient/3/_history/1`,  urn,       undefined],
  // A fragment is no part of the address: it is within the resource.
  ['Patient/1#x',                   restful,   contained],
  [`${base}/Patient/1#x`,           urn,       contained],
  [`${base}/Patient/1#`,            urn,       patient],
  [`${base}/Patient/1#y`,           urn,       undefined],
  ['Patient/1/_history/2#x',        restful,   contained],
  [urn,                             restful,   { resourceType: 'Observation', id: 'o' }],
  ['urn:uuid:c757873d-ec9a-4326-a141-556000000009', restful, undefined],
  ['Patient',                       restful,   undefined],
  ['../Patient/1',                  restful,   undefined],
]

test.each(rows)('R4 bundle.html#references: %s from the entry %s', (reference, fullUrl, expected) => {
  expect(resolve(reference, fullUrl)?.resource).toEqual(expected)
})

const withSubject = (fullUrl: string, reference: string, target: JsonObject): JsonObject => ({
  resourceType: 'Bundle',
  identifier: { system: 'urn:ietf:rfc:3986', value: urn },
  type: 'document',
  timestamp: '2026-01-02T03:04:05Z',
  entry: [
    {
      fullUrl,
      resource: {
        resourceType: 'Composition',
        id: 'c',
        status: 'final',
        type: { text: 'Note' },
        date: '2026-01-02',
        author: [{ reference }],
        title: 'Note',
      },
    },
    { fullUrl: `${base}/Patient/1`, resource: target },
  ],
})

/** Rules and validator, each by a finding that it has only in, or only beside, an entry that the reference names. */
describe('R4 bundle.html#references: rules and validator resolve alike', () => {
  const composition = `${base}/Composition/c`

  test.each([
    [composition, 'Patient/1', true],
    [urn, 'Patient/1', false],
    [urn, `${base}/Patient/1`, true],
    [composition, 'Patient/1/_history/2', true],
    [composition, 'Patient/1/_history/1', false],
    [urn, `${base}/Patient/1/_history/1`, false],
    [composition, 'Patient/1#', true],
  ])('from %s, %s: %s', async (fullUrl, reference, isThere) => {
    const validator = await openTestValidator()
    const list = (target: JsonObject) => {
      const resource = withSubject(fullUrl, reference, target)
      return checkResource(resource, { validator, requiredProfiles: 'base' }).findings.map(({ rule }) => rule)
    }
    // The text names a Patient, which may be an author; the entry is a Medication, which may not.
    const medication = { resourceType: 'Medication', id: '1', meta: { versionId: '2' } }

    const { contained: _, ...plain } = patient
    expect(list(plain).includes('document-reference')).toBe(!isThere)
    expect(list(medication).includes('reference-target')).toBe(isThere)
  })
})
