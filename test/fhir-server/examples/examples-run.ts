/** Published examples are kept, read, found, exported and imported as they are. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { runExport } from '../../../queues/export.ts'
import { Naive } from '../../fhir-search/naive-search.ts'
import { askForOwn } from '../../fhir-search/naive-values.ts'
import { openTestDefinitions } from '../../profiles/open-definitions.ts'
import { type FhirApp, startFhir, testTenants } from '../fhir-app.ts'
import { type Example, isKept, isSame } from './published-examples.ts'

let app: FhirApp
let examples: readonly Example[]
let valid: readonly Example[]

export function testExamples(given: readonly Example[]): void {
  examples = given
  valid = given.filter(isKept)
  beforeAll(async () => {
    // One of them is a Bundle of 30 MB.
    app = await startFhir(undefined, { BANKSIA_MAX_BUNDLE_BYTES: '67108864', BANKSIA_HANDLER_TIMEOUT_MS: '600000' })
  })
  afterAll(async () => {
    await app.close()
    expect(app.errors).toEqual([])
  })
  test('docs/fhir.md: every published example that is valid is created, and no other', expectCreated)
  test('docs/fhir.md: each is read as it was sent', expectRead)
  test('docs/fhir.md: each is found by each parameter that it has a value of', expectFound)
  test('docs/fhir.md: all are exported, imported into another tenant, and exported again', expectExported)
}

const placeOf = ({ type, id }: Pick<Example, 'type' | 'id'>): string => `${type}/${id}`

type Kept = Pick<Example, 'type' | 'id' | 'text'>
type Bundle = { readonly own: readonly Kept[]; readonly body: string }

/** At most a hundred in each and, but for one that is larger by itself, 4 MB. */
function* bundles(type: 'batch' | 'transaction', all: readonly Kept[]): Generator<Bundle> {
  const build = (own: readonly Kept[]): Bundle => {
    const entries = own.map((one) => `{"resource":${one.text},"request":{"method":"PUT","url":"${placeOf(one)}"}}`)
    return { own, body: `{"resourceType":"Bundle","type":"${type}","entry":[${entries.join(',')}]}` }
  }
  let own: Kept[] = []
  for (const one of all) {
    const bytes = own.reduce((sum, { text }) => sum + text.length, one.text.length)
    if (own.length > 0 && (own.length === 100 || bytes > 4_000_000)) {
      yield build(own)
      own = []
    }
    own.push(one)
  }
  yield build(own)
}

async function expectCreated(): Promise<void> {
  const declined: string[] = []

  for (const { own, body } of bundles('batch', examples)) {
    const answer = await app.send('POST', '', { body, as: { tenant: 2 } })
    expect([answer.status, answer.body.entry?.length]).toEqual([200, own.length])
    declined.push(...own.filter((_, at) => !answer.body.entry[at].response.status.startsWith('201')).map(placeOf))
  }

  process.stderr.write(`${valid.length} of ${examples.length} published examples are valid\n`)
  expect(declined.toSorted()).toEqual(
    examples
      .filter((example) => !valid.includes(example))
      .map(placeOf)
      .toSorted(),
  )
}

async function expectRead(): Promise<void> {
  const different: string[] = []
  const left = [...valid]
  const headers = { accept: 'application/fhir+json' }

  const readOn = async (): Promise<void> => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) {
      const { bytes } = await app.sendRaw('GET', `/${placeOf(one)}`, { as: { tenant: 2 }, headers })
      if (!isSame(bytes.toString(), one.text)) different.push(one.file)
    }
  }
  await Promise.all([readOn(), readOn(), readOn(), readOn()])

  expect(different).toEqual([])
}

type Asked = { readonly id: string; readonly value: string }

/** The time of the last change is the server's; the beginning of a word sounds otherwise than the word. */
const unasked: ReadonlySet<string> = new Set(['_lastUpdated', 'phonetic'])

