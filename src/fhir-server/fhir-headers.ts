/** The headers of the FHIR interface. R4 http.html#general, http.html#concurrency. */
import { invalidField } from '../core/problems.ts'
import type { FhirRequest } from './exchange.ts'
import type { Versions } from './preconditions.ts'

/** `W/"3"` or `"3"`, several with commas, or `*`; `undefined` if absent. RFC 9110 8.8.3, 13.1. */
export function parseVersions(header: string, value: string): Versions | undefined {
  if (value === '' || value === '*') return value === '*' ? '*' : undefined
  return value.split(',').map((tag) => {
    const version = /^(?:W\/)?"([1-9]\d{0,8})"$/.exec(tag.trim())?.[1]
    if (version === undefined) throw invalidField(header, 'must be ETags of this service')
    return Number(version)
  })
}

/** RFC 9110 13.1.3: a text that is no date is ignored. */
export function parseModifiedSince(value: string): number | undefined {
  if (value === '') return undefined
  const time = Date.parse(value)
  return Number.isNaN(time) ? undefined : time
}

const noPreference = { strict: false, isAsync: false, preferred: undefined } as const

/** R4 http.html#ops: `return` and `handling`, as RFC 7240 writes them. */
export function parsePrefer(value: string): Pick<FhirRequest, 'strict' | 'isAsync' | 'preferred'> {
  if (value === '') return noPreference
  const preferences = value.split(/[,;]/).map((part) => part.trim().replaceAll(/[\s"]/g, ''))
  const preferred = (['minimal', 'representation', 'OperationOutcome'] as const).find((name) =>
    preferences.includes(`return=${name}`),
  )
  return {
    strict: preferences.includes('handling=strict'),
    isAsync: preferences.includes('respond-async'),
    preferred,
  }
}
