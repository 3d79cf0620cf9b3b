/** fhir-kit-client over the outbound client. */
import { Client, type FhirResource } from 'fhir-kit-client'
import { isJsonObject, tryParseJson } from '../core/json.ts'
import { type FhirConnection, sendFhir } from './fhir-request.ts'

/** The server did not answer 2xx with FHIR JSON. The body is not kept, because it may quote the patient. */
export class FhirRefusal extends Error {
  readonly status: number
  /** As it was sent. */
  readonly retryAfter: string | undefined

  constructor(status: number, retryAfter?: string) {
    super('refused by the FHIR server')
    this.name = 'FhirRefusal'
    this.status = status
    this.retryAfter = retryAfter
  }
}

/**
 * The library calls the global `fetch`, which checks no allow-list and pins no address, and accepts no other. Everything goes through
 * one function, `httpClient.request`, which is replaced.
 */
export function openFhirClient(connection: FhirConnection): Client {
  const client = new Client({ baseUrl: connection.baseUrl })
  client.httpClient.request = async (method, path, { headers = {} } = {}, body) => {
    // Some of its paths begin with a slash.
    const answer = await sendFhir(connection, { method, path: path.replace(/^\//, ''), headers, body })
    if (answer.status < 200 || answer.status > 299) throw new FhirRefusal(answer.status, answer.headers['retry-after'])
    return readAnswered(answer.body)
  }
  return client
}

/** A 200 with a proxy's login page is no FHIR answer: it comes back empty, and the expected members are missing. */
function readAnswered(body: Uint8Array): FhirResource {
  const answer = tryParseJson(body)
  return (isJsonObject(answer) ? answer : {}) as FhirResource
}
