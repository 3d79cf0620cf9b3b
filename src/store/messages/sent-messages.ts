/** Messages that were sent: deliveries, with what each attempt sent. Found by control id, document id and artifact, newest first. docs/channels.md#messages. */
import { present, utc } from '../columns.ts'
import type { Tx } from '../transaction.ts'

export type SentMessage = {
  readonly id: string
  readonly channelId: string
  readonly artifactId: string
  readonly documentId: string
  readonly kind: 'original' | 'recall'
  readonly format: string
  readonly preset: string
  readonly state: string
  readonly reason?: string
  readonly acknowledgement?: string
  readonly attempts: number
  readonly bytes?: number
  readonly createdAt: string
  readonly legalHold: boolean
}

const columns = `id, channel_id as "channelId", artifact_id as "artifactId", document_id as "documentId", kind, format, preset, state, reason,
  acknowledgement, attempts, bytes, ${utc('created_at')} as "createdAt", legal_hold as "legalHold"`

/** What identifiers lead to: deliveries themselves, and artifacts whose deliveries count. */
export type SentNames = { readonly deliveryIds: readonly string[]; readonly artifactIds: readonly string[] }

/** By MSH-10 of any attempt. */
export async function findSentByControl(tx: Tx, controlId: string): Promise<readonly string[]> {
  const { rows } = await tx.client.query<{ id: string }>(
    'select distinct delivery_id as id from attempt where tenant = $1 and control_id = $2',
    [tx.tenant.number, controlId],
  )
  return rows.map(({ id }) => id)
}

/** The artifacts whose document has this id. */
export async function findDocumentArtifacts(tx: Tx, documentId: string): Promise<readonly string[]> {
  const { rows } = await tx.client.query<{ id: string }>(
    'select artifact_id as id from document where tenant = $1 and document_id = $2',
    [tx.tenant.number, documentId],
  )
  return rows.map(({ id }) => id)
}

export type SentSearch = {
  /** Absent: every delivery. */
  readonly names?: SentNames | undefined
  readonly channelId?: string | undefined
  readonly state?: string | undefined
  /** Whether it is on legal hold. Absent: both. */
  readonly legalHold?: boolean | undefined
  /** Id of a delivery: those before it follow. */
  readonly before?: string | undefined
  readonly limit: number
}

/** Each condition that is there, and no other: a plan for all of them together would use no index. */
export async function listSentMessages(tx: Tx, search: SentSearch): Promise<readonly SentMessage[]> {
  const { names, channelId, state, legalHold, before, limit } = search
  const values: unknown[] = [tx.tenant.number, limit]
  const value = (of: unknown): string => `$${values.push(of)}`
  const where = [
    ...(names === undefined
      ? []
      : [
          `(id = any (${value(names.deliveryIds)}::uuid[]) or artifact_id = any (${value(names.artifactIds)}::uuid[]))`,
        ]),
    ...(channelId === undefined ? [] : [`channel_id = ${value(channelId)}`]),
    ...(state === undefined ? [] : [`state = ${value(state)}`]),
    ...(legalHold === undefined ? [] : [legalHold ? 'legal_hold' : 'not legal_hold']),
    ...(before === undefined ? [] : [`id < ${value(before)}`]),
  ]
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from delivery where ${['tenant = $1', ...where].join(' and ')} order by id desc limit $2`,
    values,
  )
  return rows.map((row) => present<SentMessage>(row))
}

export async function findSentMessage(tx: Tx, id: string): Promise<SentMessage | undefined> {
  const { rows } = await tx.client.query<Record<string, unknown>>(
    `select ${columns} from delivery where tenant = $1 and id = $2`,
    [tx.tenant.number, id],
  )
  return rows[0] && present<SentMessage>(rows[0])
}
