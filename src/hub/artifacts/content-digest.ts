/** SHA-256 as RFC 9530 writes it, in a header and in a body alike: `sha-256=:base64:`. */
import { z } from 'zod'

/** Other algorithms may be given beside it. RFC 9530 2. */
const header =
  /^(?:[a-z0-9.*_-]+=:[A-Za-z0-9+/=]*: *, *)*sha-256=:[A-Za-z0-9+/]{43}=:(?: *, *[a-z0-9.*_-]+=:[A-Za-z0-9+/=]*:)*$/
export const contentDigest = z.string().max(1000).regex(header, 'must be sha-256=:base64:, as RFC 9530 has it')

export const digest = z.string().regex(/^sha-256=:[A-Za-z0-9+/]{43}=:$/, 'must be sha-256=:base64:, as RFC 9530 has it')

/** The SHA-256 of a checked digest in hexadecimal. */
export const parseDigest = (text: string): string =>
  Buffer.from(/sha-256=:([^:]*):/.exec(text)?.[1] ?? '', 'base64').toString('hex')

export const writeDigest = (hexadecimal: string): string =>
  `sha-256=:${Buffer.from(hexadecimal, 'hex').toString('base64')}:`
