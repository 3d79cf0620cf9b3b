/** The files of TLS, read at the start and again when they change: a set that is not whole leaves the one before in use. D158, D159. */
import { createHash } from 'node:crypto'
import { type Clock, systemClock } from '../../core/clock.ts'
import { readSecretBytes, readSecretFile } from '../../core/config/secret-file.ts'
import { type Config, ConfigError } from '../../core/config.ts'
import { dayMs } from '../../core/durations.ts'
import type { Log } from '../../core/log.ts'
import { checkDates, cutPem, type KeyPair, parseCertificates, parsePair } from './key-pair.ts'
import { checkListEnd, checkRevocationLists } from './revocation-list.ts'
import { TlsFileError } from './tls-file-error.ts'

export type ClientTrust = {
  readonly ca: string
  /** One list each: TLS reads no more than the first of a text. */
  readonly crl?: readonly string[]
  readonly endsAt?: Date
}

export type TlsFiles = {
  readonly pair: KeyPair
  /** For the port of mutual TLS. */
  readonly trust?: ClientTrust
  /** The same for the same texts. */
  readonly digest: string
}

/** Undefined without TLS. Throws ConfigError for files that a server cannot start with. */
export function readTlsFiles(config: Config, now: Date): TlsFiles | undefined {
  const texts = readTexts(config)
  return texts && parseTexts(texts, now)
}

type Texts = {
  readonly cert: string
  readonly key: string
  readonly ca: string | undefined
  readonly crl: string | undefined
  readonly digest: string
}

function readTexts(config: Config): Texts | undefined {
  const { tlsCertFile, tlsKeyFile, tlsClientCaFile, tlsClientCrlFile, mode } = config
  if (tlsCertFile === undefined || tlsKeyFile === undefined) return undefined
  const isProduction = mode === 'production'
  const cert = readPlain('BANKSIA_TLS_CERT_FILE', tlsCertFile)
  const key = readSecretFile({ variable: 'BANKSIA_TLS_KEY_FILE', path: tlsKeyFile, isProduction })
  const ca = tlsClientCaFile === undefined ? undefined : readPlain(authorityVariable, tlsClientCaFile)
  const crl = tlsClientCrlFile === undefined ? undefined : readPlain(listVariable, tlsClientCrlFile)
  const digest = createHash('sha256')
    .update(JSON.stringify([cert, key, ca, crl]))
    .digest('hex')
  return { cert, key, ca, crl, digest }
}

function parseTexts({ cert, key, ca, crl, digest }: Texts, now: Date): TlsFiles {
  const trust = ca === undefined ? {} : { trust: parseTrust(ca, crl, now) }
  return { pair: parsePair({ cert, key }, now), ...trust, digest }
}

/** Of files that have been checked, time alone can make wrong what was right. Throws TlsFileError. */
function checkTimes({ pair, trust }: TlsFiles, now: Date): void {
  checkListEnd(listVariable, trust?.endsAt, now)
  checkDates(pair.certificate, now)
}

const authorityVariable = 'BANKSIA_TLS_CLIENT_CA_FILE'
const listVariable = 'BANKSIA_TLS_CLIENT_CRL_FILE'

/** A revocation list may be long, and certificates are no secret. */
const readPlain = (variable: string, path: string): string =>
  readSecretBytes({ variable, path, isProduction: false, maxBytes: 32 * 1024 * 1024 }).toString('utf8')

function parseTrust(ca: string, crl: string | undefined, now: Date): ClientTrust {
  const authorities = parseCertificates(authorityVariable, ca)
  if (authorities.some((authority) => !authority.ca)) throw new TlsFileError(authorityVariable, 'no-authority')
  if (authorities.some((one) => !authorities.some((other) => one.checkIssued(other))))
    throw new TlsFileError(authorityVariable, 'no-root')
  if (crl === undefined) return { ca }
  const endsAt = checkRevocationLists({ variable: listVariable, text: crl, authorities }, now)
  return { ca, crl: cutPem(crl, 'X509 CRL') ?? [], ...(endsAt === undefined ? {} : { endsAt }) }
}

export type CertificateState = {
  /** Whole days that the certificate still counts; negative after its end. */
  readonly daysLeft: number
  /** Whether the revocation list counts no more, so that every client certificate is refused. */
  readonly isListOver: boolean
}

export const stateOf = ({ pair, trust }: TlsFiles, now: Date): CertificateState => ({
  daysLeft: Math.floor((Number(pair.certificate.validToDate) - Number(now)) / dayMs),
  isListOver: trust?.endsAt !== undefined && trust.endsAt < now,
})

/** With fewer days left, health and log say so. */
export const soonDays = 14

type Watching = {
  readonly config: Config
  readonly log: Log
  readonly files: TlsFiles
  readonly onChange: (files: TlsFiles) => void
  readonly clock?: Clock
}

export type TlsWatch = { readonly readState: () => CertificateState; readonly close: () => void }

const lookEveryMs = 2_000

/** Looks at the texts and not at times of writing, which links and mounts do not tell. */
export function watchTlsFiles({ config, log, files, onChange, clock = systemClock }: Watching): TlsWatch {
  const seen = { files, failure: '', told: '', daysLeft: Number.POSITIVE_INFINITY }
  const tellEnd = (): void => {
    const { daysLeft } = stateOf(seen.files, clock())
    if (daysLeft < soonDays && daysLeft < seen.daysLeft) log.warn('tls.certificate-ends', { count: daysLeft })
    seen.daysLeft = daysLeft
  }
  const look = (): void => {
    tellEnd()
    try {
      const texts = readTexts(config)
      // The same texts are not parsed again: that takes milliseconds.
      const next = texts === undefined || texts.digest === seen.files.digest ? undefined : parseTexts(texts, clock())
      if (next === undefined) checkTimes(seen.files, clock())
      seen.failure = ''
      if (next === undefined) return
      onChange(next)
      seen.files = next
      seen.told = ''
      log.info('tls.certificate-changed', { count: stateOf(next, clock()).daysLeft })
      warnAlone(next, log)
    } catch (error) {
      // Files are written one after the other: what two looks find stays as it is.
      const failure = describeFailure(error)
      if (failure.text === seen.failure && failure.text !== seen.told) {
        log.warn('tls.certificate-kept', failure.fields)
        seen.told = failure.text
      }
      seen.failure = failure.text
    }
  }
  const timer = setInterval(look, lookEveryMs).unref()
  tellEnd()
  warnAlone(files, log)
  return { readState: () => stateOf(seen.files, clock()), close: () => clearInterval(timer) }
}

const warnAlone = ({ pair }: TlsFiles, log: Log): void => {
  if (pair.isAlone) log.warn('tls.no-intermediates', { setting: 'BANKSIA_TLS_CERT_FILE' })
}

function describeFailure(error: unknown) {
  const setting = error instanceof ConfigError ? error.variable : 'BANKSIA_TLS_CERT_FILE'
  const reason = error instanceof TlsFileError ? error.reason : 'unreadable'
  return { text: `${setting} ${reason}`, fields: { setting, reason } }
}
