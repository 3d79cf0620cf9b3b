/** The sentences that state a fact, each once. */
import { plainLine } from '../plain-text.ts'
import type { FactGroup } from './stated-facts.ts'

export const listStatements = (facts: FactGroup['facts']): readonly string[] => [
  ...new Set(facts.map(({ statement }) => plainLine(statement.text))),
]
