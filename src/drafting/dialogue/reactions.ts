/** Usual effects of an allergy or a medicine: no symptom of today. */
import type { Sentence } from './sentence.ts'

/** The effect of an allergy is no complaint of today. */
export const isReaction = (sentence: Sentence): boolean =>
  /\ballerg|\bintoleran|\b(?:it|that|they|which) (?:made|makes|gave|gives) (?:me|my)\b|\bside effect/i.test(
    sentence.text,
  ) ||
  isMedicineEffect(sentence) ||
  always.test(sentence.said) ||
  brings.test(sentence.said) ||
  (eachTime.test(sentence.said) && !sentence.asked.some(({ terms }) => terms.some(({ kind }) => kind === 'symptom'))) ||
  sentence.asked.some(({ text }) =>
    /\ballerg|what happens when|what (?:does|did) (?:it|that|they) do to you|agree with you|side effect|react/i.test(
      text,
    ),
  )

/** "Plaster makes my skin itch.": it always happens; it is not there today. */
const always =
  /\b(?:makes|gives|brings) (?:me|my \w+) (?:a |up in |out in |come (?:up|out) in |feel )*(?:\w+ )?(?:itch\w*|rash\w*|hives|sneez\w*|wheez\w*|swell\w*|sick)\b/

/** "Codeine makes me feel sick." */
const isMedicineEffect = (sentence: Sentence): boolean =>
  /\b(?:makes|made|gives|gave) (?:me|my)\b/.test(sentence.said) &&
  sentence.terms.some(({ kind }) => kind === 'medicine')

/** "It brought me out in a rash", "I end up with vomiting": the subject, said or left out, is a cause. */
const brings =
  /\b(?:brings?|brought|makes?|made) (?:me|my \w+) (?:come |came |break )?(?:out|up) (?:in|with)\b|^(?:(?:um|uh|er|well|oh|just|always|it),? )*(?:gives|gave|brings|brought) (?:me|my)\b|\bi (?:always |just )?end up (?:with|in|having)\b/

/** "Blisters every time.": no verb, and each time of something named before. */
const eachTime =
  /^(?:(?:a|an|the|with|just|it is) )?(?:\w+ ){1,5},? ?(?:every (?:single )?time|each time|within (?:minutes|seconds|the hour))[.!]?$/
