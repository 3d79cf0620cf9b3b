/** One rule of ADRM for senders, as a row of a table. */
import { componentsOf, type ParsedMessage, type Place, rawOf } from './parsed-message.ts'

/** ORU, REF, RRI and ACK; ADRM says nothing of other messages, and Banksia sends no orders. */
export type MessageKind = 'ORU' | 'REF' | 'RRI' | 'ACK'

export type AdrmRule = {
  /** `HL7au:` and the number of the conformance point, or the section of ADRM whose text rules. */
  readonly id: string
  readonly of: readonly MessageKind[]
  /** The demand of the rule, in one sentence. */
  readonly says: string
  /** Where it is not so. */
  readonly find: (message: ParsedMessage) => readonly Place[]
}

export const results: readonly MessageKind[] = ['ORU']
export const referrals: readonly MessageKind[] = ['REF']
export const documents: readonly MessageKind[] = ['ORU', 'REF']
export const everything: readonly MessageKind[] = ['ORU', 'REF', 'RRI', 'ACK']

const kinds: readonly MessageKind[] = ['ORU', 'REF', 'RRI', 'ACK']

/** By MSH-9: its first component, or its structure where that is missing or local. */
export function kindOf(message: ParsedMessage): MessageKind | undefined {
  const [code = '', , structure = ''] = componentsOf(message, rawOf(message, 'MSH', 9))
  return kinds.find((kind) => kind === code) ?? kinds.find((kind) => structure.startsWith(kind))
}

/** The profile of MSH-12.3: Level 1 has one group with a PDF. */
export const isLevel1 = (message: ParsedMessage): boolean =>
  (componentsOf(message, rawOf(message, 'MSH', 12))[2] ?? '').startsWith('HL7AU-OO-REF-SIMPLIFIED-201706-L1')

export const placesWhere = (isBroken: boolean, place: Place): readonly Place[] => (isBroken ? [place] : [])
