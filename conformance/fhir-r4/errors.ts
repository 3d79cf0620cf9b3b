/** Checks of refusals, each with a status and an OperationOutcome. R4 http.html#Status-Codes. */
import { expect } from '../check.ts'
import { expectRefusal } from '../refusal.ts'
import { buildPatient } from '../sample.ts'
import type { Row } from './rows.ts'

const json = { 'content-type': 'application/fhir+json' } as const

// biome-ignore format: one check after the other
export const buildErrorChecks = (): Row[] => [
  { id: 'unknown-id', title: 'An id that nobody has is answered by 404', source: 'http.html#read', run: async (server) =>
    expectRefusal(await server.ask(`Patient/${crypto.randomUUID()}`), 404) },
  { id: 'unknown-type', title: 'A type that FHIR does not have is answered by 404', source: 'http.html#read', run: async (server) =>
    expectRefusal(await server.ask('NoSuchType/1'), 404, 400) },
  { id: 'malformed', title: 'A body that is no JSON is answered by 400', source: 'http.html#create', claim: 'create', run: async (server) =>
    expectRefusal(await server.ask('Patient', { method: 'POST', text: '{"resourceType":"Patient"', headers: json }), 400) },
  { id: 'other-type', title: 'A body of another type than its address is refused', source: 'http.html#create', claim: 'create', run: async (server) =>
    expectRefusal(await server.ask('Patient', { method: 'POST', body: { resourceType: 'Observation', status: 'final', code: { text: 'x' } } }), 400, 422) },
  { id: 'unknown-element', title: 'An element that FHIR does not have is refused', source: 'validation.html', level: 'SHOULD', claim: 'create', run: async (server) =>
    expectRefusal(await server.ask('Patient', { method: 'POST', body: { ...buildPatient(), noSuchElement: true } }), 400, 422) },
  { id: 'invalid-date', title: 'A date that does not exist is refused', source: 'datatypes.html#date', level: 'SHOULD', claim: 'create', run: async (server) =>
    expectRefusal(await server.ask('Patient', { method: 'POST', body: { ...buildPatient(), birthDate: '2026-02-30' } }), 400, 422) },
  { id: 'unsupported-media', title: 'A body of a type that FHIR does not have is refused', source: 'http.html#mime-type', level: 'SHOULD', claim: 'create', run: async (server) => {
    const { status } = await server.ask('Patient', { method: 'POST', text: 'x', headers: { 'content-type': 'image/png' } })
    expect(status === 415 || status === 400, `Status 415 or 400 (it was ${status})`)
  } },
  { id: 'invalid-search', title: 'A search value that its type does not allow is answered by 400', source: 'search.html#errors', claim: 'search-type', run: async (server) =>
    expectRefusal(await server.ask('Patient?birthdate=yesterday'), 400) },
]
