/**
 * The decisions of an utterance, clause by clause: attendances, supplies, medicines, tests, referrals and advice. A clause that decides nothing goes;
 * a clause of any other kind leaves the whole utterance unread. D309.
 */
import type { Utterance } from '../../dialogue/utterances.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { type Candidate, claim, sentenceCase } from '../candidates.ts'
import { readAttendance } from '../orders/attendance.ts'
import { isIdleClause, plainUntil, splitClauses } from '../orders/clauses.ts'
import { quotesOf } from '../orders/medicine-orders.ts'
import type { OrderLine } from '../orders/order-line.ts'
import { readClause } from '../orders/spoken-orders.ts'
import { isElliptic } from '../plain/conditions.ts'
import { readReturn, tellReturn } from '../returns/returns.ts'
import { readMedicineAdvice } from './medicine-advice.ts'
import { readPlainAdvice } from './plain-advice.ts'
import { readSupply } from './supplies.ts'

/** A return among clauses that decide nothing. Beside an order its condition could be read as one of the order. */
const readReturnLine = (clause: string): DecidedLine | undefined => {
  const text = readReturn(clause)
  return text === undefined || isElliptic(text.replace(/^.*? if /, '')) ? undefined : { text, claims: [], weight: 87, kind: 'safety-net' as const } // biome-ignore format: short
}

const readers: readonly ((clause: string) => DecidedLine | undefined)[] = [
  readReturnLine,
  readAttendance,
  readSupply,
  readMedicineAdvice,
  readPlainAdvice,
]

const mostWords = 90

/** A gap in the recording at the edge of the utterance hides none of its words. */
const gap = /\[\.\.\.\],? ?/g
const edges = /^\s*(?:\[\.\.\.\][,. ]*)+|[,. ]*(?:\[\.\.\.\][,. ]*)+$/g

/** "Like" before a name gives an example. */
const example =
  /, like,? (?=(?:a |an |some |your )?[a-z-]+(?:[,.?!]| or\b| and\b|$| [a-z]+[,.?!]))(?!you know|i\b|we\b|it\b)/gi

