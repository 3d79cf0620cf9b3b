/** The sets of drafting that no rule is made from, and the figures that are measured on each. Their targets are those of docs/drafting.md. */
import { type Consultation, listConsultations } from '../../bench/consultations.ts'
import { lexiconOf } from '../../bench/drafting/grammars.ts'
import { type JudgedAnswer, judgeAnswers } from '../../bench/drafting/judge-answers.ts'
import {
  type Measured as Consulted,
  measure as measureConsultation,
} from '../../bench/drafting/measure-consultation.ts'
import { addScores, scoreNote, type Totals } from '../../bench/drafting/score-talks.ts'
import { grammarB } from '../../bench/drafting/talks/b/grammar.ts'
import { grammarF } from '../../bench/drafting/talks/f/grammar.ts'
import type { Grammar } from '../../bench/drafting/talks/grammar.ts'
import { generateTalk } from '../../bench/drafting/talks.ts'
import { measureWritten, type WrittenScore } from '../../bench/drafting/written/measure-written.ts'
import { listWritten } from '../../bench/drafting/written/read-talks.ts'
import { scoreLabels } from '../../bench/labels.ts'
import type { PlantedKind } from '../../bench/planted.ts'
import { draftNote } from '../../src/drafting/compose/draft.ts'
import { builtInTemplates } from '../../src/hub/templates/built-in-templates.ts'
import { judgePair } from '../../test/drafting/verify/pairs/judge.ts'
import { unreadPairs } from '../../test/drafting/verify/pairs/unread.ts'
import type { Figure, Measured } from './floors.ts'

type Row<Counted> = Omit<Figure, 'set'> & { readonly of: (counted: Counted) => number }

/** A set with its figures; `count` answers undefined where the set is not on this machine. */
type CountedSet<Counted> = {
  readonly name: string
  readonly rows: readonly Row<Counted>[]
  readonly count: () => Promise<Counted | undefined>
}

export type JudgedSet = {
  readonly name: string
  readonly figures: readonly Figure[]
  /** Undefined where the set is not on this machine. */
  readonly measure: () => Promise<readonly Measured[] | undefined>
}

function asSet<Counted>({ name: set, rows, count }: CountedSet<Counted>): JudgedSet {
  const figures = rows.map(({ of: _of, ...row }) => ({ ...row, set }))
  return {
    name: set,
    figures,
    async measure() {
      const counted = await count()
      if (counted === undefined) return undefined
      return rows.map(({ of, ...row }) => ({ ...row, set, value: of(counted) }))
    },
  }
}

type TalkSet = { readonly grammar: Grammar; readonly talks: number }
const talkSets: readonly TalkSet[] = [
  { grammar: grammarF, talks: 1000 },
  { grammar: grammarB, talks: 2000 },
]

// biome-ignore format: one row a line
const talkRows: readonly Row<Totals>[] = [
  { name: 'facts found, by the words',       bound: 'least', target: 0.85, of: ({ found }) => found.words },
  { name: 'facts found, by the claims',      bound: 'least', target: 0.85, of: ({ found }) => found.claims },
  { name: 'facts found, by both',            bound: 'least', target: 0.85, of: ({ found }) => found.both },
  { name: 'statements right, by the words',  bound: 'least', target: 0.97, of: ({ right }) => right.words },
  { name: 'statements right, by the claims', bound: 'least', target: 0.97, of: ({ right }) => right.claims },
  { name: 'statements right, by both',       bound: 'least', target: 0.97, of: ({ right }) => right.both },
  { name: 'repeated or trivial',             bound: 'most',  target: 0.05, of: ({ repeatedOrTrivial }) => repeatedOrTrivial },
]

