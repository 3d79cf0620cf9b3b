/** Properties of templates, their versions and their rules. */
import type { PropertyTexts } from '../describe.ts'

const versionOf = (schema: string): PropertyTexts => ({
  [`${schema}.label`]: 'The name of the version for people, such as 1.0.0. At most 40 characters.',
  [`${schema}.title`]: 'The title that documents of this version have, unless another is given.',
  [`${schema}.code`]: 'The LOINC code of the type of document.',
  [`${schema}.codeDisplay`]: 'The name of that LOINC code.',
  [`${schema}.sections`]: 'The sections of a document, in their order.',
  [`${schema}.sections.key`]:
    'The name of the section, in small letters, digits and hyphens; statements are filed under it.',
  [`${schema}.sections.title`]: 'The heading of the section.',
  [`${schema}.sections.code`]: 'The LOINC code of the section.',
  [`${schema}.sections.required`]: 'Whether a verification fails where the section is empty.',
  [`${schema}.sections.draws`]: 'The kinds of claims that the drafter puts into the section.',
  [`${schema}.sections.sources`]: [
    "Where its claims may come from: what was said in the consultation, or the patient's record.",
    ['consultation', 'record'],
  ],
  [`${schema}.sections.order`]:
    'time: its statements stand in the order of time, as in a chronology. Absent: as they were drafted.',
  [`${schema}.sections.layout`]: [
    'How a document shows the section: prose (paragraphs), table (a row for each medicine, allergy or condition) or changes (a row for each medicine, with its change). Absent: a list of its statements.',
    'prose',
  ],
  [`${schema}.voice`]: [
    'How the embedded drafter words its statements: letter (whole sentences about the patient) or patient (to the patient, in plain words). Absent: as a note.',
    'letter',
  ],
  [`${schema}.sections.instructions`]: [
    'How an outside drafter should write the section. At most 1000 characters.',
    'One sentence for each wound.',
  ],
  [`${schema}.instructions`]: [
    'How an outside drafter should write the document. It cannot lift a rule of verification. At most 4000 characters.',
    'Write to the wound care nurse. Name the wound first.',
  ],
  [`${schema}.examples`]:
    'Up to 8 examples for an outside drafter, made up: no words of a patient. A draft never takes a fact from them.',
  [`${schema}.examples.said`]: ['Words of a talk, made up. At most 500 characters.', 'Change it every other day.'],
  [`${schema}.examples.written`]: [
    'The statement that a document makes of them. At most 500 characters.',
    'Change the dressing every second day.',
  ],
})

const styleOf = (schema: string): PropertyTexts => ({
  [`${schema}.sections`]:
    'Sections in the order that drafts have. Sections that are not named follow in the order of the template.',
  [`${schema}.sections.key`]: 'The key of a section of the current version.',
  [`${schema}.sections.title`]: ['Its heading: one that the code of the section allows.', 'Management'],
  [`${schema}.preferredNames`]: 'Names of symptoms and conditions that drafts use in place of those of the drafter.',
})

export const templateTexts: PropertyTexts = {
  'TemplateStyle.id': 'The identifier of the template that the style is of, a UUID.',
  ...styleOf('TemplateStyle'),
  ...styleOf('NewTemplateStyle'),
  'Template.title': 'The name of the template.',
  'NewTemplate.title': 'The name of the template. At most 200 characters.',
  'NewTemplate.artifactType': 'The kind of document that the template makes, in small letters and underscores.',
  'NewTemplateVersion.artifactType': [
    'The kind of document that this version makes; absent: that of the template.',
    'letter',
  ],
  builtIn: 'Whether it came with the Hub, and not from an operator.',
  currentVersionId: 'The published version by which drafts are made, a UUID; absent while no version is published.',
  'TemplateVersion.templateId': 'The template that this is a version of, a UUID.',
  'TemplateVersion.artifactType': 'The kind of document that this version makes.',
  ...versionOf('TemplateVersion'),
  ...versionOf('NewTemplateVersion'),
  'TemplateVersion.status':
    'How far the version is: draft (it may not be used), published (it never changes) or retired (nothing more is drafted by it).',
  'TemplateVersion.schemaVersion': 'The version of the artifact schema that it was written against.',
  'NewTemplateVersion.schemaVersion': [
    'The version of the artifact schema that it is compatible with; absent: the current one.',
    1,
  ],
  publishedAt: 'When it was published. RFC 3339, UTC, milliseconds.',
  retiredAt: 'When it was retired. RFC 3339, UTC, milliseconds.',
  'ArtifactSchema.id': 'The identifier of the template that the artifact schema is of, a UUID.',
  'ValidationPolicy.id': 'The identifier of the template that the policy is of, a UUID.',
  artifactTypes: 'The kinds of documents that artifacts of the template may be.',
  requiredFields:
    'What must be there when an artifact is verified: title, author, transcriptIds, or sections.<key> for a section.',
  'ArtifactSchema.recipientClass': 'The class of recipients that documents of the template are for.',
  'NewArtifactSchema.recipientClass': 'The class of recipients that documents of the template are for.',
  gate: 'The release gate at which artifacts of the template wait. The spoke may raise it to a stricter one.',
  formats: 'The forms in which its documents may be exported; empty: none.',
  threshold: 'The least confidence that passes a verification, from 0 to 1.',
  'ValidationPolicy.evidence': 'What the statements of an artifact must rest on.',
  'NewValidationPolicy.evidence': 'What the statements of an artifact must rest on.',
  kinds: 'What counts as evidence: segments of transcripts, resources of the record, attestations of clinicians.',
  minimumPerStatement: 'The least number of pieces of evidence for each statement.',
  minimumCoverage: 'The least share of statements that their evidence supports, from 0 to 1.',
  review: 'What clinicians may vouch for, and for how long a verification counts.',
  maximumAttested: 'The greatest number of statements of one artifact that clinicians may vouch for.',
  verificationHours: 'For how many hours a verification counts. An older one approves nothing.',
}
