/** What a reply about how often, how long or whether it was so before belongs to: "Vertigo before: once, in two thousand and nine." D555. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Candidate, Quote } from '../candidates.ts'
import { troubleOf } from '../slots/trouble-names.ts'

/** Titles that name nothing. */
const bare: ReadonlySet<string> = new Set(['how often', 'lasts', 'before', 'in the past'])

const passesUrine = /\b(?:pee|peeing|wee|weeing|urine|water ?works|toilet|loo|bladder)\b/
const medicineWords = /\b(?:tablets?|pills?|puffers?|inhalers?|the blue|capsules?|sachets?|cream|drops|spray)\b/
const reach = 2

export type Owner = { readonly name: string; readonly quotes: readonly Quote[] }

const namesMedicine = ({ terms, said }: Sentence): boolean => terms.some(({ kind }) => kind === 'medicine') || medicineWords.test(said) // biome-ignore format: one row

/** `medicine` if the question asks how often one is taken; undefined if the title says it all, or nothing is named. */
export function whoseOf(
  title: string,
  question: Sentence,
  dialogue: readonly Sentence[],
  stated: readonly Candidate[],
): Owner | 'medicine' | undefined {
  const before = dialogue.filter(({ at, start }) => question.at - at <= reach && (at < question.at || (at === question.at && start < question.start))) // biome-ignore format: one row
  if (/^times (?:up )?(?:a|in the|at) night$/.test(title)) {
    const named = before.findLast(({ said }) => passesUrine.test(said))
    return named === undefined || passesUrine.test(question.said) ? undefined : { name: 'passing urine at night', quotes: [{ sentence: named, role: named.segment.speaker === 'clinician' ? 'question' : 'statement' }] } // biome-ignore format: one row
  }
  if (/\bdone\b/.test(question.said) || !bare.has(title)) return undefined
  if (title === 'how often' && before.some(namesMedicine)) return 'medicine'
  const trouble = troubleOf(question, dialogue, stated)
  return trouble === undefined
    ? undefined
    : {
        name: `${trouble.name} ${title === 'lasts' && /[^s]s$/.test(trouble.name) ? 'last' : title}`,
        quotes: trouble.quotes,
      }
}
