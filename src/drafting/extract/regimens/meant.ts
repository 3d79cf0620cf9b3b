/** "Ventolin, and I'm meant to use the Seretide but I don't": a medicine that is prescribed and not taken, beside one that is. D532. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { type Candidate, says } from '../candidates.ts'
import { saidName } from '../medication.ts'
import { classes } from '../orders/medicine-changes.ts'
import { endedCandidate } from './ended.ts'
import { withWords } from './parts.ts'

const meant =
  /\b(?:i|he|she) (?:(?:am|is|was) )?(?:(?:meant|supposed) to (?:be )?(?:tak(?:e|ing)|us(?:e|ing)|on|have|having)|should (?:take|use|be (?:on|taking|using)))\b/
const notDone =
  /\b(?:but|though|only|and)\b(?: (?:to be honest|honestly|if i am honest|,|well|really))*(?: (?:i|he|she))? (?:(?:do|does|have|has|did|am|is) not(?: (?:bother|use|take|used|taken|been|do|most days|really|always|started|ever)\b)?|never (?:do|did|have|use|take|started|remember|bother)|keep forgetting|forget|can ?not be bothered)\b/

/** The word at which the clause begins that says so; undefined if there is none. */
function meantAt({ words }: Sentence): number | undefined {
  const said = words.map(({ text }) => text).join(' ')
  const match = meant.exec(said)
  if (match === null || !notDone.test(said.slice(match.index))) return undefined
  return said.slice(0, match.index).split(' ').length - 1
}

/** The sentence without that clause. */
export function withoutMeant(sentence: Sentence): Sentence {
  const at = meantAt(sentence)
  return at === undefined ? sentence : withWords(sentence, 0, at)
}

/** The medicines that are prescribed and not taken. */
export const draftMeant = (dialogue: readonly Sentence[]): readonly Candidate[] =>
  dialogue.flatMap((sentence) => {
    const at = sentence.segment.speaker === 'patient' && !sentence.isQuestion ? meantAt(sentence) : undefined
    const behind = at === undefined ? [] : sentence.terms.filter(({ kind, key, from }) => kind === 'medicine' && !classes.test(key) && from > at) // biome-ignore format: one row
    const [term, other] = behind
    return term === undefined || other !== undefined ? [] : [endedCandidate({ end: 'not-taken', term, name: saidName(sentence, term), quotes: says(sentence) })] // biome-ignore format: one row
  })
