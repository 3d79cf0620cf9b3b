/** The commands of docs/inbound.md run as they stand there, and its table of messages is that of the code. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import { type EventRow, eventRows } from '../../src/inbound/events.ts'
import { header, lines, pid } from '../inbound/reading-messages.ts'
import { checkout, endAll, makeFolder, runCommand } from '../system/processes.ts'

const page = readFileSync(join(checkout, 'docs/inbound.md'), 'utf8')

afterAll(endAll)

const convert = (directory: string, ...args: readonly string[]) => runCommand(['convert', ...args], { directory })

function writeMessages(): string {
  const directory = makeFolder()
  const admission = lines(header('ADT^A01^ADT_A01', { 7: '20261118' }), `${pid}${'|'.repeat(23)}Y`, 'PV1|1|I')
  writeFileSync(join(directory, 'admission.hl7'), admission)
  writeFileSync(join(directory, 'letter.hl7'), Buffer.from(admission.replace('Testpatient', 'Zoë'), 'latin1'))
  writeFileSync(join(directory, 'other.hl7'), admission.replace('ADT^A01^ADT_A01', 'SIU^S12'))
  writeFileSync(join(directory, 'ack.hl7'), lines(header('ACK'), 'MSA|AE|Z1'))
  return directory
}

test('docs/inbound.md: its commands convert a message, and tell what they leave', async () => {
  const directory = writeMessages()
  const commands = [...page.matchAll(/^npm run -s banksia -- convert (.*)$/gm)].map(([, words = '']) =>
    words.split(' '),
  )

  const [written, shown] = await Promise.all(commands.map((words) => convert(directory, ...words)))

  expect(commands).toHaveLength(2)
  expect([written?.code, shown?.code]).toEqual([0, 0])
  expect(written?.errors).toContain('banksia: left: PID-31 is not carried')
  expect(JSON.parse(readFileSync(join(directory, 'admission.json'), 'utf8'))).toMatchObject({ type: 'transaction' })
  expect(shown?.output).toContain('"family":"Zoë"')
})

test.each([
  [['other.hl7', '--to', 'fhir'], 1, 'other.hl7 is no message that is read: MSH-9 names a message that is not read'],
  [['ack.hl7', '--to', 'fhir'], 1, 'ack.hl7 is an acknowledgement (AE): it has nothing to convert'],
  [['admission.hl7', '--to', 'pdf'], 2, '--from hl7v2 needs --to fhir'],
  [['admission.hl7', '--to', 'fhir', '--recipient', 'gp.json'], 2, '--recipient says nothing of a message'],
  [['admission.hl7', '--to', 'fhir', '--character-set', 'ebcdic'], 2, '--character-set is one of utf-8, latin1'],
  [['admission.hl7', '--to', 'fhir', '--time-zone', 'Mars'], 2, '--time-zone is an IANA time zone'],
])('docs/inbound.md: %j ends with %i', async (args, code, reason) => {
  const answer = await convert(writeMessages(), ...args, '--from', 'hl7v2', '--out', '-')

  expect([answer.code, answer.output]).toEqual([code, ''])
  expect(answer.errors).toContain(reason)
  expect(answer.errors).not.toContain('Testpatient')
})

test('docs/inbound.md#messages: its table has the messages that are read', () => {
  const [, rows = ''] = page.split('| Message | Becomes |\n')
  const named = (rows.split('\n\n')[0] ?? '')
    .split('\n')
    .slice(1)
    .flatMap((row) =>
      [...(row.split('|')[1] ?? '').matchAll(/\b(?:ADT|ORU|MDM|REF|ACK|RRI|[ATRI]\d\d)\b/g)].map(([word]) => word),
    )

  const words = new Set(
    eventRows.flatMap(({ type, event }: EventRow) => (event === undefined ? [type] : [type, event])),
  )
  expect(new Set(named)).toEqual(words)
})
