/**
 * Findings of an examination by their grammar: the frame that says who perceives is peeled off, and what is left is a sign that is there or
 * not ("there's no murmur"), a state of the person ("you're tender over the kidney") or a part with its quality ("the cervix looks normal").
 */
import type { Claim } from '../../../core/clinical-note.ts'
import { isOfMoment } from '../../dialogue/instructions.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey } from '../../dialogue/wording.ts'
import { gerundOf } from '../../vocabulary/order-verbs.ts'
import { type Candidate, claim, type Quote, says, sentenceCase } from '../candidates.ts'
import { readClauses } from './clauses.ts'
import { type Found, hasPart, hasSign, readClause } from './constructions.ts'
import { partAlone, peel, peelFront, placed } from './frames.ts'

/** Words that make it a condition, a rule, a guess, a report of the patient's, or a matter of another day. */
export const notFound =
  /\b(?:if(?! i (?:push|press|tap|move|bend|squeeze|lift|pull|rock|tilt)\b)|might|could|maybe|usual\w*|sometimes|would|should|will|think|because|you (?:said|mentioned|told|feel|felt|get|got|had|were|noticed)|worried|sounds? like|looks? like|whether|when you(?! (?:lift|bend|raise|turn|move|stand|walk|push|press|reach|twist|straighten|cough|breathe)\b)|going to|need|expect|make sure|tend|people|who|last (?:time|week|month|year)|before|previous\w*|tablets?|take|dose|(?<!\b(?:(?:in|on) (?:the|your|this|that|his|her) (?:\w+ )?|(?:positive|negative|normal|abnormal) (?:[\w']+ ){1,4}))(?:tests?(?! (?:is|was|are|were|shows?|showed|came|comes|has come)\b)|sample)|(?<!\b(?:moving|working|walking) )normally|in the first|until|unless|want|let me know|used to|in case|look out|watch|yet|can you|keep|next|they (?:say|said|wrote)|letter|hopefully|history|family|options?|alternatives?|no (?:doubt|question|mistaking) about|bleeding (?:in between|between periods|after sex)|no excuses|always having|choice of|possibility of|chance of|lignocaine|local an\w+|(?:small|little|sharp) (?:sting|scratch)|bleeding, infection|emergency|ambulance|hospital|triple zero)\b/
const mostWords = 30

/** "Your" of the clinician is "the" of a note. */
const impersonal = (text: string): string =>
  text
    .replace(/\b(?:your|his|her)\b/g, 'the')
    .replace(/ when i (?:move|moved) (?:it|them|that)\b/, ' on movement')
    .replace(/ (?:when|as) (?:i|you|he|she) (press|push|touch|tap|squeeze|lift|bend|raise|turn|move|stand|walk|reach|twist|straighten|cough|breathe|open|swallow|look|listen|palpate|extend|flex|rotate)(?: (?:on|in)(?= (?:the|it|there|over)\b))?\b/, (_, verb: string) => ` on ${gerundOf(verb)}`)
    .replace(/ on pressing (?:it|there)\b/, ' on pressing')
    .replace(/ (?:(?:right|just|up|down|over|round|around) )?(?:here|there)(?= (?:over|on|at|in|around|under|above|below|behind|across)\b)/g, '')
    .replace(/ (?:with|to) me\b/, '')
    .replace(/(?<!\bbut),? (?:(?:in )?there|for you|today|at all)$/, '') // biome-ignore format: short

/** A clause that may change what stands before it. */
const bearsLater = /,.*\b(?:if|but|not|no|never|might|may|could|unless|except|apart|aside|besides)\b/

/** "Look at your toes, Alfie." */
const calledBy = /, [A-Z][a-z]+(?=[.!?]?$)/

/** The findings of a sentence, as parts of one line. */
function listFound(text: string, isExamining: boolean): readonly Found[] {
  const { said: whole, place } = peelFront(peel(text.replace(calledBy, '')))
  // "Neck nice and bendy, look at your toes."
  const said = whole.includes(', ') ? whole.split(', ').filter((one) => !isOfMoment(one)).join(', ') : whole // biome-ignore format: short
  if (said.includes('[') || said.split(' ').length > mostWords || notFound.test(said)) return []
  const list = readClauses(said, isExamining)
  const first = list === undefined && !bearsLater.test(said) ? readClause(said, isExamining) : undefined
  return placed(list ?? (first === undefined ? [] : [first]), place)
}

const sides = /\b(left|right|both)\b/

const claimOf = (sentence: Sentence, { display, isAbsent }: Found, at: number): Claim => {
  const name = impersonal(display)
  const side = sides.exec(name)?.[1] as Claim['side'] // the pattern allows no other word
  return claim('finding', { key: `${quoteKey([sentence])}${at === 0 ? '' : `-${at}`}`, display: name }, { ...(isAbsent ? { polarity: 'absent' } : {}), ...(side === undefined ? {} : { side }) }) // biome-ignore format: short
}

type Group = { readonly group: readonly Found[]; readonly from: number }

/** A quality without a subject of its own stays with the part before it: "thyroid enlarged, smooth". */
function groupBySubject(list: readonly Found[]): readonly Group[] {
  const groups: Group[] = []
  for (const [from, found] of list.entries()) {
    const last = groups.at(-1)
    // "Not spreading" says nothing without its thing.
    if (found.isAbsent && /^not [a-z]+$/.test(found.text) && !hasPart.test(found.display)) continue
    const leans = !found.isAbsent && !hasPart.test(found.display) && !hasSign.test(found.display)
    if (leans && last?.group.every(({ isAbsent }) => !isAbsent) === true)
      groups.splice(-1, 1, { ...last, group: [...last.group, found] }) // biome-ignore format: short
    else groups.push({ group: [found], from })
  }
  return groups
}

/** Words of a conversation, which no line of a note has. */
const spoken = /\b(?:i|me|my|you|we|us)\b/i

/** "Big toe joint, left.", "and the heartbeat", "he's warm": a part alone, or a quality without its part. */
const onlyPart = new RegExp(
  `^(?:warm|hot|cold|soft|hard|big)$|^${partAlone()}$|^[a-z ]+ (?:first|next)$|^(?:blood )?pressure (?:one|two|a hundred|\\w+ty)\\b`,
  'i',
)

/** "Border is, there is a notch": the speaker began again. */
const brokenOff = /\b(?:is|are|was|were),/i

/** "Cold hands, I apologise.": those of the examiner. */
export const isOwnHands = ({ said }: Sentence): boolean => /\bhands?\b.*\b(?:sorry|apolog\w*|warm (?:them|my))\b|\b(?:sorry|excuse|apolog\w*|my)\b.*\bhands?\b/.test(said) // biome-ignore format: one row

/** "Like a little scar": a likeness. "Bleeding, infection, a small scar": the risks of a procedure. "The bleeding, the weight": what was told is summed up. */
const notSeen = /^(?:it is |sort of |kind of |a bit |just )?like (?:an?|the|some)\b|\b(?:bleeding|bruising|pain|swelling),? (?:(?:and|or|a bit of|risk of) )?(?:infection|scarring)\b|^(?:(?:so|and|now) )*the [a-z]+(?: [a-z]+){0,3}, the [a-z]+(?: [a-z]+){0,3}, (?:and )?(?:the|your)\b/ // biome-ignore format: one pattern
export const isNotSeen = ({ said }: Sentence): boolean => notSeen.test(said)

/** A finding in the words of the clinician, without the frame. */
export function readFound(sentence: Sentence, isExamining = false): readonly Candidate[] {
  if (sentence.isQuestion || isOwnHands(sentence) || isNotSeen(sentence)) return []
  const list = listFound(sentence.text, isExamining)
  if (list.length === 0) return []
  return tellFound(sentence, list)
}

/** The findings of one sentence as lines; `first`: the number of the first one among those of the sentence. */
export function tellFound(
  sentence: Sentence,
  list: readonly Found[],
  quotes = says(sentence),
  first = 0,
): readonly Candidate[] {
  // How far a "no" reaches is a question of its own: only a sign with the denial that names it ("eyes steady, no nystagmus") is one line.
  const denials = list.filter(({ isAbsent }) => isAbsent)
  const isNamed =
    list.length === 2 && list[0]?.isAbsent === false && !/^nothing\b/.test(list[0].text) && list[1]?.isAbsent === true
  const isApart =
    denials.length === list.length ||
    (!isNamed && denials.length > 0 && denials.every(({ text }) => /^no /i.test(text)))
  if (list.length > 1 && isApart)
    return groupBySubject(list).flatMap(({ group, from }) => lineOf(sentence, group, first + from, quotes))
  return lineOf(sentence, list, first, quotes)
}

function lineOf(
  sentence: Sentence,
  list: readonly Found[],
  from: number,
  quotes: readonly Quote[],
): readonly Candidate[] {
  const text = sentenceCase(
    impersonal(list.map(({ text: one }) => impersonal(one)).join(sentence.text.includes(',') ? ', ' : ' and ')),
  )
  if (/^any\b/i.test(text) || spoken.test(text) || brokenOff.test(text) || onlyPart.test(text)) return []
  return [{ text: `${text}.`, claims: list.map((each, at) => claimOf(sentence, each, from + at)), quotes, weight: 86, at: sentence.at }] // biome-ignore format: short
}
