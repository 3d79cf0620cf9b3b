/**
 * Tells a reply under the matter that was asked after, where no other line holds it: "Passing urine: gets up twice a night now, used to be once." A
 * question for one thing of which the reply says neither yes nor no is answered by the line, and no longer open. D468.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { gerundOf, isOrderVerb } from '../../vocabulary/order-verbs.ts'
import { askedTerms } from '../asked/asked-terms.ts'
import { type Candidate, claim, openQuestion, sentenceCase } from '../candidates.ts'
import { isOfEarlierBout } from '../described/earlier-bouts.ts'
import { isBareReply } from '../risk/quote-reply.ts'
import { namesRisk } from '../risk/risk-words.ts'
import { slotOf } from '../slots/slot-questions.ts'
import { replyKey } from './reply-key.ts'
import { whoseOf } from './reply-owners.ts'
import { asksOtherMatter, listReplyTopics, type ReplyTopic } from './reply-topics.ts'
import { asksBack, type ToldReply, tellReply } from './told-words.ts'

/** The clinician has the examination or the plan from there on. */
const lastShare = 0.72
const weight = 70
const mostTopics = 2

/** In an examination a question is a test. */
const examines =
  /\b(?:press|push|breath in|deep breath|tender|hop up|pop up|couch|look at you|pop your|on the bed|whites of)\b/i

/** Qualities of a trouble. A reply that has none of them may be about anything. */
const quality =
  /\b(?:tight\w*|heav\w+|cramp\w*|ach(?:es?|ing|y)|throb\w*|sharp|dull|burn\w*|sting\w*|itch\w*|sore|stiff|swollen|puffy|tingl\w*|numb\w*|thump\w*|rac(?:es|ing)|flutter\w*|pound\w*|blurry|watery|raw|drag|dribbl\w*|leak\w*|whistl\w*|puffed|shivery|sweaty|thirty (?:seven|eight|nine)|thirty-(?:seven|eight|nine)|dry|spots?)\b/
const denial = /^(?:no|not|never|nothing|none)\b/

const denying = /^(?:(?:oh|well|um|uh|yeah),? )*(?:no|nah|nope|not)\b/

/** Nobody knows. */
const unsure =
  /\b(?:might have|may have had|not sure|do not know|dunno|no idea|it depends|varies|hard to (?:say|tell)|could not (?:say|tell))\b/

/** "Trouble sleeping?": the words of the question are asked back. */
const isEcho = ({ isQuestion, words }: Sentence, questions: readonly Sentence[]): boolean =>
  isQuestion && words.every(({ text }) => !/^[a-z]/.test(text) || questions.some((asked) => asked.words.some((other) => other.text === text))) // biome-ignore format: one row

export type ReplyLines = {
  readonly candidates: readonly Candidate[]
  /** Open questions that they answer. */
  readonly settled: ReadonlySet<string>
}

type Title = {
  readonly title: string
  readonly questions: readonly Sentence[]
  readonly topics: readonly ReplyTopic[]
  readonly settled: readonly string[]
}

/** The title of the line: the matters of the turn's questions, or the one thing that stayed open. */
function titleOf(questions: readonly Sentence[], open: ReadonlySet<string>): Title | undefined {
  const asking = questions.map((question) => ({ question, topics: listReplyTopics(question.said), displays: askedTerms(question).map(({ display }) => display) }))
  const topics = [...new Map(asking.flatMap((each) => each.topics).map((topic) => [topic.title, topic])).values()]
  const displays = [...new Set(asking.flatMap((each) => each.displays))]
  const left = displays.filter((display) => open.has(openQuestion(display)))
  const settled = left.map(openQuestion)
  const last = asking.at(-1)
  // "How much water?" behind "eating and drinking?" asks after another thing.
  if (last === undefined || questions.some(({ said }) => asksOtherMatter(said)) || (topics.length > 0 && last.topics.length === 0 && last.question.words.length > 4)) return undefined
  const [only] = left
  if (topics.length > 0 && topics.length <= mostTopics && displays.length <= 1)
    return { title: topics.map(({ title }) => title).join(' and '), questions: asking.filter((each) => each.topics.length > 0).map(({ question }) => question), topics, settled }
  return topics.length === 0 && displays.length === 1 && only !== undefined && !/\b(?:here|there)$/.test(only) ? { title: only, questions: questions.slice(-1), topics, settled } : undefined
} // biome-ignore format: one row a case

