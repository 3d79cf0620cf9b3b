/** Family history: conditions of a relative by blood, and a no to the question after them. */

import { readAnswer } from '../dialogue/answers.ts'
import { findRelative, readContext, relatives } from '../dialogue/context.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { bodyWord } from '../vocabulary/clinical-words.ts'
import type { Term } from '../vocabulary/terms.ts'
import { answers, type Candidate, claim, says, sentenceCase } from './candidates.ts'

export const familyAsked = /\bfamily\b|\bparents\b|\bsiblings\b|\bruns? in\b/

const familyVerb =
  /\b(?:has|have|had|got|suffers?|suffered|died|passed away|diagnosed|with|is|was|gets|also|from|of|lives|living|lived|found|battled|battles|fought|fights|developed|told|carries)\b/
/** "She was told it was gout": the sentence reports a diagnosis. */
const wasTold = /\b(?:was|were|has been|got) told(?: that)?(?: (?:it (?:was|is)|(?:he|she|they) (?:has|had|have)))?\b/

/** "My dad has asthma": relative, verb, condition, in that order. */
export function relativeCondition(sentence: Sentence, term: Term): readonly Candidate[] {
  const context = readContext(sentence, term)
  const words = sentence.words.map(({ text }) => text)
  const relative = findRelative(words, 0, term.from)
  if (relative === undefined || context.status !== 'present' || term.key === 'pregnancy') return []
  const between = words
    .slice(relative.at + 1, term.from)
    .join(' ')
    .replace(wasTold, 'had')
  if (
    (between !== '' && !familyVerb.test(between)) ||
    /\b(?:i|me|you|gave|said|told|worried|thinks?)\b/.test(between) ||
    between.split(' ').length > 14
  )
    return []
  const joint = words
    .slice(0, relative.at)
    .join(' ')
    .match(/(\w+) and(?: my| your)?$/)?.[1]
  const other = joint === undefined ? undefined : relatives.get(joint)
  const names = other === undefined ? [relative.name] : [other, relative.name]
  return names.map((name) => familyCandidate(name, term, { quotes: says(sentence), at: sentence.at }, context.time))
}

/** Words between an illness as the subject and its relative: "gout took hold of my dad", "it was a stroke that killed my nan". */
const befell = /^(?:(?:that|which|has|had|also|finally|sadly|then) )*(?:took|takes|killed|got|gets|claimed|struck|hit|carried|plagued|plagues|finished|affects|affected|ran|runs|caught|troubled|troubles|saw|crept)(?: (?:hold|off|away|down|up|with|of|on|to|at|from|out)){0,2} (?:my|our)$/ // biome-ignore format: one row

/** The illness is the subject and the relative its object. */
export function befallenRelative(sentence: Sentence, term: Term): readonly Candidate[] {
  const words = sentence.words.map(({ text }) => text)
  const relative = findRelative(words, term.to + 1, words.length)
  if (relative === undefined || !befell.test(words.slice(term.to + 1, relative.at).join(' '))) return []
  if (readContext(sentence, term).status !== 'present' || /\b(?:not|never|nearly|almost|if)\b/.test(sentence.said)) return [] // biome-ignore format: short
  return [familyCandidate(relative.name, term, { quotes: says(sentence), at: sentence.at })]
}

/** "We've got gout in the family, my uncle", "it might be from my gran, with the gout": relative and illness around "family" or "from". */
const inFamily = /\bin (?:the|our|my) family\b|\bruns in\b|\b(?:from|off|after) (?:my|our|the) (?:\w+ ){0,3}?(?:side\b|mum|mom|mother|dad|father|brother|sister|gran\w*|nan\w*|aunt\w*|uncle|cousin|family)|\bon (?:my|the) (?:\w+ )?(?:mother|father|mum|dad|maternal|paternal)\w* side\b/ // biome-ignore format: short

/** True if the illness of the sentence is one of the family. */
export const isOfFamily = ({ said }: Pick<Sentence, 'said'>): boolean => inFamily.test(said)

