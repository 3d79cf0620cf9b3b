/** Codes claims of another drafter: by the same tables as our own, and only if a claim's words name exactly one concept. D55. */
import type { Claim, ClaimKind, Note } from '../../core/clinical-note.ts'
import type { PhraseNode, TermKind } from '../vocabulary/phrases.ts'
import { findTerms } from '../vocabulary/terms.ts'
import { openVocabulary, type Vocabulary } from '../vocabulary/vocabulary.ts'
import { readFlow, readWords } from '../vocabulary/words.ts'

const findings: readonly TermKind[] = ['symptom', 'condition']
/** The kinds of claims that may have a code. */
const kinds: Partial<Record<ClaimKind, readonly TermKind[]>> = {
  complaint: findings,
  symptom: findings,
  finding: findings,
  history: findings,
  family: findings,
  impression: findings,
  medication: ['medicine'],
  procedure: ['procedure'],
  immunisation: ['vaccine'],
}

export type CodeInput = { readonly note: Note; readonly vocabulary?: Vocabulary | undefined }

/** A claim keeps a code that it has. */
export function codeNote({ note, vocabulary }: CodeInput): Note {
  const loaded = vocabulary === undefined ? undefined : openVocabulary(vocabulary)
  const sections = note.sections.map((section) => ({
    ...section,
    statements: section.statements.map((statement) => ({
      ...statement,
      claims: statement.claims.map((claim) => codeClaim(claim, loaded)),
    })),
  }))
  return { ...note, sections }
}

function codeClaim(claim: Claim, loaded: PhraseNode | undefined): Claim {
  if (claim.code !== undefined) return claim
  const words = readWords(claim.display)
  const [term, other] = findTerms(words, loaded)
  if (term?.code === undefined || other !== undefined || kinds[claim.kind]?.includes(term.kind) !== true) return claim
  const isWhole = readFlow(words).every(({ at }) => at >= term.from && at <= term.to)
  return isWhole ? { ...claim, code: term.code } : claim
}
