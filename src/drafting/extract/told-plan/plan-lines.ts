/** One sentence of a plan as a line: its orders, things, amounts, times and conditions in the words that were said, without persons, reasons and talk. D443. */

import { isCareNoun } from '../../vocabulary/care-words.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { listReferrals, listTests } from '../orders/named-services.ts'
import { dropPersons } from '../plain/subordinate.ts'
import { namesCare } from './care-names.ts'
import { cutClauses, isFinite, isImperativeAt, type PlanClause, subordinators } from './clauses.ts'
import { openFrame } from './frames.ts'

/** An order, a thing without a verb, a condition, words that are left out, or words that keep the sentence from being read. */
type Kind = 'order' | 'thing' | 'case' | 'kept' | 'idle' | 'bad'
type Part = { readonly kind: Kind; readonly text: string; readonly clause: PlanClause }

/** Supposed, told by somebody, or asked. */
const blocked =
  /\b(?:used to|would have|could have|should have|might have|some people|other people|if (?:i|we|it|they|you) (?:were|was|had)|(?:he|she|they|it|leaflet|mother|mum|friend) (?:said|says|told|reckons?))\b|second thoughts|changed my mind|scrap that|^(?:do|are|have|did|is) (?:you|he|she|it)\b|\[|"/ // biome-ignore format: one row
/** In a line, words of another time. */
const past = /\b(?:was|were|had|did|said|told|asked|yesterday|ago|last (?:week|month|year|time|night))\b/

/** Talk, praise and sounds. */
const talk =
  /^(?:(?:so|and|but|not|well|now|right|thanks for [a-z ]+|ok|okay|yes|yeah|yep|no|nope|nah|sure|look|listen|please|perfect|excellent|lovely|great|good|fine|brilliant|of course|exactly|absolutely|sorry|thanks|thank you|cheers|fair enough|no worries|no problem|all right|alright|you know|i know|i mean|as i say|like i said|to be honest|if that is (?:ok|okay|all right)|is that (?:ok|okay|all right)|remember|obviously|anyway|in fact|again|then|too|as well|mind|really|honestly|love|mate|doc|good (?:man|girl|lad|woman)|beautiful|done|ha|och|aye|bless (?:you|her|him)|touch wood|righto|that is (?:it|all|that)|there|here|hang on|let me think|let me see|let us see|what else|what|number (?:one|two|three|four)|one|two|three|four|firstly|secondly|finally|lastly)[ ,]*)+$/ // biome-ignore format: one row

/** A name that is only called: "Brian, ...". The caller's word order shows it: it stands alone between marks. */
const aside = /^(?:(?:i|we) (?:know|think|suppose|guess|reckon|believe|hope|find|promise|agree|say|mean)|you (?:know|see|said|mentioned)|(?:and )?(?:believe|trust) me|do not (?:worry|panic|be disheartened|get me wrong|fret)|bear with me|how does that sound|does that (?:make sense|sound)|okay with you|if you (?:like|want|will|prefer)|boring as|that is the|let us (?:see|say|do)|shall we say|call it|say)\b/ // biome-ignore format: one row

/** Words of choosing a number: "I'd say six weeks", "let's do Sunday". */
const choosing = /^(?:(?:i|we) (?:would|am going to|will|tend to|usually) say|let (?:us|me) (?:say|do|make it)|shall we say|let me (?:see|think)|say|call it|make it) (?=[a-z0-9])/i // biome-ignore format: one row

/** Changes an order: a clause of explanation that has one of these words is kept. */
const bearing = /\b(?:only(?= (?:if|when|at|for|on|with|in|until|till|once|twice|one|two|three|four|after|before)\b)|unless|except|until|till|but not|stops?|stopped|maximum|no more|not more|more than|less than|instead|never|both|either)\b/ // biome-ignore format: one row

/** "It is two point five mils", "that's a gram": the amount is a piece of the order. */
const amount = /^(?:so )?(?:it|that|this|they) (?:is|are|will be|would be|comes to|makes) (?:about |roughly |just |only )?(?=(?:\d|one|two|three|four|five|six|seven|eight|nine|ten|half|an?|a hundred|twice|every|up to)\b)(?=.*\b(?:\d+ ?(?:mg|g|mL|micrograms)|milligrams?|g|grams?|mg|mils?|mls?|micrograms?|tablets?|capsules?|puffs?|drops?|times|day|daily|week|weeks|days|hours|altogether|in total|gram)\b|(?:(?:and|a|one|two|three|four|five|six|seven|eight|nine|hundred|fifty|twenty|forty|thirty|eighty|sixty|\d+) ?)+$)/i // biome-ignore format: one row

const reason = /^(?:because|cause|since|as(?! (?:far|much|often|soon|long|many|little|well|needed|required|you (?:can|need|are|go|like)))|which|so that|so it|so they|so you|so i|so we|though|although|whichever|whatever|who|where)\b/ // biome-ignore format: one row
const caseStart = /^(?:if|unless|until|till|when|whenever|while|once(?! (?:a|every|daily|per|in|or|each)\b)|before|after|in case|as long as|as soon as|as much as|as (?:you|he|she) can|just in case)\b/ // biome-ignore format: one row

/** A subject with its helper, cut off by a mark: "the tablets can, just occasionally, make you jittery". */
const isCutOff = ({ words, said }: PlanClause): boolean =>
  words.length > 1 &&
  words.at(-1)?.tag === 'AUX' &&
  !/^(?:it|that|this|they) (?:will be|is|are|would be)$|\b(?:as|if|when|where|until|till|once|than) (?:(?:it|you|they|he|she|we) )?[a-z]+$/.test(
    said,
  )

const isBare = (clause: PlanClause): boolean => !clause.words.some((_, at) => isFinite(clause.words, at))

/** The place of a subordinate clause in the words; their number if there is none. */
function endOfMain(clause: PlanClause): number {
  const at = clause.words.findIndex(({ text }, index) => index > 0 && subordinators.test(text))
  return at < 0 ? clause.words.length : at
}

/** True if the main clause has a subject before its verb. */
export function hasSubject(clause: PlanClause): boolean {
  const main = clause.words.slice(0, endOfMain(clause))
  const verb = main.findIndex((_, at) => isFinite(main, at))
  return verb > 0 && main.slice(0, verb).some(({ tag }) => /^(?:NOUN|PROPN|PRON|NUM|ADJ|DET)$/.test(tag))
}

const duty = /^(?!(?:it|that|this|they|there|these|those|i|we|you|what|all|your|my|his|her|somebody|someone|people|the (?:thing|trick|idea|plan|rule))\b)(?!.*\b(?:that|which|who) )[a-z' ]{2,40}? (?:should|must|ought to|needs? to|has to|have to|(?:is|are) to) (?!be (?:fine|ok|okay|down|better|all right|gone|able)\b|go\b|have gone\b|help\b)[a-z]/ // biome-ignore format: one row
/** Others of the practice act: "our nurse may give the first today". */
const ofTeam = /^(?:the|our) (?:[a-z]+ )?(?:nurse|chemist|pharmacist|pharmacy|physio|reception|receptionist|desk|midwife|dietitian|educator) (?:will|can|may|could) (?=(?:give|do|take|put|check|book|show|fit|measure|wash|weigh|pack|dress|remove|make)\b)/ // biome-ignore format: one row
/** What is taken, and stays as it is or is allowed: "the metformin stays as it is", "Panadol is okay". */
const staying = /^[a-z, ]{3,60} (?:stays?|continues?|remains?|can stay|(?:is|are) (?:to stay|(?:okay|ok|fine|safe|all right)(?: (?:too|as well))?(?: to (?:take|use|have|keep)\b.*)?$))(?: (?:as|the same|unchanged|on|at)\b.*)?/ // biome-ignore format: one row
const isStanding = (said: string): boolean =>
  staying.test(said) && namesKind(said, 'medicine') && !/\b(?:not|if|but)\b/.test(said)

/** "In the bath just keep water out", "weight bear as you can". */
const isFronted = (said: string): boolean =>
  /^(?:weight bear\b|(?:in|at|on|for|with|after|before) (?:(?:the|your|a|an|that|this|his|her) )?[a-z]+ (?:just |please |then |always )*(?:use|take|keep|put|give|get|go|eat|avoid|bring|wear|apply|stay|start|stop|finish|rinse|wash|soak|do not|leave|have)\b)/.test(said) // biome-ignore format: one row

/** A subject, whatever a tagger takes the verb for: "they only sting", "most of these settle". */
const pronounSubject = /^(?:(?:they|it|he|she) (?!in\b|on\b|at\b|and\b|or\b|for\b)[a-z]|(?:most|some|many|half|all|a lot|none) of (?:these|those|them|us) [a-z]|(?:these|those) [a-z]+$|everyone\b|everybody\b|nobody\b|most people\b|some people\b)/ // biome-ignore format: one row

function readClause(clause: PlanClause, isFirst: boolean): Part {
  const { text, said, words } = clause
  const part = (kind: Kind, own = text): Part => ({ kind, text: own, clause })
  if (talk.test(said)) return part('idle')
  const chosen = text.replace(choosing, '')
  if (chosen !== text) return part('thing', chosen)
  if (amount.test(said)) return part('kept', text.replace(amount, ''))
  if (/^(?:to|just to|in order to|so as to)\b/.test(said))
    return part(
      /^(?:just )?to (?:make sure|check|rule|look|see (?:if|what|whether|how))\b/.test(said) ? 'kept' : 'idle',
    )
  if (reason.test(said))
    return part(bearing.test(said) && !/^(?:because|since|cause|which|as)\b/.test(said) ? 'kept' : 'idle')
  if (aside.test(said) && !/^if you (?:like|want)\b/.test(said)) return part('idle')
  if (/^(?:it|that|this|they) (?:will be|is|are|would be)$/.test(said)) return part('idle')
  if (caseStart.test(said)) return part(said.includes(' ') ? 'case' : 'idle')
  if (isFronted(said)) return part('order')
  if (isImperativeAt(words, 0)) return part(isOfTalk(said) ? 'idle' : 'order')
  const aim = /^so (?:that )?(?:i|we|they|he|she) (?:can|could|will) (?=[a-z])/i.exec(`${clause.link} ${text}`)?.[0]
  if (aim !== undefined) return part('case', `to ${text.slice(aim.length - clause.link.length - 1)}`)
  if (/\bso$/.test(clause.link) && !/\bcalled\b/.test(said) && /^(?:you|it|they|he|she|that|this|the)\b/.test(said))
    return part(amount.test(said) ? 'kept' : 'idle')
  const framed = openFrame(text)
  if (framed !== undefined) return part('order', framed.text)
  if (duty.test(said) || ofTeam.test(said)) return part('order')
  if (/^(?:and|or)\b/.test(clause.link) && /^(?:what|how|when|where|who)\b/.test(said)) return part('kept')
  if (pronounSubject.test(said) || (!isBare(clause) && hasSubject(clause))) {
    if (/^(?:i|we)\b/.test(said)) return part(past.test(said) ? 'bad' : 'idle')
    return part(bearing.test(said) && !isFirst && !/^(?:i|we|you)\b/.test(said) ? 'kept' : 'idle')
  }
  // "Takes them off the table", "would not change a thing": the subject is left out.
  if (words[0]?.tag === 'AUX' || (words[0]?.tag === 'VERB' && /[^s]s$/.test(words[0].text))) return part('idle')
  return part('thing')
}

/** Imperatives that belong to the talk. */
const isOfTalk = (said: string): boolean =>
  /^(?:(?:do|just|please|then|now|and) )*(?:come (?:in|through|here|and sit)|go (?:on|ahead|gently)|carry on$|hang|hold on|bear|take (?:care|your time|a seat|it easy)|have (?:a seat|a (?:think|look|good|nice|lovely|great))|tell me|let me|mind the|off you|give me|excuse|sit tight|pop (?:up|down|your)|jump|hop|roll|sit (?:up|down|back)|stand up|lie (?:down|back)|get (?:dressed|changed|down)|guess|say|call me|trust|put (?:it|that) (?:this|another) way|read me|go for it|start (?:from|with|at) the|do not (?:worry|panic|mention|be)|run that)\b/.test(said) // biome-ignore format: one row

const dosed = /\b(?:\d+|one|two|three|four|five|six|half)\b.*\b(?:mg|micrograms|g|mL|milligrams?|tablets?|capsules?|puffs?|drops?|sprays?|squirts?|day|daily|hours?|morning|night|nightly|days|weeks|times)\b|\b(?:every|each|once|twice|daily|at night|at bedtime|as needed|when needed)\b/i // biome-ignore format: one row
export const timed = /\b(?:\d+|one|two|three|four|five|six|seven|eight|ten|twelve|twenty|half|once|twice|every|each|daily|nightly|weekly|today|tonight|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday|week|weeks|days?|months?|morning|evening|night|bedtime|until|till)\b/ // biome-ignore format: one row

const strips: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/\b(ring|call|tell|phone|text|message) (?:me|us)\b/gi, '$1'],
  [
    /\b(give|bring|send|do|get|text|ring|call|phone|email|write|tell|show|let|book|put|refer|sign|see|lend|drop|keep|order|start|pop|wean|swap|take|make|offer|fit) (?:you|me|us|yourself)\b(?= (?!and\b|all\b))/gi,
    '$1',
  ],
  [
    /\b(?:your|his|her) (?=(?:mum|dad|mother|father|husband|wife|partner|boss|mate|sister|brother|son|daughter)\b)/gi,
    '',
  ],
  [/\b(?:your|our) (?=[a-z])/gi, 'the '],
  [/\b(?:for|to|with) (?:me|us)\b(?! )/gi, ''],
  [/ (?:please|okay|as well|too|(?<!\b(?:by|before|until|till|from) )then|obviously|you know|for me|mate)$/i, ''],
  [/\bcan not\b/g, 'cannot'],
]

