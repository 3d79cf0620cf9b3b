/** The consultations written for this measurement, with the facts that a clinician's note of each has. README.md beside this file gives the form. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Segment } from '../../../src/core/clinical-note.ts'
import type { Consultation } from '../../consultations.ts'

/** `read`: rules may be made from these. `kept`: scored only. */
export type WrittenSet = 'read' | 'kept'

const speakers = { D: 'clinician', P: 'patient', O: 'other' } as const
const turnMs = 4000

/** "PMH: asthma; no fever, cough" has three facts. A label is none, and "no" holds up to the semicolon. */
const partFacts = (line: string): readonly string[] =>
  line
    .replace(/^[A-Z][A-Za-z/ ]{0,14}: /, '')
    .split(/; /)
    .flatMap((clause) => {
      const isDenied = /^no\b/i.test(clause)
      return clause.split(/, (?:and |or )?/).map((part) => (isDenied && !/^no\b/i.test(part) ? `no ${part}` : part))
    })

function readTalk(block: string): Consultation {
  const [id = '', ...lines] = block.split('\n').map((line) => line.trim())
  const segments = lines.flatMap((line): readonly Omit<Segment, 'id' | 'startMs' | 'endMs'>[] => {
    const [, who, text = ''] = /^([DPO]):\s*(.*)$/.exec(line) ?? []
    return who === undefined ? [] : [{ speaker: speakers[who as keyof typeof speakers], text, uncertain: false }]
  })
  return {
    id,
    segments: segments.map((segment, at) => ({ ...segment, id: `s${at}`, startMs: at * turnMs, endMs: (at + 1) * turnMs - 1 })), // biome-ignore format: short
    highlights: lines.filter((line) => line.startsWith('= ')).flatMap((line) => partFacts(line.slice(2))),
  }
}

/** A file has several talks, each under a line `## name`. */
export const parseTalks = (text: string): readonly Consultation[] =>
  text.split(/^## /m).slice(1).map(readTalk) // biome-ignore format: short

export function listWritten(set: WrittenSet): readonly Consultation[] {
  const folder = join(import.meta.dirname, set)
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter((file) => file.endsWith('.txt')).sort().flatMap((file) => parseTalks(readFileSync(join(folder, file), 'utf8'))) // biome-ignore format: short
}
