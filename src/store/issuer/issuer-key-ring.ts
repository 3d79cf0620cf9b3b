/** The keys of the authorisation server as a process knows them: read again once a minute, and when a sealed payload names one that is unknown. D152. */
import type { KeyObject } from 'node:crypto'
import type pg from 'pg'
import { type Fresh, keepFresh } from '../../core/cache/keep-fresh.ts'
import { UnknownKeyError } from '../keys/keys.ts'
import type { ContentKey } from '../keys/seal.ts'
import { chooseKeys, type IssuerKey, listIssuerKeys, prepareIssuerKeys, secretOf } from './issuer-keys.ts'

const freshMs = 60_000

export type KeyRing = {
  readonly index: KeyObject
  readonly content: ContentKey
  /** Newest first; the first signs. */
  readonly cookies: readonly string[]
  /** PKCS #8: the first signs, the others are published. */
  readonly signing: readonly Pick<IssuerKey, 'id' | 'bytes'>[]
}

type Known = { readonly ring: KeyRing; readonly contents: ReadonlyMap<number, KeyObject> }

export class IssuerKeys {
  readonly #known: Fresh<Known>

  constructor(pool: pg.Pool, readMaster: () => Promise<KeyObject>) {
    this.#known = keepFresh(() => load(pool, readMaster), { freshMs })
  }

  async read(): Promise<KeyRing> {
    return (await this.#known.read()).ring
  }

  /** The content key of that number. Throws UnknownKeyError. */
  async find(id: number): Promise<KeyObject> {
    const known = (await this.#known.read()).contents.get(id)
    if (known !== undefined) return known
    this.#known.forget()
    const again = (await this.#known.read()).contents.get(id)
    if (again === undefined) throw new UnknownKeyError('sealed under a key that is not here')
    return again
  }
}

async function load(pool: pg.Pool, readMaster: () => Promise<KeyObject>): Promise<Known> {
  const master = await readMaster()
  const now = Date.now()
  await prepareIssuerKeys(pool, master, now)
  const keys = await listIssuerKeys(pool, master)
  const of = (purpose: IssuerKey['purpose']) => chooseKeys(keys, purpose, now)
  const [index, content] = [of('index').used[0], of('content').used[0]]
  if (index === undefined || content === undefined) throw new Error('the authorisation server has no keys')
  const { used, coming } = of('signing')
  const cookies = of('cookie')
  return {
    ring: {
      index: secretOf(index),
      content: { id: content.id, key: secretOf(content) },
      cookies: [...cookies.used, ...cookies.coming].map(({ bytes }) => bytes.toString('base64')),
      signing: [...used, ...coming],
    },
    contents: new Map(keys.filter(({ purpose }) => purpose === 'content').map((key) => [key.id, secretOf(key)])),
  }
}
