/** "Any rash?" - "Just on my arms.": a detail of the thing that was asked after answers without a yes. D364. */
import { leavesOpen } from '../../dialogue/replies/open-replies.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { cutStretches, withoutHedges } from '../../grammar/chunks.ts'
import { withCalendarNames } from '../../vocabulary/calendar.ts'
import { bodyWord, namesTrouble } from '../../vocabulary/clinical-words.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import type { Term } from '../../vocabulary/terms.ts'
import type { Attribute } from '../attribute.ts'
import { answers } from '../candidates.ts'
import { type Mention, plainly } from '../mention.ts'
import { tellRest } from './clause-names.ts'

const lead = '^(?:(?:oh|well|um+|uh+|er+|ah+|yeah|yes|just|only|mainly|mostly|really|usually|it is|they are|like|maybe|probably|sometimes|a (?:little |tiny |fair )?bit|a little|a lot|lots|heaps|,) ?)*' // biome-ignore format: one row
const opener = new RegExp(lead)
/** "Up at night to wee?" - "Up once, maybe twice." */
const atNight =
  /^(?:i am |get |i get |i am getting )?up (once|twice|(?:two|three|four|five|six) times|a few times)(?:,? (?:maybe|or|sometimes|or maybe) (once|twice|two|three|four|five|six)(?: times)?)?(?=[,.]|$| (?:a|each|every|in the|at) night)/
const sites =
  'arms?|hands?|fingers?|thumbs?|legs?|feet|foot|toes?|thighs?|knees?|shins?|calf|calves|ankles?|heels?|face|cheeks?|chin|forehead|scalp|neck|throat|chest|back|shoulders?|elbows?|wrists?|tummy|stomach|belly|abdomen|groin|bottom|bum|hips?|side|sides|ribs?|eyes?|eyelids?|ears?|nose|nostrils?|mouth|lips?|tongue|gums?|jaw|breasts?|nipples?|armpits?|vulva|scrotum|testicles?|toilet paper|paper'
const where = `(?:on|in|under|behind|around|round|across|over|down|up|between|inside|along|below|above)`
const place = new RegExp(`^(?:all )?${where} (?:(?:my|the|his|her|both|one|two|three|four|this|that|last|first|second|middle|little|ring|index|big|left|right|upper|lower|inner|outer|back|front|top|bottom|tip|side|of|inside|outside) )+(?:${sites})(?:(?:,| and|,? and| or)(?: a bit)?(?: ${where})?(?: (?:my|the|his|her|both))? (?:${sites}))?(?=[,.;]|$| (?:and|when|whenever|while|since|for|as|too|mostly|mainly|only|at|in|after|before|during|this|last|now|really|today)\\b)`) // biome-ignore format: one row
/** "Chest and back.", "Both feet, at night.": parts of the body and nothing else. D525. */
const parts = new RegExp(`^(?:(?:the|my|his|her|both|left|right|upper|lower) )*(?:${sites})(?:(?:,|,? and|,? or) (?:(?:the|my|his|her|both|left|right|upper|lower) )*(?:${sites}))*(?:,? at night)?(?=,? (?:mostly|mainly|really|usually|only)$|$)`) // biome-ignore format: one row
const occasion =
  /^(?:when|whenever|(?:every|each|any) ?time(?= (?:i|he|she)\b)|as soon as(?= (?:i|he|she)\b)|if|after|before|while|on|at|during|with|in the (?:morning|evening|night)s?|to (?=(?:the )?(?:cold|hot|heat|sweet|touch)\b))\b[^,.;]*/
