/** How an operator describes a client, in a file or by the options of a command. D153. */
import { z } from 'zod'
import { isUuid } from '../../core/ids.ts'
import { isName, readCertificate, subjectMembers } from './client-certificates.ts'

const maxClients = 10_000

const address = z
  .string()
  .max(2000)
  .refine(URL.canParse, 'is no address')
  // A browser leaves them out of what it reads as the scheme. WHATWG URL 4.4.
  .refine((text) => !/[\p{Cc}\s]/u.test(text), 'must not have blanks or control characters')
  .refine((text) => !hasCredentials(text), 'must not have a user or a password')

function hasCredentials(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.username !== '' || url.password !== '')
}

const secureAddress = address.refine(
  (text) => text.startsWith('https://') || isLoopbackAddress(text),
  'has to begin with https://',
)

/** In the clear, and on the device itself. RFC 8252 7.3. */
export const isLoopbackAddress = (text: string): boolean =>
  /^http:\/\/(127\.0\.0\.1|localhost|\[::1\])([:/]|$)/.test(text)

const isInClear = (text: string): boolean => URL.parse(text)?.protocol === 'http:'

/** Schemes that a browser answers itself, or that are no app of a device: nobody waits there for a code. */
const closedSchemes: ReadonlySet<string | undefined> = new Set([
  ...['javascript:', 'vbscript:', 'data:', 'blob:', 'file:', 'filesystem:', 'about:', 'view-source:'],
  ...['ftp:', 'ws:', 'wss:', 'mailto:'],
])

/** RFC 6749 3.1.2; RFC 9700 2.6: a code never goes in the clear, but on the device itself (RFC 8252 7.3). */
const redirectAddress = address
  .refine((text) => !text.includes('#'), 'must not have a fragment')
  .refine((text) => !closedSchemes.has(URL.parse(text)?.protocol), 'must not be a script, a file or a message')
  .refine((text) => !isInClear(text) || isLoopbackAddress(text), 'has to begin with https://')

const origin = z
  .string()
  .refine((text) => URL.parse(text)?.origin === text && text !== 'null', 'is no origin like https://app.example.org')

/** RFC 7517: public keys alone. */
const publicKey = z
  .looseObject({ kty: z.enum(['RSA', 'EC']), kid: z.string().min(1).max(200) })
  .refine((key) => !('d' in key) && !('p' in key) && !('q' in key), 'is a private key')

const alternativeName = z.string().min(1).max(1000).optional()

const fields = {
  client_id: z
    .string()
    .regex(/^[\w.~:/-]{1,200}$/, 'has up to 200 letters, digits and -._~:/')
    .refine((id) => id !== 'null'),
  type: z.enum(['public', 'symmetric', 'asymmetric', 'backend']),
  name: z.string().min(1).max(120).optional(),
  redirect_uris: z.array(redirectAddress).max(50).default([]),
  /** OpenID Connect RP-Initiated Logout 3.1. */
  post_logout_redirect_uris: z.array(redirectAddress).max(50).default([]),
  jwks: z.object({ keys: z.array(publicKey).min(1).max(20) }).optional(),
  jwks_uri: secureAddress.optional(),
  tls_client_auth_subject_dn: z
    .string()
    .max(1000)
    .refine(isName, 'is no distinguished name like CN=ehr,O=Clinic')
    .optional(),
  tls_client_auth_san_dns: alternativeName,
  tls_client_auth_san_uri: alternativeName,
  tls_client_auth_san_ip: alternativeName,
  tls_client_auth_san_email: alternativeName,
  /** PEM. */
  certificate: z
    .string()
    .max(20_000)
    .refine((pem) => readCertificate(pem) !== undefined, 'is no certificate in PEM')
    .optional(),
  scope: z.string().max(4000).default(''),
  tenant: z.string().toLowerCase().refine(isUuid, 'is no UUID').optional(),
  origins: z.array(origin).max(50).default([]),
  spokes: z.array(z.string()).max(20).optional(),
  launch_uri: secureAddress.optional(),
  /** RFC 9449 5.2: every token of it is bound to a key. */
  dpop_bound_access_tokens: z.boolean().default(false),
  secret_sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'is no SHA-256 in hexadecimal')
    .optional(),
}

