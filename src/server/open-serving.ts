/** The ports for clients: PORT, in the clear or by TLS, and the one of mutual TLS. D158, D159. */
import { once } from 'node:events'
import type { RequestListener, Server } from 'node:http'
import { type Config, ConfigError } from '../core/config.ts'
import { answerStopping } from '../http/reply/answer-stopping.ts'
import { type Draining, openDraining } from '../http/reply/drain.ts'
import { buildServer } from '../http/server.ts'
import { type CertificateState, type TlsFiles, watchTlsFiles } from '../http/tls/tls-files.ts'
import { renewTls, tlsOptions } from '../http/tls/tls-server.ts'
import type { Opening } from './opening.ts'
import { toListenError } from './start-errors.ts'

type Listener = {
  readonly server: Server
  readonly port: number
  readonly isMutual: boolean
  readonly draining: Draining
}

export type Serving = {
  readonly isDraining: () => boolean
  /** Undefined without TLS. */
  readonly readCertificate: (() => CertificateState) | undefined
  /** Attaches the application, and listens at every port. */
  readonly listen: (handle: RequestListener) => Promise<void>
}

/** The servers, before they listen; each is watched from its first connection. */
export function openServing({ config, log, closings }: Opening, files: TlsFiles | undefined): Serving {
  const listeners = [false, ...(config.tlsClientPort === undefined ? [] : [true])].map((isMutual) =>
    openListener(config, isMutual, files),
  )
  const onChange = (next: TlsFiles): void => {
    for (const { server, isMutual, draining } of listeners) {
      renewTls(server, next, isMutual)
      // A certificate may just have been revoked.
      if (isMutual) draining.endConnections()
    }
  }
  const watch = files === undefined ? undefined : watchTlsFiles({ config, log, files, onChange })
  closings.push(async () => watch?.close())
  return {
    isDraining: () => listeners.some(({ draining }) => draining.isDraining()),
    readCertificate: watch?.readState,
    async listen(handle) {
      for (const listener of listeners) await listenAt(listener, config.host, handle)
      closings.push(async () => {
        await Promise.all(listeners.map(({ draining }) => draining.drain()))
      })
    },
  }
}

function openListener(config: Config, isMutual: boolean, files: TlsFiles | undefined): Listener {
  const { port, tlsClientPort = port, problemBase } = config
  const server = buildServer(problemBase, files === undefined ? undefined : tlsOptions(files, isMutual))
  return {
    ...{ server, isMutual },
    port: isMutual ? tlsClientPort : port,
    draining: openDraining(server, answerStopping(problemBase)),
  }
}

async function listenAt({ server, port, isMutual }: Listener, host: string, handle: RequestListener): Promise<void> {
  server.on('request', handle)
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw isMutual && Object(error).code === 'EADDRINUSE'
      ? new ConfigError('BANKSIA_TLS_CLIENT_PORT', 'is taken: set it to a free port', { cause: error })
      : toListenError(error)
  })
}
