/** A release gate's queue: what waits for a clinician, oldest first. Spec 4.1. */
import { z } from 'zod'
import { ok } from '../http/reply.ts'
import type { HandlerRequest } from '../http/route.ts'
import { Problem } from '../problems.ts'
import type { Stored } from '../store/content.ts'
import { hubContent } from '../store/hub-resources.ts'
import { uuid } from './fields.ts'
import type { Hub } from './hub.ts'
import { pageQuery, readPage } from './paging.ts'

export const gates = ['clinical_review', 'second_reviewer', 'medico_legal_disclosure', 'patient_release'] as const

export const queueQuery = pageQuery.extend({
  spokeId: z.string().max(40).optional(),
  templateId: uuid.optional(),
  verification: z.enum(['passed', 'failed', 'not_run', 'none']).optional(),
})

export async function listGateQueue(
  { caller, params, query }: HandlerRequest<'gateName', undefined, z.output<typeof queueQuery>>,
  hub: Hub,
) {
  if (!gates.some((gate) => gate === params.gateName)) throw new Problem('not-found')
  return hub.transact(caller, async (tx) => {
    const list = `queue|${params.gateName}`
    const where = [
      { parameter: 'queue', values: [params.gateName] },
      ...(query.spokeId === undefined ? [] : [{ parameter: 'spoke', values: [query.spokeId] }]),
      ...(query.templateId === undefined ? [] : [{ parameter: 'templateId', values: [query.templateId] }]),
      ...(query.verification === undefined ? [] : [{ parameter: 'verification', values: [query.verification] }]),
    ]
    const { items, nextCursor } = await readPage(tx, { list, query, type: 'Artifact', where, order: 'oldest' })
    tx.record('queue.read', { resourceType: 'Artifact', count: items.length })
    return ok({ items: items.map((stored) => queueItem(stored, tx.at)), nextCursor })
  })
}

/** Identifiers, states and age: the text of the artifact is read on its own. */
function queueItem(stored: Stored, at: string) {
  const { encounterId, templateId, artifactType, state, gate, spoke, verification } = hubContent('Artifact', stored)
  return {
    artifactId: stored.id,
    version: stored.version,
    encounterId,
    templateId,
    artifactType,
    state,
    gate,
    spokeId: spoke,
    verification: verification?.outcome ?? 'none',
    findings: verification?.findings.length ?? 0,
    waitingSince: stored.createdAt,
    ageMs: Math.max(0, Date.parse(at) - Date.parse(stored.createdAt)),
  }
}
