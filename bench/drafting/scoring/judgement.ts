/** The key by which a note is judged, and the form of a judgement. */
import type { Concept, Fact, Talk, Trap } from '../talks/truth.ts'
import { listNames, type Name, type Written } from './mentions.ts'
import { normalise } from './normalise.ts'
import { type Quantity, quantitiesOf } from './quantities.ts'

export const errorClasses = [
  'polarity',
  'number',
  'dose',
  'side',
  'person',
  'time',
  'sense',
  'plan',
  'certainty',
] as const
export type ErrorClass = (typeof errorClasses)[number]

/** The meaning of a name in a talk: a fact, a trap, the reaction of an allergy, or a thing that nobody spoke of. */
export type Meaning =
  | ({ readonly is: 'fact'; readonly fact: Fact; readonly isBroad?: true } & Concept)
  | ({ readonly is: 'trap'; readonly trap: Trap } & Concept)
  | ({ readonly is: 'reaction'; readonly fact: Fact } & Concept)
  | ({ readonly is: 'nothing' } & Concept)

/** A fact as a statement gives it. `isWhole`: with all attributes of the fact. */
export type Given = { readonly fact: Fact; readonly errors: readonly ErrorClass[]; readonly isWhole: boolean }

export type Judgement = {
  readonly given: readonly Given[]
  readonly errors: readonly ErrorClass[]
  /** The traps that the statement states. */
  readonly traps: readonly Trap[]
  /** True if the statement names something of the talk, or of the tables. */
  readonly names: boolean
}

/** Lists the numbers that a statement of the fact must give. */
export const listRequired = ({ value, frequency, duration, kind, time }: Fact): readonly Quantity[] =>
  // A statement may leave out the time of an operation, and the time since when somebody no longer smokes.
  [value, frequency, kind === 'procedure' || (kind === 'social' && time === 'past') ? undefined : duration].flatMap((text) => (text === undefined ? [] : quantitiesOf(text))) // biome-ignore format: short

/** Lists the numbers that a statement of the fact may give. */
export const listExplained = (fact: Fact): readonly Quantity[] => [
  ...[fact.value, fact.frequency, fact.duration].flatMap((text) => (text === undefined ? [] : quantitiesOf(text))),
  ...[fact.concept, ...(fact.names ?? [])].flatMap(quantitiesOf),
]

export type Key = {
  readonly names: readonly Name<Meaning>[]
  readonly talk: Talk
  /** Facts in a segment that the transcriber was unsure of: a note may say so. */
  readonly unsure: ReadonlySet<Fact>
}

/** Names that no sentence contains by chance, in the form of the text. */
export type Lexicon = readonly Written<Meaning>[]

export const openLexicon = (concepts: readonly Concept[]): Lexicon =>
  [...new Set(concepts.flatMap(({ concept, names = [] }) => [concept, ...names]))]
    .filter(isTelling)
    .map((concept) => ({ item: { is: 'nothing', concept }, words: normalise(concept) }))

const writeNames = (item: Meaning): Lexicon =>
  [item.concept, ...(item.names ?? [])].map((name) => ({ item, words: normalise(name) }))

/** Everything that a note on the talk can name. `lexicon`: the concepts of all grammars. */
export function buildKey(talk: Talk, lexicon: Lexicon): Key {
  const said = new Set(talk.segments.flatMap(({ text }) => normalise(text)))
  const known: Meaning[] = [
    ...talk.facts.map((fact): Meaning => ({ is: 'fact', fact, concept: fact.concept, names: fact.names ?? [] })),
    ...talk.facts.flatMap((fact) =>
      (fact.broader ?? []).map((concept): Meaning => ({ is: 'fact', fact, isBroad: true, concept })),
    ),
    ...talk.traps.map((trap): Meaning => ({ is: 'trap', trap, concept: trap.concept, names: trap.names ?? [] })),
    ...talk.facts.flatMap((fact): Meaning[] =>
      fact.reaction === undefined ? [] : [{ is: 'reaction', fact, ...fact.reaction }],
    ),
  ]
  // A spoken word may belong to something else: only a name that nobody spoke is surely made up.
  const unsaid = lexicon.filter(({ words }) => !words.every((word) => said.has(word)))
  const unsureSegments = new Set(talk.segments.filter(({ uncertain }) => uncertain).map(({ id }) => id))
  const unsure = new Set(talk.facts.filter(({ segments }) => segments.some((id) => unsureSegments.has(id))))
  return { names: listNames([...known.flatMap(writeNames), ...unsaid]), talk, unsure }
}

/** Words that stand in sentences about anything. */
const common = new Set(['rest', 'heat', 'ice', 'swelling', 'tenderness', 'frequency', 'partner', 'parents', 'alone', 'injury', 'review', 'weakness', 'speech', 'weight', 'lifting', 'medication', 'medicine', 'medicines', 'allergy', 'discharge', 'sharp', 'burning', 'pulse', 'temperature', 'drinks', 'travel', 'fluids', 'reflux', 'broken', 'specialist', 'injection', 'admission', 'specialist opinion']) // biome-ignore format: a list
const isTelling = (name: string): boolean => name.length >= 5 && !common.has(name)