/** The relative of an illness that is in the family. */
export function familyCondition(sentence: Sentence, term: Term): readonly Candidate[] {
  const words = sentence.words.map(({ text }) => text)
  const named = [...new Set(words.flatMap((word) => relatives.get(word) ?? []))]
  const isSaid = isOfFamily(sentence) && readContext(sentence, term).status === 'present' && !/\b(?:not|no|never)\b/.test(sentence.said) // biome-ignore format: short
  const [name] = named
  if (!isSaid || named.length !== 1 || name === undefined || relativeCondition(sentence, term).length > 0) return []
  return [familyCandidate(name, term, { quotes: says(sentence), at: sentence.at })]
}

const familyCandidate = (
  name: string,
  term: Term,
  from: Pick<Candidate, 'quotes' | 'at'>,
  time: 'current' | 'past' = 'current',
): Candidate => ({
  text: `${sentenceCase(name)}: ${term.display}${time === 'past' ? ' in the past' : ''}.`,
  claims: [claim('family', { ...term, display: term.display }, { person: 'relative', time })],
  weight: 78,
  ...from,
})

const genders: Readonly<Record<string, string>> = {
  mother: 'she', sister: 'she', grandmother: 'she', aunt: 'she', daughter: 'she', father: 'he', brother: 'he', grandfather: 'he', uncle: 'he', son: 'he',
} // biome-ignore format: a table

/** "My father... He died of bowel cancer.": the pronoun takes the relative named just before. */
export function pronounCondition(sentence: Sentence, term: Term, earlier: readonly Sentence[]): readonly Candidate[] {
  const lead = sentence.words.slice(0, term.from).map(({ text }) => text)
  const pronoun = lead.find((word) => word === 'he' || word === 'she')
  const isClear = familyVerb.test(lead.join(' ')) && !/\b(?:not|no|never|if|i|my|maybe|think)\b/.test(lead.join(' '))
  if (pronoun === undefined || !isClear || findRelative(lead, 0, lead.length) !== undefined) return []
  const asked = sentence.asked.findLast((question) => ofRelatives.test(question.said))
  for (const before of earlier.slice(-4).reverse()) {
    // The clinician has asked about somebody else since.
    if (asked !== undefined && asked.at > before.at) break
    const words = before.words.map(({ text }) => text)
    const relative = findRelative(words, 0, words.length)
    if (relative === undefined || sentence.at - before.at > 8) continue
    if (genders[relative.name] !== pronoun) return []
    const quotes = [...says(before), ...says(sentence)]
    return [familyCandidate(relative.name, term, { quotes, at: sentence.at })]
  }
  return asked === undefined ? [] : ofAsked(sentence, term, asked, pronoun)
}

/** Words for relatives in a question. */
const ofRelatives = new RegExp(`\\b(?:${[...relatives.keys()].join('|')}|siblings|children|kids)\\b`)

/** "And your dad?" - "He had a stroke.": the question names the relative. */
function ofAsked(sentence: Sentence, term: Term, asked: Sentence, pronoun: string): readonly Candidate[] {
  const words = asked.words.map(({ text }) => text)
  const named = [...new Set(words.flatMap((word) => relatives.get(word) ?? []))]
  const [name] = named
  const isOne = named.length === 1 && name !== undefined && genders[name] === pronoun && !/\b(?:siblings|children|kids)\b/.test(asked.said) // biome-ignore format: short
  return isOne ? [familyCandidate(name, term, { quotes: answers(asked, sentence), at: sentence.at })] : []
}

const diedOf = /\b(?:what|how) did (?:your|his|her) (?:\w+ )?[a-z]+ (?:die|pass away|pass)\b|\bwhat (?:took|killed) (?:your|his|her) [a-z]+\b/ // biome-ignore format: short
const toldCause = /^(?:(?:um|uh|er|oh|well|a|an|the|it was|that was|of|from|he|she|they|had|died of|died from|of|massive|sudden|bad|big|his|her) ?,? ?)*$/ // biome-ignore format: short

/** "What did your father die of?" - "A stroke.": the name of the illness alone, without a doubt. */
function causeOfDeath(question: Sentence): readonly Candidate[] {
  const words = question.words.map(({ text }) => text)
  const relative = findRelative(words, 0, words.length)
  const reply = question.answers.find(({ isQuestion }) => !isQuestion)
  const [term, other] = reply?.terms.filter(({ kind }) => kind === 'condition') ?? []
  if (relative === undefined || reply === undefined || term === undefined || other !== undefined) return []
  const [before, after] = [reply.words.slice(0, term.from), reply.words.slice(term.to + 1)].map((part) => part.map(({ text }) => text).join(' ')) // biome-ignore format: short
  if (!toldCause.test(before ?? '') || !/^[.,! ]*$/.test(after ?? '')) return []
  return [familyCandidate(relative.name, term, { quotes: answers(question, reply), at: reply.at })]
}

