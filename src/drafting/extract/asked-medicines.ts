/** Answers to questions about medicines: none, this one, or the dose. */

import { readAnswer } from '../dialogue/answers.ts'
import { isConfirming } from '../dialogue/questions.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { readAmount } from '../vocabulary/amounts.ts'
import { asksAllergyAlone } from './allergy-answers.ts'
import { answers, type Candidate, claim, type Quote, says } from './candidates.ts'
import { findDose, medicineCandidate, saidName } from './medication.ts'
import { deniesByParts } from './regimens/denied-medicines.ts'
import { asksMedicines } from './regimens/forms.ts'
import { findFrequency } from './regimens/frequencies.ts'

const doseAsked = /\b(?:what dose|how much|how often|how many|which (?:dose|strength))\b/

/** "What dose of X are you on?" - "A hundred micrograms.": the last value counts, and the question presupposes X. */
function doseAnswer(question: Sentence): readonly Candidate[] {
  const said = question.said
  const terms = question.terms.filter(({ kind }) => kind === 'medicine')
  const [term] = terms
  if (term === undefined || terms.length !== 1 || !doseAsked.test(said) || !/\b(?:you|your)\b/.test(said)) return []
  const values = question.answers.slice(0, 3).flatMap((sentence) => {
    const dose = findDose(sentence.words)
    const frequency = findFrequency(sentence.words.map(({ text }) => text).join(' ')) // biome-ignore format: short
    const slots = { ...(dose === undefined ? {} : { dose }), ...(frequency === undefined ? {} : { frequency }) }
    return Object.keys(slots).length === 0 || sentence.segment.id !== question.answers[0]?.segment.id
      ? []
      : [{ sentence, slots }]
  })
  const last = values.at(-1)
  if (last === undefined) return []
  return [
    medicineCandidate({ verb: 'Takes', name: saidName(question, term), effect: '' }, last.slots, {
      term,
      quotes: answers(question, last.sentence),
    }),
  ]
}

/** A question of another time, or of one complaint: its "no" denies nothing else. */
const ofOther =
  /\bfor (?:that|it|this|the)\b|\bever\b|\bname\b|\b(?:have|did) you (?:had|have|bring|brought)\b|\btoday\b|\b(?:any|some|all|one|which) of\b|\bnew\b|\bchang(?:e|ed|es)\b/
/** "Nothing at all" after a question for medicines. "Nothing new" is no denial. */
const nothing =
  /^(?:(?:um+|uh+|er+m?|oh|well|ok|,|actually|honestly|really) ?)*(?:no,? )?(?:i (?:am on|take) nothing|i do not take a (?:thing|single one)|nothing|none|not a thing|zilch|nil|zero)(?:,? (?:at all|really|regular(?:ly)?|whatsoever|ever|for me|for (?:him|her)|on there|at the moment|right now|thanks|doctor|no|like that|that i know of|in the house))*[,.! ]*$/

const noneText = (said: string): string => {
  const word = /\bregular/.test(said) ? 'regular ' : ''
  const other = /\bother\b|\belse\b|\bapart\b/.test(said) ? 'other ' : ''
  return `No ${other}${word}medicines.`
}

const none = (text: string, quotes: readonly Quote[], at: number): Candidate => ({
  text,
  claims: [claim('medication', { key: 'medicines', display: 'medicines' }, { polarity: 'absent' })],
  quotes,
  weight: 62,
  at,
})

/** "Do you take metformin twice a day?" asks for one medicine; "any medicines, such as metformin?" asks for all. */
const ofAll =
  /\b(?:medications?|medicines?|meds)\b|\b(?:any|other) (?:\w+ )?(?:tablets?|pills?)\b|\bother\b|\belse\b|\bapart\b/

/** "When you take a deep breath", "I take it": another sense of the verb. Who asks after a rash from the tablets does not ask which. */
const notTablets =
  /\btak(?:e|es|ing) (?:a |in )?(?:deep |big )?breaths?\b|\bi take it\b|\btak(?:e|es|ing) (?:long|time|a (?:break|rest|seat))\b|\b(?:did|do|does) the (?:tablets?|pills?|medicines?|medication) (?:give|gave|cause|make|bring)\b/

/** "Do you take any medications?" - "No." "What's on your repeat?" - "Nothing at all." */
function noMedicines(question: Sentence): readonly Candidate[] {
  const said = question.said
  if (!asksMedicines(said) || ofOther.test(said) || isConfirming(question) || notTablets.test(said)) return []
  if (question.terms.some(({ kind }) => kind === 'medicine') && !ofAll.test(said)) return []
  const answer = readAnswer(question)
  const [first] = question.answers
  // A medicine of a later turn is another matter: a current one contradicts the denial by itself.
  const turn = answer?.sentence.at ?? first?.at ?? 0
  if (question.answers.some(({ terms, at }) => at <= turn + 1 && terms.some(({ kind }) => kind === 'medicine')))
    return []
  if (first !== undefined && /\b(?:new|different|extra|others?)\b/.test(first.said)) return []
  const isNothing = first !== undefined && nothing.test(first.said)
  const isNo = answer?.says === 'no' && answer.isPlain && /\b(?:medication|medicine|tablet|pill|tak(?:e|es|ing)|on any)s?\b/.test(said) // biome-ignore format: short
  const sentence = isNothing ? first : isNo ? answer.sentence : undefined
  return sentence === undefined ? [] : [none(noneText(said), answers(question, sentence), sentence.at)]
}

