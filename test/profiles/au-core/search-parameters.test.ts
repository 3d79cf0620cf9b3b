/** Our search parameters against the published ones of AU Core and AU Base. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import type { SearchParameter } from '@medplum/fhirtypes'
import { auSearchParameters } from '../../../src/profiles/au-core/search-parameters.ts'
import { testWithShared } from '../../judges.ts'
import { readPublished } from './published.ts'

const listAlternatives = (expression = ''): string[] => expression.split(' | ').toSorted()

const tell = ({ url = '', code, type, base, target, expression }: SearchParameter) => ({
  ...{ url, code, type, target },
  base: base.toSorted(),
  expression: listAlternatives(expression),
})

const own = (prefix: string) =>
  auSearchParameters
    .filter(({ url }) => url?.startsWith(prefix))
    .map(tell)
    .toSorted(byUrl)

const byUrl = (one: { readonly url: string }, other: { readonly url: string }): number => (one.url < other.url ? -1 : 1)

testWithShared('au-core/hl7.fhir.au.core-definitions.tgz')(
  'AU Core 2.0.0: its search parameters are ours, by the same expressions',
  () => {
    const published = readPublished().flatMap((one) => (one.resourceType === 'SearchParameter' ? [tell(one)] : []))

    expect(own('http://hl7.org.au/fhir/core/')).toEqual(published.toSorted(byUrl))
  },
)

test('AU Base 6.0.0: its search parameters are ours, by the same expressions', () => {
  const folder = join(import.meta.dirname, '../../../node_modules/hl7.fhir.au.base')
  const published = readdirSync(folder)
    .filter((name) => name.startsWith('SearchParameter-'))
    .map((name) => tell(JSON.parse(readFileSync(join(folder, name), 'utf8')) as SearchParameter))

  expect(own('http://hl7.org.au/fhir/SearchParameter/')).toEqual(published.toSorted(byUrl))
})
