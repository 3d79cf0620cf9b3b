/** Takes a sentence of a model apart at its semicolons and full stops: it holds if each clause holds. D339. */
import type { Claim, Statement } from '../../../core/clinical-note.ts'
import { isSameWord } from '../lexicon/word-forms.ts'
import { isWorded } from '../wording.ts'
import { tokensOf } from '../words.ts'
import { lightWords } from './light-words.ts'
import { checkMeantClaims } from './meant-claims.ts'

/** A semicolon, or a full stop with a new sentence after it. "e.g. Panadol" goes on. */
const between = /\s*;\s+|(?<=[a-z\d)%]{2})\.\s+(?=["(]?[A-Z])/

/** "FHx: father - gout; mother - asthma.": the label is that of each clause. */
const label = /^(?:[A-Z][\w/]*(?: [a-z]+){0,2}|[A-Z]\/[A-Z]):\s+/

const finish = (piece: string): string => `${piece.charAt(0).toUpperCase()}${piece.slice(1).replace(/\.$/, '')}.`

function piecesOf(text: string): readonly string[] {
  const pieces = text.split(between).filter((piece) => /[a-z]{2}/i.test(piece))
  const [lead = ''] = label.exec(text) ?? []
  return pieces.map((piece, at) => finish(at === 0 || lead === '' || label.test(piece) ? piece : `${lead}${piece}`))
}

/** How many words of the claim's name the piece has. */
function countNamed({ display }: Claim, piece: string): number {
  const said = tokensOf(piece)
  return tokensOf(display).filter((word) => /[a-z]{2}/.test(word) && !lightWords.has(word) && said.some((token) => isSameWord(token, word))).length // biome-ignore format: short
}

/** The claims that each piece names most words of; undefined if a claim is nowhere and does not fit the whole. */
function shareOut(statement: Statement, pieces: readonly string[]): readonly (readonly Claim[])[] | undefined {
  const shares = pieces.map((): Claim[] => [])
  const homeless: Claim[] = []
  for (const claim of statement.claims) {
    const counts = pieces.map((piece) => countNamed(claim, piece))
    const most = Math.max(...counts)
    const home = most === 0 ? undefined : shares[counts.indexOf(most)]
    if (home === undefined) homeless.push(claim)
    else home.push(claim)
  }
  return homeless.length > 0 && checkMeantClaims({ ...statement, claims: homeless }).length > 0 ? undefined : shares
}

/** The clauses as statements of their own, with the same evidence; undefined if there is one, or if the sentence quotes somebody. */
export function takeClauses(statement: Statement): readonly Statement[] | undefined {
  const { text } = statement
  if (text.includes('"') || isWorded(text)) return undefined
  const pieces = piecesOf(text)
  if (pieces.length < 2) return undefined
  const shares = shareOut(statement, pieces)
  return shares?.map((claims, at) => ({ ...statement, text: pieces[at] ?? text, claims }))
}
