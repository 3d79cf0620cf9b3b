/** Python: a site that speaks HTTPS by PyPI's uvicorn, starlette and httpx, and checks and makes signatures by Python's hmac. docs/channels.md#signed-requests */
import { join } from 'node:path'
import type { Alert, Artifact, Delivery } from '../../client/hub-types.ts'
import { type DeadLetter, makeDeadLetter, openDeadLetterAlert } from './alerting.ts'
import { type Expected, readExpected } from './expected.ts'
import type { Served } from './judge.ts'
import { startListening } from './line-program.ts'
import { documents, recipient } from './practice.ts'
import { makeSiteCertificate } from './site-certificate.ts'

/** A request as the site reads it. */
export type Posted = {
  readonly path: string
  readonly signed: boolean
  readonly document: string | null
  /** `Banksia-Kind`. */
  readonly about: string
  /** `Idempotency-Key`. */
  readonly key: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
  /** Of a request to `/alerts`. */
  readonly text: string
}

export type HttpAnswer = { readonly status: number; readonly mediaType: string; readonly text: string }

/** By `id` and `secret` the site is known. */
type Signer = { readonly id: string; readonly secret: string }

export type WebSite = {
  readonly posted: () => readonly Posted[]
  readonly nextPosted: (count: number) => Promise<Posted>
  /** The status of its answers to signed requests from now on. */
  readonly answer: (status: number) => Promise<void>
  readonly send: (url: string, signer: Signer, message: { key: string; bytes: Uint8Array }) => Promise<HttpAnswer>
  /** Of a channel to its letters. */
  readonly destination: Readonly<Record<string, unknown>>
  readonly alertTarget: Readonly<Record<string, unknown>>
}

const signature = { keyId: 'site-1', key: 'a-secret-of-this-run-that-both-sides-share' }

async function startSite(served: Served): Promise<WebSite> {
  const { certFile, keyFile, cert } = makeSiteCertificate(served)
  const args = [join(import.meta.dirname, 'web_peer.py'), certFile, keyFile, signature.keyId, signature.key]
  const program = await startListening<{ readonly tls: number }>('python3', args)
  served.atEnd(program.stop)
  const at = (path: string) => ({ url: `https://127.0.0.1:${program.ports.tls}${path}`, signature, tls: { ca: cert } })
  let set = 0
  let sent = 0
  return {
    posted: () => program.listOf('received'),
    nextPosted: (count) => program.next('received', count),
    answer: async (status) => {
      program.tell('answer', String(status))
      set += 1
      await program.next('set', set)
    },
    send: (url, { id, secret }, { key, bytes }) => {
      program.tell('send', url, id, secret, key, Buffer.from(bytes).toString('base64'))
      sent += 1
      return program.next('answered', sent)
    },
    destination: at('/letters'),
    alertTarget: { kind: 'webhook', ...at('/alerts') },
  }
}

type Released = { readonly artifact: Artifact; readonly expected: Expected; readonly delivery: Delivery }

export type OpenedSite = {
  readonly site: WebSite
  readonly released: readonly Released[]
  readonly dead: DeadLetter
  readonly alert: Alert
}

type More = Parameters<Served['practice']['openChannel']>[0]

/** Opens a channel to the site, which gets the PDF that a message would have within it. */
export const openLetters = ({ practice }: Served, site: WebSite, more: Partial<More> = {}): Promise<string> =>
  practice.openChannel({
    ...{ name: 'Letters by HTTPS', transport: 'https', format: 'pdf', preset: 'archive-1b' },
    ...{ recipient: withoutKind, destination: site.destination, ...more },
  })

const { kind: _kind, ...withoutKind } = recipient

/** Starts the site, and releases both documents to it. */
export async function openSite(served: Served): Promise<OpenedSite> {
  const { practice } = served
  const site = await startSite(served)
  const dead = await makeDeadLetter(served)
  const alert = await openDeadLetterAlert(served, dead, site.alertTarget)
  const channelId = await openLetters(served, site)
  const released: Released[] = []
  for (const name of documents) {
    const artifact = await practice.release(name)
    const [delivery] = await practice.awaitDeliveries(artifact.id, [channelId])
    released.push({ artifact, expected: await readExpected(practice, artifact), delivery: delivery as Delivery })
  }
  await practice.closeChannel(channelId)
  return { site, released, dead, alert }
}
