/** Versions of a template: written as drafts, published once, retired. */
import { z } from 'zod'
import { claimKinds, sectionLayouts, sectionSources, voices } from '../../core/clinical-note.ts'
import { newId } from '../../core/ids.ts'
import { invalidField, Problem } from '../../core/problems.ts'
import { listSchemaFaults, readTemplateRules } from '../../domain/template/template-rules.ts'
import { checkVersion } from '../../http/preconditions.ts'
import { exampleStored, identifier, listOf, named, storedMembers, timestamp } from '../../http/reply/answers.ts'
import { created, ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import {
  asJson,
  hubAddress,
  hubContent,
  type TemplateContent,
  type TemplateVersionContent,
} from '../../store/hub-resources.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import {
  type TemplateVersionOperation,
  templateVersionStates,
  templateVersionTransitions,
  transitionOf,
} from '../../store/transitions.ts'
import { artifactTypeName, line, loinc, sectionKey, uuid } from '../fields.ts'
import type { Hub } from '../hub.ts'
import { pageQuery, readPage } from '../paging.ts'
import { builtInTemplates } from './built-in-templates.ts'
import { putNew } from './templates.ts'

/** The most characters of an outside drafter's instructions, of those for a section, and of each half of an example; the most examples. D266. */
const bounds = { instructions: 4000, section: 1000, example: 500, examples: 8 }

const section = z.strictObject({
  key: sectionKey,
  title: line(200),
  code: loinc,
  required: z.boolean().default(false),
  draws: z.array(z.enum(claimKinds)).max(claimKinds.length).default([]),
  sources: z.array(z.enum(sectionSources)).min(1).max(sectionSources.length).optional(),
  order: z.literal('time').optional(),
  layout: z.enum(sectionLayouts).optional(),
  instructions: line(bounds.section).optional(),
})

const example = z.strictObject({ said: line(bounds.example), written: line(bounds.example) })

export const newTemplateVersion = named(
  'NewTemplateVersion',
  z.strictObject({
    id: uuid.optional(),
    label: line(40),
    artifactType: artifactTypeName.optional(),
    title: line(200),
    code: loinc,
    codeDisplay: line(200),
    sections: z.array(section).min(1).max(50),
    voice: z.enum(voices).optional(),
    instructions: line(bounds.instructions).optional(),
    examples: z.array(example).min(1).max(bounds.examples).optional(),
    /** Version of the artifact schema that it fits; absent: the current one. */
    schemaVersion: z.int().min(1).optional(),
  }),
  {
    label: '1.0.0',
    title: 'Wound care letter',
    code: '51852-2',
    codeDisplay: 'Letter',
    sections: [{ key: 'plan', title: 'Plan', code: '18776-5', draws: ['plan', 'safety-net'] }],
    voice: 'letter',
    instructions: 'Write to the wound care nurse. Name the wound first.',
    examples: [{ said: 'Change it every other day.', written: 'Change the dressing every second day.' }],
  },
)

const [soapNote] = builtInTemplates
const { examples: _none, ...exampleVersion } = soapNote.version

export const templateVersionAnswer = named(
  'TemplateVersion',
  z.strictObject({
    ...storedMembers,
    templateId: identifier,
    label: z.string(),
    status: z.enum(templateVersionStates),
    artifactType: z.string(),
    title: z.string(),
    code: z.string(),
    codeDisplay: z.string(),
    sections: z.array(
      z.strictObject({
        key: z.string(),
        title: z.string(),
        code: z.string(),
        required: z.boolean(),
        draws: z.array(z.enum(claimKinds)),
        sources: z.array(z.enum(sectionSources)).optional(),
        order: z.literal('time').optional(),
        layout: z.enum(sectionLayouts).optional(),
        instructions: z.string().optional(),
      }),
    ),
    voice: z.enum(voices).optional(),
    instructions: z.string().optional(),
    examples: z.array(z.strictObject({ said: z.string(), written: z.string() })).optional(),
    schemaVersion: z.int().min(1),
    publishedAt: timestamp.optional(),
    retiredAt: timestamp.optional(),
  }),
  {
    ...exampleStored,
    ...exampleVersion,
    id: soapNote.versionId,
    schemaVersion: 1,
    sections: soapNote.version.sections.map(({ key, title, code, required, draws }) => ({
      key,
      title,
      code,
      required,
      draws: [...draws],
    })),
  },
)
export const templateVersionList = listOf(templateVersionAnswer)

