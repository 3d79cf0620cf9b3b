/** The template catalogue: an operator adds to it, everyone reads it. docs/design/hub.md#routes. */
import { z } from 'zod'
import { newId } from '../../core/ids.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import {
  defaultArtifactSchema,
  defaultValidationPolicy,
  readTemplateRules,
} from '../../domain/template/template-rules.ts'
import { exampleStored, identifier, listOf, named, storedMembers } from '../../http/reply/answers.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import {
  type ArtifactSchemaContent,
  asJson,
  type HubType,
  hubAddress,
  hubContent,
  type TemplateVersionContent,
  type ValidationPolicyContent,
} from '../../store/hub-resources.ts'
import { representation } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { artifactTypeName, line, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { pageQuery, readPage } from '../paging.ts'
import { builtInTemplates } from './built-in-templates.ts'

export const templateQuery = pageQuery.extend({ artifactType: artifactTypeName.optional() })

const [soapNote] = builtInTemplates

export const templateAnswer = named(
  'Template',
  z.strictObject({
    ...storedMembers,
    title: z.string(),
    artifactType: z.string(),
    builtIn: z.boolean(),
    currentVersionId: identifier.optional(),
  }),
  { ...exampleStored, ...soapNote.template, id: soapNote.id },
)
export const templateList = listOf(templateAnswer)

export const newTemplate = named(
  'NewTemplate',
  z.strictObject({
    id: uuid.optional(),
    title: line(200),
    artifactType: artifactTypeName,
  }),
  { title: 'Wound care letter', artifactType: 'letter' },
)

/** Writes a resource that must not exist yet. */
export async function putNew(tx: Tx, type: HubType, id: string, content: object): Promise<Stored> {
  return tx.put({ ...hubAddress(type, id), content: asJson(content), expected: 0 })
}

/** With default rules, until others are put; it drafts nothing before a version is published. */
export async function createTemplate({ caller, body }: HandlerRequest<never, z.output<typeof newTemplate>>, hub: Hub) {
  const { id: given, title, artifactType } = body
  const id = given ?? newId()
  return hub.transact(caller, async (tx) => {
    const stored = await putNew(tx, 'Template', id, { title, artifactType, builtIn: false })
    await putRules(tx, id, { schema: defaultArtifactSchema(artifactType), policy: defaultValidationPolicy })
    tx.record('template.created', { resourceType: 'Template', resourceId: id })
    return created(representation(stored), `/v1/templates/${id}`)
  })
}

type Rules = { readonly schema: ArtifactSchemaContent; readonly policy: ValidationPolicyContent }

export async function putRules(tx: Tx, id: string, { schema, policy }: Rules): Promise<void> {
  await putNew(tx, 'ArtifactSchema', id, schema)
  await putNew(tx, 'ValidationPolicy', id, policy)
}

export async function listTemplates(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof templateQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { artifactType } = query
    const where = artifactType === undefined ? [] : [{ parameter: 'artifactType', values: [artifactType] }]
    const { items, nextCursor } = await readPage(tx, { list: 'templates', query, type: 'Template', where })
    return ok({ items: items.map(representation), nextCursor })
  })
}

export async function readTemplate({ caller, params }: HandlerRequest<'templateId'>, hub: Hub) {
  return hub.transact(caller, async (tx) =>
    ok(representation(await tx.read(hubAddress('Template', params.templateId)))),
  )
}

export type UsableVersion = TemplateVersionContent & {
  readonly id: string
  /** From the present artifact schema. */
  readonly gate: string
}

const unusable = (field: string, detail: string): Problem =>
  new Problem('business-rule', { detail, errors: [{ field, message: 'is not published' }] })

async function findVersion(tx: Tx, templateId: string, id: string): Promise<UsableVersion | undefined> {
  const stored = await tx.find(hubAddress('TemplateVersion', id))
  const version = stored === undefined ? undefined : hubContent('TemplateVersion', stored)
  if (version?.templateId !== templateId) return undefined
  const { schema } = await readTemplateRules(tx, templateId)
  return { ...version, id, gate: schema.gate }
}

/** The version for a new draft: the named one, or else the template's current one. It must be published. */
export async function readPublishedVersion(tx: Tx, templateId: string, versionId?: string): Promise<UsableVersion> {
  const template = await tx.find(hubAddress('Template', templateId))
  if (template === undefined) throw invalidField('templateId', 'names no template of this tenant')
  const id = versionId ?? hubContent('Template', template).currentVersionId
  if (id === undefined) throw unusable('templateId', 'The template has no published version')
  const version = await findVersion(tx, templateId, id)
  if (version === undefined) throw invalidField('templateVersionId', 'names no version of the template')
  if (version.status === 'published') return version
  throw unusable('templateVersionId', 'The template version is not published')
}

/** The version with which an artifact was drafted; it stays usable after the version is retired. */
export async function readDraftedVersion(tx: Tx, templateId: string, versionId: string): Promise<UsableVersion> {
  const version = await findVersion(tx, templateId, versionId)
  if (version === undefined) throw new Problem('not-found')
  return version
}
