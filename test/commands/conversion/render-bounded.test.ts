/** D141: a conversion that goes on and on, or breaks within, ends with a reason. */
import { expect, test } from '@jest/globals'
import type { Bundle, BundleEntry } from '@medplum/fhirtypes'
import { renderBounded } from '../../../src/commands/conversion/render-bounded.ts'
import { parseJson } from '../../../src/core/json.ts'
import { renderFormat } from '../../../src/exports/formats.ts'
import { exampleExport } from '../../builders.ts'

test('D141: a document that takes longer than the limit is refused with the reason', async () => {
  await expect(renderBounded('pdf', exampleExport(), 1)).rejects.toThrow(
    'the document cannot be rendered: it takes longer than ten seconds',
  )
})

test('a document within the limit is the same as without one', async () => {
  const rendering = await renderBounded('cda', { ...exampleExport(), preset: 'general-1A' })

  expect(rendering).toEqual({
    ...(await renderFormat('cda', { ...exampleExport(), preset: 'general-1A' })),
    bytes: Uint8Array.from(rendering.bytes),
  })
  expect(rendering.fileExtension).toBe('.zip')
})

test('a document that no form admits is refused by element', async () => {
  const { bundle, ...input } = exampleExport()
  const [first, ...others] = bundle.entry ?? []
  const resource = { ...first?.resource, section: [] } as never

  await expect(
    renderBounded('text', { ...input, bundle: { ...bundle, entry: [{ ...first, resource }, ...others] } }),
  ).rejects.toMatchObject({ refusals: [{ element: 'Composition.section', message: 'is missing' }] })
})

test('R4 json.html: a number keeps the text that it was written with', async () => {
  const input = exampleExport()
  const last = parseJson('{"search":{"score":0.50}}') as BundleEntry
  const bundle: Bundle = { ...input.bundle, entry: [...(input.bundle.entry ?? []), last] }

  const { bytes } = await renderBounded('bundle', { ...input, bundle })

  expect(Buffer.from(bytes).toString()).toContain('{"score":0.50}')
})
