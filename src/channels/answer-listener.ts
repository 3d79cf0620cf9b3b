/** Receives the answers of applications that come as messages of their own: ACK and RRI. HL7 v2.4 2.9.3; D198, D199. */
import type { TlsOptions } from 'node:tls'
import { openNetworks } from '../core/network/networks.ts'
import { OutboundError } from '../outbound/outbound-error.ts'
import { checkTarget, type OutboundPolicy } from '../outbound/policy.ts'
import { type CommitCode, parseAcknowledgement } from './hl7-acknowledgement.ts'
import { type Hl7Message, parseHeader } from './hl7-message.ts'
import { type LateAnswer, mllpDestination, type SentTo } from './mllp.ts'
import { listenMllp, type MessageIntake, type MllpListener } from './mllp-listener.ts'

export type AnswerListenerOptions = {
  /** 0 for any free port. */
  readonly port: number
  readonly host: string
  /** In the clear without. */
  readonly tls: TlsOptions | undefined
  /** For the addresses of a receiver's host. */
  readonly policy: OutboundPolicy
  /** Resolves when the answer is stored; false if it belongs to no message that went to its sender. */
  readonly hear: (answer: LateAnswer) => Promise<boolean>
  /** For other messages, which are refused without. */
  readonly intake?: MessageIntake | undefined
}

/** An acknowledgement is a small message. */
const maxBytes = 256 * 1024
/** Each may hold the beginning of a message. */
const maxConnections = 500
const maxOfAddress = 50

export const listenForAnswers = ({ hear, policy, ...options }: AnswerListenerOptions): Promise<MllpListener> =>
  listenMllp({
    ...options,
    ...{ maxBytes, maxConnections, maxOfAddress },
    async onMessage(message, address) {
      const answer = parseAcknowledgement(message)
      const header = parseHeader(message)
      if (answer === undefined || header === undefined) return 'AR'
      if (answer.by === 'receiver') return undefined
      // Not stored: the log has the error, and the sender keeps its answer.
      const isKnown = await hear({ ...answer, isFrom: isAt(address, policy) }).catch(() => undefined)
      return commitFor(header, isKnown === undefined ? 'CE' : isKnown ? 'CA' : 'CR')
    },
  })

/** Table 0155: an answer gets a commit if its MSH-15 asks for it, and never an answer of an application. */
function commitFor({ raw }: Hl7Message, code: CommitCode): CommitCode | undefined {
  const asked = raw('MSH.15')
  return asked === 'AL' || asked === (code === 'CA' ? 'SU' : 'ER') ? code : undefined
}

/** The receiver answers from an address that the destination names, or else from one of its host. Throws OutboundError while nobody knows these. */
const isAt =
  (address: string, policy: OutboundPolicy) =>
  async ({ destination }: SentTo): Promise<boolean> => {
    const { success, data } = mllpDestination.safeParse(destination)
    if (!success) return false
    if (data.answersFrom !== undefined) return openNetworks(data.answersFrom)(address)
    const { host, port, tls } = data
    const own = await checkTarget(policy, { host, port, clear: tls === undefined }).catch((error: unknown) => {
      if (error instanceof OutboundError && error.reason === 'dns') throw error
      return []
    })
    return openNetworks(own.map((one) => one.address))(address)
  }
