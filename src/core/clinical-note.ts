/** A clinical note: sections of statements, each with the evidence that it came from. docs/design/drafting.md#verification. */
import type { SpeakerRole } from './talk/speakers.ts'

/** One utterance of a transcript; times are milliseconds from the start of the recording. */
export type Segment = {
  readonly id: string
  readonly speaker: SpeakerRole
  readonly startMs: number
  readonly endMs: number
  readonly text: string
  /** The transcriber was unsure. */
  readonly uncertain: boolean
}

/** The source of a statement. `start` and `end` are UTF-16 offsets into the segment's text. */
export type Evidence =
  | {
      readonly kind: 'segment'
      readonly transcriptId: string
      readonly segmentId: string
      readonly start: number
      readonly end: number
      readonly role: 'question' | 'answer' | 'statement'
    }
  /** A FHIR resource of the patient's record, as `Type/id`. */
  | { readonly kind: 'resource'; readonly reference: string }
  /** A clinician attests it, as the PractitionerRole `Type/id`: the finding of one rule, or the whole statement. */
  | ({ readonly kind: 'attestation' } & AttestedBy & { readonly rule?: string })

type AttestedBy = {
  readonly by: string
  readonly reasonCode: string
  /** The allergen's name, if the rule is about an allergy. D71. */
  readonly allergen?: string
}

export const claimKinds = [
  'complaint',
  'symptom',
  'finding',
  'vital',
  'history',
  'medication',
  'allergy',
  'family',
  'social',
  'impression',
  'plan',
  'safety-net',
  'procedure',
  'immunisation',
  'request',
  'follow-up',
] as const
export type ClaimKind = (typeof claimKinds)[number]

/** The meaning of a statement, in slots. Derived FHIR resources are built from these. */
export type Claim = {
  readonly kind: ClaimKind
  /** Key of the concept in the drafter's table, or the normalised words. */
  readonly concept: string
  /** The concept's words, as a reader sees them. */
  readonly display: string
  /** SNOMED CT code, from the Global Patient Set or the operator's loaded edition; absent if none is certain. */
  readonly code?: string
  readonly polarity: 'present' | 'absent'
  readonly certainty: 'certain' | 'uncertain'
  readonly person: 'patient' | 'relative'
  readonly time: 'current' | 'past'
  readonly side?: 'left' | 'right' | 'both'
  readonly value?: number
  readonly unit?: string
  readonly frequency?: string
  readonly duration?: string
  /** The dose instruction as the record has it, in place of value, unit, frequency and duration. */
  readonly dose?: string
  /** When a procedure or an immunisation took place, or a follow-up is due, in the speaker's words: "in 2019". */
  readonly when?: string
  /** Of a medicine, in this consultation. */
  readonly change?: MedicineChange
  /** Of a change or a request, in the speaker's words. */
  readonly reason?: string
}

/** The concept of a claim that consists of words alone, without a name of a table, begins with this. */
export const wordsPrefix = 'words-'

export const isWordsAlone = ({ concept }: Pick<Claim, 'concept'>): boolean => concept.startsWith(wordsPrefix)

export const medicineChanges = ['started', 'stopped', 'changed', 'continued'] as const
export type MedicineChange = (typeof medicineChanges)[number]

/** One fact of a sentence with several: the sentence that it would be alone, its claims, and its evidence by index in the statement. */
export type StatementPart = {
  readonly text: string
  readonly claims: readonly number[]
  readonly evidence: readonly number[]
}

export type Statement = {
  readonly id: string
  /** One sentence, as it stands in the note. */
  readonly text: string
  readonly claims: readonly Claim[]
  readonly evidence: readonly Evidence[]
  /** Several facts in one sentence, "No fever, cough or vomiting.": each is verified by its own evidence. Absent for a single fact, and after somebody has changed the text. */
  readonly parts?: readonly StatementPart[]
  /** 0 to 1. */
  readonly confidence: number
}

export type Section = {
  /** Key of the template's section. */
  readonly key: string
  readonly title: string
  /** LOINC. */
  readonly code: string
  readonly statements: readonly Statement[]
}

/** `by` is `PractitionerRole/<id>`. */
export type Attestation = AttestedBy & { readonly rule: string; readonly section?: string }

export type Note = {
  readonly title: string
  readonly sections: readonly Section[]
  /** Asked in the consultation and not clearly answered, or withheld: for the reviewer, not part of the document. */
  readonly openQuestions: readonly string[]
  /** Attestations of the note as a whole, or of a section. */
  readonly attestations?: readonly Attestation[]
}

/** How an outside drafter made the draft; absent if none wrote it. D294, D295. */
export type GenerationFacts = {
  /** Requests that it took to send the whole talk. */
  readonly parts: number
  /** Statements of its first answer that were refused and asked for once more. */
  readonly refused: number
  /** Of those, the statements that the second answer mended. */
  readonly repaired: number
}

