/** Artifact schema and validation policy of a template: everyone reads them, an operator replaces them. */
import { z } from 'zod'
import { gateNames } from '../../core/gates.ts'
import { Problem } from '../../core/problems.ts'
import { documentFormatNames } from '../../documents/formats.ts'
import { listSchemaFaults, type SchemaFault } from '../../domain/template/template-rules.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, named, storedMembers } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import {
  type ArtifactSchemaContent,
  asJson,
  evidenceKinds,
  hubAddress,
  hubContent,
  recipientClasses,
} from '../../store/hub-resources.ts'
import { representation } from '../../store/resources/content.ts'
import type { Tx } from '../../store/transaction.ts'
import { namesOf, readMembers, takeBack } from '../artifacts/read-back.ts'
import { artifactTypeName, exportFormat } from '../fields.ts'
import type { Hub } from '../hub.ts'

const once = <T>(items: readonly T[]): boolean => new Set(items).size === items.length

const artifactSchemaFields = {
  artifactTypes: z.array(artifactTypeName).min(1).max(20).refine(once, 'must not repeat'),
  requiredFields: z
    .array(z.string().regex(/^(?:title|author|transcriptIds|sections\.[a-z0-9-]{1,40})$/))
    .max(60)
    .refine(once, 'must not repeat'),
  recipientClass: z.enum(recipientClasses),
  gate: z.enum(gateNames),
  formats: z.array(exportFormat).max(documentFormatNames.length).refine(once, 'must not repeat'),
}

const exampleSchema = {
  artifactTypes: ['letter'],
  requiredFields: ['title', 'sections.plan'],
  recipientClass: 'practitioner' as const,
  gate: 'clinical_review' as const,
  formats: ['pdf' as const, 'cda' as const],
}
const schemaNames = namesOf(artifactSchemaFields)
export const artifactSchemaAnswer = named(
  'ArtifactSchema',
  z.strictObject({ ...storedMembers, ...artifactSchemaFields }),
  {
    ...exampleStored,
    ...exampleSchema,
  },
)
export const artifactSchema = named(
  'NewArtifactSchema',
  z.strictObject({ ...readMembers(artifactSchemaAnswer, schemaNames), ...artifactSchemaFields }),
  exampleSchema,
)

const share = z.number().min(0).max(1)

const validationPolicyFields = {
  threshold: share,
  evidence: z.strictObject({
    kinds: z.array(z.enum(evidenceKinds)).min(1).max(evidenceKinds.length).refine(once, 'must not repeat'),
    minimumPerStatement: z.number().int().min(1).max(10),
    minimumCoverage: share,
  }),
  review: z.strictObject({
    maximumAttested: z.number().int().min(0).max(500),
    verificationHours: z.number().int().min(1).max(8760),
  }),
}

const examplePolicy = {
  threshold: 0.6,
  evidence: { kinds: [...evidenceKinds], minimumPerStatement: 1, minimumCoverage: 0.9 },
  review: { maximumAttested: 5, verificationHours: 24 },
}
const policyNames = namesOf(validationPolicyFields)
export const validationPolicyAnswer = named(
  'ValidationPolicy',
  z.strictObject({ ...storedMembers, ...validationPolicyFields }),
  { ...exampleStored, ...examplePolicy },
)
export const validationPolicy = named(
  'NewValidationPolicy',
  z.strictObject({ ...readMembers(validationPolicyAnswer, policyNames), ...validationPolicyFields }),
  examplePolicy,
)

type RulesType = 'ArtifactSchema' | 'ValidationPolicy'

async function readRules({ caller, params }: HandlerRequest<'templateId'>, hub: Hub, type: RulesType) {
  return hub.transact(caller, async (tx) => ok(representation(await tx.read(hubAddress(type, params.templateId)))))
}

export const readArtifactSchema = (request: HandlerRequest<'templateId'>, hub: Hub) =>
  readRules(request, hub, 'ArtifactSchema')

export const readValidationPolicy = (request: HandlerRequest<'templateId'>, hub: Hub) =>
  readRules(request, hub, 'ValidationPolicy')

type Putting<Name extends string> = {
  readonly type: RulesType
  readonly event: 'template.schema-changed' | 'template.policy-changed'
  /** The members that it sets. */
  readonly names: readonly Name[]
}

/** A new version of the rules; artifacts that were verified by the one before need a new verification. */
async function putRules<Rules extends object, Name extends keyof Rules & string>(
  { caller, params, body, expected }: HandlerRequest<'templateId', Rules>,
  hub: Hub,
  { type, event, names, check = async () => undefined }: Putting<Name> & { readonly check?: (tx: Tx) => Promise<void> },
) {
  return hub.transact(caller, async (tx) => {
    // Locked before the rules, as at a publication.
    await tx.read(hubAddress('Template', params.templateId), 'update')
    const stored = await tx.read(hubAddress(type, params.templateId), 'update')
    checkVersion(stored, expected)
    const rules = takeBack(body, representation(stored), names)
    await check(tx)
    const changed = await tx.put({ ...stored, content: asJson(rules), expected: stored.version })
    tx.record(event, { resourceType: type, resourceId: stored.id, version: changed.version })
    return ok(representation(changed))
  })
}

export const replaceArtifactSchema = (
  request: HandlerRequest<'templateId', z.output<typeof artifactSchema>>,
  hub: Hub,
) =>
  putRules(request, hub, {
    type: 'ArtifactSchema',
    event: 'template.schema-changed',
    names: schemaNames,
    check: (tx) => checkPublished(tx, request.params.templateId, request.body),
  })

export const replaceValidationPolicy = (
  request: HandlerRequest<'templateId', z.output<typeof validationPolicy>>,
  hub: Hub,
) => putRules(request, hub, { type: 'ValidationPolicy', event: 'template.policy-changed', names: policyNames })

const versionsAtOnce = 200

/** If a published version contradicted the schema, nothing could be drafted with it. */
async function checkPublished(tx: Tx, templateId: string, schema: ArtifactSchemaContent): Promise<void> {
  const search = { space: 'hub', type: 'TemplateVersion', limit: versionsAtOnce } as const
  const where = [{ parameter: 'templateId', values: [templateId] }]
  const places: Readonly<Record<SchemaFault['field'], string>> = {
    artifactType: 'artifactTypes',
    sections: 'requiredFields',
  }
  for (let page = await tx.search({ ...search, where }); ; ) {
    const published = page.items.map((stored) => hubContent('TemplateVersion', stored)).filter(isPublished)
    const faults = published.flatMap((version) => listSchemaFaults(version, schema))
    const fields = [...new Set(faults.map(({ field }) => places[field] ?? field))]
    if (fields.length > 0)
      throw new Problem('business-rule', {
        detail: 'A published version of the template is not compatible with the artifact schema',
        errors: fields.map((field) => ({ field, message: 'contradicts a published version' })),
      })
    if (page.next === undefined) return
    page = await tx.search({ ...search, where, after: page.next })
  }
}

const isPublished = ({ status }: { readonly status: string }): boolean => status === 'published'
