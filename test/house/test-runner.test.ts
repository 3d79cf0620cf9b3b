/** The modules that test files share, and those that they do not. */
import { readFile } from 'node:fs/promises'
import { expect, test } from '@jest/globals'
import { findPort } from '../ports.ts'

test('D109: the product is loaded once a worker, a file of test once a test file', async () => {
  const run = new URL(import.meta.url).search

  expect(run).toMatch(/^\?run=\d+(\.\d+)?$/)
  expect(import.meta.resolve('../ports.ts')).toMatch(new RegExp(`/test/ports\\.ts\\${run}$`))
  expect(import.meta.resolve('../../src/core/ids.ts')).toMatch(/\/src\/core\/ids\.ts$/)
  expect(import.meta.resolve('koa')).toMatch(/\.m?js$/)
  expect((await import('../ports.ts')).findPort).toBe(findPort)
})

test('D109: a test, the product and Node have the same built-in classes, and matchers know them', async () => {
  const missing = await readFile('/does/not/exist').catch((error: unknown) => error)

  expect(missing).toBeInstanceOf(Error)
  expect({ text: 'a', count: 1, at: new Date(0), list: [1], bytes: Buffer.from('a') }).toEqual({
    text: expect.any(String),
    count: expect.any(Number),
    at: expect.any(Date),
    list: expect.any(Array),
    bytes: expect.any(Uint8Array),
  })
  expect(() => {
    throw new RangeError('too far')
  }).toThrow(RangeError)
  expect({ a: 1 }).not.toEqual({ a: 2 })
  expect([1]).not.toEqual({ 0: 1, length: 1 })
})
