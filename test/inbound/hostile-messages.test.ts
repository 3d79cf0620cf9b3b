/** Messages that are made to do harm: they end, in bounded time and memory, with a result or a reason. docs/inbound.md#refused-messages. */
import { expect, test } from '@jest/globals'
import type { Observation, Patient } from '@medplum/fhirtypes'
import { escapeText } from '../../src/exports/hl7v2/encoding.ts'
import { header, lines, notesOf, only, pid, readClinical, readText } from './reading-messages.ts'

test.each<[string, string | Uint8Array, string]>([
  ['nothing', '', 'MSH is missing: the bytes begin with another thing'],
  ['NULs', Buffer.alloc(1000), 'MSH is missing: the bytes begin with another thing'],
  ['no separator', 'MSH', 'MSH-1 is no sign that separates fields'],
  ['a letter as separator', 'MSHA^~\\&A', 'MSH-1 is no sign that separates fields'],
  ['a separator twice', 'MSH|||||', 'MSH-9 is missing'],
  ['delimiters that are one', 'MSH|^^^^|', 'MSH-2 has no four signs that differ'],
  ['the separator as a delimiter', 'MSH^~\\&^', 'MSH-2 has no four signs that differ'],
  ['letters as delimiters', 'MSH|abcd|', 'MSH-2 has no four signs that differ'],
  ['a batch', 'BHS|^~\\&|A\rMSH|^~\\&|', 'BHS begins a batch: one message is read at a time'],
  [
    'two messages',
    lines(header('ADT^A28'), pid, header('ADT^A28'), pid),
    'MSH[2] begins another message: a batch is not read',
  ],
  ['JSON', '{"resourceType":"Bundle"}', 'MSH is missing: the bytes begin with another thing'],
])('docs/inbound.md#refused-messages: %s', async (_what, bytes, reason) => {
  await expect(readText(bytes)).rejects.toMatchObject({ name: 'InboundRefused', message: reason })
})

test('docs/inbound.md#refused-messages: more lines than a message has are refused before they take memory', async () => {
  await expect(readText(`${lines(header('ADT^A28'), pid)}${'\r'.repeat(600_000)}x`)).rejects.toThrow(
    'more than 500000 lines',
  )
})

test('docs/inbound.md#refused-messages: a number of a million digits is a text', async () => {
  const digits = `${'0'.repeat(1_000_000)}x`

  const reading = await readClinical(
    lines(header('ORU^R01^ORU_R01'), pid, 'OBR|1||9^L|X^Y^L', `OBX|1|NM|A^B^L||${digits}||${digits}|||||F`),
  )

  expect(only<Observation>(reading, 'Observation').valueString === digits).toBe(true)
})

/** Numbers that only look random: the same in each run. */
function* numbers(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

const signs = [
  ...'|^~\\&',
  ...'aZ09 .-/\'"<>{}[]%$#@!',
  'é',
  'ß',
  'Ω',
  '中',
  '🌿',
  'F',
  'S',
  'T',
  'R',
  'E',
  'X0D',
  '.br',
]

test('HL7 v2.4 2.10: any text in a leaf comes through as it is', async () => {
  const random = numbers(7)
  const next = (most: number): number => Math.floor((random.next().value ?? 0) * most)
  const text = (): string => `x${Array.from({ length: next(40) }, () => signs[next(signs.length)]).join('')}y`

  for (let round = 0; round < 300; round += 1) {
    const [family, given, street, value] = [text(), text(), text(), text()] as [string, string, string, string]
    const reading = await readClinical(
      lines(
        header('ORU^R01^ORU_R01'),
        `PID|1||7^^^L^MR||${escapeText(family)}^${escapeText(given)}||19640229|F|||${escapeText(street)}`,
        'OBR|1||9^L|X^Y^L',
        `OBX|1|ST|A^B^L||${escapeText(value)}||||||F`,
      ),
    )

    expect(only<Patient>(reading, 'Patient')).toMatchObject({
      name: [{ family, given: [given] }],
      address: [{ line: [street] }],
    })
    expect(only<Observation>(reading, 'Observation').valueString).toBe(value)
    expect(notesOf(reading)).toEqual([])
  }
})
