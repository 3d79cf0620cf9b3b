/** Messages as they are sent in practice: what is tolerated is told, and never a value. docs/inbound.md#quality-report. */
import { expect, test } from '@jest/globals'
import type { Observation, Patient } from '@medplum/fhirtypes'
import { describeNote } from '../../src/inbound/message/quality.ts'
import { header, lines, notesOf, only, pid, readClinical, readText } from './reading-messages.ts'

const simple = lines(header('ADT^A28^ADT_A05'), pid)

const nameIn = async (bytes: string | Uint8Array) =>
  only<Patient>(await readClinical(bytes), 'Patient').name?.[0]?.family

test.each<[string, string | Uint8Array, readonly string[]]>([
  ['CR alone', simple, []],
  ['LF', simple.replaceAll('\r', '\n'), ['segments line-ends']],
  ['CR and LF', simple.replaceAll('\r', '\r\n'), ['segments line-ends']],
  ['no last CR', simple.slice(0, -1), []],
  ['blank lines', simple.replaceAll('\r', '\r\r'), ['lines blank-lines']],
  ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(simple)]), ['MSH byte-order-mark']],
  [
    'a frame of MLLP',
    Buffer.concat([Buffer.from([0x0b]), Buffer.from(simple), Buffer.from([0x1c, 0x0d])]),
    ['MSH frame-bytes'],
  ],
  ['no structure', simple.replace('^ADT_A05', ''), ['MSH-9 no-structure']],
  ['no version', simple.replace('|P|2.4', '|P'), ['MSH-12 no-version']],
  ['a segment of its own', `${simple}ZPI|1||x^y\r`, ['ZPI-1 unmapped', 'ZPI-3 unmapped']],
  ['a segment of a later version', `${simple}PRT|1\r`, ['PRT-1 unmapped']],
  // The line may be a part of a text, and LEE the name of a person.
  ['a line like a segment', `${simple}LEE||""|x\rmore\r`, ['? continued-line', '?-2 null-value', '?-3 unmapped']],
  ['another event', simple.replace('\rPID', '\rEVN|A31\rPID'), ['EVN-1 other-event']],
  [
    'fields that no row maps',
    simple.replace('|F\r', `|F${'|'.repeat(23)}Y|US\r`),
    ['PID-31 unmapped', 'PID-32 unmapped'],
  ],
  ['a component that no row maps', simple.replace('^^^^^L|', '^^^^^L^A|'), ['PID-5.8 unmapped']],
  ['a deletion', simple.replace('|F\r', '|F||""\r'), ['PID-10 null-value']],
  ['a field that is too long', simple.replace('|A1|', '|A12345678901234567890|'), ['MSH-10 too-long']],
])('docs/inbound.md#quality-report: %s is tolerated and told', async (_what, bytes, notes) => {
  const reading = await readClinical(bytes)

  expect(only<Patient>(reading, 'Patient').name?.[0]?.family).toBe('Testpatient')
  expect(notesOf(reading).map((note) => note.replace(/ \d+$/, ''))).toEqual(notes)
})

const zoe = simple.replace('Testpatient', 'Zoë')

test.each<[string, Uint8Array, 'latin1' | 'utf-8' | undefined, readonly string[]]>([
  ['UTF-8 that nobody names', Buffer.from(zoe), undefined, []],
  ['UTF-8 that MSH-18 names', Buffer.from(zoe.replace('|2.4', '|2.4||||||UNICODE UTF-8')), 'latin1', []],
  ['ISO 8859-1 that MSH-18 names', Buffer.from(zoe.replace('|2.4', '|2.4||||||8859/1'), 'latin1'), undefined, []],
  ['ISO 8859-1 of the sender', Buffer.from(zoe, 'latin1'), 'latin1', []],
  ['ISO 8859-1 that nobody names', Buffer.from(zoe, 'latin1'), undefined, ['MSH-18 no-character-set']],
  [
    'ISO 8859-1 under the name of UTF-8',
    Buffer.from(zoe.replace('|2.4', '|2.4||||||UTF-8'), 'latin1'),
    undefined,
    ['MSH-18 wrong-character-set'],
  ],
])('docs/inbound.md#letters: %s', async (_what, bytes, characterSet, notes) => {
  const reading = await readClinical(bytes, characterSet === undefined ? {} : { characterSet })

  expect(only<Patient>(reading, 'Patient').name?.[0]?.family).toBe('Zoë')
  expect(notesOf(reading)).toEqual(notes)
})

