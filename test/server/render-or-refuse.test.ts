/** What a rendering for an answer refuses is a problem. D140, D141. */
import { afterAll, expect, test } from '@jest/globals'
import { renderOrRefuse } from '../../src/server/render-or-refuse.ts'
import { openThreads } from '../../src/threads/threads.ts'
import { exampleExport } from '../builders.ts'
import { lendThreads } from '../threads/shared-threads.ts'

const threads = openThreads(undefined, undefined, lendThreads())
/** No form is made within a millisecond. */
const hasty = openThreads(1)

afterAll(async () => {
  await threads.close()
  await hasty.close()
})

const input = { ...exampleExport(), timeZone: 'Australia/Perth' }
const without = (type: string) => ({
  ...input,
  bundle: { ...input.bundle, entry: (input.bundle.entry ?? []).filter((one) => one.resource?.resourceType !== type) },
})

test('D141: a page that takes too long is refused by that name', async () => {
  await expect(renderOrRefuse(hasty)('pdf', input)).rejects.toMatchObject({ slug: 'render-failed' })
})

test('D140: a document that lacks what its form demands is refused by element', async () => {
  await expect(renderOrRefuse(threads)('pdf', without('Organization'))).rejects.toMatchObject({
    slug: 'document-incomplete',
    errors: expect.arrayContaining([expect.objectContaining({ field: 'Composition.custodian' })]),
  })
})

test('D140: a document that has it comes back', async () => {
  expect(
    Buffer.from(await renderOrRefuse(threads)('pdf', input))
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})
