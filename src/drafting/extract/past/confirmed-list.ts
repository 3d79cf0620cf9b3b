/** Illnesses that the clinician lists for the patient to confirm: "So you've got the blood pressure, the cholesterol and the reflux?" - "That's right." D474. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { answers, type Candidate, claim, joinWords } from '../candidates.ts'
import { checksAgain, isAgreed } from '../regimens/checked/agreement.ts'
import { isAcute, isAllergy } from './passing.ts'

const lists =
  /^(?:(?:and|so|ok|okay|right|now|then),? )*(?:you have(?: got)?|i have(?: got)?(?: you down (?:for|as|with))?|got you down (?:for|as|with)|your past history is|(?:the )?past(?: history)?,? i have(?: got)?|on (?:here|the list) (?:i have|there is)) /
/** A wish, a symptom of today, an order, another person's or a possible illness. */
const isElse = /\b(?:not|no|never|if|might|may|could|think|because|come|came|today|appointment|letter|script|here for|test\w*|result\w*|family|mother|father|mum|dad|allerg\w*|been|had a|a bit of|some|any)\b/ // biome-ignore format: one row
const things: Readonly<Record<string, string>> = { 'blood pressure': 'blood pressure', cholesterol: 'cholesterol', sugar: 'sugar', sugars: 'sugar', thyroid: 'thyroid', reflux: 'reflux', asthma: 'asthma', gout: 'gout', depression: 'depression', anxiety: 'anxiety', diabetes: 'diabetes', arthritis: 'arthritis', migraine: 'migraine', eczema: 'eczema', 'atrial fibrillation': 'atrial fibrillation', heart: 'heart', prostate: 'prostate' } // biome-ignore format: a table
const item = /^(?:(?:the|your|a|some|bit of|high|mild|also|just|and|then) )*/

/** The items of the list, each an illness of a table or a thing that stands for its trouble; undefined if one is neither. */
function readItems(sentence: Sentence): readonly { readonly key: string; readonly display: string }[] | undefined {
  const plain = sentence.said
    .replace(lists, '')
    .replace(/,? (?:is that (?:right|correct|it|all)|right|correct|is it|have i got that right)?\??$/, '')
  const parts = plain
    .split(/,? and (?:the |your )?|, /)
    .map((part) =>
      part
        .replace(item, '')
        .replace(/[.?!]+$/, '')
        .trim(),
    )
    .filter((part) => part !== '')
  const terms = sentence.terms.filter((term) => term.kind === 'condition' && !isAcute(term) && !isAllergy(term))
  const found = parts.map((part) => {
    const thing = things[part]
    const term = terms.find(
      ({ from, to }) =>
        sentence.words
          .slice(from, to + 1)
          .map(({ text }) => text)
          .join(' ')
          .endsWith(part) ||
        part.endsWith(
          sentence.words
            .slice(from, to + 1)
            .map(({ text }) => text)
            .join(' '),
        ),
    )
    return term !== undefined
      ? { key: term.key, display: part }
      : thing === undefined
        ? undefined
        : { key: `${thing.replace(' ', '-')}-problems`, display: thing }
  })
  return found.some((one) => one === undefined) ? undefined : found.filter((one) => one !== undefined)
}

/** `next`: the sentences after it. */
export function confirmedConditions(sentence: Sentence, next: readonly Sentence[]): readonly Candidate[] {
  if (!lists.test(sentence.said) || isElse.test(sentence.said)) return []
  const items = readItems(sentence)
  const [first, second] = next
  const asking = first !== undefined && first.segment === sentence.segment ? first : undefined
  const reply = asking === undefined ? first : checksAgain(asking) ? second : undefined
  if (items === undefined || items.length < 2 || reply?.segment.speaker !== 'patient' || !isAgreed(reply)) return []
  return [
    {
      text: `History of ${joinWords(
        items.map(({ display }) => display),
        'and',
      )}.`,
      claims: items.map((what) => claim('history', what)),
      quotes: answers(sentence, reply),
      weight: 84,
      at: sentence.at,
    },
  ]
}
