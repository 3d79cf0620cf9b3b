/** Mentions of symptoms: the patient's own words, answers to questions, and the clinician's repetition. */

import { type Answer, readAnswer } from '../dialogue/answers.ts'
import { childWords, isAboutChild, isSpokenFor } from '../dialogue/child.ts'
import { readContext } from '../dialogue/context.ts'
import { asksWhether, isConfirming, isNegativeQuestion, questionKind } from '../dialogue/questions.ts'
import { isReaction } from '../dialogue/reactions.ts'
import { asksAbsence } from '../dialogue/reply-forms.ts'
import { firstTurnOf, isToldFor, type Sentence } from '../dialogue/sentence.ts'
import type { Term } from '../vocabulary/terms.ts'
import { asksClause } from './asked/asked-clauses.ts'
import { asksTermsAlone } from './asked/asked-names.ts'
import { askedTerms, readAskedTerms } from './asked/asked-terms.ts'
import { readEcho } from './asked/echoes.ts'
import { deniedWithin, elaborated } from './asked/elaborations.ts'
import { type Asked, readItems } from './asked/items.ts'
import { readPresupposed } from './asked/presupposed.ts'
import { type Settled, settleItems } from './asked/settled-items.ts'
import { askedPerson, goesOnAboutOther } from './asked/whose.ts'
import { answers, openQuestion, says } from './candidates.ts'
import { addComplaint } from './complaint/complaint.ts'
import { deniedInside, isNormal, isUnhurt } from './denied-mentions.ts'
import { readPresented } from './described/presented.ts'
import { listRecapped } from './described/recaps.ts'
import { addTopics } from './described/topics.ts'
import { generalKeys, type Mention, plainly, takenBack } from './mention.ts'
import { readPlayback, resolve } from './playback.ts'
import { settleSenses } from './senses/senses.ts'
import { isCharacterTold, ofThings } from './slots/no-symptoms.ts'
import { listSlotReplies } from './slots/slot-lines.ts'
import { isEffectNext, isEndedEffect } from './topics/ended-effects.ts'

export type Reading = { readonly mentions: readonly Mention[]; readonly open: readonly string[] }

/** Every symptom that a patient's sentence asserts, now or before, or denies. */
function readStatement(sentence: Sentence): readonly Mention[] {
  if (isEndedEffect(sentence.said) || isEffectNext(sentence)) return []
  const inside = deniedInside(sentence)
  if (inside.length > 0) return isAboutFamily(sentence) || isReaction(sentence) ? [] : inside
  return sentence.terms.flatMap((term): Mention[] => {
    if (term.kind !== 'symptom' || isCharacter(sentence, term) || isUnhurt(sentence, term) || isNormal(sentence, term) || isOnlyBefore(sentence, term)) return [] // biome-ignore format: short
    const isGeneral = generalKeys.has(term.key)
    const { status, time, isResolved, isInitial, isHad, relative } = readContext(sentence, term)
    if (
      relative !== undefined ||
      isAboutFamily(sentence) ||
      isReaction(sentence) ||
      (status !== 'present' && (status !== 'absent' || isGeneral))
    )
      return []
    const rest = { time, isResolved, isInitial, isHad }
    return [{ term, polarity: status, ...rest, quotes: says(sentence), at: sentence.at, isExplicit: true }]
  })
}

const isAboutFamily = (sentence: Sentence): boolean =>
  sentence.asked.some(({ text }) => /\bfamily\b|\bparents\b|\bsiblings\b|\banyone else\b/i.test(text))

/** "Any swelling?" - "No, it was swollen yesterday.": a no to the present with a clause of the past. */
const isOnlyBefore = ({ said, asked }: Sentence, { key }: Term): boolean =>
  /^(?:(?:oh|well|um|no|nope|nah),? )*(?:no|nope|nah),? (?:but )?(?:it|that|they|there|i|he|she) (?:was|were|had|did)\b/.test(said) && asked.some(({ terms }) => terms.some((own) => own.key === key)) // biome-ignore format: short

