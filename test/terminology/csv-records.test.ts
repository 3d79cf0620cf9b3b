/** Tables of publishers, without trust in them. RFC 4180. */
import { expect, test } from '@jest/globals'
import { readRecords } from '../../src/terminology/loading/csv-records.ts'
import { LoadError, type SourceFile } from '../../src/terminology/loading/source-file.ts'

/** Bytes come in pieces of any length. */
function fileOf(text: string, pieceBytes = 1 << 16): SourceFile {
  const bytes = Buffer.from(text)
  const pieces = Array.from({ length: Math.ceil(bytes.length / pieceBytes) }, (_, index) =>
    bytes.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  )
  return {
    name: 'table.csv',
    bytes: bytes.length,
    open: async function* () {
      yield* pieces
    },
  }
}

async function read(text: string, pieceBytes?: number): Promise<(readonly string[])[]> {
  let counted = 0
  const file = fileOf(text, pieceBytes)
  const records: (readonly string[])[] = []
  for await (const record of readRecords(file, (bytes) => (counted += bytes))) records.push(record)
  expect(counted).toBe(file.bytes)
  return records
}

test.each<[string, string, readonly (readonly string[])[]]>([
  [
    'commas',
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'tabs, by the first line',
    'a\tb\n1,5\t2\n',
    [
      ['a', 'b'],
      ['1,5', '2'],
    ],
  ],
  ['both ends of lines, and no last one', 'a\r\nb\nc', [['a'], ['b'], ['c']]],
  [
    'empty lines',
    '\n\na,b\n\n1,2\n\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['a byte order mark', '\uFEFFa,b\n', [['a', 'b']]],
  ['quoted separators, quotes and ends of lines', '"a, ""b""\nc",d\n', [['a, "b"\nc', 'd']]],
  ['a quote within a field', 'a,5" tube,c\n', [['a', '5" tube', 'c']]],
  ['fewer or more fields', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
  ['letters of several bytes', 'ä€𝄞,b\n', [['ä€𝄞', 'b']]],
])('docs/terminology.md: a table with %s, in one piece or byte by byte', async (_what, text, expected) => {
  expect(await read(text)).toEqual(expected)
  expect(await read(text, 1)).toEqual(expected)
})

test.each([
  ['a lone quote', 'a,b\n"1,2\n3,4\n'],
  ['a lone quote before more than a record may have', `a,b\n"1,2\n${'3,4\n'.repeat(300_000)}`],
  ['a record without end', `a,b\n${'1'.repeat(1 << 21)}`],
  ['fields without end', `a,b\n${'1,'.repeat(2 << 20)}`],
  ['empty fields without end', `a,b\n${','.repeat(20 << 20)}`],
])('docs/terminology.md: a table with %s is refused, and its message has nothing of it', async (_what, text) => {
  const reading = read(text)

  await expect(reading).rejects.toThrow(LoadError)
  await expect(reading).rejects.toThrow(/^table\.csv has [a-z ,]+$/)
})

test('docs/terminology.md: a file that cannot be read to its end is refused by its own error', async () => {
  const file: SourceFile = {
    ...fileOf('a,b\n'),
    open: async function* () {
      yield Buffer.from('a,b\n1,2')
      throw new TypeError('gone')
    },
  }

  const reading = (async () => {
    for await (const _ of readRecords(file, () => undefined));
  })()

  await expect(reading).rejects.toThrow('gone')
})
