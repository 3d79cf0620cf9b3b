/** Talks for an outside drafter, answers that it may give, and the way of a draft from the first request to the note. */
import type { Note, NoteTemplate, Segment } from '../../../src/core/clinical-note.ts'
import type { DrafterOptions, OutsideDraft, PreparedDraft } from '../../../src/drafting/providers/drafter.ts'
import { verifyNote } from '../../../src/drafting/verify/verify.ts'

export type SentDraft = OutsideDraft & { readonly tokens: number }

/** Sends all parts, one after the other. */
export async function sendAll({ parts, join }: PreparedDraft): Promise<SentDraft> {
  const sent = []
  for (const part of parts) sent.push(await part.send(new AbortController().signal))
  const tokens = sent.reduce((sum, one) => sum + one.tokens, 0)
  return { ...join(sent.map(({ answer }) => answer)), tokens }
}

export const template: NoteTemplate = {
  title: 'Note',
  code: '11488-4',
  sections: [
    { key: 'subjective', title: 'Subjective', code: '61150-9', required: true, draws: ['complaint', 'symptom', 'medication', 'history'] },
    { key: 'plan', title: 'Plan', code: '18776-5', required: false, draws: ['plan'] },
  ],
} // biome-ignore format: one section a line

/** "C: Any fever?" is a segment of the clinician. */
export const talkOf = (...said: readonly string[]): readonly Segment[] =>
  said.map((line, at) => ({
    id: `s${at}`,
    speaker: line.startsWith('C: ') ? 'clinician' : 'patient',
    startMs: at * 1000,
    endMs: at * 1000 + 900,
    text: line.slice(3),
    uncertain: false,
  }))

export const optionsOf = (url: string): DrafterOptions => ({
  policy: { allowedHosts: ['127.0.0.1'], allowPrivate: true },
  url,
  model: 'recorded',
  key: undefined,
  timeoutMs: 60_000,
  redacts: true,
  partBytes: 120_000,
  prompts: {
    system: 'Draft.',
    user: '{{title}} {{sections}} {{record}} {{segments}}',
    repair: 'Again: {{refused}}',
  },
})

export const inputOf = (segments: readonly Segment[]) => ({
  template,
  transcripts: [{ id: 't', segments }],
  record: [],
})

const noSlots = { side: null, value: null, unit: null, frequency: null, duration: null }

/** A statement of a model: one claim, and each cited id with its quote and role. */
export const stated = (text: string, concept: string, cited: readonly (readonly [id: string, quote: string, role?: string])[], more: object = {}) => ({
  section: 'subjective',
  text,
  certainty: 'certain',
  claims: [{ kind: 'symptom', concept, polarity: 'present', person: 'patient', time: 'current', ...noSlots, ...more }],
  evidence: cited.map(([segmentId, quote, role = 'statement']) => ({ segmentId, quote, role })),
  recordIds: [],
}) // biome-ignore format: short

export const verifierOf = (segments: readonly Segment[]) => (note: Note) =>
  Promise.resolve(verifyNote({ note, ...inputOf(segments), threshold: 0.6 }))

export const textsOf = ({ sections }: Note): readonly string[] =>
  sections.flatMap(({ statements }) => statements).map(({ text }) => text)
