/**
 * The templates that every tenant has. A published version never changes: a change is a new version, which src/hub/templates/seed.ts publishes.
 * LOINC codes and names come from HL7 terminology 7.0.1 and R4 (c80-doc-typecodes, doc-section-codes); document types of the national
 * record come from the libraries of the Digital Health Agency.
 */
import type { ClaimKind, TemplateSection, Voice } from '../../core/clinical-note.ts'
import { defaultArtifactSchema, defaultValidationPolicy } from '../../domain/template/template-rules.ts'
import type {
  ArtifactSchemaContent,
  TemplateContent,
  TemplateVersionContent,
  ValidationPolicyContent,
} from '../../store/hub-resources.ts'

export type BuiltIn = {
  readonly id: string
  readonly template: TemplateContent
  readonly versionId: string
  readonly version: TemplateVersionContent
  /** The version of an earlier release, in tenants that have it. */
  readonly replaces?: string
  readonly schema: ArtifactSchemaContent
  readonly policy: ValidationPolicyContent
}

type SectionRow = readonly [
  key: string,
  title: string,
  loinc: string,
  draws: readonly ClaimKind[],
  more?: { readonly required?: true } & Pick<TemplateSection, 'sources' | 'order' | 'layout'>,
]

const required = { required: true } as const
const prose = { layout: 'prose' } as const
const table = { layout: 'table' } as const
const changes = { layout: 'changes' } as const
/** If a text tells a patient that something was said to them, somebody must have said it to them. */
const spoken = { sources: ['consultation'] } as const

/** The kinds that there were when the chronology was published. */
const everyKind = ['complaint', 'symptom', 'finding', 'vital', 'history', 'medication', 'allergy', 'family', 'social', 'impression', 'plan', 'safety-net'] as const satisfies readonly ClaimKind[] // biome-ignore format: a list

// biome-ignore format: one row a line
const shared = {
  history:     ['history',     'Past history',                    '11348-0', ['history']],
  medicines:   ['medicines',   'Medicines',                       '10160-0', ['medication']],
  allergies:   ['allergies',   'Allergies and adverse reactions', '48765-2', ['allergy']],
  family:      ['family',      'Family history',                  '10157-6', ['family']],
  social:      ['social',      'Social history',                  '29762-2', ['social']],
  examination: ['examination', 'Examination and measurements',    '29545-1', ['finding', 'vital']],
} as const satisfies Readonly<Record<string, SectionRow>>

/** In a letter. */
// biome-ignore format: one row a line
const written = {
  history:     ['history',     'Past history',                    '11348-0', ['history'], prose],
  medicines:   ['medicines',   'Current medicines',               '10160-0', ['medication'], table],
  allergies:   ['allergies',   'Allergies and adverse reactions', '48765-2', ['allergy'], table],
  family:      ['family',      'Family history',                  '10157-6', ['family'], prose],
  social:      ['social',      'Social history',                  '29762-2', ['social'], prose],
  examination: ['examination', 'Examination and measurements',    '29545-1', ['finding', 'vital'], prose],
} as const satisfies Readonly<Record<string, SectionRow>>

