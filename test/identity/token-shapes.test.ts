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
    more: [
      { claim: 'scp', value: 'Hub.Read', scopes: ['banksia/spoke.read', 'user/*.rs'] },
      { claim: 'scp', value: 'Hub.Write', scopes: ['banksia/spoke.write', 'user/*.cruds'] },
    ],
    client: '5b1f6c9e-0000-4000-8000-00000000e002',
    scopes: ['banksia/spoke.read', 'user/*.rs', 'banksia/spoke.write', 'user/*.cruds'],
  },
  {
    name: 'okta',
    row: { claim: 'groups', value: 'Doctors' },
    more: [],
    client: '0oa0example',
    scopes: ['openid', 'banksia/spoke.read'],
  },
] as const

test.each(shapes)(
  'docs/issuer.md: a token of the shape $name is read as it is',
  ({ name, row, more, client, scopes }) => {
    const config = readConfig({})
    const payload = readToken(name)
    const rows = [{ ...row, tenants: [tenant], roles: ['clinician'], spokes }, ...more]
    const known = { issuers: [payload.iss], spokes, scopeNamespace: 'banksia', mayName: () => true }
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
  },
)

test('docs/issuer.md: the table that the page shows for Entra reads the token of that shape', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/issuer.md'), 'utf8')
  const [, section = ''] = /\n## Microsoft Entra and Okta\n([\s\S]*?)\n## /.exec(page) ?? []
  const [, text = ''] = /```json\n([\s\S]*?)```/.exec(section) ?? []
  const payload = readToken('entra-v2')
  const known = { issuers: [payload.iss], spokes: ['connect'], scopeNamespace: 'banksia', mayName: () => true }
  const parsed = parseClaimMap(text, known)
  if ('faults' in parsed) throw new Error(parsed.faults.join('; '))

  expect(
    grantByMap(parsed.map, payload, parseClaims(payload, readConfig({}), ownAddressesOf(readConfig({})))),
  ).toMatchObject({
    roles: ['clinician'],
    spokes: ['connect'],
    tenants: ['3f0d2c9e-6f0a-4a2e-9a51-3d6f1f6f7c11'],
    scopes: ['banksia/spoke.read', 'user/*.rs', 'banksia/spoke.write', 'user/*.cruds'],
  })
})
