/** Symptoms: what the patient says, and what the patient answers to the clinician's questions. */

import { type Attribute, addAttributes, findAttributes, renderAttributes } from './attributes.ts'
import { answers, type Candidate, claim, isUncertain, joinWords, type Quote, says, sentenceCase } from './candidates.ts'
import { readContext } from './context.ts'
import { isConfirming, isNegativeQuestion, plainText, questionKind, readAnswer, type Sentence } from './dialogue.ts'
import { findTerms, type Term } from './terms.ts'

export type Mention = {
  readonly term: Term
  readonly polarity: 'present' | 'absent'
  readonly time: 'current' | 'past'
  readonly isResolved: boolean
  readonly isInitial: boolean
  readonly quotes: readonly Quote[]
  readonly at: number
  /** The patient's own words, not only a yes or no. */
  readonly isExplicit: boolean
}
export type Reading = { readonly mentions: readonly Mention[]; readonly open: readonly string[] }

const otherFrame =
  /\b(?:measure\w*|checked|check|look at|tried|try|worried|worry|concern\w*|chance|pregnant|could be|think|aware|diagnos\w*|told|name|mean|caus\w*|trigger\w*|heard|help\w*|scan|test\w*|describe|after|during|worse|better|move|spread|radiat\w*|affect\w*|sure|happen\w*|family|anyone|else unwell|wake|waking|stop you|allerg\w*|medication|tablets|related|recommend|advise|prescribe|if you|when you|would you|do you want|is that something|because|last|often|many|long)\b/

/** Every symptom that a patient's own sentence says is there, was there, or is not. */
function readStatements(dialogue: readonly Sentence[]): readonly Mention[] {
  return dialogue
    .filter(({ segment, isQuestion }) => segment.speaker === 'patient' && !isQuestion)
    .flatMap((sentence) =>
      findTerms(sentence.words)
        .filter(({ kind }) => kind === 'symptom')
        .flatMap((term): Mention[] => {
          const context = readContext(sentence, term)
          if (context.relative !== undefined || isAboutFamily(sentence) || isCharacter(sentence, term)) return []
          if (context.status !== 'present' && context.status !== 'absent') return []
          return [
            {
              term,
              polarity: context.status,
              time: context.time,
              isResolved: context.isResolved,
              isInitial: context.isInitial,
              quotes: says(sentence),
              at: sentence.at,
              isExplicit: true,
            },
          ]
        }),
    )
}

/** A cramp or stiffness in answer to "what kind of pain?" is its character, not a symptom of its own. */
const isCharacter = (sentence: Sentence, term: Term): boolean =>
  /^(?:cramps|stiffness|weakness|sweating|spots|redness)$/.test(term.display) &&
  sentence.asked.some(({ text }) => /\bdescribe\b|\bwhat kind\b|\bwhat (?:type|sort)\b|\bcramp/i.test(text)) &&
  term.display === 'cramps'

const isAboutFamily = (sentence: Sentence): boolean =>
  sentence.asked.some(({ text }) => /\bfamily\b|\bparents\b|\bsiblings\b/i.test(text))

const keysOf = (terms: readonly Term[]): ReadonlySet<string> => new Set(terms.map(({ key }) => key))

/** Yes and no to questions that name symptoms. */
function readQuestion(question: Sentence, isLast: boolean): Reading {
  const terms = askedTerms(question)
  const said = plainText(question.text)
  const answer = readAnswer(question)
  if (terms.length === 0 || answer === undefined || questionKind(question) !== 'yes-no' || otherFrame.test(said))
    return nothing
  const inAnswer = keysOf(question.answers.flatMap(({ words }) => findTerms(words)))
  const left = terms.filter(({ key }) => !inAnswer.has(key))
  const polarity = readPolarity(question, answer.says, { isLast, keys: keysOf(terms).size, term: terms[0] })
  const names = [...new Set(left.map(({ display }) => display))]
  if (polarity === undefined || !answer.isPlain)
    return { mentions: [], open: names.map((name) => `${sentenceCase(name)}: asked, no clear answer.`) }
  const quotes = answers(question, answer.sentence)
  return {
    mentions: left.map((term) => ({
      term,
      polarity,
      time: 'current',
      isResolved: false,
      isInitial: false,
      quotes,
      at: answer.sentence.at,
      isExplicit: false,
    })),
    open: [],
  }
}
/** Those asked after: "any headache?", not "with those headaches, any...?". */
const askedTerms = (question: Sentence): readonly Term[] =>
  findTerms(question.words).filter(
    ({ kind, from }) =>
      kind === 'symptom' &&
      !/^(?:with|those|these|the|that|this|your|when|from)$/.test(question.words[from - 1]?.text ?? ''),
  )
const nothing: Reading = { mentions: [], open: [] }

type Asked = { readonly isLast: boolean; readonly keys: number; readonly term: Term | undefined }

function readPolarity(
  question: Sentence,
  said: 'yes' | 'no' | 'unknown',
  asked: Asked,
): 'present' | 'absent' | undefined {
  if (said === 'no') return isConfirming(question) ? undefined : 'absent'
  if (said !== 'yes' || asked.keys !== 1 || !asked.isLast || asked.term === undefined) return undefined
  if (!isNegativeQuestion(question)) return 'present'
  if (!isConfirming(question)) return undefined
  const { status } = readContext({ ...question, isQuestion: false }, asked.term)
  return status === 'absent' ? 'absent' : undefined
}