/** Adds to an order the example, the purpose of its link, or the rate of its medicine that the next clause tells. */
function lengthen(line: DecidedLine, clause: string): DecidedLine | undefined {
  const named = /^(?:things?|something|stuff) (?:called |like |such as )+(?:either )?([a-z][a-z ,'-]{2,40})$/i.exec(
    clause,
  )?.[1]
  if (named !== undefined && namesKind(named, 'medicine') && namesKind(line.text, 'medicine') && !/\(/.test(line.text))
    return { ...line, text: `${line.text} (${named})` }
  const [, verb, what] = /^so that you can (send|upload|email|share|book|fill in)(?: us| me)? ([a-z' -]+)$/i.exec(clause) ?? [] // biome-ignore format: short
  if (verb !== undefined && what !== undefined && /^(?:Text|Send|Email|Message)\b/i.test(line.text))
    return { ...line, text: `${line.text} to ${verb.toLowerCase()} ${what.replaceAll(/\b(?:some|your) ?/gi, '')}` }
  const rate = /^(?:and )?(?:you|he|she) (?:can |should |need to |will |just |have to |would )*(?:take|use|have|apply) (?:it|that|them|those|one|this)?,? ?((?:(?:one|two|three|once|twice|every|up to|\d|in the|at night|with)\b)[a-z0-9 ,-]{4,70})$/i.exec(clause)?.[1] // biome-ignore format: short
  if (rate === undefined || /\b(?:i|you|we|it|if|when|not|or|but|unless|until)\b/i.test(rate) || !/^(?:Prescription for|Start|Give|Prescribe|Use|Take|Try|Can)\b/.test(line.text)) return undefined // biome-ignore format: short
  return { ...line, text: `${line.text}, ${rate}` }
}

/** An order whose thing is a pronoun. */
const unnamed =
  /\b(?:take|taking|use|using|have|having|do|doing|get|getting|try|trying|give|put|stop|start|apply|continue|avoid|send|keep|book|arrange|repeat|check) (?:(?:on|off|up|to) )?(?:that|it|this|them|those|these|one|some|something|things?)\b(?! (?:clean|dry|elevated|up|down|still|covered|warm|cool))/i

/** Words of a note for a decision. Every other word of a line was said. */
const ofNote = /^(?:advised|consider|arrange|refer|return|call|come|avoid|seen|needed|worse|better|needs?|cannot|with)$/
const isSaid = (text: string, said: string): boolean => {
  const stems = new Set((said.toLowerCase().match(/[a-z]{4,}/g) ?? []).map((word) => word.slice(0, 4)))
  return (text.toLowerCase().match(/[a-z]{4,}/g) ?? []).every((word) => ofNote.test(word) || stems.has(word.slice(0, 4))) // biome-ignore format: short
}

type DecidedLine = OrderLine & { readonly kind?: 'safety-net' }

/** The first line of the readers that adds no word. */
function readOwn(clause: string, said: string): DecidedLine | undefined {
  for (const read of readers) {
    const line = read(clause)
    if (line !== undefined && isSaid(line.text, said)) return line
  }
  return undefined
}

/** A return with its own verb before its condition, behind an order without one. */
const beginsReturn = /^(?:and |so |then |please |just )*(?:give|call|ring|phone|come|let|go|get|see)\b/i

type Told = { readonly lines: readonly DecidedLine[]; readonly isNew: boolean }

function readClauses(said: string): Told | undefined {
  const lines: DecidedLine[] = []
  let isNew = false
  let isLastReturn = false
  for (const clause of splitClauses(said).map(plainUntil)) {
    const hasGap = clause.includes('[')
    const own = hasGap ? undefined : readOwn(clause, said)
    const line = own ?? (hasGap ? undefined : readClause(clause))
    isNew ||= own !== undefined
    if (line !== undefined) isLastReturn = own?.kind === 'safety-net' && beginsReturn.test(clause)
    const last = lines.at(-1)
    const longer = line === undefined && last !== undefined ? lengthen(last, clause) : undefined
    if (longer !== undefined) {
      lines.splice(-1, 1, longer)
      isNew = true
    } else if (line !== undefined) lines.push(line)
    else if (!isIdleClause(clause.replaceAll(gap, ' '))) return undefined
  }
  const isMixed = lines.slice(0, isLastReturn ? -1 : undefined).some(({ kind }) => kind === 'safety-net') && lines.length > 1 // biome-ignore format: short
  return lines.length === 0 || isMixed || lines.some(({ text }) => unnamed.test(text)) ? undefined : { lines, isNew }
}

/** An order and the return behind it are one line, since a reader of the words could take the condition for one of the order. */
function joinReturn(lines: readonly DecidedLine[]): readonly DecidedLine[] {
  const last = lines.at(-1)
  const before = lines.at(-2)
  if (last?.kind !== 'safety-net' || before === undefined) return lines
  const text = `${before.text}, and ${last.text.charAt(0).toLowerCase()}${last.text.slice(1)}`
  return [...lines.slice(0, -2), { ...last, text, claims: [...before.claims, ...last.claims] }]
}

/** The lines of an utterance; undefined if older readers have to read it. */
export function readDecisions(utterance: Utterance): readonly Candidate[] | undefined {
  const [first] = utterance.sentences
  const said = tellReturn(utterance.text.replaceAll(example, ' like ')).replaceAll(edges, '')
  if (first === undefined || said.includes('"') || said.split(' ').length > mostWords) return undefined // biome-ignore format: short
  const told = readClauses(said)
  if (told === undefined || !told.isNew) return undefined
  return joinReturn(told.lines).map(({ text, claims, weight, kind = 'plan' as const }, index) => ({
    text: `${sentenceCase(text)}.`,
    claims: [
      claim(kind, { key: `${quoteKey(utterance.sentences)}${index === 0 ? '' : `-${index}`}`, display: text }),
      ...claims,
    ],
    quotes: quotesOf(utterance),
    weight,
    at: first.at,
  }))
}
