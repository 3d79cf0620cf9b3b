/** The consultations beside the checkout (PriMock57, CC BY 4.0), read as transcripts; the form is that of their README. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Segment } from '../src/core/clinical-note.ts'
import { parseJson } from '../src/core/json.ts'

const folder = join(import.meta.dirname, '..', '..', 'shared', 'consultations')
export const transcriptId = 'transcript'

export type Consultation = {
  readonly id: string
  readonly segments: readonly Segment[]
  readonly highlights: readonly string[]
}

function readConsultation(file: string): Consultation {
  // The files are ours to trust here.
  const raw = parseJson(readFileSync(join(folder, file), 'utf8')) as unknown as {
    readonly id: string
    readonly segments: readonly Omit<Segment, 'id'>[]
    readonly highlights: readonly string[]
  }
  const segments = raw.segments.map((segment, index) => ({ ...segment, id: `s${index}` }))
  return { id: raw.id, segments, highlights: raw.highlights.filter((line) => line.trim() !== '') }
}

/** None where they are not beside the checkout. */
export function listConsultations(): readonly Consultation[] {
  try {
    const files = readdirSync(folder).filter((file) => file.endsWith('.json'))
    return files.sort().map(readConsultation)
  } catch {
    return []
  }
}
