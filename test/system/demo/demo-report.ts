/** The answer of `banksia demo --json`, as a script reads it, and the checks that hold for every run of it. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { expect } from '@jest/globals'
import type { Finished } from '../processes.ts'

type Evidence = {
  readonly segment: number
  readonly segmentId: string
  readonly speaker: string
  readonly quote: string
  readonly role: string
}

export type Report = {
  readonly file: string
  readonly artifactId: string
  readonly verification: string
  readonly sections: readonly { readonly title: string; readonly filled: boolean }[]
  readonly statements: readonly { readonly text: string; readonly evidence: readonly Evidence[] }[]
  readonly deliveries: readonly {
    readonly channel: string
    readonly format: string
    readonly state: string
    readonly bytes: number
    readonly sha256: string
    readonly acknowledgement: string
    readonly path: string
  }[]
}

export const parseReports = (output: string): readonly Report[] =>
  (JSON.parse(output) as { readonly consultations: readonly Report[] }).consultations

/** How a run of the demo ended, and its reported faults: the lines that are no progress. */
export const endOf = ({ code, errors }: Finished): readonly unknown[] => [
  code,
  ...errors.split('\n').filter((line) => !/^(\[\d\/\d\] .*|Starting .*|)$/.test(line)),
]

// biome-ignore format: one row a line
const deliveredForms = [
  { format: 'bundle', extension: '.json', state: 'accepted' },
  { format: 'hl7v2',  extension: '.hl7',  state: 'accepted' },
  { format: 'cda',    extension: '.xml',  state: 'sent' },
  { format: 'pdf',    extension: '.pdf',  state: 'sent' },
  { format: 'rtf',    extension: '.rtf',  state: 'sent' },
] as const

/** Delivered by five channels, with every file and every delivery. */
export function expectDelivered({ deliveries }: Report): void {
  const shown = deliveries.map(({ format, state, path }) => ({ format, extension: extname(path), state }))
  expect(shown).toEqual(deliveredForms)
  for (const { path, bytes, sha256, acknowledgement, channel } of deliveries) {
    const file = readFileSync(path)
    const told = { bytes: file.length, sha256: createHash('sha256').update(file).digest('hex') }
    expect({ bytes, sha256 }).toEqual(told)
    expect(acknowledgement).not.toBe('')
    expect(channel).not.toBe('')
  }
}

/** Every delivery of a consultation is of one document, which names the files. */
export const documentIdOf = ({ deliveries }: Report): string => {
  const names = new Set(deliveries.map(({ path }) => basename(path, extname(path))))
  expect(names.size).toBe(1)
  return [...names][0] ?? ''
}