const kinds = '(?:medications?|medicines?|tablets?|pills?|meds)'
/** "I'm not on any tablets", "I take nothing", "no regular medicines for me": the whole sentence denies them. */
const deniesAll = new RegExp(
  `^(?:(?:no|so|and|well|oh|but),? )*(?:(?:i|he|she|we) (?:am|is|are) not (?:currently |actually |really )?(?:on|taking|using) (?:any(?:thing)?|a single)(?: (?:regular|prescribed|prescription|other|kind of))*(?: ${kinds})?|(?:i|he|she) (?:do|does) not (?:currently |actually )?(?:take|use) (?:any(?:thing)?|a single)(?: (?:regular|prescribed|other))*(?: ${kinds})?|(?:i am not one for ${kinds},? )?(?:i|he|she) takes? (?:nothing|no(?: regular)? ${kinds})|there are no(?: regular)? ${kinds}|no(?: regular)? ${kinds} (?:for (?:me|him|her)|at all))(?:,? (?:at all|at the moment|these days|regularly|currently|right now|before you ask|thank goodness|thankfully|doctor|actually|and never have))*[,.! ]*$`,
)

/** The patient denies all medicines without a question, or in other words than a plain no. */
const ownDenial = (sentence: Sentence): readonly Candidate[] =>
  deniesAll.test(sentence.said) || deniesByParts(sentence) ? [none(noneText(sentence.said), says(sentence), sentence.at)] : [] // biome-ignore format: short

const ofAmount = /^(?:mg|mgs|mls?|milligrams?|micrograms?|grams?|units?|puffs?|times|once|twice|daily|dose|strength)$/

const hasAmount = ({ words }: Sentence): boolean =>
  words.some(({ text }, at) => ofAmount.test(text) || readAmount(words, at) !== undefined)

/** "You're on Lasix, 40 mg?" - "Not any more. Twenty now.": a no beside an amount may deny the amount alone. */
const deniesAmount = (question: Sentence): boolean => [question, ...question.answers].some(hasAmount)

/** "Are you on the pill?", "have you taken any paracetamol?", answered with yes or no. */
function askedMedicine(question: Sentence): readonly Candidate[] {
  const said = question.said
  const terms = question.terms.filter(({ kind }) => kind === 'medicine')
  const [term] = terms
  const frame = /\b(?:are you (?:still )?(?:on|taking|using)|do you (?:take|use)|you(?:'re| are) (?:on|taking))\b/.test(
    said,
  )
    ? 'now'
    : /\b(?:have you|did you|has (?:he|she)|did (?:he|she)) (?:\w+ )?(?:tried|try|taken|take|used|use|had)\b/.test(said)
      ? 'tried'
      : undefined
  const answer = readAnswer(question)
  if (term === undefined || terms.length !== 1 || frame === undefined || answer === undefined || !answer.isPlain)
    return []
  if (answer.says === 'unknown' || answer.sentence.terms.some(({ kind }) => kind === 'medicine')) return []
  const isYes = answer.says === 'yes'
  if (!isYes && deniesAmount(question)) return []
  // "How often do you use it?" - "I don't really like it." is no denial of the use.
  if (!isYes && /\bhow (?:often|much|many)\b/.test(said) && answer.sentence.words.length > 5) return []
  const name = saidName(question, term)
  const text =
    frame === 'now'
      ? isYes
        ? `Takes ${name}.`
        : `Does not take ${name}.`
      : isYes
        ? `Has tried ${name}.`
        : `Has not taken ${name}.`
  return [
    {
      text,
      claims: [
        claim(
          'medication',
          { ...term, display: name },
          { polarity: isYes ? 'present' : 'absent', time: frame === 'now' ? 'current' : 'past' },
        ),
      ],
      quotes: answers(question, answer.sentence),
      weight: isYes ? 70 : 42,
      at: answer.sentence.at,
    },
  ]
}

/** "Any allergies?" - "Cats." - "Medicines?": a bare name goes on with the question before it. */
function isOfAllergy(question: Sentence, dialogue: readonly Sentence[]): boolean {
  if (asksAllergyAlone(question)) return true
  const before = dialogue.slice(0, dialogue.indexOf(question)).findLast((one) => one.segment.speaker === 'clinician' && one.isQuestion) // biome-ignore format: short
  return /^(?:(?:and|but|any|what about|how about|to|no|so)[ ,]+)*(?:medicines?|medications?|meds|drugs|tablets),?(?: (?:though|then|either|too|as well))?\?$/.test(question.said) && before !== undefined && asksAllergyAlone(before) // biome-ignore format: short
}

export function draftAskedMedicines(dialogue: readonly Sentence[]): readonly Candidate[] {
  const asked = dialogue
    .filter(({ segment, isQuestion }) => segment.speaker === 'clinician' && isQuestion)
    .flatMap((question) => [
      ...(isOfAllergy(question, dialogue) ? [] : noMedicines(question)),
      ...askedMedicine(question),
      ...doseAnswer(question),
    ])
  const own = dialogue.filter(({ segment, isQuestion }) => segment.speaker === 'patient' && !isQuestion)
  return [
    ...asked,
    ...own.filter(({ asked: open }) => !open.some((question) => isOfAllergy(question, dialogue))).flatMap(ownDenial),
  ]
}