const tidy = (text: string): string =>
  strips
    .reduce((out, [pattern, to]) => out.replace(pattern, to), dropPersons(text))
    .replaceAll(/ {2,}/g, ' ')
    .trim()

export type PlanLine = {
  readonly text: string
  /** Has an order, or names a thing of care by itself. */
  readonly isOrder: boolean
  /** Only amounts, times and conditions: a piece of the line before it. */
  readonly isPiece: boolean
  /** Its first thing is only pointed at: "have them sat upright". */
  readonly isPointing: boolean
  /** Without a verb. */
  readonly isThing: boolean
  /** Names a medicine, and tells nothing of it: its dose may follow. */
  readonly isName: boolean
  /** A medicine with its dose or its rate. */
  readonly isRegimen: boolean
}

/** "A tablet called tranexamic acid", "get fexofenadine": the name says enough. */
const kindOf = /^(?:(?:[a-z]+ ){1,2}called |(?:get|use|have|try) (?:(?:some|the|a) )?)(?=[a-z])/i
const withoutKind = (text: string): string => {
  const [kind] = kindOf.exec(text) ?? []
  return kind === undefined || !namesKind(text.slice(kind.length).split(' ').slice(0, 2).join(' '), 'medicine')
    ? text
    : text.slice(kind.length)
}

