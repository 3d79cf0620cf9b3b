/** The cases of a site that speaks HTTPS: signed documents and alerts come to it, and its own signed messages enter the record. */
import assert from 'node:assert/strict'
import type { Delivery } from '../../client/hub-types.ts'
import { waitFor } from '../../test/patience.ts'
import { checkMessage, checkNothingOfPatient } from './alerting.ts'
import type { ChannelJudge, Served } from './judge.ts'
import { buildMessages, type Person } from './messages.ts'
import { listLackingPackages } from './python-packages.ts'
import { readRecord, recordOf } from './sending.ts'
import { type OpenedSite, openLetters, openSite, type Posted } from './web-site.ts'

const packages = [
  { name: 'uvicorn', version: '0.54.0' },
  { name: 'starlette', version: '1.10.0' },
  { name: 'httpx', version: '0.28.1' },
] as const

let opened: Promise<OpenedSite> | undefined
const open = (served: Served): Promise<OpenedSite> => {
  opened ??= openSite(served)
  return opened
}

const letters = ({ site }: OpenedSite): readonly Posted[] => site.posted().filter(({ path }) => path === '/letters')
const of = (all: readonly Posted[], document: string): readonly Posted[] =>
  all.filter((one) => one.document === document)

const isFirst = ({ about }: Posted): boolean => about !== 'recall'

function checkDocuments(opened: OpenedSite): void {
  for (const { expected, delivery } of opened.released) {
    assert.equal(`${delivery.state} ${delivery.acknowledgement}`, 'accepted 200')
    const [posted, ...more] = of(letters(opened), expected.documentId).filter(isFirst)
    assert.deepEqual(more, [], 'the document has come once')
    const { signed, about, key, mediaType, sha256 } = posted as Posted
    assert.deepEqual(
      { signed, about, key, mediaType, sha256 },
      {
        ...{ signed: true, about: 'original', key: `"${expected.documentId}/original"` },
        ...{ mediaType: 'application/pdf', sha256: expected.page },
      },
    )
  }
}

type Outcome = { readonly status: number; readonly state: Delivery['state']; readonly attempts: number }

/** Each status that a site answers, and what becomes of the delivery. D233 */
const outcomes: readonly Outcome[] = [
  { status: 202, state: 'committed', attempts: 1 },
  { status: 422, state: 'rejected', attempts: 1 },
  { status: 503, state: 'dead', attempts: 3 },
  { status: 409, state: 'dead', attempts: 3 },
]

async function checkOutcome(served: Served, { status, state, attempts }: Outcome): Promise<void> {
  const { site } = await open(served)
  await site.answer(status)
  const before = site.posted().length
  const delivery = await releaseOnce(served, `Site that answers ${status}`)
  await site.answer(200)
  assert.deepEqual([delivery.state, delivery.attempts, delivery.acknowledgement], [state, attempts, String(status)])
  const posted = site
    .posted()
    .slice(before)
    .filter(({ path }) => path === '/letters')
  assert.equal(posted.length, attempts)
  assert.equal(new Set(posted.map(({ key, sha256 }) => `${key} ${sha256}`)).size, 1, 'a repetition is the same')
}

async function releaseOnce(served: Served, name: string, more: object = {}): Promise<Delivery> {
  const { practice } = served
  const { site } = await open(served)
  const channelId = await openLetters(served, site, { name, ...more })
  try {
    const { id } = await practice.release('SOAP note')
    const [delivery] = await practice.awaitDeliveries(id, [channelId])
    return delivery as Delivery
  } finally {
    await practice.closeChannel(channelId)
  }
}

async function checkWrongKey(served: Served): Promise<void> {
  const { site } = await open(served)
  const destination = {
    ...site.destination,
    signature: { keyId: 'site-1', key: 'another-secret-that-the-site-does-not-have' },
  }
  const delivery = await releaseOnce(served, 'Wrong key', { destination })
  assert.deepEqual([delivery.reasonClass, delivery.acknowledgement], ['credentials', '401'])
}

async function checkAcceptance(served: Served): Promise<void> {
  const { site } = await open(served)
  const { practice } = served
  const channelId = await openLetters(served, site, { name: 'Tested', templateIds: [] })
  const before = site.posted().length
  const { id } = await practice.operator.call('POST', `/v1/channels/${channelId}:test`)
  const { result } = await waitFor(
    () => practice.operator.call('GET', `/v1/jobs/${id}`),
    ({ state }) => state === 'succeeded' || state === 'failed',
  )
  const { checks = [] } = result as { readonly checks?: readonly { readonly outcome: string }[] }
  assert.ok(checks.length > 0 && checks.every(({ outcome }) => outcome === 'passed'), JSON.stringify(checks))
  const { signed, about, bytes } = (await site.nextPosted(before + 1)) as Posted
  assert.deepEqual({ signed, about, bytes }, { signed: true, about: 'test', bytes: 0 })
}

