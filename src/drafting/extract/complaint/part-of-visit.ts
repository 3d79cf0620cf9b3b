/**
 * The part of the body that the visit is about. A talk often names it once, as its topic ("It's the shoulder.", "Which ankle?", "How's the foot?"),
 * and the trouble elsewhere ("it aches at night", "I came down on someone's foot and it rolled"). Neither sentence is a complaint without the other. D548.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { type SiteRow, sites } from '../../vocabulary/sites.ts'
import { answers, type Quote, says } from '../candidates.ts'

/** Parts that can be shown, with their plurals. */
const noPlace =
  /^(?:passing urine|swallowing|skin|joints|muscles|head|face|mouth|gums|sinuses|vagina|penis|pelvis|anus)$/
const irregular: Readonly<Record<string, string>> = { feet: 'foot', calves: 'calf', teeth: 'tooth', guts: 'gut' }
const shown = sites.filter(([site]) => !noPlace.test(site))
const rowOf = new Map<string, SiteRow>([
  ...shown.flatMap((row) => row[3].split('|').flatMap((word) => [word, `${word}s`].map((one) => [one, row] as const))),
  ...Object.entries(irregular).flatMap(([many, one]) => shown.filter((row) => row[3].split('|').includes(one)).map((row) => [many, row] as const)), // biome-ignore format: one row
])
const part = `(${[...rowOf.keys()].sort((a, b) => b.length - a.length).join('|')})`

const lead = '(?:(?:and|so|but|ok|okay|right|now|well|yeah|yes|oh|um|uh|righto|sure|just|mate|doc|doctor|hi|hello|look),? )*' // biome-ignore format: one row
const which = '(?:(?:bloody|stupid|left|right|big|little|other|poor|dodgy|whole|old|rotten) )*'
const end = '(?:,? (?:again|doc|doctor|mate|really|this time|i am afraid))*(?=$|[.,?!;])'
const hurting = 'done|did|hurt|injured|twisted|rolled|sprained|strained|tweaked|pulled|ricked|jarred|banged|bashed|jammed|crushed|wrenched|landed on|cracked|torn|tore|whacked|smashed' // biome-ignore format: a list
/** The patient's words that name the part, and nothing of it; or that it was hurt. */
const named: readonly RegExp[] = [
  `^${lead}(?:it is |it is about |this is |about |because of |with )(?:just )?(?:(?:my|me|the|this) )?${which}${part}${end}`,
  `^${lead}(?:(?:my|me|this) )?${which}${part}${end}`,
  `(?:^|[,.] )${lead}it is (?:my|me|the|this) ${which}${part}${end}`,
  `^${lead}(?:up |down |mainly |mostly |just |it is )*(?:on|in) (?:my|me|the) ${which}${part}(?:,|${end})`,
  `^${lead}(?:my|me|this) ${which}${part}(?:'s| is| has)(?: been)? (?:gone|went|stuffed|buggered|packed (?:it )?in|shot|cactus|giving me|playing up|killing me)\\b`,
  `\\bi (?:have |had )?(?:just |really |only |gone and |went and )*(?:${hurting})(?: in)? (?:my|me|the|this) ${which}${part}\\b`,
  `\\b(?:my|me|the|this) ${which}${part}(?:'s| has| is)?(?: just| sort of| kind of| like)*,? (?:rolled|twisted|buckled|popped|gave way|(?:gone|went),? (?:over|the other way|like,? the other way))\\b`,
  `\\b(?:holding|grabb?(?:ing|ed)|held|pull(?:ing|ed)(?: at| on)?|tugg(?:ing|ed)(?: at| on)?|clutch(?:ing|ed)) (?:his|her|my|the) ${which}${part}\\b`,
].map((form) => new RegExp(form)) // biome-ignore format: one row a line
/** The clinician's words that name the part: "which knee?" asks for the side of the part that is meant. */
const asked: readonly RegExp[] = [
  `\\b(?:which|what) ${which}${part}\\b(?! (?:doctor|specialist|surgeon|clinic|exercises?))`,
  `\\b(?:tell me (?:more )?about|start(?:ing)? with|the (?:go|story|deal|trouble|problem|matter) with|happened (?:to|with)|(?:done|did you do) (?:to|with)|wrong with|going on with|up with|how is|how are|how has|how have) (?:the|your|that|this|his|her|those|these) ${which}${part}${end}`,
  `\\bwhich way did (?:the|your|that|his|her) ${which}${part} go\\b`,
  `^${lead}(?:the |your |that )?${which}${part}[?.]$`,
  `^${lead}(?:left|right) ${part}[,.?]`,
].map((form) => new RegExp(form)) // biome-ignore format: one row a line

const mostAt = 16
/** "Ankles?" later in a talk is one of many things that are asked after. */
const mostBare = 6

export type Place = { readonly row: SiteRow; readonly quotes: readonly Quote[]; readonly at: number }

