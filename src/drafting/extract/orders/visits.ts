/** The next visit: a verb or noun of meeting again with the time when it is due, in either order. D149, D285. */
import { month, weekday, withCalendarNames } from '../../vocabulary/calendar.ts'
import { claim } from '../candidates.ts'
import type { OrderLine } from './order-line.ts'

const count = "(?:the best part of )?(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|\\d{1,2}|a couple of|couple of|a few|another|half a)(?:,? (?:to|or) (?:two|three|four|five|six|seven|eight|ten|twelve|\\d{1,2}))?" // biome-ignore format: one row
const unit = "(?:day|week|fortnight|month|year)(?:s'|'s|s)?"
const span = `${count} (?:more |full |whole |good |solid )?${unit}`

/** When: "in two weeks' time", "two weeks from now", "after ten days". */
const dues: readonly string[] = [
  `(?:(?:in|within|after|at) )(?:about |around |roughly |say |maybe )?${span}(?: time)?`,
  `${span} (?:from (?:now|today)|time)|${span}(?=,? (?:and )?then\\b)|(?<=give (?:it|that|this|things) )${span}(?= and\\b)|${span}(?=,? you and me\\b)|${span}(?= for (?:an?|your|the|our) (?:review|follow|check|catch|recheck))|(?<=(?:book (?:yourself |back )?in|booked in|make an? (?:time|appointment|booking)|get a (?:time|slot)) )for ${span}`,
  `(?:next|this coming|the following) (?:week|month|fortnight|year|${weekday})`,
  `(?:on |this |this coming )?${weekday}(?: (?:week|morning|afternoon))?`,
  'tomorrow(?: morning| afternoon)?|the day after tomorrow|first thing tomorrow',
  '(?:at )?(?:the )?(?:end|start|beginning|middle) of (?:the|this|next) (?:week|month)',
  '(?<=\\b(?:call|ring|phone|see|visit|check on) (?:you|him|her|them)(?: again| back)? )(?:tonight|this (?:afternoon|evening|arvo))',
  `(?:once|when) (?:(?:the|your|all the|those|all your) )?(?:[a-z]+ )?(?:results|bloods|scans?|tests?|x-?rays?|swabs?|biopsy|report)(?: results?)? (?:are|is) (?:in|back|through|ready)`,
  'later (?:this week|today)|(?:this time next|a) week (?:today|on .{3,9}day)',
  `in (?:the new year|${month})`,
]
const due = `(?<due>${dues.join('|')})`

