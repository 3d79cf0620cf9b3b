/** Since when a symptom is there, told in an answer or in a later sentence about it. D310. */
import { readAnswer } from '../../dialogue/answers.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { findDuration, tellsGestation } from '../../vocabulary/amounts.ts'
import { month, weekday } from '../../vocabulary/calendar.ts'
import type { Term } from '../../vocabulary/terms.ts'
import type { Attribute } from '../attribute.ts'
import { answersClearly } from '../attribute-answers.ts'
import { readTime, withoutChange } from '../attribute-words.ts'
import { type Quote, says } from '../candidates.ts'
import type { Mention } from '../mention.ts'
import type { Antecedents } from './antecedents.ts'
import { isLight, ofPerson, readBareTime, type Time, takesBack, tellTime } from './bare-times.ts'
import { isOfEarlierBout } from './earlier-bouts.ts'
import { tellsOtherLength } from './other-lengths.ts'
import { listTurns } from './prompts.ts'
import { mayAskTime, readTimeQuestion } from './time-questions.ts'

/** A sentence about the symptom that the talk is about, with a verb of having, lasting or beginning. */
const refers =
  /\b(?:it|this|that|these|they|he|she|symptoms)\b.*\b(?:been|start\w*|began|begun|goes back|came on|come on|kicked off|going on|had|has|have|lasted)\b|\b(?:had|have|has|got|been) (?:it|this|that|like this|like that|with it)\b|\b(?:it|that|this) (?:has been|is)\b|\ball in all\b|\baltogether\b/
/** Who bears a thing, or waits for it to go, has had it for that time: "I gave it two weeks to settle". */
const enduring =
  /\b(?:i|we) (?:have |had |just |only |was |am |been )*(?:g[ai]v(?:e|en|ing)|allow(?:ed|ing)|left|leaving|ignor(?:ed|ing)|nurs(?:ed|ing)|endur(?:ed|ing)|tolerat(?:ed|ing)|(?:put|putting|stuck|coped|coping) (?:up )?with|(?:liv|fight|battl|struggl|suffer|deal)(?:ed|ing|t) (?:with )?|s[ai]t(?:ting)? on|put(?:ting)? off|wait(?:ed|ing) (?:on|for)) ?(?:it|this|that|them|these)\b/ // biome-ignore format: short
const isEndured = ({ said, words, terms }: Sentence): boolean => {
  const next = words[(findDuration(words)?.to ?? 0) + 1]?.text ?? '.'
  return terms.length === 0 && enduring.test(said) && /^(?:[,.;]|to|and|but|before|now|hoping|so|because|or|in)$/.test(next) && !/\b(?:tablets?|medic\w*|off work|until|job)\b/.test(said) // biome-ignore format: short
}

/** "It started before the holidays. About eight weeks.": the turn tells the beginning. */
const begun =
  /^(?:(?:and|so|well|um|uh|yeah|oh),? )*(?:it|this|they) (?:all |just |first |only |probably )*(?:start(?:s|ed)?|began|came on|has been going on)\b/

/** A question that asks for something else, so that a time beside it belongs there. */
const isOther = ({ isQuestion, terms, said }: Sentence): boolean => isQuestion && (terms.length > 0 || /\b(?:last|often|many|take|taking|tried|seen?|been to|better|worse)\b/.test(said)) // biome-ignore format: short

/** A question that may ask for another time comes soon after the symptom. */
const soon = 5

/** "A month, does it?" asks; "A week ago, or something?" only says that the time is rough. */
const asksBack = ({ text }: Sentence): boolean =>
  text.endsWith('?') && !/,? (?:or so|or something(?: like that)?|or thereabouts|something like that|give or take|i think|i guess|maybe)\?$/i.test(text) // biome-ignore format: short

/** "How long?" - "Six weeks?": the tone only says that the time is rough. */
const isRising = (sentence: Sentence, turn: readonly Sentence[]): boolean =>
  turn.every((other) => other === sentence || findDuration(other.words) === undefined) &&
  /^[^,?]+(?:, [^,?]+)?\?$/.test(sentence.text.trim()) && !/\b(?:you|your|does|do|did|is it|was it|will|should|can|how|what|when|why)\b/.test(sentence.said) && readBareTime({ ...sentence, said: sentence.said.replace(/ ?\?$/, ''), isQuestion: false }) !== undefined // biome-ignore format: short

type Turn = { readonly sentences: readonly Sentence[]; readonly prompts: readonly Sentence[] }

