/** The expression of a channel's filter: refused when it is written, or one boolean, or no answer. FHIRPath N1; D223 */
import { describe, expect, test } from '@jest/globals'
import type { Bundle } from '@medplum/fhirtypes'
import { judgeFilter } from '../../../src/domain/channel/channel-filter.ts'
import { openFilterExpressions } from '../../../src/domain/channel/filter-expression.ts'
import type { ChannelFilter } from '../../../src/store/channels/channel-settings.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'

const expressions = openFilterExpressions((await openTestDefinitions()).fhirPathTypes)

const document = {
  resourceType: 'Bundle',
  type: 'document',
  entry: [
    {
      fullUrl: 'urn:uuid:1',
      resource: {
        resourceType: 'Composition',
        type: { coding: [{ system: 'http://loinc.org', code: '11488-4' }] },
        subject: { reference: 'urn:uuid:2' },
        custodian: { reference: 'urn:uuid:3' },
      },
    },
    { fullUrl: 'urn:uuid:2', resource: { resourceType: 'Patient', id: 'p', gender: 'female' } },
    { fullUrl: 'urn:uuid:3', resource: { resourceType: 'Organization', id: 'practice', name: 'Practice' } },
  ],
} as unknown as Bundle

const composition = 'Bundle.entry[0].resource.ofType(Composition)'
describe('at write', () => {
  test.each([
    ['Bundle.entry.where(', /at character \d+ of the expression$/],
    ['Bundle.entry.gibt()', /^unknown function at character \d+/],
    ['Bundle.entries.exists()', /^an element that the type does not have at character \d+/],
    ['Patient.gender', /^the name of another type at character \d+/],
  ])('D223: %s is refused with the place', (expression, message) => {
    expect(expressions.findFault(expression)).toMatch(message)
  })

  test.each([['true'], [`${composition}.type.coding.where(code = '11488-4').exists()`]])(
    'D223: %s is taken',
    (text) => {
      expect(expressions.findFault(text)).toBeUndefined()
    },
  )
})

describe('at a release', () => {
  test.each([
    ['true', `${composition}.type.coding.where(code = '11488-4').exists()`],
    ['false', `${composition}.type.coding.where(code = '18842-5').exists()`],
    ['true', `${composition}.subject.resolve().ofType(Patient).gender = 'female'`],
    ['no-answer', `${composition}.title = 'Letter'`],
    ['no-answer', `${composition}.type`],
    ['no-answer', 'Bundle.entry.count()'],
    ['no-answer', 'Bundle.entry.fullUrl.single() = 1'],
    ['no-answer', `${composition}.type.memberOf('http://example.org/types')`],
    ['no-answer', 'an expression of an earlier release ('],
  ])('D223: the answer is %s to %s', (answer, expression) => {
    expect(expressions.evaluate(expression, document)).toBe(answer)
  })

  test('D223: an expression that takes too many steps has no answer', () => {
    const withEntries = (count: number): Bundle => ({
      ...document,
      entry: Array.from({ length: count }, () => ({ fullUrl: 'urn:uuid:1' })),
    })
    const expression = "Bundle.entry.where(fullUrl = 'urn:uuid:2').empty()"

    expect(expressions.evaluate(expression, withEntries(1_000))).toBe('true')
    expect(expressions.evaluate(expression, withEntries(200_000))).toBe('no-answer')
  })
})

describe('lists', () => {
  const content = { artifactType: 'note', spoke: 'connect', recipientClass: 'practitioner' } as const
  const judge = (filter: ChannelFilter, from: object = content) =>
    judgeFilter(expressions, { filter }, { bundle: document, content: from as typeof content })

  test.each<[string, ChannelFilter, ChannelFilter]>([
    ['artifactTypes', { artifactTypes: ['letter', 'note'] }, { artifactTypes: ['letter'] }],
    ['spokes', { spokes: ['connect'] }, { spokes: ['link'] }],
    ['recipientClasses', { recipientClasses: ['practitioner'] }, { recipientClasses: ['patient'] }],
    ['organizationIds', { organizationIds: ['practice'] }, { organizationIds: ['other'] }],
    ['expression', { expression: 'true' }, { expression: 'false' }],
  ])('D223: %s lets through, and leaves out', (by, through, out) => {
    expect(judge(through)).toEqual({ outcome: 'sent' })
    expect(judge(out)).toEqual({ outcome: 'left-out', by })
  })

  test('D223: every member has to hold, and the lists come before the expression', () => {
    expect(judge({ spokes: ['connect'], artifactTypes: ['letter'], expression: '1' })).toEqual({
      outcome: 'left-out',
      by: 'artifactTypes',
    })
    expect(judge({ spokes: ['connect'], expression: '1' })).toEqual({ outcome: 'failed' })
  })

  test('D223: a document without the value is left out', () => {
    expect(judge({ recipientClasses: ['practitioner'] }, { ...content, recipientClass: undefined })).toEqual({
      outcome: 'left-out',
      by: 'recipientClasses',
    })
  })
})
