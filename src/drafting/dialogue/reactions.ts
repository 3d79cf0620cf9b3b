/** Usual effects of an allergy or a medicine: no symptom of today. */
import type { Sentence } from './sentence.ts'

/** The effect of an allergy is no complaint of today. */
export const isReaction = (sentence: Sentence): boolean =>
  /\ballerg|\bintoleran|\b(?:it|that|they|which) (?:made|makes|gave|gives) (?:me|my)\b|\bside effect/i.test(
    sentence.text,
  ) ||
  isMedicineEffect(sentence) ||
  always.test(sentence.said) ||
  sentence.asked.some(({ text }) => /\ballerg|what happens when|agree with you|side effect|react/i.test(text))

/** "Plaster makes my skin itch.": it always happens; it is not there today. */
const always =
  /\b(?:makes|gives|brings) (?:me|my \w+) (?:a |up in |out in |come (?:up|out) in |feel )*(?:\w+ )?(?:itch\w*|rash\w*|hives|sneez\w*|wheez\w*|swell\w*|sick)\b/

/** "Codeine makes me feel sick." */
const isMedicineEffect = (sentence: Sentence): boolean =>
  /\b(?:makes|made|gives|gave) (?:me|my)\b/.test(sentence.said) &&
  sentence.terms.some(({ kind }) => kind === 'medicine')
