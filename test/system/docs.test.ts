/** The commands of README and docs, run as they stand against a server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { checkout, endAll, makeFolder, run, startServer } from './processes.ts'

afterAll(endAll)

const blocksOf = (path: string): readonly string[] =>
  [...readFileSync(join(checkout, path), 'utf8').matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map((match) => match[1] ?? '')

const isInstalled = async (program: string): Promise<boolean> =>
  (await run(['sh', '-c', `command -v ${program}`])).code === 0

const hasPrograms = async (): Promise<boolean> => {
  const found = (await isInstalled('jq')) && (await isInstalled('curl'))
  if (!found) process.stderr.write('skipped: jq or curl is not installed\n')
  return found
}

/** Against a server of its own. */
async function runBlocks(blocks: readonly string[]): Promise<readonly string[]> {
  const { port, dataDirectory } = await startServer(join(makeFolder(), 'data'))
  const script = ['set -eu', ...blocks].join('\n').replaceAll('localhost:3000', `localhost:${port}`)
  const done = await run(['bash', '-c', script], { env: { PORT: String(port), BANKSIA_DATA_DIR: dataDirectory } })
  expect([done.code, done.errors]).toEqual([0, ''])
  return done.output.split('\n')
}

// Some hundred commands one after the other: a busy machine takes minutes.
test('spec 4.1: the commands of README, docs/hub.md and docs/channels.md do what they say', async () => {
  if (!(await hasPrograms())) return
  const readme = blocksOf('README.md').filter((block) => block.includes('curl'))

  const lines = await runBlocks([...readme, ...blocksOf('docs/hub.md'), ...blocksOf('docs/channels.md')])

  expect(lines[0]).toMatch(/^{.*"resourceType":"Bundle".*}{.*"resourceType":"Bundle".*}"active"$/)
  expect(lines).toEqual(expect.arrayContaining(['No fever.', 'passed', 'approved', '1', 'active']))
  expect(lines).toEqual(
    expect.arrayContaining(['%PDF-"active"', 'shared', 'AA', 'artifact.approved', 'revoked', 'recalled']),
  )
})

test('R4 http.html: the commands of docs/fhir.md do what they say', async () => {
  if (!(await hasPrograms())) return

  const lines = await runBlocks(blocksOf('docs/fhir.md'))

  expect(lines.map((line) => line.replace(/^http.*\/oidc\//, ''))).toEqual([
    ...['4.0.1', 'multiple'],
    ...['token', 'S256'],
    ...['201', '200'],
    ...['200', '412'],
    '<birthDate value="1980-02-29"/>',
    ...['3', '304'],
    '0',
    ...['1', '1'],
    'searchset',
    ...['201 Created', '201 Created', 'match', 'include'],
    ...['Patient Observation Encounter', '3 2 1'],
    ...['patient-record-changed', 'Authorization: ***', 'query-status'],
    ...['Patient', '202'],
    'code-invalid',
    '',
  ])
})

test('AU Core 2.0.0: the commands of docs/au-core.md do what they say', async () => {
  if (!(await hasPrograms())) return
  const [begin = '', patient = ''] = blocksOf('docs/fhir.md').filter((block) => /^(BASE|IHI)=/.test(block))

  const lines = await runBlocks([begin, patient, ...blocksOf('docs/au-core.md')])

  expect(lines.slice(2)).toEqual([
    'http://hl7.org.au/fhir/core/StructureDefinition/au-core-condition',
    ...['Patient', 'Patient.birthDate', 'Patient.gender', 'Patient.identifier'],
    'http://hl7.org.au/fhir/core/CapabilityStatement/au-core-responder|2.0.0',
    'searchset',
    'searchset',
    '',
  ])
})

test('docs/conformance.md: the commands of docs/conformance.md do what they say', async () => {
  if (!(await hasPrograms())) return
  const { port, dataDirectory } = await startServer(join(makeFolder(), 'data'))
  const script = ['set -eu', ...blocksOf('docs/conformance.md')]
    .join('\n')
    .replaceAll('localhost:3000', `localhost:${port}`)

  const { output } = await run(['bash', '-c', script], { env: { PORT: String(port), BANKSIA_DATA_DIR: dataDirectory } })

  expect(output).toContain('Every SHALL that could be tested is met.\nReport\n')
})

test('R4 terminology-service.html: the commands of docs/terminology.md do what they say', async () => {
  if (!(await hasPrograms())) return

  const lines = await runBlocks(blocksOf('docs/terminology.md'))

  expect(lines).toEqual([
    ...['ambulatory', 'true', 'female', 'subsumes'],
    ...['ConceptMap', 'female'],
    'https://example.org/local  1  2 concepts',
    'https://example.org/local',
    'Second',
    'Bundle',
    '',
  ])
})