/** One talk after the other: all of them at once would not fit into the memory of a small machine. */
async function countTalks({ grammar, talks }: TalkSet): Promise<Totals> {
  const lexicon = lexiconOf(grammar.name)
  const [{ version: template }] = builtInTemplates
  const scores = Array.from({ length: talks }, (_, at) => {
    const talk = generateTalk(grammar, at + 1)
    return scoreNote(draftNote({ template, transcriptId: 'talk', segments: talk.segments, record: [] }), talk, lexicon)
  })
  return addScores(scores)
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
const sum = (rows: readonly Consulted[], of: (row: Consulted) => number): number =>
  rows.reduce((total, row) => total + of(row), 0)
const ofHighlights = (rows: readonly Consulted[], of: (row: Consulted) => number): number =>
  share(sum(rows, of), sum(rows, ({ highlights }) => highlights)) // biome-ignore format: short

/** Kinds of planted errors that count as one; `undefined`: all of them. */
function detected(rows: readonly Consulted[], kinds?: readonly PlantedKind[]): number {
  const errors = rows.flatMap(({ planted }) => planted).filter(({ kind }) => kinds?.some((own) => own === kind) ?? true)
  return share(errors.filter(({ isDetected }) => isDetected).length, errors.length)
}

const exactKinds: readonly PlantedKind[] = ['number changed', 'number nearby taken', 'unit changed', 'rate changed', 'side swapped', 'side swapped in words'] // biome-ignore format: short
const negations: readonly PlantedKind[] = ['negation flipped', 'flipped inside a quote']
const persons: readonly PlantedKind[] = ['person swapped', 'relative as patient', 'clinician as patient']

/** Wrong statements of the hand-read sample that stand in the notes. Right ones have no floor: a rule that words one better drops its label. */
const wrongLabelled = (rows: readonly Consulted[]): number => {
  const { labelled, right } = scoreLabels(rows.flatMap(({ judged }) => judged))
  return labelled - right
}

// biome-ignore format: one row a line
const consultationRows: readonly Row<readonly Consulted[]>[] = [
  { name: 'highlights found, at 60 %',              bound: 'least', target: 0.75, of: (rows) => ofHighlights(rows, ({ recall }) => recall.found) },
  { name: 'highlights found, at all units',         bound: 'least',               of: (rows) => ofHighlights(rows, ({ recall }) => recall.strict) },
  { name: 'highlights found, yes for yes',          bound: 'least',               of: (rows) => ofHighlights(rows, ({ recall }) => recall.polar) },
  { name: 'wrong statements of the hand-read sample in the notes', bound: 'most', isCount: true, of: wrongLabelled },
  { name: 'statements in the longest note',         bound: 'most',  target: 25, isLimit: true, isCount: true, of: (rows) => Math.max(...rows.map(({ statements }) => statements)) },
  { name: 'statements without support',             bound: 'most',  target: 0, isLimit: true, isCount: true, of: (rows) => sum(rows, ({ unsupported }) => unsupported) },
  { name: 'findings to attest a note',              bound: 'most',  target: 1, isLimit: true, of: (rows) => share(sum(rows, ({ findings }) => findings), rows.length) },
  { name: 'untouched statements that are flagged',  bound: 'most',  target: 0.05, isLimit: true, of: (rows) => share(sum(rows, ({ withheld }) => withheld), sum(rows, ({ drafted }) => drafted)) },
  { name: 'planted errors detected',                bound: 'least',               of: (rows) => detected(rows) },
  { name: 'planted: a negation flipped',            bound: 'least',               of: (rows) => detected(rows, negations) },
  { name: 'planted: another number, unit, rate or side', bound: 'least',          of: (rows) => detected(rows, exactKinds) },
  { name: 'planted: another person',                bound: 'least',               of: (rows) => detected(rows, persons) },
]

const isApart = ({ id }: Consultation): boolean => !id.startsWith('day1')

async function countConsultations(): Promise<readonly Consulted[] | undefined> {
  const apart = listConsultations().filter(isApart)
  return apart.length === 0 ? undefined : apart.map(measureConsultation)
}

type Kept = { readonly isRight: boolean; readonly isKept: boolean }
const keptOf = (judged: readonly Kept[], isRight: boolean): number => {
  const own = judged.filter((one) => one.isRight === isRight)
  return share(own.filter(({ isKept }) => isKept).length, own.length)
}

// biome-ignore format: one row a line
const keptRows: readonly Row<readonly Kept[]>[] = [
  { name: 'right statements that stay', bound: 'least', target: 0.9,  of: (judged) => keptOf(judged, true) },
  { name: 'wrong statements that stay', bound: 'most',  target: 0.03, of: (judged) => keptOf(judged, false) },
]

async function countAnswers(): Promise<readonly Kept[] | undefined> {
  const judged = await judgeAnswers('kept', listConsultations())
  if (judged.length === 0) return undefined
  return judged.map(({ recorded, isKept }: JudgedAnswer) => ({ isRight: recorded.verdict === 'right', isKept }))
}

async function countPairs(): Promise<readonly Kept[]> {
  const judged = await Promise.all(unreadPairs.map(judgePair))
  return judged.flatMap(({ right, wrong }) => [
    { isRight: true, isKept: right.isKept },
    { isRight: false, isKept: wrong.isKept },
  ])
}

// biome-ignore format: one row a line
const writtenRows: readonly Row<WrittenScore>[] = [
  { name: 'facts found, at 60 %',            bound: 'least', of: ({ recall, facts }) => share(recall.found, facts) },
  { name: 'facts found, at all units',       bound: 'least', of: ({ recall, facts }) => share(recall.strict, facts) },
  { name: 'facts found, yes for yes',        bound: 'least', of: ({ recall, facts }) => share(recall.polar, facts) },
  { name: 'facts found in the sentences alone', bound: 'least', of: ({ recall, facts }) => share(recall.told, facts) },
  { name: 'wrong statements, read by hand, in the notes', bound: 'most', isCount: true, of: ({ labels }) => labels.labelled - labels.right },
  { name: 'quotes in all notes',             bound: 'most', isCount: true, of: ({ quotes }) => quotes },
]

export const judgedSets: readonly JudgedSet[] = [
  ...talkSets.map((set) => asSet({ name: `grammar ${set.grammar.name.toUpperCase()}, ${set.talks} talks`, rows: talkRows, count: () => countTalks(set) })), // biome-ignore format: one row a set
  asSet({ name: 'days 2 and 3', rows: consultationRows, count: countConsultations }),
  asSet({ name: 'written/kept', rows: writtenRows, count: async () => measureWritten(listWritten('kept')) }),
  asSet({ name: 'answers/kept', rows: keptRows, count: countAnswers }),
  asSet({ name: 'pairs that nobody read', rows: keptRows, count: countPairs }),
]

export const allFigures: readonly Figure[] = judgedSets.flatMap(({ figures }) => figures)