/** "You or the family?" - "Me, no. My sister did.": a relative had it, so the no is not of the family. D392. */
const namesOneWithIt = (question: Sentence): boolean =>
  question.answers.some(({ said }) => ofRelatives.test(said) && hadIt.test(said))
const hadIt = /\b(?:did|has|had|does|got|gets|was|is)\b(?! (?:not|never|fine|well|ok|okay|healthy)\b)/

/** Organs and their adjectives that stand before "cancer". */
const organ = /^(?:thyroid|pancreatic|ovarian|cervical|uterine|testicular|gastric|renal|brain|bladder|stomach|blood)$/

/** "Have you had pancreatitis, or thyroid cancer in the family?": the first is the patient's own. The organ of a cancer belongs to its name. */
function termsOfFamily({ terms, words, said }: Sentence): readonly Term[] {
  const isParted = /\b(?:you|he|she)\b(?: [a-z']+){0,3} (?:had|have|got)\b.* or\b.*\bin (?:the|your) family\b/.test(
    said,
  )
  const or = words.findLastIndex(({ text }) => text === 'or')
  return terms
    .filter(({ kind, from }) => kind === 'condition' && (!isParted || from > or))
    .map((term) => {
      const before = words[term.from - 1]?.text ?? ''
      return term.display === 'cancer' && (organ.test(before) || bodyWord.test(before)) ? { kind: term.kind, key: `${before}-cancer`, display: `${before} cancer`, from: term.from, to: term.to } : term // biome-ignore format: short
    })
}

/** "Any family history of diabetes?" - "Yes, my dad." */
export function relativeAnswer(question: Sentence): readonly Candidate[] {
  const said = question.said
  if (diedOf.test(said)) return causeOfDeath(question)
  if (!familyAsked.test(said)) return []
  const terms = termsOfFamily(question)
  const answer = readAnswer(question)
  if (answer === undefined) return []
  const [term] = terms
  if (answer.says === 'no' && answer.isPlain && namesOneWithIt(question)) return []
  if (answer.says === 'no' && answer.isPlain) return [noFamilyHistory(question, answer.sentence, terms)]
  const words = answer.sentence.words.map(({ text }) => text)
  const named = words.map((word) => relatives.get(word)).filter((name) => name !== undefined)
  const isBare = answer.sentence.terms.length === 0 && words.length < 12
  const isYes = answer.says === 'yes' || (answer.says === 'unknown' && /^(?:(?:yes|yeah|only|just|well|my|our|an?|one of my|a|,) ?)*(?:\w+ ){0,2}?(?:\w+)(?: \w+)?(?: on (?:one|my|that) side)?,? (?:yes|yeah|did|does|has|had)[.]?$/.test(answer.sentence.said)) // biome-ignore format: short
  if (
    !isYes ||
    (answer.says === 'yes' && !answer.isPlain) ||
    terms.length !== 1 ||
    term === undefined ||
    named.length !== 1 ||
    !isBare
  )
    return []
  return [familyCandidate(named[0] ?? '', term, { quotes: answers(question, answer.sentence), at: answer.sentence.at })]
}

function noFamilyHistory(question: Sentence, answer: Sentence, terms: readonly Term[]): Candidate {
  const names = [...new Set(terms.map(({ display }) => display))]
  const what =
    names.length > 0 && names.length < 4 ? `No family history of ${names.join(' or ')}.` : 'No relevant family history.'
  const claims =
    names.length > 0 && names.length < 4
      ? terms.map((term) => claim('family', term, { person: 'relative', polarity: 'absent' }))
      : [
          claim(
            'family',
            { key: 'family-history', display: 'family history' },
            { person: 'relative', polarity: 'absent' },
          ),
        ]
  const isOther = /\bother\b|\belse\b|\bapart\b/.test(question.said)
  return {
    text:
      isOther && names.length === 0
        ? 'No other family history.'
        : isOther
          ? what.replace('No family', 'No other family')
          : what,
    claims,
    quotes: answers(question, answer),
    weight: 40,
    at: answer.at,
  }
}