const joined = (parts: readonly Part[], all: readonly Part[]): string =>
  parts
    .map((part, index) => {
      const text = tidy(part.text)
      if (index === 0)
        return withoutKind(
          text.replace(/^(?:an?|the|some|a bit of) (?=[a-z])(?!(?:other|few|couple|hundred|gram|lot)\b)/i, ''),
        )
      const isNext = all.indexOf(part) === all.indexOf(parts[index - 1] as Part) + 1
      const { link, gap } = part.clause
      const word = /^(?:but|or|then)$/.test(link) || /^(?:and|and then|but then)$/.test(link) ? `${link} ` : ''
      return `${isNext ? gap : ', '}${word}${text}`
    })
    .join('')

const pointing = /^(?:(?:do not|never|just|then|always|only|can) )*(?!(?:if|when|once|until|till|while|before|after|as|no|not|all|for|in|at|on|with|from|by)\b)[a-z]+ (?:(?:it|them|there)\b|(?:that|those|these|this|one|the other|two)(?= (?:in|on|at|for|with|to|and|or|then|up|down|out|off|after|before|first|twice|once|when|if|until|till|every|each|today|tonight)\b|,|$))|\b(?:this|that) one$/i // biome-ignore format: one row

/** Nothing that could be looked up, or of a time that nobody names. */
const open =
  /\blikely\b|\bpossible\b|^or |\blet (?:them|him|her) know\b|\bin touch with (?:somebody|someone)\b|\bfor that\b(?=,|$| nearer)|\blater(?:,|$)|\bat some point\b/i
