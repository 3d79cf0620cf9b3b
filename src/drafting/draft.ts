/** The embedded drafter: extractive and deterministic. hub-contract "Generation and verification". */
import type { ClaimKind, Note, NoteTemplate, Section, Segment, Statement, TemplateSection } from '../note.ts'
import { draftAdvice } from './advice.ts'
import { draftAllergies, openAllergies } from './allergies.ts'
import { draftAskedMedicines } from './asked-medicines.ts'
import { type Candidate, isUncertain, quoteEvidence } from './candidates.ts'
import { blankCorrections } from './corrections.ts'
import { readDialogue } from './dialogue.ts'
import { draftHistory } from './history.ts'
import { draftImpressions } from './impressions.ts'
import { draftMeasurements } from './measurements.ts'
import { draftMedicines } from './medication.ts'
import { draftRecord, type RecordFact } from './record.ts'
import { draftReported } from './reported.ts'
import { chooseCandidates } from './selection.ts'
import { draftSocial } from './social.ts'
import { draftSymptoms } from './symptoms.ts'

export type DraftInput = {
  readonly template: NoteTemplate
  readonly transcriptId: string
  readonly segments: readonly Segment[]
  /** What the patient's record already knows: allergies, medicines. */
  readonly record: readonly RecordFact[]
}

/** Drafts a note. Every statement cites its segments or resources; what is not clear becomes an open question. */
export function draftNote(input: DraftInput): Note {
  const dialogue = readDialogue(blankCorrections(input.segments))
  const symptoms = draftSymptoms(dialogue)
  const allergies = draftAllergies(dialogue)
  const slotted = [
    ...symptoms.candidates,
    ...draftHistory(dialogue),
    ...draftMedicines(dialogue),
    ...draftAskedMedicines(dialogue),
    ...allergies,
    ...draftSocial(dialogue),
    ...draftMeasurements(dialogue),
    ...draftImpressions(dialogue),
    ...draftAdvice(dialogue),
    ...draftRecord(input.record),
  ]
  const used = new Set(slotted.flatMap(({ quotes }) => quotes.map(({ sentence }) => sentence)))
  const all = [...slotted, ...draftReported(dialogue, used)]
  const drawn = new Set(input.template.sections.flatMap(({ draws }) => draws))
  const chosen = chooseCandidates(all.filter(({ claims }) => claims.some(({ kind }) => drawn.has(kind))))
  const sections = input.template.sections.map((section) => {
    const own = ordered(chosen, section)
    return buildSection(section, own.map((candidate, index) => buildStatement(candidate, input.transcriptId, `${section.key}-${index + 1}`))) // biome-ignore format: short
  })
  const unfilled = sections
    .filter(({ statements }) => statements.length === 0)
    .map(({ title }) => `${title}: nothing found in the consultation.`)
  return {
    title: input.template.title,
    sections,
    openQuestions: [...new Set([...openAllergies(dialogue, allergies), ...symptoms.open, ...unfilled])],
  }
}

const buildSection = ({ key, title, code }: TemplateSection, statements: readonly Statement[]): Section => ({
  key,
  title,
  code,
  statements,
})

const kindOf = (candidate: Candidate): ClaimKind => candidate.claims[0]?.kind ?? 'symptom'

/** The section's own, in the order of its kinds, positive before negative, then as they were said. */
function ordered(candidates: readonly Candidate[], section: TemplateSection): readonly Candidate[] {
  const place = (candidate: Candidate) =>
    section.draws.indexOf(kindOf(candidate)) * 2 + (candidate.claims[0]?.polarity === 'absent' ? 1 : 0)
  return candidates
    .filter((candidate) => section.draws.includes(kindOf(candidate)))
    .sort((a, b) => place(a) - place(b) || a.at - b.at)
}

/** Told in somebody's own words. */
const isWorded = (text: string): boolean => /^(?:Advised|Plan|Examination|Reports):/.test(text)
const proper = /^(?:[A-Z]{2,}|[A-Z][a-z]+'s|Ross|Lyme|I )/

/** What the transcriber was unsure of is never stated as certain. */
const hedge = (text: string): string => {
  if (isWorded(text)) return text.replace(':', ' (recording unclear):')
  const plain = text.replace(/\.$/, '').replace(/^Likely /, '')
  const start = proper.test(plain) ? plain : plain.charAt(0).toLowerCase() + plain.slice(1)
  return /^(?:Possibl[ey]|Reports:|Plan:) ?/.test(plain)
    ? `${plain} (recording unclear).`
    : `Possibly ${start} (recording unclear).`
}

function buildStatement(candidate: Candidate, transcriptId: string, id: string): Statement {
  const unsure = isUncertain(candidate.quotes)
  return {
    id,
    text: unsure ? hedge(candidate.text) : candidate.text,
    claims: unsure
      ? candidate.claims.map((claim) => ({ ...claim, certainty: 'uncertain' as const }))
      : candidate.claims,
    evidence: [
      ...quoteEvidence(transcriptId, candidate.quotes),
      ...(candidate.references ?? []).map((reference) => ({ kind: 'resource' as const, reference })),
    ],
    confidence: unsure ? 0.7 : candidate.quotes.length > 1 ? 0.88 : 0.92,
  }
}
