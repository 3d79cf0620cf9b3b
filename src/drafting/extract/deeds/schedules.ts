/** The vaccines of a schedule, which have no name of their own: "up to date with his needles", "she had her four month ones". D359. */
import { readAnswer } from '../../dialogue/answers.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { answers, type Candidate, claim, type Quote, says } from '../candidates.ts'
import { findWhen } from './stated-when.ts'
import { isAboutVaccines, listAbout } from './vaccine-names.ts'

const age =
  '((?:six|twelve|eighteen|\\d{1,2}|two|four|one|three) (?:week|month|year)|birth|newborn|kinder|school|childhood|baby)'
/** Which ones: "the six month ones", "his twelve month needles", "the last lot at four months". */
const dose = new RegExp(
  `\\b${age}(?:ly| old)?s? (?:ones?|needles?|vaccin\\w*|immunis\\w*|jabs?|shots?|lot|boosters?)\\b`,
)

/** All that are due by now. */
const complete = /\b(?:up to date|(?:had|has had|have had|got|done) (?:everything|all (?:of )?(?:them|his|her|the|my)|the lot)|all (?:done|good|current|of them)(?=[,.!]|$)|fully (?:vaccinated|immunised|covered)|on (?:time|schedule)|every ?(?:thing|one) (?:so far|on the schedule)|fully)\b/ // biome-ignore format: one row
const asksAll = /\b(?:vaccin\w*|immunis\w*|needles|shots|jabs)\b/
const isOpen = /\b(?:gave|made me|no idea|not sure|think|might|maybe|probably|do not know|book(?:ed)?|due|behind|except|apart|but|until|will|going to|next)\b/ // biome-ignore format: one row
const missed =
  /\b(?:(?:we |i |she |he )?(?:have |has )?(?:skipped|missed|not had|put off|delayed)|behind (?:on|with))\b/

const upToDate = (quotes: readonly Quote[]): Candidate => ({
  text: 'Immunisations up to date.',
  claims: [claim('social', { key: 'immunisation-status', display: 'immunisations up to date' })],
  quotes,
  weight: 78,
  at: quotes.at(-1)?.sentence.at ?? 0,
})

/** A dose of the schedule, had or missed. */
function doses(question: Sentence | undefined, sentence: Sentence): readonly Candidate[] {
  const which = dose.exec(sentence.said)?.[1]
  if (which === undefined || isOpen.test(sentence.said.replace(/\bput off\b/, ''))) return []
  const display = `${which} vaccinations`
  const isMissed = missed.test(sentence.said)
  if (!isMissed && !/\b(?:had|got|given|did|done)\b/.test(sentence.said)) return []
  const quotes = question === undefined ? says(sentence) : answers(question, sentence)
  const when = isMissed ? undefined : findWhen(sentence.said.replace(dose, ''))
  const what = { key: display.replaceAll(' ', '-'), display }
  return [
    {
      text: isMissed ? `Has not had ${display}.` : `Had ${display}${when === undefined ? '' : ` ${when}`}.`,
      claims: [claim('immunisation', what, { time: 'past', ...(isMissed ? { polarity: 'absent' } : {}), ...(when === undefined ? {} : { when }) })], // biome-ignore format: short
      quotes,
      weight: 79,
      at: sentence.at,
    },
  ]
}

/** The replies to a question about no vaccine by name. */
export function scheduleAsked(question: Sentence): readonly Candidate[] {
  if (!isAboutVaccines(question) || !asksAll.test(question.said) || listAbout(question).length > 0) return []
  const [reply] = question.answers
  if (reply === undefined || reply.isQuestion) return []
  const told = doses(question, reply)
  const answer = readAnswer(question)
  const isComplete = complete.test(reply.said) || (complete.test(question.said) && answer?.says === 'yes')
  const isTold = isComplete && !isOpen.test(reply.said) && !/\b(?:no|not|never|nope)\b/.test(reply.said)
  const quotes = answers(question, reply)
  // "Up to date, I had the flu shot": the vaccine that is named says more.
  if (isTold && told.length === 0 && listAbout(reply).length === 0) return [upToDate(quotes)]
  return told
}

/** "She had her four month needles last week", said without a question. */
export const scheduleTold = (sentence: Sentence): readonly Candidate[] =>
  isAboutVaccines(sentence) && sentence.asked.every((question) => !isAboutVaccines(question)) ? doses(undefined, sentence) : [] // biome-ignore format: short