const later =
  /\bin (?:about |roughly )?(?:a|two|three|four|six|eight|\d+) [a-z]+|\b(?:when|once|until|till|next|after)\b/i

const mostWords = 42

/** What is not there, or not meant: no order. */
const abstract = /^(?:no|not) (?:(?:much|great|real|big|any|the) )*(?:drama|pressure|mystery|messing|doubt|rush|trouble|idea|harm|wonder|necessarily|surprise|question|chance|secret|joke|fun|point|reason|more|good|bad|yet|really|always|exactly|quite|a |an |longer|sooner|later|less|sure|certain|spreading|hot|red|\w+(?:ed|er|est)\b)/ // biome-ignore format: one row

function isThingOfCare(said: string, isListed: boolean): boolean {
  if (abstract.test(said)) return false
  if (!said.replace(/^(?:an?|the|some|your|then) /, '').includes(' '))
    return isService(said) || (isListed && isCareNoun(said.replace(/^(?:an?|the|some|your) /, '')))
  return (
    namesCare(said) ||
    /^(?:no|not|never|plenty|lots|less|more|fewer|little|regular|short|same|small|smaller|light|lighter|gentle|early|loose|cold|cool|warm|soft|daily)\b/.test(
      said,
    )
  )
}

/** What still speaks of the clinician is talk, unless it orders. */
const withoutPersons = (part: Part): Part =>
  /\b(?:i|we|my|me|us)\b/i.test(tidy(part.text)) ? { ...part, kind: part.kind === 'order' || part.kind === 'thing' ? 'idle' : part.kind === 'bad' ? 'bad' : 'idle' } : part // biome-ignore format: short

