/**
 * How the functions of the body are, where a question names them and the reply says that they are well, or bad: "Wee and poo?" - "Wee's
 * normal." A plain yes or "fine" answers the functions of the last question, if it asks whether they are well. D426.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { answers, type Candidate, claim, sentenceCase } from '../candidates.ts'
import { cutReply, isBareNo, isGeneralYes, isWell, limits, type Stretch } from './reply-stretches.ts'

type Row = {
  readonly key: string
  /** The function in a question or a reply. */
  readonly name: RegExp
  /** A bad one is told by another rule. */
  readonly isWellOnly?: true
}

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { key: 'eating-and-drinking', name: /\b(?:eating (?:and|or) drinking|eat (?:and|or) drink)\b/, isWellOnly: true },
  { key: 'eating',              name: /\beating\b/ },
  { key: 'drinking',            name: /\b(?:drinking|fluids)\b(?!.*\b(?:alcohol|beers?|wine|units)\b)/ },
  { key: 'feeding',             name: /\bfeeding\b/ },
  { key: 'appetite',            name: /\bappetite\b/ },
  { key: 'sleep',               name: /\b(?:sleep|sleeping)\b/, isWellOnly: true },
  { key: 'bowels',              name: /\b(?:bowels?|poos?|pooing|poops?|motions|stools?)\b/, isWellOnly: true },
  { key: 'passing-urine',       name: /\b(?:wees?|weeing|pee|peeing|urine|waterworks|water works|passing (?:urine|water)|bladder)\b/, isWellOnly: true },
  { key: 'breathing',           name: /\bbreathing\b/, isWellOnly: true },
  { key: 'mood',                name: /\b(?:mood|spirits)\b/ },
  { key: 'energy',              name: /\benergy(?: levels?)?\b/ },
  { key: 'concentration',       name: /\b(?:concentration|concentrating)\b/ },
  { key: 'memory',              name: /\bmemory\b/ },
  { key: 'vision',              name: /\b(?:vision|eyesight|sight)\b/ },
  { key: 'hearing',             name: /\bhearing\b/ },
  { key: 'balance',             name: /\bbalance\b/ },
  { key: 'speech',              name: /\bspeech\b/ },
  { key: 'weight-steady',       name: /\bweight\b/, isWellOnly: true },
  { key: 'periods',             name: /\b(?:periods?|cycles?)\b/, isWellOnly: true },
]

const fineWord = '(?:normal|normally|fine|ok|okay|all right|alright|good|well|great|regular|steady|stable|perfect|no problems?|no trouble|no worries|(?:the same )?as (?:usual|normal|always|ever)|the same as (?:usual|always|ever|normal)|like clockwork|regular as clockwork|spot on|not (?:changed|a problem))' // biome-ignore format: a list
const badWord = '(?:bad|terrible|awful|rubbish|poor|shocking|dreadful|hopeless|shot|non existent|crap|pretty bad|not (?:great|good|brilliant|the best|so good|too good|wonderful|very good|what it was))' // biome-ignore format: a list
const lead =
  '(?:(?:my|his|her|the|i|he|she|they|am|is|are|been|still|do|does|yes|yeah|and|oh|all|both|that|it|too|passing|going) )*'
const link =
  '(?: (?:is|are|has been|have been|was|were|all|pretty|quite|just|really|still|both|absolutely|perfectly|completely|totally|going|been|seems?|feels?|looks?))*'
const said = (name: string, state: string): RegExp => new RegExp(`^${lead}(?<name>${name})${link} (?<state>${state})(?: (?:though|thanks|too|at the moment|actually|enough|yes|yeah))?$`) // biome-ignore format: short
const forms = rows.map((row) => ({ row, well: said(row.name.source, fineWord), bad: said(row.name.source, badWord) }))

/** The question asks whether they are as they should be, and after no trouble of theirs. */
const asksWell = new RegExp(
  `\\b(${fineWord})(?: (?:for you|then|too|otherwise|at the moment|with you|are they|is it|is he|is she))*[?.]*$`,
)
const trouble = /\b(?:problems?|troubles?|issues?|difficult\w*|changes?|changed|pain|blood|burning|any|not|no|lost|loss|worse|better|stop|habits?|test|results?|sugar|pressure|chart|machine)\b/ // biome-ignore format: a list
/** A yes, a "fine" or a "both" for all of them. */
const isFine = (stretch: Stretch): boolean => isGeneralYes(stretch) || isWell(stretch) || new RegExp(`^${lead}${fineWord}(?: (?:thanks|though|there))?$`).test(stretch.said) // biome-ignore format: short

/** In the words that were said: "Bowels normal.", "Appetite fine." */
const lineOf = (question: Sentence, reply: Sentence, key: string, name: string, state: string): Candidate => ({
  text: `${sentenceCase(name)} ${state}.`,
  claims: [claim('symptom', { key, display: `${name} ${state}` })],
  quotes: answers(question, reply),
  weight: 50,
  at: reply.at,
})

/** Rows whose function the words name; "eating and drinking" is one. */
function namedRows(said: string): readonly Row[] {
  const named = rows.filter(({ name }) => name.test(said))
  return named.some(({ key }) => key === 'eating-and-drinking') ? named.filter(({ key }) => key !== 'eating' && key !== 'drinking') : named // biome-ignore format: short
}

function readTurn(asked: readonly Sentence[], turn: readonly Sentence[]): readonly Candidate[] {
  const lines: Candidate[] = []
  const last = asked.at(-1)
  const stretches = cutReply(turn).filter(({ said }) => said !== '')
  for (const stretch of stretches) {
    for (const { row, well, bad } of forms) {
      const question = asked.find((each) => row.name.test(each.said))
      if (question === undefined) continue
      const good = well.exec(stretch.said)?.groups
      const poor = row.isWellOnly === true ? undefined : bad.exec(stretch.said)?.groups
      const [found, key] = good === undefined ? [poor, `poor-${row.key}`] : [good, row.key]
      if (found !== undefined)
        lines.push(lineOf(question, stretch.sentence, key, found['name'] ?? '', found['state'] ?? ''))
    }
  }
  if (last === undefined || lines.length > 0 || !asksWell.test(last.said) || trouble.test(last.said)) return lines
  const [first] = stretches
  const isPlain = first !== undefined && isFine(first) && stretches.every((each) => isFine(each) || (!limits(each) && !isBareNo(each) && each.join !== 'but' && !/\b(?:not|except|apart|well|just|only)\b/.test(each.sentence.said))) // biome-ignore format: short
  const [, state = ''] = asksWell.exec(last.said) ?? []
  return isPlain
    ? namedRows(last.said).map(({ key, name }) =>
        lineOf(last, first.sentence, key, name.exec(last.said)?.[0] ?? '', state),
      )
    : lines
}

/** Every turn of the patient that answers a question after a function. */
export function draftFunctions(dialogue: readonly Sentence[]): readonly Candidate[] {
  const turns = new Map<number, Sentence[]>()
  for (const sentence of dialogue)
    if (sentence.segment.speaker === 'patient' && sentence.asked.length > 0 && !sentence.isQuestion)
      turns.set(sentence.at, [...(turns.get(sentence.at) ?? []), sentence])
  return [...turns.values()].flatMap((turn) => {
    const asked = turn[0]?.asked ?? []
    const isFirst = asked.every(({ answers: [reply] }) => reply?.at === turn[0]?.at)
    return isFirst && asked.some(({ said }) => rows.some(({ name }) => name.test(said))) ? readTurn(asked, turn) : []
  })
}
