/** HL7 v2 acknowledgements, both ways. HL7 v2.4 2.9, 2.16.8 (MSA); ADRM 00045, 00047. */
import type { Message } from 'node-hl7-client'
import { failedReceipt, type Receipt } from './transport.ts'

export type AcknowledgementCode = 'AA' | 'AE' | 'AR'

/** Table 0008: what each code means for a delivery. A commit (C.) is not yet an acceptance; every refusal may pass (D14). */
const codes: Readonly<Record<string, Receipt>> = {
  AA: { state: 'accepted', retry: false, unknown: false },
  CA: { state: 'committed', retry: false, unknown: false },
  AE: failedReceipt('error-at-receiver', false),
  CE: failedReceipt('error-at-receiver', false),
  AR: failedReceipt('refused-by-receiver', false),
  CR: failedReceipt('refused-by-receiver', false),
}

export type Acknowledgement = { readonly controlId: string; readonly receipt: Receipt }

/** Answers `undefined` for what is no acknowledgement. Only MSA-1 and MSA-2 are taken: MSA-3 and ERR may quote the patient. */
export async function parseAcknowledgement(bytes: Uint8Array): Promise<Acknowledgement | undefined> {
  const message = await parseMessage(Buffer.from(bytes).toString('latin1'))
  const code = message?.get('MSA.1').toString() ?? ''
  const receipt = Object.hasOwn(codes, code) ? codes[code] : undefined
  if (message === undefined || receipt === undefined) return undefined
  return { controlId: message.get('MSA.2').toString(), receipt: { ...receipt, acknowledgement: code } }
}

/** The parser throws on what does not start with MSH. It comes with tables of 100 MB, for which a process that sends nothing has no use. */
async function parseMessage(text: string): Promise<Message | undefined> {
  const { Message } = await import('node-hl7-client')
  try {
    return new Message({ text })
  } catch {
    return undefined
  }
}

/** `field(10)` is MSH-10, as it was sent: escapes untouched, each byte one character (Latin-1), so that it can go back the same. */
export type MessageHeader = { readonly separator: string; readonly field: (number: number) => string }

/** Reads the first segment alone; a body of megabytes is not looked at. */
export function readHeader(bytes: Uint8Array): MessageHeader | undefined {
  const ends = [bytes.indexOf(0x0d), bytes.indexOf(0x0a)].filter((end) => end !== -1)
  const text = Buffer.from(bytes.subarray(0, Math.min(...ends, bytes.length))).toString('latin1')
  const separator = text[3]
  if (!text.startsWith('MSH') || separator === undefined) return undefined
  const fields = text.split(separator)
  const header: MessageHeader = { separator, field: (number) => fields[number - 1] ?? '' }
  return header.field(10) === '' ? undefined : header
}

export type AcknowledgementInput = {
  readonly header: MessageHeader
  readonly code: AcknowledgementCode
  /** HL7 time stamp with zone. */
  readonly at: string
  /** MSH-10 of the acknowledgement, 20 characters at most. */
  readonly controlId: string
}

/** ADRM 00045.8, .9: the sender's application and facility come back whole; version, country and language are the sender's own. */
export function buildAcknowledgement({ header, code, at, controlId }: AcknowledgementInput): Uint8Array {
  const { separator, field } = header
  const delimiters = field(2)
  const component = delimiters[0] ?? '^'
  const event = field(9).split(component)[1] ?? ''
  const msh = [
    'MSH',
    delimiters,
    ...[field(5), field(6), field(3), field(4)],
    at,
    '',
    ['ACK', event, 'ACK'].join(component),
    controlId,
    field(11),
    field(12),
    ...['', '', 'NE', 'NE'],
    ...[field(17), field(18), field(19)],
  ]
  const msa = ['MSA', code, field(10)]
  const text = [msh, msa].map((segment) => `${segment.join(separator)}\r`).join('')
  return Buffer.from(text, 'latin1')
}
