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

/** Another place, or another one of its kind: a no to it denies nothing of the one that is there. */
const elsewhere =
  /^ (?:elsewhere|(?:anywhere|somewhere|any place|at any) (?:else|other (?:spots?|places?|parts?|joints?)))(?= ?(?:[,.?]|at all|or|and|$))/
const other = /\b(other|another|further)(?: (?:bits of|kinds? of|sorts? of|new))?$/

function besides(question: Sentence, term: Term, after: string): Term | undefined {
  const before = question.words.slice(0, term.from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const [found] = elsewhere.exec(after) ?? []
  const kind = other.exec(before)?.[1]
  const display = found !== undefined ? `${term.display} elsewhere` : kind === undefined ? undefined : `${kind === 'further' ? kind : 'other'} ${term.display}` // biome-ignore format: short
  if (display === undefined) return undefined
  const to = found === undefined ? term.to : term.to + found.trim().split(' ').length
  return { kind: term.kind, key: keyOf(display), display, from: term.from, to }
}

/** The term with the occasion that follows it; the term itself if none does, or if its words do not tell one. */
export function withOccasion(question: Sentence, term: Term): Term {
  const after = question.words.slice(term.to + 1).map(({ text }) => ` ${text}`).join('') // biome-ignore format: short
  const apart = besides(question, term, after)
  if (apart !== undefined) return apart
  const [found] = occasion.exec(after) ?? []
  const told = found === undefined ? undefined : tellRest(found)
  if (found === undefined || told === undefined) return term
  const display = `${term.display}${told}`
  return {
    kind: term.kind,
    key: keyOf(display),
    display,
    from: term.from,
    to: term.to + found.trim().split(' ').length,
  }
}
