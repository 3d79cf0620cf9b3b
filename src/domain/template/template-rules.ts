/** The rules beside a template: artifact schema and validation policy, each one row a template with its own versions. */
import {
  type ArtifactSchemaContent,
  evidenceKinds,
  hubAddress,
  hubContent,
  type TemplateVersionContent,
  type ValidationPolicyContent,
} from '../../store/hub-resources.ts'
import type { Tx } from '../../store/transaction.ts'

export const defaultArtifactSchema = (artifactType: string): ArtifactSchemaContent => ({
  artifactTypes: [artifactType],
  requiredFields: ['title'],
  recipientClass: 'organisation',
  gate: 'clinical_review',
  formats: ['bundle', 'hl7v2', 'cda', 'pdf', 'rtf', 'html', 'text'],
})

export const defaultValidationPolicy: ValidationPolicyContent = {
  threshold: 0.5,
  evidence: { kinds: evidenceKinds, minimumPerStatement: 1, minimumCoverage: 0.5 },
  review: { maximumAttested: 200, verificationHours: 720 },
}

export type TemplateRules = {
  readonly schema: ArtifactSchemaContent
  readonly schemaVersion: number
  readonly policy: ValidationPolicyContent
  readonly policyVersion: number
}

const schemaPlace = (templateId: string) => hubAddress('ArtifactSchema', templateId)
const policyPlace = (templateId: string) => hubAddress('ValidationPolicy', templateId)

export const templateRulePlaces = (templateId: string) => [schemaPlace(templateId), policyPlace(templateId)]

/** In one trip. */
export async function readTemplateRules(tx: Tx, templateId: string): Promise<TemplateRules> {
  await tx.readAhead(templateRulePlaces(templateId))
  const schema = await tx.read(schemaPlace(templateId))
  const policy = await tx.read(policyPlace(templateId))
  return {
    schema: hubContent('ArtifactSchema', schema),
    schemaVersion: schema.version,
    policy: hubContent('ValidationPolicy', policy),
    policyVersion: policy.version,
  }
}

export type SchemaFault = { readonly field: string; readonly message: string }

/** Contradictions of a template version and an artifact schema. */
export function listSchemaFaults(
  version: Pick<TemplateVersionContent, 'artifactType' | 'sections'>,
  schema: ArtifactSchemaContent,
): readonly SchemaFault[] {
  const keys = new Set(version.sections.map(({ key }) => `sections.${key}`))
  return [
    ...(schema.artifactTypes.includes(version.artifactType)
      ? []
      : [{ field: 'artifactType', message: 'is not an artifact type of the schema' }]),
    ...schema.requiredFields.flatMap((field) =>
      field.startsWith('sections.') && !keys.has(field)
        ? [{ field: 'sections', message: 'a section that the schema requires is missing' }]
        : [],
    ),
  ]
}