/** "If you're vomiting, can't eat, or not drinking, ...": what stands between a condition and its order belongs to the condition. */
function withCases(parts: readonly Part[]): readonly Part[] {
  const order = parts.findIndex(({ kind }) => kind === 'order')
  const start = parts.findIndex(({ kind }) => kind === 'case')
  if (start !== 0 || order < 0) return parts
  return parts.map((part, at) => (at > start && at < order && part.kind !== 'bad' && !talk.test(part.clause.said) && (/^(?:and|or)/.test(part.clause.link) || !/^(?:i|we|it|that|this|they)\b/.test(part.clause.said)) ? { ...part, kind: 'case', text: part.clause.text } : part)) // biome-ignore format: short
}

const isPlace = ({ clause }: Part): boolean => clause.words[0]?.tag === 'ADP'

/** "It does mean more weeing, in the day hopefully": a place or a time behind words that are left out goes with them, before the first order. */
function dropTails(parts: readonly Part[]): readonly Part[] {
  const first = parts.findIndex(
    (part) => part.kind === 'order' || part.kind === 'case' || (part.kind === 'thing' && !isPlace(part)),
  )
  const isLed = (at: number): boolean =>
    parts[at + 1]?.kind === 'idle' &&
    parts[at + 1]?.clause.gap === ' ' &&
    /^and\b/.test(parts[at + 1]?.clause.link ?? '')
  return parts.map((part, at) => part.kind === 'thing' && isPlace(part) && isLed(at) ? { ...part, kind: 'idle' as const } : (at > 0 && at < first && part.kind === 'thing' && parts[at - 1]?.kind === 'idle' && !talk.test(parts[at - 1]?.clause.said ?? '') ? { ...part, kind: 'idle' } : part)) // biome-ignore format: short
}

