/** Purposes of use are codes of HL7's value set, wherever one is taken. docs/design/hub.md#consent. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from '@jest/globals'
import type { CodeSystem, CodeSystemConcept } from '@medplum/fhirtypes'
import { purposesOfUse } from '../../../src/domain/consent/purposes-of-use.ts'
import { newChannel } from '../../../src/hub/channels/channels.ts'
import { newConsent } from '../../../src/hub/consents/consents.ts'
import { newDelivery } from '../../../src/hub/deliveries/deliveries.ts'
import { newShare } from '../../../src/hub/shares/shares.ts'

const require = createRequire(import.meta.url)
const published = JSON.parse(
  readFileSync(require.resolve('hl7.terminology.r4/CodeSystem-v3-ActReason.json'), 'utf8'),
) as CodeSystem

/** Below a concept, by nesting or by what a concept says of its parents. */
function listBelow(root: string): ReadonlySet<string> {
  const parents = new Map<string, string[]>()
  const walk = (concepts: readonly CodeSystemConcept[], parent?: string): void => {
    for (const { code = '', property = [], concept = [] } of concepts) {
      const said = property.flatMap((one) => (one.code === 'subsumedBy' ? (one.valueCode ?? []) : []))
      parents.set(code, [...said, ...(parent === undefined ? [] : [parent])])
      walk(concept, code)
    }
  }
  walk(published.concept ?? [])
  const isBelow = (code: string): boolean =>
    (parents.get(code) ?? []).some((parent) => parent === root || isBelow(parent))
  return new Set([...parents.keys()].filter(isBelow))
}

test('HL7 v3 PurposeOfUse: the codes are those of the published value set', () => {
  expect([...purposesOfUse].sort()).toEqual([...listBelow('PurposeOfUse')].sort())
})

const recipient = { name: 'Saltbush Regional Hospital', class: 'practitioner' }
const id = '0198f2a0-0000-7000-8000-0000000000a1'

// biome-ignore format: one row a line
const bodies = [
  ['a consent', newConsent, 'purposes', (code: string) => ({ patientId: 'a', permits: ['share'], purposes: [code], method: 'verbal' })],
  ['a share', newShare, 'purposeOfUse', (code: string) => ({ artifactId: id, link: true, recipient, purposeOfUse: code, legalBasis: 'consent' })],
  ['a dispatch', newDelivery, 'purposeOfUse', (code: string) => ({ artifactId: id, channelId: id, recipient: { name: 'A' }, purposeOfUse: code })],
  ['a channel', newChannel, 'purposeOfUse', (code: string) => ({ name: 'A', recipient: { name: 'A' }, purposeOfUse: code, legalBasis: 'consent', format: 'rtf', transport: 'file', destination: { directory: '/tmp' } })],
] as const

test.each(bodies)(
  'HL7 v3 PurposeOfUse: %s takes its codes, and names the field of any other',
  (_, schema, field, build) => {
    const fieldsOf = (code: string) => {
      const parsed = schema.safeParse(build(code))
      return parsed.success ? [] : parsed.error.issues.map(({ path }) => path[0])
    }
    for (const code of ['TREAT', 'PATRQT', 'HRESCH']) expect(fieldsOf(code)).not.toContain(field)
    for (const code of ['TREATMENT', 'PurposeOfUse', 'treat', 'ZZZZ', '']) expect(fieldsOf(code)).toContain(field)
  },
)
