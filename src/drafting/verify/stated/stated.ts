/** Holds a statement against the forms in which its words are said and do not state it. D410 to D415. */
import type { Statement } from '../../../core/clinical-note.ts'
import type { Talk } from '../context/around.ts'
import type { Resolved } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { bare, isWorded } from '../wording.ts'
import { checkAnswered } from './answered.ts'
import { checkCompany } from './company.ts'
import { checkNamed } from './named.ts'
import { checkOrdered } from './ordered.ts'
import { checkToldResults } from './told-results.ts'
import { checkTurn } from './turn.ts'
import { checkWhole } from './whole.ts'
import { checkWhose } from './whose.ts'

export function checkStated(statement: Statement, resolved: Resolved, talks: ReadonlyMap<string, Talk>): readonly Rule[] {
  const { quotes } = resolved
  if (quotes.length === 0 || isWorded(bare(statement.text)) || quotes.some(({ role }) => role === 'record')) return []
  return [
    ...checkNamed(statement, quotes),
    ...checkWhole(statement, quotes),
    ...checkOrdered(statement, quotes),
    ...checkWhose(statement, resolved),
    ...checkAnswered(statement, quotes),
    ...checkTurn(statement, talks),
    ...checkToldResults(statement, quotes),
    ...checkCompany(statement, quotes),
  ]
} // biome-ignore format: one check a line
