/** The keys of the authorisation server: made, known before they are used, kept as long as they count. D152. */
import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type pg from 'pg'
import { dayMs, hourMs } from '../../src/core/durations.ts'
import { chooseKeys, listIssuerKeys, planKeys, prepareIssuerKeys } from '../../src/store/issuer/issuer-keys.ts'
import { IssuerStore } from '../../src/store/issuer/issuer-store.ts'
import { MasterKeyError } from '../../src/store/keys/keys.ts'
import { createDatabase, openOwner, type TestDatabase } from '../database.ts'

const master = createSecretKey(randomBytes(32))
let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createDatabase()
  pool = openOwner(database)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const now = Date.UTC(2026, 0, 1)
const key = (id: number, purpose: 'signing' | 'index', usedFrom: number) => ({ id, purpose, usedFrom })

test('D152: a signing key is published a day before it signs, and kept two days after its successor signs', () => {
  const old = key(1, 'signing', now)
  const made = planKeys([old], now + 90 * dayMs).make.find(({ purpose }) => purpose === 'signing')
  const young = key(2, 'signing', now + 91 * dayMs)
  const at = (ms: number) => chooseKeys([old, young], 'signing', ms)

  expect(made?.usedFrom).toBe(now + 91 * dayMs)
  expect(at(now + 91 * dayMs - 1)).toEqual({ used: [old], coming: [young] })
  expect(at(now + 91 * dayMs)).toEqual({ used: [young, old], coming: [] })
  expect(planKeys([old, young], now + 93 * dayMs - 1).drop).toEqual([])
  expect(planKeys([old, young], now + 93 * dayMs).drop).toEqual([1])
  expect(planKeys([old, young], now + 92 * dayMs).make.map(({ purpose }) => purpose)).not.toContain('signing')
})

test('D152: the index key is never replaced, since nothing could be found under another', () => {
  expect(planKeys([key(1, 'index', now)], now + 5000 * dayMs).make.map(({ purpose }) => purpose)).not.toContain('index')
})

test('D152: several processes that begin at once make each key once, wrapped, and a wrong key-encryption key opens none', async () => {
  await Promise.all(Array.from({ length: 5 }, () => prepareIssuerKeys(pool, master, now)))
  const keys = await listIssuerKeys(pool, master)

  expect(keys.map(({ purpose }) => purpose).toSorted()).toEqual(['content', 'cookie', 'index', 'signing'])
  await expect(listIssuerKeys(pool, createSecretKey(randomBytes(32)))).rejects.toThrow(MasterKeyError)
})

test('D152: state is sealed, found by its id alone, replaced, consumed once, and gone with its grant', async () => {
  const { state } = new IssuerStore(pool, async () => master)
  const entry = { payload: { a: 'secret text' }, lifeMs: hourMs, grantId: 'g-1', uid: 'u-1', accountId: 'dr-1' }
  await state.put('AuthorizationCode', 'id-1', entry)
  await state.put('AuthorizationCode', 'id-1', { ...entry, payload: { a: 'newer text' } })
  const found = await state.find('AuthorizationCode', 'id-1')
  const consumed = await Promise.all(Array.from({ length: 10 }, () => state.consume('AuthorizationCode', 'id-1')))
  const { rows } = await pool.query('select row_to_json(s)::text as text, content from issuer_state s')

  expect(found).toEqual({ payload: { a: 'newer text' } })
  expect(await state.findByUid('AuthorizationCode', 'u-1')).toMatchObject({ payload: { a: 'newer text' } })
  expect(await state.find('RefreshToken', 'id-1')).toBeUndefined()
  expect(consumed.filter(Boolean)).toHaveLength(1)
  expect(rows[0].text).not.toMatch(/text"|id-1|g-1|u-1|dr-1/)
  expect(rows[0].content.includes('newer text')).toBe(false)
  await state.revokeGrantOf('AuthorizationCode', 'id-1')
  expect(await state.find('AuthorizationCode', 'id-1')).toBeUndefined()
})

test('D152: an id that counts once is taken once while it counts', async () => {
  const { state } = new IssuerStore(pool, async () => master)
  const once = () => state.putOnce('ReplayDetection', 'jti-1', { payload: {}, lifeMs: hourMs })
  const taken = await Promise.all(Array.from({ length: 10 }, once))
  await pool.query(`update issuer_state set expires_at = now() - interval '1 second'`)

  expect(taken.filter(Boolean)).toHaveLength(1)
  expect(await once()).toBe(true)
})
