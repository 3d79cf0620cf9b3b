/**
 * Results that the clinician reads out, clause by clause: "the sugar, the HbA1c, has come back at eight point four per cent. Last time in March it was
 * seven point one.", "Hep B, HIV, syphilis all negative.", "the urine albumin is up a touch, the ratio's four point eight". D405, D460.
 */
import type { Sentence } from '../../../dialogue/sentence.ts'
import { quoteKey } from '../../../dialogue/wording.ts'
import type { Word } from '../../../vocabulary/words.ts'
import { type Candidate, claim, type Quote, sentenceCase } from '../../candidates.ts'
import { type Clause, cutClauses } from './clauses.ts'
import { named, type Row, rows, spell } from './names.ts'
import { yearOf } from './spoken-years.ts'
import { formerIn, presentIn, timeOf, timesIn, type Value, valueAt, valueFrom, verdictOf } from './values.ts'

/** A target, a plan, a rule, an amount of a medicine, or a value of another person. */
const notResult =
  /\b(?:if|would|should|could|like (?:it|you|that|your)|want|aim\w*|target|goal|need|until|unless|when(?:ever)?|repeat|recheck|take|tablets?|capsules?|drops|units|supplements?|milligrams?|micrograms?|in (?:the )?(?:next|coming)|(?<!\b(?:last|this|past) )weeks?(?! ago)|months? time|normal (?:is|range)|usually|people|they (?!are|were|have)|your (?:mum|dad|mother|father|brother|sister|wife|husband)|(?<!\blost (?:\w+ )?)points?(?! (?:one|two|three|four|five|six|seven|eight|nine|zero|nought|oh|\d))|percent (?:of|chance|risk)|cut off)\b/ // biome-ignore format: one row
/** A verdict alone is no result beside words of a plan, a doubt or a question. */
const notVerdict = /\b(?:not sure|hope\w*|make sure|check\w*|rule|worr\w*|may|might|can|will|think|to see|wonder\w*|once|because|so that|last|ever|hard on|bad for|good for|protect\w*|have you|were you)\b/ // biome-ignore format: one row
/** The clinician has results at hand. */
const atHand = /\b(?:(?:your|the|those|these|some) (?:other )?(?:bloods?|results?|blood tests?)|blood results?|(?:test|results?|bloods) (?:came|come|are|is|have come|has come|were) back)\b/ // biome-ignore format: one row

/** One result; a former value, a verdict and further values come to it. */
type Result = {
  readonly name: string
  readonly row?: Row
  value?: string
  former?: string
  time?: string
  verdict?: string
  readonly sentences: Set<Sentence>
}

type Name = {
  readonly name: string
  readonly row?: Row
  readonly isCommon: boolean
  readonly start: number
  readonly end: number
}

const wordsIn = (text: string): number => (text.trim() === '' ? 0 : text.trim().split(' ').length)

function namesIn(text: string): readonly Name[] {
  const own = rows.flatMap((row): readonly Name[] => {
    const match = row.says.exec(text)
    return match === null ? [] : [{ name: row.name, row, isCommon: row.isCommon === true, start: wordsIn(text.slice(0, match.index)), end: wordsIn(text.slice(0, match.index + match[0].length)) }] // biome-ignore format: short
  })
  if (own.length > 0) return own.slice(0, 1)
  for (const [says, isCommon] of named) {
    const match = says.exec(text)
    if (match !== null) return [{ name: sentenceCase(spell(match[0])), isCommon: isCommon === true, start: wordsIn(text.slice(0, match.index)), end: wordsIn(text.slice(0, match.index + match[0].length)) }] // biome-ignore format: short
  }
  return []
}

const fasting = 'Fasting sugar'

/** Words of a clause that only names a test. */
const lightName = /^(?:(?:the|your|his|her|and|so|now|then|in|on|for|to|start with|first|ok|okay|well|right|that|other|one|is|are|with|by|as) ?)*$/ // biome-ignore format: one row

/** The results of one turn. */
class Sheet {
  readonly list: Result[] = []
  #pending: Name[] = []
  #times: readonly string[] = []
  #ratioOf: string | undefined
  /** The sentence that says of what the ratio is. */
  #naming: Sentence | undefined

