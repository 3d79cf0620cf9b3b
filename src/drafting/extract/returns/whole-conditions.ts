/** Whether the conditions of a return are whole. A line that lacks a word of a danger is worse than the clinician's own words. D308. */

import { findTerms, namesKind } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { isElliptic } from '../plain/conditions.ts'
import { isNoDanger } from './no-dangers.ts'

/** Points at a list that the line does not have. */
const pointing =
  /^(?:any |one |either )?(?:of )?(?:any of )?(?:these|those|them|that|this|it|one|such)(?: (?:symptoms?|things?))?$/i
/** A thing without the change that is the danger: "the vision". */
const known = /^(?:the|that|this|these|those) [a-z]+$/i
/** Words after which another one has to come. */
const unfinished =
  /\b(?:an?|the|any|some|of|to|in|with|for|and|or|is|are|be|been|very|not|no|that|like|feel|feeling|get|gets|getting|have|having|from|at|by|as|next)$/i
/** A preposition or an ending between two names says how they go together. */
const between = /^(?:and|or|with|from|in|of|when|on|after|due|because|is|are|has|more|,)$/

/** A name and what it does: "the mole bleeds". */
const verb = /^(?:bleed|swell|itch|hurt|ache|burn|throb|sting|leak|ooze|weep)(?:e?s)?$/

/** "A swollen sore calf": qualities before their noun. */
const quality = /^(?:swollen|sore|red|hot|painful|numb|weak|stiff|tender|itchy|cold|blue|pale|tight|hard|puffy)$/

/** Two symptoms that follow each other without a word between them. */
function isRunTogether(condition: string): boolean {
  const words = readWords(condition)
  const symptoms = findTerms(words).filter(({ kind }) => kind === 'symptom')
  return symptoms.some(({ to }, at) => {
    const next = symptoms[at + 1]
    const isVerb = verb.test(words[next?.from ?? to]?.text ?? '')
    const isQuality = quality.test(words[to]?.text ?? '')
    return (
      next !== undefined &&
      !isVerb &&
      !isQuality &&
      !words.slice(to + 1, next.from).some(({ text }) => between.test(text))
    )
  })
}

/** "If they're over twenty": a value of nothing that the line names. */
const bareValue = /^(?:(?:it|they|that)(?: is| are|'s|'re) |(?:goes|go) )?(?:over|above|below|under|more than|less than) (?:\d+(?:\.\d+)?|[a-z-]+)(?: (?:point|and|or) [a-z-]+)?$/i // biome-ignore format: one row

/** "If your eyes go yellow stop the methotrexate": the order stands without a mark behind its condition. */
const runsIntoOrder =
  /\S+ .*(?<!\b(?:to|not|cannot|can|could|will|would|you|he|she|they|and|or|that|which|when|if|never|must|should|may) )\b(?:stop|do not|give|take|use|skip|withhold|increase|reduce|double|lie down|sit down|press on) [a-z]+/i

export const isWholeCondition = (condition: string): boolean =>
  !runsIntoOrder.test(condition) &&
  !bareValue.test(condition) &&
  !pointing.test(condition) &&
  !(known.test(condition) && !namesKind(condition, 'symptom')) &&
  !unfinished.test(condition) &&
  !isElliptic(condition) &&
  !isNoDanger(condition) &&
  !isRunTogether(condition)

/** The conditions of a line such as "Return if worse, or not better in two days.", each whole. A line without a condition is whole. */
export function hasWholeConditions(line: string): boolean {
  const [, list] = /\bif (.+?)(?: \(recording unclear\))?\.?$/.exec(line) ?? []
  return list === undefined || list.split(/,? or |, /).every((condition) => isWholeCondition(condition.trim()))
}
