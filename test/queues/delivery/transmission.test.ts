import { expect, test } from '@jest/globals'
import { buildTransmission, headerOf } from '../../../queues/delivery/transmission.ts'
import type { JsonObject } from '../../../src/core/json.ts'
import type { ExportFormat } from '../../../src/exports/formats.ts'
import type { Delivery } from '../../../src/store/operations/deliveries.ts'

const message = Buffer.from('MSH|^~\\&|A|B|C|D|20260314112000+0800||ORU^R01|old|P\rPID|1\r')

const deliveryOf = (format: ExportFormat) =>
  ({
    ...{ id: 'd', seq: '1', artifactId: 'a', channelId: 'c', documentId: 'doc', kind: 'original', format, lane: 0 },
    ...{ preset: 'default', state: 'sending', attempts: 1, tries: 1, requestId: 'r' },
    ...{ dueAt: '', createdAt: '2026-03-15T00:00:00.000Z', updatedAt: '' },
  }) as const satisfies Delivery

type Sent = {
  readonly format: ExportFormat
  readonly transport: 'mllp' | 'file'
  readonly timeZone?: string
  readonly destination?: JsonObject
}

const send = ({ format, transport, timeZone = 'Australia/Perth', destination = {} }: Sent) => {
  const delivery = deliveryOf(format)
  const channel = { transport, destination }
  const header = headerOf({ delivery, channel, controlId: 'new', timeZone })
  return buildTransmission(message, { delivery, channel, controlId: 'new', header })
}
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString()

test('D4: over MLLP a message has the id and the time of its transmission', () => {
  const secondsNow = (): string => `${new Date().toISOString().slice(0, 19).replace(/\D/g, '')}+0000`
  const before = secondsNow()

  const fields = textOf(send({ format: 'hl7v2', transport: 'mllp', timeZone: 'UTC' }).bytes).split('|')

  expect(fields[9]).toBe('new')
  expect((fields[6] ?? '') >= before && (fields[6] ?? '') <= secondsNow()).toBe(true)
})

test('D4: in a folder a retry writes the same bytes, with the time when the delivery was queued', () => {
  const { bytes } = send({ format: 'hl7v2', transport: 'file' })

  expect(textOf(bytes)).toBe('MSH|^~\\&|A|B|C|D|20260315080000+0800||ORU^R01|new|P\rPID|1\r')
})

test('D236: where an answer comes as a file, an attempt is a message of its own, and its name says which', () => {
  const destination = { acknowledgements: { form: 'renamed' } }
  const message = send({ format: 'hl7v2', transport: 'file', timeZone: 'UTC', destination })
  const document = send({ format: 'pdf', transport: 'file', destination })

  expect(message.fileName).toBe('doc.new.hl7')
  expect(textOf(message.bytes).split('|')[6]).not.toBe('20260315000000+0000')
  expect(document.fileName).toBe('doc.new.pdf')
  expect(send({ format: 'pdf', transport: 'file' }).fileName).toBe('doc.pdf')
})

test('D4: nothing is stamped into another form', () => {
  const { bytes } = send({ format: 'cda', transport: 'file' })

  expect(bytes).toBe(message)
})