function readQuestions(dialogue: readonly Sentence[]): Reading {
  const readings = dialogue
    .filter(({ segment, isQuestion }) => segment.speaker === 'clinician' && isQuestion)
    .map((question) => {
      const together = question.answers[0]?.asked ?? []
      return readQuestion(question, together.at(-1) === question)
    })
  return { mentions: readings.flatMap(({ mentions }) => mentions), open: readings.flatMap(({ open }) => open) }
}

/** Several mentions of one symptom: the patient's own words before a yes or no, what was heard clearly before the rest. */
type Group = { readonly term: Term; readonly mentions: readonly Mention[] }

function groupMentions(mentions: readonly Mention[]): readonly Group[] {
  const groups = new Map<string, Mention[]>()
  for (const mention of mentions) groups.set(mention.term.key, [...(groups.get(mention.term.key) ?? []), mention])
  return [...groups.values()].flatMap((list) => (list[0] === undefined ? [] : [{ term: list[0].term, mentions: list }]))
}

const rank = (mention: Mention): number => (isUncertain(mention.quotes) ? 0 : 2) + (mention.isExplicit ? 1 : 0)
const best = (mentions: readonly Mention[]): Mention | undefined =>
  [...mentions].sort((a, b) => rank(b) - rank(a) || a.at - b.at)[0]

type Settled = { readonly mention?: Mention; readonly conflict?: string }

/** One reading of a symptom: where current yes and current no stand against each other, neither is stated. */
function settle({ term, mentions }: Group): Settled {
  const present = mentions.filter(({ polarity, time }) => polarity === 'present' && time === 'current')
  const past = mentions.filter(({ polarity, time }) => polarity === 'present' && time === 'past')
  const absent = mentions.filter(({ polarity }) => polarity === 'absent')
  const explicit = present.filter(({ isExplicit }) => isExplicit)
  if (present.length > 0 && absent.length > 0) {
    const isClear = explicit.length > 1 && absent.length === 1
    return isClear ? mentionOf(best(present)) : { conflict: `${sentenceCase(term.display)}: said both ways.` }
  }
  return mentionOf(best(present) ?? best(past) ?? best(absent))
}
const mentionOf = (mention: Mention | undefined): Settled => (mention === undefined ? {} : { mention })

/** "abdominal pain" says nothing beside "lower abdominal pain"; a no to it would contradict. */
const covers = (specific: Mention, general: Mention): boolean =>
  specific !== general && specific.polarity === 'present' && specific.term.display.endsWith(` ${general.term.display}`)

export type SymptomReading = { readonly candidates: readonly Candidate[]; readonly open: readonly string[] }

export function draftSymptoms(dialogue: readonly Sentence[]): SymptomReading {
  const asked = readQuestions(dialogue)
  const mentions = [...readStatements(dialogue), ...asked.mentions].sort((a, b) => a.at - b.at)
  const settled = groupMentions(mentions).map(settle)
  const all = settled.flatMap(({ mention }) => (mention === undefined ? [] : [mention]))
  const chosen = all.filter((mention) => !all.some((other) => covers(other, mention)))
  const present = chosen.filter(({ polarity }) => polarity === 'present').sort((a, b) => a.at - b.at)
  const attributes = findAttributes(dialogue, mentions, present)
  const said = new Set(chosen.map(({ term }) => term.display))
  return {
    candidates: [
      ...present.map((mention, index) => renderPresent(mention, attributes, index)),
      ...renderAbsent(chosen.filter(({ polarity }) => polarity === 'absent')),
    ],
    open: [
      ...settled.flatMap(({ conflict }) => (conflict === undefined ? [] : [conflict])),
      ...asked.open.filter((line) => ![...said].some((display) => line.startsWith(`${sentenceCase(display)}:`))),
    ],
  }
}

function renderPresent(mention: Mention, attributes: readonly Attribute[], index: number): Candidate {
  const own = addAttributes(mention, attributes)
  const { display } = mention.term
  const tail = mention.isResolved
    ? ', now resolved'
    : mention.time === 'current'
      ? ''
      : mention.isInitial
        ? ' initially'
        : ' previously'
  const { text, slots } = renderAttributes(own)
  const isComplaint = index < 3 && mention.at < 16 && mention.time === 'current'
  return {
    text: `${sentenceCase(display)}${tail}${text}.`,
    claims: [claim(isComplaint ? 'complaint' : 'symptom', mention.term, { time: mention.time, ...slots })],
    quotes: [...mention.quotes, ...own.flatMap(({ quotes }) => quotes)],
    weight: (isComplaint ? 100 : 80) - index + own.length,
    at: mention.at,
  }
}

/** Noes to one question, or in one sentence, make one statement. */
function renderAbsent(mentions: readonly Mention[]): readonly Candidate[] {
  const together = new Map<string, Mention[]>()
  for (const mention of mentions) {
    const key = mention.quotes.map(({ sentence }) => `${sentence.segment.id} ${sentence.start}`).join(' ')
    together.set(key, [...(together.get(key) ?? []), mention])
  }
  return [...together.values()].flatMap((list) => {
    const [first] = list
    if (first === undefined) return []
    return [
      {
        text: `No ${joinWords(
          list.map(({ term }) => term.display),
          'or',
        )}.`,
        claims: list.map(({ term }) => claim('symptom', term, { polarity: 'absent' })),
        quotes: first.quotes,
        weight: 50 + list.length,
        at: first.at,
      },
    ]
  })
}
