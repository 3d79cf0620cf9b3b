/** Consultations as the demo reads them: a recorded dialogue, and the facts that the consulting clinician found worth noting. */
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

export type SpokenSegment = {
  readonly speaker: 'clinician' | 'patient' | 'other'
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  readonly uncertain: boolean
}

export type Consultation = {
  /** The name on the command line. */
  readonly file: string
  /** Identifies the consultation where identifiers are made for it: the same file gives the same person. */
  readonly seed: string
  readonly presentingComplaint: string
  readonly segments: readonly SpokenSegment[]
  readonly highlights: readonly string[]
}

/** A file that is not there, or is no consultation. The message names the place and never the value. */
export class InputError extends Error {
  constructor(file: string, reason: string) {
    super(`${file}: ${reason}`)
    this.name = 'InputError'
  }
}

const shipped = ['cough-and-fever.json', 'back-pain-after-lifting.json']

/** Lists the demo's own files, for a run without named files. */
export const listShippedFiles = (): readonly string[] =>
  shipped.map((name) => join(import.meta.dirname, 'consultations', name))

export async function readConsultations(files: readonly string[]): Promise<readonly Consultation[]> {
  const names = files.map((file) => basename(file))
  return Promise.all(
    files.map(async (file, index) => {
      const earlier = names.slice(0, index).filter((name) => name === names[index]).length
      const seed = `${names[index]}${earlier === 0 ? '' : `#${earlier}`}`
      return { file, seed, ...parseConsultation(file, await readText(file)) }
    }),
  )
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch {
    throw new InputError(file, 'cannot be read')
  }
}

type Content = Pick<Consultation, 'presentingComplaint' | 'segments' | 'highlights'>
type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isMilliseconds = (value: unknown): value is number => Number.isInteger(value) && Number(value) >= 0
const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

function parseConsultation(file: string, text: string): Content {
  const value = parseFields(file, text)
  const { presentingComplaint = '', segments, highlights = [] } = value
  if (typeof presentingComplaint !== 'string') throw new InputError(file, 'presentingComplaint must be a text')
  if (!isTexts(highlights)) throw new InputError(file, 'highlights must be a list of texts')
  if (!Array.isArray(segments) || segments.length === 0) throw new InputError(file, 'segments must be a list')
  return {
    presentingComplaint,
    highlights,
    segments: segments.map((segment, index) => parseSegment(file, `segments[${index}]`, segment)),
  }
}

function parseFields(file: string, text: string): Fields {
  try {
    const value: unknown = JSON.parse(text)
    if (isFields(value)) return value
  } catch {
    throw new InputError(file, 'is not JSON')
  }
  throw new InputError(file, 'is no consultation')
}

const speakers: readonly string[] = ['clinician', 'patient', 'other'] satisfies SpokenSegment['speaker'][]

function parseSegment(file: string, place: string, value: unknown): SpokenSegment {
  if (!isFields(value)) throw new InputError(file, `${place} must be an object`)
  const { speaker, startMs, endMs, text, uncertain = false } = value
  if (typeof speaker !== 'string' || !speakers.includes(speaker)) {
    throw new InputError(file, `${place}.speaker must be ${speakers.join(', ')}`)
  }
  if (typeof text !== 'string') throw new InputError(file, `${place}.text must be a text`)
  if (typeof uncertain !== 'boolean') throw new InputError(file, `${place}.uncertain must be true or false`)
  if (!isMilliseconds(startMs) || !isMilliseconds(endMs) || endMs < startMs) {
    throw new InputError(file, `${place} must have startMs and endMs in order`)
  }
  return { speaker: speaker as SpokenSegment['speaker'], startMs, endMs, text, uncertain } // checked above
}
