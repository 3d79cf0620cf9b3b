/** Names content by its SHA-256 (FIPS 180-4), in hexadecimal digits. */
import { createHash } from 'node:crypto'

export const sha256Of = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex')
