/** The artifacts that wait at the release gates, and their claims: rows that follow every move of an artifact. docs/design/hub.md#routes. */
import { Problem } from '../../core/problems.ts'
import type { AuditFields } from '../audit/audit.ts'
import { present, utc } from '../columns.ts'
import { hubContent } from '../hub-resources.ts'
import type { Statement } from '../postgres/pipeline.ts'
import type { Reader, Stored } from '../resources/types.ts'
import type { Tx } from '../transaction.ts'

export const reviewOutcomes = ['passed', 'failed', 'not_run', 'none'] as const
export type ReviewOutcome = (typeof reviewOutcomes)[number]

export type Review = {
  readonly artifactId: string
  readonly seq: string
  readonly version: number
  readonly gate: string
  readonly spokeId: string
  readonly encounterId: string
  readonly templateId: string
  readonly artifactType: string
  readonly verification: ReviewOutcome
  readonly findings: number
  readonly firstApprovalBy?: string
  readonly waitingSince: string
  readonly ageMs: number
  readonly claimedBy?: string
  readonly claimPractitionerRole?: string
  readonly claimedUntil?: string
}

/** An expired claim belongs to nobody. */
const held = (column: string): string => `case when held_until > now() then ${column} end`

const age = 'greatest(0, floor(extract(epoch from now() - waiting_since) * 1000))::int8'

const columns = `artifact_id as "artifactId", seq, version, gate, spoke as "spokeId", encounter_id as "encounterId", template_id as "templateId",
  artifact_type as "artifactType", verification, findings, approved_by as "firstApprovalBy", ${utc('waiting_since')} as "waitingSince",
  ${age} as "ageMs",
  ${held('holder')} as "claimedBy", ${held('practitioner')} as "claimPractitionerRole", ${held(utc('held_until'))} as "claimedUntil"`

type Row = Record<string, unknown>

const reviewOf = (row: Row): Review => present<Review>({ ...row, ageMs: Number(row['ageMs']) })

export const touchesReview = ({ fromState, toState }: Pick<AuditFields, 'fromState' | 'toState'> = {}): boolean =>
  fromState === 'in_review' || toState === 'in_review'

/** After a move: an artifact in review has a row, at the place of its arrival; any other has none. */
export function followMove({ tenant }: Pick<Reader, 'tenant'>, artifact: Stored): Statement {
  const content = hubContent('Artifact', artifact)
  if (content.state !== 'in_review')
    return {
      name: 'review-leave',
      text: 'delete from review where tenant = $1 and artifact_id = $2',
      values: [tenant.number, artifact.id],
    }
  const { verification, firstApproval } = content
  return {
    name: 'review-enter',
    text: `insert into review (tenant, artifact_id, gate, spoke, encounter_id, template_id, artifact_type, version, verification, findings, approved_by)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
           on conflict (tenant, artifact_id) do update set gate = excluded.gate, version = excluded.version, verification = excluded.verification,
             findings = excluded.findings, approved_by = excluded.approved_by`,
    values: [
      tenant.number,
      artifact.id,
      content.gate,
      content.spoke,
      content.encounterId,
      content.templateId,
      content.artifactType,
      artifact.version,
      verification?.outcome ?? 'none',
      verification?.findings.length ?? 0,
      firstApproval?.by ?? null,
    ],
  }
}

export type ReviewSearch = {
  readonly gate: string
  readonly spokeId?: string | undefined
  readonly templateId?: string | undefined
  readonly verification?: ReviewOutcome | undefined
  readonly limit: number
  readonly after?: string | undefined
}

const maxSeq = '9223372036854775807'

/**
 * Selects one outcome: the rows between two places of an index that starts with the filters. As a range and not as equations, so that the
 * planner takes this index, which has the order of the page, whatever the statistics say.
 */
function pageText(asked: readonly string[], outcome: string): string {
  const place = (seq: string) => `($2, ${asked.map((_, at) => `$${at + 5}, `).join('')}'${outcome}', ${seq})`
  const columns = ['gate', ...asked, 'verification', 'seq'].join(', ')
  return `(select * from review where tenant = $1 and (${columns}) > ${place('$3')} and (${columns}) <= ${place(maxSeq)} order by ${columns} limit $4)`
}

/** A page of a gate's queue, oldest first. */
export async function listReviews({ client, tenant }: Tx, search: ReviewSearch): Promise<Review[]> {
  const asked = [
    { column: 'spoke', value: search.spokeId },
    { column: 'template_id', value: search.templateId },
  ].filter(({ value }) => value !== undefined)
  const filters = asked.map(({ column }) => column)
  const pages = reviewOutcomes
    .filter((outcome) => search.verification === undefined || search.verification === outcome)
    .map((outcome) => pageText(filters, outcome))
  const { rows } = await client.query<Row>({
    name: ['review-page', ...filters, search.verification ?? ''].join('-'),
    text: `select ${columns} from (${pages.join(' union all ')}) review order by seq limit $4`,
    values: [tenant.number, search.gate, search.after ?? '0', search.limit, ...asked.map(({ value }) => value)],
  })
  return rows.map(reviewOf)
}

