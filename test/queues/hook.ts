/** The other end of a Subscription: an HTTP endpoint with settable answers, and the requests for one. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '../../src/core/json.ts'
import { must } from '../consultation.ts'
import { waitFor } from '../patience.ts'
import { findPort } from '../ports.ts'
import type { Call, CallOptions } from '../running-server.ts'

type Part = { readonly name: string; readonly [value: string]: unknown }

export type Notified = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bundles of any shape
  readonly bundle: any
  readonly type: string
  readonly events: readonly { readonly number: number; readonly focus: string | undefined }[]
}

export type Hook = {
  readonly port: number
  readonly url: string
  /** In the order of their arrival, with any answer. */
  readonly notified: readonly Notified[]
  /** A status, or no answer at all. */
  readonly behave: (answer: number | 'hang') => void
  readonly close: () => Promise<void>
}

type Options = { readonly port?: number; readonly answer?: number | 'hang'; readonly takesMs?: number }

export async function openHook({ port: given, answer = 200, takesMs = 0 }: Options = {}): Promise<Hook> {
  // It may be closed for a while.
  const port = given ?? (await findPort())
  const notified: Notified[] = []
  let manner = answer
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    notified.push(readNotified(request.url ?? '', request.headers, Buffer.concat(chunks).toString('utf8')))
    if (manner === 'hang') return
    if (takesMs > 0) await sleep(takesMs)
    response.writeHead(manner, manner === 302 ? { location: '/elsewhere' } : {})
    response.end()
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    notified,
    behave: (next) => {
      manner = next
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function readNotified(path: string, headers: IncomingHttpHeaders, text: string): Notified {
  if (text.startsWith('<')) return { path, headers, text, bundle: undefined, events: [], type: 'xml' }
  const bundle = JSON.parse(text)
  const parameters = bundle.entry[0].resource.parameter as readonly Part[]
  const events = parameters
    .filter(({ name }) => name === 'notification-event')
    .map(({ part }) => {
      const parts = part as readonly Part[]
      const focus = parts.find(({ name }) => name === 'focus') as { valueReference: { reference: string } } | undefined
      return {
        number: Number(parts.find(({ name }) => name === 'event-number')?.['valueString']),
        focus: focus?.valueReference.reference,
      }
    })
  return {
    path,
    headers,
    text,
    bundle,
    events,
    type: String(parameters.find(({ name }) => name === 'type')?.['valueCode']),
  }
}

/** Its events, in the order in which they came. */
export const eventsOf = (hook: Hook, path = '/'): readonly number[] =>
  hook.notified.filter((one) => one.path === path).flatMap(({ events }) => events.map(({ number }) => number))

const definition = (name: string): string => `http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/${name}`

export type Asked = {
  readonly topic: string
  readonly endpoint: string
  readonly filters?: readonly string[]
  readonly content?: 'empty' | 'id-only' | 'full-resource'
  readonly header?: readonly string[]
  readonly heartbeatS?: number
  readonly maxCount?: number
  readonly timeoutS?: number
  readonly more?: JsonObject
}

export const subscription = (base: string, asked: Asked): JsonObject => {
  const { topic, endpoint, filters = [], content = 'id-only', header = [], more = {} } = asked
  const numbers = [
    ['backport-heartbeat-period', 'valueUnsignedInt', asked.heartbeatS],
    ['backport-timeout', 'valueUnsignedInt', asked.timeoutS],
    ['backport-max-count', 'valuePositiveInt', asked.maxCount],
  ] as const
  const extension = numbers.flatMap(([name, member, value]) =>
    value === undefined ? [] : [{ url: definition(name), [member]: value }],
  )
  return {
    resourceType: 'Subscription',
    status: 'requested',
    reason: 'test',
    criteria: `${base}/fhir/R4/SubscriptionTopic/${topic}`,
    ...(filters.length === 0
      ? {}
      : {
          _criteria: {
            extension: filters.map((valueString) => ({ url: definition('backport-filter-criteria'), valueString })),
          },
        }),
    channel: {
      ...(extension.length === 0 ? {} : { extension }),
      type: 'rest-hook',
      endpoint,
      payload: 'application/fhir+json',
      _payload: { extension: [{ url: definition('backport-payload-content'), valueCode: content }] },
      ...(header.length === 0 ? {} : { header: [...header] }),
    },
    ...more,
  }
}

const fhirType = { 'content-type': 'application/fhir+json' }

export const fhir = (call: Call, method: string, path: string, { headers = {}, ...options }: CallOptions = {}) =>
  call(method, `/fhir/R4/${path}`, { ...options, headers: { ...fhirType, ...headers } })

export const untilStatus = (call: Call, id: string, status: string, as: NonNullable<CallOptions['as']> = {}) =>
  waitFor(
    async () => (await must(200, fhir(call, 'GET', `Subscription/${id}`, { as }))).body,
    (resource) => resource.status === status,
  )
