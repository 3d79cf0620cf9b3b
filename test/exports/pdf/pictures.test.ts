import { deflateSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { checkDocument } from '../../../src/exports/check-document.ts'
import { renderFormat } from '../../../src/exports/formats.ts'
import { flattenPng, readPngHead } from '../../../src/exports/pdf/png.ts'
import { exampleExport } from '../../builders.ts'
import { runJudge, testWithPrograms } from '../../judges.ts'
import { readObjects, writePdf } from './rendered.ts'

type Made = { readonly width: number; readonly height: number; readonly colour: number; readonly lines: Buffer }

function chunk(name: string, content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  // No reader of ours looks at the sum.
  return Buffer.concat([length, Buffer.from(name, 'latin1'), content, Buffer.alloc(4)])
}

function makePng({ width, height, colour, lines }: Made, more: readonly Buffer[] = [], interlaced = 0): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, colour, 0, 0, interlaced], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...more,
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Red, half of it transparent: filters Sub and Up. */
const halfRed = makePng({
  width: 2,
  height: 2,
  colour: 6,
  lines: Buffer.from([1, 255, 0, 0, 128, 0, 0, 0, 127, 2, 0, 0, 0, 0, 0, 0, 0, 0]),
})

const jpeg = (components: number): Buffer =>
  Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 4, 0, 4, components, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])

testWithPrograms('qpdf', 'pdfimages')('ISO 19005-1 6.4: a transparent logo is flattened on white', async () => {
  const input = { ...exampleExport(), appearance: { logo: halfRed, signature: halfRed } }

  expect(await readObjects(input)).not.toMatch(/SMask/)
  expect(runJudge('pdfimages', ['-list', await writePdf(input)]).said.match(/\bimage\b.*\brgb\b/g)).toHaveLength(2)
})

test('ISO/IEC 15948 9.2: filters are undone, and what is half transparent becomes lighter', () => {
  const flat = flattenPng(halfRed)

  expect(readPngHead(flat)).toMatchObject({ width: 2, height: 2, colour: 2, depth: 8 })
  // Opaque again: flattened once more it stays.
  expect(flattenPng(flat)).toEqual(flat)
})

test('PDF: an image that ends too early is refused', async () => {
  const broken = makePng({ width: 9, height: 9, colour: 6, lines: Buffer.alloc(4) })
  const input = { ...exampleExport(), appearance: { logo: broken } }

  await expect(renderFormat('pdf', input)).rejects.toMatchObject({
    refusals: [{ element: 'appearance', message: 'has a broken image' }],
  })
})

test.each([
  ['is larger than 2 MB', Buffer.concat([halfRed, Buffer.alloc(20 * 2 ** 20)])],
  ['is no PNG or JPEG', Buffer.from('<svg/>')],
  ['is no PNG or JPEG', Buffer.alloc(0)],
  ['is interlaced', makePng({ width: 1, height: 1, colour: 2, lines: Buffer.alloc(4) }, [], 1)],
  ['has more than a million pixels', makePng({ width: 60_000, height: 60_000, colour: 2, lines: Buffer.alloc(4) })],
  ['has the colours of print (CMYK)', jpeg(4)],
  ['is empty', makePng({ width: 0, height: 1, colour: 2, lines: Buffer.alloc(4) })],
])('PDF: an image that %s is refused by its name', (message, bytes) => {
  expect(checkDocument('pdf', { ...exampleExport(), appearance: { signature: bytes } })).toEqual([
    { element: 'appearance.signature', message },
  ])
})
