/**
 * A sentence of the plan, cut into clauses by grammar: at marks, and at a joining word if a subject with its verb, a condition or an imperative follows.
 * "Rice and beans" is not cut; "two at night, and then see the nurse" is. D443.
 */
import { readOnce } from '../../../core/cache/read-once.ts'
import { type Tagged, tagWords } from '../../grammar/tagger.ts'
import { isOrderVerb } from '../../vocabulary/order-verbs.ts'

export type PlanClause = {
  readonly text: string
  /** In lower-case letters, without the joining word. */
  readonly said: string
  readonly words: readonly Tagged[]
  /** "And", "but", "because": the word that joins it to what stands before. */
  readonly link: string
  /** What stands between it and the clause before it: ", " or " ". */
  readonly gap: string
}

const isMark = ({ text }: Tagged): boolean => /^[,;:.!?]+$/.test(text)
const subjects = /^(?:i|we|you|he|she|it|they|that|this|there|those|these)$/
const adverbs = /^(?:then|also|just|please|maybe|now|always|still|really|definitely|probably|only|again|first)$/
export const subordinators = /^(?:if|unless|until|till|when|whenever|while|once|because|since|in|before|after|though|although|which|who|where|wherever)$/ // biome-ignore format: one row

/** "The canal's a bit narrow": what follows shows that the letter is a verb, and no possessive. */
const isClippedVerb = (words: readonly Tagged[], at: number): boolean =>
  words[at]?.text === "'s" && (/^(?:DET|ADV|PART)$/.test(words[at + 1]?.tag ?? '') || /ing$/.test(words[at + 1]?.text ?? '') || (words[at + 1]?.tag === 'ADJ' && words[at + 2]?.tag !== 'NOUN')) // biome-ignore format: short

/** A verb that has a person and a tense: an auxiliary, or a verb that is no participle or infinitive. */
export function hasPerson(words: readonly Tagged[], at: number): boolean {
  const word = words[at]
  if (isClippedVerb(words, at)) return true
  if (word === undefined || !(word.tag === 'AUX' || word.tag === 'VERB')) return false
  // "Two squirts" are things.
  if (/ing$/.test(word.text) || words[at - 1]?.text === 'to' || (word.tag === 'VERB' && words[at - 1]?.tag === 'NUM'))
    return false
  return (
    word.tag === 'AUX' ||
    !/^(?:ADP|DET)$/.test(words[at - 1]?.tag ?? '') ||
    /^(?:these|those|this|that)$/.test(words[at - 1]?.text ?? '')
  )
}

/** Words that stand before a noun or after a verb, and never after a subject. */
const isAfterVerb = (word: Tagged | undefined): boolean =>
  word !== undefined && (/^(?:DET|NUM|ADP|ADV|PART)$/.test(word.tag) || (word.tag === 'PRON' && !/^(?:i|we|he|she|they)$/.test(word.text))) // biome-ignore format: short

const noDeed = /^(?:know|think|mean|say|thank|suppose|guess|imagine|hope|feel|want|need|wonder|see|look|like|said|sorry|let|bet|believe|reckon|remember|mind|hear|excuse|forgive|trust|bless|fancy|love|hate|mention|sound|seem|depend|happen|rule|worry)$/ // biome-ignore format: one row

/** No noun begins a clause with these. */
const alwaysVerb = /^(?:use|take|keep|put|give|get|go|eat|avoid|bring|wear|apply|stay|come|add|try|see|book|send|carry|leave|make|start|continue|finish|swallow|chew|rinse|wash|soak|elevate|remove|hold)$/ // biome-ignore format: one row

/** True if the words from `at` on are an imperative: a verb in its base form without a subject. */
export function isImperativeAt(words: readonly Tagged[], at: number): boolean {
  let from = at
  while (adverbs.test(words[from]?.text ?? '') || (words[from]?.text === 'do' && words[from + 1]?.tag === 'VERB'))
    from += 1
  // "Never quite heals": the subject is left out.
  if (words[from]?.text === 'never' && words.slice(from + 1, from + 3).some(({ tag, text }) => tag === 'VERB' && /[^s]s$/.test(text))) return false // biome-ignore format: short
  if (/^(?:do|never)$/.test(words[from]?.text ?? '') && /^(?:not|VERB|ADV)$/.test(words[from + 1]?.text === 'not' ? 'not' : (words[from + 1]?.tag ?? ''))) return true // biome-ignore format: short
  const [verb, next] = [words[from], words[from + 1]]
  // A tagger takes "have" for a helper.
  if (verb?.text === 'have')
    return (
      /^(?:DET|NUM|NOUN|ADJ)$/.test(next?.tag ?? '') || /^(?:it|them|your|his|her|that|those)$/.test(next?.text ?? '')
    )
  if (verb === undefined || noDeed.test(verb.text) || /^(?:PRON|AUX|ADP|NUM|PUNCT)$/.test(verb.tag)) return false
  if (next !== undefined && (next.tag === 'AUX' || (next.tag === 'VERB' && /s$/.test(next.text)))) return false
  if (isOrderVerb(verb.text))
    return verb.tag === 'VERB' || isAfterVerb(next) || (next !== undefined && alwaysVerb.test(verb.text))
  return verb.tag === 'VERB' && !/(?:ed|ing|[^s]s)$/.test(verb.text) && isAfterVerb(next)
}

