/** Whose a certificate revocation list is, and until when it counts: OpenSSL has no function for it here. RFC 5280 5.1, ITU-T X.690 8.1. */
import type { X509Certificate } from 'node:crypto'
import { cutPem } from './key-pair.ts'
import { TlsFileError } from './tls-file-error.ts'

type RevocationList = {
  /** The name in its encoding. */
  readonly issuer: Buffer
  readonly nextUpdate: Date | undefined
}

type Element = { readonly tag: number; readonly content: Buffer; readonly whole: Buffer }

const tags = { integer: 0x02, sequence: 0x30, utcTime: 0x17, generalizedTime: 0x18, version: 0xa0 } as const

/** The element at the start of the bytes. Throws RangeError for half of one. */
function readElement(bytes: Buffer): Element {
  const tag = bytes.readUInt8(0)
  const first = bytes.readUInt8(1)
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(2, lengthBytes)
  const [start, end] = [2 + lengthBytes, 2 + lengthBytes + length]
  if (end > bytes.length) throw new RangeError('an element ends too early')
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(0, end) }
}

function listElements(bytes: Buffer): readonly Element[] {
  const found: Element[] = []
  for (let at = 0; at < bytes.length; at += found.at(-1)?.whole.length ?? 0) found.push(readElement(bytes.subarray(at)))
  return found
}

/** The members of the signed part, without the version. */
const readSigned = (encoded: Buffer): readonly Element[] =>
  listElements(readElement(readElement(encoded).content).content)

function parseList(encoded: Buffer): RevocationList {
  const members = readSigned(encoded)
  const rest = members[0]?.tag === tags.integer ? members.slice(1) : members
  const [, issuer, , next] = rest
  if (issuer?.tag !== tags.sequence) throw new RangeError('a revocation list has an issuer')
  return { issuer: issuer.whole, nextUpdate: next === undefined ? undefined : readTime(next) }
}

/** RFC 5280 4.1.2.5: years of two digits from 50 on are of the last century. */
function readTime({ tag, content }: Element): Date | undefined {
  if (tag !== tags.utcTime && tag !== tags.generalizedTime) return undefined
  const text = content.toString('latin1')
  const full = tag === tags.utcTime ? `${text < '5' ? '20' : '19'}${text}` : text
  return new Date(full.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function readSubject({ raw }: X509Certificate): Buffer {
  const members = readSigned(raw)
  const rest = members[0]?.tag === tags.version ? members.slice(1) : members
  return rest[4]?.whole ?? Buffer.alloc(0)
}

type Listed = { readonly variable: string; readonly text: string; readonly authorities: readonly X509Certificate[] }

/** Each authority has a list and each list an authority. Answers when the first list ends. Throws TlsFileError. */
export function checkRevocationLists({ variable, text, authorities }: Listed, now: Date): Date | undefined {
  const lists = parseLists(variable, text)
  const names = authorities.map(readSubject)
  if (lists.some(({ issuer }) => !names.some((name) => name.equals(issuer))))
    throw new TlsFileError(variable, 'other-list')
  if (names.some((name) => !lists.some(({ issuer }) => name.equals(issuer))))
    throw new TlsFileError(variable, 'missing-list')
  const [end] = lists.flatMap(({ nextUpdate }) => nextUpdate ?? []).sort((one, other) => Number(one) - Number(other))
  checkListEnd(variable, end, now)
  return end
}

/** Throws TlsFileError. */
export function checkListEnd(variable: string, end: Date | undefined, now: Date): void {
  if (end !== undefined && end < now) throw new TlsFileError(variable, 'list-expired')
}

function parseLists(variable: string, text: string): readonly RevocationList[] {
  const blocks = cutPem(text, 'X509 CRL')
  if (blocks === undefined) throw new TlsFileError(variable, 'no-list')
  try {
    return blocks.map((block) => parseList(Buffer.from(block.replace(/-----[^-]+-----|\s/g, ''), 'base64')))
  } catch (cause) {
    throw new TlsFileError(variable, 'no-list', { cause })
  }
}
