/** The origins of registered apps: their pages may call the token endpoint and the FHIR interface. SMART App Launch 2.2 app-launch.html, Cross-Origin Resource Sharing; row 17. */
import { keepFresh } from '../../core/cache/keep-fresh.ts'
import type { IssuerStore } from '../../store/issuer/issuer-store.ts'
import { originsOf } from './client-metadata.ts'

/** A running server knows a new client within two seconds. */
const freshMs = 1_500

export type IsRegisteredOrigin = (origin: string) => Promise<boolean>

/** One look serves all who ask within that time, whatever origins they invent. */
export function openClientOrigins(store: IssuerStore): IsRegisteredOrigin {
  const readOrigins = async (): Promise<ReadonlySet<string>> => {
    const clients = await store.listClients()
    return new Set(clients.filter(({ state }) => state === 'active').flatMap(({ settings }) => originsOf(settings)))
  }
  const origins = keepFresh(readOrigins, { freshMs })
  return async (origin) => (await origins.read()).has(origin)
}
