/** Tokens on request, on a development server only: `banksia token`. docs/security.md#development-mode. */

import { importJWK, type JWK, SignJWT } from 'jose'
import { developmentTenants, type Role, roles } from '../core/caller.ts'
import { newId } from '../core/ids.ts'
import { idText, isId } from '../fhir/id.ts'
import { accountSubject, buildAccountClaims, defaultScopes } from './development-accounts.ts'
import { developmentClient } from './development-clients.ts'
import { type IssuerConfig, issuerOf, issuerPath, lives } from './issuer/issuer-config.ts'

export type DevelopmentTokenOptions = {
  readonly role?: string | undefined
  readonly spoke?: string | undefined
  readonly tenant?: string | undefined
  /** Separated by spaces; absent: both spoke scopes and the FHIR scopes of the role. */
  readonly scope?: string | undefined
  readonly patient?: string | undefined
  readonly practitionerRole?: string | undefined
  /** `Type/id`, instead of a PractitionerRole's id. */
  readonly fhirUser?: string | undefined
}

export const tokenLifeSeconds: number = lives.AccessToken
/** Below the issuer's path. */
export const developmentTokenPath = '/development-token'
const tokenPath = `${issuerPath}${developmentTokenPath}`

type Minting = { readonly config: IssuerConfig; readonly key: JWK; readonly spokeIds: readonly string[] }

const userReference = new RegExp(`^(?:PractitionerRole|Practitioner|RelatedPerson)/${idText}$`)
const scopeText = /^[!-~]+( [!-~]+)*$/

type OptionRule = {
  readonly option: keyof DevelopmentTokenOptions
  readonly isValid: (value: string, spokes: readonly string[]) => boolean
}

// biome-ignore format: one row a line
const optionRules: readonly OptionRule[] = [
  { option: 'role',             isValid: (value) => isRole(value) },
  { option: 'spoke',            isValid: (value, spokes) => spokes.includes(value) },
  { option: 'tenant',           isValid: (value) => (developmentTenants as readonly string[]).includes(value) },
  { option: 'scope',            isValid: (value) => scopeText.test(value) },
  { option: 'patient',          isValid: isId },
  { option: 'practitionerRole', isValid: isId },
  { option: 'fhirUser',         isValid: (value) => userReference.test(value) },
]

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)

/** Unknown or wrong options. */
export function findWrongOptions(
  options: Readonly<Record<string, unknown>>,
  spokeIds: readonly string[],
): readonly string[] {
  return Object.entries(options)
    .filter(([name, value]) => {
      const rule = optionRules.find((row) => row.option === name)
      return value !== undefined && !(typeof value === 'string' && rule?.isValid(value, spokeIds))
    })
    .map(([name]) => name)
}

/** A signed access token for checked `options`. Without a spoke it grants every spoke. */
export async function mintToken({ config, key, spokeIds }: Minting, options: DevelopmentTokenOptions): Promise<string> {
  const role = options.role !== undefined && isRole(options.role) ? options.role : 'clinician'
  const account = {
    role,
    tenant: options.tenant ?? developmentTenants[0],
    spokes: options.spoke === undefined ? spokeIds : [options.spoke],
    patient: options.patient,
    fhirUser:
      options.fhirUser ??
      (options.practitionerRole === undefined ? undefined : `PractitionerRole/${options.practitionerRole}`),
  }
  const claims = {
    ...buildAccountClaims(account, config),
    client_id: developmentClient,
    scope: options.scope ?? defaultScopes(role, config.scopeNamespace),
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: String(key.alg), kid: String(key.kid), typ: 'at+jwt' })
    .setIssuer(issuerOf(config))
    .setAudience(config.audience)
    .setSubject(accountSubject(account))
    .setJti(newId())
    .setIssuedAt()
    .setExpirationTime(`${tokenLifeSeconds}s`)
    .sign(await importJWK(key))
}

/** Asks the development server at `baseUrl` for a token. The error's message is for the user of the command. */
export async function requestDevelopmentToken(baseUrl: string, options: DevelopmentTokenOptions): Promise<string> {
  const response = await fetch(`${baseUrl}${tokenPath}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(options),
    redirect: 'error',
    signal: AbortSignal.timeout(10_000),
  }).catch((cause: unknown) => {
    throw new Error(`no server answers at ${baseUrl}`, { cause })
  })
  const answer = (await response.json().catch(() => ({}))) as {
    readonly access_token?: unknown
    readonly error_description?: unknown
  }
  if (response.ok && typeof answer.access_token === 'string') return answer.access_token
  const reason =
    typeof answer.error_description === 'string'
      ? answer.error_description
      : 'it runs in production mode, or is no Banksia'
  throw new Error(`the server at ${baseUrl} issues no token: ${reason}`)
}
