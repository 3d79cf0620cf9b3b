/** Access tokens in the shapes of two products that no test here runs: made by hand after their published descriptions. docs/issuer.md. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { ownAddressesOf } from '../../src/fhir/own-addresses.ts'
import { grantByMap, parseClaimMap } from '../../src/identity/claim-map.ts'
import { parseClaims } from '../../src/identity/claims.ts'

const [tenant] = developmentTenants
const spokes = ['link']

const readToken = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../fixtures/tokens/${name}.json`), 'utf8'))

const shapes = [
  {
    name: 'entra-v2',
    row: { claim: 'roles', value: 'Hospital.Doctor' },
    client: '5b1f6c9e-0000-4000-8000-00000000e002',
    scopes: ['spoke.read', 'spoke.write'],
  },
  {
    name: 'okta',
    row: { claim: 'groups', value: 'Doctors' },
    client: '0oa0example',
    scopes: ['openid', 'banksia/spoke.read'],
  },
] as const

test.each(shapes)('docs/issuer.md: a token of the shape $name is read as it is', ({ name, row, client, scopes }) => {
  const config = readConfig({})
  const payload = readToken(name)
  const rows = [{ ...row, tenants: [tenant], roles: ['clinician'], spokes }]
  const known = { issuers: [payload.iss], spokes, mayName: () => true }
  const parsed = parseClaimMap(JSON.stringify({ issuers: [{ issuer: payload.iss, rows }] }), known)
  if ('faults' in parsed) throw new Error(parsed.faults.join('; '))
  const identity = grantByMap(parsed.map, payload, parseClaims(payload, config, ownAddressesOf(config)))

  expect(identity).toMatchObject({
    issuer: payload.iss,
    client,
    scopes,
    roles: ['clinician'],
    tenants: [tenant],
    spokes,
  })
})
