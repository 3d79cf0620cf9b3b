/** The keys of the authorisation server, of the installation and of no tenant, wrapped by the key-encryption key. D152. */
import { createSecretKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import type pg from 'pg'
import { dayMs, hourMs } from '../../core/durations.ts'
import { holdMasterKey } from '../keys/check-master-key.ts'
import { unwrapKey, wrapKey } from '../keys/keys.ts'
import { inTransaction } from '../postgres/in-transaction.ts'
import type { Queryable } from '../postgres/queryable.ts'

export type IssuerPurpose = 'content' | 'index' | 'signing' | 'cookie'

export type IssuerKey = {
  readonly id: number
  readonly purpose: IssuerPurpose
  /** 32 bytes; of a signing key its PKCS #8. */
  readonly bytes: Buffer
  /** Milliseconds since 1970. */
  readonly usedFrom: number
}

type PurposeRow = {
  readonly purpose: IssuerPurpose
  /** A newer key takes its place after so long; undefined: none ever does. */
  readonly replacedMs?: number
  /** Every process knows it for so long before one uses it. */
  readonly leadMs: number
  /** It counts for so long after a newer one is used. */
  readonly keptMs: number
}

/** `keptMs` is longer than the longest life of what the key has made. */
// biome-ignore format: one row a line
export const issuerPurposes: readonly PurposeRow[] = [
  { purpose: 'index',   leadMs: 0, keptMs: 0 },
  { purpose: 'content', replacedMs: 90 * dayMs, leadMs: hourMs, keptMs: 400 * dayMs },
  { purpose: 'signing', replacedMs: 90 * dayMs, leadMs: dayMs,  keptMs: 2 * dayMs },
  { purpose: 'cookie',  replacedMs: 90 * dayMs, leadMs: hourMs, keptMs: 15 * dayMs },
]

export const issuerKeyContext = ({ id, purpose }: { readonly id: number; readonly purpose: string }): string =>
  `issuer-key|${id}|${purpose}`

type Row = { readonly id: number; readonly purpose: IssuerPurpose; readonly wrapped: Buffer; readonly usedFrom: string }

/** Oldest first. Throws MasterKeyError if another key wrapped them. */
export async function listIssuerKeys(client: Queryable, master: KeyObject): Promise<readonly IssuerKey[]> {
  const { rows } = await client.query<Row>(
    `select id, purpose, wrapped, (extract(epoch from used_from) * 1000)::float8 as "usedFrom" from issuer_key order by used_from, id`,
  )
  return rows.map(({ wrapped, usedFrom, ...row }) => ({
    ...row,
    bytes: unwrapKey(wrapped, master, issuerKeyContext(row)),
    usedFrom: Number(usedFrom),
  }))
}

type Known = Pick<IssuerKey, 'id' | 'purpose' | 'usedFrom'>

/** The keys of a purpose that count now, newest first, whose first is in use; `coming`: those that are not used yet. */
export function chooseKeys<K extends Known>(
  keys: readonly K[],
  purpose: IssuerPurpose,
  now: number,
): { readonly used: readonly K[]; readonly coming: readonly K[] } {
  const own = keys.filter((key) => key.purpose === purpose).toSorted((one, other) => other.usedFrom - one.usedFrom)
  return { used: own.filter(({ usedFrom }) => usedFrom <= now), coming: own.filter(({ usedFrom }) => usedFrom > now) }
}

type Change = {
  readonly make: readonly (PurposeRow & { readonly usedFrom: number })[]
  readonly drop: readonly number[]
}

/** Which keys are to be made and which are past their time. */
export function planKeys(keys: readonly Known[], now: number): Change {
  const make = issuerPurposes.flatMap((row) => {
    const { used, coming } = chooseKeys(keys, row.purpose, now)
    const [current] = used
    if (current === undefined && coming.length === 0) return [{ ...row, usedFrom: now }]
    const isOld = current !== undefined && row.replacedMs !== undefined && now - current.usedFrom >= row.replacedMs
    return isOld && coming.length === 0 ? [{ ...row, usedFrom: now + row.leadMs }] : []
  })
  const drop = issuerPurposes.flatMap(({ purpose, keptMs }) => {
    const { used } = chooseKeys(keys, purpose, now)
    // Newest first: each is followed by the one whose place it took.
    return used.flatMap(({ usedFrom }, at) => (now - usedFrom < keptMs ? [] : (used[at + 1]?.id ?? [])))
  })
  return { make, drop }
}

/** Makes the keys that are missing or due, and drops those that no longer count. Several processes may call it at once. */
export async function prepareIssuerKeys(pool: pg.Pool, master: KeyObject, now: number): Promise<void> {
  const { rows } = await pool.query<Known>(knownText)
  const planned = planKeys(rows, now)
  if (planned.make.length === 0 && planned.drop.length === 0) return
  await inTransaction(pool, async (client) => {
    await holdMasterKey(client, master)
    // Another process may have made them by now.
    const { rows: known } = await client.query<Known>(knownText)
    const { make, drop } = planKeys(known, now)
    let id = Math.max(0, ...known.map((key) => key.id))
    for (const { purpose, usedFrom } of make) {
      id += 1
      await client.query(
        'insert into issuer_key (id, purpose, wrapped, used_from) values ($1, $2, $3, to_timestamp($4::float8 / 1000))',
        [id, purpose, wrapKey(newKey(purpose), master, issuerKeyContext({ id, purpose })), usedFrom],
      )
    }
    await client.query('delete from issuer_key where id = any ($1::int[])', [drop])
  })
}

const knownText = `select id, purpose, (extract(epoch from used_from) * 1000)::float8 as "usedFrom" from issuer_key order by id`

const keyBytes = 32
const modulusBits = 2048

/** OpenID Connect Core 15.1 wants RS256 of every issuer, and SMART App Launch 2.2 of every id_token. */
const newKey = (purpose: IssuerPurpose): Buffer =>
  purpose === 'signing'
    ? generateKeyPairSync('rsa', { modulusLength: modulusBits }).privateKey.export({ format: 'der', type: 'pkcs8' })
    : randomBytes(keyBytes)

export const secretOf = ({ bytes }: IssuerKey): KeyObject => createSecretKey(bytes)

/** For a new key-encryption key: wraps every key again. Answers how many. */
export async function rewrapIssuerKeys(
  client: pg.ClientBase,
  rewrap: (wrapped: Buffer, context: string) => Buffer,
): Promise<number> {
  const { rows } = await client.query<Row>('select id, purpose, wrapped from issuer_key order by id for update')
  await client.query(
    'update issuer_key k set wrapped = n.wrapped from unnest($1::int[], $2::bytea[]) as n (id, wrapped) where k.id = n.id',
    [rows.map(({ id }) => id), rows.map((row) => rewrap(row.wrapped, issuerKeyContext(row)))],
  )
  return rows.length
}
