/** The largest CDA documents that are read, and one that is refused. CDA R2; D150. */
import { expect, test } from '@jest/globals'
import type { Bundle } from '@medplum/fhirtypes'
import { readCda } from '../../src/exports/cda-reader/read-cda.ts'
import { body, cda, patient } from '../exports/cda/cda-texts.ts'

const firstSection = (bundle: Bundle | undefined) => {
  const composition = bundle?.entry?.[0]?.resource
  return composition?.resourceType === 'Composition' ? composition.section?.[0] : undefined
}

const code = '<code code="101.20113" codeSystem="1.2.36.1.2001.1001.101"/>'

test('XML 1.0: a million elements is refused with its place', () => {
  expect(() => readCda(cda(patient + '<a/>'.repeat(1_000_000)))).toThrow(/ at line \d+, column \d+$/)
})

test('D150: of 100,000 entries that are no facts, one line tells how many', () => {
  const section = `<component><section>${code}<title>A</title><text>words</text>${'<entry><act negationInd="true"/></entry>'.repeat(100_000)}</section></component>`

  const { bundle, left = [] } = readCda(cda(patient + body(section))) ?? {}

  expect(bundle?.entry).toHaveLength(2)
  expect(left.filter((line) => line.includes('entry'))).toEqual([
    'structuredBody/component[0]/section/entry is not carried as code (100000)',
  ])
})

test('D150: 50,000 reactions are 50,000 facts, each at an address of its own', () => {
  const allergy = `<entry><act classCode="ACT" moodCode="EVN"><code code="102.15517" codeSystem="1.2.36.1.2001.1001.101"/><participant typeCode="CAGNT"><participantRole><playingEntity><code><originalText>Dust</originalText></code></playingEntity></participantRole></participant></act></entry>`
  const section = `<component><section>${code}<title>A</title><text>words</text>${allergy.repeat(50_000)}</section></component>`

  const { bundle } = readCda(cda(patient + body(section))) ?? {}

  expect(firstSection(bundle)?.entry).toHaveLength(50_000)
  expect(new Set(bundle?.entry?.map(({ fullUrl }) => fullUrl)).size).toBe(50_002)
})

test('CDA R2 4.3.5: a narrative of 20 MB is carried whole', () => {
  const words = 'word '.repeat(4_200_000)
  const found = readCda(
    cda(patient + body(`<component><section><title>A</title><text>${words}</text></section></component>`)),
  )
  const section = firstSection(found?.bundle)

  expect(section?.text?.div?.length).toBeGreaterThan(20_000_000)
})
