/** Batch and transaction. R4 http.html#transaction. */
import { expect } from '../check.ts'
import { isObject, type JsonObject, select, textOf } from '../json.ts'
import { buildCondition, buildPatient, identifierOf } from '../sample.ts'
import type { Answer, Server } from '../server.ts'
import type { Row } from './rows.ts'

const urn = (): string => `urn:uuid:${crypto.randomUUID()}`

const entry = (fullUrl: string, resource: JsonObject): JsonObject => ({
  fullUrl,
  resource,
  request: { method: 'POST', url: String(resource['resourceType']) },
})

const post = (server: Server, type: 'batch' | 'transaction', entries: readonly JsonObject[]): Promise<Answer> =>
  server.ask('', { method: 'POST', body: { resourceType: 'Bundle', type, entry: entries } })

const listLocations = ({ body }: Answer): string[] =>
  select(body, 'entry.response.location').flatMap((location) => textOf(location) ?? [])

/** `Type/id` of each, in the order of the entries. */
const listPlaces = (answer: Answer): string[] =>
  listLocations(answer).flatMap(
    (location) => /([A-Z][A-Za-z]+\/[A-Za-z0-9.-]+)(?:\/_history|$)/.exec(location)?.[1] ?? [],
  )

async function takeAway(server: Server, places: readonly string[]): Promise<void> {
  for (const place of places.toReversed()) await server.ask(place, { method: 'DELETE' })
}

const invalid: JsonObject = { resourceType: 'Patient', birthDate: 'not a date' }

// biome-ignore format: one check after the other
export const buildBundleChecks = (): Row[] => [
  { id: 'transaction', title: 'A transaction writes all, and resolves urn:uuid references among its entries', source: 'http.html#transaction', claim: 'transaction', run: async (server) => {
    const patient = urn()
    const answer = await post(server, 'transaction', [entry(patient, buildPatient()), entry(urn(), buildCondition(patient))])
    expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
    expect(isObject(answer.body) && answer.body['type'] === 'transaction-response', 'A Bundle of type transaction-response')
    const [first, second] = listPlaces(answer)
    expect(first?.startsWith('Patient/') === true && second?.startsWith('Condition/') === true, 'A location for each entry, in their order')
    const condition = await server.ask(second)
    expect(select(condition.body, 'subject.reference').some((one) => String(one).endsWith(first)), 'The reference in place of the urn')
    await takeAway(server, [first, second])
  } },
  { id: 'atomic', title: 'A transaction of which one entry is invalid writes nothing', source: 'http.html#trules', claim: 'transaction', run: async (server) => {
    const patient = buildPatient()
    const answer = await post(server, 'transaction', [entry(urn(), patient), entry(urn(), invalid)])
    expect(answer.status >= 400 && answer.status < 500, `A status of 400 to 499 (it was ${answer.status})`)
    const asked = encodeURIComponent(identifierOf(patient))
    const found = await server.ask(`Patient?identifier=${asked}`)
    expect(select(found.body, 'entry.resource').filter((one) => isObject(one) && one['resourceType'] === 'Patient').length === 0, 'Nothing written')
  } },
  { id: 'batch', title: 'A batch answers for each entry apart', source: 'http.html#transaction', claim: 'batch', run: async (server) => {
    const answer = await post(server, 'batch', [entry(urn(), buildPatient()), entry(urn(), invalid)])
    expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
    const statuses = select(answer.body, 'entry.response.status').map((status) => String(status).slice(0, 1))
    expect(statuses.join() === '2,4', 'A status of 200 to 299 for the first, of 400 to 499 for the second')
    await takeAway(server, listPlaces(answer))
  } },
]
