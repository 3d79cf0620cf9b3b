/** Checks before an EHR goes live with the endpoint. */
import { type Check, expect, type Suite, skipUnless } from '../check.ts'
import { type Created, create, deleteCreated } from '../created.ts'
import { isObject, type JsonObject, select } from '../json.ts'
import { buildCondition, buildDocumentReference, buildPatient, identifierOf } from '../sample.ts'
import { entriesOf, type Server } from '../server.ts'

const source = 'Interface specification, acceptance checks'

const check = (id: string, title: string, run: Check['run']): Check => ({
  id,
  title,
  requirement: { level: 'SHALL', text: title, source },
  run,
})

type State = { patient?: Created; document?: Created }

export function buildAcceptance(hasToken: boolean): Suite {
  const state: State = {}
  const patient = (): string => {
    skipUnless(state.patient !== undefined, 'No Patient could be created')
    return `Patient/${state.patient.id}`
  }
  const checks = [
    check('authentication', 'Authentication works', (server) => checkAuthentication(server, hasToken)),
    check('patient', 'Patient lookup works', async (server) => {
      state.patient = await create(server, buildPatient())
      await lookUp(server, state.patient)
    }),
    check('document', 'Document creation works', async (server) => {
      state.document = await create(server, buildDocumentReference(patient()))
      const read = await server.ask(`DocumentReference/${state.document.id}`)
      expectSame(read.body, state.document.sent, ['status', 'type', 'subject', 'content'])
    }),
    check('conditions', 'Conditions are created correctly', async (server) => {
      const { id, sent } = await create(server, buildCondition(patient()))
      const read = await server.ask(`Condition/${id}`)
      expectSame(read.body, sent, ['clinicalStatus', 'verificationStatus', 'category', 'code', 'subject'])
      const found = entriesOf((await server.ask(`Condition?patient=${patient().slice(8)}`)).body) ?? []
      expect(
        found.some(({ resource }) => resource['id'] === id),
        'The condition among those of the patient',
      )
    }),
    check('provenance', 'Provenance is attached', (server) => checkProvenance(server, patient())),
    check('audit', 'Audit logs are captured', async (server) => {
      const answer = await server.ask(`AuditEvent?entity=${patient()}`)
      expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
      const events = (entriesOf(answer.body) ?? []).filter(({ mode }) => mode === 'match')
      expect(events.length > 0, 'An AuditEvent of the patient that was created')
      expect(
        events.some(({ resource }) => select(resource, 'agent').length > 0),
        'An agent in it',
      )
    }),
    check('end', 'What was written can be taken away again', deleteCreated),
  ]
  return { id: 'acceptance', title: 'Acceptance', groups: [{ id: 'acceptance', title: 'Acceptance checks', checks }] }
}

async function checkAuthentication(server: Server, hasToken: boolean): Promise<void> {
  skipUnless(hasToken, 'No token was given')
  const known = await server.ask('Patient?_count=1')
  expect(known.status === 200, `Status 200 with the token (it was ${known.status})`)
  const anonymous = await server.ask('Patient?_count=1', { isAnonymous: true })
  expect(anonymous.status === 401, `Status 401 without one (it was ${anonymous.status})`)
  const headers = { authorization: 'Bearer not-a-token' }
  const forged = await server.ask('Patient?_count=1', { isAnonymous: true, headers })
  expect(forged.status === 401, `Status 401 with one that nobody issued (it was ${forged.status})`)
}

async function lookUp(server: Server, { id, sent }: Created): Promise<void> {
  const answer = await server.ask(`Patient?identifier=${encodeURIComponent(identifierOf(sent))}`)
  const found = entriesOf(answer.body) ?? []
  expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
  expect(found.length === 1 && found[0]?.resource['id'] === id, 'The one patient with the identifier')
}

/** Key order and what a server adds do not count. */
function expectSame(body: unknown, sent: JsonObject, names: readonly string[]): void {
  expect(isObject(body), 'The resource')
  for (const name of names) expect(canonical(body[name]) === canonical(sent[name]), `The ${name} that was sent`)
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  ) ?? ''

/** R4 provenance.html#header, or a Provenance of the server's own. */
async function checkProvenance(server: Server, patient: string): Promise<void> {
  // The server fills in the target.
  const header = {
    resourceType: 'Provenance',
    recorded: new Date().toISOString(),
    agent: [{ who: { display: 'Conformance suite' } }],
  }
  const { id } = await create(server, buildCondition(patient), { 'x-provenance': JSON.stringify(header) })
  const answer = await server.ask(`Provenance?target=Condition/${id}`)
  expect(answer.status === 200, `Status 200 (it was ${answer.status})`)
  const found = (entriesOf(answer.body) ?? []).filter(({ mode }) => mode === 'match')
  expect(found.length > 0, 'A Provenance that names the resource as its target')
}