/** "And your periods?" - "How long do they last?": the question before names what lasts. */
function leadOf(title: string, { at, said }: Sentence, dialogue: readonly Sentence[]): Sentence | undefined {
  if (title !== 'lasts' || !/\bthey\b/.test(said)) return undefined
  const before = dialogue.findLast(({ segment, isQuestion, at: other }) => segment.speaker === 'clinician' && isQuestion && other < at && at - other <= 3) // biome-ignore format: one row
  return before !== undefined && /\bperiods\b/.test(before.said) ? before : undefined
}

/** `used`: sentences that other facts quote; `open`: open questions; `quoted`: replies that stand as quotes with their questions. */
type Told = {
  readonly used: ReadonlySet<Sentence>
  readonly open: readonly string[]
  readonly quoted: ReadonlySet<Sentence>
  /** What other lines tell of troubles. */
  readonly stated: readonly Candidate[]
}

/** "Open jars. I can't turn a key.": deeds under "difficulty with". */
const asDeeds = (told: string): string => told.split(', ').map((clause) => clause.replace(/^(?:cannot )?([a-z]+)(?= (?:an?|the|my|on|up|in|out|down|[a-z]+s)\b)/, (whole, verb: string) => (isOrderVerb(verb) ? gerundOf(verb) : whole))).join(', ') // biome-ignore format: one row

/** The reply is more than a no, and has what its matter or its trouble needs. */
function fits({ text }: ToldReply, { topics }: Title, first: Sentence): boolean {
  if (denial.test(text) && !text.includes(',')) return false
  if (topics.length > 0) return topics.every(({ needs }) => needs?.test(text) !== false)
  return quality.test(text.split(', ').slice(0, 2).join(', ')) && !denial.test(text) && !denying.test(first.said)
}

/** The lines of all replies. */
export function draftReplies(dialogue: readonly Sentence[], { used, open, quoted, stated }: Told): ReplyLines {
  const last = Math.max(12, (dialogue.at(-1)?.at ?? 0) * lastShare)
  const [candidates, settled] = [[] as Candidate[], new Set<string>()]
  const opens = new Set(open)
  const own = dialogue.filter(({ segment, at, asked }) => segment.speaker === 'patient' && at <= last && asked.length > 0)
  for (const turn of Map.groupBy(own, ({ at }) => at).values()) {
    const [first] = turn
    const prompts = first?.asked ?? []
    const questions = prompts.filter((prompt) => prompt.isQuestion && prompt.answers[0]?.at === first?.at)
    const question = questions.at(-1)
    if (first === undefined || asksBack(first) || question === undefined || isEcho(first, questions) || isBareReply(turn) || turn.some(({ said }) => unsure.test(said)) || questions.some(({ said }) => namesRisk.test(said) || slotOf(said) !== undefined)) continue
    if (isOfEarlierBout(question, dialogue)) continue
    const title = titleOf(questions, opens)
    const free = turn.filter((sentence) => !used.has(sentence))
    if (title === undefined || free.length === 0 || prompts.some(({ segment }) => examines.test(segment.text))) continue
    const most = title.topics.length === 1 ? title.topics[0]?.most : undefined
    const told = tellReply(turn, most)
    if (turn.some((sentence) => quoted.has(sentence)) && !title.topics.every(({ isPlain }) => isPlain === true)) continue
    if (told === undefined || !fits(told, title, first) || !told.sentences.some((sentence) => free.includes(sentence))) continue
    const lead = leadOf(title.title, question, dialogue)
    const whose = lead === undefined ? whoseOf(title.title, question, dialogue, stated) : undefined
    if (whose === 'medicine') continue
    // "Is your breathing affected?" - "My breathing isn't affected."
    const text = title.title === '' ? sentenceCase(told.text) : `${sentenceCase(whose?.name ?? (lead === undefined ? title.title : 'periods last'))}: ${(title.title === 'difficulty with' ? asDeeds(told.text) : told.text).replace(new RegExp(`^(?:the )?${title.title} (?:is|are|has|have) (?=not |[a-z]+(?: |,|$))`), '')}`
    candidates.push({ text: `${text}.`, claims: [claim('symptom', { key: `${quoteKey(told.sentences)}${replyKey}`, display: text })], quotes: [...(whose?.quotes ?? []), ...(lead === undefined ? [] : [{ sentence: lead, role: 'question' as const }]), ...title.questions.map((sentence) => ({ sentence, role: 'question' as const })), ...told.sentences.map((sentence) => ({ sentence, role: 'answer' as const }))], weight, at: first.at })
    for (const line of title.settled) settled.add(line)
  }
  return { candidates, settled }
} // biome-ignore format: one row a step
