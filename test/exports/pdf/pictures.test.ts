import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { checkDocument } from '../../../src/exports/check-document.ts'
import type { ExportInput } from '../../../src/exports/export-input.ts'
import { renderFormat } from '../../../src/exports/formats.ts'
import { findImageFault } from '../../../src/exports/pdf/check-image.ts'
import { flattenPng, readPngHead } from '../../../src/exports/pdf/png.ts'
import { exampleExport } from '../../builders.ts'
import { exifSegment, halfRed, jpegSegment, makeJpeg, makePng, pngChunk, whitePng } from '../../images.ts'
import { runJudge, testWithPrograms } from '../../judges.ts'
import { changedExport, readObjects, writePdf } from './rendered.ts'

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
  ['has the colours of print (CMYK)', makeJpeg({ components: 4 })],
  ['is of a kind of JPEG that few programs show', makeJpeg({ frame: 0xc9 })],
  ['is of a kind of JPEG that few programs show', makeJpeg({ depth: 12 })],
  ['stands upright only by its EXIF orientation', makeJpeg({ more: [exifSegment(6)] })],
  ['is no PNG or JPEG', makeJpeg().subarray(0, 30)],
  ['is no PNG or JPEG', makePng({ width: 1, height: 1, colour: 6, depth: 4, lines: Buffer.alloc(5) })],
  ['is empty', makePng({ width: 0, height: 1, colour: 2, lines: Buffer.alloc(4) })],
])('PDF: an image that %s is refused by its name', (message, bytes) => {
  expect(checkDocument('pdf', { ...exampleExport(), appearance: { signature: bytes } })).toEqual([
    { element: 'appearance.signature', message },
  ])
})

const cut = (bytes: Buffer, from: number): Buffer => bytes.subarray(0, bytes.length - from)
const broken = 'is broken, or ends too early'

test.each<[string, Buffer, string | undefined]>([
  ['a whole PNG', whitePng(3, 2), undefined],
  ['a transparent PNG', halfRed, undefined],
  ['a whole JPEG', makeJpeg(), undefined],
  ['a JPEG with EXIF that is upright', makeJpeg({ more: [exifSegment(1)] }), undefined],
  ['a PNG without its end', cut(whitePng(3, 2), 12), broken],
  ['a PNG whose data stop', makePng({ width: 9, height: 9, colour: 2, lines: Buffer.alloc(4) }), broken],
  ['a PNG with more data than its head says', bomb(), broken],
  ['a PNG without its palette', makePng({ width: 1, height: 1, colour: 3, lines: Buffer.alloc(2) }), broken],
  ['a PNG with an unknown filter', makePng({ width: 1, height: 1, colour: 0, lines: Buffer.from([9, 0]) }), broken],
  [
    'a PNG with a chunk beyond its end',
    whitePng(3, 2, [Buffer.from([0x7f, 0xff, 0xff, 0xff, 0x74, 0x45, 0x58, 0x74])]),
    broken,
  ],
  ['a JPEG without its end', cut(makeJpeg(), 2), broken],
  ['a JPEG that stops in its scan', cut(makeJpeg(), 3), broken],
])('D144: %s is read to its end before it is kept', (_, bytes, fault) => {
  expect(findImageFault(bytes)).toBe(fault)
})

/** 20 MB of zeros behind the head of nine by nine pixels. */
function bomb(): Buffer {
  return makePng({ width: 9, height: 9, colour: 0, lines: Buffer.alloc(20 * 2 ** 20) })
}

/** Each line has the number of its page, its own, and its type. */
const countImages = (path: string): number =>
  runJudge('pdfimages', ['-list', path]).said.match(/^ +\d+ +\d+ image /gm)?.length ?? 0

testWithPrograms('pdfimages')('D144: what an image says besides its pixels is on no page', async () => {
  const place = 'Seaton Delaval'
  const logo = Buffer.concat([
    makeJpeg({ more: [exifSegment(1, place), jpegSegment(0xfe, Buffer.from(place))] }),
    Buffer.from(place),
  ])
  const signature = whitePng(3, 2, [pngChunk('tEXt', Buffer.from(`Author\0${place}`))])
  const input = { ...exampleExport(), appearance: { logo, signature } }
  const path = await writePdf(input)

  expect(readFileSync(path).includes(place)).toBe(false)
  expect(countImages(path)).toBe(2)
})

testWithPrograms('pdfimages')(
  'ISO 19005-1 6.1.2: samples of 16 bits, which PDF 1.4 lacks, become samples of 8',
  async () => {
    const lines = Buffer.from([0, 0xff, 0xff, 0x80, 0x00])
    const logo = makePng({ width: 2, height: 1, colour: 0, depth: 16, lines })
    const path = await writePdf({ ...exampleExport(), preset: 'archive-1b', appearance: { logo } })

    expect(runJudge('pdfimages', ['-list', path]).said).toMatch(/\brgb +3 +8\b/)
  },
)

testWithPrograms('pdfimages')(
  'D144: a signature is on no draft, no recalled document and none that nobody approved',
  async () => {
    const appearance = { signature: whitePng(3, 2) }
    const count = async (input: ExportInput) => countImages(await writePdf({ ...input, appearance }))
    const draft = changedExport((composition) => {
      composition.status = 'preliminary'
    })
    const unnamed = changedExport((composition) => {
      delete composition.attester
    })

    expect(await count(exampleExport())).toBe(1)
    expect(await Promise.all([draft, unnamed, { ...exampleExport(), status: 'recalled' as const }].map(count))).toEqual(
      [0, 0, 0],
    )
  },
)

testWithPrograms('pdfdetach')('D144: the FHIR document is attached by no preset but the default', async () => {
  const appearance = { attachBundle: true }
  const said = async (preset: string) =>
    runJudge('pdfdetach', ['-list', await writePdf({ ...exampleExport(), preset, appearance })]).said

  expect(await said('default')).toMatch(/^1 embedded/)
  for (const preset of ['plain', 'archive-1b']) expect(await said(preset)).toMatch(/^0 embedded/)
})
