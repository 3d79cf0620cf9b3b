/** What belongs to the clause before it although it has a subject of its own, and a condition whose order is left out. D561. */
import { listReferrals } from '../../orders/named-services.ts'
import { hasSubject, type Part } from '../clause-kinds.ts'

const conditional = /\b(?:if|unless|until|till|when|once|while)\b/
/** "Till the fever is gone and he is feeling himself": a state, and no view of the speaker's. */
const state = /^(?:you|he|she|it|they) (?:is|are|has|have|feels?|can|cannot|eats?|eating|drinks?|looks?)\b(?!.* (?:fine|ok|okay|worth|good for|all right|normal|safe|important|common|likely|just)\b)/ // biome-ignore format: one row
/** "Stop it the same day and come in." */
const reaching = /^(?:you )?(?:come (?:in|back)|telephone|ring|call|phone)(?: (?:me|us|here|the (?:clinic|surgery|practice|rooms)))?(?: (?:straight ?away|today|then|the same day|that day))?$/ // biome-ignore format: one row
const staff = /^(?:the |your )?(?:gp|doctor|surgeon|nurse|specialist|[a-z]+olog(?:y|ist)|[a-z]+iatr(?:y|ist))$/

const wish = /^(?:i|we) would (?:like|love|prefer|rather|want) (?:to )?/

const isJoined = ({ clause }: Part): boolean => /^and\b/.test(clause.link)

function readJoined(part: Part, at: number, parts: readonly Part[]): Part {
  const [before, next] = [parts[at - 1], parts[at + 1]]
  const { said, gap } = part.clause
  if (part.kind === 'idle' && isJoined(part) && before !== undefined) {
    const isOpen = before.kind === 'case' || (before.kind === 'order' && conditional.test(before.clause.said))
    if (isOpen && gap === ' ' && state.test(said)) return { ...part, kind: 'case' }
    if (reaching.test(said) && parts.slice(0, at).some(({ kind }) => kind === 'order')) return { ...part, kind: 'order', text: part.clause.text.replace(/^you /i, '') } // biome-ignore format: short
  }
  // "And cardiology and your GP can talk about it": the first of two subjects.
  const isSubject = part.kind === 'thing' && isJoined(part) && next?.kind === 'idle' && isJoined(next) && next.clause.gap === ' ' && hasSubject(next.clause) // biome-ignore format: short
  if (isSubject && (staff.test(said) || listReferrals(said).length > 0)) return { ...part, kind: 'idle' }
  // "I'd like to stop it but then you'd be up all night": a wish that is given up.
  if (part.kind === 'order' && wish.test(said) && next?.kind === 'idle' && /^but\b/.test(next.clause.link) && /^(?:you|it|that|they|he|she|the)\b/.test(next.clause.said)) return { ...part, kind: 'idle' } // biome-ignore format: short
  // "And if you want a hand with it, I'm here": what is offered in that case is no order.
  const isLast = !parts.slice(at + 1).some(({ kind }) => kind === 'order' || kind === 'thing' || kind === 'kept')
  const isLeft = part.kind === 'case' && /^(?:and|but)\b/.test(part.clause.link) && /^(?:if|when|once)\b/.test(said) && next?.kind === 'idle' // biome-ignore format: short
  return isLeft && isLast ? { ...part, kind: 'idle' } : part
}

/** The parts with whole conditions, and without halves of clauses that are left out. */
export const withWholeClauses = (parts: readonly Part[]): readonly Part[] => parts.map(readJoined)
