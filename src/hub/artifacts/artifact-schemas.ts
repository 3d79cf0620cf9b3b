/** The schemas of an artifact: sections of statements with claims and evidence. src/core/clinical-note.ts. */

import { z } from 'zod'
import { claimKinds, medicineChanges } from '../../core/clinical-note.ts'
import { idText } from '../../fhir/id.ts'
import { exampleStored, identifier, listOf, named, storedMembers, timestamp } from '../../http/reply/answers.ts'
import { recipientClasses } from '../../store/hub-resources.ts'
import { artifactStates } from '../../store/transitions.ts'
import { line, uuid } from '../fields.ts'
import { readMembers } from './read-back.ts'
import { verificationRecord } from './verification-schemas.ts'

const evidence = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('segment'),
    transcriptId: uuid,
    segmentId: z.string().max(40),
    start: z.number().int().min(0),
    end: z.number().int().min(0),
    role: z.enum(['question', 'answer', 'statement']),
  }),
  z.strictObject({
    kind: z.literal('resource'),
    reference: z.string().regex(new RegExp(`^[A-Z][A-Za-z]+/${idText}$`)),
  }),
])

const claim = z.strictObject({
  kind: z.enum(claimKinds),
  concept: line(200),
  display: line(500),
  code: z
    .string()
    .regex(/^\d{6,18}$/)
    .optional(),
  polarity: z.enum(['present', 'absent']),
  certainty: z.enum(['certain', 'uncertain']),
  person: z.enum(['patient', 'relative']),
  time: z.enum(['current', 'past']),
  side: z.enum(['left', 'right', 'both']).optional(),
  value: z.number().optional(),
  unit: line(40).optional(),
  frequency: line(100).optional(),
  duration: line(100).optional(),
  dose: line(200).optional(),
  when: line(100).optional(),
  change: z.enum(medicineChanges).optional(),
  reason: line(200).optional(),
})

const places = z.array(z.number().int().min(0).max(49)).min(1).max(50)
const part = z.strictObject({ text: line(4000), claims: places, evidence: places })

const statement = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]{1,40}$/),
  text: line(4000),
  claims: z.array(claim).max(50).default([]),
  evidence: z.array(evidence).max(50).default([]),
  parts: z.array(part).min(2).max(12).optional(),
  confidence: z.number().min(0).max(1).default(1),
})

export const writtenSection = z.strictObject({ key: z.string().max(40), statements: z.array(statement).max(500) })
const sections = z.array(writtenSection).min(1).max(50)

const exampleEvidence = {
  kind: 'segment',
  transcriptId: '0198f2a0-0000-7000-8000-0000000000b2',
  segmentId: 's1',
  start: 0,
  end: 39,
  role: 'statement',
} satisfies z.input<typeof evidence>

const exampleStatement = {
  id: 'one',
  text: 'Sore throat for 4 days.',
  claims: [
    {
      kind: 'complaint',
      concept: 'sore throat',
      display: 'Sore throat',
      polarity: 'present',
      certainty: 'certain',
      person: 'patient',
      time: 'current',
      duration: '4 days',
    },
  ],
  evidence: [exampleEvidence],
  confidence: 1,
} satisfies z.input<typeof statement>

const exampleSections = [{ key: 'subjective', statements: [exampleStatement] }]

export const newArtifact = named(
  'NewArtifact',
  z.strictObject({
    id: uuid.optional(),
    templateId: uuid,
    templateVersionId: uuid.optional(),
    title: line(200).optional(),
    transcriptIds: z.array(uuid).max(20).default([]),
    sections,
  }),
  {
    templateId: '00000000-0000-7000-8000-0000000050a1',
    transcriptIds: ['0198f2a0-0000-7000-8000-0000000000b2'],
    sections: exampleSections,
  },
)

const count = z.number().int().min(0)
const act = { by: z.string(), at: timestamp }
const hash = z.string().regex(/^[0-9a-f]{64}$/)

const attested = { by: z.string(), reasonCode: z.string(), allergen: z.string().optional() }
const attestation = z.strictObject({ kind: z.literal('attestation'), ...attested, rule: z.string().optional() })
const link = z.strictObject({ artifactId: identifier, documentId: identifier })

