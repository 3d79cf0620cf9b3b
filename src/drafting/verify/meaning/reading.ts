/** A statement with its words of evidence, as the rules of meaning read it. */
import type { Claim, Statement } from '../../../core/clinical-note.ts'
import type { QuoteRead } from '../evidence.ts'
import { otherPersons, ownRelatives } from '../tables.ts'

const planKinds = new Set<Claim['kind']>(['plan', 'safety-net', 'request', 'follow-up'])

const toldKinds = new Set<Claim['kind']>(['complaint', 'symptom', 'history', 'medication', 'social'])

export type Reading = {
  readonly text: string
  readonly quotes: readonly QuoteRead[]
  readonly isPlan: boolean
  readonly isAssessment: boolean
  /** What was felt, is taken, was had: the clinician's orders and advice state none of it. */
  readonly isTold: boolean
  /** Such sentences name others freely, and the rules for words judge whose a thing is. */
  readonly isOfHome: boolean
  /** A parent speaks for the patient: "he" and "she" are the patient. */
  readonly isChilds: boolean
  /** A finding that the examiner alone tells, of nobody who is named: "he" and "she" are the patient. */
  readonly isExaminers: boolean
  /** What was said just before the quotes. */
  readonly before: () => readonly QuoteRead[]
  /** The whole talk. */
  readonly talk: () => readonly QuoteRead[]
  /** All its words were said: yes and no of what the tables name has been judged already. */
  readonly isLiteral: boolean
}

/** What somebody does for a living, or takes up, is the patient's own. */
const ofOwnLife =
  /^(?:currently |now |part[- ]time |full[- ]time )?(?:works|employed|occupation|studies|studying|retired|unemployed)\b/i

export function openReading({ claims }: Statement, text: string, quotes: readonly QuoteRead[]): Reading {
  const kinds = claims.map(({ kind }) => kind)
  return {
    text,
    quotes,
    isPlan: kinds.length > 0 && kinds.every((kind) => planKinds.has(kind)),
    isTold: kinds.length > 0 && kinds.every((kind) => toldKinds.has(kind)),
    isAssessment: kinds.some((kind) => kind === 'impression'),
    isOfHome: kinds.some((kind) => kind === 'social' || kind === 'family') && !ofOwnLife.test(text),
    isChilds: false,
    isExaminers: kinds.length > 0 && kinds.every((kind) => kind === 'finding' || kind === 'vital') && quotes.every(({ speaker, role, tokens }) => speaker === 'clinician' && role === 'statement' && tokens.every((token) => ownRelatives.get(token) === undefined && (!otherPersons.has(token) || /^(?:he|she)$/.test(token)))), // biome-ignore format: short
    before: () => [],
    talk: () => [],
    isLiteral: false,
  }
}