/** Meeting again, by verb or noun. */
const meetings: readonly string[] = [
  'come(?: (?:in|back))? again|come(?= (?:an?|one|two|three|four|five|six|\\d|a couple of|the|next|on|in) )|(?:want|need|like|love) (?:you|him|her|them)(?: (?:back|in|here))(?: again)?|(?:want|need|like|love) to see [a-z]+(?= (?:in|on|next)\\b)|you and me|give it',
  '(?:want|need|like|love|expect) (?:you|him|her|them)(?: to (?:be|come|pop))? back(?: here| in)?',
  'come (?:back )?and (?:tell|show|let) (?:me|us)(?: (?:how|what|know)[a-z ]{0,25}?)?',
  'take stock|(?:make|get) an? (?:time|slot|booking)|book (?:yourself )?in|booked in',
  '(?:see|have|get|bring|book|pop|fit|squeeze|slot|put|pull|call) (?:you|him|her|them|the little one)(?: all)?(?: (?:back|again|in|here|down|once more))*',
  '(?:see|visit) (?:me|us|the nurse|our nurse|the practice nurse|one of us|your (?:gp|doctor|own doctor)|the doctor)(?: (?:again|back))?',
  '(?:come|pop|drop|swing|be|get|nip|report|check) (?:straight )?(?:back|in|by|round|along)(?: (?:in|here|to see (?:me|us)|and see (?:me|us)|to (?:me|us|the (?:clinic|surgery|practice))))*',
  '(?:make|book|arrange|schedule|set up|grab|get|have|organise) (?:yourself )?(?:in )?(?:(?:an?|another|your|the|for|a quick|me|us|with|next) )*(?:follow[ -]?up|review|appointment|check[ -]?up|visit|recheck|catch[ -]?up|phone call|telephone (?:review|appointment)|phone (?:review|appointment))',
  '(?:follow|catch) (?:you |this |that |it |things |him |her )?up',
  '(?:review|reassess|recheck|re-check) (?:you|him|her|it|things|(?:your|his|her) [a-z]+|(?:this|that)(?= (?:in|on|at|next|tomorrow|again|after|within|a|one|two|three|four|six|then|for)\\b)|how [a-z ]{3,25})',
  '(?:give you a|have a) (?:call|ring|buzz|bell|shout|phone call|tinkle)|(?:call|ring|phone|telephone) you|touch base|check in(?: with (?:you|me|us))?|speak(?: to you)? again|talk again|meet again|catch up',
  '(?:have|take) another look(?: at (?:it|that|you|him|her|things|this))?|look at (?:it|that|you|him|her|this) again|see (?:how|where) (?:you are|things are|it is|we are)[a-z ]{0,20}',
  'back (?:here|in)|(?:your |the |a |our )?next (?:appointment|visit|review|check|one)',
  '(?:a |your |the |an? early )?(?:review|follow[ -]?up|check[ -]?up|recheck(?! (?:the|that|your|his|her|those)\\b)|repeat visit|return visit)',
  '(?:check|look in)(?: up)? on (?:you|him|her)|check (?:you|him|her) (?:again|over again|back)',
  'return(?: (?:here|to (?:me|us|the (?:clinic|surgery|practice))))?',
]
const meeting = `(?:${meetings.join('|')})`
const between =
  "(?:(?:,| (?!(?:if|unless|not|no|or|but|because|should|could|might|may|already|last|ago|did|was|were|had|until|whether)\\b)[a-z'-]+)){0,9}?"

/** The meeting before its time, and the time before its meeting. */
const forward = new RegExp(`\\b${meeting}${between},? ${due}\\b`, 'i')
const backward = new RegExp(`\\b${due}${between},? ${meeting}\\b`, 'i')

/** Nothing is fixed, it is over, or another person or thing comes back. */
const open =
  /\b(?:if|unless|in case|should (?:it|things|they|you (?:get|have|feel|develop|notice))|might|may|could(?! you)|maybe|possibly|perhaps|consider|or (?!so\b|two\b|three\b|four\b|five\b|six\b|ten\b)|either|not|never|no|whether|depending|last|ago|was|were|did|had|saw|came|usually|normally|option|before you|specialist|they will|he will|she will|it will|husband|wife|mum|dad|hurt|pain|symptoms|rash|fever)\b/i // biome-ignore format: one row
/** Something that comes back by itself has no order before it. */
const ofThings = /\b(?:it|they|rash|pain|results?|swelling|that|bleeding|test|tests|bloods) (?:will|may|should|can|might|could|would)? ?(?:come|comes|be|get|return|go|take)\b/i // biome-ignore format: one row

const byPhone = /\b(?:call|ring|phone|telephone|buzz|bell|tinkle|shout)\b/i
const isNurse = /\bnurse\b/i

/** Who sees the patient, if not the speaker: "the hand clinic will see you on Monday", "book in with your GP". */
const others =
  '((?:(?!(?:the|a|an|your|our|with|and|to)\\b)[a-z]+ ){0,2}?(?:clinic|gp|midwife|surgeons?|specialist|physio|dentist|registrar|obstetrician|paediatrician|optometrist|[a-z]{3,}ologist|team))'
