/** One sentence of a plan as a line: its orders, things, amounts, times and conditions in the words that were said, without persons, reasons and talk. D443. */
import { namesKind } from '../../vocabulary/terms.ts'
import { namesCare } from './care-names.ts'
import { isStanding, type Part } from './clause-kinds.ts'
import { isBareDeed, nameFirst } from './heads.ts'
import { beginsThing, isDenied, isLedByStatement, isPlace, partsOf } from './parts.ts'
import { past } from './plan-words.ts'
import { dosed, isEmpty, isThingOfCare, timed } from './things.ts'
import { tidy } from './tidy.ts'

/** Supposed, told by somebody, or asked. */
const blocked =
  /\b(?:used to|would have|could have|should have|might have|some people|other people|if (?:i|we|it|they|you) (?:were|was|had)|(?:he|she|they|it|leaflet|mother|mum|friend) (?:said|says|told|reckons?))\b|second thoughts|\b(?:but|though|although) (?:i|we) (?:do|would) not (?:think|believe|reckon) (?:you|we|he|she|it|that|there)\b[^,]*\b(?:needs?|needed|necessary|helps?|worth|warranted|point)\b|, no,? (?:let me (?:think|see|check)|wait|hang on|actually)|changed my mind|scrap that|^(?:do|are|have|did|is) (?:you|he|she|it)\b|\[|"/ // biome-ignore format: one row

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
  /** Without a dose too, the name is ordered: "for pain, Panadol", "give fusidic acid". */
  readonly isGiven: boolean
  /** A medicine with its dose or its rate. */
  readonly isRegimen: boolean
}

/** "Get fexofenadine": the name says enough. */
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
      const word = /^(?:but|or|then|plus)$/.test(link) || /^(?:and|and then|but then)$/.test(link) ? `${link} ` : ''
      return `${isNext ? gap : ', '}${word}${text}`
    })
    .join('')

const pointing = /^(?:(?:do not|never|just|then|always|only|can) )*(?!(?:if|when|once|until|till|while|before|after|as|no|not|all|for|in|at|on|with|from|by)\b)[a-z]+ (?:(?:(?:down|up|back|off) )?on (?:it|that|them)\b|(?:it|them|there)\b|(?:that|those|these|this|one|the other|two)(?= (?:in|on|at|for|with|to|and|or|then|up|down|out|off|after|before|first|twice|once|when|if|until|till|every|each|today|tonight)\b|,|$))|\b(?:this|that) one$/i // biome-ignore format: one row

/** Nothing that could be looked up, or of a time that nobody names. */
const open =
  /\blikely\b|\bpossible\b|^or |\blet (?:them|him|her) know\b|\bin touch with (?:somebody|someone)\b|\bfor that\b(?=,|$| nearer)|\blater(?:,|$)|\bat some point\b/i
const later =
  /\bin (?:about |roughly )?(?:a|two|three|four|six|eight|\d+) [a-z]+|\b(?:when|once|until|till|next|after)\b/i

const mostWords = 42

const plainForms: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/'cause\b/gi, 'because'],
  [/,? (?:while|whilst) (?:we|i) (?:are|am) (?:at it|there)\b/gi, ''],
  [/^in fact,? |(?<=, )in fact,? /gi, ''],
  [
    /\b(until|till|unless|when|once|if) (?:i|we) (?:have )?(seen|checked|reviewed|examined|spoken to)\b(?: (?:it|you|him|her|them))?(?: again)?/gi,
    '$1 $2',
  ],
  [/\b([a-z]+) is (?=(?:gone (?:down|away)|come down|settled down|worn off|cleared up)\b)/gi, '$1 has '],
  [/\b(he|she|it|that) is (?=(?:been|got|had|cleared|seen|done|gone|finished)\b)/gi, '$1 has '],
]
const asPlain = (text: string): string => plainForms.reduce((out, [pattern, to]) => out.replace(pattern, to), text)

/** What the parts of a sentence hold. */
type Held = {
  readonly line: string
  readonly parts: readonly Part[]
  readonly own: readonly Part[]
  readonly things: readonly Part[]
  readonly isThing: boolean
  readonly isMedicine: boolean
}

/** "And the smokes, nicotine patch, 21 mg": what the medicine is for, before its name. */
const isTopic = ([first, second]: readonly Part[]): boolean =>
  first?.kind === 'thing' && second?.kind === 'thing' && /^(?:the|your) [a-z]+$/.test(first.clause.said) && !namesCare(first.clause.said) && namesKind(second.clause.said, 'medicine') // biome-ignore format: short

function hold(parts: readonly Part[]): Held | undefined {
  if (parts.some(({ kind }) => kind === 'bad') || parts.some(isDenied)) return undefined
  const kept = parts.filter(({ kind }) => kind !== 'idle')
  const first = kept.findIndex(({ kind }) => kind === 'order' || kind === 'thing' || kind === 'case')
  // "Three attacks, bad kidneys, you need a preventer": the reason stands before the need.
  const need = kept.findIndex(({ kind, text }) => kind === 'order' && /^needs (?!.*\bone\b)/i.test(text))
  const whole = kept.slice(Math.max(0, first, kept.slice(0, need).every(({ kind }) => kind === 'thing') ? need : 0))
  const own = isTopic(whole) ? whole.slice(1) : whole
  const things = own.filter(({ kind }) => kind === 'thing')
  const isThing = !own.some(({ kind }) => kind === 'order')
  if (isThing && things.length === 0) return undefined
  const line = nameFirst(joined(own, parts))
  const isMedicine = things.some(({ clause }) => namesKind(clause.said, 'medicine')) && dosed.test(line)
  return { line, parts, own, things, isThing, isMedicine }
}

