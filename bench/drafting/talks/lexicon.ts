/** Every concept of a grammar. */
import type { Grammar } from './grammar.ts'
import type { Concept } from './truth.ts'

export const listConcepts = (grammar: Grammar): readonly Concept[] => [
  ...grammar.cases.flatMap((each) => [
    each.complaint, ...each.details, ...each.positives, ...each.negatives, ...each.signs, each.impression, ...each.excluded, ...each.fears,
    ...each.medicines, ...each.offers, ...each.requests, ...each.referrals, ...each.advice, ...each.dangers,
  ]),
  ...grammar.conditions, ...grammar.operations, ...grammar.regular, ...grammar.allergies, ...grammar.allergies.flatMap(({ reactions }) => reactions),
  ...grammar.familyConditions, ...grammar.turns, ...grammar.jobs, ...grammar.homes, ...grammar.warnings,
] // biome-ignore format: a list