/** A section that a template version wants in a note. */
export type TemplateSection = {
  readonly key: string
  readonly title: string
  readonly code: string
  readonly required: boolean
  readonly draws: readonly ClaimKind[]
  /** The sources of its statements; absent: both. */
  readonly sources?: readonly SectionSource[]
  /** `time`: in the order of time, each statement with its source in the document. */
  readonly order?: 'time'
  /** How a document shows the section; absent: a list of its statements. D267. */
  readonly layout?: SectionLayout
  /** For an outside drafter: how to write this section. */
  readonly instructions?: string
}

/** `prose`: paragraphs. `table`: a row for each medicine or allergy. `changes`: such a table with the change of each medicine. */
export const sectionLayouts = ['prose', 'table', 'changes'] as const
export type SectionLayout = (typeof sectionLayouts)[number]

/** `letter`: whole sentences about the patient. `patient`: whole sentences to the patient, in plain words. D267. */
export const voices = ['letter', 'patient'] as const
export type Voice = (typeof voices)[number]

export const sectionSources = ['consultation', 'record'] as const
export type SectionSource = (typeof sectionSources)[number]

/** How the tenant wants drafts of a template. Stored under the template's id. D269. */
export type TemplateStyle = {
  readonly sections: readonly { readonly key: string; readonly title?: string }[]
  readonly preferredNames: readonly string[]
}

/** For an outside drafter: made-up words of a talk, and the statement that a note should make of them. D266. */
export type TemplateExample = { readonly said: string; readonly written: string }

export type NoteTemplate = {
  readonly title: string
  /** LOINC document type. */
  readonly code: string
  readonly sections: readonly TemplateSection[]
  /** How the embedded drafter words its statements; absent: as a note. */
  readonly voice?: Voice
  /** Rows of the table of preferred names that the tenant has chosen; never part of a stored version. D269. */
  readonly preferredNames?: readonly string[]
  /** For an outside drafter: how to write the document. D266. */
  readonly instructions?: string
  readonly examples?: readonly TemplateExample[]
}

export type Finding = {
  readonly rule: string
  /** Absent if the finding is about the whole note or a section. */
  readonly statementId?: string
  readonly section?: string
  /** The fixed text of the rule. */
  readonly message: string
  /** A clinician has attested it. */
  readonly attested: boolean
}

export type Verification = {
  readonly outcome: 'passed' | 'failed' | 'not_run'
  /** Why it did not run. */
  readonly reason?: string
  readonly findings: readonly Finding[]
  /** 0 to 1. */
  readonly confidence: number
  /** Share of statements with supporting evidence, from 0 to 1. */
  readonly coverage: number
  /** Absent if no second reading is configured. D296. */
  readonly secondReading?: SecondReading
}

export const secondReadingOutcomes = ['read', 'not_consented', 'feature_disabled'] as const
export type SecondReading = {
  readonly outcome: (typeof secondReadingOutcomes)[number]
  /** The model that read. */
  readonly by: string
}

/** Sections whose LOINC code says what belongs there, whatever they list. */
const byCode: Readonly<Record<string, ClaimKind>> = { '11369-6': 'immunisation', '47519-4': 'procedure' }

/** The kinds of a section, and the one that its code names. */
export const listDrawn = ({ draws, code }: Pick<TemplateSection, 'draws' | 'code'>): readonly ClaimKind[] => {
  const named = byCode[code]
  return named === undefined || draws.includes(named) ? draws : [...draws, named]
}

/** A procedure of this consultation stands with its findings, an earlier one with the history, an ordered one with the plan. */
export function homeOf({ kind, time, change }: Claim): ClaimKind {
  if (kind === 'procedure' || kind === 'immunisation') return time === 'past' ? 'history' : 'finding'
  if (kind === 'request' || kind === 'follow-up') return 'plan'
  return kind === 'medication' && change !== undefined ? 'plan' : kind
}

/** The kind under which the template places the claim. */
export const placedAs = (sections: readonly TemplateSection[], claim: Claim): ClaimKind =>
  sections.some((section) => listDrawn(section).includes(claim.kind)) ? claim.kind : homeOf(claim)

/**
 * The claim by which the template places a statement. A section that shows changes of medicines takes each statement of a change, and a
 * section that draws requests takes each referral; elsewhere the first claim counts.
 */
export function placingClaim(sections: readonly TemplateSection[], claims: readonly Claim[]): Claim | undefined {
  const showsChanges = sections.some(({ layout }) => layout === 'changes')
  const drawsRequests = sections.some(({ draws }) => draws.includes('request'))
  return (
    claims.find(({ change }) => showsChanges && change !== undefined) ??
    claims.find(({ kind, concept }) => drawsRequests && kind === 'request' && concept.startsWith('referral')) ??
    claims[0]
  )
}

/** The kinds of claims that a statement of the section may have: an order that changes a medicine, or refers, is a plan too. */
export const listAllowed = (section: Pick<TemplateSection, 'draws' | 'code' | 'layout'>): readonly ClaimKind[] =>
  section.layout === 'changes' || section.draws.includes('request')
    ? [...listDrawn(section), 'plan']
    : listDrawn(section)
