/** Makes the attacks of a table, one after the other, on one running server. */
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Attack, Attacked } from './attack.ts'
import { marks, openWorld, type Told } from './world.ts'

export const runAttacks = (attacks: readonly Attack[], env: Readonly<Record<string, string>> = {}): void =>
  runAttacksAt(() => openWorld(env), attacks)

/** Nothing was told, nothing was written, and nobody was called. */
export function runAttacksAt<Place extends Attacked>(
  open: () => Promise<Place>,
  attacks: readonly Attack<Place>[],
): void {
  let world: Place | undefined
  beforeAll(async () => {
    world = await open()
  })
  afterAll(() => world?.close())

  test('docs/security.md#threats: set-up: there is a server to attack', () => {
    expect(world?.base).toMatch(/^http/)
  })

  test.each(attacks)('OWASP $source $id: $cause', async ({ ask, answer, also, writes }) => {
    if (world === undefined) throw new Error('the server has not started')
    const before = await world.count()
    const told = [await ask(world)].flat()
    const texts = told.map(({ text, headers }) => `${text} ${JSON.stringify([...headers])}`)

    expect(told.filter((one) => ![answer].flat().some((way) => isAnswered(one, way))).map(describe)).toEqual([])
    expect(Object.values(marks).filter((mark) => texts.some((text) => text.includes(mark)))).toEqual([])
    await also?.(world, told)
    if (writes !== true) expect(await world.count()).toEqual(before)
    expect(world.bait.asked()).toBe(0)
  })
}

const isAnswered = (told: Told, way: number | 'empty'): boolean =>
  way === 'empty' ? told.status === 200 && isEmpty(told.text) : told.status === way

const describe = ({ status, text }: Told): string => `${status} ${text.slice(0, 600)}`

/** A searchset, a history or a list of the Hub. */
function isEmpty(text: string): boolean {
  const body = JSON.parse(text)
  if (Array.isArray(body.items)) return body.items.length === 0
  const found = (body.entry ?? []).filter((entry: { search?: { mode?: string } }) => entry.search?.mode !== 'outcome')
  return body.resourceType === 'Bundle' && (body.total ?? 0) === 0 && found.length === 0
}
