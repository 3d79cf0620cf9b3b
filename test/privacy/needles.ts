/** Looks for values in bytes in every form that they may have been written in: cases, encodings, escapes. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

type Needle = { readonly value: string; readonly form: string; readonly bytes: Buffer }

const casesOf = (value: string): readonly string[] => [
  ...new Set([value, value.toLowerCase(), value.toUpperCase(), encodeURIComponent(value), value.replaceAll(' ', '+')]),
]

/** The part of a value's base64 that is the same whatever surrounds it, for each of the three places where it may begin. */
const base64Of = (value: Buffer): readonly string[] =>
  [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), value])
      .toString('base64')
      .replaceAll('=', '')
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + value.length) * 8) / 6))
  })

/** Every character escaped, as a careful writer of addresses or of JSON does it. */
const percentOf = (text: string): string => text.replaceAll(/[ -~]/g, (one) => `%${one.charCodeAt(0).toString(16)}`)
const jsonOf = (text: string): string =>
  text.replaceAll(/[ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

const utf16BigEndian = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()

function needlesOf(value: string): readonly Needle[] {
  return casesOf(value).flatMap((text) => {
    const plain = Buffer.from(text)
    const hex = plain.toString('hex')
    return [
      { value, form: 'text', bytes: plain },
      { value, form: 'UTF-16LE', bytes: Buffer.from(text, 'utf16le') },
      { value, form: 'UTF-16BE', bytes: utf16BigEndian(text) },
      { value, form: 'hex', bytes: Buffer.from(hex) },
      { value, form: 'hex', bytes: Buffer.from(hex.toUpperCase()) },
      { value, form: 'percent', bytes: Buffer.from(percentOf(text)) },
      { value, form: 'percent', bytes: Buffer.from(percentOf(text).toUpperCase()) },
      { value, form: 'JSON', bytes: Buffer.from(jsonOf(text)) },
      ...base64Of(plain).map((one) => ({ value, form: 'base64', bytes: Buffer.from(one) })),
    ]
  })
}

export type Finder = (bytes: Buffer) => readonly string[]

/** Answers `value as form` for each that is there. One pass over the bytes, by the first two of each form. */
export function openFinder(values: readonly string[]): Finder {
  const starts = new Map<number, Needle[]>()
  const isStart = new Uint8Array(65_536)
  for (const needle of values.flatMap(needlesOf)) {
    const start = needle.bytes.readUInt16BE(0)
    isStart[start] = 1
    starts.set(start, [...(starts.get(start) ?? []), needle])
  }
  return (bytes) => {
    const found = new Set<string>()
    let start = bytes[0] ?? 0
    for (let at = 1; at < bytes.length; at += 1) {
      start = ((start & 0xff) << 8) | (bytes[at] ?? 0)
      if (isStart[start] === 0) continue
      for (const { value, form, bytes: needle } of starts.get(start) ?? []) {
        if (bytes.compare(needle, 0, needle.length, at - 1, Math.min(bytes.length, at - 1 + needle.length)) === 0)
          found.add(`${value} as ${form}`)
      }
    }
    return [...found]
  }
}

/** Every file below a folder; one that goes while it is read has been read elsewhere. */
export function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : entry.isFile() ? [path] : []
  })
}

export function readWhole(path: string): Buffer {
  try {
    return statSync(path).size === 0 ? Buffer.alloc(0) : readFileSync(path)
  } catch {
    return Buffer.alloc(0)
  }
}