function rowIn(said: string, forms: readonly RegExp[]): SiteRow | undefined {
  for (const form of forms) {
    const row = rowOf.get(form.exec(said)?.[1] ?? '')
    if (row !== undefined) return row
  }
  return undefined
}

const isFine =
  /^(?:(?:oh|yeah|well|um|the|my|it|is|has been|all|that|this|just|pretty|really|not|too|so|much|been|now|going|back to|[a-z]+),? ){0,4}(?:fine|good|great|better|bad at all|too bad|all right|alright|okay|ok|normal|healed|settled)\b/

function readPlace(sentence: Sentence): readonly Place[] {
  const { segment, said, at } = sentence
  if (segment.speaker === 'patient') {
    const row = sentence.isQuestion ? undefined : rowIn(said, named)
    return row === undefined ? [] : [{ row, quotes: says(sentence), at }]
  }
  const isAfter = sentence.words.length <= 4 && at > mostBare && !/\bwhich\b/.test(said)
  const row = segment.speaker === 'clinician' && !isAfter && (/\bwhich\b/.test(said) || !sentence.terms.some(({ kind }) => kind === 'symptom')) ? rowIn(said, asked) : undefined // biome-ignore format: one row
  const [reply] = sentence.answers
  if (row === undefined || (reply !== undefined && isFine.test(reply.said))) return []
  return [{ row, quotes: sentence.isQuestion && reply !== undefined ? answers(sentence, reply) : says(sentence), at }]
}

const inside: readonly (readonly [whole: string, parts: RegExp])[] = [
  ['leg', /^(?:thigh|knee|calf|shin|ankle|heel|foot|toe)$/],
  ['foot', /^(?:heel|toe)$/],
  ['arm', /^(?:shoulder|elbow|wrist|hand|finger|thumb)$/],
  ['hand', /^(?:finger|thumb)$/],
  ['back', /^(?:lower|upper) back$/],
  ['abdomen', /^(?:lower|upper) abdomen$/],
]
const isInside = (site: string, whole: string): boolean => site === whole || inside.some(([own, parts]) => own === whole && parts.test(site)) // biome-ignore format: one row

/** "Down low, across the middle": of a back this is its lower part. */
const low = /\b(?:low|lower|down low|low down|lumbar|base of)\b/

/** The one part that the opening has as its topic. */
export function findPlace(dialogue: readonly Sentence[]): Place | undefined {
  const all = dialogue.filter(({ at }) => at < mostAt).flatMap(readPlace)
  // The patient names the topic; a clinician also asks where the trouble goes.
  const own = all.filter(({ quotes }) => quotes.every(({ sentence }) => sentence.segment.speaker === 'patient'))
  const places = own.length === 0 || own.some(({ row }) => all.every((other) => isInside(other.row[0], row[0]))) ? all : own // biome-ignore format: one row
  const exact = places.find(({ row }) => places.every((other) => isInside(row[0], other.row[0])))
  if (exact === undefined) return undefined
  const first = Math.min(...places.map(({ at }) => at))
  const lower = shown.find(([site]) => site === 'lower back')
  const shows = exact.row[0] === 'back' && lower !== undefined ? dialogue.find(({ segment, isQuestion, said, at }) => segment.speaker === 'patient' && !isQuestion && at >= first && at <= first + 14 && low.test(said) && !/\b(?:feel(?:ing)?|mood|not|no) low\b|\bblood\b|\bsugars?\b/.test(said)) : undefined // biome-ignore format: one row
  return { row: shows === undefined || lower === undefined ? exact.row : lower, quotes: [...exact.quotes, ...(shows === undefined ? [] : says(shows))], at: first } // biome-ignore format: one row
}

/** The side that stands beside the part in the words of the opening, if they agree. */
export function sideOf(dialogue: readonly Sentence[], { row, at }: Place): { readonly text: 'left' | 'right'; readonly quotes: readonly Quote[] } | undefined {
  const beside = new RegExp(`\\b(left|right) (?:big |little |lower |upper |inner |outer )?(?:${row[3]})\\b(?! side)`)
  const told = dialogue.flatMap((sentence) => {
    const side = sentence.segment.speaker === 'other' || sentence.at > at + mostAt || sentence.isQuestion ? undefined : beside.exec(sentence.said)?.[1]
    return side === 'left' || side === 'right' ? [{ text: side as 'left' | 'right', quotes: says(sentence) }] : []
  })
  const [first] = told
  return first === undefined || told.some(({ text }) => text !== first.text) ? undefined : first
} // biome-ignore format: one row a step

const anyPart = new RegExp(`\\b${part}\\b`, 'g')

/** Another part in the sentence: the trouble is there. */
export const isElsewhere = ({ said }: Sentence, [site, , , words]: SiteRow): boolean =>
  (said.match(anyPart) ?? []).some((one) => {
    const single = irregular[one] ?? one.replace(/s$/, '')
    return !site.includes(single) && !words.includes(single) && !inside.some(([whole, parts]) => whole === single && parts.test(site)) // biome-ignore format: one row
  })
