/** The clients that judge SMART App Launch, and Keycloak. */
import { enrolmentPages } from './enrolment-pages.ts'
import { fhirclient } from './fhirclient.ts'
import type { SmartJudge } from './judge.ts'
import { keycloak } from './keycloak/keycloak.ts'
import { nimbus } from './nimbus.ts'
import { openidClient } from './openid/openid-client.ts'
import { openidPage } from './openid/openid-page.ts'
import { pages } from './pages.ts'
import { passkey } from './passkey.ts'
import { production } from './production.ts'
import { pythonClient } from './python-client.ts'

export const judges: readonly SmartJudge[] = [
  ...[fhirclient, openidClient, openidPage, pythonClient, nimbus],
  ...[pages, enrolmentPages, passkey, production, keycloak],
]