export const templateVersionQuery = pageQuery

/** A version of the first releases held its rules itself; the template holds them now. */
function presentVersion(stored: Stored) {
  const { id, version, createdAt, updatedAt } = stored
  const { templateId, label, status, artifactType, title, code, codeDisplay, sections, schemaVersion, ...rest } =
    hubContent('TemplateVersion', stored)
  const { voice, instructions, examples, publishedAt, retiredAt } = rest
  const facts = { templateId, label, status, artifactType, title, code, codeDisplay, sections }
  const wording = { voice, instructions, examples }
  const times = { publishedAt, retiredAt }
  return { id, version, createdAt, updatedAt, ...facts, ...wording, schemaVersion: schemaVersion ?? 1, ...times }
}

const versionPath = (templateId: string, id: string): string => `/v1/templates/${templateId}/versions/${id}`

/** A draft: it drafts nothing before it is published, and never changes. */
export async function createTemplateVersion(
  { caller, params, body }: HandlerRequest<'templateId', z.output<typeof newTemplateVersion>>,
  hub: Hub,
) {
  const { templateId } = params
  const { id: given, schemaVersion, ...fields } = body
  const id = given ?? newId()
  checkSections(fields.sections)
  return hub.transact(caller, async (tx) => {
    const template = hubContent('Template', await tx.read(hubAddress('Template', templateId)))
    const rules = await readTemplateRules(tx, templateId)
    if (schemaVersion !== undefined && schemaVersion > rules.schemaVersion)
      throw invalidField('schemaVersion', 'names no version of the artifact schema')
    const content = asJson({
      ...fields,
      templateId,
      status: 'draft',
      artifactType: fields.artifactType ?? template.artifactType,
      schemaVersion: schemaVersion ?? rules.schemaVersion,
    })
    const stored = await putNew(tx, 'TemplateVersion', id, content)
    tx.record('template.version-created', { resourceType: 'TemplateVersion', resourceId: id, toState: 'draft' })
    return created(presentVersion(stored), versionPath(templateId, id))
  })
}

function checkSections(sections: readonly z.output<typeof section>[]): void {
  const keys = sections.map(({ key }) => key)
  const twice = keys.findIndex((key, at) => keys.indexOf(key) !== at)
  if (twice !== -1) throw invalidField(`sections[${twice}].key`, 'is given twice')
  const timed = sections.findIndex(({ order, layout }) => order === 'time' && layout !== undefined)
  if (timed !== -1) throw invalidField(`sections[${timed}].layout`, 'does not go with an order of time')
}

export async function listTemplateVersions(
  { caller, params, query }: HandlerRequest<'templateId', undefined, z.output<typeof templateVersionQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    await tx.read(hubAddress('Template', params.templateId))
    const where = [{ parameter: 'templateId', values: [params.templateId] }]
    const list = `template-versions|${params.templateId}`
    const { items, nextCursor } = await readPage(tx, { list, query, type: 'TemplateVersion', where })
    return ok({ items: items.map(presentVersion), nextCursor })
  })
}

type Named = { readonly templateId: string; readonly versionId: string }

async function readVersionOf(tx: Tx, { templateId, versionId }: Named, lock?: 'update'): Promise<Stored> {
  const stored = await tx.read(hubAddress('TemplateVersion', versionId), lock)
  if (hubContent('TemplateVersion', stored).templateId !== templateId) throw new Problem('not-found')
  return stored
}