/** By type and parameter. */
async function listAsked(): Promise<Map<string, Asked[]>> {
  const naive = new Naive([], (await openTestDefinitions()).searchParameters)
  const asked = new Map<string, Asked[]>()
  for (const { type, id, resource } of valid)
    for (const { code } of app.parameters.list(type)) {
      const text = unasked.has(code) ? undefined : askForOwn(naive, resource, code)?.text
      const value = text && decodeURIComponent(text.slice(code.length + 1))
      const key = `${type}?${code}`
      if (value !== undefined) asked.set(key, [...(asked.get(key) ?? []), { id, value }])
    }
  return asked
}

/** Forty at once; where not all are found, which ones. */
async function listLost(key: string, all: readonly Asked[]): Promise<string[]> {
  const [type = '', code = ''] = key.split('?')
  const body = new URLSearchParams([
    ['_id', all.map(({ id }) => id).join(',')],
    [code, [...new Set(all.map(({ value }) => value))].join(',')],
    ['_summary', 'count'],
  ]).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', prefer: 'handling=strict' }
  const answer = await app.send('POST', `/${type}/_search`, { as: { tenant: 2 }, headers, body })
  if (answer.body?.total === all.length) return []
  if (all.length === 1) return [`${key} ${JSON.stringify(all[0])} ${answer.status}`]
  const half = all.length >> 1
  return [...(await listLost(key, all.slice(0, half))), ...(await listLost(key, all.slice(half)))]
}

async function expectFound(): Promise<void> {
  const asked = await listAsked()
  const lost: string[] = []

  for (const [key, all] of asked)
    for (let at = 0; at < all.length; at += 40) lost.push(...(await listLost(key, all.slice(at, at + 40))))

  process.stderr.write(`found by ${asked.size} parameters of their types\n`)
  expect(lost).toEqual([])
}

async function exportAll(tenant: 2 | 3): Promise<Kept[]> {
  const as = { tenant }
  const started = await app.send('GET', '/$export', { as, headers: { prefer: 'respond-async' } })
  const status = started.headers.get('content-location')?.slice(app.base.length) ?? ''
  const bulk = { parameters: app.parameters, base: app.base, keptMs: 3_600_000 }
  const wakeUp = { tenant: testTenants[tenant - 1] ?? '', subject: status.split('/').at(-1) ?? '' }
  await runExport({ store: app.store, log: app.log, bulk, stopping: new AbortController().signal }, wakeUp)
  const kept: Kept[] = []
  for (const { type, url } of (await app.send('GET', status, { as })).body.output) {
    const { bytes } = await app.sendRaw('GET', url.slice(app.base.length), { as })
    for (const text of bytes.toString().trimEnd().split('\n'))
      kept.push({ type, id: /^\{"resourceType":"\w+","id":"([^"]+)"/.exec(text)?.[1] ?? '', text })
  }
  return kept
}

async function expectExported(): Promise<void> {
  const places = new Map(valid.map((one) => [placeOf(one), one.text]))
  const listDifferent = (kept: readonly Kept[]): string[] =>
    kept.filter((one) => !isSame(one.text, places.get(placeOf(one)) ?? '{}')).map(placeOf)
  // D84: each document that comes by FHIR has one.
  const isMade = ({ type, ...one }: Kept): boolean => type === 'Provenance' && !places.has(placeOf({ type, ...one }))
  const documents = valid.filter(({ type }) => type === 'DocumentReference').length

  const exported = await exportAll(2)
  for (const { body } of bundles('transaction', exported)) {
    const answer = await app.send('POST', '', { body, as: { tenant: 3 } })
    expect([answer.status, answer.body.issue]).toEqual([200, undefined])
  }
  const [made, sent] = [exported.filter(isMade), exported.filter((one) => !isMade(one))]
  for (const one of made) places.set(placeOf(one), one.text)
  const all = await exportAll(3)
  const [madeAgain, again] = [all.filter(isMade), all.filter((one) => !isMade(one))]

  expect([made.length, madeAgain.length]).toEqual([documents, documents])
  expect([sent.length, again.length]).toEqual([valid.length, valid.length + documents])
  expect(listDifferent(sent)).toEqual([])
  expect(listDifferent(again)).toEqual([])
}
