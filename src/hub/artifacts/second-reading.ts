/** The second reading of a verification by an outside model: with consent, within the budget, recorded before it is sent. It only adds doubt. D296. */
import type { Caller } from '../../core/caller.ts'
import type { Finding, Note, SecondReading, Verification } from '../../core/clinical-note.ts'
import { isOffForArtifact } from '../../domain/artifact/artifact-spokes.ts'
import { isExternalConsented, recordDisclosure } from '../../domain/consent/provider-disclosure.ts'
import { redactedFor } from '../../domain/encounter/identifying.ts'
import type { PreparedRequest } from '../../drafting/providers/chat.ts'
import { ProviderError } from '../../drafting/providers/provider-error.ts'
import type { VerifyInput } from '../../drafting/verify/verify.ts'
import { type ArtifactContent, hubAddress, hubContent } from '../../store/hub-resources.ts'
import { countTokens } from '../../store/operations/provider-use.ts'
import type { Tx } from '../../store/transaction.ts'
import type { Hub, SecondReadings } from '../hub.ts'

/** What the second reader found, or why there is no verdict without it. */
export type Reading =
  | { readonly secondReading: SecondReading; readonly refuted: ReadonlySet<string> }
  | { readonly reason: 'second_reading_unavailable' | 'second_reading_invalid' | 'verifier_timeout' }

type Asked = {
  readonly caller: Caller
  readonly artifactId: string
  readonly content: Pick<ArtifactContent, 'encounterId' | 'patientId' | 'spoke'>
  readonly input: VerifyInput
  readonly limitMs: number
}

/** Undefined if no second reading is configured. */
export async function readAgain(hub: Hub, asked: Asked): Promise<Reading | undefined> {
  const { secondReadings, log } = hub
  if (secondReadings === undefined) return undefined
  const late = AbortSignal.timeout(asked.limitMs)
  try {
    return await sendReading(hub, secondReadings, { ...asked, signal: late })
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.warn('verifier.not-read-again', { artifactId: asked.artifactId, reason: error.reason })
    if (late.aborted) return { reason: 'verifier_timeout' }
    return {
      reason: error.reason === 'provider-answer-invalid' ? 'second_reading_invalid' : 'second_reading_unavailable',
    }
  }
}

type Sending = Asked & { readonly signal: AbortSignal }

/** A patient who keeps the talk from outsiders, and a switched-off provider, leave the embedded verdict alone. */
async function sendReading(hub: Hub, { reader, budget }: SecondReadings, asked: Sending): Promise<Reading> {
  const told = (outcome: SecondReading['outcome'], refuted: ReadonlySet<string> = new Set()): Reading => ({
    secondReading: { outcome, by: `http:${reader.model}` },
    refuted,
  })
  const ready = await hub.transact(asked.caller, (tx) => prepareReading(tx, { reader, budget }, asked))
  if (ready === 'not_consented' || ready === 'feature_disabled') return told(ready)
  if (ready === 'nothing_cited') return told('read')
  const { answer, tokens } = await ready.send(asked.signal)
  await hub.transact(asked.caller, (tx) => countTokens(tx, 'verify', tokens))
  return told('read', answer)
}

/** Records the disclosure. Throws ProviderError if the budget of the day is spent, or there is too much to send. */
async function prepareReading(
  tx: Tx,
  { reader, budget }: SecondReadings,
  { artifactId, content, input }: Asked,
): Promise<PreparedRequest<ReadonlySet<string>> | 'not_consented' | 'feature_disabled' | 'nothing_cited'> {
  const { encounterId, patientId } = content
  const acted = { artifact: content, spokes: [tx.caller.spoke] }
  if (await isOffForArtifact(tx, 'external_drafter', acted)) return 'feature_disabled'
  if (!(await isExternalConsented(tx, patientId, reader.host))) return 'not_consented'
  const encounter = hubContent('Encounter', await tx.read(hubAddress('Encounter', encounterId)))
  const identifying = await redactedFor(reader, tx, encounter)
  const request = reader.prepare({ ...input, ...identifying })
  if (request === undefined) return 'nothing_cited'
  const about = { encounterId, patientId, resourceType: 'Artifact', resourceId: artifactId } as const
  const disclosure = {
    purpose: 'verify',
    host: reader.host,
    ...about,
    hash: request.sha256,
    count: request.segments,
  } as const
  if (!(await recordDisclosure(tx, disclosure, budget))) throw new ProviderError('provider-refused')
  return request
}

const rule = 'refuted-by-second-reading'

/** The verdict with a finding for each refuted statement. A reading that gave nothing is no verdict. R3.2. */
export function addDoubt(verdict: Verification, reading: Reading | undefined, note: Note): Verification {
  if (reading === undefined || verdict.outcome === 'not_run') return verdict
  if ('reason' in reading)
    return { outcome: 'not_run', reason: reading.reason, findings: [], confidence: 0, coverage: 0 }
  const added = note.sections.flatMap(({ statements }) =>
    statements
      .filter(({ id }) => reading.refuted.has(id))
      .map(({ id, evidence }): Finding => {
        const attested = evidence.some((item) => item.kind === 'attestation' && (item.rule ?? rule) === rule)
        return { rule, statementId: id, message: 'A second reader doubts that the cited words say this.', attested }
      }),
  )
  const isOpen = added.some(({ attested }) => !attested)
  return {
    ...verdict,
    ...(isOpen ? { outcome: 'failed' as const } : {}),
    findings: [...verdict.findings, ...added],
    secondReading: reading.secondReading,
  }
}