/** The words make no line: too many, of another time, or open. */
function isUnfit({ line, isThing }: Held): boolean {
  const isShort = namesKind(line, 'medicine') || (isThing && timed.test(line))
  return (
    line.split(' ').length > mostWords ||
    past.test(line.toLowerCase()) ||
    // "The started in the middle and shifted, the off your food": what was told is named as a thing.
    /^(?:started|shifted|moved|went|came|began|got|stopped|had)\b/i.test(line) ||
    // "Slow, over twelve or so is a falls risk": a statement.
    (isThing &&
      /(?<!\b(?:it|that|this|which|who|when|if|until|till|while|once|as|what|where|you|they|he|she|there) (?:[a-z]+ )?)\b(?:is|are) (?:a|an|the)\b/i.test(
        line,
      )) ||
    // "For the smoking, we could try ...": the remedy is only weighed.
    (isThing &&
      /^for (?:the |your |that )?[a-z]+(?: [a-z]+)?$/i.test(line) &&
      !timed.test(line.toLowerCase()) &&
      !namesKind(line, 'medicine')) ||
    open.test(line) ||
    (isEmpty(line) && !isShort && !isBareDeed(line)) ||
    (/\bnot (?:today|yet|now)\b/.test(line) && !later.test(line))
  )
}

/** Without a verb, a line begins neither with a case nor with a place, and is no subject of a statement. */
function isLoose({ own, parts, isThing, isMedicine }: Held): boolean {
  const [first] = own
  if (!isThing || first === undefined) return false
  const { said } = first.clause
  if (!isMedicine && first.kind === 'case' && /^(?:if|unless|in case)\b/.test(said)) return true
  return (isPlace(first) && !/^for\b/.test(said)) || !beginsThing(parts)
}

const unnamedDeed = /^(?:(?:will|do) not |just |never |can )*[a-z]+ (?:it|them)(?: again)?$/i
const unnamedThing =
  /^(?:one|two|three|half)\b(?! (?:tablets?|capsules?|puffs?|drops?|sprays?|of (?:the|your)))|^\w+ (?:\w+ )?ones?$/i

/** The thing is only pointed at. */
function isPointingAt({ line, own, isThing }: Held): boolean {
  if (/^if (?:it|that|this|they)\b/i.test(line) || pointing.test(line)) return true
  if (isThing) return unnamedThing.test(line)
  return own.some(({ kind, text }) => kind === 'order' && unnamedDeed.test(text)) && !namesCare(line.toLowerCase())
}

/** Refused or ended: the name alone is the order. */
const ends = /^(?:no|not|never|do not|without|leave|ditch|stop|avoid|bin|drop|skip|hold|pause|give up|cut|lose|chuck|cease|come off|keep off|stay off|forget|finish)\b|, (?:bin|stop|ditch|leave|drop|lose) (?:it|that|them)\b/i // biome-ignore format: one row
const gives = /^(?:give|start|add|prescribe|use|try|have|take|get|put on|go (?:with|for|on))\b/i

/** The line of a sentence; undefined if it gives none. `text` has no contractions. */
export function readPlanLine(text: string): PlanLine | undefined {
  if (blocked.test(text.toLowerCase())) return undefined
  if (isStanding(text.toLowerCase())) return { text, isOrder: true, isPiece: false, isPointing: false, isThing: false, isName: false, isGiven: false, isRegimen: false } // biome-ignore format: short
  const held = hold(partsOf(asPlain(text)))
  if (held === undefined || isUnfit(held) || isLoose(held)) return undefined
  const { line, parts, own, things, isThing, isMedicine } = held
  // "It makes you weak, so ditch them": the thing may be named in the words that are left out.
  if (pointing.test(line) && isLedByStatement(parts)) return undefined
  const isListed = things.length > 1
  const isCare = isMedicine || (!isEmpty(line) && things.some(({ clause }) => isThingOfCare(clause.said, isListed)))
  const isRefused = /^(?:no (?!longer|more|sooner|later|less)|nothing )/i.test(line) || (/^not (?:the|your|any) /i.test(line) && namesKind(line, 'medicine')) // biome-ignore format: short
  const isAmount = !things.some(({ clause }) => namesCare(clause.said)) && timed.test(line)
  return {
    text: line,
    isOrder: !isThing || isCare || (isRefused && timed.test(line)),
    isPiece: isThing && !isRefused && (isAmount || /^not\b/i.test(line)),
    isPointing: isPointingAt(held),
    isThing,
    isName: own.length <= 2 && !ends.test(line) && namesKind(line, 'medicine') && !dosed.test(line) && (isThing || line.split(' ').length < 4), // biome-ignore format: short
    isGiven: own.some(({ kind, text: said }) => kind === 'order' && gives.test(said)) || (/^for\b/i.test(line) && own.length > 1), // biome-ignore format: short
    isRegimen: isMedicine,
  }
}
