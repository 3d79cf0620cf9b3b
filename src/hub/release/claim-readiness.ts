/** Whether an encounter can be claimed: operational checks, never from text that nobody has reviewed. R3.3. */
import type { Patient, PractitionerRole } from '@medplum/fhirtypes'
import { z } from 'zod'
import { isConsented } from '../../domain/consent/consent-check.ts'
import { identifier, named } from '../../http/reply/answers.ts'
import { ok } from '../../http/reply/reply.ts'
import type { HandlerRequest } from '../../http/route.ts'
import { identifierSystems } from '../../profiles/code-systems.ts'
import { isDvaFileNumber, isMedicareNumber, isProviderNumber } from '../../profiles/identifiers.ts'
import {
  type ArtifactContent,
  type EncounterContent,
  hubAddress,
  hubContent,
  wholeAddress,
} from '../../store/hub-resources.ts'
import { readResourceAs } from '../../store/resources/content.ts'
import type { Stored } from '../../store/resources/types.ts'
import type { Tx } from '../../store/transaction.ts'
import { isReleased } from '../../store/transitions.ts'
import { listEncounterArtifacts } from '../billing/billing-evidence.ts'
import type { Hub } from '../hub.ts'
import { findFundingNumber } from './funding.ts'

/** The codes never change; `missing`: there is nothing to check. */
const codes = [
  'funding-scheme',
  'medicare-number',
  'dva-file-number',
  'membership-number',
  'provider-number',
  'encounter-finished',
  'approved-artifact',
  'consent',
] as const
type Code = (typeof codes)[number]

type Check = { readonly code: Code; readonly ready: boolean; readonly reason?: 'missing' | 'invalid' | undefined }

export const claimReadinessAnswer = named(
  'ClaimReadiness',
  z.strictObject({
    encounterId: identifier,
    scheme: z.enum(['medicare', 'dva', 'private', 'none']),
    ready: z.boolean(),
    checks: z.array(
      z.strictObject({ code: z.enum(codes), ready: z.boolean(), reason: z.enum(['missing', 'invalid']).optional() }),
    ),
  }),
  {
    encounterId: '0198f2a0-0000-7000-8000-0000000000e1',
    scheme: 'medicare',
    ready: false,
    checks: [
      { code: 'funding-scheme', ready: true },
      { code: 'medicare-number', ready: false, reason: 'invalid' },
      { code: 'provider-number', ready: true },
      { code: 'encounter-finished', ready: true },
      { code: 'approved-artifact', ready: true },
      { code: 'consent', ready: true },
    ],
  },
)

/** The check of a scheme's number. */
const numbers = {
  medicare: { code: 'medicare-number', isValid: isMedicareNumber },
  dva: { code: 'dva-file-number', isValid: isDvaFileNumber },
  private: { code: 'membership-number', isValid: (value) => value.trim() !== '' },
} as const satisfies Readonly<Record<string, { code: Code; isValid: (value: string) => boolean }>>

const checkValue = (code: Code, value: string | undefined, isValid: (value: string) => boolean): Check => {
  if (value === undefined) return { code, ready: false, reason: 'missing' }
  return isValid(value) ? { code, ready: true } : { code, ready: false, reason: 'invalid' }
}

const checkPresence = (code: Code, ready: boolean): Check => ({ code, ready, ...(ready ? {} : { reason: 'missing' }) })

export async function readClaimReadiness({ caller, params }: HandlerRequest<'encounterId'>, hub: Hub) {
  const { encounterId } = params
  return hub.transact(caller, async (tx) => {
    const encounter = hubContent('Encounter', await tx.read(hubAddress('Encounter', encounterId)))
    const approved = (await listEncounterArtifacts(tx, encounterId))
      .map((stored) => hubContent('Artifact', stored))
      .filter(({ state }) => isReleased(state))
    const checks = [
      ...(await checkFunding(tx, encounter)),
      await checkProvider(tx, encounter),
      checkPresence('encounter-finished', encounter.status === 'finished'),
      checkPresence('approved-artifact', approved.length > 0),
      checkPresence('consent', await hasConsent(tx, encounter, approved)),
    ]
    tx.record('billing.read', { resourceType: 'Encounter', resourceId: encounterId, encounterId })
    const scheme = encounter.funding?.scheme ?? 'none'
    return ok({ encounterId, scheme, ready: checks.every(({ ready }) => ready), checks })
  })
}

async function checkFunding(tx: Tx, encounter: EncounterContent): Promise<readonly Check[]> {
  const { scheme = 'none' } = encounter.funding ?? {}
  if (scheme === 'none') return [{ code: 'funding-scheme', ready: false, reason: 'missing' }]
  const patient = await tx.find(wholeAddress('Patient', encounter.patientId))
  const value = patient === undefined ? undefined : findFundingNumber(encounter, asRecord<Patient>(patient))
  const { code, isValid } = numbers[scheme]
  return [{ code: 'funding-scheme', ready: true }, checkValue(code, value, isValid)]
}

/** For the practitioner in the encounter's role: one valid number is enough. */
async function checkProvider(tx: Tx, encounter: EncounterContent): Promise<Check> {
  const stored = await tx.find(wholeAddress('PractitionerRole', encounter.practitionerRoleId))
  const { identifier = [] } = stored === undefined ? {} : asRecord<PractitionerRole>(stored)
  const values = identifier.flatMap(({ system, value }) =>
    system === identifierSystems.medicareProvider.system && value !== undefined ? [value] : [],
  )
  return checkValue('provider-number', values.find(isProviderNumber) ?? values[0], isProviderNumber)
}

/** A stored resource has passed its check. */
const asRecord = <T>(stored: Stored): T => readResourceAs<T>(stored)

/** A consent that still covers the drafting of the claimed artifact, or of any artifact if there is none yet. */
async function hasConsent(tx: Tx, encounter: EncounterContent, approved: readonly ArtifactContent[]): Promise<boolean> {
  const types = approved.length === 0 ? [undefined] : [...new Set(approved.map(({ artifactType }) => artifactType))]
  for (const artifactType of types) {
    const about = artifactType === undefined ? {} : { artifactType }
    if (await isConsented(tx, { patientId: encounter.patientId, permit: 'generate', ...about })) return true
  }
  return false
}