test('docs/inbound.md#letters: a character set that nobody knows is refused', async () => {
  await expect(readText(simple.replace('|2.4', '|2.4||||||EBCDIC'))).rejects.toThrow('MSH-18 names a character set')
})

test.each([
  ['\\T\\ \\S\\ \\F\\ \\R\\ \\E\\', '& ^ | ~ \\', []],
  ['\\E\\F\\E\\', '\\F\\', []],
  ['a\\.br\\b', 'a\nb', []],
  ['\\X5A6FC3AB\\', 'Zoë', []],
  ['\\X0D0A\\x', 'x', []],
  ['\\constructor\\', '\\constructor\\', ['PID-5.1 unknown-escape']],
  ['\\Q\\', '\\Q\\', ['PID-5.1 unknown-escape']],
  ['\\C2842\\x', 'x', ['PID-5.1 dropped-escape']],
  ['a\\b', 'a\\b', []],
  ['a\u0000b\u0007c', 'abc', ['PID-5.1 control-character']],
])('HL7 v2.4 2.10: %j is %j', async (sent, read, notes) => {
  const reading = await readClinical(simple.replace('Testpatient', sent))

  expect(only<Patient>(reading, 'Patient').name?.[0]?.family).toBe(read)
  expect(notesOf(reading)).toEqual(notes)
})

test('HL7 v2.4 2.7: a sender has delimiters of its own', async () => {
  const swapped = simple.replace(
    /[|^~\\&]/g,
    (sign) => ({ '|': '!', '^': '+', '~': '#', '\\': '/', '&': '%' })[sign] ?? sign,
  )

  expect(await nameIn(swapped)).toBe('Testpatient')
})

test('docs/inbound.md#quality-report: a text that its sender broke without an escape stays whole', async () => {
  const report = lines(
    header('ORU^R01^ORU_R01'),
    pid,
    'OBR|1||9^L|X^Y^L',
    'OBX|1|TX|A^B^L||first\rsecond & third\r\rfourth||||||F',
  )

  const reading = await readClinical(report)

  expect(only<Observation>(reading, 'Observation')).toMatchObject({
    valueString: 'first\nsecond & third\n\nfourth',
    status: 'final',
  })
  expect(notesOf(reading)).toEqual(expect.arrayContaining(['OBX continued-line 2', 'OBX-5.1 delimiter-in-text']))
})

test('docs/inbound.md#quality-report: what is missing for AU Core says that nobody knows it', async () => {
  const reading = await readClinical(lines(header('ADT^A28^ADT_A05'), 'PID|1'))

  expect(only<Patient>(reading, 'Patient')).toMatchObject({
    gender: 'unknown',
    name: [{ extension: [{ valueCode: 'unknown' }] }],
    identifier: [{ extension: [{ valueCode: 'unknown' }] }],
    _birthDate: { extension: [{ valueCode: 'unknown' }] },
  })
  expect(notesOf(reading)).toEqual(['PID-3 absent', 'PID-5 absent', 'PID-8 absent', 'PID-7 absent'])
})

test('docs/inbound.md#quality-report: no note and no refusal repeats a value', async () => {
  const secret = 'Quillinan'
  const message = lines(
    header('ADT^A01^ADT_A01', { 8: secret }),
    `PID|1|${secret}^^^${secret}^${secret}|${secret}^^^^NI||${secret}^^^^^^${secret}||${secret}|${secret}||${secret}|^^^^^^${secret}||^^${secret}|||${secret}||${secret}|${secret}`,
    `PV1|1|${secret}|${secret}|${'|'.repeat(40)}${secret}|${secret}`,
    `AL1|1|${secret}|${secret}|${secret}|${secret}|${secret}`,
    `ZQQ|${secret}`,
  )

  const reading = await readClinical(message)
  const refusals = await Promise.all(
    [secret, `MSH|^~\\&|${secret}`, message.replace('ADT^A01', secret), lines(header(`ADT^${secret}`), pid)].map(
      (text) =>
        readText(text).then(
          () => 'read',
          (error: Error) => error.message,
        ),
    ),
  )

  expect(reading.report.length).toBeGreaterThan(10)
  expect(reading.report.map(describeNote).join('\n')).not.toContain(secret)
  expect(refusals.join('\n')).not.toMatch(/Quillinan|^read$/m)
})