type Described = z.output<z.ZodObject<typeof fields>>

type Rule = {
  readonly member: keyof Described
  readonly message: string
  readonly isBroken: (client: Described) => boolean
}

const keyMembers = ['jwks', 'jwks_uri', 'certificate', ...subjectMembers] as const
const countKeys = (client: Described): number => keyMembers.filter((name) => client[name] !== undefined).length
const isBoundByCertificate = (client: Described): boolean =>
  ['certificate' as const, ...subjectMembers].some((name) => client[name] !== undefined)
const isForPeople = ({ type }: Described): boolean => type !== 'backend'
const isKeyed = ({ type }: Described): boolean => type === 'asymmetric' || type === 'backend'

// biome-ignore format: one row a line
const rules: readonly Rule[] = [
  { member: 'redirect_uris', message: 'is needed: where the app returns to',          isBroken: (client) => isForPeople(client) && client.redirect_uris.length === 0 },
  { member: 'redirect_uris', message: 'is for apps of people: a backend has none',    isBroken: (client) => !isForPeople(client) && client.redirect_uris.length > 0 },
  { member: 'post_logout_redirect_uris', message: 'is for apps of people: a backend has none', isBroken: (client) => !isForPeople(client) && client.post_logout_redirect_uris.length > 0 },
  { member: 'jwks',          message: 'or jwks_uri is needed, or what names a certificate: one of them', isBroken: (client) => isKeyed(client) && countKeys(client) !== 1 },
  { member: 'jwks',          message: 'and jwks_uri, and certificates, are for asymmetric and backend', isBroken: (client) => !isKeyed(client) && countKeys(client) > 0 },
  { member: 'dpop_bound_access_tokens', message: 'is not for clients with a certificate, to which their tokens are bound', isBroken: (client) => client.dpop_bound_access_tokens && isBoundByCertificate(client) },
  { member: 'secret_sha256', message: 'is for symmetric clients',                     isBroken: (client) => client.type !== 'symmetric' && client.secret_sha256 !== undefined },
  { member: 'tenant',        message: 'is needed: a backend works for one tenant',    isBroken: (client) => client.type === 'backend' && client.tenant === undefined },
]

export const clientDescription = z.strictObject(fields).superRefine((client, ctx) => {
  for (const { member, message, isBroken } of rules)
    if (isBroken(client)) ctx.addIssue({ code: 'custom', path: [member], message })
})

export type ClientDescription = z.output<typeof clientDescription>

const clientsFile = z.strictObject({ clients: z.array(clientDescription).max(maxClients) })

/** Where a description is wrong, and how; no value of it. */
export type DescriptionError = { readonly member: string; readonly message: string }

type Parsed<T> = { readonly value: T } | { readonly errors: readonly DescriptionError[] }

const parseBy = <T>(schema: z.ZodType<T>, value: unknown): Parsed<T> => {
  const { success, data, error } = schema.safeParse(value)
  if (success) return { value: data }
  return { errors: error.issues.map(({ path, message }) => ({ member: path.join('.'), message })) }
}

export const parseClientDescription = (value: unknown): Parsed<ClientDescription> => parseBy(clientDescription, value)

/** `{"clients": [...]}`. Ids that occur twice are an error. */
export function parseClientsFile(text: string): Parsed<readonly ClientDescription[]> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return { errors: [{ member: '', message: 'is no JSON' }] }
  }
  const parsed = parseBy(clientsFile, json)
  if ('errors' in parsed) return parsed
  const { clients } = parsed.value
  const ids = clients.map(({ client_id: id }) => id)
  const twice = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (twice !== -1) return { errors: [{ member: `clients.${twice}.client_id`, message: 'occurs twice' }] }
  return { value: clients }
}
