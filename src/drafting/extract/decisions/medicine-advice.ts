/** Advice to take a medicine, with its condition, dose and rate as they were said: "you can take paracetamol if you're feverish". D309. */
import { namesKind } from '../../vocabulary/terms.ts'
import { readFrame } from '../orders/frames.ts'
import type { OrderLine } from '../orders/order-line.ts'
import { joinRegimen } from '../plain/plan-lines.ts'
import { listUnsettled } from '../returns/unsettled.ts'

const adverbs = '(?:(?:also|always|just|certainly|definitely|probably|either|then|still|maybe|simply|sometimes|usually|really|quite|very|obviously),? )*' // biome-ignore format: one row
const verbs = '(try|take|use|get|buy|have|apply|alternate|pick up|continue|keep taking|keep using|carry on with|add in|give|stick with|put on|rub in|start|finish|complete|keep up|prescribe|go for|consider)' // biome-ignore format: one row
const good = '(?:advisable|beneficial|helpful|sensible|good|useful|worthwhile|best|ideal|wise|reasonable|a good idea|worth trying|worth a try)' // biome-ignore format: one row

type Row = { readonly name: string; readonly pattern: RegExp; readonly tell: (what: string, verb: string) => string; readonly reason: string } // biome-ignore format: short

const bases: Readonly<Record<string, string>> = { taking: 'take', using: 'use', trying: 'try', having: 'have', getting: 'get', buying: 'buy', applying: 'apply', starting: 'start', continuing: 'continue', adding: 'add', alternating: 'alternate', giving: 'give' } // biome-ignore format: a table
const gerund = `(${Object.keys(bases).join('|')})`

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { name: 'permission',   pattern: new RegExp(`^(?:you|he|she) (?:can|may)(?: of course)? ${adverbs}${verbs} (.+)$`, 'i'), tell: (what, verb) => `Can ${verb} ${what}`, reason: 'a modal verb of permission in the second person' },
  { name: 'offered',      pattern: new RegExp(`^(?:i|we) (?:can|am happy to|would be happy to) ${adverbs}(give|prescribe)(?: (?:you|him|her))? (.+)$`, 'i'), tell: (what, verb) => `Can ${verb} ${what}`, reason: 'the clinician offers to prescribe, and nobody declines' },
  { name: 'offered name', pattern: /^(?:things?|something|stuff) (?:(?:called|like|such as) )+(.+?),? (?:that|which) (?:i|we) can (?:give|prescribe)(?: (?:to )?(?:you|him|her))?( today| now)?$/i, tell: (what) => `Can give ${what}`, reason: 'the remedy is named, and a relative clause offers it' },
  { name: 'at hand',      pattern: /^(?:with (?:an? )?couple (?:of )?options,? )?(?:i|we) have (?:got )?(.+?) (?:that |which )?(?:i|we) can (?:give|prescribe)(?: (?:to )?(?:you|him|her))?$/i, tell: (what) => `Can give ${what}`, reason: 'a relative clause offers the remedy' },
  { name: 'given',        pattern: new RegExp(`^(?:i|we) (?:will|shall|am going to|are going to|would like to|want to) ${adverbs}(give|prescribe|issue)(?: (?:you|him|her))? (.+)$`, 'i'), tell: (what, verb) => `${verb} ${what}`, reason: 'a verb of intention in the first person' },
  { name: 'such as',      pattern: new RegExp(`^(?:so )?(?:there (?:is|are) )?(?:things?|something|stuff)(?: called| like| such as)+(?: either)? (.+?),? (?:that |which )?you can (?:also |just |always )*${verbs}(.*)$`, 'i'), tell: (what, verb) => `Can ${verb} ${what}`, reason: 'the remedy is named, and a relative clause permits it' },
  { name: 'judged gerund', pattern: new RegExp(`^${gerund} (.+?),? (?:would|will|might|may|can|could|should|is) ${adverbs}(?:(?:be )?${good}|help)(?: as well| too| here| for (?:that|this|the pain))?$`, 'i'), tell: (what, verb) => `${bases[verb.toLowerCase()] ?? verb} ${what}`, reason: 'the deed is the subject of a judgement' },
  { name: 'judged',       pattern: new RegExp(`^(?:then |i think )*(?!it\\b|that\\b|this\\b)(.+?),? (?:would|will|might|may|should|is|are) ${adverbs}be ?${good}(?: as well| too| here| for (?:that|this|the pain))?$`, 'i'), tell: (what) => `${what} advised`, reason: 'the remedy is the subject of a judgement' },
  { name: 'worth',        pattern: new RegExp(`^(?:it is |it would be |it might be |that is )?${adverbs}worth ${adverbs}(?:you )?${gerund} (.+)$`, 'i'), tell: (what, verb) => `Consider ${verb} ${what}`, reason: '"worth" with the deed as its complement' },
  { name: 'pair',         pattern: /^(?:so |and )*(?:just )?(alternate|combine) (.+)$/i, tell: (what, verb) => `${verb} ${what}`, reason: 'an imperative with two remedies' },
]

