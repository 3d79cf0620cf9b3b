/** Claims by path, and what their values grant. D161. */
import { expect, test } from '@jest/globals'
import { developmentTenants } from '../../src/core/caller.ts'
import { readConfig } from '../../src/core/config.ts'
import { ownAddressesOf } from '../../src/fhir/own-addresses.ts'
import { grantByMap, parseClaimMap } from '../../src/identity/claim-map.ts'
import { findClaim } from '../../src/identity/claim-path.ts'
import { parseClaims } from '../../src/identity/claims.ts'

const issuer = 'https://login.example.org/realms/health'
const [first, second] = developmentTenants
const config = readConfig({ BANKSIA_CLAIM_ROLES: 'realm_access.roles' })

const payload = {
  iss: issuer,
  sub: 'dr-1',
  azp: 'ehr',
  scope: 'banksia/spoke.read',
  realm_access: { roles: ['clinician', 'offline_access'] },
  resource_access: { 'hub.example.org': { roles: ['ward nurse'] } },
  'https://x.example/roles': ['auditor'],
  'a.b': 'exact',
  a: { b: 'path', '/~': 'escaped' },
  groups: 'Emergency Department',
  tenants: [first],
  spokes: ['connect'],
}

test.each([
  ['realm_access.roles', ['clinician', 'offline_access']],
  ['https://x.example/roles', ['auditor']],
  ['/resource_access/hub.example.org/roles', ['ward nurse']],
  ['resource_access.hub.example.org.roles', undefined],
  ['a.b', 'exact'],
  ['/a/b', 'path'],
  ['/a/~1~0', 'escaped'],
  ['sub.length', undefined],
  ['realm_access.roles.0', undefined],
  ['realm_access.constructor', undefined],
  ['a.__proto__', undefined],
  ['constructor.name', undefined],
  ['nobody.there', undefined],
])('D161: %s is an exact name first, then a path', (name, found) => {
  expect(findClaim(payload, name)).toEqual(found)
})

test('D161: the claims that settings name may have members', () => {
  expect(parseClaims(payload, config, ownAddressesOf(config)).roles).toEqual(['clinician'])
})

const known = {
  issuers: [issuer, 'https://other.example.org'],
  spokes: ['connect', 'link'],
  scopeNamespace: 'banksia',
  mayName: (_issuer: string, tenant: string) => tenant !== second,
}
const parse = (rows: unknown, of = issuer) => parseClaimMap(JSON.stringify({ issuers: [{ issuer: of, rows }] }), known)

function granted(rows: readonly object[], claims: object = {}) {
  const parsed = parse(rows)
  if ('faults' in parsed) throw new Error(parsed.faults.join('; '))
  const all = { ...payload, ...claims }
  const { tenants, roles, spokes, scopes } = grantByMap(
    parsed.map,
    all,
    parseClaims(all, config, ownAddressesOf(config)),
  )
  return { tenants, roles, spokes, scopes }
}

test('D191: where rows speak of scopes, a token has those of the rows that it meets, and none of its own', () => {
  const rows = [
    { claim: 'scp', value: 'Hub.Read', scopes: ['banksia/spoke.read', 'user/*.rs'] },
    { claim: 'scp', value: 'Patients.Write', scopes: ['user/Patient.cu', 'user/*.rs'] },
    { claim: 'groups', value: 'Emergency Department', roles: ['clinician'] },
  ]
  const scopesOf = (scp: string) => granted(rows, { scope: undefined, scp }).scopes

  expect(scopesOf('Hub.Read')).toEqual(['banksia/spoke.read', 'user/*.rs'])
  expect(scopesOf('Patients.Write Hub.Read')).toEqual(['banksia/spoke.read', 'user/*.rs', 'user/Patient.cu'])
  expect(scopesOf('hub.read user/*.cruds')).toEqual([])
  expect(granted(rows.slice(2), { scope: undefined, scp: 'user/*.rs' }).scopes).toEqual(['user/*.rs'])
})

test('D191: what is no scope of ours stops the start, and is named by its place', () => {
  const faults = (scopes: unknown) => Object(parse([{ claim: 'scp', value: 'x', scopes }])).faults

  expect(faults(['banksia/spoke.read', 'other/spoke.read'])).toEqual(['issuers.0.rows.0.scopes.1 is no scope of ours'])
  expect(faults(['Hub.Read'])).toHaveLength(1)
  expect(faults([])).toHaveLength(1)
  expect(faults('user/*.rs')).toHaveLength(1)
})

