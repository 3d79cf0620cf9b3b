/** Words a note in the voice of its template: claims and evidence stay, and the verifier judges the new words. D267. */
import type { Note, NoteTemplate, Section, Statement, Voice } from '../../core/clinical-note.ts'
import { type DraftInput, draftNote } from '../compose/draft.ts'
import { type Frame, findFramed, tell, tellParts } from './frame.ts'
import { sayPlainly } from './glossary.ts'
import { letterFrames } from './letter.ts'
import { patientFrames } from './patient.ts'
import { mostReadingAge, readingAge } from './reading-age.ts'
import { sayAsPreferred } from './say-as-preferred.ts'

const frames: Readonly<Record<Voice, readonly Frame[]>> = { letter: letterFrames, patient: patientFrames }

/** Drafts a note and words it. */
export const draftDocument = (input: DraftInput): Note =>
  nameAsPreferred(voiceNote(draftNote(input), input.template), input.template)

/** The names that the tenant prefers, in the words of the statements. */
function nameAsPreferred(note: Note, { preferredNames = [] }: Pick<NoteTemplate, 'preferredNames'>): Note {
  if (preferredNames.length === 0) return note
  const say = (text: string): string => sayAsPreferred(text, preferredNames)
  const sections = note.sections.map((section) => ({ ...section, statements: section.statements.map((one) => withTexts(one, say)) })) // biome-ignore format: short
  return { ...note, sections }
}

const hardToRead = 'This text is for a reader older than 12 years. Shorten its sentences before the patient gets it.'

/** Adds a line for the reviewer if the text for a patient is hard to read. */
function noteReadingAge(note: Note): Note {
  const text = note.sections.flatMap(({ title, statements }) => [`${title}.`, ...statements.map((one) => one.text)])
  return readingAge(text.join(' ')) > mostReadingAge
    ? { ...note, openQuestions: [...note.openQuestions, hardToRead] }
    : note
}

/** A section that is shown as a table keeps the words of the note. */
export function voiceNote(note: Note, { voice, sections }: Pick<NoteTemplate, 'voice' | 'sections'>): Note {
  if (voice === undefined) return note
  const tables = new Set(
    sections.filter(({ layout }) => layout === 'table' || layout === 'changes').map(({ key }) => key),
  )
  const voiced = {
    ...note,
    sections: note.sections.map((section) => (tables.has(section.key) ? section : voiceSection(section, voice))),
  }
  return voice === 'patient' ? noteReadingAge(voiced) : voiced
}

const complaints: ReadonlySet<string> = new Set(['complaint', 'symptom'])

/** The first complaint of a section opens it. */
function voiceSection(section: Section, voice: Voice): Section {
  const opening = section.statements.find(({ claims: [claim] }) => claim !== undefined && complaints.has(claim.kind))
  const voiced = section.statements.map((statement) => voiceStatement(statement, frames[voice], statement === opening))
  const statements = voice === 'patient' ? voiced.map((statement) => withTexts(statement, sayPlainly)) : voiced
  return { ...section, statements }
}

function voiceStatement(statement: Statement, own: readonly Frame[], isFirst: boolean): Statement {
  const { text, claims, parts } = statement
  if (parts === undefined) {
    const framed = findFramed(own, statement, isFirst)
    return framed === undefined ? statement : { ...statement, text: tell(framed) }
  }
  const facts = parts.map((part) => ({ text: part.text, claims: part.claims.flatMap((index) => claims[index] ?? []) }))
  const voiced = tellParts(text, parts, facts.map((fact) => findFramed(own, fact, isFirst))) // biome-ignore format: short
  return voiced === undefined ? statement : { ...statement, ...voiced }
}

const withTexts = ({ parts, ...statement }: Statement, say: (text: string) => string): Statement => ({
  ...statement,
  text: say(statement.text),
  ...(parts === undefined ? {} : { parts: parts.map((part) => ({ ...part, text: say(part.text) })) }),
})
