/** A raw sender over MLLP, for tests of the reception: it writes bytes and collects frames. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { encodeFrame, MllpDecoder } from '../../../src/channels/mllp-codec.ts'
import { waitUntil } from '../../patience.ts'

export type RawSender = {
  readonly socket: Socket
  readonly answers: readonly string[]
  /** Sends one message and waits until there are so many more answers. */
  readonly send: (message: Uint8Array | string, answers?: number) => Promise<readonly string[]>
}

export function openRawSender(socket: Socket): RawSender {
  const answers: string[] = []
  const decoder = new MllpDecoder()
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    for (const message of decoder.push(chunk)) answers.push(Buffer.from(message).toString('latin1'))
  })
  return {
    socket,
    answers,
    async send(message, count = 1) {
      const before = answers.length
      socket.write(encodeFrame(Buffer.from(message)))
      await waitUntil(() => answers.length >= before + count || socket.closed)
      return answers.slice(before)
    },
  }
}

export async function connectSender(port: number, host = '127.0.0.1'): Promise<RawSender> {
  const socket = connect(port, host)
  await once(socket, 'connect')
  return openRawSender(socket)
}

export const msaOf = (answer: string | undefined): readonly string[] =>
  (answer ?? '')
    .split('\r')
    .find((line) => line.startsWith('MSA'))
    ?.split('|')
    .slice(1) ?? []

export const errorsOf = (answer: string | undefined): readonly string[] =>
  (answer ?? '').split('\r').filter((line) => line.startsWith('ERR'))

export type Admission = {
  readonly controlId: string
  readonly number: string
  readonly family?: string
  readonly type?: string
  readonly application?: string
  readonly processing?: string
  /** MSH-15, MSH-16. */
  readonly asked?: readonly [string, string]
  readonly version?: string
}

/** A person, with a record number of the sender's own. */
export function admissionOf(given: Admission): string {
  const { controlId, number, family = 'Testpatient', type = 'ADT^A28^ADT_A05', application = 'PAS' } = given
  const { processing = 'P', asked = ['', ''], version = '2.4' } = given
  return [
    `MSH|^~\\&|${application}|WARD|BANKSIA|Clinic|20261118101500+1100||${type}|${controlId}|${processing}|${version}|||${asked[0]}|${asked[1]}`,
    'EVN||20261118101500+1100',
    `PID|1||${number}^^^WARD^MR||${family}^Wilma||19700203|F|||1 Some St^^Perth^WA^6000`,
    'PV1|1|N',
    '',
  ].join('\r')
}
