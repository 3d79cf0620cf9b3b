/** Help that is called now: an ambulance, an emergency number, an admission. The verb is found with its object; every other word only says who, how firmly and when. D316. */
import type { OrderLine } from './order-line.ts'

/** Who acts and how firmly: no doubt, condition, denial or past. */
const firm = '^(?:(?:so|and|then|ok|okay|now|well|right|please|i|we|you|he|she|us|me|let|think|feel|believe|reckon|what|would|will|am|are|is|do|going|gonna|to|be|need|needs|want|like|love|have|has|should|must|ought|just|really|definitely|immediately|straight|away|best|safest|thing|plan|important|vital|it|that|the|for|can you|could you|also|actually|hang up and|put the phone down and),? )*' // biome-ignore format: one row
const person = '(?:you|him|her|them|us|me)'
const at = `(?: (?:out )?(?:to|for) (?:${person}|(?:your|the|his|her) (?:house|home|address|place|child|son|daughter|baby)))`
/** Where it goes, and what for. */
const purpose = `(?:,? (?:and |so )?(?:they will |it will |who will |that will |to )(?:come|be|pick|take|get|bring|collect)(?: (?:and|out|up|round|to|for|in|into|over|with|get|take|pick|assess|check|see|${person}|the|hospital|your|house|door|a|and e|straight|in))*)`
const ending = '(?:,? (?:okay|ok|all right|please|for you|I think|then|is that okay|yes))*[.?!]?$'
const time = '(?:,? (?<when>right now|straight away|right away|immediately|at once|now|today|this minute|urgently|as soon as (?:we (?:hang up|finish|are done|are off the phone)|possible|you (?:can|hang up))))?' // biome-ignore format: one row
const ambulance = '(?:an?|the) (?:emergency )?ambulance'
const number = '(?:nine nine nine|999|triple (?:zero|o|0)|zero zero zero|000|one one two|112)'

// biome-ignore format: one row a line
const rows: readonly (readonly [pattern: RegExp, text: string, reason: string])[] = [
  [new RegExp(`${firm}(?:get|getting|call|calling|send|sending|organi[sz]e|organi[sz]ing|arrange|arranging|order|ordering|book|booking|phone|phoning|ring|ringing|request|requesting|dial|have)(?: ${person})? ${ambulance}${time}${at}?${time.replace('?<when>', '?<later>')}${purpose}?${ending}`, 'i'), 'Call an ambulance', 'a verb of calling or sending with an ambulance as its object'],
  [new RegExp(`${firm}(?:need|needs|want|require|requires) ${ambulance}${time}${at}?${purpose}?${ending}`, 'i'), 'Call an ambulance', 'what the patient needs'],
  [new RegExp(`${firm}(?:call|calling|ring|ringing|dial|dialling|phone|phoning)(?: for)? ${number}${time}${at}?${purpose}?${ending}`, 'i'), 'Call an ambulance', 'a number that is dialled'],
  [new RegExp(`${firm}(?:admit|admitting) ${person}${time}(?: (?:in)?to (?:the |a )?(?:hospital|ward))?(?:,? (?:tonight|now|today|straight away))?${ending}`, 'i'), 'Admit to hospital', 'a verb of admission with the patient as its object'],
]

const later: readonly (readonly [pattern: RegExp, says: string])[] = [
  [/^(?:right now|now|straight away|right away|immediately|at once|this minute)$/i, ' now'],
  [/urgently/i, ' urgently'],
  [/today/i, ' today'],
]

/** Help is no order where it is asked about, refused, possible or over. */
const open = /\b(?:if|unless|in case|might|may|maybe|perhaps|not|never|no|did|had|was|were|called|rang|already|last|whether|or)\b|n't\b/i // biome-ignore format: one row

/** The line of urgent help; undefined if the clause orders none. */
export function readUrgentHelp(clause: string): OrderLine | undefined {
  if (open.test(clause)) return undefined
  for (const [pattern, text] of rows) {
    const groups = pattern.exec(clause.trim())?.groups
    if (groups === undefined) continue
    const said = groups['when'] ?? groups['later'] ?? ''
    const when = said === '' ? '' : (later.find(([form]) => form.test(said))?.[1] ?? ` ${said.toLowerCase()}`)
    return { text: `${text}${when}`, claims: [], weight: 90 }
  }
  return undefined
}
