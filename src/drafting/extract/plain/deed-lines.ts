/** Advice whose deed stands in another construction, under a condition, or without a verb, as one line. D333. */
import { joinWords } from '../candidates.ts'
import { listActions } from '../orders/danger-actions.ts'
import { readFrame } from '../orders/frames.ts'
import { listTests } from '../orders/named-services.ts'
import type { OrderLine } from '../orders/order-line.ts'
import { listUnsettled } from '../returns/unsettled.ts'
import { tellAdviceLine } from './advice-lines.ts'
import { readCare } from './care-lines.ts'
import { readWeighed, sayAsOrder } from './deed-forms.ts'
import { dropPersons } from './subordinate.ts'

/** Deeds of the clinician, of the talk, or of thought. */
const ofClinician =
  /^(?:do not |avoid )?(?:find|see|look|tell|ask|share with|draw up|choose what|read (?:that|this|it)|play it by)\b/i
const open = /\b(?:might|may|maybe|perhaps|whether|said|told|usually|normally|people|used to|did|was|were|had)\b/i

function tellDeed(clause: string): string | undefined {
  const order = readFrame(sayAsOrder(clause))
  if (order === undefined || order.actor !== 'patient' || order.isNamed || ofClinician.test(order.act)) return undefined
  return tellAdviceLine(order)
}

const late =
  /^(.+?),? (if|in case|unless) (?!you (?:can|could|like|want|would|will|wish|prefer|do not mind)\b|possible\b)(.+)$/i
const early = /^(if|unless) (.+?), (?:then |please |just |so )*(?:you (?:can|should|need to) )?([a-z]+ .+)$/i
/** A thing and its state, which a note may have as they were said. */
const state =
  /^(?:it|that|this|they|(?:the|your|his|her) [a-z]+(?: [a-z]+)?) (?:(?:is|are|gets?|feels?|starts?|looks?|becomes?|stays?|keeps?) (?:to )?(?:not |too |still |very |really )?[a-z]+(?: [a-z]+){0,3}|hurts?|bleeds?|stings?|itches|burns?|flares? up|comes? back|opens?|swells?)$/i

/** The condition without persons; undefined if it has another form. */
function tellCondition(said: string): string | undefined {
  const bare = dropPersons(`if ${said}`)
    .replace(/^if /i, '')
    .replaceAll(/\b(?:your|his|her)\b/gi, 'the')
  if (state.test(bare)) return bare
  const told = listUnsettled(said)
  if (told !== undefined) return told.join(' or ')
  return /\b(?:i|we|you|he|she)\b/i.test(bare) ||
    !/^[a-z]+ing\b|^(?:in|on|at|unwell|sick|dizzy|tired|able|feeling)\b/i.test(bare)
    ? undefined
    : bare
}

/** "Feed from the other side first if it is sore". A return or an ambulance under a condition is a safety net. */
function readConditional(clause: string): string | undefined {
  const [, act = '', link = '', condition = ''] = late.exec(clause) ?? []
  const [, lead = '', before = '', deed = ''] = act === '' ? (early.exec(clause) ?? []) : []
  const [what, how, when] = act === '' ? [deed, lead, before] : [act, link, condition]
  if (what === '' || listActions(clause).length > 0 || /\b(?:if|unless)\b/i.test(what)) return undefined
  const line = tellDeed(what)
  const told = tellCondition(when)
  return line === undefined || told === undefined ? undefined : `${line} ${how.toLowerCase()} ${told}`
}

/** The clinician thinks of a test: "maybe a blood test", "we may need an echo". */
const thinks =
  /^(?:(?:so|and|but|also|then|maybe|perhaps|possibly|what|i think|now),? )*(?:(?:we|i|you) (?:(?:should|could|might|may|can|will|would|probably|also|just|even|possibly) )*(?:(?:need|want|like|have) to )?(?:also )?(?:(?:be )?(?:think(?:ing)?(?: about)?|consider(?:ing)?|look(?:ing)? at)|need|do|get|have|arrange|organise|run|order|send)\b)(?: is)?(?: (?:maybe|perhaps|possibly))?/i
const undecided = /\b(?:may|might|could|maybe|perhaps|possibly|think(?:ing)?(?: about)?|consider(?:ing)?)\b/i
const refused =
  /\b(?:if|unless|not|never|no|wait|either|instead|rather|had|did|was|results?|later on|last|usually|normally|option|people)\b/i
const around =
  /^(?:(?:do|doing|get|getting|have|having|some|a|an|the|your|of|couple|few|other|further|more|test|tests|like|such as|as|and|also|or|for|you|maybe|perhaps|another|quick|simple|as well|too|to|see|it|that|well|today|next)[ ,]*)*$/i

function readWeighedService(clause: string): string | undefined {
  const begun = thinks.exec(clause)?.[0]
  if (begun === undefined || !undecided.test(begun) || refused.test(clause)) return undefined
  const [main = ''] = clause
    .slice(begun.length)
    .split(/,? (?:to see|so (?:that )?(?:we|i)|and see|because|just to|which)\b/i)
  const services = listTests(main).filter(
    ({ name }) => !/^(?:(?:some |a few |other |further |more )*tests?|blood tests? results?)$/i.test(name),
  )
  const rest = services.toReversed().reduce((out, { from, to }) => `${out.slice(0, from)} ${out.slice(to)}`, main)
  return services.length > 0 && around.test(rest.trim().replaceAll(/\s+/g, ' '))
    ? `consider ${joinWords(
        services.map(({ name }) => name.replace(/ of (?:that|it|this|them)$/i, '')),
        'and',
      )}`
    : undefined
}

/** The line of a deed; undefined if the clause has none of these forms. `clause` has no contractions. */
export function readDeed(clause: string): OrderLine | undefined {
  const weighed = readWeighed(clause)
  if (weighed !== undefined) {
    const deed = tellAdviceLine({ act: weighed, isBare: false })
    return deed === undefined ? undefined : { text: `consider ${deed}`, claims: [], weight: 66 }
  }
  const service = readWeighedService(clause)
  if (service !== undefined) return { text: service, claims: [], weight: 66 }
  if (open.test(sayAsOrder(clause))) return undefined
  const line = /\b(?:if|unless|in case)\b/i.test(clause)
    ? readConditional(clause)
    : (tellDeed(clause) ?? readCare(clause))
  return line === undefined ? undefined : { text: line, claims: [], weight: 67 }
}
