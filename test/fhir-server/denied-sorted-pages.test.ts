/** Pages of a sorted search for a caller to whom a patient is denied, while others write. D56, D112. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { must } from '../consultation.ts'
import {
  actorOf,
  type DeniedWorld,
  deniedPerson,
  hiddenPatient,
  openDeniedWorld,
  openPatient,
} from './denials/denied-world.ts'

let world: DeniedWorld
beforeAll(async () => {
  world = await openDeniedWorld([actorOf('Practitioner/colleague')])
})
afterAll(async () => world.close())

const observation = (subject: object, level: number) => ({
  resourceType: 'Observation',
  status: 'final',
  code: { coding: [{ system: 'urn:c', code: 'k' }] },
  subject,
  effectiveDateTime: `20${10 + level}-05-05`,
  valueQuantity: { value: level },
})

type Page = {
  readonly entry?: readonly { readonly resource: { readonly id: string } }[]
  readonly link: readonly { readonly relation: string; readonly url: string }[]
}

test.each(['date', '-_lastUpdated', 'value-quantity'])(
  'D112: a denied caller meets what is left in the order of the first page, sorted by %s',
  async (sort) => {
    const name = sort.replaceAll(/\W/g, '').toLowerCase().replace('_', '')
    const ids = Array.from({ length: 8 }, (_, level) => `${name}-${level}`)
    const subjectOf = (level: number) => (level % 3 === 1 ? hiddenPatient : openPatient)
    for (const [level, id] of ids.entries()) await world.put({ [id]: observation(subjectOf(level), level) })
    const change = (level: number, subject: object, to: number) =>
      must(200, world.fhir('PUT', `Observation/${ids[level]}`, { ...observation(subject, to), id: ids[level] }))
    const query = `Observation?_id=${ids.join(',')}&_sort=${sort}`
    const read = async (path: string): Promise<Page> =>
      (await must(200, world.fhir('GET', path, undefined, deniedPerson))).body
    const idsOf = ({ entry = [] }: Page) => entry.map(({ resource }) => resource.id)
    const order = idsOf(await read(query))
    expect(order).toHaveLength(5)

    let page = await read(`${query}&_count=2`)
    const seen = [...idsOf(page)]
    await change(6, openPatient, 0)
    await change(0, openPatient, 9)
    await change(3, hiddenPatient, 3)
    await change(1, openPatient, 5)
    for (;;) {
      const next = page.link.find(({ relation }) => relation === 'next')?.url.slice(world.base.length + 1)
      if (next === undefined) break
      page = await read(next)
      seen.push(...idsOf(page))
    }

    expect(new Set(seen).size).toBe(seen.length)
    const stood = order.filter((id) => id !== ids[3])
    expect(seen.filter((id) => stood.includes(id))).toEqual(stood)
  },
)
