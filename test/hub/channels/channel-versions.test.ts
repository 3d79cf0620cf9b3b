/** The versions of a channel, and the return to one of them. docs/channels.md; D225. */
import { describe, expect, test } from '@jest/globals'
import { developmentTenants } from '../../../src/core/caller.ts'
import { must, readHeld, templateId } from '../../consultation.ts'
import { useRunning } from '../../use-running.ts'

const { call } = useRunning()

const operator = { role: 'operator' } as const
const auth = { type: 'basic', username: 'hub', password: 'Zebulon' } as const

const body = (more: object = {}) => ({
  name: 'Hospital',
  recipient: { name: 'Example Hospital' },
  purposeOfUse: 'TREAT',
  legalBasis: 'own_organisation',
  format: 'bundle',
  transport: 'fhir',
  destination: { baseUrl: 'http://127.0.0.1:9/fhir', auth },
  ...more,
})

const pathOf = (id: string): string => `/v1/channels/${id}`
const read = async (id: string) => (await must(200, call('GET', pathOf(id), { as: operator }))).body
const readVersions = async (id: string, query = '') =>
  (await must(200, call('GET', `${pathOf(id)}/versions${query}`, { as: operator }))).body

/** Three versions: as above, with another name and password, and with another address as well. */
async function openChanged(): Promise<string> {
  const { id } = (await must(201, call('POST', '/v1/channels', { body: body(), as: operator }))).body
  const second = { name: 'Ward', destination: { baseUrl: 'http://127.0.0.1:9/fhir', auth: { ...auth, password: 'x' } } }
  await must(200, call('PUT', pathOf(id), { body: body(second), as: operator }))
  const third = {
    name: 'Clinic',
    filter: { spokes: ['link'] },
    destination: { baseUrl: 'http://127.0.0.1:8/fhir', auth },
  }
  await must(200, call('PUT', pathOf(id), { body: body(third), as: operator }))
  return id
}

describe('versions', () => {
  test('D225: they are listed newest first, by pages, without secrets', async () => {
    const id = await openChanged()

    const whole = await readVersions(id)
    const first = await readVersions(id, '?limit=2')
    const rest = await readVersions(id, `?limit=2&cursor=${encodeURIComponent(first.nextCursor)}`)

    const short = ({ version, name }: { version: number; name: string }) => `${version} ${name}`
    expect(whole.items.map(short)).toEqual(['3 Clinic', '2 Ward', '1 Hospital'])
    expect(whole.nextCursor).toBeNull()
    expect([...first.items, ...rest.items]).toEqual(whole.items)
    expect(rest.nextCursor).toBeNull()
    expect(whole.items[0]).toEqual(await read(id))
    expect(JSON.stringify(whole)).not.toContain('Zebulon')
  })

  test('D225: a cursor of another list, another tenant and a channel that is not there get nothing', async () => {
    const id = await openChanged()
    const { nextCursor } = (await must(200, call('GET', '/v1/channels?limit=1', { as: operator }))).body
    const as = { ...operator, tenant: developmentTenants[1] }

    const wrong = await call('GET', `${pathOf(id)}/versions?cursor=${encodeURIComponent(nextCursor)}`, { as: operator })
    expect(wrong).toMatchObject({ status: 400, fields: ['cursor'] })
    expect(await call('GET', `${pathOf(id)}/versions`, { as })).toMatchObject({ status: 404 })
    expect(await call('GET', `${pathOf(templateId)}/versions`, { as: operator })).toMatchObject({ status: 404 })
  })
})

describe('restore', () => {
  test('D225: an earlier version is the present one again, with its secrets, and stays paused', async () => {
    const id = await openChanged()
    await must(200, call('POST', `${pathOf(id)}:pause`, { as: operator }))

    const restored = await must(200, call('POST', `${pathOf(id)}:restore`, { body: { version: 1 }, as: operator }))

    const { version: _, updatedAt: __, ...first } = (await readVersions(id)).items.at(-1)
    expect(restored.body).toMatchObject({ ...first, version: 5, status: 'paused' })
    expect(restored.body).not.toHaveProperty('filter')
    expect(restored.text).not.toContain('Zebulon')
    await must(200, call('POST', `${pathOf(id)}:restore`, { body: { version: 2 }, as: operator }))
    expect(await read(id)).toMatchObject({ version: 6, name: 'Ward' })
  })

  test('D225: a version that is not there is refused, and so is one beside a change that was not read', async () => {
    const id = await openChanged()
    const held = await readHeld(call, pathOf(id), operator)
    await must(200, call('POST', `${pathOf(id)}:pause`, { as: operator }))
    const restore = (version: unknown, headers: Readonly<Record<string, string>> = {}) =>
      call('POST', `${pathOf(id)}:restore`, { body: { version }, headers, as: operator })

    expect(await restore(9)).toMatchObject({ status: 400, fields: ['version'] })
    expect(await restore('1')).toMatchObject({ status: 400, fields: ['version'] })
    expect(await restore(1, held)).toMatchObject({ status: 412 })
    expect(await read(id)).toMatchObject({ version: 4, name: 'Clinic' })
  })
})
