/**
 * A statement that stands word for word in one sentence of its evidence, but for small words, changes no quality, number or denial of it. Rules that compare
 * the words of one with those of the other must then not refuse it. D456.
 */
import type { Claim, Statement } from '../../../core/clinical-note.ts'
import type { QuoteRead } from '../evidence.ts'
import { listRuns, type Placed } from '../exact/runs.ts'
import type { Rule } from '../tables.ts'
import { bare } from '../wording.ts'
import { stemOf, tokensOf } from '../words.ts'

/** What a comparison of words finds. Whose, whether it is asserted, when, and whether it is ordered are asked as before. */
const ofComparison: ReadonlySet<Rule> = new Set(['said-in-other-words', 'words-unsupported', 'attribute-mismatch', 'polarity-mismatch', 'number-mismatch']) // biome-ignore format: a list

/** Their codes and attributes are judged with the words. */
const coded: ReadonlySet<Claim['kind']> = new Set(['allergy', 'medication', 'family', 'immunisation', 'procedure', 'vital']) // biome-ignore format: a list

/** Words that a note leaves out or puts in. None of them denies, limits or doubts. */
const light = new Set(
  (
    'a an the my your his her its our their this that these those there is are was were am be been being has have had do does did will would shall can i you he she it we they me him us them ' +
    "you're we're they're i'd i'll we'd we'll you'll he'll she'll they'll you'd " +
    'go goes so well and also then now just really quite rather please to of for with yourself himself herself own up come get gets abnormal let want need should going like'
  ).split(' '),
)
const isMark = (token: string): boolean => /^[,.;:?!]$/.test(token)
/** Words in the same clause that would change what follows, or what stands before. */
const changesAfter =
  /^(?:not|no|never|nor|neither|nothing|none|without|if|unless|when|whether|until|may|might|could|maybe|perhaps|possibly|probably|doubt|think|hope|afraid|worried|scared|wonder|avoid|stop|instead|rather|refuse|refused|except|hardly|barely|used|once|before|last|had|said|told|thought|that|called|means|call|see|feel|look|check|any|or|whose|mum|mother|dad|father|brother|sister|son|daughter|wife|husband|friend|aunt|uncle)$/
const changesBefore =
  /^(?:not|no|never|unless|except|but|without|if|though|although|anymore|longer|gone|instead|or|when|only|unlikely)$/
/** What a note may not leave out between two stretches. */
const changes = /^(?:not|no|never|nor|except|unless|if|but|or|without|until|only)$/

/** The words that carry meaning, with their places among all words. */
const contentOf = (tokens: readonly string[]): readonly Placed[] =>
  tokens.flatMap((token, at) => (isMark(token) || light.has(token) ? [] : [{ stem: stemOf(token), at }]))

/** True if nothing in the rest of the clause before or after the words changes them. */
function standsAlone(tokens: readonly string[], from: number, to: number, changing = changesAfter): boolean {
  const open = tokens.slice(0, from)
  const before = open.slice(open.findLastIndex(isMark) + 1)
  const rest = tokens.slice(to + 1)
  const end = rest.findIndex(isMark)
  const after = end < 0 ? rest : rest.slice(0, end)
  return !before.some((token) => changing.test(token)) && !after.some((token) => changesBefore.test(token))
}

/** The first and the last place of the words in the sentence; undefined if they do not stand there, or if something changes them. */
function findPlaces(
  words: readonly string[],
  tokens: readonly string[],
  changing = changesAfter,
): readonly [number, number] | undefined {
  return listRuns(contentOf(tokens), words).find(([from, to]) => standsAlone(tokens, from, to, changing))
}

/** True if the sentence has every stretch, and nothing between them that denies, limits or puts a condition. */
function standsIn(stretches: readonly (readonly string[])[], sentence: string): boolean {
  if (sentence.endsWith('?')) return false
  const tokens = tokensOf(sentence)
  const places = stretches.flatMap((words) => [findPlaces(words, tokens)])
  const found = places.filter((place) => place !== undefined)
  if (found.length < stretches.length) return false
  const [from, to] = [Math.min(...found.map(([first]) => first)), Math.max(...found.map(([, last]) => last))]
  return tokens.slice(from, to + 1).every((token, at) => !changes.test(token) || found.some(([first, last]) => at + from >= first && at + from <= last)) // biome-ignore format: one row
}

