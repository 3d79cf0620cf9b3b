/** Judges a statement by its rendered words and numbers, as a reader who sees no claims. */
import type { Statement } from '../../../src/core/clinical-note.ts'
import type { Fact, Trap, TrapKind } from '../talks/truth.ts'
import { type Reading, readContext } from './context.ts'
import {
  type ErrorClass,
  type Given,
  type Judgement,
  type Key,
  listExplained,
  listRequired,
  type Meaning,
} from './judgement.ts'
import { listMentions, type Mention } from './mentions.ts'
import { normalise } from './normalise.ts'
import { isSame, listQuantities, type Placed } from './quantities.ts'

const planned = new Set(['plan', 'request', 'follow-up', 'safety-net'])

type Rule = (fact: Fact, reading: Reading, isUnsure: boolean) => ErrorClass | undefined

const rules: readonly Rule[] = [
  function judgePerson({ person, relative, kind }, { isRelative, relatives }) {
    if (person === 'relative')
      return isRelative && (relatives.size === 0 || relative === undefined || relatives.has(relative))
        ? undefined
        : 'person'
    return relatives.size > 0 && kind !== 'social' ? 'person' : undefined
  },
  function judgePolarity({ polarity, kind, concept }, { isAbsent }) {
    if (
      kind === 'safety-net' ||
      kind === 'follow-up' ||
      (kind === 'plan' && /^(?:avoid|reduce|stop|no |do not )/.test(concept))
    )
      return undefined
    return (polarity === 'absent') === isAbsent ? undefined : 'polarity'
  },
  function judgeTime({ time, kind, change, optional }, { isOver, isPast }) {
    if (time === 'resolved' || (time === 'past' && (kind === 'medication' || kind === 'social')))
      return isOver || isPast ? undefined : 'time'
    const isNow =
      ['symptom', 'complaint', 'finding', 'vital'].includes(kind) || (kind === 'medication' && change === undefined)
    // A detail ("chickenpox as a child") has its time in its name.
    return isNow && isOver && !optional ? 'time' : undefined
  },
  function judgeCertainty({ certainty, kind }, { isHedged }, isUnsure) {
    if (certainty === 'uncertain') return isHedged ? undefined : 'certainty'
    return kind === 'impression' && isHedged && !isUnsure ? 'certainty' : undefined
  },
  function judgeSide({ side, concept, names = [] }, { sides }) {
    if (sides.size === 0 || [concept, ...names].some((name) => /\b(?:left|right)\b/.test(name))) return undefined
    return side !== undefined && !sides.has(side) ? 'side' : undefined
  },
  function judgePlan({ kind, change }, { change: said, isOrder, isConditional }) {
    if (kind === 'safety-net') return isConditional ? undefined : 'plan'
    if (planned.has(kind)) return isOrder ? undefined : 'plan'
    if (kind !== 'medication') return undefined
    if (change === undefined) return said === undefined || said === 'continued' ? undefined : 'plan'
    if (change === 'stopped') return said === 'stopped' ? undefined : 'plan'
    if (said === 'stopped') return 'plan'
    return said !== undefined || isOrder ? undefined : 'plan'
  },
]

/** Words about a trap by which no reader takes it for a fact. */
const excuses: Readonly<Record<TrapKind, RegExp | undefined>> = {
  fear: /\b(?:worr|fear|concern|anxious|afraid|scared|reassur)/,
  'other-person':
    /\b(?:contact|other|colleague|flatmate|neighbour|friend|boss|husband|wife|partner|workmate|housemate|exposure|exposed|household)/,
  refused: /\b(?:declin|refus|not keen|prefer|offered|discussed|does not want|did not want|against|not wanted)/,
  corrected: undefined,
  condition: /\b(?:if|unless|consider|may|might|later|should|future|not yet)\b/,
  excluded: /\b(?:unlikely|excluded?|ruled out|against|less likely|not)\b/,
  warning: /\b(?:side effects?|may|can cause|warn|advised|if|might|possible)\b/,
  'turn-of-speech': undefined,
  unanswered: /\b(?:asked|unanswered|not (?:answered|known|clear|stated)|unclear|unknown)\b/,
  'not-chosen':
    /\b(?:not|rather than|instead|discussed|considered|offered|option|alternative|hold(?:ing)? off|defer|declin|if)/,
}

function judgeTrap(trap: Trap, reading: Reading, text: string): ErrorClass | undefined {
  if (excuses[trap.kind]?.test(text) === true) return undefined
  if (reading.isAbsent && trap.kind === 'excluded') return undefined
  if (trap.kind === 'other-person') return 'person'
  if (trap.kind === 'refused' || trap.kind === 'condition' || trap.kind === 'not-chosen') return 'plan'
  return trap.kind === 'fear' && reading.relatives.size > 0 ? undefined : 'sense'
}

type Unit = { readonly words: readonly string[]; readonly section: string; readonly quantities: readonly Placed[] }

