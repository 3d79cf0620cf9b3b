/** The RESTful API of FHIR R4 on Patient, as far as the CapabilityStatement claims it. R4 http.html, search.html. */
import { expect, type Group, type Suite } from '../check.ts'
import { deleteCreated } from '../created.ts'
import { isObject } from '../json.ts'
import type { Server } from '../server.ts'
import { buildBundleChecks } from './bundles.ts'
import { buildErrorChecks } from './errors.ts'
import { buildInstanceChecks } from './instances.ts'
import { type Claims, type Row, toChecks } from './rows.ts'
import { buildSearchChecks } from './searches.ts'

export function buildFhirR4(): Suite {
  const claims: Claims = {}
  const group = (id: string, title: string, rows: readonly Row[]): Group => ({
    id,
    title,
    checks: toChecks(id, rows, claims),
  })
  return {
    id: 'fhir-r4',
    title: 'FHIR R4 RESTful API',
    groups: [
      group('metadata', 'Capabilities', [readRow(claims)]),
      group('instance', 'Create, read, update, delete', buildInstanceChecks()),
      group('search', 'Search', buildSearchChecks()),
      group('bundle', 'Batch and transaction', buildBundleChecks()),
      group('error', 'What is refused, and how', buildErrorChecks()),
      group('end', 'Taking away what was written', [endRow]),
    ],
  }
}

const readRow = (claims: Claims): Row => ({
  id: 'read',
  title: 'The CapabilityStatement is served at /metadata, as FHIR JSON',
  source: 'http.html#capabilities',
  run: async (server) => {
    const { status, body, headers } = await server.ask('metadata')
    expect(status === 200, `Status 200 (it was ${status})`)
    expect(isObject(body) && body['resourceType'] === 'CapabilityStatement', 'A CapabilityStatement')
    expect(/application\/fhir\+json/.test(headers.get('content-type') ?? ''), 'Content-Type application/fhir+json')
    for (const name of ['status', 'date', 'kind', 'fhirVersion', 'format'])
      expect(body[name] !== undefined, `A CapabilityStatement with ${name}`)
    claims.statement = body
  },
})

const endRow: Row = {
  id: 'delete',
  title: 'What the suite wrote is deleted',
  source: 'http.html#delete',
  claim: 'delete',
  run: (server: Server) => deleteCreated(server),
}