/** "It can make you sick, and give you a funny taste": a verb after "and" has the subject of the statement before it. */
const isCoordinated = (part: Part, before: Part | undefined): boolean =>
  part.kind === 'order' && before?.kind === 'idle' && /^(?:and|or)$/.test(part.clause.link) && part.text === part.clause.text && !talk.test(before.clause.said) && !/^(?:because|since|which|so|i|we)\b/.test(before.clause.said) && hasSubject(before.clause) // biome-ignore format: short
const dropCoordinated = (parts: readonly Part[]): readonly Part[] =>
  parts.reduce<readonly Part[]>(
    (out, part) => [...out, isCoordinated(part, out.at(-1)) ? { ...part, kind: 'idle' as const } : part],
    [],
  )

/** Words without a thing or a deed of their own. */
const empty = /^(?:do|not|never|please|it|that|this|them|those|these|him|her|one|so|the|an?|then|too|for|on|to|at|in|off|out|up|down|with|you|just|all|both|here|there|tell|ask|let|give|show|bring|send|keep|take|put|is|are|be|and|or|of|bother|know|see|do)$/ // biome-ignore format: one row

const isEmpty = (line: string): boolean => {
  const words = (line.toLowerCase().match(/[a-z0-9'-]+/g) ?? []).filter((word) => !empty.test(word))
  return words.length === 0 || (words.length === 1 && line.split(' ').length < 3 && !isService(line))
}
const isService = (line: string): boolean =>
  listTests(line.toLowerCase()).length > 0 || listReferrals(line.toLowerCase()).length > 0

/** "I don't want to start anything, I want a CT": a refusal beside an order leaves open what is refused. */
function isDenied({ kind, clause }: Part, at: number, parts: readonly Part[]): boolean {
  const next = parts[at + 1]
  return kind === 'idle' && /^(?:i|we)\b.*\bnot\b/.test(clause.said) && next?.kind === 'order' && !/\b(?:so|but)\b/.test(next.clause.link) // biome-ignore format: short
}

/** Without a verb, the sentence begins with its thing, and no statement about it follows: "caffeine, the inhaler and the wine are each to blame". */
function beginsThing(parts: readonly Part[]): boolean {
  const first = parts.findIndex(({ kind, clause }) => kind !== 'idle' || !(talk.test(clause.said) || reason.test(clause.said) || aside.test(clause.said)) && !parts.some((part) => part.kind === 'thing' && /\bso\b/.test(part.clause.link))) // biome-ignore format: short
  const next = parts[first + 1]
  const isSubject = next !== undefined && next.kind !== 'thing' && next.clause.words[0]?.tag !== 'PRON' && next.clause.words.some(({ text }) => /^(?:are|were)$/.test(text)) // biome-ignore format: short
  if (first < 0) return true
  return (parts[first]?.kind === 'thing' || parts[first]?.kind === 'case') && !isSubject
}

const plainForms: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/'cause\b/gi, 'because'],
  [/^in fact,? |(?<=, )in fact,? /gi, ''],
  [
    /\b(until|till|unless|when|once|if) (?:i|we) (?:have )?(seen|checked|reviewed|examined|spoken to)\b(?: (?:it|you|him|her|them))?(?: again)?/gi,
    '$1 $2',
  ],
  [/\b(he|she|it|that) is (?=(?:been|got|had|cleared|seen|done|gone|finished)\b)/gi, '$1 has '],
]
const asPlain = (text: string): string => plainForms.reduce((out, [pattern, to]) => out.replace(pattern, to), text)

const isLedByStatement = (parts: readonly Part[]): boolean => {
  const first = parts.findIndex(({ kind }) => kind !== 'idle')
  return parts.slice(0, first).some(({ clause }) => !talk.test(clause.said) && !aside.test(clause.said) && clause.words.some(({ tag }) => tag === 'NOUN' || tag === 'PROPN')) // biome-ignore format: short
}

/** The clauses of a sentence with what each one tells; none if one of them is cut off. */
export function partsOf(text: string): readonly Part[] {
  const clauses = cutClauses(text)
  return clauses.some(isCutOff) ? [] : dropTails(dropCoordinated(withCases(clauses.map((clause, index) => withoutPersons(readClause(clause, index === 0)))))) // biome-ignore format: short
}

/** The line of a sentence; undefined if it gives none. `text` has no contractions. */
export function readPlanLine(text: string): PlanLine | undefined {
  if (blocked.test(text.toLowerCase())) return undefined
  if (isStanding(text.toLowerCase()))
    return { text, isOrder: true, isPiece: false, isPointing: false, isThing: false, isName: false, isRegimen: false }
  const parts = partsOf(asPlain(text))
  if (parts.some(({ kind }) => kind === 'bad') || parts.some(isDenied)) return undefined
  const kept = parts.filter(({ kind }) => kind !== 'idle')
  const first = kept.findIndex(({ kind }) => kind === 'order' || kind === 'thing' || kind === 'case')
  const own = kept.slice(Math.max(0, first))
  const orders = own.filter(({ kind }) => kind === 'order')
  const things = own.filter(({ kind }) => kind === 'thing')
  if (orders.length === 0 && things.length === 0) return undefined
  const line = joined(own, parts)
  const isShort = namesKind(line, 'medicine') || (orders.length === 0 && timed.test(line))
  if (
    line.split(' ').length > mostWords ||
    past.test(line.toLowerCase()) ||
    open.test(line) ||
    (isEmpty(line) && !isShort)
  )
    return undefined
  if (/\bnot (?:today|yet|now)\b/.test(line) && !later.test(line)) return undefined
  const isMedicine = things.some(({ clause }) => namesKind(clause.said, 'medicine')) && dosed.test(line)
  if (
    orders.length === 0 &&
    !isMedicine &&
    own[0]?.kind === 'case' &&
    /^(?:if|unless|in case)\b/.test(own[0].clause.said)
  )
    return undefined
  if (
    orders.length === 0 &&
    ((isPlace(own[0] as Part) && !/^for\b/.test(own[0]?.clause.said ?? '')) || !beginsThing(parts))
  )
    return undefined
  const isCare =
    isMedicine || (!isEmpty(line) && things.some(({ clause }) => isThingOfCare(clause.said, things.length > 1)))
  const isThing = orders.length === 0
  const isName =
    own.length <= 2 && namesKind(line, 'medicine') && !dosed.test(line) && (isThing || line.split(' ').length < 4)
  const isRefused = /^no (?!longer|more|sooner|later|less)/i.test(line)
  const isPiece =
    isThing &&
    !isRefused &&
    ((!things.some(({ clause }) => namesCare(clause.said)) && timed.test(line)) || /^not\b/i.test(line))
  // "It makes you weak, so ditch them": the thing may be named in the words that are left out.
  if (pointing.test(line) && isLedByStatement(parts)) return undefined
  const isUnnamed = /^if (?:it|that|this|they)\b/i.test(line) || (own.some(({ kind, text: words }) => kind === 'order' && /^(?:(?:will|do) not |just |never |can )*[a-z]+ (?:it|them)(?: again)?$/i.test(words)) && !namesCare(line.toLowerCase())) // biome-ignore format: short
  const isPointing =
    isUnnamed ||
    pointing.test(line) ||
    (isThing &&
      /^(?:one|two|three|half)\b(?! (?:tablets?|capsules?|puffs?|drops?|sprays?|of (?:the|your)))|^\w+ (?:\w+ )?ones?$/i.test(
        line,
      ))
  return { text: line, isOrder: !isThing || isCare, isPiece, isPointing, isThing, isName, isRegimen: isMedicine }
}
