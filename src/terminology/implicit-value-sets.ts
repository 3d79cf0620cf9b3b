/** Value sets that an address states without a definition. R4 snomedct.html#implicit, loinc.html#implicit. */
import type { ValueSet, ValueSetComposeIncludeFilter } from '@medplum/fhirtypes'

const snomed = 'http://snomed.info/sct'
const loinc = 'http://loinc.org'

const build = (url: string, system: string, filter?: ValueSetComposeIncludeFilter): ValueSet => ({
  resourceType: 'ValueSet',
  url,
  status: 'active',
  compose: { include: [{ system, ...(filter === undefined ? {} : { filter: [filter] }) }] },
})

export function findImplicitValueSet(url: string): ValueSet | undefined {
  const [, edition, query] =
    /^http:\/\/snomed\.info\/sct((?:\/\d+(?:\/version\/\d+)?)?)\?fhir_vs(?:=(.*))?$/.exec(url) ?? []
  if (edition !== undefined) return findSnomedSet(url, query)
  const [, list] = /^http:\/\/loinc\.org\/vs(?:\/(.+))?$/.exec(url) ?? []
  if (list !== undefined)
    return build(url, loinc, { property: list.startsWith('LL') ? 'LIST' : 'ancestor', op: '=', value: list })
  return url === `${loinc}/vs` ? build(url, loinc) : undefined
}

function findSnomedSet(url: string, query: string | undefined): ValueSet | undefined {
  if (query === undefined) return build(url, snomed)
  const [, kind = '', encoded = ''] = /^(isa|refset|ecl)(?:\/(.+))?$/.exec(query) ?? []
  const value = decode(encoded)
  if (value === undefined) return undefined
  if (kind === 'isa' && value !== '') return build(url, snomed, { property: 'concept', op: 'is-a', value })
  if (kind === 'refset') {
    const filter =
      value === ''
        ? { property: 'refset', op: 'exists' as const, value: 'true' }
        : { property: 'concept', op: 'in' as const, value }
    return build(url, snomed, filter)
  }
  return kind === 'ecl' && value !== '' ? build(url, snomed, { property: 'constraint', op: '=', value }) : undefined
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
