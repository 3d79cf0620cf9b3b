/** A Binary without a security context is theirs who attach it. R4 binary.html#security, datatypes.html#Attachment; D86. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { must } from '../../consultation.ts'
import { waitFor } from '../../patience.ts'
import {
  actorOf,
  type DeniedWorld,
  deniedPerson,
  hiddenPatient,
  openDeniedWorld,
  openPatient,
  type Resources,
} from './denied-world.ts'

let world: DeniedWorld

const binary = { resourceType: 'Binary', contentType: 'text/plain', data: 'bGV0dGVy' }
const at = (id: string) => ({ contentType: 'text/plain', url: `Binary/${id}` })
const code = { text: 'Letter' }
const document = (attachment: object, subject?: object) => ({
  resourceType: 'DocumentReference',
  status: 'current',
  content: [{ attachment }],
  ...(subject === undefined ? {} : { subject }),
})

/** Resources that attach it, by the id of the Binary. */
const attaching = (base: string): Resources => ({
  letter: document(at('letter'), hiddenPatient),
  absolute: document({ url: `${base}/%42inary/absolute` }, hiddenPatient),
  version: document({ url: `${base}/Binary/version/_history/1` }, hiddenPatient),
  'of-visit': { ...document(at('of-visit')), context: { encounter: [{ reference: 'Encounter/visit' }] } },
  report: {
    resourceType: 'DiagnosticReport',
    status: 'final',
    code,
    subject: hiddenPatient,
    presentedForm: [at('report')],
  },
  media: { resourceType: 'Media', status: 'completed', subject: hiddenPatient, content: at('media') },
  message: {
    resourceType: 'Communication',
    status: 'completed',
    subject: hiddenPatient,
    payload: [{ contentAttachment: at('message') }],
  },
  request: {
    resourceType: 'CommunicationRequest',
    status: 'active',
    subject: hiddenPatient,
    payload: [{ contentAttachment: at('request') }],
  },
  answer: {
    resourceType: 'QuestionnaireResponse',
    status: 'completed',
    subject: hiddenPatient,
    item: [{ linkId: '1', answer: [{ valueAttachment: at('answer') }] }],
  },
  output: {
    resourceType: 'Task',
    status: 'completed',
    intent: 'order',
    for: hiddenPatient,
    output: [{ type: code, valueReference: { reference: 'Binary/output' } }],
  },
  inside: {
    resourceType: 'Observation',
    status: 'final',
    code,
    subject: hiddenPatient,
    contained: [{ id: 'd', ...document(at('inside')) }],
    derivedFrom: [{ reference: '#d' }],
  },
})

const theirs = (base: string): string[] => [...Object.keys(attaching(base)), 'both', 'alone', 'photo', 'told-by-visit']
const others = ['open', 'open-absolute', 'open-guarded', 'of-organisation']
/** Provenances of a hidden Binary. */
const provenances = ['of-letter', 'of-alone']

beforeAll(async () => {
  world = await openDeniedWorld([actorOf('Practitioner/colleague')])
  const { base, put, fhir } = world
  const binaries = [...theirs(base), ...others]
  await put(Object.fromEntries(binaries.filter((id) => id !== 'open-guarded').map((id) => [id, binary])))
  await put({
    visit: { resourceType: 'Encounter', status: 'finished', class: { code: 'AMB' }, subject: hiddenPatient },
    ...attaching(base),
    'both-theirs': document(at('both'), hiddenPatient),
    'both-others': document(at('both'), openPatient),
    'told-by-visit': { ...document(at('told-by-visit')), context: { encounter: [{ reference: 'Encounter/visit' }] } },
    open: document(at('open'), openPatient),
    'open-absolute': document({ url: `${base}/Binary/open-absolute` }, openPatient),
    'open-guarded': { ...binary, securityContext: openPatient },
    'of-organisation': { resourceType: 'Practitioner', photo: [at('of-organisation')] },
  })
  for (const id of provenances)
    await put({
      [id]: {
        resourceType: 'Provenance',
        target: [{ reference: `Binary/${id.slice('of-'.length)}` }],
        recorded: '2026-01-01T00:00:00Z',
        agent: [{ who: { display: 'A' } }],
      },
    })
  const patient = { resourceType: 'Patient', id: 'hidden', photo: [at('photo')] }
  await must(200, fhir('PUT', 'Patient/hidden', patient))
})
afterAll(() => world?.close())

const look = (path: string, headers: object = {}) => world.fhir('GET', path, undefined, deniedPerson, headers)

test.each(['', '/_history', '/_history/1'])(
  'D86: it is there for whom what attaches it is there (%s)',
  async (rest) => {
    const statuses = async (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => [id, (await look(`Binary/${id}${rest}`)).status]))
    const hidden = theirs(world.base)

    expect(await statuses(hidden)).toEqual(hidden.map((id) => [id, 404]))
    expect(await statuses(others)).toEqual(others.map((id) => [id, 200]))
    expect((await world.fhir('GET', `Binary/letter${rest}`)).status).toBe(200)
  },
)

test('D86: its own bytes are not there either', async () => {
  expect((await look('Binary/letter', { accept: 'text/plain' })).status).toBe(404)
})

test('D86: the Provenance that names its author is not there either', async () => {
  for (const id of provenances) expect([id, (await look(`Provenance/${id}`)).status]).toEqual([id, 404])
})

test('D86: it is in no history and no export', async () => {
  const history = await must(200, look('Binary/_history?_count=100'))
  const asked = await must(202, look('$export?_type=Binary', { prefer: 'respond-async' }))
  const status = String(asked.headers.get('content-location')).split('/fhir/R4/')[1] ?? ''
  const { body } = await waitFor(
    () => look(status),
    (answer) => answer.status !== 202,
  )
  const file = await look(String(body.output[0].url).split('/fhir/R4/')[1] ?? '')
  const toldIn = (text: string, ids: readonly string[]) => ids.filter((id) => text.includes(`"id":"${id}"`))

  for (const { text } of [history, file]) {
    expect(toldIn(text, theirs(world.base))).toEqual([])
    expect(toldIn(text, others)).toEqual(others)
  }
})

test('D86: once nothing attaches it any more nobody can tell whose it is', async () => {
  await world.put({ loose: binary })
  await world.put({ 'of-loose': document(at('loose'), openPatient) })
  await must(200, look('Binary/loose'))

  await must(204, world.fhir('DELETE', 'DocumentReference/of-loose'))

  expect((await look('Binary/loose')).status).toBe(404)
})
