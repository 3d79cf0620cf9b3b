/** The names that a note may give a concept of a grammar: from the tables of the truth, without the spoken words. */
import type { Case, Grammar, Named } from '../talks/grammar.ts'
import { listConcepts } from '../talks/lexicon.ts'
import type { Random } from '../talks/random.ts'
import type { Concept } from '../talks/truth.ts'

export type Names = {
  /** A noun phrase for a thing that is there; any name of the tables that reads as one. */
  readonly noun: (concept: string, random: Random) => string
  readonly isReferral: (concept: string) => boolean
  /** Another item of the same table as the concept, which the talk does not have. */
  readonly other: (concept: string, random: Random) => string | undefined
  readonly grammar: Grammar
}

/** Forms that cannot follow "reports": adjectives, participles, verbs. */
const noNoun = /^(?:\w+ed|\w+ly|no|not|cannot|can|lost|is|has|had|have|felt|feels|unable|dizzy|nauseous|queasy|sick|tired|exhausted|thirsty|breathless|wheezy|itchy|sore|restless|febrile|feverish|sweaty|anxious|low|worried|weak|numb|giddy|dull|sharp|better|worse|worst|stopped|started|woken|wakes|uses|misses|forgets|stayed|smoke|drinks?|tall|weighs|rushing|often|going|hard|burnt|stiff|swollen|puffy|red|blind|confused|depressed|constipated|bloated|clumsy|sleepy|drowsy|off|out|up|down|in|on|after|since|before|when|while|from|at|to)\b/ // biome-ignore format: one row

const isNoun = (name: string): boolean => !noNoun.test(name) && name.split(' ').length <= 4 && name.length > 3

const tablesOf = (grammar: Grammar): readonly (readonly Concept[])[] => [
  ...grammar.cases.flatMap((each: Case) => [[...each.positives, ...each.negatives], each.medicines, each.requests, each.referrals, each.advice, each.dangers]),
  grammar.conditions, grammar.operations, grammar.regular, grammar.allergies, grammar.familyConditions, grammar.jobs, grammar.homes,
  grammar.pastConditions ?? [], grammar.vaccines ?? [], grammar.warnings,
] // biome-ignore format: a list

export function openNames(grammar: Grammar, said: (words: string) => boolean): Names {
  const byConcept = Map.groupBy(listConcepts(grammar), ({ concept }) => concept)
  const referrals = new Set(grammar.cases.flatMap((each) => each.referrals.map(({ concept }) => concept)))
  const tables = tablesOf(grammar)
  const isUnsaid = (item: Concept): boolean =>
    ![item.concept, ...(item.names ?? []), ...((item as Partial<Named>).said ?? [])].some((name) => said(name))
  return {
    grammar,
    noun: (concept, random) => {
      const names = (byConcept.get(concept) ?? []).flatMap(({ names: own = [] }) => own).filter(isNoun)
      return random.pick([concept, concept, ...names])
    },
    isReferral: (concept) => referrals.has(concept),
    other: (concept, random) => {
      const table = tables.find((items) => items.some((item) => item.concept === concept)) ?? []
      const others = table.filter((item) => item.concept !== concept && isUnsaid(item))
      return others.length === 0 ? undefined : random.pick(others).concept
    },
  }
}

/** Opposites that turn a detail into a wrong one. */
const opposites: readonly (readonly [string, string])[] = [
  ['worse', 'better'], ['worst', 'best'], ['morning', 'evening'], ['night', 'day'], ['nights', 'days'], ['left', 'right'], ['after', 'before'], ['sudden', 'gradual'],
  ['lying', 'standing'], ['sitting', 'walking'], ['hot', 'cold'], ['constant', 'intermittent'], ['dull', 'sharp'], ['more', 'less'], ['upper', 'lower'], ['front', 'back'],
  ['dry', 'productive'], ['increase', 'decrease'], ['high', 'low'], ['thick', 'thin'], ['hard', 'soft'], ['up', 'down'], ['above', 'below'], ['outside', 'inside'], ['stairs', 'flat ground'],
  ['relieved', 'worsened'], ['eased', 'aggravated'], ['helps', 'aggravates'], ['yellow', 'clear'], ['unable', 'able'], ['painful', 'painless'],
] // biome-ignore format: a list

/** The words with one quality or number turned round, or undefined if they have none. */
export function flip(words: string): string | undefined {
  for (const [one, two] of opposites)
    for (const [from, to] of [[one, two], [two, one]] as const) {
      const pattern = new RegExp(`\\b${from}\\b`)
      if (pattern.test(words)) return words.replace(pattern, to)
    } // biome-ignore format: short
  return /\b\d+\b/.test(words) ? words.replace(/\b\d+\b/, (number) => String(Number(number) + 3)) : undefined
}
