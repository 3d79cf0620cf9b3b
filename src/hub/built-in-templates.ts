/** The templates that every tenant has. Spec 4.2; LOINC codes of document and sections. */
import type { TemplateContent, TemplateVersionContent } from '../store/hub-resources.ts'

type BuiltIn = {
  readonly id: string
  readonly template: TemplateContent
  readonly versionId: string
  readonly version: TemplateVersionContent
}

const soapNoteId = '00000000-0000-7000-8000-0000000050a1'
const soapNoteVersionId = '00000000-0000-7000-8000-0000000050b1'

export const builtInTemplates = [
  {
    id: soapNoteId,
    template: { title: 'SOAP note', artifactType: 'note', builtIn: true, currentVersionId: soapNoteVersionId },
    versionId: soapNoteVersionId,
    version: {
      templateId: soapNoteId,
      label: '1.0.0',
      status: 'published',
      artifactType: 'note',
      title: 'Consultation note',
      code: '11488-4',
      codeDisplay: 'Consult note',
      sections: [
        {
          key: 'subjective',
          title: 'Subjective',
          code: '61150-9',
          required: true,
          draws: ['complaint', 'symptom', 'history', 'medication', 'allergy', 'family', 'social'],
        },
        { key: 'objective', title: 'Objective', code: '61149-1', required: false, draws: ['finding', 'vital'] },
        { key: 'assessment', title: 'Assessment', code: '51848-0', required: false, draws: ['impression'] },
        { key: 'plan', title: 'Plan', code: '18776-5', required: false, draws: ['plan', 'safety-net'] },
      ],
      gate: 'clinical_review',
      formats: ['bundle', 'hl7v2', 'cda', 'pdf', 'rtf'],
      policy: { version: '2026-11-01', threshold: 0.5 },
    },
  },
] as const satisfies readonly BuiltIn[]