/** The time that a turn of the patient gives: the last word counts if the speaker takes an earlier one back. */
function lastTime(
  sentences: readonly Sentence[],
  isAsked: boolean,
): { readonly time: Time; readonly sentence: Sentence } | undefined {
  const told = sentences.map(withoutChange).flatMap((sentence) => {
    const time =
      (sentence.isQuestion || asksBack(sentence)) && !(isAsked && isRising(sentence, sentences))
        ? undefined
        : (readBareTime(sentence, isAsked) ?? (isAsked || isEndured(sentence) ? readTime(sentence) : undefined))
    return time === undefined ? [] : [{ time, sentence }]
  })
  const firm = told.filter(({ sentence }) => !sentence.isQuestion && !asksBack(sentence))
  const last = (firm.length > 0 ? firm : told).at(-1)
  if (last === undefined) return undefined
  const isOne = new Set((firm.length > 0 ? firm : told).map(({ time }) => time.text)).size === 1
  if (isOne || sentences.some(({ said }) => takesBack.test(said))) return last
  // "Saturday. So that is four days.": the length tells the day again.
  const lengths = firm.filter(({ time }) => time.sense !== 'since')
  return firm.length === 2 && lengths.length === 1 && /\b(?:that is|so|it is|which is)\b/.test(lengths[0]?.sentence.said ?? '') ? lengths[0] : undefined // biome-ignore format: short
}

/** The clinician gives the time, and the patient says yes: "So three weeks?" - "Yes." */
function confirmed(prompt: Sentence): { readonly time: Time; readonly sentence: Sentence } | undefined {
  const time = prompt.isQuestion ? readBareTime(prompt) : undefined
  const answer = time === undefined ? undefined : readAnswer(prompt)
  return time !== undefined && answer?.says === 'yes' && answer.isPlain
    ? { time, sentence: answer.sentence }
    : undefined
}

/** The last question and all after it: an echo before it is done with. */
const sinceQuestion = (prompts: readonly Sentence[]): readonly Sentence[] => prompts.slice(Math.max(0, prompts.findLastIndex(({ isQuestion }) => isQuestion))) // biome-ignore format: short

/** "When did you first notice the swelling?": of the feet, and not what was told last. */
const isNamed = ({ terms }: Sentence, { key, display }: Term): boolean =>
  terms.some((term) => term.kind === 'symptom' && (term.key === key || display.includes(term.display) || (term.key === 'pain' && /pain|ache|sore/.test(display)))) // biome-ignore format: short

function readTurn(
  { sentences, prompts }: Turn,
  antecedents: Antecedents,
  dialogue: readonly Sentence[],
): readonly Attribute[] {
  const open = sinceQuestion(prompts)
  if (open.some((prompt) => isOfEarlierBout(prompt, dialogue))) return []
  const question = open.findLast((prompt) => readTimeQuestion(prompt) !== undefined)
  const supposed = open.findLast((prompt) => readBareTime(prompt) !== undefined)
  const loose = question === undefined ? open.findLast(mayAskTime) : undefined
  const prompt = question ?? supposed ?? loose
  const told = lastTime(sentences, question !== undefined)
  const build = (
    found: { readonly time: Time; readonly sentence: Sentence },
    about: Sentence,
    quotes: readonly Quote[],
  ): readonly Attribute[] => {
    const term =
      antecedents(about, (each) => isNamed(about, each)) ??
      antecedents(about, undefined, about === loose || about === told?.sentence ? soon : undefined)
    const isBeginning = question !== undefined && readTimeQuestion(question)?.isBeginning === true
    return term === undefined ? [] : [{ concept: term.key, kind: 'duration', order: 0, text: tellTime(found.time, isBeginning), quotes, isLast: supposed !== undefined }] // biome-ignore format: short
  }
  if (told !== undefined && prompt !== undefined) return build(told, prompt, answersClearly(prompt, told.sentence))
  const agreed = supposed === undefined ? undefined : confirmed(supposed)
  if (agreed !== undefined && supposed !== undefined)
    return build(agreed, supposed, answersClearly(supposed, agreed.sentence))
  const isBegun = told !== undefined && sentences.slice(0, sentences.indexOf(told.sentence)).some(({ said }) => begun.test(said)) // biome-ignore format: short
  if (
    told === undefined ||
    !(isBegun || refers.test(told.sentence.said) || isEndured(told.sentence)) ||
    prompts.some(isOther)
  )
    return []
  return build(told, told.sentence, says(told.sentence))
}

/** The times of all turns of the patient; `prompts` are the clinician's words before each sentence. */
export function listToldTimes(
  dialogue: readonly Sentence[],
  prompts: ReadonlyMap<Sentence, readonly Sentence[]>,
  antecedents: Antecedents,
): readonly Attribute[] {
  return listTurns(dialogue, prompts).flatMap((turn) => readTurn(turn, antecedents, dialogue))
}