/** One word may have another sense; two or more in the same order have the same. */
const leastWords = 2

/** The words of each stretch between marks: a note may leave out what stands between two of them. */
const stretchesOf = (text: string): readonly (readonly string[])[] =>
  bare(text).split(/[,;:.]\s*/).map((stretch) => contentOf(tokensOf(stretch)).map(({ stem }) => stem)).filter((words) => words.length > 0) // biome-ignore format: one row

const isVerbatim = ({ text }: Statement, quotes: readonly QuoteRead[]): boolean => {
  const stretches = stretchesOf(text)
  if (stretches.flat().length < leastWords) return false
  const told = quotes
    .filter(({ role }) => role === 'statement')
    .flatMap(({ text: said }) => said.split(/(?<=[.?!])\s+/))
  return told.some((sentence) => standsIn(stretches, sentence))
}

/** The claim has the very words of the statement: nothing is coded that they could contradict. */
const isClaimed = ({ text, claims }: Statement): boolean => {
  const words = stretchesOf(text).flat().join(' ')
  return claims.every(({ display }) => stretchesOf(display).flat().join(' ') === words)
}

/** Words before a stretch of a reply that would change it: what a patient had, felt or was told is the reply itself. */
const changesReply =
  /^(?:not|no|never|nor|neither|nothing|none|without|if|unless|when|whether|may|might|could|maybe|perhaps|possibly|probably|doubt|hope|afraid|worried|wonder|hardly|barely|mum|mother|dad|father|brother|sister|son|daughter|wife|husband|friend|aunt|uncle)$/

/** A reply that stands word for word under its question cannot break these either: it answers the question, and has its time. */
const ofReply: ReadonlySet<Rule> = new Set([...ofComparison, 'claim-mismatch', 'question-unanswered', 'time-mismatch', 'frame-mismatch']) // biome-ignore format: a list
const titled = /^((?:[A-Z][a-z]*)(?: [a-z]+){0,4}): (.+)$/

/** "Bowels: had a bit of constipation, better now.": the question has the title, and the answers have each stretch. */
function isReplyVerbatim({ text, claims }: Statement, quotes: readonly QuoteRead[]): boolean {
  const [, title, told] = titled.exec(bare(text)) ?? []
  if (title === undefined || told === undefined || claims.some(({ kind }) => kind !== 'symptom')) return false
  const asked = new Set(quotes.filter(({ role }) => role === 'question').flatMap(({ tokens }) => tokens.map(stemOf)))
  const replies = quotes
    .filter(({ role }) => role === 'answer')
    .flatMap(({ text: said }) => said.split(/(?<=[.?!])\s+|,? but (?=[a-z])/))
  const names = contentOf(tokensOf(title)).map(({ stem }) => stem)
  const stretches = stretchesOf(told)
  const isAsked = names.length > 0 && names.every((stem) => asked.has(stem))
  return isAsked && stretches.length > 0 && stretches.every((words) => replies.some((sentence) => findPlaces(words, tokensOf(sentence), changesReply) !== undefined)) // biome-ignore format: one row
}

/** The rules without those that a verbatim statement cannot break. */
export function withoutComparison(
  statement: Statement,
  quotes: readonly QuoteRead[],
  rules: readonly Rule[],
): readonly Rule[] {
  if (rules.length === 0 || statement.text.includes('"') || statement.claims.some(({ kind }) => coded.has(kind)))
    return rules
  if (isReplyVerbatim(statement, quotes)) return rules.filter((rule) => !ofReply.has(rule))
  if (!isVerbatim(statement, quotes)) return rules
  return rules.filter((rule) => !ofComparison.has(rule) && !(rule === 'claim-mismatch' && isClaimed(statement)))
}
