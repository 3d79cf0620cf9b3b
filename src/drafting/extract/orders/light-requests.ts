/**
 * The order of a test or a referral by its words, whatever the form of the sentence: the service is named, one word arranges it, and all other words
 * are light. A word of doubt, condition, past, result or another person is not light. D289.
 */
import { wordSet } from '../../vocabulary/words.ts'
import type { NamedService } from './named-services.ts'

/** Words that arrange something. */
const arranging =
  /\b(?:book\w*|arrang\w*|organi[sz]\w*|order\w*|request\w*|referr?\w*|send\w*|letter|write|writing|appointment|get|getting|put|putting|line|lining|tick\w*|form|slip|down for|due|overdue|time for|want you|need|needs|sort\w*|fix\w*|set up|over to|sign\w*|schedul\w*|add|adding|chase|chasing|collect\w*|run|running|do|doing|check\w*|see)\b/i

const light = wordSet(
  'a an the some your you i we him her it that this them they us me my our his their will would shall am is are be being have having do doing does get gets getting',
  'book booked booking books arrange arranged arranging organise organised organising organize order ordered ordering request requested requesting refer referring referral referrals send sending letter write writing appointment put putting line lining up tick ticking ticked form forms slip sheet list down due overdue time want wants need needs needed sort sorted sorting fix fixing fixed set setting sign signing schedule scheduling add adding chase collect run running check checking see seen go going',
  'and so then next first second also now today tomorrow morning afternoon week this at in on of for with to from by off over out through into as well just please too again another one more done bit job step stage plan idea good best sensible wise right thing things',
  "let make makes sense like nurse reception desk front phone hospital here there way bottom take taking help let's okay ok yes all both each quick quickly soon urgent urgently straight away routine",
)

/** Not yet, not this, or not now. */
const blocked =
  /\b(?:if|unless|might|may|could|can|maybe|possibly|perhaps|not|no|never|or|either|until|had|did|was|were|results?|came|back|shows|showed|instead|rather|consider\w*|option|later|wait)\b/i

/** False for a clause that orders nothing, whatever services it names. */
export const mayRequest = (clause: string): boolean => !blocked.test(clause) && arranging.test(clause)

/** True if the clause only orders the services that it names. */
export function isLightRequest(clause: string, services: readonly NamedService[]): boolean {
  const [first] = services
  if (first === undefined || blocked.test(clause)) return false
  const rest = services.toReversed().reduce((out, { from, to }) => `${out.slice(0, from)} ${out.slice(to)}`, clause)
  const words = rest
    .toLowerCase()
    .split(/[\s,.?!:;-]+/)
    .filter((word) => word !== '')
  return words.length > 0 && arranging.test(rest) && words.every((word) => light.has(word))
}
