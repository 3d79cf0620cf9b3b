/** Interactions with one resource. R4 http.html. */
import { expect } from '../check.ts'
import { type Created, create } from '../created.ts'
import { isObject, type JsonObject, select } from '../json.ts'
import { buildPatient, identifierOf } from '../sample.ts'
import type { Answer, Server } from '../server.ts'
import { need, type Row } from './rows.ts'

const noPatient = 'No Patient could be created'

const expectStatus = ({ status }: Answer, ...wanted: number[]): void =>
  expect(wanted.includes(status), `Status ${wanted.join(' or ')} (it was ${status})`)

const etagOf = ({ headers }: Answer): string => headers.get('etag') ?? ''
const versionOf = (answer: Answer): string => /"(.*)"/.exec(etagOf(answer))?.[1] ?? ''

function expectPatient({ body }: Answer): JsonObject {
  expect(isObject(body) && body['resourceType'] === 'Patient', 'A Patient')
  return body
}

const withName = (patient: JsonObject, family: string): JsonObject => ({ ...patient, name: [{ family }] })

async function createPatient(server: Server): Promise<Created> {
  return create(server, buildPatient())
}

export function buildInstanceChecks(): Row[] {
  let made: Created | undefined
  let version = ''
  const path = (): string => `Patient/${need(made, noPatient).id}`
  const write = (server: Server, body: JsonObject, headers: Record<string, string> = {}): Promise<Answer> =>
    server.ask(path(), { method: 'PUT', body: { ...body, id: need(made, noPatient).id }, headers })
  // biome-ignore format: one check after the other
  return [
    { id: 'create', title: 'create answers 201 with Location and ETag', source: 'http.html#create', claim: 'create', run: async (server) => {
      made = await createPatient(server)
      expect(/Patient\/[A-Za-z0-9.-]+\/_history\/[A-Za-z0-9.-]+$/.test(made.answer.headers.get('location') ?? ''), 'A Location with id and version')
      expect(etagOf(made.answer) !== '', 'An ETag')
    } },
    { id: 'create-minimal', title: 'create with Prefer: return=minimal answers without the resource', source: 'http.html#ops', level: 'SHOULD', claim: 'create', run: async (server) => {
      const { answer } = await create(server, buildPatient(), { prefer: 'return=minimal' })
      expect(!isObject(answer.body) || answer.body['resourceType'] !== 'Patient', 'No Patient in the body')
    } },
    { id: 'read', title: 'read gives back what was created', source: 'http.html#read', claim: 'read', run: async (server) => {
      const answer = await server.ask(path())
      expectStatus(answer, 200)
      const body = expectPatient(answer)
      version = versionOf(answer)
      const sent = need(made, noPatient).sent
      for (const name of ['identifier', 'name', 'gender', 'birthDate'])
        expect(JSON.stringify(body[name]) === JSON.stringify(sent[name]), `The ${name} that was sent`)
      expect(/^W\/"/.test(etagOf(answer)), 'A weak ETag with the version')
      expect(answer.headers.get('last-modified') !== null, 'Last-Modified')
    } },
    { id: 'read-meta', title: 'read gives meta.versionId and meta.lastUpdated', source: 'resource.html#Meta', level: 'SHOULD', claim: 'read', run: async (server) => {
      const body = expectPatient(await server.ask(path()))
      expect(select(body, 'meta.versionId').length === 1, 'meta.versionId')
      expect(select(body, 'meta.lastUpdated').length === 1, 'meta.lastUpdated')
    } },
    { id: 'read-conditional', title: 'read with If-None-Match answers 304', source: 'http.html#cread', level: 'SHOULD', claim: 'conditionalRead', run: async (server) => {
      expectStatus(await server.ask(path(), { headers: { 'if-none-match': `W/"${version}"` } }), 304)
    } },
    { id: 'vread', title: 'vread gives the version', source: 'http.html#vread', claim: 'vread', run: async (server) => {
      const answer = await server.ask(`${path()}/_history/${version}`)
      expectStatus(answer, 200)
      expectPatient(answer)
    } },
    { id: 'update', title: 'update makes a new version', source: 'http.html#update', claim: 'update', run: async (server) => {
      const answer = await write(server, withName(need(made, noPatient).sent, 'Updated'))
      expectStatus(answer, 200)
      const read = await server.ask(path())
      expect(select(expectPatient(read), 'name.family')[0] === 'Updated', 'The name that was sent last')
      expect(versionOf(read) !== version, 'Another version in the ETag')
    } },
    { id: 'update-stale', title: 'update with an If-Match of an older version is refused', source: 'http.html#concurrency', level: 'SHOULD', claim: 'update', run: async (server) => {
      const answer = await write(server, withName(need(made, noPatient).sent, 'Stale'), { 'if-match': `W/"${version}"` })
      expectStatus(answer, 412, 409)
      expect(select(expectPatient(await server.ask(path())), 'name.family')[0] !== 'Stale', 'The name as it was')
    } },
    { id: 'update-id', title: 'update with another id in the body is refused', source: 'http.html#update', claim: 'update', run: async (server) => {
      expectStatus(await server.ask(path(), { method: 'PUT', body: { ...need(made, noPatient).sent, id: crypto.randomUUID() } }), 400, 422)
    } },
    { id: 'update-as-create', title: 'update of an id that nobody has creates it', source: 'http.html#upsert', claim: 'updateCreate', run: async (server) => {
      const id = crypto.randomUUID()
      expectStatus(await server.ask(`Patient/${id}`, { method: 'PUT', body: { ...buildPatient(), id } }), 201)
      expectStatus(await server.ask(`Patient/${id}`, { method: 'DELETE' }), 200, 202, 204)
    } },
    { id: 'patch', title: 'JSON Patch changes what it names', source: 'http.html#patch', claim: 'patch', run: async (server) => {
      const text = JSON.stringify([{ op: 'replace', path: '/gender', value: 'other' }])
      const answer = await server.ask(path(), { method: 'PATCH', text, headers: { 'content-type': 'application/json-patch+json' } })
      expectStatus(answer, 200)
      expect(expectPatient(await server.ask(path()))['gender'] === 'other', 'The value that was patched')
    } },
    { id: 'history', title: 'history lists every version, newest first', source: 'http.html#history', claim: 'history-instance', run: async (server) => {
      const answer = await server.ask(`${path()}/_history`)
      expectStatus(answer, 200)
      expect(isObject(answer.body) && answer.body['type'] === 'history', 'A Bundle of type history')
      const versions = select(answer.body, 'entry.resource.meta.versionId').map(Number)
      expect(versions.length >= 2, 'Two entries or more')
      expect(versions.every((one, index) => Number.isNaN(one) || index === 0 || one < (versions[index - 1] ?? 0)), 'Newest first')
      expect(select(answer.body, 'entry').every((entry) => isObject(entry) && isObject(entry['request'])), 'entry.request in each')
    } },
    { id: 'conditional-create', title: 'create with If-None-Exist makes one resource', source: 'http.html#ccreate', claim: 'conditionalCreate', run: async (server) => {
      const patient = buildPatient()
      const criteria = `identifier=${identifierOf(patient)}`
      await create(server, patient, { 'if-none-exist': criteria })
      expectStatus(await server.ask('Patient', { method: 'POST', body: patient, headers: { 'if-none-exist': criteria } }), 200)
    } },
    { id: 'delete', title: 'delete takes a resource away: its read answers 410 or 404', source: 'http.html#delete', claim: 'delete', run: async (server) => {
      const { id } = await createPatient(server)
      expectStatus(await server.ask(`Patient/${id}`, { method: 'DELETE' }), 200, 202, 204)
      expectStatus(await server.ask(`Patient/${id}`), 410, 404)
      expectStatus(await server.ask(`Patient/${id}`, { method: 'DELETE' }), 200, 202, 204, 404)
    } },
    { id: 'head', title: 'HEAD answers as GET does, without the body', source: 'http.html#head', level: 'MAY', claim: 'read', run: async (server) => {
      const answer = await server.ask(path(), { method: 'HEAD' })
      expectStatus(answer, 200)
      expect(answer.text === '', 'No body')
    } },
  ]
}