/** A cramp in answer to "what kind of pain?" is its character, not a symptom of its own. */
const isCharacter = (sentence: Sentence, term: Term): boolean =>
  term.display === 'cramps' &&
  sentence.asked.some(({ text }) =>
    /\bdescribe\b|\bwhat kind\b|\bwhat (?:type|sort)\b|\b(?:like|a|is it) cramp|\bcrampy/i.test(text),
  )

const otherFrame =
  /\b(?:measure\w*|checked|check|look at|tried|try|worried|worry|concern\w*|chance|pregnant|could be|think|aware|diagnos\w*|told|name|mean|caus\w*|trigger\w*|heard|help\w*|scan|test\w*|describe|after|during|worse|better|move|spread|radiat\w*|affect\w*|sure|happen\w*|family|anyone|else unwell|wake|waking|stop you|allerg\w*|medication|tablets|related|recommend|advise|prescribe|if you|when you|would you(?! (?:say|describe it|call it|think))|do you want|know (?:what|how|why)|looks? like|mind if|is that something|because|last|often|many|long)\b/

/** "No fevers.": denies what it names, not everything in the question. */
const deniesOne = ({ sentence }: Answer): boolean =>
  /^(?:(?:um|uh|er|oh|well),? )*no (?!no\b|nothing|none|not|never|i\b|it\b|that|there|he\b|she\b|we\b|they\b|just|all)\w/.test(
    sentence.said,
  ) && sentence.terms.length > 0

/** Words of asking: a question of these and of names only asks whether they are there. */
const asking = new Set(
  (
    'and so but or ok okay um uh er now then well right also what how about have has had you your do does did are is was were there been any anything some ' +
    'noticed notice getting get feeling feel felt having at all with that it of a an the this to not no experience experienced experiencing suffer suffered from ' +
    'suffering ever bothered by troubled along other nor neither recently lately alongside today in on my me just like things those these them , . ? !'
  ).split(' '),
)
const asksOnly = (question: Sentence, terms: readonly Term[]): boolean =>
  question.words.every(({ text }, at) => asking.has(text) || [...question.terms, ...terms].some(({ from, to }) => at >= from && at <= to)) // biome-ignore format: short

const isWhether = (question: Sentence): boolean => questionKind(question) === 'yes-no' || asksWhether(question)

/** The things asked in the whole turn, in their order. */
const listAsked = (questions: readonly Sentence[]): readonly Asked[] =>
  questions.flatMap((question) => askedTerms(question).map((term) => ({ question, term })))

/** "Both", "the first one": the answer picks from all that was asked. Undefined if it picks none. */
function readPicked(answer: Answer, terms: readonly Term[]): readonly Term[] | undefined {
  const all = listAsked(answer.sentence.asked).map(({ term }) => term)
  if (answer.covers === undefined || new Set(all.map(({ key }) => key)).size < 2) return undefined
  if (answer.says === 'no') return undefined
  if (answer.covers === 'all') return terms
  const picked = answer.covers === 'first' ? all[0] : all.at(-1)
  return terms.filter(({ key }) => key === picked?.key)
}

