/** `banksia validate --terminology-server URL`, with a server on loopback. R4 valueset-operation-validate-code.html. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { patient, profile, type Result, validateToJson, write } from './validating.ts'

const valueSet = 'http://banksia.test/fhir/ValueSet/elsewhere'
const system = 'http://banksia.test/fhir/CodeSystem/elsewhere'
const path = 'Patient.maritalStatus'
const bound = {
  ...profile,
  differential: { element: [{ id: path, path, min: 1, binding: { strength: 'required', valueSet } }] },
}
const married = (code: string) => ({ ...patient, maritalStatus: { coding: [{ system, code }], text: 'Zebulon' } })

let server: Server
let address = ''
const asked: string[] = []
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = await text(request)
    asked.push(`${request.url} ${body}`)
    response.setHeader('content-type', 'application/fhir+json')
    const parameter = [{ name: 'result', valueBoolean: body.includes('"good"') }]
    response.end(JSON.stringify({ resourceType: 'Parameters', parameter }))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/fhir`
})
afterAll(() => {
  server.close()
})

const judge = (url: string, ...codes: readonly string[]) => {
  const files = codes.map((code) => write(`${code}.json`, married(code)))
  const given = ['--supporting', write('bound.json', bound), '--profile', bound.url]
  return validateToJson(...files, ...given, '--terminology-server', url)
}

/** What came out about the value set. */
const rulesOf = ({ outcome }: Result): readonly string[] =>
  JSON.stringify(outcome).match(/required-binding|binding-unknown/g) ?? []

test('docs/validation.md: --terminology-server tells codes that the definitions leave open, and gets nothing but codes', async () => {
  const { code, results } = await judge(address, 'good', 'bad', 'good')

  expect(code).toBe(1)
  expect(results.map(rulesOf)).toEqual([[], ['required-binding'], []])
  expect(asked).toHaveLength(2)
  expect(asked.every((one) => one.startsWith('/fhir/ValueSet/$validate-code '))).toBe(true)
  expect(asked.join()).toContain(valueSet)
  expect(asked.join()).not.toContain('Zebulon')
})

test('docs/validation.md: a terminology server that does not answer ends with exit code 2, and the codes stay open', async () => {
  const { code, results, errors } = await judge('http://127.0.0.1:1', 'good')

  expect([code, errors]).toEqual([2, 'banksia: the terminology server did not answer 1 questions\n'])
  expect(results.map(rulesOf)).toEqual([['binding-unknown']])
})
