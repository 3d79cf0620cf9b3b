/** A channel that gets another address, and its secrets. docs/channels.md; D246. */
import { expect, test } from '@jest/globals'
import { must } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'

const server = useRunning()
const as = { role: 'operator' } as const

const auth = { type: 'basic', username: 'clinic', password: 'Quokkaword' }
const bodyOf = (baseUrl: string, own: object = {}) => ({
  name: 'Hospital',
  recipient: { name: 'Harbour Hospital' },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'bundle',
  transport: 'fhir',
  destination: { baseUrl, auth: { ...auth, ...own } },
})
const [here, elsewhere] = ['http://127.0.0.1:9/fhir', 'http://127.0.0.1:11/fhir'] as const

test('D246: a secret that is not given again does not go to another address', async () => {
  const made = await must(201, server.call('POST', '/v1/channels', { body: bodyOf(here), as }))
  const change = (baseUrl: string, password: string) =>
    server.call('PUT', `/v1/channels/${made.body.id}`, { body: bodyOf(baseUrl, { password }), as })

  const moved = await change(elsewhere, '***')
  const standing = await change(here, '***')
  const given = await change(elsewhere, 'Numbatword')

  expect(moved).toMatchObject({ status: 400, body: { errors: [{ field: 'destination.auth.password' }] } })
  expect([standing.status, given.status]).toEqual([200, 200])
})
