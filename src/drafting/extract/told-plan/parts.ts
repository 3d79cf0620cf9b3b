/** The clauses of a sentence with what each one tells, and what one clause changes in the next. D443. */

import { namesKind } from '../../vocabulary/terms.ts'
import { hasSubject, isCutOff, type Part, readClause } from './clause-kinds.ts'
import { cutClauses } from './clauses.ts'
import { withWholeClauses } from './joined/whole-clauses.ts'
import { aside, reason, talk } from './plan-words.ts'
import { tidy } from './tidy.ts'

/** What still speaks of the clinician is talk, unless it orders. */
const withoutPersons = (part: Part): Part =>
  /\b(?:i|we|my|me|us)\b/i.test(tidy(part.text)) ? { ...part, kind: part.kind === 'order' || part.kind === 'thing' ? 'idle' : part.kind === 'bad' ? 'bad' : 'idle' } : part // biome-ignore format: short

/** "If you're vomiting, can't eat, or not drinking, ...": what stands between a condition and its order belongs to the condition. */
function withCases(parts: readonly Part[]): readonly Part[] {
  const order = parts.findIndex(({ kind }) => kind === 'order')
  const start = parts.findIndex(({ kind }) => kind === 'case')
  if (start !== 0 || order < 0) return parts
  return parts.map((part, at) => (at > start && at < order && part.kind !== 'bad' && !talk.test(part.clause.said) && (/^(?:and|or)/.test(part.clause.link) || !/^(?:i|we|it|that|this|they)\b/.test(part.clause.said)) ? { ...part, kind: 'case', text: part.clause.text } : part)) // biome-ignore format: short
}

export const isPlace = ({ clause }: Part): boolean => clause.words[0]?.tag === 'ADP'

/** "It does mean more weeing, in the day hopefully": a place or a time behind words that are left out goes with them, before the first order. */
function dropTails(parts: readonly Part[]): readonly Part[] {
  const first = parts.findIndex(
    (part) => part.kind === 'order' || part.kind === 'case' || (part.kind === 'thing' && !isPlace(part)),
  )
  const isLed = (at: number): boolean =>
    parts[at + 1]?.kind === 'idle' &&
    parts[at + 1]?.clause.gap === ' ' &&
    /^and\b/.test(parts[at + 1]?.clause.link ?? '')
  return parts.map((part, at) => part.kind === 'thing' && isPlace(part) && isLed(at) ? { ...part, kind: 'idle' as const } : (at > 0 && at < first && part.kind === 'thing' && parts[at - 1]?.kind === 'idle' && !talk.test(parts[at - 1]?.clause.said ?? '') ? { ...part, kind: 'idle' } : part)) // biome-ignore format: short
}

/** "It can make you sick, and give you a funny taste": a verb after "and" has the subject of the statement before it. */
const isCoordinated = (part: Part, before: Part | undefined): boolean =>
  part.kind === 'order' && before?.kind === 'idle' && /^(?:and|or)$/.test(part.clause.link) && part.text === part.clause.text && !talk.test(before.clause.said) && !/^(?:because|since|which|so|i|we)\b/.test(before.clause.said) && hasSubject(before.clause) // biome-ignore format: short
const dropCoordinated = (parts: readonly Part[]): readonly Part[] => {
  const out: Part[] = []
  for (const part of parts) out.push(isCoordinated(part, out.at(-1)) ? { ...part, kind: 'idle' } : part)
  return out
}

/** "Cetirizine, carry on, one a day": the medicine in front is what goes on. */
const keepGoing = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part, at) => (/^(?:just |then )?(?:carry on|keep going|continue)$/.test(part.clause.said) && parts[at - 1]?.kind === 'thing' && namesKind(parts[at - 1]?.clause.said ?? '', 'medicine') ? { ...part, kind: 'order' } : part)) // biome-ignore format: short