/** Yes and no to questions that name symptoms. */
function readQuestion(question: Sentence): Reading {
  const terms = askedTerms(question)
  if (terms.length === 0) return { mentions: [], open: [] }
  const turn = firstTurn(question)
  const listed = listAsked(turn[0]?.asked ?? [])
  const items = readItems(listed, turn)
  const isList = new Set(listed.map(({ term }) => term.key)).size > 1 || (turn[0]?.asked.length ?? 0) > 1
  const settled = isList ? settleItems(listed, turn) : undefined
  if (settled !== undefined && settled.size > 0) return readSettled(question, turn, terms, settled, items)
  if (items.size > 0) return { mentions: itemMentions(question, turn, terms, items), open: [] }
  const answer = readAnswer(question)
  if (answer === undefined) return { mentions: [], open: [] }
  const picked = readPicked(answer, terms)
  // "Do you feel sick or dizzy?" - "No." denies both.
  const isListed = answer.says === 'no' && readAskedTerms(question).isList && questionKind(question) === 'choice'
  const isNeither = answer.says === 'no' && answer.covers === 'all'
  const isAsked = isWhether(question) || isListed || isNeither || picked !== undefined
  const isOther = otherFrame.test(question.said) && !terms.every((term) => asksClause(question, term))
  if (!isAsked || (isOther && !asksOnly(question, terms) && !asksTermsAlone(question, terms)))
    return { mentions: [], open: [] }
  if (picked !== undefined) return { mentions: picked.map((term) => askedMention(question, answer, term)), open: [] }
  const inAnswer = new Set(question.answers.flatMap(({ terms }) => terms).map(({ key }) => key))
  const left = terms.filter(({ key }) => !inAnswer.has(key))
  const echoes = left.flatMap((term) => readEcho(question, term))
  const echoed = new Set(echoes.map(({ term }) => term.key))
  const bare = left.filter(({ key }) => !echoed.has(key))
  const polarity = readPolarity(question, answer, terms)
  if (polarity === undefined || !answer.isPlain || deniesOne(answer)) {
    const [only, other] = bare
    const told = only === undefined || other !== undefined || terms.length > 1 || echoes.length > 0 || isNegativeQuestion(question) ? undefined : (deniedWithin(question, only) ?? elaborated(question, only)) // biome-ignore format: short
    return told === undefined ? { mentions: echoes, open: unanswered(bare) } : { mentions: [told], open: [] }
  }
  const [single, more] = bare
  const detailed = polarity === 'present' && single !== undefined && more === undefined && !isNegativeQuestion(question) ? elaborated(question, single) : undefined // biome-ignore format: short
  return { mentions: [...echoes, ...(detailed === undefined ? bare.map((term) => askedMention(question, answer, term, polarity)) : [detailed])], open: [] } // biome-ignore format: short
}

/** The statements of the turn that follows the question. */
const firstTurn = ({ answers: replies }: Sentence): readonly Sentence[] =>
  firstTurnOf(replies).filter(({ isQuestion }) => !isQuestion)

/** Each thing of a list as the reply settles it. D425. */
function readSettled(
  question: Sentence,
  turn: readonly Sentence[],
  terms: readonly Term[],
  settled: ReadonlyMap<string, Settled>,
  items: ReadonlyMap<string, Mention['polarity']>,
): Reading {
  // biome-ignore format: short
  const isOther = otherFrame.test(question.said) && !terms.every((term) => asksClause(question, term))
  const isListed = isWhether(question) || (readAskedTerms(question).isList && questionKind(question) === 'choice')
  const isAsked = isListed && !asksAbsence.test(question.said) && (!isOther || asksOnly(question, terms) || asksTermsAlone(question, terms)) // biome-ignore format: short
  const told = new Set(turn.flatMap((sentence) => sentence.terms).map(({ key }) => key))
  const mentions = terms.flatMap((term): readonly Mention[] => {
    const own = settled.get(term.key)
    const byName = items.get(term.key)
    const polarity = own?.isNamed === false && !isAsked ? byName : own === undefined || own.polarity === 'told' || (byName !== undefined && own.isNamed === false) ? byName : own.polarity // biome-ignore format: short
    if (polarity === undefined || (byName !== undefined && polarity !== byName)) return []
    return [{ term, polarity, ...plainly, quotes: answers(question, ...(own === undefined ? turn : [own.sentence])), at: question.at, isExplicit: false }] // biome-ignore format: short
  })
  const read = new Set(mentions.map(({ term }) => term.key))
  return { mentions, open: isAsked ? unanswered(terms.filter(({ key }) => !read.has(key) && !told.has(key))) : [] }
}

