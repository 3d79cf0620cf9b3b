/**
 * Attendances: the patient is seen, comes in, or has an appointment booked. The verb is found first; the words before it must only say that it will be
 * done, and those after it are time, place, clinician, form and purpose, in any order. D309.
 */
import { weekday } from '../../vocabulary/calendar.ts'
import { claim } from '../candidates.ts'
import type { OrderLine } from './order-line.ts'

/** Words before the verb: who acts and how firmly. No doubt, condition or denial. */
const firm = /^(?:(?:so|and|then|ok|okay|well|now|right|i|we|you|he|she|what|would|will|like|love|want|wanted|need|needs|to|do|does|is|am|are|going|the|best|thing|be|for|it|that|think|should|ought|must|have|just|also|really|definitely|suggest|recommend|advise|let|us|please|sensible|important|good|idea|plan|next|step|first|in|a|be|worth|get|getting|got|gonna|him|her|them|today|urgently|certainly|ideally|your|my|if you can|can you|could you|would be|having|has|make sure|make|sure),? ?)*$/i // biome-ignore format: one row

type Verb = { readonly pattern: RegExp; readonly text: string; readonly reason: string }

const person = '(?:you|him|her|them)'
const checked = '(seen|checked(?: out| over)?|examined|assessed|reviewed|looked at)'
// biome-ignore format: one row a line
const verbs: readonly Verb[] = [
  { pattern: new RegExp(`\\b(?:get|have|getting|having|bring|bringing|fit|squeeze|slot) ${person} (?:in )?(?:to be )?${checked}`, 'i'), text: 'To be $1', reason: '"have somebody seen" is a passive order' },
  { pattern: new RegExp(`\\bbe ${checked}`, 'i'), text: 'To be $1', reason: 'a passive order' },
  { pattern: new RegExp(`\\b(?:book|booking|get|getting|put|putting|fit|squeeze|slot|pop) ${person} (?:booked )?(?:in|down|into|on to)(?! with\\b)(?! (?:for|a|an|touch|the (?:picture|habit)|front)\\b.*\\b(?:tablets?|cream|antibiotics)\\b)(?: an?(?: (?:appointment|slot))?)?`, 'i'), text: 'Come in', reason: 'a verb of placing with the patient as its object' },
  { pattern: new RegExp(`\\b(?:book|make|arrange|organise|booking|arranging|sort|get)(?: ${person}| yourself)?(?: out)? (?:an?|another) ((?:(?:face to face|same day|urgent|emergency|routine|telephone|phone|video|nurse|double|quick|GP) )*(?:appointment|consultation|slot|examination|check-?up))`, 'i'), text: 'Arrange $1', reason: 'a noun of meeting with a verb of arranging' },
  { pattern: new RegExp(`\\b(?:bring|bringing|have|having|get|getting) ${person} (?:come )?(?:down|in|over|along)(?! with\\b)(?: here)?`, 'i'), text: 'Come in', reason: 'the patient is made to come' },
  { pattern: /\b(?:come|coming|pop|popping|drop|nip|head|go|going|get yourself) (?:in |down |over |along |round |up |on )*(?=(?:to|into|and|this|today|tomorrow|later|now|for|straight|,|$))/i, text: 'Come in', reason: 'a verb of going to the clinician' },
  { pattern: new RegExp(`\\b(?:see|seeing) ${person}(?! (?:back|again|soon|later|then|know))`, 'i'), text: 'See', reason: 'the clinician sees the patient' },
]

type Detail = 'form' | 'who' | 'place' | 'time' | 'why' | 'none'
const clock =
  "(?:(?:half past |quarter (?:past|to) )?(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})(?:[: ](?:\\d\\d|thirty|fifteen|forty five))?(?: ?(?:o'?clock|a ?m|p ?m))?)"