/** True if a clause of its own begins at `at`: a subject with its verb, a condition, an imperative. */
function beginsClause(words: readonly Tagged[], at: number): boolean {
  let from = at
  while (adverbs.test(words[from]?.text ?? '')) from += 1
  const first = words[from]
  if (first === undefined) return false
  if (subjects.test(first.text) && first.tag !== 'DET') return true
  if (/^(?:if|unless|until|till|when|once)$/.test(first.text)) return true
  if (isImperativeAt(words, from)) return true
  for (let place = from; place < from + 6; place += 1) {
    const word = words[place]
    // "And bladder to see what is left": a purpose follows a thing.
    if (word === undefined || isMark(word) || word.tag === 'ADP' || word.tag === 'CCONJ' || (place > from && first.tag === 'NOUN' && word.text === 'to')) return false // biome-ignore format: short
    if (place > from && hasPerson(words, place)) return true
  }
  return false
}

/** "If the ring is still there I will send you": the main clause begins without a mark. */
const isMainAt = (words: readonly Tagged[], at: number, group: readonly Tagged[]): boolean =>
  group.length > 3 && /^(?:(?:if|when|once)\b|because of\b|given (?:the|your|that|what|his|her)\b)/.test(group.map(({ text }) => text).join(' ').replace(/^(?:(?:and|so|but|then) )+/, '')) && /^(?:i|we|you)$/.test(words[at]?.text ?? '') && /^(?:will|would|should|need|can|am|are)$/.test(words[at + 1]?.text ?? '') && !/^(?:and|or|that|think|say|feel|know|than|as|what|how|where)$/.test(words[at - 1]?.text ?? '') // biome-ignore format: short

/** "For the elbows and hands I would use": a list in front of the clause. */
const isFrontedList = (words: readonly Tagged[], at: number, group: readonly Tagged[]): boolean =>
  /^(?:for|on|in|at)$/.test(group[0]?.text ?? '') && !group.some((_, place) => hasPerson(group, place)) && words[at]?.text === 'and' && words.slice(at + 2, at + 5).some(({ text }, index, next) => /^(?:i|we|you)$/.test(text) && words.slice(at + 1, at + 2 + index).every(({ tag }) => /^(?:NOUN|ADJ|DET|PROPN)$/.test(tag)) && next.length > 0) // biome-ignore format: short

const joins = /^(?:and|but|so|or|then|plus)$/

/** The clauses of a sentence in plain words, in order. */
export const cutClauses = readOnce((text: string): readonly PlanClause[] => {
  const words = tagWords(text.toLowerCase())
  const groups: Tagged[][] = []
  let isOpen = false
  for (const [at, word] of words.entries()) {
    if (isMark(word)) {
      isOpen = false
      continue
    }
    const isJoin =
      at > 0 &&
      joins.test(word.text) &&
      !(word.text === 'then' && /^(?:by|until|till|before|since|from)$/.test(words[at - 1]?.text ?? '')) &&
      beginsClause(words, at + 1) &&
      !isFrontedList(words, at, groups.at(-1) ?? []) &&
      !joins.test(words[at - 1]?.text ?? '')
    const isMain = isOpen && isMainAt(words, at, groups.at(-1) ?? [])
    const isReason = /^(?:because|which|since)$/.test(word.text) && at > 0
    if (!isOpen || isJoin || isReason || isMain) groups.push([word])
    else groups.at(-1)?.push(word)
    isOpen = true
  }
  return groups.map((group, index) => {
    const linked = group.findIndex(({ text: word }) => !joins.test(word))
    const own = linked < 0 ? group : group.slice(linked)
    const before = groups[index - 1]?.at(-1)?.end ?? 0
    const [from, to] = [own[0]?.start ?? 0, own.at(-1)?.end ?? 0]
    return {
      text: text.slice(from, to),
      said: text.slice(from, to).toLowerCase(),
      words: own,
      link:
        linked <= 0
          ? ''
          : text
              .slice(group[0]?.start ?? 0, from)
              .trim()
              .toLowerCase(),
      gap: index === 0 ? '' : /[,;:.]/.test(text.slice(before, group[0]?.start ?? 0)) ? ', ' : ' ',
    }
  })
})
