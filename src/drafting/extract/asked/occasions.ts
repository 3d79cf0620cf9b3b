/**
 * The occasion that a question gives to a symptom: "dizzy when you stand up?", "short of breath at rest?". The answer holds for the occasion
 * alone, so that it is a part of the name. A no to chest pain on the stairs denies no chest pain at rest. D346.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { tellRest } from './clause-names.ts'

const deed = "[a-z]+(?: [a-z']+){0,4}?"
/** Clauses and phrases that say on what occasion; a length ("for a week") and a time of the calendar ("last week") are none. */
const occasion = new RegExp(
  `^ (?:(?:when|while|after|before|if) (?:you|he|she) (?:are )?${deed}|(?:when|while|after|before|on|during|with) [a-z]+ing(?: [a-z']+){0,3}?|(?:at|on|with|during|after|before) (?:the )?(?:rest|night|exertion|exercise|effort|movement|activity|meals?|food|eating|sex|stairs|stress)|in the (?:morning|evening|night)s?|lying (?:down|flat))(?= ?(?:$|[,?.]| (?:at all|ever|too|either|or not|though)\\b))`,
)

/** An occasion that has no short name: a no to it denies nothing at other times. */
const unread =
  /^ (?:(?:when|while|after|before|if|whenever) (?:you|he|she|they)\b|at night or\b|in the (?:morning|evening|night)s? or\b|on exertion or\b|at rest or\b)/

/** Another place, or another one of its kind: a no to it denies nothing of the one that is there. */
const elsewhere =
  /^ (?:elsewhere|(?:anywhere|somewhere|any place|at any) (?:else|other (?:spots?|places?|parts?|joints?)))(?= ?(?:[,.?]|at all|or|and|$))/
const other = /\b(other|another|further)(?: (?:bits of|kinds? of|sorts? of|new))?$/

/** "Ever been dizzy like this before?": a no denies an earlier bout, and not the one of today. D428. */
const formerly =
  /\b(?:before|in the past|previously|as a (?:child|kid|teenager|youngster))(?: (?:this|now|yourself|at all|ever|though))*[?.!]*$/
const isFormer = ({ said }: Sentence): boolean => formerly.test(said) && /\b(?:ever|had|have|has|been|felt|get|got|any)\b/.test(said) && !/\b(?:before and|since|just before|never|like (?:the|your|those)|than|as before|worse|better)\b/.test(said) // biome-ignore format: short

const relative =
  /^ (?:that|which) ((?:is|are|was|were|will|would|does|do|did|has|had|[a-z]+(?:s|ed)|came|come|woke|wake|went|go|got|get|brought|made|felt|hit|do not|does not|did not)(?: [a-z']+){1,9}?)(?= ?(?:[,.?]|$| or | and ))/
/** Relative clauses that set no bounds: "any rash that you have noticed", "anything that is new". */
const unbound =
  /^(?:is|are|was|were|has|have|had)? ?(?:been )?(?:new|different|there|bothering|worrying|troubling|come on|going on|concern\w*|worr\w*|bother\w*|come up|happened|changed|started|appeared|developed)\b/
const oneQuality =
  /^(?:is|are|looks?|seems?|smells?) (?:(?:really|very|quite|at all) )?(unusual|abnormal|smelly|strange|bad|offensive|bloody|coloured|green|yellow|thick|severe|persistent)$/

/** "A headache that came on like a clap of thunder": a no to it denies no other headache. Null where the clause is none of a note. */
function bounded(term: Term, after: string): Term | null | undefined {
  const [found, clause] = relative.exec(after) ?? []
  if (found === undefined || clause === undefined || unbound.test(clause)) return undefined
  // "A headache like a thunderclap": the onset is asked after.
  if (/\bthunder/.test(clause)) return null
  const [, quality] = oneQuality.exec(clause) ?? []
  if (quality === undefined && /\b(?:you|your|i|it|this|we|they|he|she|anything|something|what)\b/.test(clause)) return null // biome-ignore format: short
  const display = quality === undefined ? `${term.display} that ${clause}` : `${quality} ${term.display}`
  return {
    kind: term.kind,
    key: keyOf(display),
    display,
    from: term.from,
    to: term.to + found.trim().split(' ').length,
  }
}

function besides(question: Sentence, term: Term, after: string): Term | undefined {
  const before = question.words.slice(0, term.from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const [found] = elsewhere.exec(after) ?? []
  const kind = other.exec(before)?.[1]
  const display = found !== undefined ? `${term.display} elsewhere` : kind === undefined ? undefined : `${kind === 'further' ? kind : 'other'} ${term.display}` // biome-ignore format: short
  if (display === undefined) return undefined
  const to = found === undefined ? term.to : term.to + found.trim().split(' ').length
  return { kind: term.kind, key: keyOf(display), display, from: term.from, to }
}

/** The term with the occasion that follows it, or the term itself. None if a clause sets bounds that no name can tell. */
export function withOccasion(question: Sentence, term: Term): readonly Term[] {
  const after = question.words.slice(term.to + 1).map(({ text }) => ` ${text}`).join('') // biome-ignore format: short
  const bound = bounded(term, after)
  if (bound !== undefined) return bound === null ? [] : [bound]
  if (isFormer(question) && !term.display.startsWith('previous ') && !/ ,/.test(after.replace(/ , (?:or|and) /g, ' ')))
    return [{ kind: term.kind, key: keyOf(`previous ${term.display}`), display: `previous ${term.display}`, from: term.from, to: term.to }] // biome-ignore format: short
  const apart = besides(question, term, after)
  if (apart !== undefined) return [apart]
  const [found] = occasion.exec(after) ?? []
  const told = found === undefined ? undefined : tellRest(found)
  if (found === undefined || told === undefined) return unread.test(after) ? [] : [term]
  const display = `${term.display}${told}`
  return [{ kind: term.kind, key: keyOf(display), display, from: term.from, to: term.to + found.trim().split(' ').length }] // biome-ignore format: short
}

/** "Waking at night with a cough or wheeze?" asks after a cough and a wheeze at night, and after no trouble with sleep. */
const wakes =
  /\b(?:wak(?:e|es|ing|en|ed)|woken)(?: (?:you|him|her))?(?: up)?(?: (?:at|in the|during the) night)?(?: ever)? (with|by|from)\b/

/** The terms of a question that names what wakes the patient. */
export function atWaking(question: Sentence, terms: readonly Term[]): readonly Term[] {
  const link = wakes.exec(question.said)?.[1]
  const from = question.words.findIndex(({ text }) => /^(?:wak|woken)/.test(text))
  const at = link === undefined || from < 0 ? -1 : question.words.findIndex(({ text }, index) => index > from && text === link) // biome-ignore format: short
  if (at < 0 || !terms.some((term) => term.from > at)) return terms
  return terms.flatMap((term) => {
    if (term.from > at && /\b(?:night|waking|nocturnal)\b/.test(term.display)) return [term]
    const display = /\bnight\b/.test(question.said) ? `${term.display} at night` : `waking with ${term.display}`
    if (term.from > at) return [{ kind: term.kind, key: keyOf(display), display, from: term.from, to: term.to }]
    return term.to >= from - 1 ? [] : [term]
  })
}

/** "Have you taken four steps, even limping?" asks after the steps. */
export const isConceded = ({ words }: Sentence, { from }: Term): boolean => words[from - 1]?.text === 'even'
