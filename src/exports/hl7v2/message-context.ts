/** What every segment of one message is built from. */
import { codeSystems } from '../../documents/code-systems.ts'
import type { DocumentRecipient } from '../../documents/recipient.ts'
import { type DocumentFacts, readDocumentFacts } from '../document-facts.ts'
import { type ExportInput, presetOf, timeZoneOf } from '../export-input.ts'
import { letterKindOf } from '../letter-types.ts'
import { hl7Time, readableTime } from '../zoned-time.ts'
import type { Field } from './encoding.ts'
import { buildEntityIdentifier } from './fields.ts'
import { type Hl7Profile, profileOf } from './profiles.ts'
import { listProviderNumbers } from './recipient-fields.ts'

export type DocumentState = 'draft' | 'original' | 'amended' | 'withdrawn'

export type MessageType = 'ORU' | 'REF' | 'MDM'

export type MessageContext = {
  readonly input: ExportInput
  readonly facts: DocumentFacts
  readonly profile: Hl7Profile
  readonly type: MessageType
  readonly state: DocumentState
  readonly time: (at: string) => string
}

export function readMessageContext(input: ExportInput): MessageContext {
  const facts = readDocumentFacts(input.bundle)
  const profile = profileOf(presetOf(input))
  return {
    ...{ input, facts, profile },
    type: messageTypeOf(profile, facts, input.recipient),
    state: stateOf(input, facts),
    time: (at) => hl7Time(at, timeZoneOf(input)),
  }
}

/** D129: a letter is a referral message where a number leads to its recipient. */
export function messageTypeOf(
  { letters, reports }: Hl7Profile,
  facts: DocumentFacts,
  recipient: DocumentRecipient | undefined,
): MessageType {
  if (letters !== 'REF') return reports
  const isAddressed = recipient !== undefined && listProviderNumbers(recipient).length > 0
  return isLetter(facts) && isAddressed ? 'REF' : reports
}

export const isLetter = ({ type }: DocumentFacts): boolean =>
  letterKindOf(type.system === undefined || type.system === codeSystems.loinc ? type.code : undefined) !== undefined

function stateOf({ status }: ExportInput, facts: DocumentFacts): DocumentState {
  if (status === 'recalled' || facts.status === 'entered-in-error') return 'withdrawn'
  if (facts.status === 'preliminary') return 'draft'
  return facts.edition > 1 || facts.status === 'amended' ? 'amended' : 'original'
}

type Statuses = {
  /** Table 0103: a receiver must not take a draft into a record. */
  readonly processing: 'P' | 'T'
  /** Table 0038. */
  readonly order: 'CM' | 'IP'
  /** OBR-25, table 0123. */
  readonly report: 'F' | 'P' | 'C'
  /** OBX-11, table 0085: W says that the original was wrong. */
  readonly observation: 'F' | 'P' | 'C' | 'W'
  /** RF1-1, table 0283, which is user-defined. ADRM 7.6: Correction is the one way to change or to withdraw a referral. */
  readonly referral: readonly string[]
}

const pending = ['P', 'Pending', 'HL70283'] as const
const correction = ['C', 'Correction', 'HL70283'] as const

/** D130. A correction has the same OBR-3 and a later OBR-22 (ADRM 000004.2). */
// biome-ignore format: one row a line
const statuses: Readonly<Record<DocumentState, Statuses>> = {
  draft:     { processing: 'T', order: 'IP', report: 'P', observation: 'P', referral: pending },
  original:  { processing: 'P', order: 'CM', report: 'F', observation: 'F', referral: pending },
  amended:   { processing: 'P', order: 'CM', report: 'C', observation: 'C', referral: correction },
  withdrawn: { processing: 'P', order: 'CM', report: 'C', observation: 'W', referral: correction },
}

export const statusesOf = ({ state }: MessageContext): Statuses => statuses[state]

/** OBR-3, ORC-3 and RF1-6: the same in every retry, amendment and recall. ADRM 000004.2, 7.6. */
export const buildFiller = ({ input, facts }: MessageContext, part = ''): Field =>
  buildEntityIdentifier(`${facts.setId ?? input.documentId}${part}`, facts.custodian)

export const withdrawalText = ({ input }: MessageContext): string =>
  `WITHDRAWN on ${readableTime(input.at, timeZoneOf(input))}. Do not rely on it.`