  readonly hasOthers: boolean

  /** `hasOthers`: other results are read out near by. */
  constructor(hasOthers: boolean) {
    this.hasOthers = hasOthers
  }

  begin(): void {
    this.#pending = this.#pending.filter(({ row }) => row?.isScore === true)
    this.#times = []
  }

  hear({ words, text }: Clause, sentence: Sentence): void {
    // "There's some protein in the urine. The ratio's eight.": what leaks has the name that was said.
    if (/\balbumin\b|\bprotein\b/.test(text)) {
      const what = /\balbumin\b/.test(text) ? 'albumin' : 'protein'
      this.#ratioOf = /\b(?:urine|wee)\b/.test(sentence.said) ? `Urine ${what} ratio` : sentenceCase(`${what} ratio`)
      this.#naming = sentence
    } else if (/\bcholesterol\b/.test(text)) this.#ratioOf = 'Cholesterol ratio'
    const [name] = namesIn(this.#sugar(text, sentence))
    if (name === undefined && this.#ratioOf !== undefined && /\bratio\b/.test(text)) this.#ratio(words, sentence)
    else if (name === undefined) this.#goOn(words, text, sentence)
    else this.#name(name, words, text, sentence)
  }

  /** "Your sugar test, fasting was five point three. Then one hour nine point one." */
  #sugar(text: string, { said }: Sentence): string {
    const isSugar = /\b(?:sugar|glucose)\b/.test(said) || this.list.some(({ name }) => name === fasting)
    return isSugar && /^(?:the |and |then |your )*(?:fasting|(?:one|two) hour)\b/.test(text) ? text.replace(/\bfasting\b(?! (?:sugar|glucose))/, 'fasting_sugar').replace(/\b(one|two) hour\b/, '$1hour_sugar hour') : text // biome-ignore format: short
  }

  #add(result: Omit<Result, 'sentences'>, sentence: Sentence): void {
    this.list.push({ ...result, sentences: new Set([sentence]) })
  }

  #ratio(words: readonly Word[], sentence: Sentence): void {
    const range: readonly [number, number] = this.#ratioOf === 'Cholesterol ratio' ? [1, 12] : [0.1, 400]
    const name = this.#ratioOf ?? ''
    const at = words.findIndex(({ text: word }) => word === 'ratio')
    const value = valueFrom(words, at + 1, range)
    if (value === undefined) return
    const before = this.list.at(-1)
    const verdict = before?.sentences.has(sentence) === true && /albumin|protein/i.test(before.name) && before.value === undefined ? this.list.pop()?.verdict : undefined // biome-ignore format: short
    this.#add({ name, row: { name, says: /ratio/, range }, value: value.text, ...(verdict === undefined ? {} : { verdict }) }, sentence) // biome-ignore format: short
    if (this.#naming !== undefined && /albumin|protein/i.test(name)) this.list.at(-1)?.sentences.add(this.#naming)
    this.#tail(words.slice(value.to + 1), sentence)
    this.#pending = []
  }