// biome-ignore format: one row a line
const sections = {
  soap: [
    ['subjective',   'Subjective',           '61150-9', ['complaint', 'symptom', 'history', 'medication', 'allergy', 'family', 'social'], required],
    ['objective',    'Objective',            '61149-1', ['finding', 'vital']],
    ['assessment',   'Assessment',           '51848-0', ['impression']],
    ['plan',         'Plan',                 '18776-5', ['plan', 'safety-net']],
  ],
  returnLetter: [
    ['presentation', 'Presentation',         '10164-2', ['complaint', 'symptom'], { ...required, ...prose }],
    ['opinion',      'Opinion',              '51848-0', ['impression'], prose],
    ['plan',         'Plan',                 '18776-5', ['plan', 'safety-net'], prose],
    written.history, written.medicines, written.allergies, written.family, written.social, written.examination,
  ],
  referral: [
    ['reason',       'Reason for referral',  '42349-1', ['request', 'complaint', 'symptom', 'impression'], { ...required, ...prose }],
    written.history, written.medicines, written.allergies, written.family, written.social, written.examination,
    ['plan',         'Management so far',    '18776-5', ['plan', 'safety-net'], prose],
  ],
  carePlan: [
    ['concerns',     'Health concerns',      '10164-2', ['complaint', 'symptom'], required],
    ['problems',     'Problems',             '11450-4', ['impression', 'history']],
    shared.medicines, shared.allergies, shared.social, shared.examination,
    ['actions',      'Actions',              '18776-5', ['plan']],
    ['seek-help',    'When to seek help',    '69730-0', ['safety-net']],
  ],
  patientSummary: [
    ['reason',       'Why you were seen',    '29299-5', ['complaint', 'symptom'], required],
    ['findings',     'What was found',       '29545-1', ['finding', 'vital']],
    ['impression',   'What we think it is',  '51848-0', ['impression'], spoken],
    ['history',      'Your conditions',      '11348-0', ['history'], spoken],
    ['medicines',    'Your medicines',       '10160-0', ['medication']],
    ['allergies',    'Your allergies',       '48765-2', ['allergy']],
    ['plan',         'What happens next',    '18776-5', ['plan']],
    ['seek-help',    'When to seek help',    '69730-0', ['safety-net']],
  ],
  dischargeSummary: [
    ['course',       'Presentation and course', '8648-8', ['complaint', 'symptom'], required],
    ['diagnoses',    'Diagnoses',               '11535-2', ['impression']],
    shared.history,
    ['medicines',    'Medicines at discharge',  '10183-2', ['medication'], changes],
    written.allergies, shared.social, shared.examination,
    ['plan',         'Plan',                    '18776-5', ['plan']],
    ['instructions', 'Instructions',            '8653-8',  ['safety-net']],
  ],
  eventSummary: [
    ['event',        'Event',                '10164-2', ['complaint', 'symptom'], required],
    ['diagnoses',    'Diagnoses',            '11450-4', ['impression', 'history']],
    ['medicines',    'Medicines',            '10160-0', ['medication'], changes],
    written.allergies, shared.examination,
    ['plan',         'Plan',                 '18776-5', ['plan', 'safety-net']],
  ],
  specialistLetter: [
    ['presentation', 'Presentation',         '10164-2', ['complaint', 'symptom'], { ...required, ...prose }],
    written.history, written.examination,
    ['response',     'Response',             '51848-0', ['impression'], prose],
    ['plan',         'Recommendations',      '18776-5', ['plan', 'safety-net'], prose],
    written.medicines, written.allergies,
  ],
  sharedHealthSummary: [
    written.allergies, written.medicines,
    ['history',      'Medical history',      '11348-0', ['history', 'impression'], table],
    ['immunisations', 'Immunisations',       '11369-6', []],
  ],
  chronology: [
    ['earlier',      'Earlier record',       '11329-0', ['history', 'medication', 'allergy'], { sources: ['record'], order: 'time' }],
    ['events',       'Events in order',      '55108-5', everyKind, { ...spoken, ...required, order: 'time' }],
  ],
} as const satisfies Readonly<Record<string, readonly SectionRow[]>>

const buildSections = (rows: readonly SectionRow[]): readonly TemplateSection[] =>
  rows.map(([key, title, code, draws, { required: isRequired = false, ...more } = {}]) => ({
    key,
    title,
    code,
    required: isRequired,
    draws,
    ...more,
  }))

type TemplateRow = {
  /** Part of the template's id and of its version's id; never reused. */
  readonly number: string
  readonly name: string
  readonly artifactType: string
  /** Title and type of the document. */
  readonly title: string
  readonly code: string
  readonly codeDisplay: string
  readonly sections: readonly SectionRow[]
  readonly recipientClass: ArtifactSchemaContent['recipientClass']
  readonly gate: string
  readonly voice?: Voice
  /** This is the second version: the first one had only lists in the words of a note. */
  readonly isSecond?: true
}

