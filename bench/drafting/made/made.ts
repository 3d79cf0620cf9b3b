/** A statement as a model would write it from the truth of a made-up talk, and its wrong twin. bench/drafting/made/README.md */
import type { ClaimKind, Segment } from '../../../src/core/clinical-note.ts'
import type { Random } from '../talks/random.ts'
import type { Fact, Talk, Trap } from '../talks/truth.ts'
import type { Names } from './names.ts'

export const twinClasses = ['time', 'sense', 'scope', 'person', 'drug', 'attribute', 'plan', 'number', 'side'] as const
export type TwinClass = (typeof twinClasses)[number]

export type Slots = {
  readonly kind: string
  readonly concept: string
  readonly polarity: 'present' | 'absent'
  readonly person: 'patient' | 'relative'
  readonly time: 'current' | 'past'
  readonly side: 'left' | 'right' | 'both' | null
  readonly value: number | null
  readonly unit: string | null
  readonly frequency: string | null
  readonly duration: string | null
}

export type Made = {
  readonly section: string
  readonly text: string
  readonly certainty: 'certain' | 'uncertain'
  readonly claims: readonly Slots[]
  readonly evidence: readonly { readonly segment: number; readonly role: 'question' | 'answer' | 'statement' }[]
}

/** `right` is absent where no note would tell the thing: a figure of speech, a question without an answer. */
export type Pair = {
  readonly talk: Talk
  readonly about: string
  readonly right?: Made
  readonly wrong: Made
  readonly twin: TwinClass
}

/** The tables of sentences write about a talk with these. */
export type Desk = { readonly talk: Talk; readonly random: Random; readonly names: Names }

/** A sentence with the facts as it states them. */
export type Sentence = {
  readonly text: string
  readonly facts: readonly Stated[]
  readonly isUnsure?: boolean
  readonly section?: string
}
export type Stated = Pick<Fact, 'concept' | 'segments'> & Partial<Omit<Fact, 'concept' | 'segments'>> & { readonly kind: ClaimKind } // biome-ignore format: short

const sections: Readonly<Partial<Record<ClaimKind, string>>> = { finding: 'objective', vital: 'objective', impression: 'assessment', plan: 'plan', 'safety-net': 'plan', request: 'plan', 'follow-up': 'plan' } // biome-ignore format: a table

const sectionOf = ({ kind, change }: Stated): string =>
  change === undefined ? (sections[kind] ?? 'subjective') : 'plan'

/** The answer of a model has no place for coded orders. */
const kindOf = ({ kind, change }: Stated): string =>
  kind === 'request' || kind === 'follow-up' || change !== undefined ? 'plan' : kind

function claimOf(fact: Stated): Slots {
  const [, number, unit] = /^(\d+(?:\.\d+)?) ([^\d].*)$/.exec(fact.value ?? '') ?? []
  return {
    kind: kindOf(fact),
    concept: fact.concept,
    polarity: fact.polarity ?? 'present',
    person: fact.person ?? 'patient',
    time: fact.time === undefined || fact.time === 'current' ? 'current' : 'past',
    side: fact.side ?? null,
    value: number === undefined ? null : Number(number),
    unit: unit ?? null,
    frequency: fact.frequency ?? null,
    duration: fact.duration ?? null,
  }
}

const isQuestion = (segments: readonly Segment[], at: number): boolean => {
  const text = segments[at]?.text ?? ''
  if (/\?\W*(?:\[unintelligible\])?$/.test(text)) return true
  const later = segments.slice(at + 1, at + 3).find(({ speaker }) => speaker === segments[at]?.speaker)
  return !/[.!]$/.test(text) && later !== undefined && later.text.endsWith('?')
}

function evidenceOf(facts: readonly Stated[], segments: readonly Segment[]): Made['evidence'] {
  const ids = new Set(facts.flatMap((fact) => fact.segments))
  const cited = segments.flatMap(({ id }, segment) => (ids.has(id) ? [segment] : []))
  return cited.map((segment, index) => {
    if (isQuestion(segments, segment) && index < cited.length - 1) return { segment, role: 'question' as const }
    const before = cited[index - 1]
    const answers = before !== undefined && segment - before <= 3 && isQuestion(segments, before) && segments[before]?.speaker !== segments[segment]?.speaker // biome-ignore format: short
    return { segment, role: answers ? ('answer' as const) : ('statement' as const) }
  })
}

const upperFirst = (text: string): string => text.replace(/^[a-z]/, (letter) => letter.toUpperCase())

/** Cites the segments of all `facts`, and of `cites` if the sentence is wrong: the model read those. */
export const make = (sentence: Sentence, { segments }: Talk, cites: readonly Stated[] = sentence.facts): Made => ({
  section: sentence.section ?? sectionOf(sentence.facts[0] as Stated),
  text: upperFirst(sentence.text),
  certainty: sentence.isUnsure === true ? 'uncertain' : 'certain',
  claims: sentence.facts.map(claimOf),
  evidence: evidenceOf(cites, segments),
})

export type Twin = readonly [twin: TwinClass, sentence: Sentence]

/** The wrong twin cites the same segments as the right sentence. */
export const pairOf = ({ talk }: Desk, about: string, right: Sentence, [twin, wrong]: Twin): Pair => ({
  talk,
  about,
  right: make(right, talk),
  wrong: make(wrong, talk, right.facts),
  twin,
})

/** A model cites what it heard clearly: other statements need a remark about the recording. */
export const isClear = ({ segments }: Talk, { segments: own }: Pick<Fact | Trap, 'segments'>): boolean =>
  own.length > 0 && own.every((id) => segments.find((segment) => segment.id === id)?.uncertain === false)

/** "a", "a and b", "a, b and c". */
export const list = (items: readonly string[], word = 'and'): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}`
