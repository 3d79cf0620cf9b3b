/** Recognises bytes that are plainly not random. A random key of 32 bytes matches a row less often than once in 10^12. */
type Row = { readonly weakness: string; readonly isMet: (bytes: Uint8Array) => boolean }

const isRepeated = (bytes: Uint8Array, period: number): boolean =>
  bytes.every((byte, at) => at < period || byte === bytes[at - period])

const isSequence = (bytes: Uint8Array): boolean => {
  const step = ((bytes[1] ?? 0) - (bytes[0] ?? 0)) & 255
  return bytes.every((byte, at) => at === 0 || ((byte - (bytes[at - 1] ?? 0)) & 255) === step)
}

const fewest = 12

/** The first matching row says why. */
const rows: readonly Row[] = [
  { weakness: 'one byte repeated', isMet: (bytes) => isRepeated(bytes, 1) },
  { weakness: 'a pattern repeated', isMet: (bytes) => [2, 3, 4, 5, 6, 7, 8, 16].some((one) => isRepeated(bytes, one)) },
  { weakness: 'bytes in sequence', isMet: isSequence },
  { weakness: 'text', isMet: (bytes) => bytes.every((byte) => byte >= 0x09 && byte <= 0x7e) },
  { weakness: 'a few bytes over and over', isMet: (bytes) => new Set(bytes).size < fewest },
]

export const findWeakness = (bytes: Uint8Array): string | undefined => rows.find(({ isMet }) => isMet(bytes))?.weakness