export async function readTemplateVersion({ caller, params }: HandlerRequest<keyof Named>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(presentVersion(await readVersionOf(tx, params))))
}

type Moving = {
  readonly operation: TemplateVersionOperation
  readonly event: 'template.version-published' | 'template.version-retired'
  readonly change: (at: string) => Partial<TemplateVersionContent>
  /** Throws if the template's rules forbid it. */
  readonly check: (tx: Tx, version: TemplateVersionContent) => Promise<void>
  /** The template's current version after the move. */
  readonly currentOf: (template: TemplateContent, versionId: string) => string | undefined
}

/** Locks the template first, so that two publications, or a publication and a change of the schema, come one after the other. */
async function moveVersion({ caller, params, expected }: HandlerRequest<keyof Named>, hub: Hub, moving: Moving) {
  const { operation, event, change, check, currentOf } = moving
  return hub.transact(caller, async (tx) => {
    const owner = await tx.read(hubAddress('Template', params.templateId), 'update')
    const stored = await readVersionOf(tx, params, 'update')
    checkVersion(stored, expected)
    const version = hubContent('TemplateVersion', stored)
    const { from, to } = transitionOf(templateVersionTransitions, operation)
    if (!from.some((state) => state === version.status))
      throw new Problem('invalid-transition', {
        detail: `The operation ${operation} is not open from the state ${version.status}`,
      })
    await check(tx, version)
    const content = asJson({ ...version, ...change(tx.at), status: to })
    const moved = await tx.put({ ...hubAddress('TemplateVersion', stored.id), content, expected: stored.version })
    await putCurrent(tx, owner, currentOf(hubContent('Template', owner), stored.id))
    const states = { fromState: version.status, toState: to }
    tx.record(event, { resourceType: 'TemplateVersion', resourceId: stored.id, version: moved.version, ...states })
    return ok(presentVersion(moved))
  })
}

async function putCurrent(tx: Tx, owner: Stored, currentVersionId: string | undefined): Promise<void> {
  const { currentVersionId: before, ...template } = hubContent('Template', owner)
  if (before === currentVersionId) return
  const content = asJson(currentVersionId === undefined ? template : { ...template, currentVersionId })
  await tx.put({ ...hubAddress('Template', owner.id), content, expected: owner.version })
}

/** It must fit the present schema, or it is not published. */
async function checkCompatible(tx: Tx, version: TemplateVersionContent): Promise<void> {
  const { schema, schemaVersion } = await readTemplateRules(tx, version.templateId)
  const outdated =
    (version.schemaVersion ?? 1) === schemaVersion
      ? []
      : [{ field: 'schemaVersion', message: 'is not the current version of the artifact schema' }]
  const errors = [...outdated, ...listSchemaFaults(version, schema)]
  if (errors.length === 0) return
  throw new Problem('business-rule', { detail: 'The version is not compatible with the artifact schema', errors })
}

const publishing: Moving = {
  operation: 'publish',
  event: 'template.version-published',
  change: (publishedAt) => ({ publishedAt }),
  check: checkCompatible,
  currentOf: (_template, versionId) => versionId,
}

/** No older version replaces a retired current one: the operator wants nothing drafted with it. */
const retiring: Moving = {
  operation: 'retire',
  event: 'template.version-retired',
  change: (retiredAt) => ({ retiredAt }),
  check: async () => undefined,
  currentOf: ({ currentVersionId }, versionId) => (currentVersionId === versionId ? undefined : currentVersionId),
}

export const publishTemplateVersion = (request: HandlerRequest<keyof Named>, hub: Hub) =>
  moveVersion(request, hub, publishing)

export const retireTemplateVersion = (request: HandlerRequest<keyof Named>, hub: Hub) =>
  moveVersion(request, hub, retiring)