export type ReviewCounts = {
  readonly total: number
  readonly byVerification: Readonly<Record<ReviewOutcome, number>>
  readonly oldestAgeMs: number | null
}

const nothing: Readonly<Record<ReviewOutcome, number>> = { passed: 0, failed: 0, not_run: 0, none: 0 }

/** Exact at the moment of the transaction. */
export async function countReviews({ client, tenant }: Tx, gate: string): Promise<ReviewCounts> {
  const { rows } = await client.query<{ outcome: ReviewOutcome; waiting: string; age: string | null }>({
    name: 'review-count',
    text: `select verification as outcome, waiting,
             (select ${age} from review where tenant = $1 and gate = $2 and review.verification = counted.verification order by seq limit 1) as age
           from (select verification, sum(waiting) as waiting from review_count where tenant = $1 and gate = $2 group by verification) counted`,
    values: [tenant.number, gate],
  })
  const byVerification = { ...nothing, ...Object.fromEntries(rows.map((row) => [row.outcome, Number(row.waiting)])) }
  const ages = rows.flatMap(({ age: oldest }) => (oldest === null ? [] : Number(oldest)))
  return {
    total: Object.values(byVerification).reduce((sum, count) => sum + count, 0),
    byVerification,
    oldestAgeMs: ages.length === 0 ? null : Math.max(...ages),
  }
}

export type QueuePlace = { readonly gate: string; readonly artifactId: string }

/** Takes the lease of a waiting artifact, or renews the caller's own. Another's lease is a conflict. */
export async function claimReview(tx: Tx, place: QueuePlace, minutes: number): Promise<Review> {
  const { caller } = tx
  const { rows } = await tx.client.query<Row>(
    `update review set holder = $4, holder_issuer = $5, practitioner = $6, held_until = now() + make_interval(mins => $7)
     where tenant = $1 and artifact_id = $2 and gate = $3 and (holder is null or (holder = $4 and holder_issuer = $5) or held_until <= now()) returning ${columns}`,
    [tx.tenant.number, place.artifactId, place.gate, caller.subject, caller.issuer, caller.fhirUser ?? null, minutes],
  )
  return rows[0] === undefined ? refuseHeld(tx, place) : reviewOf(rows[0])
}

/** Gives the lease back; does nothing if nobody has it. */
export async function releaseReview(tx: Tx, place: QueuePlace): Promise<Review> {
  const { rows } = await tx.client.query<Row>(
    `update review set holder = null, holder_issuer = null, practitioner = null, held_until = null
     where tenant = $1 and artifact_id = $2 and gate = $3 and (holder is null or (holder = $4 and holder_issuer = $5) or held_until <= now()) returning ${columns}`,
    [tx.tenant.number, place.artifactId, place.gate, tx.caller.subject, tx.caller.issuer],
  )
  return rows[0] === undefined ? refuseHeld(tx, place) : reviewOf(rows[0])
}

async function refuseHeld(tx: Tx, { gate, artifactId }: QueuePlace): Promise<never> {
  const { rowCount } = await tx.client.query(
    'select from review where tenant = $1 and artifact_id = $2 and gate = $3',
    [tx.tenant.number, artifactId, gate],
  )
  throw rowCount === 0 ? new Problem('not-found') : heldByAnother()
}

const heldByAnother = (): Problem => new Problem('conflict', { detail: 'Another reviewer has claimed the artifact' })

/** If somebody has claimed the artifact, nobody else may change it. Nobody can claim it until the transaction ends. */
export async function checkClaim({ client, tenant, caller }: Tx, artifactId: string): Promise<void> {
  const { rows } = await client.query<{ readonly is_held: boolean }>({
    name: 'review-check',
    text: `select holder is not null and (holder, holder_issuer) is distinct from ($3, $4) and held_until > now() as is_held from review where tenant = $1 and artifact_id = $2 for update`,
    values: [tenant.number, artifactId, caller.subject, caller.issuer],
  })
  if (rows[0]?.is_held === true) throw heldByAnother()
}

/** Drops the claim after the first of two approvals. */
export function dropClaim(tx: Tx, artifactId: string): void {
  tx.endWith({
    name: 'review-drop-claim',
    text: 'update review set holder = null, holder_issuer = null, practitioner = null, held_until = null where tenant = $1 and artifact_id = $2',
    values: [tx.tenant.number, artifactId],
  })
}
