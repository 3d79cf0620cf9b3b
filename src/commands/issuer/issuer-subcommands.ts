/** The subcommands of the embedded authorisation server: its clients and its users. */
import { formats, type Subcommand } from '../subcommand.ts'
import { userFields, userId } from './user-fields.ts'

// biome-ignore format: one row a line
export const issuerSubcommands: readonly Subcommand[] = [
  {
    name: 'client create',
    summary: 'Register an app or a service at the embedded authorisation server; a secret is printed once',
    page: 'docs/production.md',
    options: [
      { name: 'id', type: 'string', value: 'ID', help: 'client_id (default: a new UUID)' },
      { name: 'type', type: 'string', value: 'TYPE', help: 'public, symmetric (a secret), asymmetric (a key pair) or backend (a service with a key pair)' },
      { name: 'name', type: 'string', value: 'TEXT', help: 'name that people read on the consent page' },
      { name: 'redirect', type: 'string', multiple: true, value: 'URL', help: 'address to which the app returns' },
      { name: 'post-logout-redirect', type: 'string', multiple: true, value: 'URL', help: 'address to which it returns after a sign-out' },
      { name: 'jwks', type: 'string', value: 'FILE', help: 'its public keys, a JSON Web Key Set' },
      { name: 'jwks-uri', type: 'string', value: 'URL', help: 'where its public keys are, instead' },
      { name: 'certificate', type: 'string', value: 'FILE', help: 'or its certificate for mutual TLS (PEM)' },
      { name: 'certificate-subject', type: 'string', value: 'NAME', help: 'or the subject of its certificate, such as CN=ehr,O=Clinic' },
      { name: 'certificate-san', type: 'string', value: 'KIND:NAME', help: 'or an alternative name in it: dns, uri, ip or email, such as dns:ehr.example.org' },
      { name: 'scope', type: 'string', value: 'SCOPES', help: 'most that it may be granted, blank-separated' },
      { name: 'tenant', type: 'string', value: 'ID', help: 'the one tenant for which it works (default: those of the person; a backend needs it)' },
      { name: 'origin', type: 'string', multiple: true, value: 'ORIGIN', help: 'origin of its pages, which may call from a browser' },
      { name: 'launch-uri', type: 'string', value: 'URL', help: 'where an EHR launches it' },
      { name: 'dpop', type: 'boolean', help: 'bind every token to a key of the client (RFC 9449)' },
      { name: 'spoke', type: 'string', multiple: true, value: 'ID', help: 'spoke that its tokens grant (default: all)' },
      ...formats,
    ],
    load: async () => (await import('./client.ts')).createClient,
  },
  {
    name: 'client list',
    summary: 'List the registered clients with their state',
    options: [...formats],
    load: async () => (await import('./client.ts')).listRegistered,
  },
  {
    name: 'client rotate',
    summary: 'Print a new secret of a client; the old one counts no longer',
    options: [{ name: 'id', type: 'string', value: 'ID', help: 'client_id' }],
    load: async () => (await import('./client.ts')).rotateClient,
  },
  {
    name: 'client disable',
    summary: 'Refuse a client, and end within two seconds every token that was issued to it',
    options: [{ name: 'id', type: 'string', value: 'ID', help: 'client_id' }],
    load: async () => (await import('./client.ts')).disableRegistered,
  },
  {
    name: 'user invite',
    summary: 'Let a person in at the embedded authorisation server; a link by which they make a passkey is printed once',
    page: 'docs/users.md',
    options: [...userFields, ...formats],
    load: async () => (await import('./user.ts')).inviteUser,
  },
  {
    name: 'user list',
    summary: 'List the users with their state, roles and tenants',
    page: 'docs/users.md',
    options: [...formats],
    load: async () => (await import('./user.ts')).listUsers,
  },
  {
    name: 'user set',
    summary: 'Change a user; what is not given stays, and they sign in again',
    page: 'docs/users.md',
    options: [userId, ...userFields],
    load: async () => (await import('./user.ts')).setUser,
  },
  {
    name: 'user link',
    summary: 'Print a link by which a user makes a further passkey; those that they have go on',
    page: 'docs/users.md',
    options: [userId, ...formats],
    load: async () => (await import('./user.ts')).linkUser,
  },
  {
    name: 'user reset',
    summary: 'Take the passkeys and tokens of a user away, and print a new link',
    page: 'docs/users.md',
    options: [userId, ...formats],
    load: async () => (await import('./user.ts')).resetUser,
  },
  {
    name: 'user disable',
    summary: 'Refuse a user, and end within two seconds every session and token of theirs',
    page: 'docs/users.md',
    options: [userId],
    load: async () => (await import('./user.ts')).disableUser,
  },
  {
    name: 'user enable',
    summary: 'Let a disabled user in again, with the passkeys that they had',
    page: 'docs/users.md',
    options: [userId],
    load: async () => (await import('./user.ts')).enableUser,
  },
]
