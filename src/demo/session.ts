/** The demo's identity towards its servers: one client for each role, each with a token of its own. */
import { type Client, openClient } from '../../client/client.ts'

export const tenant = '00000000-0000-7000-8000-000000000001'

export type Role = 'clinician' | 'operator' | 'billing' | 'auditor'

export type Session = {
  /** `practitionerRoleId` names the clinician; the development server's own one without it. */
  readonly as: (role: Role, practitionerRoleId?: string) => Promise<Client>
  readonly signal: AbortSignal
}

const spokeOf = { clinician: 'ios', operator: 'connect', billing: 'billing', auditor: 'connect' } as const

/** `issuerUrl`: the server whose tokens it takes, where it is another one. */
export const openSession = (baseUrl: string, signal: AbortSignal, issuerUrl: string = baseUrl): Session => ({
  signal,
  as: async (role, practitionerRoleId) => {
    const spoke = spokeOf[role]
    const asked = { role, tenant, spoke, ...(practitionerRoleId && { practitionerRole: practitionerRoleId }) }
    return openClient({ baseUrl, tenant, spoke, signal, token: await requestToken(issuerUrl, asked, signal) })
  },
})

/** Requests a token as `banksia token` does. */
async function requestToken(baseUrl: string, asked: object, signal: AbortSignal): Promise<string> {
  const response = await fetch(`${baseUrl}/oidc/development-token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(asked),
    signal,
  })
  const { access_token: token } = (await response.json()) as { readonly access_token?: string }
  if (token === undefined) throw new Error(`the server gives no token for the role (status ${response.status})`)
  return token
}
