/**
 * Scores a drafted note against the truth of the talk that it was drafted from. Two judges read each statement: one its words and numbers,
 * one its claims. A statement that repeats what people said gives no fact, however true: a note is not a transcript.
 */
import type { Note, Section, Statement } from '../../src/core/clinical-note.ts'
import { judgeClaims } from './scoring/judge-claims.ts'
import { judgeWords } from './scoring/judge-words.ts'
import {
  buildKey,
  type ErrorClass,
  errorClasses,
  type Given,
  type Judgement,
  type Key,
  type Lexicon,
} from './scoring/judgement.ts'
import { normalise, stem } from './scoring/normalise.ts'
import type { Fact, Talk, TrapKind } from './talks/truth.ts'

export type Judge = 'words' | 'claims'

/** `quoted`: speech in quotation marks. A note may have three such statements. */
export type Verdict = 'right' | 'wrong' | 'trivial' | 'quoted'

export type ScoredStatement = {
  readonly section: string
  readonly text: string
  readonly verdict: Readonly<Record<Judge, Verdict>>
  readonly errors: Readonly<Record<Judge, readonly ErrorClass[]>>
  readonly traps: readonly TrapKind[]
  /** The statement says nothing new: earlier statements have said all of it. */
  readonly isRepeated: boolean
}

export type Score = {
  readonly statements: readonly ScoredStatement[]
  /** Facts that the note should have. */
  readonly wanted: readonly Fact[]
  /** Wanted facts that the note has with all their attributes. `both`: that both judges find. */
  readonly found: Readonly<Record<Judge | 'both', readonly Fact[]>>
  /** Wanted facts that the note has with the right polarity, person, time and certainty, whatever their attributes. */
  readonly named: readonly Fact[]
}

const speech = /(?:^| )(?:i|me|my|mine|we|us|our|you|your|yours|um|uh|er|erm|yeah|yep|nope)(?= |$)/
const mostQuoted = 3
/** A line that repeats this many spoken words in a row is speech, not a note. A dose may be the same in both. */
const longestRun = 8

const wordsOf = (text: string): readonly string[] => normalise(text).filter((word) => /\w/.test(word))

function hasRun(words: readonly string[], spoken: readonly string[]): boolean {
  for (let at = 0; at + longestRun <= words.length; at += 1) {
    const run = ` ${words.slice(at, at + longestRun).join(' ')} `
    if (!/\d/.test(run) && spoken.some((text) => text.includes(run))) return true
  }
  return false
}

/** The words of the talk, in the same form as the words of a note. */
type Heard = {
  readonly spoken: readonly string[]
  /** Stems of the lines that carry no fact. */
  readonly idle: ReadonlySet<string>
}

function hear(talk: Talk): Heard {
  const carrying = new Set([...talk.facts, ...talk.traps].flatMap(({ segments }) => segments))
  const heard = talk.segments.map(({ id, text }) => ({ id, words: wordsOf(text) }))
  return {
    spoken: heard.map(({ words }) => ` ${words.join(' ')} `),
    idle: new Set(heard.filter(({ id }) => !carrying.has(id)).flatMap(({ words }) => words.map(stem))),
  }
}

type Form = 'own' | 'speech' | 'quoted'