async function checkRecall(served: Served): Promise<void> {
  const { site, released } = await open(served)
  const { practice } = served
  const { artifact, expected } = released[0] as OpenedSite['released'][number]
  const { version } = await practice.clinician.call('GET', `/v1/artifacts/${artifact.id}`)
  // The channel was paused after its releases.
  const [{ channelId = '' } = {}] = (
    await practice.clinician.call('GET', `/v1/deliveries?artifactId=${artifact.id}`)
  ).items.filter(({ acknowledgement }) => acknowledgement === '200')
  const channel = await practice.operator.call('GET', `/v1/channels/${channelId}`)
  await practice.operator.call('POST', `/v1/channels/${channelId}:resume`, { version: channel.version })
  await practice.clinician.call('POST', `/v1/artifacts/${artifact.id}:recall`, {
    ...{ version, body: { reasonCode: 'wrong_patient' } },
  })
  const [, recall] = await waitFor(
    async () => of(site.posted(), expected.documentId),
    (all) => all.length >= 2,
  )
  await practice.closeChannel(channelId)
  const { signed, about, key, mediaType, sha256 } = recall as Posted
  assert.deepEqual(
    { signed, about, key, mediaType },
    { signed: true, about: 'recall', key: `"${expected.documentId}/recall"`, mediaType: 'application/pdf' },
  )
  assert.notEqual(sha256, expected.page)
}

async function checkAlert(served: Served): Promise<void> {
  const { site, alert, dead } = await open(served)
  const posted = await waitFor(
    () => site.posted().find(({ path }) => path === '/alerts'),
    (found) => found !== undefined,
  )
  const { signed, about, mediaType, text } = posted as Posted
  assert.deepEqual({ signed, about, mediaType }, { signed: true, about: 'alert', mediaType: 'application/json' })
  checkMessage(JSON.parse(text), alert, dead)
  await checkNothingOfPatient(served, dead, JSON.stringify(posted))
}

const person: Person = { number: 'E-Python-httpx', family: 'Testgröße' }

async function checkSending(served: Served): Promise<void> {
  const { site } = await open(served)
  const { server, practice } = served
  const body = { name: 'Site by HTTPS', withSecret: true }
  const { id, secret = '' } = await practice.operator.call('POST', '/v1/senders', { body })
  const signer = { id, secret }
  const url = `${server.base}/v1/inbound/${id}`
  const send = async (by: typeof signer, at: string, bytes: Uint8Array) => site.send(url, by, { key: `"${at}"`, bytes })
  const { arrival, ...others } = buildMessages(person)
  // A new sender is known within a second.
  await waitFor(
    () => send(signer, `${arrival.controlId} first`, arrival.bytes),
    ({ status }) => status === 200,
  )
  // Twice: what is sent again, signed anew, is answered alike and stored once.
  for (const turn of [1, 2])
    for (const { controlId, bytes } of [arrival, ...Object.values(others)]) {
      const { status, mediaType, text } = await send(signer, `${controlId} ${turn}`, bytes)
      assert.deepEqual([status, mediaType.split(';')[0]], [200, 'x-application/hl7-v2+er7'])
      assert.ok(text.includes(`\rMSA|AA|${controlId}`), text)
    }
  assert.deepEqual(await readRecord(served, person), recordOf(person))
  const forged = await send({ id, secret: 'A'.repeat(secret.length) }, 'forged', arrival.bytes)
  assert.equal(forged.status, 401)
}

export const webPeer: ChannelJudge = {
  name: `Python uvicorn ${packages[0].version}, starlette ${packages[1].version}, httpx ${packages[2].version}`,
  listMissing: () => listLackingPackages(...packages),
  cases: [
    {
      name: 'a note and a referral come once, signed, with the bytes of their PDF',
      run: async (served) => checkDocuments(await open(served)),
    },
    ...outcomes.map((outcome) => ({
      name: `after its ${outcome.status} the delivery is ${outcome.state}`,
      run: (served: Served) => checkOutcome(served, outcome),
    })),
    { name: 'it refuses a signature by another key', run: checkWrongKey },
    { name: 'the acceptance check is a signed request without a document', run: checkAcceptance },
    { name: 'a recall comes signed, under the identity of its document', run: checkRecall },
    { name: 'an alert comes signed, and has nothing of the patient', run: checkAlert },
    {
      name: 'what it signs and posts is answered and stored once, and a FHIR client reads what it says',
      run: checkSending,
    },
  ],
  wrong: {
    name: 'a document with other bytes',
    run: async (served) => {
      const site = await open(served)
      const released = site.released.map((one) => ({ ...one, expected: { ...one.expected, page: 'other bytes' } }))
      checkDocuments({ ...site, released })
    },
    says: /'other bytes'/,
  },
}