/** A time, a number of times, or an amount. */
const number = '(?:an?|once|twice|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|a couple of|a few|several|half a|\\d+)' // biome-ignore format: one row
const timed = new RegExp(
  `^(?:(?:about |around |maybe )?${number} (?:times|kilos|kg|kgs|stone)|once|twice|${number} (?:or|to) ${number} times)\\b[^.;]*|^(?:since|for the (?:last|past)|for (?:about |maybe |only |just |like )?(?:a few|a couple of|a bit|a while|${number}) ?(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?)|all (?:night|day|morning|week)|every (?:day|night|morning|few|couple|hour|\\w+ (?:minutes|hours))|last night|this morning|yesterday|on and off|now and then|from time to time|most (?:days|nights))\\b[^.;]*`,
)
/** "Any falls?" - "One. In May.": a number of bouts is a yes. D526. */
const counted = /^(?:the )?(one|two|three|four|five|six|a couple|a few|several|dozens|loads|heaps|lots|plenty|too many to count|once|twice)(?: of (?:them|those)| small ones?| big ones?| bad ones?)?(?=[,.]|$)(?!,? (?:day|night|week|month|year|o'clock))/ // biome-ignore format: one row
const inBouts =
  /\b(?:falls?|faint\w*|blackouts?|seizures?|fits?|collapse|migraines?|headaches?|infections?|nosebleeds?|attacks?|accidents?|near-fainting|vomiting|coughing up blood|stroke|miscarriage)\b/
/** What brings it on: "walking up the hill does it". */
const brings = /^((?:[a-z]+ing|stairs|hills|exercise|cold air|dust|stress|coffee|spicy food|the (?:cold|heat|stairs))\b[^,.;]*?) (?:does it|do it|will do it|sets? it off|brings? it on|is enough|makes? it happen)\b/ // biome-ignore format: one row
const found = new RegExp(`^(?:there is |i have |i found )?(?:one|a few|a couple|two|three|some)(?: (?:here|there|little ones?|small ones?))?,? (${where} (?:the|my|his|her|both|left|right) [a-z ]+)`) // biome-ignore format: one row
const adjective = 'splitting|bad|terrible|awful|shocking|mild|slight|small|big|huge|dull|sharp|nasty|constant|little|faint|massive|pounding|throbbing|hacking|dry|wet|high|low' // biome-ignore format: a list
const oneOf = new RegExp(`^(?:an? )?(?:really |pretty |fairly |very |bit of a )*(${adjective}) one\\b([^.;]*)`)
/** What a thing that comes out of the body looks like. */
const look = 'bright|dark|green|greenish|yellow|yellowish|yellowy|black|clear|white|brown|brownish|pink|pinkish|red|rusty|blood ?stained|smelly|stinky|thick|thin|watery|runny|milky|lumpy|stringy|frothy|water|pure water|all water|sloppy|mushy' // biome-ignore format: a list
const looks = new RegExp(`^(?:a bit |kind of |sort of |quite |pretty |very |really )*(?:${look})\\b[^.;]*`)
const comesOut = /discharge|blood|phlegm|mucus|pus|bleeding|stool|urine|vomit|sputum|diarrhoea/
/** Its verb says that it is there: "it stings a bit". */
const predicate = /^(?:it|they|that|those|there) (?:(?:is|are|has been|have been)(?! (?:fine|okay|ok|good|gone|better|normal|all|nothing|clear|no|right|correct|so|true|it|that|exactly)\b)|stings?|burns?|hurts?|itch(?:es)?|comes?|keeps?|gets?|aches?|throbs?|started|starts?)\b[^.;]*/ // biome-ignore format: one row

const denied =
  /\b(?:at first|at the (?:start|beginning|outset)|initially|no|not|never|none|nothing|neither|nor|nope|nah|hardly|barely|fine|okay|ok|normal|gone|stopped|better|settled|cleared|was|were|had|used to|did|mum|dad|husband|wife|mate|mates|friend|partner|dog|cat|boss|people|back in|in (?:january|february|march|april|june|july|august|september|october|november|december)|if i|thought|think|might|could|would|should|guess|suppose|sure|sister|brother|son|daughter|last (?:week|month|year)|ago)\b|\?|\[/

/** A clause of its own is no detail: "every day is different". */
const clause = /\b(?:is|are|was|were|i|he|she|they|we|you|do|does|get|gets|got|twice shy)\b/
const isStretch = /^(?:since|for)\b/
/** Who told it, and what the thing does besides: no part of the detail. */
const aside = /,? (?:they|he|she|people) (?:reckons?|says?)$| (?:that|which) (?:is|has|keeps?|gets?|comes?)\b.*$/

type Detail = Pick<Attribute, 'kind' | 'text'>

const firstOf = (said: string): string => (said.split(/[.;]/)[0] ?? '').trim().replace(aside, '')
const toNote = (words: string): string => withCalendarNames(words).replaceAll(/\b(?:my|his|her)\b/g, 'the').replaceAll(/ (?:um+|uh+|er+),?/g, '').replace(/,? (?:doctor|i guess|you know|really|actually|mainly|mostly|though)$/, '').replace(/[, ]+$/, '') // biome-ignore format: short

/** "The left one", "both sides". */
const side =
  /^(?:(?:on|in) )?(?:(?:the|my) )?(left|right|both)(?: (?:one|ones|side|sides|hand side|leg|arm|eye|ear|foot|hand|knee|hip|shoulder|ankle|wrist|elbow))?(?: (?:only|mostly|mainly|more than the other))?$/
/** How often, or how steadily: "constantly", "comes and goes". */
const often =
  /^(?:it |they )?((?:constant|continual|intermittent|occasional)(?:ly)?|comes? and goes?|now and (?:again|then)|every (?:now and (?:again|then)|so often|second day|other day)|the odd (?:one|bit|time)|all the time|most of the time|non ?stop|day and night|every (?:morning|evening|night|day))$/

/** The part of the body where it is, read by its words: "my knuckles", "round the elbow". */
function readPart(said: string, display: string): Detail | undefined {
  const [stretch] = cutStretches(withoutHedges(said))
  const [first, second] = stretch?.chunks ?? []
  if (stretch === undefined || first === undefined || second !== undefined || !/^(?:noun|place)$/.test(first.kind)) return undefined // biome-ignore format: short
  const nouns = first.words.filter(({ tag }) => tag === 'NOUN')
  const isPart = nouns.length > 0 && nouns.every(({ text }) => bodyWord.test(text) && !namesTrouble(text) && !display.includes(text)) // biome-ignore format: short
  const link = first.kind === 'place' ? '' : 'of the '
  return isPart && !/\b(?:no|not|other)\b/.test(first.text) ? { kind: 'quality', text: toNote(`${link}${first.text.replace(/^(?:my|the|his|her|both my|just|only) /, (found) => (first.kind === 'place' ? found : ''))}`) } : undefined // biome-ignore format: short
}

/** "Not since Tuesday", "not lying down": a no within bounds. D428. */
const bounded =
  /^(?:(?:no|nah|nope|well|oh|um|uh|actually),? )*not ((?:since|when|while|with|during|after|before|lying|sitting|standing|walking|for (?:years|months|weeks|ages|a (?:while|few \w+))|at (?:night|rest|work|home)|in the (?:morning|night|evening|day)s?|over the weekend|on exertion)\b[a-z' ]*)$/
const noBound =
  /\b(?:all|moment|really|least|me|us|long|so|much|now|today|this|that|it|them|which|as|kid|child|young)\b/

/** The thing with the bounds of its denial, as absent: "No headache since Tuesday." */
export function deniedWithin(question: Sentence, term: Term): Mention | undefined {
  const [reply] = question.answers
  if (reply === undefined || reply.isQuestion || reply.asked.at(-1) !== question || reply.segment.text.includes('[')) return undefined // biome-ignore format: short
  const [, bounds = ''] = bounded.exec(firstOf(reply.said).split(',')[0] ?? '') ?? []
  const told = bounds === '' || noBound.test(bounds) ? undefined : tellRest(` ${bounds.replace(/\b(when|after|before|while) (?:i|he|she) (?:am |is )?/, '$1 you ').replaceAll(/\bmy\b/g, 'the')}`) // biome-ignore format: short
  if (told === undefined || told.split(' ').length > 7) return undefined
  const display = `${term.display}${withCalendarNames(told)}`
  return { term: { kind: term.kind, key: keyOf(display), display, from: term.from, to: term.to }, polarity: 'absent', ...plainly, quotes: answers(question, reply), at: reply.at, isExplicit: true } // biome-ignore format: short
}

/** "Just the one, last winter, in the garden.": a single bout has its time and place, several have their number. */
function tellCount(count: string, said: string): Detail | null {
  const rest = /^(?:the )?one,? ((?:last|this|in|on|at|about|around|back|yesterday|over) [^.;]*)/.exec(said)?.[1]
  if (count !== 'one') return { kind: 'quality', text: /^(?:once|twice|dozens|loads|heaps|lots|plenty|too)/.test(count) ? count : `${count} times` } // biome-ignore format: short
  return rest === undefined || clause.test(rest) ? null : { kind: 'quality', text: toNote(rest) }
}

/** The detail as an attribute; null where the reply has the thing alone. */
function readDetail(said: string, { display }: Term): Detail | null | undefined {
  const quality = (text: string): Detail => ({ kind: 'quality', text: toNote(text) })
  const [, which] = side.exec(said.split(',')[0] ?? '') ?? []
  if (which !== undefined) return quality(which === 'both' ? 'both sides' : `${which} side`)
  const [, rate] = often.exec(said.split(',')[0] ?? '') ?? []
  if (rate !== undefined) return quality(rate.replace(/^constantly/, 'constant').replace(/^comes? and goes?/, 'comes and goes')) // biome-ignore format: short
  const [site] = place.exec(said) ?? []
  if (site !== undefined) return quality(site)
  const [listed] = parts.exec(said) ?? []
  if (listed !== undefined && /^both |^(?:my )?both | and | or |,/.test(listed) && !display.includes(listed.split(' ').at(-1) ?? display)) return quality(listed.replace(/^(?:the|my|his|her) /, '').replaceAll(/ (?:and|or) (?:the|my|his|her) /g, ' and ')) // biome-ignore format: short
  const [when] = occasion.exec(said) ?? []
  const told = when === undefined ? undefined : tellRest(` ${when.replace(/\b(when|whenever|(?:every|each|any) ?time|as soon as|soon as|if|after|before|while) (?:i|he|she) (?:am |is )?/, '$1 you ').replaceAll(/\bmy\b/g, 'the')}`) // biome-ignore format: short
  if (
    told !== undefined &&
    !(/^ (?:on|at|during|with|in)\b/.test(told) && clause.test(told)) &&
    !/\b(?:came|went|got|left|took|\w{3,}ed)\b/.test(told)
  )
    return quality(told.trim())
  const [, cause] = brings.exec(said) ?? []
  if (cause !== undefined)
    return quality(
      `on ${cause}`.replace(/^on (?=(?:stairs|hills|exercise|cold|dust|stress|coffee|spicy|the)\b)/, 'with '),
    )
  const [, spot] = found.exec(said) ?? []
  if (spot !== undefined) return quality(spot)
  const [, ups, again] = display === 'nocturia' ? (atNight.exec(said) ?? []) : []
  if (ups !== undefined) return quality(again === undefined ? ups : `${ups.replace(/ times$/, '')} or ${again}`)
  const [, count] = inBouts.test(display) ? (counted.exec(said) ?? []) : []
  if (count !== undefined) return tellCount(count, said)
  const [time] = timed.exec(said) ?? []
  if (time !== undefined && !clause.test(time))
    return isStretch.test(time) ? { kind: 'duration', text: toNote(time) } : quality(time)
  const [, kind, more = ''] = oneOf.exec(said) ?? []
  if (kind !== undefined) return quality(`${kind}${more}`)
  const [appearance] = comesOut.test(display) ? (looks.exec(said) ?? []) : []
  if (appearance !== undefined) return quality(appearance)
  return predicate.test(said) ? null : readPart(said, display)
}

/** The thing with its detail, as present; undefined if the reply is of another kind. */
export function elaborated(question: Sentence, term: Term): Mention | undefined {
  const [reply] = question.answers
  if (reply === undefined || reply.isQuestion || reply.asked.at(-1) !== question || leavesOpen(question, reply.said)) return undefined // biome-ignore format: short
  const first = firstOf(reply.said)
  if (denied.test(first) || reply.segment.text.includes('[') || reply.terms.some(({ kind }) => kind === 'symptom')) return undefined // biome-ignore format: short
  const detail = readDetail(first.replace(opener, ''), term)
  if (detail === undefined) return undefined
  const quotes = answers(question, reply)
  const attributes = detail === null ? [] : [{ ...detail, concept: term.key, order: 0, quotes }]
  const more = /^(?:other|further|another) (.+)$/.exec(term.display)?.[1]
  const named = more === undefined ? term : { ...term, display: more }
  return { term: named, polarity: 'present', ...plainly, quotes, at: reply.at, isExplicit: true, ...(attributes.length === 0 ? {} : { attributes }) } // biome-ignore format: short
}
