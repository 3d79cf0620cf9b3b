/** How often the address of a client's keys is asked. D166. */
import { expect, test } from '@jest/globals'
import { ClientKeySets } from '../../../src/identity/issuer/client-key-sets.ts'

const address = 'https://app.example/jwks'
const keys = [{ kty: 'EC', kid: 'one' }]

function open(answer: () => Response) {
  let [asked, now] = [0, Date.UTC(2026, 0, 1)]
  const fetchOut: typeof fetch = async () => {
    asked += 1
    return answer()
  }
  const sets = new ClientKeySets(fetchOut, () => now)
  return { sets, asked: () => asked, pass: (ms: number) => (now += ms) }
}

const published = (control: string) => Response.json({ keys }, { headers: { 'Cache-Control': control } })

test.each(['no-store', 'no-cache', 'max-age=0', 'max-age=1'])(
  'D166: a hundred requests that name a client whose keys come with %s ask its host once in five seconds',
  async (control) => {
    const { sets, asked, pass } = open(() => published(control))
    for (let at = 0; at < 100; at += 1) expect(await sets.read(address)).toEqual({ keys })
    const within = asked()
    pass(4_999)
    await sets.read(address)
    const before = asked()
    pass(1)
    await sets.read(address)

    expect([within, before, asked()]).toEqual([1, 1, 2])
  },
)

test('D166: keys are kept as long as their answer says, ten minutes at most, and a failure for five seconds', async () => {
  const short = open(() => published('max-age=60'))
  const long = open(() => published('max-age=100000'))
  const failed = open(() => new Response('', { status: 500 }))
  const timesAfter = async ({ sets, asked, pass }: ReturnType<typeof open>, ms: number) => {
    await sets.read(address)
    pass(ms)
    await sets.read(address)
    return asked()
  }

  expect([await timesAfter(short, 59_999), await timesAfter(short, 60_000)]).toEqual([1, 2])
  expect([await timesAfter(long, 599_999), await timesAfter(long, 600_000)]).toEqual([1, 2])
  expect([await timesAfter(failed, 4_999), await timesAfter(failed, 5_000)]).toEqual([1, 2])
})

test('D166: an address that cannot be called has no keys, and is tried again', async () => {
  let now = Date.UTC(2026, 0, 1)
  let isWrong = true
  const fetchOut: typeof fetch = () => {
    if (isWrong) throw new TypeError('a Request cannot have credentials')
    return Promise.resolve(published('max-age=60'))
  }
  const sets = new ClientKeySets(fetchOut, () => now)
  const first = await sets.read(address)
  isWrong = false
  now += 5_000

  expect(first).toEqual({ keys: [] })
  expect(await sets.read(address)).toEqual({ keys })
})
