/** Rendering threads. DESIGN.md "The ground it stands on". */
import { expect, test } from '@jest/globals'
import { openRenderPool, RenderError } from '../../queues/render-pool.ts'
import { renderFormat } from '../../src/exports/formats.ts'
import { exampleExport } from '../builders.ts'

test('DESIGN "The ground": more tasks than threads all come back, with the bytes that the main thread would make', async () => {
  const pool = openRenderPool(2)
  const formats = ['cda', 'rtf', 'pdf', 'hl7v2', 'rtf', 'cda', 'rtf'] as const

  const rendered = await Promise.all(formats.map((format) => pool.render(format, exampleExport())))

  const expected = await Promise.all(formats.map((format) => renderFormat(format, exampleExport())))
  expect(rendered.map((bytes) => Buffer.from(bytes).equals(Buffer.from(expected.shift()?.bytes ?? [])))).toEqual(
    formats.map(() => true),
  )
  await pool.close()
})

test('DESIGN "The ground": what cannot be rendered fails its own task, and the thread goes on', async () => {
  const pool = openRenderPool(1)
  const broken = { ...exampleExport(), bundle: { resourceType: 'Bundle', type: 'document' } as const }

  const failed = pool.render('cda', broken)
  const next = pool.render('cda', exampleExport())

  await expect(failed).rejects.toThrow(RenderError)
  expect((await next).length).toBeGreaterThan(1000)
  await pool.close()
})

test('DESIGN "The ground": a pool that closes fails what is still being rendered', async () => {
  const pool = openRenderPool(1)

  const cut = pool.render('pdf', exampleExport())
  await pool.close()

  await expect(cut).rejects.toThrow(RenderError)
})