function itemMentions(
  question: Sentence,
  turn: readonly Sentence[],
  terms: readonly Term[],
  items: ReadonlyMap<string, Mention['polarity']>,
): readonly Mention[] {
  const quotes = answers(question, ...turn)
  return terms.flatMap((term): readonly Mention[] => {
    const polarity = items.get(term.key)
    return polarity === undefined ? [] : [{ term, polarity, ...plainly, quotes, at: question.at, isExplicit: false }]
  })
}

function askedMention(
  question: Sentence,
  answer: Answer,
  term: Term,
  polarity: Mention['polarity'] = 'present',
): Mention {
  const ended = { time: 'past', isResolved: true, isInitial: false, isHad: false } as const
  const isOver = answer.isOver === true && polarity === 'present'
  const whole = isOver ? question.answers.filter(({ at, isQuestion }) => at === answer.sentence.at && !isQuestion).slice(0, 2) : [answer.sentence] // biome-ignore format: short
  return { term, polarity, ...(isOver ? ended : plainly), quotes: answers(question, ...whole), at: answer.sentence.at, isExplicit: false } // biome-ignore format: short
}
const unanswered = (terms: readonly Term[]): readonly string[] =>
  [...new Set(terms.map(({ display }) => display))].map(openQuestion)

/** A no covers a whole list; a yes covers one thing, and the last question of a turn. */
function readPolarity(question: Sentence, answer: Answer, terms: readonly Term[]): 'present' | 'absent' | undefined {
  const isOfAbsence = asksAbsence.test(question.said)
  if (isOfAbsence) return answer.says === 'yes' ? 'absent' : undefined
  if (answer.says === 'no') return isConfirming(question) && answer.isOwn === undefined ? undefined : 'absent'
  const isLast = answer.sentence.asked.at(-1) === question
  const [term] = terms
  // A yes to a list of which a part has no name may be a yes to that part.
  if (
    answer.says !== 'yes' ||
    !readAskedTerms(question).isWhole ||
    new Set(terms.map(({ key }) => key)).size !== 1 ||
    !isLast ||
    term === undefined
  )
    return undefined
  if (!isNegativeQuestion(question) || answer.isOwn === true) return 'present'
  if (answer.isAgreement === true) return 'absent'
  if (!isConfirming(question)) return undefined
  return readContext({ ...question, isQuestion: false }, term).status === 'absent' ? 'absent' : undefined
}

/** At the end the patient repeats advice; there only answers about symptoms count. */
const isAnswering = (sentence: Sentence): boolean => sentence.asked.some((question) => askedTerms(question).length > 0)

/** For each sentence, the patient's next sentences. */
function listReplies(dialogue: readonly Sentence[]): readonly (Sentence | undefined)[] {
  const replies: (Sentence | undefined)[] = []
  let next: Sentence | undefined
  for (const [index, sentence] of [...dialogue.entries()].reverse()) {
    replies[index] = next
    if (sentence.segment.speaker === 'patient') next = sentence
  }
  return replies
}

/** Tells sentences and questions about somebody else. Where somebody speaks for the patient, others are read by D320. */
function findOthers(dialogue: readonly Sentence[]): (sentence: Sentence) => boolean {
  const [isChild, isFor] = [isAboutChild(dialogue), isSpokenFor(dialogue)]
  const before = new Map(dialogue.filter(({ segment }) => segment.speaker === 'patient').map((sentence, at, own) => [sentence, own[at - 1]])) // biome-ignore format: short
  return (sentence) => {
    if (isFor || sentence.answers.some(({ segment }) => isToldFor(segment))) return false
    if (sentence.segment.speaker === 'patient') return !isChild && goesOnAboutOther(sentence, before.get(sentence))
    // "Have you had a rash yourself?" asks the mother.
    if (isChild && /\byourself\b/.test(sentence.said)) return true
    const person = askedPerson(sentence)
    return person !== undefined && !(isChild && childWords.has(person))
  }
}

