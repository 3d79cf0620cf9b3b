/** Things that the clinician sends or hands out: a prescription with its way to the pharmacy, a message, a certificate, a leaflet. D309. */
import type { OrderLine } from '../orders/order-line.ts'

const verb = '(send|sending|text|texting|email|emailing|pop|popping|put|putting|get|forward|issue|leave|write|writing|print|do|give|giving|arrange|organise|sort|provide|fax|ping|message|post)' // biome-ignore format: one row
const whom = '(?: (?:you|him|her|that|it|them))?'
const way = '(?: (?:off|out|up|over|through|across|down|straight|in|on|with))*'
const noun = '(?:repeat )?(?<noun>prescription|script)s?'

/** Before the verb: the clinician will do it, or can. */
const firm = /^(?:(?:so|and|then|ok|okay|now|well|right|also|just|i|we|will|am|are|going|to|would|like|let|me|us|what|do|is|think|the|plan|today|please|in the meantime|need|want|gonna|happy|can|make sure|get|my secretary|reception),? ?)*$/i // biome-ignore format: one row
const may = /\b(?:can|happy to)\b/i
const open =
  /\b(?:if(?! you (?:like|want|need)\b)|unless|might|may|maybe|could|possibly|perhaps|not|never|don't|had|was|did|last|ago|until|or|whether|already|said|told|option)\b/i

type Row = { readonly name: string; readonly pattern: RegExp; readonly reason: string; readonly tell: (match: RegExpExecArray) => string | undefined } // biome-ignore format: short

const shop = '(?:to|at|with) (?:(?:your|the|a|any|that) )?(?:(?:local|nominated|nearest|usual|chosen|own|preferred) )*(?<shop>pharmacy|chemist|pharmacist)(?: (?:of your choice|near (?:you|by|your (?:home|house|work))|nearby))?' // biome-ignore format: one row
const time = '(?:now|today|tonight|this (?:morning|afternoon|evening)|tomorrow|straight away|electronically|for you|as well|too|then|again)' // biome-ignore format: one row
const gap = `(?:(?: ${time}|${way})*)`
const medicine =
  "(?: (?:for|of) (?:(?:a course of|some|the|your|an?|that|those|these) )*(?<what>[a-z][a-z' -]{2,40}?))?"

const plain = (text: string): string => text.replaceAll(/\b(?:your|our|his|her)\b/gi, 'the').replaceAll(/\b(?:some|just|kind of) /gi, '').trim() // biome-ignore format: short

// biome-ignore format: one row a line
const rows: readonly Row[] = [
  { name: 'prescription to pharmacy', pattern: new RegExp(`\\b${verb}${whom}${way} (?:(?:an?|the|that|this|your|some|those|these|another) )?(?:[a-z]+ )?${noun}${medicine}${gap} (?:(?:over|through|across|straight|directly|down) )*${shop}${medicine.replace('what', 'more')}${gap}$`, 'i'), reason: 'a noun of prescribing with the pharmacy as its goal', tell: ({ groups }) => prescription(groups ?? {}) },
  { name: 'medicine to pharmacy', pattern: new RegExp(`\\b(?:send|sending|pop|get|forward|put)${whom}${way} (?:(?:the|that|this|your|some|those|these|an?) )(?<what>[a-z][a-z -]{2,30}?)${gap} (?:(?:over|through|across|straight|directly|down) )*${shop}${gap}$`, 'i'), reason: 'a medicine with the pharmacy as its goal', tell: ({ groups }) => supplied(groups ?? {}) },
  { name: 'prescription', pattern: new RegExp(`\\b${verb}${whom}${way} (?:(?:an?|the|your|another) )(?:[a-z]+ )?${noun} (?:for|of) (?:(?:a course of|some|the|your|an?|that|those|these) )*(?<what>[a-z][a-z' -]{2,40}?)${gap}$`, 'i'), reason: 'a noun of prescribing with its medicine', tell: ({ groups }) => prescription(groups ?? {}) },
  { name: 'message', pattern: new RegExp(`\\b(text|texting|email|emailing|send|sending|message|give|post)${whom}${way} (?<what>(?:an?|the|some) (?:[a-z]+ ){0,3}?(?:link|leaflets?|information|info|video|website|address|number|form|questionnaire|booklet|advice sheet|handout|factsheet|diary|details)(?: (?:about|on|for|with|to|regarding|of) (?!(?:that|it|this)\\b)[a-z' -]{3,50}?)?)(?: about (?:that|it|this))?(?: by (?:text|email)| to your phone)?${gap}$`, 'i'), reason: 'something to read or to fill in, with a verb of sending', tell: (match) => sent(match[1], match.groups?.['what']) },
  { name: 'certificate', pattern: new RegExp(`\\b(?:do|give|giving|write|writing|print|issue|provide|sort|get|send|arrange)${whom}${way} (?<what>(?:an? |the )?(?:sick note|fit note|sick certificate|medical certificate|certificate|doctor's note|note for (?:work|school)|(?:letter|note|form) (?:for|to) (?:(?:your|the|his|her) )?(?:work|school|uni|university|employer|nursery|college|landlord|insurance|council|gym|airline|boss|teacher|physio|solicitor|housing|dvla|court)))(?: for (?:work|school|your employer|the next [a-z ]{3,20}|(?:one|two|three|four|six|a) (?:weeks?|days?|months?|week|fortnight)))?(?<need> if you (?:need|want|like)(?: (?:one|it|that))?)?${gap}$`, 'i'), reason: 'a certificate with a verb of writing', tell: ({ groups }) => `${plain((groups?.['what'] ?? '').replace(/^(?:an?|the) /, ''))}${groups?.['need'] === undefined ? '' : ' if needed'}` },
]

/** Words that name no medicine. */
const unnamed = /\b(?:it|that|this|them|something|you|which|what|me|one|i|we|and|link|letter|stronger|else|results?|form|referral|sample)\b/i // biome-ignore format: one row

type Groups = Readonly<Record<string, string | undefined>>

function prescription({ what: first, more, noun: named = 'prescription', shop: to }: Groups): string | undefined {
  const what = first ?? more
  if (what !== undefined && unnamed.test(what)) return undefined
  const text = `${named.toLowerCase()}${what === undefined ? '' : ` for ${plain(what)}`}`
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${to === undefined ? '' : ` to the ${to.toLowerCase()}`}`
}
const supplied = ({ what, shop: to = 'pharmacy' }: Groups): string | undefined =>
  what === undefined || unnamed.test(what)
    ? undefined
    : `${plain(what).charAt(0).toUpperCase()}${plain(what).slice(1)} to the ${to.toLowerCase()}`
const sent = (said: string | undefined, what: string | undefined): string | undefined =>
  what === undefined || /\b(?:i|me|we|us)\b/i.test(what)
    ? undefined
    : `${(said ?? '').toLowerCase().replace(/ing$/, '').replace(/^giv$/, 'give')} ${plain(what)}`

export function readSupply(clause: string): OrderLine | undefined {
  if (open.test(clause)) return undefined
  for (const { pattern, tell } of rows) {
    const match = pattern.exec(clause)
    if (match === null || !firm.test(clause.slice(0, match.index))) continue
    const text = tell(match)
    if (text === undefined) continue
    const isOffered = may.test(clause.slice(0, match.index))
    return { text: isOffered ? `Can ${/^(?:send|text|email|give|post|message)\b/i.test(text) ? '' : 'have '}${text.replace(/^[PS](?=rescription|cript)/, (letter) => letter.toLowerCase())}` : text, claims: [], weight: 80 } // biome-ignore format: short
  }
  return undefined
}
