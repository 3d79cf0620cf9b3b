import { expect, test } from '@jest/globals'
import type { Composition } from '@medplum/fhirtypes'
import { buildRecalledDocument } from '../../src/documents/recall.ts'
import { exampleDocument, hostileNote } from '../builders.ts'

const compositionOf = (bundle = exampleDocument()) => bundle.entry?.[0]?.resource as Composition

test('R4 references.html#Reference: each reference of a document names its target, if that has a name', () => {
  const { subject, author, custodian, attester, section } = compositionOf()

  expect([subject, author?.[0], custodian, attester?.[0]?.party].map((reference) => reference?.display)).toEqual([
    'Ms Maeve Rose Quillinan',
    'Dr Tobias Adeyemi',
    'Karri Grove Family Practice',
    'Dr Tobias Adeyemi',
  ])
  expect(section?.[0]?.entry?.map(({ display }) => display)).toContain('Asthma')
})

test('R4 datatypes.html#Coding: codes of a document that FHIR or LOINC define have their names', () => {
  const bundle = buildRecalledDocument(exampleDocument(), '2026-03-16T00:05:00.000Z')
  const unnamed: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('system' in value && 'code' in value && !('display' in value) && !('value' in value))
      unnamed.push(`${String(value.system)}|${String(value.code)}`)
    Object.values(value).forEach(visit)
  }
  for (const { resource } of bundle.entry ?? [])
    if (resource?.resourceType === 'Composition' || resource?.resourceType === 'Condition') visit(resource)

  // A code that the draft chose keeps the words that were said, in text.
  expect(unnamed.filter((code) => !code.startsWith('http://snomed.info/sct|'))).toEqual([])
})

test('R4 list-empty-reason: a section in which nothing stands says why, and has no entry', () => {
  const sections = compositionOf(exampleDocument(hostileNote)).section ?? []

  expect(sections.map(({ emptyReason }) => emptyReason?.coding?.[0]?.code)).toEqual([undefined, 'unavailable'])
  expect(sections[1]).toMatchObject({ text: { div: expect.stringContaining('Nothing recorded.') } })
  expect(sections[1]?.entry).toBeUndefined()
})