/** "No headache now?" - "No.": a trouble that comes and goes is not denied by a no for the moment. */
const isOfMoment = ({ polarity, isExplicit, term, quotes }: Mention, all: readonly Mention[]): boolean =>
  polarity === 'absent' && !isExplicit && quotes.some(({ sentence, role }) => role === 'question' && /\b(?:now|at the moment|today|currently|this minute)[?.]*$/.test(sentence.said)) && all.some((other) => other.polarity === 'present' && other.term.key === term.key) // biome-ignore format: short

/** "Lumps in the groin?" - "No lumps.": the reply denies what was asked after, and no wider thing. */
const isAskedNarrower = ({ polarity, isExplicit, term, at }: Mention, all: readonly Mention[]): boolean =>
  polarity === 'absent' && isExplicit && all.some((other) => other.polarity === 'absent' && !other.isExplicit && other.term.display.endsWith(` ${term.display}`) && other.quotes.some(({ sentence, role }) => role === 'answer' && sentence.at === at)) // biome-ignore format: short

/** Late in a talk the clinician names the signs of a warning too: "and you've got a fever, that's emergency". A summary names what was told. */
const sumsUp = /\bsumm\w+|\brecap\b|\bgoing over\b/
const ofWarning = /\b(?:if|any|unless|should you|look(?:ing)? out|watch|come back|straight (?:back|to|in)|ring|call|emergency|hospital|ambulance|triple zero|nine nine nine|urgent\w*|the things?)\b/i // biome-ignore format: one row
const isPlayback = ({ at, said, segment }: Sentence, last: number): boolean =>
  last <= 30 || at <= last * 0.65 || sumsUp.test(said) || !ofWarning.test(segment.text)

export function readMentions(dialogue: readonly Sentence[]): Reading {
  const mentions: Mention[] = []
  const open: string[] = []
  const last = dialogue.at(-1)?.at ?? 0
  const replies = listReplies(dialogue)
  const isOther = findOthers(dialogue)
  const ofSlots = listSlotReplies(dialogue)
  for (const [index, sentence] of dialogue.entries()) {
    if (sentence.segment.speaker === 'patient') {
      const next = dialogue.slice(index + 1, index + 3).find(({ segment }) => segment.speaker === 'patient')
      if (
        (next !== undefined && takenBack.test(next.said)) ||
        isOther(sentence) ||
        ofThings.test(ofSlots.get(sentence) ?? '')
      )
        continue
      if (!sentence.isQuestion && !(last > 20 && sentence.at > last * 0.8 && !isAnswering(sentence)))
        mentions.push(...readStatement(sentence))
      continue
    }
    if (sentence.segment.speaker !== 'clinician') continue
    if (sentence.isQuestion) {
      if (isOther(sentence)) continue
      const reading = readQuestion(sentence)
      mentions.push(...reading.mentions, ...readPresupposed(sentence))
      open.push(...reading.open)
    } else if (isPlayback(sentence, last)) mentions.push(...readPlayback(sentence, replies[index])) // what follows is findings, plan and warnings
  }
  mentions.push(...listRecapped(dialogue))
  addTopics(mentions, dialogue)
  mentions.push(...readPresented(dialogue, mentions))
  const all = addComplaint(settleSenses(mentions, dialogue), dialogue)
  const whole = all.some(({ isComplaint }) => isComplaint === true) ? all.filter((mention) => !isCharacterTold(mention, ofSlots)) : all // biome-ignore format: short
  return {
    mentions: resolve(whole.filter((mention) => !isOfMoment(mention, whole) && !isAskedNarrower(mention, whole)).toSorted((a, b) => a.at - b.at), dialogue), // biome-ignore format: short
    open,
  }
}