const part = '(?:morning|afternoon|evening)'
// biome-ignore format: one row a line
const details: readonly (readonly [kind: Detail, pattern: RegExp])[] = [
  ['time',  new RegExp(`^(?:for |at |on )?((?:later (?:on )?)?(?:today|this ${part})(?: at ${clock})?|tomorrow(?: ${part})?(?: at ${clock})?|tonight|(?:right |straight )?(?:now|away)|first thing(?: tomorrow| in the morning)?|(?:this |next |on )?${weekday}(?: ${part})?(?: at ${clock})?|next week|this week|within (?:the )?(?:next )?(?:hour|few hours|twenty four hours|two hours|an hour)|in (?:an hour|the next (?:few|couple of) (?:hours|days)|half an hour|about an hour)|as soon as possible|urgently|the same day)\\b`, 'i')],
  ['time',  new RegExp(`^((?:for|at|around|about) ${clock})\\b(?! (?:weeks?|days?|months?|tablets?))`, 'i')],
  ['form',  /^((?:for (?:a )?)?face[ -]to[ -]face(?: appointment| consultation| review)?|in person|by video|on video|over the phone|by phone)\b/i],
  ['who',   /^((?:to see|with|by|and see|in with) (?:(?:one of (?:our|my|the)|the|our|an?|my|your|another|some of our) )?(?:(?:practice|duty|specialist|senior|other|local|on call|out of hours|female|male) )*(?:nurses?|colleagues?|doctors?|gps?|team|pharmacist|paramedic|midwife|health visitor|physio(?:therapist)?|specialists?|surgeons?|me|us|someone|somebody|dentist|optician|healthcare assistant))\b/i],
  ['place', /^((?:(?:over|down|up|on|in|straight|round) )?(?:to|at|in|into) (?:(?:the|our|your|one of (?:our|the)|a) )?(?:(?:local|nearest|gp|main) )*(?:practices?|surgery|surgeries|clinics?|health centre|medical centre|hospital|a (?:and|&) e|emergency department|walk[ -]in centre|walk[ -]in|urgent (?:care|treatment)(?: centre)?|drop[ -]in(?: clinic)?|gp|minor injuries(?: unit)?|pharmacy|opticians?|dentist)(?: (?:nearby|near (?:you|me|us|your (?:home|house|work)))?)?)\b/i],
  ['why',   /^((?:for|to have|to get|to do) (?:an?|some|the|your|that|those|further|more) [a-z-]+(?: (?!today|tomorrow|this|later|now|at|with|in|so|and|just|on)[a-z-]+){0,4}(?: of (?:your|the) [a-z]+)?(?: (?:done|checked|taken))?)\b/i],
  ['why',   /^(to be (?:seen|examined|assessed|checked(?: over| out)?|reviewed))\b/i],
  ['none',  /^if you can (?:come|get|make it|pop)(?: (?:in|down|over|along|here))*\b/i],
  ['none',  /^(?:here|in|down|then|please|if you can|if (?:that is|you are) (?:ok|okay|possible|able to|able|alright|all right)(?: with you| for you)?|for me|for you|as well|really|instead|ok|okay|again|or so|probably|as an emergency)\b/i],
]

/** What stays open, or was. */
const open =
  /\b(?:if(?! you can\b| that is\b| you are able\b| possible)|unless|might|may|maybe|could(?! you\b)|possibly|perhaps|not|never|no need|don't|had|was|were|did|last|ago|when|until|or|either|whether|should it|better|worse|back|again|normally|usually|said|told|depend\w*|come (?:and go|from|on|off|out|up)|think about|see how|see what)\b/i

const tidy = (text: string): string => text.replaceAll(/\b(?:your|our|my)\b/gi, 'the').replace(/^in with /i, 'with ').replace(/ of the (?=nurse|doctor|gp|colleague|practice|surger|clinic)/i, ' of the ').replaceAll(/\ba and e\b/gi, 'A and E').replaceAll(/\ban? (?=face)/gi, '').replace(/\b(with|by) (?:me|us)$/i, '').trim() // biome-ignore format: short

/** Not the clinician's own place. */
const elsewhere = /\b(?:hospital|emergency|pharmacy|dentist|optician\w*|minor injuries|walk|urgent|A and E|a & e)\b/i

type Found = Readonly<Record<Exclude<Detail, 'none'>, readonly string[]>>

function readDetails(rest: string): Found | undefined {
  const found = { form: [] as string[], who: [] as string[], place: [] as string[], time: [] as string[], why: [] as string[] } // biome-ignore format: short
  let left = rest.replace(/^[, ]+/, '')
  while (left !== '') {
    const hit = details.map(([kind, pattern]) => ({ kind, match: pattern.exec(left) })).find(({ match }) => match !== null) // biome-ignore format: short
    if (hit?.match === undefined || hit.match === null) return undefined
    if (hit.kind !== 'none') found[hit.kind].push(tidy(hit.match[1] ?? ''))
    left = left.slice(hit.match[0].length).replace(/^[, ]+(?:and (?=to|for|at|with|in))?/, '')
  }
  return found
}

/** The line of an attendance; undefined if the clause has another form, or leaves time, place, form and clinician open. */
export function readAttendance(clause: string): OrderLine | undefined {
  if (open.test(clause)) return undefined
  for (const { pattern, text } of verbs) {
    const match = pattern.exec(clause)
    if (match === null || !firm.test(clause.slice(0, match.index))) continue
    const found = readDetails(clause.slice(match.index + match[0].length))
    if (found === undefined || found.time.length > 1) continue
    const { form, who, place, time, why } = found
    if (form.length + who.length + place.length + time.length === 0) continue
    const said = /^book/i.test(match[0]) ? text.replace('Come in', 'Book in').replace('Arrange', 'Book') : text
    const head = said.replace('$1', match[1] ?? '').replace(/^Come in$/, place.length === 0 ? 'Come in' : elsewhere.test(place[0] ?? '') ? 'Go' : 'Come') // biome-ignore format: short
    const where = place.map((one) =>
      head === 'See' ? one.replace(/^(?:(?:over|down|up|in|round) )?(?:to|into) /i, 'at ') : one,
    )
    const line = [head, ...form, ...who, ...where, ...time, ...why].filter((one) => one !== '').join(' ')
    const when = time[0]?.toLowerCase()
    const isMeeting =
      when !== undefined && !head.startsWith('To be') && !/^(?:right |straight )?(?:now|away)$|^urgently$/.test(when)
    const display = `${line.charAt(0).toLowerCase()}${line.slice(1)}`
    return { text: line, claims: isMeeting ? [claim('follow-up', { key: 'follow-up', display }, { when: time[0] ?? '' })] : [], weight: 84 } // biome-ignore format: short
  }
  return undefined
}
