import { expect, test } from '@jest/globals'
import { parseJsonBytes } from '../../src/core/json.ts'
import { defaultArtifactSchema } from '../../src/domain/template/template-rules.ts'
import { exportFormats, renderFormat } from '../../src/exports/formats.ts'
import { exampleDocument, exampleExport, hostileNote } from '../builders.ts'

test.each(exportFormats.map((row) => [row.format, row] as const))(
  'docs/design/exports-and-delivery.md#formats: %s is a pure function of its input',
  async (format, { mediaType, fileExtension }) => {
    const input = exampleExport(hostileNote)
    const before = JSON.stringify(input)

    const [once, again] = await Promise.all([
      renderFormat(format, input),
      renderFormat(format, exampleExport(hostileNote)),
    ])

    expect(once).toMatchObject({ mediaType, fileExtension })
    expect(once.bytes.length).toBeGreaterThan(1000)
    expect(Buffer.compare(once.bytes, again.bytes)).toBe(0)
    expect(JSON.stringify(input)).toBe(before)
  },
)

test('docs/design/exports-and-delivery.md#formats: the Bundle goes out as it is', async () => {
  const { bytes } = await renderFormat('bundle', exampleExport())

  expect(parseJsonBytes(bytes)).toEqual(exampleDocument())
})

test('D138: a new template allows every form', () => {
  expect(defaultArtifactSchema('note').formats).toEqual(exportFormats.map(({ format }) => format))
})
