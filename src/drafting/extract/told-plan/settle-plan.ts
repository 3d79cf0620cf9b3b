/** The plan with its warnings, and with the lines of the sentences that no construction fits. */
import type { Claim } from '../../../core/clinical-note.ts'
import { isOfMoment } from '../../dialogue/instructions.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import { withAntecedents } from '../antecedents/with-antecedents.ts'
import type { Candidate } from '../candidates.ts'
import { listNamedTests } from '../decisions/named-tests.ts'
import { isPlan } from '../decisions/no-plans.ts'
import { readFound } from '../examination/findings.ts'
import { listExamined } from '../examination/stretches.ts'
import { mendNets } from '../nets/mended.ts'
import { listNets } from '../nets/nets.ts'
import { withNets } from '../nets/with-nets.ts'
import { chooseLines } from '../orders/choose-lines.ts'
import { listFollowUps } from '../orders/follow-ups.ts'
import { listMedicineChanges } from '../orders/medicine-changes.ts'
import { isToPatient } from '../orders/own-order.ts'
import { listRequests } from '../orders/requests.ts'
import { dropArticlesOfNet } from '../plain/articles.ts'
import { listAccepted } from './accepted.ts'
import { listAskedVisits, withoutReply } from './asked-visits.ts'
import { withExceptions } from './joined/exceptions.ts'
import { planStart } from './plan-start.ts'
import { isReadOut } from './read-out.ts'
import { withToldPlan } from './told-plan.ts'

/** Advice in the first third introduces a question, unless the clinician commits to it. */
export const firstShare = 0.4

type Told = { readonly words: string; readonly isChilds: boolean }

/** The coded orders of an utterance. */
export const listOrders = (utterance: Utterance, { words, isChilds }: Told): readonly Claim[] => [
  ...(isToPatient(utterance.said, isChilds) ? listMedicineChanges(utterance, words) : []),
  ...listRequests(utterance, words),
  ...listFollowUps(utterance, words),
]

export const asUtterance = (sentence: Sentence): Utterance => ({ sentences: [sentence], text: sentence.text, said: sentence.said }) // biome-ignore format: short

export const isNoOrder = (sentence: Sentence): boolean => isOfMoment(sentence.said) || readFound(sentence).length > 0

type Heard = { readonly isGiven: (sentence: Sentence) => boolean; readonly isChilds: boolean; readonly last: number }

export function settlePlan(
  lines: readonly Candidate[],
  dialogue: readonly Sentence[],
  { isGiven, isChilds, last }: Heard,
): readonly Candidate[] {
  const examined = listExamined(dialogue)
  const nets = listNets(dialogue.filter(({ at }) => last < 12 || at >= last * firstShare))
  const isExamined = (sentence: Sentence): boolean => examined.has(sentence) || isNoOrder(sentence)
  const from = planStart(dialogue, isExamined)
  const plans = lines.filter((candidate) => isPlan(candidate, examined) && !isReadOut(candidate, dialogue, from))
  const visits = listAskedVisits(dialogue)
  const region = {
    from,
    isGiven,
    isChilds,
    isExamined,
    accepted: listAccepted(dialogue),
    isWarned: (sentence: Sentence) =>
      visits.has(sentence) || nets.some(({ sentences }) => sentences.includes(sentence)),
    listOrders: (sentence: Sentence, words: string) => listOrders(asUtterance(sentence), { words, isChilds }),
  }
  const told = withAntecedents(
    withExceptions(withToldPlan(mendNets(withNets(plans, nets), dialogue), dialogue, region), dialogue),
    dialogue,
  )
  const whole = told.filter((candidate) => isPlan(candidate, examined))
  const isTaken = (sentence: Sentence): boolean => isExamined(sentence) || region.isWarned(sentence) || whole.some((line) => line.quotes.some((quote) => quote.sentence === sentence) && !line.text.startsWith('Also said')) // biome-ignore format: short
  const tests = listNamedTests(dialogue, { from, isGiven, isTaken })
  return chooseLines([...tests, ...whole.flatMap((line) => withoutReply(line, visits) ?? []), ...visits.values()]).map(
    dropArticlesOfNet,
  )
}
