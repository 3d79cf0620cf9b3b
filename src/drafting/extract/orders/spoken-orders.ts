/**
 * The orders of an utterance, read by its frames and not by its phrases: tests, referrals, the next visit, and advice.
 * An utterance with a clause that none of these constructions fits states nothing here. D285.
 */

import { readOnce } from '../../../core/cache/read-once.ts'
import type { Utterance } from '../../dialogue/utterances.ts'
import { quoteKey, tellSpoken } from '../../dialogue/wording.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import { type Candidate, claim, joinWords, sentenceCase } from '../candidates.ts'
import { tellAdviceLine } from '../plain/advice-lines.ts'
import { openWords } from '../plain/conditions.ts'
import { readDeed } from '../plain/deed-lines.ts'
import { readTreatment } from '../plain/treatments.ts'
import { hasWholeConditions } from '../returns/whole-conditions.ts'
import { type FramedOrder, readFrame } from './frames.ts'
import { readLightAdvice } from './light-advice.ts'
import { isLightRequest, mayRequest } from './light-requests.ts'
import { classes } from './medicine-changes.ts'
import { quotesOf } from './medicine-orders.ts'
import { listedAfter, listReferrals, listTests, type NamedService } from './named-services.ts'
import { plainNet } from './net-forms.ts'
import type { OrderLine } from './order-line.ts'
import { readSafetyNet } from './safety-nets.ts'
import { readUrgentHelp } from './urgent-help.ts'
import { readVisit } from './visits.ts'

