/** Counts what the notes of written consultations have and lack, and how many of their statements were read and found wrong. */
import { join } from 'node:path'
import type { Consultation } from '../../consultations.ts'
import { measureRecall, type Recall, shareOfUnits } from '../../highlights.ts'
import { type Judged, type Label, type LabelScore, readLabels, scoreLabels } from '../../labels.ts'
import { draftOf, listStatements, settle, verify } from '../measure-consultation.ts'
import { countPlanLines, type PlanLines } from '../plan-lines.ts'
import type { WrittenSet } from './read-talks.ts'

export type WrittenScore = {
  readonly talks: number
  readonly facts: number
  /** Of the facts. */
  readonly recall: Recall
  /** The sum over the facts of the share of its units that one statement has. */
  readonly units: number
  readonly statements: number
  readonly withheld: number
  readonly plan: PlanLines
  readonly quotes: number
  /** Of the statements that were read by hand. */
  readonly labels: LabelScore
}

type TalkScore = Omit<WrittenScore, 'talks' | 'labels'> & { readonly judged: readonly Judged[] }

const sets: readonly WrittenSet[] = ['read', 'kept']
const readAllLabels = (): ReadonlyMap<string, Label> =>
  new Map(sets.flatMap((set) => [...readLabels(join(import.meta.dirname, set, 'labels.tsv'))]))

const quote = /^(?:Reports|Also said)\b[^"]*"/

export function measureTalk(talk: Consultation): TalkScore {
  const { segments, highlights } = talk
  const draft = draftOf(talk)
  const verification = verify(draft, segments)
  const flagged = new Set(verification.findings.map(({ statementId }) => statementId))
  const final = listStatements(settle(draft, segments, verification))
  return {
    facts: highlights.length,
    recall: measureRecall(highlights, final, segments),
    units: shareOfUnits(highlights, final, segments).reduce((total, share) => total + share, 0),
    statements: final.length,
    withheld: listStatements(draft).length - final.length,
    plan: countPlanLines(final),
    quotes: final.filter(({ text }) => quote.test(text)).length,
    judged: listStatements(draft).map((statement) => ({ consultation: talk.id, statement, isFlagged: flagged.has(statement.id) })), // biome-ignore format: short
  }
}

export function measureWritten(talks: readonly Consultation[]): WrittenScore {
  const scores = talks.map(measureTalk)
  const sum = (of: (score: TalkScore) => number): number => scores.reduce((total, score) => total + of(score), 0)
  return {
    talks: talks.length,
    facts: sum(({ facts }) => facts),
    recall: {
      told: sum(({ recall }) => recall.told),
      toldStrict: sum(({ recall }) => recall.toldStrict),
      found: sum(({ recall }) => recall.found),
      strict: sum(({ recall }) => recall.strict),
      polar: sum(({ recall }) => recall.polar),
    },
    units: sum(({ units }) => units),
    statements: sum(({ statements }) => statements),
    withheld: sum(({ withheld }) => withheld),
    plan: { own: sum(({ plan }) => plan.own), quoted: sum(({ plan }) => plan.quoted) },
    quotes: sum(({ quotes }) => quotes),
    labels: scoreLabels(scores.flatMap(({ judged }) => judged), readAllLabels()), // biome-ignore format: short
  }
}
