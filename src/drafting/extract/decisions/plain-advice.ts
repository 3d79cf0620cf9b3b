/** Advice without a medicine whose frame stands around it: "if you could ..., that'd be great", "it's worth ...", "I'd advise against ...". D309. */
import { baseOf, gerundOf, isOrderVerb } from '../../vocabulary/order-verbs.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import type { OrderLine } from '../orders/order-line.ts'
import { readClause } from '../orders/spoken-orders.ts'
import { tellAdviceLine } from '../plain/advice-lines.ts'

type Row = { readonly name: string; readonly pattern: RegExp; readonly tell: (act: string) => string | undefined; readonly reason: string } // biome-ignore format: short

const tell = (act: string): string | undefined => tellAdviceLine({ act, isBare: false })
const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)

const asBase = (act: string): string | undefined => {
  const [verb = ''] = act.split(' ')
  const base = baseOf(verb.toLowerCase())
  return base === undefined ? undefined : `${base}${act.slice(verb.length)}`
}

/** The thing is not named. */
const pronoun = /^\S+ (?:that|it|this|them|those|these|one|so)\b/i

const adverbs = '(?:(?:also|just|really|strongly|probably|definitely|certainly|always|maybe|please|possibly|perhaps|kindly|quite),? )*' // biome-ignore format: one row

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { name: 'against',    pattern: new RegExp(`^(?:i|we)(?: would| do)? ${adverbs}(?:advise|recommend|suggest) ${adverbs}(?:you )?(?:against|avoiding|not) ([a-z]+ing\\b.*)$`, 'i'), tell: (act) => prefix('Avoid ', act), reason: 'advice against a deed' },
  { name: 'not to',     pattern: new RegExp(`^(?:i|we)(?: would| do)? ${adverbs}(?:advise|recommend|suggest|prefer|want|like) ${adverbs}you (?:not to|to not) (.+)$`, 'i'), tell: (act) => prefix('Do not ', act), reason: 'advice against a deed' },
  { name: 'worth',      pattern: new RegExp(`^(?:i think )?(?:it is|it would be|it might be|it may be|that is|that would be) ${adverbs}worth ${adverbs}(?:you )?([a-z]+ing .+)$`, 'i'), tell: (act) => (asBase(act) === undefined || pronoun.test(act) || vague.test(act) ? undefined : prefix('Consider ', act)), reason: '"worth" with the deed as its complement' },
  { name: 'judged gerund', pattern: new RegExp(`^(?:i (?:do )?think )?([a-z]+ing (?!it\\b|that\\b|this\\b).+?),? (?:would|will|might|is|could|may) ${adverbs}(?:be )?(?:really |very |quite )*(?:important|helpful|useful|sensible|good|best|advisable|beneficial|wise|worthwhile|a good idea)(?: as well| too)?$`, 'i'), tell: (act) => judgedDeed(act), reason: 'the deed is the subject of a judgement' },
  { name: 'advised deed', pattern: new RegExp(`^(?:i|we)(?: would| do)? ${adverbs}(?:advise|recommend|suggest) ${adverbs}(?:you )?([a-z]+ing .+)$`, 'i'), tell: (act) => judgedDeed(act), reason: 'a verb of advice with the deed in -ing' },
  { name: 'would say',    pattern: /^(?:i|we) would say,? (?:maybe|perhaps),? (?:to |you )?([a-z]+ .+)$/i, tell: (act) => softDeed(act), reason: '"I would say maybe" weighs a deed' },
  { name: 'permission', pattern: new RegExp(`^you can ${adverbs}((?!have\\b)(?:self[- ]refer|[a-z]+)\\b.+)$`, 'i'), tell: (act) => (isOrderVerb(act.split(' ')[0]?.toLowerCase() ?? '') && !pronoun.test(act) || /^self/i.test(act) ? prefix('Can ', act) : undefined), reason: 'a modal verb of permission in the second person' },
  { name: 'named',      pattern: new RegExp(`^(?:i|we)(?: would| do)? ${adverbs}(?:recommend|suggest|advise) ((?:an?|some|plenty of|lots of|regular|simple|gentle) [a-z -]{3,40}?)(?:,? (?:so )?(?:things? )?(?:like|such as) ([a-z ,-]{3,50}))?$`, 'i'), tell: (act) => prefix('', act.replace(/^(?:an?|some) /i, ''), ' advised'), reason: 'a verb of advice with a noun as its object' },
]

/** Nothing that could be looked up. */
const vague = /\b(?:some|a few|other|further|those) (?:tests|things|stuff|bits)\b|\bsomething\b/i

function judgedDeed(act: string): string | undefined {
  const base = asBase(act.replace(ifYouCan, ''))
  return base === undefined || pronoun.test(act) ? undefined : prefix('', base)
}
function softDeed(act: string): string | undefined {
  const [verb = ''] = act.split(' ')
  return isOrderVerb(verb.toLowerCase()) ? prefix('Consider ', `${gerundOf(verb.toLowerCase())}${act.slice(verb.length)}`) : undefined // biome-ignore format: short
}
const ifYouCan = /,? if (?:you can|possible|that is possible)$/i

function prefix(lead: string, act: string, end = ''): string | undefined {
  const line = tell(act)
  return line === undefined ? undefined : `${lead}${lead === '' ? line : lowered(line)}${end}`
}

/** "If you could X, that would be great" asks for X. */
const asked = /^(?:so |and |then )*if you (?:could|can|would be able to|would|are able to|wouldn't mind|do not mind) ?(?:just |please |possibly |maybe |also )*,? ?(?:just |please )*([a-z]+\b.*?)(?:,? (?:that|it|this) (?:would|will|might) (?:be|help)\b.*)?$/i // biome-ignore format: one row
const forMe = /,? for (?:me|us)\b/gi

/** Nothing is decided, or it is not the patient's deed. */
const open = /\b(?:if|unless|might|may|whether|or not|did|was|were|last|ago|usually|normally|people|said|told|see (?:if|how)|hear|tell|describe|show|imagine|expect)\b/i // biome-ignore format: one row

function readAsked(clause: string): OrderLine | undefined {
  const deed = asked.exec(clause)?.[1]
  const act = deed?.replaceAll(forMe, '').replace(/^drinking\b/i, 'drink')
  const verb = act?.split(' ')[0]?.toLowerCase() ?? ''
  if (act === undefined || !isOrderVerb(verb) || open.test(act) || /\b(?:i|we|you) (?:will|can|would|could|should|may)\b/i.test(act)) return undefined // biome-ignore format: short
  return readClause(`please ${act}`)
}

export function readPlainAdvice(clause: string): OrderLine | undefined {
  if (namesKind(clause, 'medicine')) return undefined
  const wish = readAsked(clause)
  if (wish !== undefined || open.test(clause.replace(ifYouCan, ''))) return wish
  for (const { pattern, tell: write } of rows) {
    const act = pattern.exec(clause.replace(ifYouCan, ''))?.[1]
    const text = act === undefined ? undefined : write(act)
    if (text !== undefined) return { text, claims: [], weight: 72 }
  }
  return undefined
}