/** Opens every contraction, so that a frame has one form. */
export const openSpoken = readOnce((text: string): string =>
  openWords(text)
    .replaceAll(/\b([a-z]+)'ll\b/gi, '$1 will')
    .replaceAll(/\b(I|you|he|she|it|we|they|that|what)'d\b/gi, '$1 would')
    .replaceAll(/\bI'm\b/gi, 'I am')
    .replaceAll(/\b(what|who|how|where|here|thing|plan|step|idea|advice)'s\b/gi, '$1 is')
    .replaceAll(
      /\b((?:the|your|his|her|my) [a-z]+)'s (?=[a-z]+ing\b|not\b|gone\b|still\b|no better\b|at\b|in\b|very\b|too\b|worse\b|better\b|dry\b|sore\b)/gi,
      '$1 is ',
    )
    .replaceAll(/, (?=(?:of|on) (?:the|your|both|that|his|her) [a-z]+)/gi, ' ')
    .replaceAll(/\blet's\b/gi, 'let us')
    .replaceAll(/\b([B-HJ-Z]) (?=[B-HJ-Z]\b)/g, '$1')
    .replaceAll(/\bM ?R I\b/g, 'MRI')
    .replaceAll(/\bP ?S A\b/g, 'PSA')
    .replaceAll(/\bx ray/gi, 'X-ray')
    .replaceAll(/\bgonna\b/gi, 'going to')
    .replaceAll(/\bwanna\b/gi, 'want to')
    .replaceAll(/\bgotta\b/gi, 'have to'),
)

/** Where another subject begins a clause of its own. */
const clauseStart =
  /[,;]? (?:and|then|but|so|plus)(?: then| also)?,? (?=(?:I|we|you) (?!know\b|can see\b)|let us\b|what |please |make sure\b)|, and (?:then )?(?=(?:get|bring|keep|do|ring|call|book|drink|avoid|try|have|see|ask|tell|take|stop|start|use|put|talk to|speak to) (?:your|the|a|an|some|me|us|those|up|off|away)\b)|[,;] (?=(?:I|we|you) (?:will|would|am|are|need|should|must|have to)\b|let us\b|please |make sure\b)/i

/** Leaves it open whether the service is ordered, or says that it was. */
const open =
  /\b(?:if|unless|in case|might|may|could|can|maybe|possibly|perhaps|consider\w*|think(?:ing)? about|or|either|not|never|no|rather than|instead of|until|usually|normally|whether|depending|discuss|options?|already|came back|results?|reports?|findings|husband|wife|partner|mum|mother|dad|father|brother|sister|last (?:week|month|time|year)|previous\w*|down the (?:track|line|road)|later on|eventually|at some (?:point|stage)|one day|in future|next time|had|did|was|were|other people|patients)\b/i // biome-ignore format: one row

/** Verbs by which a service is ordered. */
const ordering =
  /^(?:order|arrange|organi[sz]e|book|request|get|do|run|send|take|check|repeat|perform|have|put|set|sort|chase|write|fill|print|schedule|obtain|start|collect|redo|recheck|begin|go|need|give|ask|drop|bring|provide|add|include|complete|pop|shoot|flick|bung|chuck|whack|slot|squeeze)$/i // biome-ignore format: one row
const referring =
  /^(?:refer|send|get|put|pass|hand|sign|link|hook|connect|direct|write|arrange|organi[sz]e|book|make|set|ask|have|see|speak|talk|visit|involve|bring|fax|email|do|contact|request|start|join|enrol|need|attend|phone|call|ring|suggest|line|run|go|shoot|flick|bung|chuck|shove|slot|squeeze|pop|whack)$/i // biome-ignore format: one row
/** Between the verb and the name of what is ordered. */
const light =
  /^(?:an?|the|some|your|you|him|her|that|this|for|off|in|up|out|down|over|on|through|to|another|one|of|and|few|couple|quick|routine|urgent|urgently|simple|proper|full|further|more|basic|fasting|repeat|new|baseline|form|request|slip|referral|letter|appointment|with|see|at|hospital|round|across|along|upstairs|downstairs|radiology|imaging|pathology|lab|department|booked|sorted|done|have|get|go|come|us|me|as|well|also|today|tomorrow|now|straight|away|quickly|soon|this|week|next|morning|afternoon|i|will|be|having|getting|into|our|sample|set|round|bunch|series|bit|little|first|second|routine|touch|along|type|doctor|dr|nurse|clinic|local|lovely|good|colleague|colleagues|people|opinion|from|all|her|his|their|someone|somebody|specialist|assessed|seen|reviewed|checked|looked|by|private|public|'s|,)$/i // biome-ignore format: one row

const isLight = (text: string): boolean => text.split(/[\s,]+/).every((word) => word === '' || light.test(word))

/** Words between verb and services, and between two services, that decide nothing. */
function isOrdered(act: string, verb: string, services: readonly NamedService[]): boolean {
  const [first] = services
  if (first === undefined || !isLight(act.slice(verb.length, first.from))) return false
  return services.every((service, at) => at === 0 || isLight(act.slice(services[at - 1]?.to ?? 0, service.from)))
}

const firstWord = (act: string): string => /^[a-z]+/i.exec(act)?.[0] ?? ''
const amount = '(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|\\d+)(?: (?:to|or) (?:two|three|four|five|six|eight|ten|twelve|\\d+))?' // biome-ignore format: one row
const whenDone = new RegExp(`\\b(urgent(?:ly)?|today|tomorrow|this (?:week|morning|afternoon|month)|next (?:week|month|[a-z]+day)|fasting|(?:in|within|every) (?:about |around )?${amount} (?:day|week|month|year)s?|in (?:a fortnight|a couple of (?:weeks|months))|(?:on|by) (?:mon|tues|wednes|thurs|fri|satur|sun)day(?: morning| afternoon)?|before (?:the )?next (?:visit|appointment|time))\\b`, 'i') // biome-ignore format: one row
const again = /^(?:\w+ ){0,4}?(repeat|recheck|redo)\b/i

function requestLine(kind: 'test' | 'referral', act: string, services: readonly NamedService[]): OrderLine {
  // "Organise blood cultures": a noun without an article takes the verb before it as its own.
  const names = services.map(({ name }) =>
    name.replace(/^(?:organi[sz]e|arrange|order|book|request|schedule|add) (?=\w)/i, ''),
  )
  const when = whenDone.exec(act)?.[1]?.toLowerCase().replace(/\b[a-z]+day$/, (day) => (day === 'today' ? day : sentenceCase(day))) // biome-ignore format: short
  const time = when === undefined ? '' : when.startsWith('urgent') ? ', urgent' : when === 'fasting' ? (names.some((name) => /\bfasting\b/.test(name)) ? '' : ', fasting') : ` ${when}` // biome-ignore format: short
  return {
    text: `${kind === 'referral' ? 'Refer to' : sentenceCase(again.exec(act)?.[1]?.toLowerCase() ?? 'arrange')} ${joinWords([...names, ...(kind === 'test' ? listedAfter(act, services) : [])], 'and')}${time}`,
    claims: names.map((name) => claim('request', { key: keyOf(`${kind} ${name}`), display: name })),
    weight: 80,
  }
}

/** Who only makes the test: "send you round to radiology for an ultrasound" orders the ultrasound. */
const makesTests =
  /^(?:the |our )?(?:medical imaging|imaging|radiology|x-?ray|pathology|path|lab|laboratory|nurse|practice nurse|phlebotom\w+)(?: (?:department|team|people|unit|clinic))?$/i

/** The name of a test as the verb: "X-ray the hand". */
const imaging =
  /^(?<test>x-?ray|ultrasound|scan|mri|image|swab|biopsy|culture|doppler) (?<part>(?:the|that|your|his|her|both|those|this) (?:(?!(?:and|or|to|for|so|just|today|tomorrow|now|before|again)\b)[a-z-]+ ?){1,3})/i
const nounOf: Readonly<Record<string, string>> = { 'x-ray': 'X-ray', xray: 'X-ray', mri: 'MRI', image: 'imaging', doppler: 'Doppler' } // biome-ignore format: a table

function imagingLine({ test = '', part = '' }: Readonly<Record<string, string>>): OrderLine {
  const where = part
    .trim()
    .replace(/^(?:your|his|her|that|this) /i, 'the ')
    .replace(/^those /i, 'the ')
  const name = `${nounOf[test.toLowerCase()] ?? test.toLowerCase()} of ${where}`
  return { text: `Arrange ${name}`, claims: [claim('request', { key: keyOf(`test ${name}`), display: name })], weight: 80 } // biome-ignore format: short
}

/** "Refer you to the physio", "see a physio", but not "see how the physio goes". */
function readService(order: FramedOrder): OrderLine | undefined {
  const { act, isNamed, actor, isBare } = order
  const verb = isNamed ? '' : firstWord(act)
  const tests = listTests(act)
  const isTest = isNamed || (ordering.test(verb) && !(isBare && /^(?:go|ask|pop)$/i.test(verb)))
  const referrals = listReferrals(act).filter(({ name }) => tests.length === 0 || !makesTests.test(name))
  const isReferral = referrals.length > 0 && (isNamed ? tests.length === 0 : referring.test(verb))
  const goes = /^(?:refer|send|write|see|speak|link)\b|\b(?:come (?:by|down|up|in|over|round|around|past|and)|(?:pop|drop|swing|stop|call) (?:by|in|down|over|round)|have a (?:look|chat|word|feel|talk)|take a look|visit you|referral|letter|appointment|see|touch|assess|review|opinion|involved|seen by|through to|along to|in with|over to|in to|on to|up with)\b/i // biome-ignore format: one row
  if (isReferral && (isNamed || goes.test(act)) && isOrdered(act, verb, referrals) && !(actor === 'patient' && /^(?:phone|call|ring|contact|go)$/i.test(verb))) return requestLine('referral', act, referrals) // biome-ignore format: short
  if (isTest && isOrdered(act, verb, tests)) return requestLine('test', act, tests)
  const imaged = imaging.exec(act)?.groups
  return imaged === undefined ? undefined : imagingLine(imaged)
}

/** The name of what is needed stands before or after words that order it: "a throat swab, I'll print the form". */
// biome-ignore format: one row a line
const needs: readonly RegExp[] = [
  /^(?:(?:and|then|also|plus|so|another|an?|the|your) )*(?<what>(?:repeat )?[a-z][a-z -]{2,40}?)(?: again)?,? (?<due>(?:in|after) (?:about |around )?(?:an?|one|two|three|four|five|six|eight|ten|twelve|\d+) (?:weeks?|months?|years?|days))(?: time)?$/i,
  /^(?:the |your |an? )?(?<what>[a-z]+(?: [a-z]+)?) referral (?:is|has been|has) (?:gone (?:in|off|through)|sent(?: off)?|in|done|on its way)(?: today)?(?:,.*)?$/i,
  /^(?:so |and |now |well )?(?:here is|i have got|i have|this is|there is|i will (?:give|do|print|write|get) you|you will get) (?:you )?(?:an?|the|your) (?:blood |lab |request |referral |x-ray )?(?:form|slip|request|referral|order)(?: here)? (?:for|to) (?<what>.+)$/i,
  /^(?:to (?:get to the bottom of (?:it|this|that|things)|be (?:sure|certain|safe)|find out(?: more)?|check (?:that|this|it)|rule (?:that|things) out|sort (?:it|this) out)|then|and then|after that|also|plus|as well),? (?<what>(?:an?|the|some|your) .{3,60}?)(?:, (?:the nurse|reception|they|the desk|i) (?:can|will) .*)?$/i,
  /^(?:an? |the )?referral (?:to|for) (?<what>.{4,60}?),? (?:makes sense|is (?:the )?(?:next|best|right|sensible|a good idea|needed).*|would be (?:best|sensible|wise|a good idea|helpful)|is what .*)$/i,
  /^(?:i|we) (?:would like|would love|want|need|would prefer) (?<what>(?:the|an?|our|one of the|(?:someone|somebody) from the) .{3,50}?) to (?:see|have a (?:look|feel) (?:at|of)|take a look at|look at|check|assess|review|examine|weigh in on) (?:you|it|this|that|him|her|your [a-z ]+|the [a-z ]+)(?: too| as well| first| soon)?$/i,
  /^(?:then|next|after that|plus|also),? (?<what>(?!(?:i|we|you|it|they|he|she|if)\b)[a-z][a-z -]{3,40}?)(?:, (?:and |so )?(?:that|it|which|they) (?:will|can|is|should|would)\b.*)?$/i,
  /^(?<what>(?!(?:i|we|you|it|they|he|she|if)\b)[a-z][a-z0-9 -]{3,40}?), (?:and |so )?(?:that|it|which) (?:will|should|can) (?:tell|show|give|let|help|settle)\b.*$/i,
  /^(?:i|we) have (?:just |also |already |gone ahead and )*(?:ordered|requested|organi[sz]ed|arranged|booked|charted|lined up|put in (?:for|a request for)|written you up for|asked for|sent off(?: for)?) (?:you (?:in )?(?:for )?)?(?<what>(?:(?:an?|the|some|your) )?.{3,60}?)(?:,? (?:just )?(?:to be (?:safe|sure|certain)|on the safe side|as well|already).*)?$/i,
  /^(?:the|our|one of the|my) (?:nurses?|practice nurse|registrar|lab|team|girls|staff)(?: (?:out the front|outside|next door|at the desk))? (?:will|can|is going to|are going to) (?:just |then |also )*(?:do|take|get|collect|run|grab|organise|perform) (?:you )?(?<what>(?:an?|the|some|your) .{2,60}?)(?:,? (?:in a (?:tick|minute|moment|sec|second|jiffy)|shortly|before you (?:go|leave)|on (?:your|the) way out|for you|off you|on you|from you|now|next|soon)\b.*)?$/i,
  /^(?<what>(?!(?:i|we|you|it|they|he|she|if|no|your|the|that|this|those)\b)[a-z][a-z -]{2,40}?) (?:today|now|first|next|tomorrow|this (?:morning|afternoon|week)|before you (?:go|leave))(?:,? and (?:then )?(?:an? )?[a-z][a-z -]{3,40})?$/i,
  /^(?:an? |the |your )?referral (?:to|for) (?<what>.{3,60}?),? (?:is|has been) (?:on its way|in|done|going in|going off|sent|written|next)(?: today| now)?$/i,
  /^(?<what>(?:(?:an?|the|some|your) )?[a-z][a-z -]{3,40}?) is (?:what (?:we|i) (?:do|need|want|will do|would do|are doing|will get|order)|(?:the )?(?:next|first))(?: (?:next|first|now|here|today))?$/i,
  /^(?:i|we) would (?:not mind|quite like|appreciate|feel better with) (?<what>(?:an?|some|the|another) .{3,60}?)(?:,? (?:just )?(?:to be (?:safe|sure|certain|thorough)|on the safe side|if (?:that is|it is) (?:okay|all right|alright)).*)?$/i,
  /^(?<what>(?:(?:an?|the|some|your) )?[a-z][a-z -]{3,40}?) (?:is|are) (?:(?:the )?(?:next|first)|up next)(?: (?:up|on the (?:agenda|list|cards)|(?:cab )?off the rank|thing|step))?$/i,
  /^(?:first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly|finally|number (?:one|two|three)|one|two|three)[,:] (?<what>(?:an?|some|the|your) .{3,60})$/i,
  /^(?:the )?next stop is (?:the )?(?:radiology|imaging|pathology|x-ray|the lab|the blood clinic) for (?<what>.{3,60})$/i,
  /^(?:i have|we have|i am) (?:asked|asking|put in|applied|requested|arranged|booked|sorted)(?: you)?(?: in)? (?:for )?(?:an? )?(?:appointment|slot|referral|place|review)? ?(?:with|for|to|at) (?<what>.{4,60})$/i,
  /^(?<what>(?:(?:the|an?|our|your) )?[a-z -]{4,40}?) (?:should|will|can|is going to|are going to|must|needs? to|ought to|would want to) (?:take (?:it|this|you|things|over)(?: on)?|see (?:you|that|this|it|him|her)|have a look(?: at (?:you|that|this|it))?|look (?:after|at) (?:you|this|that|it))(?: from here| next| now)?[,;]? (?:and |so )?i (?:will|am going to|would like to) (?:refer|write|send|drop (?:them|him|her) a (?:line|letter|note)|ring|get you).*$/i,
  /^you (?:ought to|should|need to|must) see (?<what>.{4,50}?),? (?:so )?i (?:am|will) (?:writ\w+|refer\w*|send\w*).*$/i,
  /^you will (?:also )?(?:be )?(?:getting|having|get|have) (?<what>(?:an?|the|some|your) .{3,60}?)(?:,? (?:the|your) (?:appointment|letter|details|time|form) (?:comes?|will|is|arrives?).*)?$/i,
  /^(?:i will|i am going to|let me|i am) put(?:ting)? (?:you )?(?:in|down) for (?<what>.{3,60})$/i,
  /^(?:on your way out|before you (?:go|leave)|at the desk|at reception),? (?:get|have|book) (?<what>.{3,60}?) (?:booked|done|arranged|sorted)(?: in)?$/i,
  /^(?:i|we) would (?:feel|be|sleep) (?:a lot |much |so much )?(?:better|happier|happy|more comfortable|easier|reassured) (?:if|with|once) (?:(?:we|you) (?:had|did|got|have|get|do|could get) )?(?<what>.+)$/i,
  /^(?:first up|next up|first off|number one|top of the list|next on the list|next thing|the next step|step one|the first thing|the next thing|what (?:we|you) need)(?: is|,|:) (?<what>.+)$/i,
  /^(?:the (?:next |best |right )?(?:person|people|team|one|place) (?:to see|for this|for that|for you)(?: next)?) (?:is|are|would be) (?<what>.+?)(?:,.*)?$/i,
  /^(?:i|we) (?:would like|want|need) (?:you|him|her) (?<what>(?:seen|assessed|reviewed) by .+)$/i,
  /^(?<what>(?:an?|the|some|your) .{3,60}?),? (?:that is (?:step|number|job|the first|the next|what we|what you|next)|i will (?:print|do|sort|write|fill in|get you|organise|arrange)|we will (?:do|get|sort|book|arrange|organise|need)|(?:is|would be|are) (?:the next step|next|a good idea|needed|in order|called for|sensible|due|what (?:we|you) need)|needs? (?:doing|to be done)|(?:that|it|which) is (?:now |long |well |a bit )?(?:due|overdue|time for that|needed|called for)|it is time for (?:that|it|one)|(?:the nurse|reception|they|the desk) (?:can|will) (?:book|do|take|arrange|sort|organise|run))\b.*$/i,
  /^(?:i|we) (?:have|have got) you (?:booked|down|lined up|pencilled|marked)(?: in)? for (?<what>.{3,60})$/i,
  /^(?:on (?:the|your) form,? )?(?:i am|i have|i will be) (?:ticking|ticked|marking|marked|adding|added|putting|asking the lab for|asking for|after|chasing up|lining up) (?:off |down )?(?<what>(?:an?|the|some|your|another) .{3,60}?)(?: (?:on|to|off|from) (?:the|your) (?:form|slip|list|request|bloods))?(?: (?:off|from) you)?$/i,
  /^(?:i will|we will|let me|let us|can (?:i|we)|we|i) (?:line up|organise|fix up|get going|need|get|take|have|collect) (?<what>(?:an?|the|some|your|another|more) .{3,50}?)(?: (?:off|from|out of) you)?$/i,
  /^(?:off|over|down|up) (?:to|with you to) (?:the )?(?:lab|path(?:ology)?|imaging|x-ray|radiology|nurse|treatment room|blood clinic)(?: with you)? for (?<what>.{3,60})$/i,
  /^(?:i think |i reckon )?(?<what>(?:the|an?|our) .{3,60}?) (?:can|could|will|will be able to|would) (?:do (?:a lot )?more for you|help you more|be (?:more|better) (?:use|help|placed)[a-z ]*|take (?:it|this|things) from here|help(?: you)?(?: with (?:this|that|it))?),? (?:so )?(?:a referral it is|(?:and )?i will (?:refer|write|send|get)\b.*)$/i,
  /^(?:it is |so it is |now it is )?over to (?<what>(?:the|an?|our|my) .{3,60}?)(?: for (?:the next (?:bit|step|part)|this|that|the rest))?,? (?:and |so )?i will (?:refer|write|send)\b.*$/i,
  /^(?:your|our|the) (?:best bet|next stop|next port of call|best move) (?:is|would be|will be) (?<what>(?:an?|the|our) .{3,60})$/i,
  /^(?:i am (?:very )?keen (?:for you|that you)|it is (?:high |about )?time (?:for you|that you|you)|i think it is time (?:for you|you)) (?:to see|saw|see|to have|have) (?<what>(?:an?|the|our|some) .{3,60})$/i,
  /^(?<due>(?:in|after) (?:about |around )?(?:an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|\d+) (?:days|weeks?|months?|years?))(?: time)?,? (?:(?:when|once) [a-z' ]{3,40}, )?(?:i|we) (?:would|will) (?:like|want|need|do|get|have|arrange|(?=repeat|recheck|redo)) ?(?<what>(?:(?:repeat|recheck|redo) )?(?:an?|the|some|your|another) .{3,50})$/i,
]

function readNeed(clause: string): FramedOrder | undefined {
  const bare = clause.replace(/^(?:so|and|now|well|ok|right|then),? /i, '')
  const groups = needs.map((need) => need.exec(bare)?.groups).find((named) => named !== undefined)
  const what = groups?.['what']
  if (what === undefined) return undefined
  const due = groups?.['due']
  return { actor: 'clinician', act: due === undefined ? what : `${what} ${due}`, isNamed: true, isBare: false }
}

/** Says of an order again that it will be done, or goes over all of them. */
const saidAgain = /^to (?:repeat|recap|sum(?:mari[sz]e| up|med up)|go over)(?: (?:then|again|it|that|everything|all of (?:it|that)))?(?:,|$)|^(?:so |and |then )*(?:i|we) (?:will|can|are going to) (?:just )?(?:do|get|sort|arrange|organise|book|print|write|request|order|send|put in for) (?:that|it|this|the (?:form|referral|letter|rest))\b.{0,20}$/i // biome-ignore format: one row

/** A construction that goes over several clauses. */
function readWhole(said: string): OrderLine | undefined {
  const help = readUrgentHelp(said)
  if (help !== undefined) return help
  const need = readNeed(said)
  return (need === undefined || open.test(need.act) ? undefined : readService(need)) ?? readVisit(said) ?? readLightAdvice(said) // biome-ignore format: short
}

/** The order of a test or a referral in any form of a sentence. */
function readLight(clause: string): OrderLine | undefined {
  if (!mayRequest(clause)) return undefined
  const tests = listTests(clause)
  if (tests.length > 0 && isLightRequest(clause, tests)) return requestLine('test', clause, tests)
  const referrals = listReferrals(clause)
  return referrals.length > 0 && isLightRequest(clause, referrals) ? requestLine('referral', clause, referrals) : undefined // biome-ignore format: short
}

/** Words that say only that there is an occasion. */
const occasion =
  /^(?:(?:and|so),? )?(?:while|since|as) (?:we|you|i) (?:are|am|have got) (?:at it|here|in|doing (?:that|it)|the needle in),? /i

/** Politeness at the end, and no condition. */
const ability =
  /,? if (?:you can|possible|at all possible|that is possible|you are able(?: to)?|you get (?:the|a) chance)$/i

export const readClause = (said: string): OrderLine | undefined =>
  readOrder(said.replace(occasion, '').replace(ability, ''))

const readOrder = readOnce((clause: string): OrderLine | undefined =>
  keepDoubt(clause, readUrgentHelp(clause) ?? readFramed(clause) ?? readTreatment(clause) ?? readLight(clause) ?? readLightAdvice(clause) ?? readDeed(clause)),
) // biome-ignore format: short

/** "We should probably do an ECG" is not yet decided. */
const keepDoubt = (clause: string, line: OrderLine | undefined): OrderLine | undefined =>
  line === undefined || !/\bprobably\b/i.test(clause) || /^(?:consider|probably)\b/i.test(line.text)
    ? line
    : { ...line, text: `Probably ${line.text.charAt(0).toLowerCase()}${line.text.slice(1)}` }

/** "Recheck the bloods in eight weeks" names a test, and is no visit. */
function readRepeat(clause: string): OrderLine | undefined {
  if (!repeats.test(clause)) return undefined
  const order = readFrame(clause)
  return order === undefined || open.test(order.act) ? undefined : readService(order)
}
const repeats = /\b(?:repeat|recheck|re-check|redo)\b/i

function readFramed(clause: string): OrderLine | undefined {
  const visit = readRepeat(clause) ?? readVisit(clause)
  if (visit !== undefined) return visit
  const need = readNeed(clause)
  const needed = need === undefined || open.test(need.act) ? undefined : readService(need)
  if (needed !== undefined) return needed
  const order = readFrame(clause)
  if (order === undefined) return undefined
  const service = open.test(order.act) ? undefined : readService(order)
  if (service !== undefined) return service
  if (order.actor !== 'patient' || order.isNamed || /\b(?:if|unless|in case)\b/i.test(order.act)) return undefined
  const line = tellAdviceLine(order)
  return line === undefined ? undefined : { text: line, claims: [], weight: 70 }
}

/** The next steps of a service are no order. */
export const afterService =
  /,? (?:and |so |then )*(?:they|somebody|someone|the (?:hospital|clinic|surgery|team|department|nurse|lab|results?)) (?:will|should|would|are going to|can|may|might)\b[^.?!]*$|, they (?:are|'re|do|have|get)\b(?! not)[^.?!,]*$/i
/** A dose, or how often something is taken: the order of a medicine, which other rules read. */
const dosed =
  /\b(?:\d+(?:\.\d+)? ?(?:mg|g|mL|micrograms|units)|milligrams?|micrograms?|mils|puffs?|(?:one|two|three|four|half an?|an?|\d+) (?:tablets?|capsules?|pills?|sprays?|drops?|sachets?|patch(?:es)?|doses?|spoonfuls?|teaspoons?|lozenges?))\b|\b(?:take|use|have|apply|put|start|go)\b.*\b(?:(?:once|twice|\w+ times) (?:a|per|each|every) (?:day|week)|every (?:\w+ hours|morning|night|evening|other day)|at (?:night|bedtime)|daily|in the morning)\b/i

/** The safety net of an utterance, as one line. */
function draftNet(utterance: Utterance): Candidate | undefined {
  const [first] = utterance.sentences
  const isOfMedicine = utterance.sentences.some(({ terms }) => terms.some(({ kind }) => kind === 'medicine'))
  if (isOfMedicine || /\bon (?:it|them|this)\b/.test(utterance.said)) return undefined
  const line = /\[|"/.test(tellSpoken(utterance.text))
    ? undefined
    : readSafetyNet(plainNet(openSpoken(tellSpoken(utterance.text))))
  if (first === undefined || line === undefined || !hasWholeConditions(line)) return undefined
  const net = claim('safety-net', { key: quoteKey(utterance.sentences), display: line })
  return { text: `${line}.`, claims: [net], quotes: quotesOf(utterance), weight: 88, at: first.at }
}

/** One candidate for each clause that gives an order; undefined if a clause fits no construction. */
export function readSpokenOrders(utterance: Utterance): readonly Candidate[] | undefined {
  const net = draftNet(utterance)
  if (net !== undefined) return [net]
  const spoken = tellSpoken(utterance.text)
  const [first] = utterance.sentences
  if (first === undefined || /\[|"/.test(spoken)) return undefined
  const clauses = openSpoken(spoken)
    .replace(afterService, '')
    .split(clauseStart)
    .filter((clause) => !saidAgain.test(clause))
  if (dosed.test(spoken) || utterance.sentences.some(({ terms }) => terms.some(({ kind, key }) => kind === 'medicine' && !classes.test(key)))) return undefined // biome-ignore format: short
  const apart = clauses.map(readClause)
  const whole = apart.includes(undefined) ? readWhole(openSpoken(spoken).replace(/[.!?]+$/, '')) : undefined
  // "Get an eye test, and talk to the dentist about it": a reading of the whole loses an order.
  const isCut = clauses.some((clause, at) => at > 0 && apart[at] === undefined && /^(?:talk to|speak to|see|ask|tell|take|stop|start|use|put|ring|call|book) /i.test(clause)) // biome-ignore format: short
  const lines = whole === undefined || isCut ? apart : [whole]
  if (lines.length === 0 || lines.includes(undefined)) return undefined
  return lines.flatMap((line, index) =>
    line === undefined
      ? []
      : [
          {
            text: `${sentenceCase(line.text)}.`,
            claims: [
              claim('plan', {
                key: `${quoteKey(utterance.sentences)}${index === 0 ? '' : `-${index}`}`,
                display: line.text,
              }),
              ...line.claims,
            ],
            quotes: quotesOf(utterance),
            weight: line.weight,
            at: first.at,
          },
        ],
  )
}