/** "You're pregnant, is that right?" - "Yes. Fourteen weeks." */
const isOfPregnancy = (own: Sentence, prompts: ReadonlyMap<Sentence, readonly Sentence[]>): boolean =>
  own.terms.length === 0 && /\b(?:weeks?|months?)\b/.test(own.said) && prompts.get(own)?.some((prompt) => /\b(?:pregnan\w*|how far|weeks along|due date|expecting)\b/.test(prompt.said)) === true // biome-ignore format: short

const opening = 12
/** "Since Thursday" gives a time, and no reason. */
const ofDay = new RegExp(`^(?:${weekday}|${month}|yesterday|last|this|christmas|easter|about|around|midday)$`)
/** Between two clauses of one sentence. */
const joint = /^(?:,|\.|and|but|because|that|since|so|when|which)$/

/** The time that the patient gives in the turn of the complaint itself, in a clause of its own: "Three months it will be, and I am tired". */
export function listPresentedTimes(
  dialogue: readonly Sentence[],
  prompts: ReadonlyMap<Sentence, readonly Sentence[]>,
  mentions: readonly Mention[],
): readonly Attribute[] {
  const [first] = mentions.filter(({ at, polarity, time, isExplicit }) => at <= opening && polarity === 'present' && time === 'current' && isExplicit) // biome-ignore format: short
  const cited = first?.quotes[0]?.sentence
  // The clinician named the reason: the patient's own words about it begin with the next longer sentence.
  const own = first?.isComplaint === true && cited?.segment.speaker === 'clinician' ? dialogue.find(({ segment, at, words }) => segment.speaker === 'patient' && at > cited.at && at - cited.at <= 6 && words.length > 8) : cited // biome-ignore format: short
  if (first === undefined || own === undefined) return []
  const turn = dialogue.filter((sentence) => sentence.segment.speaker === 'patient' && sentence.at <= own.at + 2 && sentence.at >= own.at - 2 && (sentence === own || prompts.get(sentence)?.every(isListening) !== false || prompts.get(sentence) === prompts.get(own))) // biome-ignore format: short
  // "And then this morning there was pus.": the trouble has a time of its own.
  const hasOwn = /\b(?:this (?:morning|afternoon|evening)|last night|yesterday|today)\b/.test(own.said)
  const told = turn.flatMap((sentence) => {
    const time =
      (hasOwn && sentence !== own) || sentence.text.endsWith('?') || ofPerson.test(sentence.said) || tellsGestation(sentence.words) || isOfPregnancy(sentence, prompts) || tellsOtherLength(sentence) // biome-ignore format: short
        ? undefined
        : readClauseTime(sentence)
    return time === undefined ? [] : [{ time, sentence }]
  })
  const [time] = told
  if (time === undefined || new Set(told.map((each) => each.time.text)).size > 1) return []
  return [
    {
      concept: first.term.key,
      kind: 'duration',
      order: 0,
      text: tellTime(time.time, false),
      quotes: says(time.sentence),
    },
  ]
}

/** "I have not been right for six weeks.": the general complaint has the time of the particular one. */
const generally =
  /\b(?:i|he|she) (?:have|has|had|am|was) (?:not|never) (?:been |felt )?(?:quite |really |too )?(?:right|well|myself|good|great)\b/
const isListening = (sentence: Sentence): boolean =>
  sentence.words.length <= 5 && (!sentence.isQuestion || mayAskTime(sentence) || readTimeQuestion(sentence) !== undefined || isLight(sentence.words.map(({ text }) => text))) // biome-ignore format: short

/** The time of the only clause that has one and says nothing else. */
function readClauseTime(sentence: Sentence): Time | undefined {
  const clauses = splitAt(sentence)
  const times = clauses.flatMap((words) => readBareTime({ ...sentence, words, said: words.map(({ text }) => text).join(' '), terms: [] }) ?? readGeneral(words) ?? []) // biome-ignore format: short
  return new Set(times.map(({ text }) => text)).size === 1 ? times[0] : undefined
}

function readGeneral(words: Sentence['words']): Time | undefined {
  const duration = generally.test(words.map(({ text }) => text).join(' ')) ? findDuration(words) : undefined
  return duration === undefined ? undefined : { text: duration.text, sense: duration.sense }
}

function splitAt({ words }: Sentence): readonly Sentence['words'][] {
  const ends = words.flatMap(({ text }, at) =>
    joint.test(text) && !(text === 'since' && ofDay.test(words[at + 1]?.text ?? '')) ? [at] : [],
  )
  return [-1, ...ends].map((from, index) => words.slice(from + 1, ends[index] ?? words.length)).filter((clause) => clause.length > 0) // biome-ignore format: short
}