const elsewhere = new RegExp(`\\b(?:the|your|our) ${others} (?:will|can|should|is going to|are going to|wants? to|would like to) (?:be )?(?:see|review|check|visit|seeing|follow)\\b|\\b(?:with|see|visit) (?:the|your) (?:own |usual |local )?${others}\\b`, 'i') // biome-ignore format: one row

/** "Review your back and your blood pressure in two weeks." */
const reviewed = new RegExp(`^(?:review|reassess|recheck|re-check) ((?:your|the|his|her) (?!(?:nurse|doctor)\\b)[a-z]+(?: [a-z]+)?(?: and (?:your |the |his |her )?[a-z]+(?: [a-z]+)?)?),? ${due}`, 'i') // biome-ignore format: one row

/** "in a fortnight's time" is "in a fortnight"; "two weeks from now" is "in two weeks". */
function tellDue(said: string): string {
  const bare = said
    .toLowerCase()
    .replace(/^(?:in |after |at |within |for )?(?:about |around |roughly |say |maybe )?/, '')
    .replaceAll(/\b(?:the best part of|full|whole|good|solid|more) /g, '')
  if (new RegExp(`^${span}`, 'i').test(bare) && !/^(?:a|one) week (?:today|on)/.test(bare)) {
    const lead = /^within\b/i.test(said) ? 'within' : /^after\b/i.test(said) ? 'after' : 'in'
    return `${lead} ${bare.replace(/(?:'s|s')? time$| from (?:now|today)$/, (tail) => (tail.startsWith("s'") ? 's' : '')).replace(/'s?$/, '')}`
  }
  const told = said.toLowerCase().replace(/^(?:the )?(?=(?:end|start|beginning|middle) of)/, 'at the ')
  return withCalendarNames(told)
}

/** "See me in two weeks, and I'll ring if they're awful": the clinician's own call has its own condition. */
const ownCall = /,? (?:and|but) (?:i|we)(?: will|'ll|’ll) (?:ring|call|phone|text|message|let you know)\b.* if .*$/i

/** "Book you a colonoscopy for next month": the patient gets the thing, and is not seen again. */
const getsThing = /\b(?:have|get|book|put|fit|slot|call) (?:you|him|her|them) (?:in )?(?:for )?(?:an?|the|some|another) (?!(?:[a-z]+ ){0,2}(?:appointment|slot|time|visit|review|follow|check|recheck|call|chat|spot|hour|booking)\b)[a-z]/i // biome-ignore format: one row

/** The line of the next visit; undefined if the clause fixes none. */
export function readVisit(clause: string): OrderLine | undefined {
  const told = clause.replace(ownCall, '')
  if (open.test(told) || ofThings.test(told) || getsThing.test(told)) return undefined
  // "I'll ring you with the X-ray and I'll see him in a week": each deed has its own time.
  const own = told.split(/,? and (?=(?:i|we) (?:will|would|am going to) )/i).find((one) => forward.test(one)) ?? told // biome-ignore format: short
  const match = forward.exec(own) ?? backward.exec(told)
  const said = match?.groups?.['due']
  if (match === null || said === undefined) return undefined
  const when = tellDue(said)
  const seen = elsewhere.exec(clause)
  const who = seen?.[1] ?? seen?.[2]
  const how = who !== undefined ? ` with the ${who.toLowerCase().replace(/\bgp$/, 'GP')}` : byPhone.test(match[0]) ? ' by phone' : isNurse.test(match[0]) ? ' with the nurse' : '' // biome-ignore format: short
  const what = reviewed.exec(match[0])?.[1]
  const text = `Review${what === undefined ? '' : ` ${what.toLowerCase().replaceAll(/\b(?:your|his|her) /g, 'the ')}`}${how} ${when}`
  return {
    text,
    claims: [
      claim(
        'follow-up',
        {
          key: 'follow-up',
          display: text.toLowerCase().includes('review') ? text.charAt(0).toLowerCase() + text.slice(1) : text,
        },
        { when },
      ),
    ],
    weight: 82,
  }
}