/** Words inside the advice that add nothing to it. */
// biome-ignore format: one row a line
const tidies: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/\bthings (over (?:the )?counter|from the (?:pharmacy|chemist))(?:,| like| such as|, things like)+ (?:which is called )?(.+)$/gi, '$2 $1'],
  [/\bsomething, (?=some\b)/gi, ''],
  [/\b(?:things?|stuff|something) (?:called |like |such as )+/gi, ''],
  [/,? which is called /gi, ' '],
  [/(?:,|^) ?(?:which|that|they|it)(?: (?:can|will|should|may|might|would|sometimes|also|usually|is|are))* (?:helps?|helpful|ease|soothe|replenish\w*|work|good|moisturi[sz]\w*|fine)\b.*$/gi, ''],
  [/\b(?:some|just|a bit of|maybe|really|actually|you know|kind of|sort of|as well|for now|if you (?:can|want|like|need to)|for you|if you need (?:it|them))(?= |$),? ?/gi, ''],
  [/\bfor (?:the|your|that|this) (pain|itch|fever|temperature|itching|itchiness|cough|swelling|sore throat|headaches?)\b/gi, 'for the $1'],
  [/\b(?:your|his|her)\b/gi, 'the'],
  [/\bover (?:the )?counter\b/gi, 'over the counter'],
  [/ {2,}/g, ' '],
  [/ ,/g, ','],
  [/^[, ]+|[, ]+$/g, ''],
]
const personal = /\b(?:i|i'm|me|my|we|us|our|you|he|she|they|it|that|this|them|which|what|know|think|maybe|option|options|if|when|unless|not|no|or something|worry)\b|[?[\]"]/i // biome-ignore format: one row
const mostWords = 20

/** The condition of an advice, before or after it. */
const early = /^(?:if|when|whenever) (.+?)(?:, (?:then )?| then )(?=(?:taking|using|you|simple|some|regular|paracetamol|ibuprofen|take|try|use|have|get|i)\b)(.+)$/i // biome-ignore format: one row
const late =
  /^(.+?),? (?:if|when|whenever) (?!you (?:can|like|want|wish|prefer)\b)((?:you|it|your|he|she|things|the|they|needed|required)\b.*)$/i

type Conditional = { readonly act: string; readonly condition?: string }

function partCondition(clause: string): Conditional | undefined {
  const before = early.exec(clause)
  const after = before === null ? late.exec(clause) : null
  const said = before?.[1] ?? after?.[2]
  const act = before?.[2] ?? after?.[1] ?? clause
  if (said === undefined) return /\b(?:if|when|unless)\b(?! you (?:can|like|want)\b)/i.test(clause) ? undefined : { act } // biome-ignore format: short
  if (/^(?:you )?(?:need(?:ed)?|require[sd]?)(?: (?:it|them|to))?$/i.test(said)) return { act, condition: 'needed' }
  const told = listUnsettled(said)
  return told === undefined ? undefined : { act, condition: told.join(' or ') }
}

const opener = /^(?:(?:as well as(?: that)?|so|and|then|but|ok|okay|well|now|also|i think|in the meantime|for now|in terms of [a-z ]{3,40},|firstly|secondly|otherwise|again|then again),? )+/i // biome-ignore format: one row
const takes = /^(?:stop|take|use|try|have|continue|get|buy|apply|alternate|finish|complete|keep|carry on|put|rub|pick up|stick|combine)\b/i // biome-ignore format: one row

function tellAct(act: string): string | undefined {
  const bare = act.replace(opener, '').replace(opener, '')
  const row = rows.find(({ pattern }) => pattern.test(bare))
  if (row !== undefined) {
    const [, first = '', second] = row.pattern.exec(bare) ?? []
    if (second === undefined || row.name === 'offered name') return row.tell(`${first}${second ?? ''}`, '')
    return row.name === 'such as' ? row.tell(`${first}${bare.match(row.pattern)?.[3] ?? ''}`, second) : row.tell(second, first.toLowerCase()) // biome-ignore format: short
  }
  const order = readFrame(bare)
  return order !== undefined && order.actor === 'patient' && !order.isNamed && takes.test(order.act) ? order.act : undefined // biome-ignore format: short
}

/** The line; undefined if the clause names no medicine, or has another form. */
export function readMedicineAdvice(clause: string): OrderLine | undefined {
  if (!namesKind(clause, 'medicine')) return undefined
  const part = partCondition(clause.replace(opener, ''))
  const told = part === undefined ? undefined : tellAct(part.act)
  if (part === undefined || told === undefined) return undefined
  const text = joinRegimen(tidies.reduce((out, [pattern, to]) => out.replaceAll(pattern, to), told))
  const [, modal = '', verb = '', what = ''] = /^(Can |Consider )?([a-z]+) (.*)$/i.exec(text) ?? []
  if (
    what === '' ||
    personal.test(text) ||
    /^things?\b/i.test(what) ||
    !namesKind(text, 'medicine') ||
    text.split(' ').length > mostWords
  )
    return undefined
  const line = `${modal}${modal === 'Consider ' ? verb : verb.toLowerCase()} ${what}`.trim()
  return { text: `${line}${part.condition === undefined ? '' : ` if ${part.condition}`}`, claims: [], weight: 76 }
}