  /** What follows the number in its clause: "eleven low", "five point one in March". */
  #tail(words: readonly Word[], sentence: Sentence): void {
    const last = this.list.at(-1)
    const dated = timesIn(words.map(({ text }) => text).join(' '))
    // "EGFR forty-eight in June."
    if (last?.value !== undefined && dated.length > 0) last.value = `${last.value} ${timeOf(dated)}`
    const verdict = words.length > 0 && sentence.said !== '' ? verdictOf(words.map(({ text }) => text).join(' '), false) : undefined // biome-ignore format: short
    if (last !== undefined && verdict !== undefined && last.verdict === undefined) last.verdict = verdict
  }

  #name(name: Name, words: readonly Word[], text: string, sentence: Sentence): void {
    const { row } = name
    const rest = words.slice(name.end).map(({ text: word }) => word).join(' ').replace(/^s /, '') // biome-ignore format: short
    const value = row === undefined ? undefined : (valueFrom(words, name.end, row.range) ?? (row.isScore === true ? firstValue(words, row) : undefined)) // biome-ignore format: short
    if (row !== undefined && value !== undefined) {
      // "The last one was seven two in March": the value of another day.
      const dated = timesIn(text)
      if (/\b(?:last (?:one|time)|previous|(?:was|were)\b.*\bago)\b/.test(text) && dated.length > 0) return
      // "Your HbA1c from last week was eight point one": the day stands with the value.
      const isDated = /\b(?:was|were)\b/.test(text) && dated.length > 0 && timesIn(words.slice(value.to + 1).map(({ text: word }) => word).join(' ')).length === 0 // biome-ignore format: one row
      this.#add(
        { name: row.name, row, value: isDated ? `${value.text} ${timeOf(dated) ?? ''}`.trim() : value.text },
        sentence,
      )
      const end = words.slice(value.to + 1)
      this.#tail(end, sentence)
      this.#pending = []
      return
    }
    const isOpen = lightName.test(words.slice(0, Math.max(0, name.start)).map(({ text: word }) => word).join(' ')) // biome-ignore format: short
    if (rest === '') {
      // "Your blood sugar, with the B twelve, was fine": what was fine is named before.
      if (/^(?:with|no)\b/.test(text)) return
      if (isOpen || row?.isScore === true) this.#pending.push(name)
      else this.#pending = [name]
      return
    }
    const verdict =
      !isOpen || /\b(?:last|previous)\b/.test(text) || notVerdict.test(sentence.said)
        ? undefined
        : verdictOf(rest, true)
    // "Chlamydia and gonorrhoea negative": the names that stand open in the sentence have the verdict too.
    const all = /^(?:is(?! all)|was|has|looks?|came|comes?)\b/.test(rest) ? [name] : [...this.#pending.filter(({ row: other }) => other?.isScore !== true), name] // biome-ignore format: short
    if (verdict !== undefined && (this.hasOthers || all.some(({ isCommon }) => !isCommon)))
      for (const each of all) this.#add({ name: each.name, ...(each.row === undefined ? {} : { row: each.row }), verdict: `${verdict.replace(/^(?:all|both) /, '')}${yearOf(sentence)}` }, sentence) // biome-ignore format: short
    this.#pending = []
  }

  /** A clause without a name goes on with the result before it, or with the names that stand open. */
  #goOn(words: readonly Word[], text: string, sentence: Sentence): void {
    const [open] = this.#pending.slice(-1)
    if (open?.row !== undefined) {
      const value = open.row.isScore === true ? firstValue(words, open.row) : valueFrom(words, 0, open.row.range)
      if (value !== undefined) {
        this.#add({ name: open.row.name, row: open.row, value: value.text }, sentence)
        this.#tail(words.slice(value.to + 1), sentence)
        this.#pending = []
        return
      }
    }
    if (open !== undefined && this.hasOthers && !notVerdict.test(sentence.said)) {
      const verdict = verdictOf(text, true)
      if (verdict !== undefined) {
        for (const each of /\b(?:all|both)\b/.test(text) ? this.#pending : [open]) this.#add({ name: each.name, ...(each.row === undefined ? {} : { row: each.row }), verdict: verdict.replace(/^(?:all|both) /, '') }, sentence) // biome-ignore format: short
        this.#pending = []
        return
      }
    }
    const last = this.list.at(-1)
    const isBare =
      timesIn(text).length > 0 &&
      text.replace(/^(?:and|but|so) /, '').split(' ').length <= 4 &&
      !/\d|\bpoint\b/.test(text)
    if (last === undefined) return
    if (last.row !== undefined && last.former === undefined && renew(last, presentIn(words, last.row.range), sentence)) return // biome-ignore format: short
    const former = last.row === undefined || last.value === undefined || last.former !== undefined ? undefined : formerIn(words, last.row.range, this.#times.length > 0) // biome-ignore format: short
    if (former !== undefined) {
      last.former = former
      last.sentences.add(sentence)
      const time = timeOf([...this.#times, ...timesIn(text)])
      if (time !== undefined) last.time = time
      return
    }
    if (isBare) {
      // "It was four, last year."
      if (last.former !== undefined && last.time === undefined && last.sentences.has(sentence)) last.time = timeOf(timesIn(text)) ?? '' // biome-ignore format: short
      this.#times = [...this.#times, ...timesIn(text)]
      return
    }
    if (last.value === undefined && last.row !== undefined && last.sentences.has(sentence)) {
      const value = valueFrom(words, 0, last.row.range)
      if (value !== undefined && /^(?:at|it is|that is)\b/.test(text)) {
        last.value = value.text
        return
      }
    }
    if (last.sentences.has(sentence) && last.verdict === undefined) {
      const verdict = verdictOf(text, false)
      if (verdict !== undefined) last.verdict = verdict
    }
  }
}

/** "Five point eight at the hospital and today it's four point six": the value so far is the former one. */
function renew(result: Result, now: string | undefined, sentence: Sentence): boolean {
  if (result.value === undefined || now === undefined) return false
  const [then = '', ...time] = result.value.split(' ')
  Object.assign(result, { value: now, former: then, time: time.join(' ') })
  result.sentences.add(sentence)
  return true
}

/** A score before its name: "twenty-two out of thirty on the MMSE". */
function firstValue(words: readonly Word[], row: Row): Value | undefined {
  const at = words.findIndex((_, place) => valueAt(words, place, row.range)?.from === place && /^(?:scored?|s|is|was|at|on|that|a|of|so|got|it|came|out|to|in)$|^$/.test(words[place - 1]?.text ?? '')) // biome-ignore format: short
  return at < 0 ? undefined : valueAt(words, at, row.range)
}

const textOf = ({ name, value, former, time, verdict }: Result): string => {
  const before =
    former === undefined ? undefined : `was ${former}${time === undefined || time === '' ? '' : ` ${time}`}`
  const beside = [verdict, before].filter((part) => part !== undefined).join('; ')
  return value === undefined ? `${name} ${verdict ?? ''}` : `${name} ${value}${beside === '' ? '' : ` (${beside})`}`
}

function tell(list: readonly Result[], at: number): Candidate {
  const sentences = [...new Set(list.flatMap((each) => [...each.sentences]))]
  const key = quoteKey(sentences)
  return {
    text: `${list.map((each, place) => (place === 0 ? textOf(each) : textOf(each).replace(/^[A-Z](?=[a-z]+ )(?!ep )/, (letter) => letter.toLowerCase()))).join(', ')}.`, // biome-ignore format: short
    claims: list.map((each, place) => claim('finding', { key: `${key}-lab-${at}-${place}`, display: textOf(each) })),
    quotes: sentences.map((sentence): Quote => ({ sentence, role: 'statement' })),
    weight: 88,
    at: sentences[0]?.at ?? 0,
  }
}

/** Results of the same sentences are one line. */
function pack(list: readonly Result[]): readonly Candidate[] {
  const groups: Result[][] = []
  for (const each of list) {
    const last = groups.at(-1)?.at(-1)
    const isSame = last !== undefined && [...last.sentences].join() === [...each.sentences].join() && [...last.sentences].every((sentence) => each.sentences.has(sentence)) && last.former === undefined && each.former === undefined // biome-ignore format: short
    if (isSame && (last.value === undefined) === (each.value === undefined)) groups.at(-1)?.push(each)
    else groups.push([each])
  }
  return groups.map((group, at) => tell(group, at))
}

const isRead = ({ isQuestion, said }: Sentence): boolean => !isQuestion && !said.includes('[') && !notResult.test(said)

/** Each result that the clinician reads out as a line. */
export function draftResults(dialogue: readonly Sentence[]): readonly Candidate[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  const turns = [...Map.groupBy(own, ({ segment }) => segment).values()]
  return turns.flatMap((turn, at) => {
    const near = [...(turns[at - 1] ?? []), ...turn]
    const hasNumber = turn.some((sentence) => isRead(sentence) && cutClauses(sentence).some(({ words, text }) => namesIn(text).some(({ row, end }) => row !== undefined && valueFrom(words, end, row.range) !== undefined))) // biome-ignore format: short
    const sheet = new Sheet(
      hasNumber || near.some(({ said, isQuestion }) => !isQuestion && atHand.test(said) && !notResult.test(said)),
    )
    for (const sentence of turn) {
      sheet.begin()
      if (isRead(sentence)) for (const clause of cutClauses(sentence)) sheet.hear(clause, sentence)
    }
    return pack(sheet.list)
  })
}