/** "We could try the mouth spray, and a patch": what follows an offer is offered too. */
const dropOffered = (parts: readonly Part[]): readonly Part[] => {
  const out: Part[] = []
  for (const part of parts) {
    const before = out.at(-1)
    const isOffered = part.kind === 'thing' && /^(?:and|or)$/.test(part.clause.link) && before?.kind === 'idle' && /^(?:i|we|you) (?:could|might|may)\b/.test(before.clause.said) // biome-ignore format: short
    // "Use condoms, or I can give you the mini pill": another way, which is only offered.
    const isOtherWay = /^or\b/.test(part.clause.link) && /^(?:i|we) (?:can|could)\b/.test(part.clause.said)
    // "There's a group on Thursdays, or I can do a plan": both are offered.
    if (isOtherWay && /^there (?:is|are)\b/.test(out[0]?.clause.said ?? '')) for (const [place, offered] of out.entries()) out[place] = { ...offered, kind: 'idle' } // biome-ignore format: short
    out.push(isOffered || isOtherWay ? { ...part, kind: 'idle' } : part)
  }
  return out
}

/** "I don't want to start anything, I want a CT": a refusal beside an order leaves open what is refused. */
export function isDenied({ kind, clause }: Part, at: number, parts: readonly Part[]): boolean {
  const next = parts[at + 1]
  return kind === 'idle' && /^(?:i|we)\b.*\bnot\b/.test(clause.said) && next?.kind === 'order' && !/\b(?:so|but)\b/.test(next.clause.link) // biome-ignore format: short
}

/** Without a verb, the sentence begins with its thing, and no statement about it follows: "caffeine, the inhaler and the wine are each to blame". */
export function beginsThing(parts: readonly Part[]): boolean {
  const first = parts.findIndex(({ kind, clause }) => kind !== 'idle' || !(talk.test(clause.said) || reason.test(clause.said) || aside.test(clause.said)) && !parts.some((part) => part.kind === 'thing' && /\bso\b/.test(part.clause.link))) // biome-ignore format: short
  const next = parts[first + 1]
  const isObject = next?.kind === 'thing' || next?.kind === 'idle' ? /^(?:i|we) would (?:want|like|prefer|love) (?:those|them|that|it)\b/.test((parts.find(({ kind }) => kind === 'idle') ?? next).clause.said) : false // biome-ignore format: short
  if (isObject) return false
  const isSubject = next !== undefined && next.kind !== 'thing' && next.clause.words[0]?.tag !== 'PRON' && next.clause.words.some(({ text }) => /^(?:are|were)$/.test(text)) // biome-ignore format: short
  if (first < 0) return true
  return (parts[first]?.kind === 'thing' || parts[first]?.kind === 'case') && !isSubject
}

/** A statement before the first order names things of its own. */
export const isLedByStatement = (parts: readonly Part[]): boolean => {
  const first = parts.findIndex(({ kind }) => kind !== 'idle')
  return parts.slice(0, first).some(({ clause }) => !talk.test(clause.said) && !aside.test(clause.said) && clause.words.some(({ tag }) => tag === 'NOUN' || tag === 'PROPN')) // biome-ignore format: short
}

/** "Because of the weight, and the smoking, I want a scan": what is joined to the reason is a reason too. */
const dropReasons = (parts: readonly Part[]): readonly Part[] => {
  const out: Part[] = []
  for (const part of parts) {
    const before = out.at(-1)
    const isMore = part.kind === 'thing' && /^and\b/.test(part.clause.link) && before?.kind === 'idle' && /^(?:because of|due to|given)\b/.test(before.clause.said) && parts.slice(out.length).some(({ kind }) => kind === 'order') // biome-ignore format: short
    out.push(isMore ? { ...part, kind: 'idle' } : part)
  }
  return out
}

/** "No driving for a day because of the sedation": a ban keeps its reason. */
const ofDriving = /\bdriv(?:e|es|ing)\b/
const keepReasons = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part, at) => (part.kind === 'idle' && /^(?:because of|due to) (?:the|your) [a-z]+(?: [a-z]+){0,2}$/.test(part.clause.said) && parts.slice(0, at).some(({ clause }) => ofDriving.test(clause.said)) ? { ...part, kind: 'kept' } : part)) // biome-ignore format: short

/** The clauses of a sentence with what each one tells; none if one of them is cut off. */
export function partsOf(text: string): readonly Part[] {
  const clauses = cutClauses(text)
  return clauses.some(isCutOff) ? [] : keepReasons(withWholeClauses(dropTails(dropReasons(keepGoing(dropOffered(dropCoordinated(withCases(clauses.map((clause, index) => withoutPersons(readClause(clause, index === 0))))))))))) // biome-ignore format: short
}
