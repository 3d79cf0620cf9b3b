/** A realm of Keycloak as a hospital may have it: roles, groups and clients with names of its own. */

export const realmName = 'health'
export const audience = 'https://hub.example.org'
export const password = 'of-one-realm-alone'
/** The client by which Banksia asks about tokens and signs people in. */
export const hub = { id: 'banksia', secret: 'hub: of one/realm alone' }
export const people = ['doctor', 'visitor', 'leaver', 'guest'] as const

const mapper = (name: string, protocolMapper: string, config: Readonly<Record<string, string>>) => ({
  name,
  protocol: 'openid-connect',
  protocolMapper,
  config: { 'access.token.claim': 'true', 'introspection.token.claim': 'true', ...config },
})

const basics = [
  mapper('sub', 'oidc-sub-mapper', {}),
  mapper('auth_time', 'oidc-usersessionmodel-note-mapper', {
    'user.session.note': 'AUTH_TIME',
    'claim.name': 'auth_time',
    'jsonType.label': 'long',
    'id.token.claim': 'true',
  }),
]

/** docs/issuer.md#keycloak. */
const mappers = [
  mapper('audience', 'oidc-audience-mapper', { 'included.custom.audience': audience }),
  mapper('asked', 'oidc-audience-mapper', { 'included.client.audience': hub.id }),
  mapper('groups', 'oidc-group-membership-mapper', { 'claim.name': 'groups', 'full.path': 'true' }),
  mapper('roles', 'oidc-usermodel-realm-role-mapper', {
    'claim.name': 'realm_access.roles',
    'jsonType.label': 'String',
    multivalued: 'true',
  }),
  mapper('fhirUser', 'oidc-usermodel-attribute-mapper', {
    'user.attribute': 'fhirUser',
    'claim.name': 'fhirUser',
    'jsonType.label': 'String',
  }),
]

const scope = 'user/*.rs'

const app = (clientId: string, more: object) => ({
  ...{ clientId, publicClient: true, standardFlowEnabled: false, directAccessGrantsEnabled: true },
  defaultClientScopes: ['basics', scope],
  ...more,
})

const person = (username: string, isStaff: boolean) => ({
  ...{
    username,
    enabled: true,
    firstName: 'Some',
    lastName: 'Body',
    email: `${username}@example.org`,
    emailVerified: true,
  },
  credentials: [{ type: 'password', value: password, temporary: false }],
  ...(isStaff ? { realmRoles: ['doctor'], groups: ['/Emergency Department'] } : {}),
})

/** Where people come back is added once that is known. */
export const buildRealm = () => ({
  ...{ realm: realmName, enabled: true, sslRequired: 'none' },
  roles: { realm: [{ name: 'doctor' }] },
  groups: [{ name: 'Emergency Department' }],
  clientScopes: [
    { name: 'basics', protocol: 'openid-connect', protocolMappers: basics },
    { name: scope, protocol: 'openid-connect', attributes: { 'include.in.token.scope': 'true' } },
  ],
  clients: [
    app('ehr', { protocolMappers: mappers }),
    app('elsewhere', { protocolMappers: mappers.slice(1) }),
    app('light', {
      protocolMappers: mappers,
      attributes: { 'client.use.lightweight.access.token.enabled': 'true' },
    }),
    {
      ...{ clientId: hub.id, secret: hub.secret, standardFlowEnabled: true },
      redirectUris: [],
      defaultClientScopes: ['basics'],
    },
  ],
  users: people.map((name) => person(name, name !== 'visitor')),
})

/** BANKSIA_CLAIM_MAP_FILE. */
export const buildClaimMap = (issuer: string, tenant: string) => ({
  issuers: [
    {
      issuer,
      rows: [
        { claim: 'realm_access.roles', value: 'doctor', roles: ['clinician'], spokes: ['connect'] },
        { claim: 'groups', value: '/Emergency Department', tenants: [tenant] },
      ],
    },
  ],
})
