/** Tobacco and alcohol: how much and how often. */

import type { Sentence } from '../dialogue/dialogue.ts'
import { answers, type Candidate, claim, type Quote, says } from './candidates.ts'

/** What the patient says of habits; the first row that fits a sentence counts. */
export type SaidRow = {
  readonly key: string
  readonly pattern: RegExp
  readonly not?: RegExp
  readonly text: string
  readonly polarity?: 'absent'
  readonly time?: 'past'
  readonly weight: number
}

export const socialCandidate = (
  row: Pick<SaidRow, 'key' | 'polarity' | 'time' | 'weight'>,
  text: string,
  quotes: readonly Quote[],
): Candidate => ({
  text,
  claims: [
    claim(
      'social',
      { key: row.key, display: row.key.replaceAll('-', ' ') },
      {
        ...(row.polarity === undefined ? {} : { polarity: row.polarity }),
        ...(row.time === undefined ? {} : { time: row.time }),
      },
    ),
  ],
  quotes,
  weight: row.weight,
  at: quotes[0]?.sentence.at ?? 0,
})

const alcoholAsked = /\balcohol\b|\bdrink\b/

export const smokeAsked = /\bsmok/

/** "a few beers a week", "ten a day", "socially". */
export function habits(sentence: Sentence, clean: string): readonly Candidate[] {
  const question = sentence.asked.at(-1)
  const asked = question === undefined ? '' : question.said
  const out: Candidate[] = []
  const drinksNow =
    /\bi (?:do )?(?:only )?drink\b/.test(clean) && !/\b(?:not|never|used to|if|water|tea|coffee|fluids?)\b/.test(clean)
  const often =
    /\b(socially|occasionally|on (?:the )?weekends?|at (?:the )?weekends?|once in a while|now and then|now and again)\b/.exec(
      clean,
    )?.[1]
  if (often !== undefined && drinksNow)
    out.push(socialCandidate({ key: 'alcohol', weight: 57 }, `Drinks alcohol ${often}.`, says(sentence)))
  else if (
    often !== undefined &&
    question !== undefined &&
    alcoholAsked.test(asked) &&
    !smokeAsked.test(asked) &&
    !/\b(?:not|never|no|used to|smoke)\b/.test(clean)
  )
    out.push(socialCandidate({ key: 'alcohol', weight: 57 }, `Drinks alcohol ${often}.`, answers(question, sentence)))
  const amount =
    /\b(?:about |around )?(\w+|a few|a couple of|twenty five) (units|beers|glasses(?: of wine)?|pints|drinks|bottles(?: of wine)?) (?:a|per|every|each) (week|day|night|month)\b/.exec(
      clean,
    )
  if (
    amount !== null &&
    !/\b(?:or|to|used to|not)\b/.test(clean.slice(Math.max(0, amount.index - 12), amount.index)) &&
    !/\bused to\b/.test(clean.slice(0, amount.index))
  )
    out.push(
      socialCandidate(
        { key: 'alcohol-amount', weight: 58 },
        `Alcohol: ${countOf(amount[1] ?? '')} ${amount[2]} a ${amount[3]}.`,
        says(sentence),
      ),
    )
  const units = /\b(maybe |about |around )?(\w+) (units|beers|drinks|glasses)\b/.exec(clean)
  const span = /\bin a (week|day|month)\b|\b(?:a|per|each) (week|day|month)\b/.exec(asked)
  const number = units === null ? undefined : numberWords[units[2] ?? '']
  if (
    amount === null &&
    units !== null &&
    number !== undefined &&
    span !== null &&
    question !== undefined &&
    alcoholAsked.test(asked) &&
    !/\b(?:or|to|used to)\b/.test(clean)
  )
    out.push(
      socialCandidate(
        { key: 'alcohol-amount', weight: 58 },
        `Alcohol: ${units[1] ?? ''}${number} ${units[3]} a ${span[1] ?? span[2]}.`,
        answers(question, sentence),
      ),
    )
  const cigarettes = /\b(\w+) (?:cigarettes? )?a day\b/.exec(clean)
  const count = cigarettes === null ? undefined : numberWords[cigarettes[1] ?? '']
  if (
    count !== undefined &&
    (/\bsmoke\b|\bcigarettes?\b/.test(clean) || smokeAsked.test(asked)) &&
    !/\b(?:used to|was|were|back in|stopped|quit|not)\b/.test(clean) &&
    !/\bused to\b|\bdid you\b/.test(asked)
  )
    out.push(
      socialCandidate(
        { key: 'smoking', weight: 61 },
        `Smokes ${count} a day.`,
        /\bsmoke\b|\bcigarettes?\b/.test(clean) || question === undefined
          ? says(sentence)
          : answers(question, sentence),
      ),
    )
  if (
    question !== undefined &&
    /\bdo you (?:\w+ )?smoke\b|\byou a smoker\b/.test(asked) &&
    /^(?:no,? )?not any ?more\b/.test(clean)
  )
    out.push(socialCandidate({ key: 'smoking', time: 'past', weight: 60 }, 'Ex-smoker.', answers(question, sentence)))
  return out
}

const numberWords: Readonly<Record<string, string>> = {
  fourteen: '14',
  eleven: '11',
  thirteen: '13',
  sixteen: '16',
  eighteen: '18', five: '5', six: '6', eight: '8', ten: '10', twelve: '12', fifteen: '15', twenty: '20', thirty: '30', forty: '40', two: '2', three: '3', four: '4' } // biome-ignore format: a table

const countOf = (word: string): string => numberWords[word] ?? word