/** The form of a statement: the note's own words, speech, or speech that is marked as such. */
function formOf({ text }: Statement, section: Section, { spoken }: Heard): Form {
  const words = wordsOf(text)
  if (/\w\s*\?\s*$/.test(text)) return 'speech'
  const isQuoted = /[“"‘].{3,}[”"’]/.test(text) || /also.said|quote/i.test(`${section.key} ${section.title}`)
  if (isQuoted) return 'quoted'
  return speech.test(text.toLowerCase().replace(/[^a-z']+/g, ' ').replace(/'\w+/g, '')) || hasRun(words, spoken) ? 'speech' : 'own' // biome-ignore format: short
}

/** True if most words come from lines that carry no fact. */
function isTrivial({ text }: Statement, { idle }: Heard): boolean {
  const words = wordsOf(text).map(stem)
  return words.length > 0 && words.filter((word) => idle.has(word)).length >= words.length * 0.7
}

function verdictOf(judgement: Judgement, form: Form, isIdle: boolean): Verdict {
  if (form === 'quoted') return 'quoted'
  if (judgement.errors.length > 0) return 'wrong'
  if (form === 'speech') return 'trivial'
  if (judgement.names) return 'right'
  return isIdle ? 'trivial' : 'wrong'
}

const isRightGiven = ({ errors }: Given): boolean => errors.length === 0
const listWhole = ({ given }: Judgement): readonly Fact[] =>
  given.filter(({ isWhole }) => isWhole).map(({ fact }) => fact)

type Judged = {
  readonly section: Section
  readonly statement: Statement
  readonly form: Form
  readonly words: Judgement
  readonly claims: Judgement
}

function judge(statement: Statement, section: Section, key: Key, heard: Heard): Judged {
  const words = judgeWords(statement, `${section.key} ${section.title}`, key)
  return {
    section,
    statement,
    form: formOf(statement, section, heard),
    words,
    claims: judgeClaims(statement.claims, key),
  }
}

/** Scores one statement. Claims that name nothing are an error of the claims; without any claim nothing can be built from the statement. */
function scoreOne(
  { section, statement, form, words, claims }: Judged,
  heard: Heard,
  seen: Set<Fact>,
  quotes: { count: number },
): ScoredStatement {
  const isIdle = isTrivial(statement, heard)
  quotes.count += form === 'quoted' ? 1 : 0
  const isTooMuch = form === 'quoted' && quotes.count > mostQuoted
  const given = words.given.filter(isRightGiven).map(({ fact }) => fact)
  const isRepeated = given.length > 0 && given.every((fact) => seen.has(fact))
  for (const fact of given) seen.add(fact)
  const verdict = (judgement: Judgement): Verdict => (isTooMuch ? 'trivial' : verdictOf(judgement, form, isIdle))
  const silent: readonly ErrorClass[] = !words.names && !isIdle && form === 'own' ? ['sense'] : []
  return {
    section: section.key,
    text: statement.text,
    verdict: {
      words: verdict(words),
      claims: isIdle && !claims.names && form !== 'quoted' ? 'trivial' : verdict(claims),
    },
    errors:
      form === 'quoted' ? { words: [], claims: [] } : { words: [...words.errors, ...silent], claims: claims.errors },
    traps: form === 'quoted' ? [] : [...new Set([...words.traps, ...claims.traps].map(({ kind }) => kind))],
    isRepeated,
  }
}

export function scoreNote({ sections }: Pick<Note, 'sections'>, talk: Talk, lexicon: Lexicon): Score {
  const key = buildKey(talk, lexicon)
  const heard = hear(talk)
  const judged = sections.flatMap((section) =>
    section.statements.map((statement) => judge(statement, section, key, heard)),
  )
  const own = judged.filter(({ form }) => form === 'own')
  const words = new Set(own.flatMap((each) => listWhole(each.words)))
  const claims = new Set(own.flatMap((each) => listWhole(each.claims)))
  const named = new Set(own.flatMap((each) => each.words.given.filter(isRightGiven).map(({ fact }) => fact)))
  const wanted = talk.facts.filter(({ optional }) => !optional)
  const seen = new Set<Fact>()
  const quotes = { count: 0 }
  return {
    statements: judged.map((each) => scoreOne(each, heard, seen, quotes)),
    wanted,
    found: {
      words: wanted.filter((fact) => words.has(fact)),
      claims: wanted.filter((fact) => claims.has(fact)),
      both: wanted.filter((fact) => words.has(fact) && claims.has(fact)),
    },
    named: wanted.filter((fact) => named.has(fact)),
  }
}

export type Totals = {
  readonly talks: number
  readonly statements: number
  /** Shares from 0 to 1. */
  readonly found: Readonly<Record<Judge | 'both' | 'named', number>>
  /** Shares of right statements, among those that are neither trivial nor quoted. */
  readonly right: Readonly<Record<Judge | 'both', number>>
  readonly repeatedOrTrivial: number
  readonly quoted: number
  /** Errors per 1,000 statements. */
  readonly errors: Readonly<Record<Judge, Readonly<Record<ErrorClass, number>>>>
  readonly traps: Readonly<Partial<Record<TrapKind, number>>>
  readonly foundByKind: Readonly<Record<string, { readonly wanted: number; readonly found: number }>>
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
const countBy = (items: readonly string[]): Record<string, number> => Object.fromEntries([...Map.groupBy(items, (item) => item)].map(([item, all]) => [item, all.length])) // biome-ignore format: short

function countErrors(statements: readonly ScoredStatement[], judge: Judge): Record<ErrorClass, number> {
  const counts = countBy(statements.flatMap(({ errors }) => [...new Set(errors[judge])]))
  return Object.fromEntries(
    errorClasses.map((each) => [each, share((counts[each] ?? 0) * 1000, statements.length)]),
  ) as Record<ErrorClass, number>
}

export function addScores(scores: readonly Score[]): Totals {
  const statements = scores.flatMap((score) => score.statements)
  const judgedBy = (judge: Judge) =>
    statements.filter(({ verdict }) => verdict[judge] === 'right' || verdict[judge] === 'wrong')
  const isRight =
    (judge: Judge) =>
    ({ verdict }: ScoredStatement) =>
      verdict[judge] === 'right'
  const both = statements.filter(({ verdict }) =>
    [verdict.words, verdict.claims].every((each) => each === 'right' || each === 'wrong'),
  )
  const wanted = scores.flatMap((score) => score.wanted)
  const foundShare = (list: (score: Score) => readonly Fact[]): number =>
    share(scores.flatMap(list).length, wanted.length)
  const byKind = countBy(wanted.map(({ kind }) => kind))
  const foundKinds = countBy(scores.flatMap(({ found }) => found.words.map(({ kind }) => kind)))
  const idle = statements.filter(({ verdict, isRepeated }) => isRepeated || verdict.words === 'trivial').length
  return {
    talks: scores.length,
    statements: statements.length,
    found: {
      words: foundShare(({ found }) => found.words),
      claims: foundShare(({ found }) => found.claims),
      both: foundShare(({ found }) => found.both),
      named: foundShare(({ named }) => named),
    },
    right: {
      words: share(judgedBy('words').filter(isRight('words')).length, judgedBy('words').length),
      claims: share(judgedBy('claims').filter(isRight('claims')).length, judgedBy('claims').length),
      both: share(both.filter((each) => isRight('words')(each) && isRight('claims')(each)).length, both.length),
    },
    repeatedOrTrivial: share(idle, statements.length),
    quoted: share(statements.filter(({ verdict }) => verdict.words === 'quoted').length, statements.length),
    errors: { words: countErrors(statements, 'words'), claims: countErrors(statements, 'claims') },
    traps: countBy(statements.flatMap(({ traps }) => traps)),
    foundByKind: Object.fromEntries(
      Object.entries(byKind).map(([kind, count]) => [kind, { wanted: count, found: foundKinds[kind] ?? 0 }]),
    ),
  }
}