test('D161: rows add up, and the default claims count only for members of which no row speaks', () => {
  const rows = [
    { claim: 'realm_access.roles', value: 'offline_access', roles: ['operator'] },
    { claim: 'groups', value: 'Emergency Department', roles: ['senior_clinician', 'operator'], spokes: ['link'] },
    { claim: 'groups', value: 'Ward 7', roles: ['billing'], tenants: [first] },
  ]

  expect(granted(rows)).toEqual({
    tenants: [],
    roles: ['operator', 'senior_clinician'],
    spokes: ['link'],
    scopes: ['banksia/spoke.read'],
  })
  expect(granted(rows, { groups: ['Ward 7'] })).toMatchObject({
    tenants: [first],
    roles: ['operator', 'billing'],
    spokes: [],
  })
  expect(granted(rows.slice(0, 1))).toMatchObject({ tenants: [first], spokes: ['connect'] })
})

test('D161: a token that meets no row gets nothing', () => {
  const rows = [{ claim: 'groups', value: 'Ward 7', roles: ['billing'] }]

  for (const groups of [undefined, 'Ward', 'Ward 77', ['ward 7'], [['Ward 7']], { 'Ward 7': true }, 7])
    expect(granted(rows, { groups })).toEqual({ tenants: [], roles: [], spokes: [], scopes: [] })
})

test('D161: an issuer without rows keeps its claims', () => {
  const parsed = parse([{ claim: 'groups', value: 'Ward 7', roles: ['billing'] }], 'https://other.example.org')
  const identity = parseClaims(payload, config, ownAddressesOf(config))

  expect('map' in parsed && grantByMap(parsed.map, payload, identity)).toBe(identity)
})

const good = { claim: 'groups', value: 'canary', roles: ['billing'] }
test.each<[string, unknown, string]>([
  ['an unknown role', [good, { ...good, roles: ['billing', 'emperor'] }], 'issuers.0.rows.1.roles.1 '],
  ['an unknown spoke', [{ ...good, spokes: ['connect', 'moon'] }], 'issuers.0.rows.0.spokes.1 is no spoke'],
  ['a tenant that is no UUID', [{ ...good, tenants: ['north'] }], 'issuers.0.rows.0.tenants.0 is no UUID'],
  ['a tenant of another issuer', [{ ...good, tenants: [first, second] }], 'issuers.0.rows.0.tenants.1 is no tenant'],
  ['a row that grants nothing', [{ claim: 'groups', value: 'canary' }], 'issuers.0.rows.0 grants nothing'],
  ['an empty list', [{ ...good, roles: [] }], 'issuers.0.rows.0.roles '],
  ['a typing error', [{ ...good, rolls: ['billing'] }], 'issuers.0.rows.0 '],
  ['no value', [{ claim: 'groups', roles: ['billing'] }], 'issuers.0.rows.0.value '],
  ['no rows', [], 'issuers.0.rows '],
])('D161: a map with %s is refused by its place', (_case, rows, place) => {
  const parsed = parse(rows)

  expect(parsed).toEqual({ faults: [expect.stringContaining(place)] })
  expect(JSON.stringify(parsed)).not.toContain('canary')
})

test('D161: a map for an issuer that is not trusted, for one twice, and no map at all, are refused', () => {
  const twice = { issuers: [issuer, issuer].map((one) => ({ issuer: one, rows: [good] })) }
  const faultsOf = (text: string) => Object(parseClaimMap(text, known)).faults

  expect(parse([good], 'https://stranger.example.org')).toEqual({
    faults: [expect.stringContaining('issuers.0.issuer is none of BANKSIA_ISSUERS')],
  })
  expect(faultsOf(JSON.stringify(twice))).toEqual(['issuers.1.issuer occurs twice'])
  expect(faultsOf('{"issuers": [], "issuers": []}')).toEqual([expect.stringMatching(/^the file: .*line 1/)])
  expect(faultsOf('[]')).toEqual([expect.stringContaining('the file ')])
  expect(faultsOf('')).toHaveLength(1)
})