const statementAnswer = named(
  'Statement',
  statement.extend({
    claims: z.array(claim),
    evidence: z.array(named('Evidence', z.union([evidence, attestation]), exampleEvidence)),
    confidence: z.number(),
  }),
  exampleStatement,
)

const exampleSection = { key: 'subjective', title: 'Subjective', code: '61150-9', statements: [exampleStatement] }

const sectionAnswer = named(
  'Section',
  z.strictObject({ key: z.string(), title: z.string(), code: z.string(), statements: z.array(statementAnswer) }),
  exampleSection,
)

const note = z.strictObject({
  title: z.string(),
  sections: z.array(sectionAnswer),
  openQuestions: z.array(z.string()),
  attestations: z.array(z.strictObject({ ...attested, rule: z.string(), section: z.string().optional() })).optional(),
})

export const artifactAnswer = named(
  'Artifact',
  z.strictObject({
    ...storedMembers,
    encounterId: identifier,
    patientId: z.string(),
    templateId: identifier,
    templateVersionId: identifier,
    artifactType: z.string(),
    title: z.string(),
    state: z.enum(artifactStates),
    gate: z.string(),
    recipientClass: z.enum(recipientClasses).optional(),
    spoke: z.string(),
    documentId: identifier,
    note,
    transcriptIds: z.array(identifier),
    author: z.string().optional(),
    drafter: z.string(),
    generation: z.strictObject({ parts: count, refused: count, repaired: count }).optional(),
    draftedFrom: z
      .strictObject({
        spokenHash: hash,
        contentHash: hash,
        partial: z.boolean(),
        evidence: z.array(z.string()).optional(),
      })
      .optional(),
    contentHash: hash,
    verification: verificationRecord.optional(),
    firstApproval: z
      .strictObject({
        ...act,
        issuer: z.string().optional(),
        practitionerRole: z.string(),
        practitioner: z.string().optional(),
        contentHash: hash,
        evidenceHash: hash,
      })
      .optional(),
    approval: z.strictObject({ ...act, practitionerRole: z.string() }).optional(),
    rejection: z.strictObject({ ...act, reasonCode: z.string() }).optional(),
    recall: z.strictObject({ ...act, reasonCode: z.string() }).optional(),
    released: z.array(z.string()).optional(),
    replaces: z.array(link).optional(),
    successor: link.optional(),
    supersededAt: timestamp.optional(),
  }),
  {
    ...exampleStored,
    id: '0198f2a0-0000-7000-8000-0000000000a1',
    encounterId: '0198f2a0-0000-7000-8000-0000000000e1',
    patientId: '0198f2a0-0000-7000-8000-000000000001',
    templateId: '00000000-0000-7000-8000-0000000050a1',
    templateVersionId: '00000000-0000-7000-8000-0000000050b1',
    artifactType: 'note',
    title: 'Consultation note',
    state: 'in_review',
    gate: 'clinical_review',
    spoke: 'triage',
    documentId: '0198f2a0-0000-7000-8000-0000000000d2',
    note: {
      title: 'Consultation note',
      sections: [exampleSection],
      openQuestions: [],
    },
    transcriptIds: ['0198f2a0-0000-7000-8000-0000000000b2'],
    drafter: 'clinician',
    contentHash: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c',
  },
)
export const artifactList = listOf(artifactAnswer)

/** A note as a client read it: its statements may differ, except their attestations. */
const editedNote = note.extend({
  title: line(200),
  sections: z
    .array(
      z.strictObject({
        key: z.string().max(40),
        title: z.string().optional(),
        code: z.string().optional(),
        statements: z
          .array(
            statement.extend({
              evidence: z
                .array(z.union([evidence, attestation]))
                .max(100)
                .default([]),
            }),
          )
          .max(500),
      }),
    )
    .min(1)
    .max(50),
  openQuestions: z.array(z.string()).optional(),
})

export const settable = ['title', 'sections', 'note'] as const

export const artifactEdit = named(
  'ArtifactEdit',
  z
    .strictObject({
      ...readMembers(artifactAnswer, settable),
      title: line(200).optional(),
      sections: sections.optional(),
      /** As `GET` answers it, with other statements; an alternative to `sections`. */
      note: editedNote.optional(),
    })
    .refine(({ sections: given, note: whole }) => given !== undefined || whole !== undefined, {
      path: ['sections'],
      message: 'is required, or note',
    }),
  { sections: exampleSections },
)
