/** The port of MLLP: receivers send the answers of their applications there, and senders their messages. D199, D211. */
import { Server as TlsServer } from 'node:tls'
import type { Answers } from '../../queues/delivery/settle-answer.ts'
import { listenForAnswers } from '../channels/answer-listener.ts'
import { ConfigError } from '../core/config.ts'
import { type TlsFiles, watchTlsFiles } from '../http/tls/tls-files.ts'
import { tlsOptions } from '../http/tls/tls-server.ts'
import { type Intake, openMllpIntake } from '../intake/receive/take-message.ts'
import type { Opening } from './opening.ts'

type Parts = { readonly intake: Intake; readonly tlsFiles: TlsFiles | undefined; readonly answers: Answers }

export async function openAnswerPort(opening: Opening, { intake, tlsFiles: files, answers }: Parts): Promise<void> {
  const { config, policy, closings, log } = opening
  if (config.mllpPort === undefined) return
  const optionsOf = (from: TlsFiles) => tlsOptions(from, from.trust !== undefined)
  const listener = await listenForAnswers({
    ...{ port: config.mllpPort, host: config.host, policy },
    tls: files && optionsOf(files),
    intake: openMllpIntake(intake),
    hear: async (answer) => (await answers.hear(answer)) !== 'unknown',
  }).catch((error: unknown) => {
    if (Object(error).code !== 'EADDRINUSE') throw error
    throw new ConfigError('BANKSIA_MLLP_PORT', 'is taken: set it to a free port', { cause: error })
  })
  closings.push(listener.close)
  if (files === undefined) return
  const onChange = (next: TlsFiles): void => {
    if (listener.server instanceof TlsServer) listener.server.setSecureContext(optionsOf(next))
  }
  const watch = watchTlsFiles({ config, log, files, onChange })
  closings.push(async () => watch.close())
}