const countMissing = (
  fact: Fact,
  { words, quantities }: Unit,
  reading: Reading,
  mentions: readonly Mention<Meaning>[],
): number => {
  const numbers = listRequired(fact).filter((wanted) => !quantities.some((said) => isSame(said, wanted))).length
  const side = fact.side !== undefined && !reading.sides.has(fact.side) ? 1 : 0
  const relative = fact.relative !== undefined && !reading.relatives.has(fact.relative) ? 1 : 0
  const isReactionSaid = mentions.some(({ items }) =>
    items.some((item) => item.is === 'reaction' && item.fact === fact),
  )
  return (
    numbers + side + relative + (fact.reaction !== undefined && !isReactionSaid ? 1 : 0) + (words.length === 0 ? 1 : 0)
  )
}

/** Judges the meaning of a mention that fits best. */
function judgeMention(
  mention: Mention<Meaning>,
  unit: Unit,
  mentions: readonly Mention<Meaning>[],
  { unsure }: Key,
): { readonly given?: readonly Given[]; readonly errors: readonly ErrorClass[]; readonly trap?: Trap } {
  const reading = readContext(unit.words, mention.places, unit.section)
  const facts = mention.items
    .flatMap((item) => (item.is === 'fact' ? [item] : []))
    .map(({ fact, isBroad }) => ({
      fact,
      errors: rules.flatMap((rule) => rule(fact, reading, unsure.has(fact)) ?? []),
      missing: countMissing(fact, unit, reading, mentions) + (isBroad === true ? 1 : 0),
    }))
    .map((each) => ({ ...each, numbers: listRequired(each.fact).length }))
    .toSorted(
      (one, other) =>
        one.errors.length - other.errors.length || one.missing - other.missing || other.numbers - one.numbers,
    )
  const [best] = facts
  if (best?.errors.length === 0) {
    const alike = facts.filter(
      ({ errors, missing, numbers }) => errors.length === 0 && missing === best.missing && numbers === best.numbers,
    )
    return { given: alike.map(({ fact, missing }) => ({ fact, errors: [], isWhole: missing === 0 })), errors: [] }
  }
  const said = unit.words.join(' ')
  const allergies = mentions.flatMap(({ items }) =>
    items.flatMap((item) => (item.is === 'fact' && item.fact.kind === 'allergy' ? [item.fact] : [])),
  )
  if (mention.items.some((item) => item.is === 'reaction' && allergies.includes(item.fact))) return { errors: [] }
  for (const item of mention.items)
    if (item.is === 'trap') {
      const error = judgeTrap(item.trap, reading, said)
      if (error === undefined) return { errors: [] }
      if (best === undefined) return { errors: [error], trap: item.trap }
    }
  if (best === undefined) return { errors: ['sense'] }
  const corrected = mention.items.find(
    (item) => item.is === 'trap' && item.trap.side !== undefined && reading.sides.has(item.trap.side),
  )
  const trap = best.errors.includes('side') && corrected?.is === 'trap' ? { trap: corrected.trap } : {}
  return { given: [{ fact: best.fact, errors: best.errors, isWhole: false }], errors: best.errors, ...trap }
}

/** Numbers that none of the facts has. */
function judgeNumbers(quantities: readonly Placed[], facts: readonly Fact[], { talk }: Key): readonly ErrorClass[] {
  const explained = facts
    .flatMap((fact) =>
      fact.change === 'changed' || fact.change === 'stopped'
        ? talk.facts.filter(({ concept }) => concept === fact.concept)
        : [fact],
    )
    .flatMap(listExplained)
  const wrong = quantities.filter((said) => !explained.some((known) => isSame(said, known)))
  return wrong.map((): ErrorClass => (facts.some(({ kind }) => kind === 'medication') ? 'dose' : 'number'))
}

/** Splits a sentence into its clauses. A statement with parts has them already. */
const listTexts = ({ text, parts }: Pick<Statement, 'text' | 'parts'>): readonly string[] =>
  parts !== undefined && parts.length > 0
    ? parts.map((part) => part.text)
    : text.split(/[;]|\.(?!\d)|\bbut\b|\balthough\b/).filter((clause) => /\w/.test(clause))

export function judgeWords(statement: Pick<Statement, 'text' | 'parts'>, section: string, key: Key): Judgement {
  const units = listTexts(statement).map((text): Unit => {
    const words = normalise(text)
    return { words, section: section.toLowerCase(), quantities: listQuantities(words) }
  })
  const judged = units.flatMap((unit) => {
    const mentions = listMentions(unit.words, key.names)
    return mentions.map((mention) => judgeMention(mention, unit, mentions, key))
  })
  const given = judged.flatMap((each) => each.given ?? [])
  const numbers = judgeNumbers(units.flatMap(({ quantities }) => quantities), given.map(({ fact }) => fact), key) // biome-ignore format: short
  const errors = [...judged.flatMap((each) => each.errors), ...numbers]
  const traps = judged.flatMap(({ trap }) => trap ?? [])
  return {
    given:
      numbers.length > 0
        ? given.map((each) => ({ ...each, isWhole: false, errors: [...each.errors, ...numbers] }))
        : given,
    errors,
    traps,
    names: judged.length > 0,
  }
}