// biome-ignore format: one row a line
const rows = [
  { number: '1', name: 'SOAP note',               artifactType: 'note',                  title: 'Consultation note',        code: '11488-4', codeDisplay: 'Consult note',              sections: sections.soap,                recipientClass: 'organisation',    gate: 'clinical_review' },
  { number: '2', name: 'Return letter',           artifactType: 'return_letter',         title: 'Return letter',            code: '51852-2', codeDisplay: 'Letter',                    sections: sections.returnLetter,        recipientClass: 'practitioner',    gate: 'clinical_review', voice: 'letter', isSecond: true },
  { number: '3', name: 'Referral',                artifactType: 'referral',              title: 'Referral',                 code: '57133-1', codeDisplay: 'Referral note',             sections: sections.referral,            recipientClass: 'practitioner',    gate: 'clinical_review', voice: 'letter', isSecond: true },
  { number: '4', name: 'Care plan',               artifactType: 'care_plan',             title: 'Care plan',                code: '18776-5', codeDisplay: 'Plan of care note',         sections: sections.carePlan,            recipientClass: 'practitioner',    gate: 'clinical_review' },
  { number: '5', name: 'Patient summary',         artifactType: 'patient_summary',       title: 'Summary of your visit',    code: '60591-5', codeDisplay: 'Patient summary Document',  sections: sections.patientSummary,      recipientClass: 'patient',         gate: 'patient_release', voice: 'patient', isSecond: true },
  { number: '6', name: 'Discharge summary',       artifactType: 'discharge_summary',     title: 'Discharge summary',        code: '18842-5', codeDisplay: 'Discharge summary',         sections: sections.dischargeSummary,    recipientClass: 'practitioner',    gate: 'clinical_review', isSecond: true },
  { number: '7', name: 'Event summary',           artifactType: 'event_summary',         title: 'Event summary',            code: '34133-9', codeDisplay: 'Summary of episode note',   sections: sections.eventSummary,        recipientClass: 'national_record', gate: 'clinical_review', isSecond: true },
  { number: '8', name: 'Specialist letter',       artifactType: 'specialist_letter',     title: 'Specialist letter',        code: '51852-2', codeDisplay: 'Letter',                    sections: sections.specialistLetter,    recipientClass: 'practitioner',    gate: 'clinical_review', voice: 'letter', isSecond: true },
  { number: '9', name: 'Shared health summary',   artifactType: 'shared_health_summary', title: 'Shared health summary',    code: '60591-5', codeDisplay: 'Patient summary Document',  sections: sections.sharedHealthSummary, recipientClass: 'national_record', gate: 'clinical_review', isSecond: true },
  { number: 'a', name: 'Medico-legal chronology', artifactType: 'medico_legal_chronology', title: 'Medico-legal chronology',  code: '64299-1', codeDisplay: 'Legal document',            sections: sections.chronology,          recipientClass: 'legal',           gate: 'medico_legal_disclosure' },
] as const satisfies readonly TemplateRow[]

const buildBuiltIn = ({ number, name, artifactType, title, code, codeDisplay, ...row }: TemplateRow): BuiltIn => {
  const id = `00000000-0000-7000-8000-0000000050a${number}`
  const first = `00000000-0000-7000-8000-0000000050b${number}`
  const versionId = row.isSecond === true ? `00000000-0000-7000-8000-0000000050c${number}` : first
  return {
    id,
    template: { title: name, artifactType, builtIn: true, currentVersionId: versionId },
    versionId,
    ...(row.isSecond === true ? { replaces: first } : {}),
    version: {
      templateId: id,
      label: row.isSecond === true ? '2.0.0' : '1.0.0',
      status: 'published',
      artifactType,
      title,
      code,
      codeDisplay,
      sections: buildSections(row.sections),
      ...(row.voice === undefined ? {} : { voice: row.voice }),
      schemaVersion: 1,
    },
    schema: { ...defaultArtifactSchema(artifactType), recipientClass: row.recipientClass, gate: row.gate },
    policy: defaultValidationPolicy,
  }
}

const [soapNote, ...others] = rows
/** The SOAP note comes first. */
export const builtInTemplates = [buildBuiltIn(soapNote), ...others.map(buildBuiltIn)] as const
