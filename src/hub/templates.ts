/** The template catalogue. Spec 4.2. */
import type { z } from 'zod'
import { ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { Problem } from '../problems.ts'
import { representation } from '../store/content.ts'
import { hubContent, hubPlace, type TemplateVersionContent } from '../store/hub-resources.ts'
import type { Tx } from '../store/transaction.ts'
import type { Hub } from './hub.ts'
import { pageQuery, readPage } from './paging.ts'

export const templateQuery = pageQuery

export async function listTemplates(
  { caller, query }: HandlerRequest<never, undefined, z.output<typeof templateQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    const { items, nextCursor } = await readPage(tx, { list: 'templates', query, type: 'Template', where: [] })
    return ok({ items: items.map(representation), nextCursor })
  })
}

export async function readTemplate({ caller, params }: HandlerRequest<'templateId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => ok(representation(await tx.read(hubPlace('Template', params.templateId)))))
}

export async function listTemplateVersions(
  { caller, params, query }: HandlerRequest<'templateId', undefined, z.output<typeof templateQuery>>,
  hub: Hub,
) {
  return hub.transact(caller, async (tx) => {
    await tx.read(hubPlace('Template', params.templateId))
    const where = [{ parameter: 'templateId', values: [params.templateId] }]
    const { items, nextCursor } = await readPage(tx, {
      list: 'template-versions',
      query,
      type: 'TemplateVersion',
      where,
    })
    return ok({ items: items.map(representation), nextCursor })
  })
}

export async function readTemplateVersion({ caller, params }: HandlerRequest<'templateId' | 'versionId'>, hub: Hub) {
  return hub.transact(caller, async (tx) => {
    const stored = await tx.read(hubPlace('TemplateVersion', params.versionId))
    if (hubContent('TemplateVersion', stored).templateId !== params.templateId) throw new Problem('not-found')
    return ok(representation(stored))
  })
}

export type PublishedVersion = TemplateVersionContent & { readonly id: string }

/** The version to draft by: the one that is named, else the template's current one. Only a published one serves. */
export async function readPublishedVersion(tx: Tx, templateId: string, versionId?: string): Promise<PublishedVersion> {
  const template = hubContent('Template', await tx.read(hubPlace('Template', templateId)))
  const id = versionId ?? template.currentVersionId
  const version = hubContent('TemplateVersion', await tx.read(hubPlace('TemplateVersion', id)))
  if (version.templateId !== templateId || version.status !== 'published') throw new Problem('not-found')
  return { ...version, id }
}
