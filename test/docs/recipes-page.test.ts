/** docs/recipes.md: the commands of each recipe connect to a receiver and send a document to it. With them run those of docs/hub.md. */

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect } from '@jest/globals'
import { testWithPrograms } from '../judges.ts'
import { findPort } from '../ports.ts'
import { checkout, endAll, makeFolder, run, startServer } from '../system/processes.ts'

const closings: (() => unknown)[] = []
afterAll(async () => {
  for (const close of closings) await close()
  await endAll()
})

const blocksOf = (text: string): readonly string[] =>
  [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')

const readPage = (path: string): string => readFileSync(join(checkout, path), 'utf8')

/** From a token to the approval. */
const approve = blocksOf(readPage('docs/hub.md').split('\nThe document is now in FHIR')[0] ?? '')

/** A talk that goes on. */
const live = blocksOf(readPage('docs/hub.md').split('\n### While the talk goes on')[1]?.split('\n### ')[0] ?? '')

/** Takes what it gets. */
async function startBridge() {
  const requests: { readonly kind: unknown; readonly bytes: number }[] = []
  const server = createServer(async (request, response) => {
    let bytes = 0
    for await (const chunk of request) bytes += (chunk as Buffer).length
    requests.push({ kind: request.headers['banksia-kind'], bytes })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closings.push(() => server.close())
  return { requests, port: (server.address() as AddressInfo).port }
}

const fhirChecks = [
  ...['connection', 'response-time', 'authentication', 'form', 'patient-lookup', 'document-creation', 'conditions'],
  ...['provenance', 'audit', 'cleanup'],
].map((check) => `${check}: passed`)
const folderChecks = ['directory-allowed: passed', 'directory-writable: passed']

testWithPrograms(
  'jq',
  'curl',
  'openssl',
)('docs/recipes.md: each recipe opens a channel that passes its checks, and sends a document', async () => {
  const port = await findPort()
  const [server, receiver, bridge, mllp] = await Promise.all([
    startServer(join(makeFolder(), 'data'), { env: { BANKSIA_MLLP_PORT: String(port) } }),
    startServer(join(makeFolder(), 'data')),
    startBridge(),
    findPort(),
  ])
  const script = ['set -eu', ...approve, ...live, ...blocksOf(readPage('docs/recipes.md'))]
    .join('\n')
    .replaceAll('localhost:3000', `localhost:${server.port}`)
    .replaceAll('127.0.0.1:3100', `127.0.0.1:${receiver.port}`)
    .replaceAll('127.0.0.1:8081', `127.0.0.1:${bridge.port}`)
    .replaceAll('2577', String(mllp))
    .replaceAll('127.0.0.1/2575', `127.0.0.1/${port}`)

  const done = await run(['bash', '-c', script], {
    env: { PORT: String(server.port), BANKSIA_DATA_DIR: server.dataDirectory },
  })

  expect([done.code, done.errors]).toEqual([0, ''])
  const said = done.output.split('approved\n')[1]?.trim().split('\n') ?? []
  expect(said.filter((line) => / (passed|failed|skipped) /.test(line)).map((line) => line.trim())).toEqual([
    ...fhirChecks,
    ...fhirChecks,
    ...['connection: passed', 'test-request: passed'],
    ...['connection: passed', 'acknowledgement: skipped'],
    ...folderChecks,
    ...['connection: passed', 'acknowledgement: skipped'],
    ...folderChecks,
    ...folderChecks,
    ...folderChecks,
  ])
  expect(said.filter((line) => !/ (passed|failed|skipped) /.test(line))).toEqual([
    '[true,1,2]',
    '[false,0,2]',
    'bundle default: accepted 201 transaction',
    'bundle default: accepted 200 reference',
    'pdf default: accepted 200',
    'hl7v2 practice-classic: accepted AA',
    'hl7v2 adrm-strict: sent written',
    'MSH|^~\\&',
    'hl7v2 hospital-mdm: accepted AA',
    'pdf archive-1b: sent written',
    '%PDF-',
    'create table registry-classes: 2 rows',
    'registry-classes has version 1',
    'bundle default: sent written',
    'TEL',
    'cda general-1A: sent written',
    'PK',
    'active',
    'MSA|AA|A1',
    'Sender',
    'MSA|AA|B1',
  ])
  expect(bridge.requests.map(({ kind }) => kind)).toEqual(['test', 'original'])
})
