/** The clients of a development server. docs/security.md#development-mode. */
import { developmentTenants } from '../core/caller.ts'
import type { NewClient } from '../store/issuer/issuer-clients.ts'
import { hashSecret } from './issuer/client-metadata.ts'
import { hubScopes, plainScopes } from './issuer/granted-scopes.ts'

export const developmentClient = 'development'

/** Every scope that there is. */
const allScopes = (namespace: string): string =>
  [...plainScopes, ...hubScopes(namespace), 'patient/*.cruds', 'user/*.cruds', 'system/*.cruds'].join(' ')

export const developmentClients = (namespace: string): readonly NewClient[] => [
  {
    id: developmentClient,
    source: 'development',
    tenant: developmentTenants[0],
    secret: hashSecret('development'),
    settings: {
      client_name: 'Development',
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['client_credentials'],
      redirect_uris: [],
      response_types: [],
      // FHIR channels sign in by a secret, those of the demo too. D153.
      banksia_scope: [...hubScopes(namespace), 'system/*.cruds'].join(' '),
    },
  },
  {
    id: 'development-app',
    source: 'development',
    settings: {
      client_name: 'Development app',
      application_type: 'native',
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      // RFC 8252 7.3: any port of the loopback address.
      redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
      banksia_scope: allScopes(namespace),
    },
  },
]
