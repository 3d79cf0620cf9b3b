/** The clauses of a sentence that tell findings: each one alone, a description with its name, a second quality of the same part. */
import { examined, qualities, signs, states } from '../../vocabulary/examination-words.ts'
import { degrees, type Found, found, hasPart, hasSign, isAsRule, quality, readClause } from './constructions.ts'
import { peelFrames, peelTelling } from './frames.ts'

/** A second quality of the same part: "soft, and it's not tender". */
const second = new RegExp(`^(?:it|they|that) (?:is|are)( not)? (${quality}(?: .*)?)$`)
/** A further quality in a row: "awake, alert, and oriented". */
const further = new RegExp(
  `^(?:and )?(?!an? (?!(?:bit|little|touch)\\b))${degrees}(?:${qualities}|${states})(?: (?:[a-z-]+ ){0,5}[a-z-]+)?$`,
)
const again = (clause: string): Found | undefined => {
  const [, not, what = ''] = second.exec(clause) ?? []
  if (what === '' && further.test(clause) && !hasVerb.test(clause))
    return found(clause.replace(/^and /, ''), clause.replace(/^and /, ''))
  return what === '' ? undefined : found(not === undefined ? what : `not ${what}`, what, not !== undefined)
}

/** "And" or "but" before a clause with a verb or a denial of its own. */
const joint = new RegExp(
  `,? (?:and|but) (?=(?:there (?:is|are|was|were)|(?:i|we) (?:can|do|did|am|could|see|hear|feel|find)|you (?:have|are|do)|(?:it|they|that|this|which) (?:is|are|was|looks?|feels?)|no [a-z]))|(?<=\\b(?:is|are|was|were|has|have|looks?|feels?|sounds?|no|not|see|hear|feel|find|appreciate)\\b[^,]*),? (?:and|but) (?=(?:(?:the|your|his|her|both) )?(?:[a-z-]+ ){0,3}?(?:${examined}) (?:is|are|was|were|has|have|looks?|feels?|sounds?|moves?)\\b)|, (?:so |and |but )?`,
)
/** The commas of one denial: "no murmurs, rubs or gallops". */
const denialList =
  /\b(?:no|any|not|without) [a-z -]{2,40}(?:, (?:(?!(?:is|are|has|have|no|not|but|i|you|it|there|that)\b)[a-z-]+ ?){1,5})+,? (?:or|nor) /g
/** The commas between parts: "at the biceps, knees, and ankles". */
const partList = new RegExp(`\\b(?:at|in|on|over|of|across|to|for|through) (?:the |your |both )?(?:${examined})(?:, (?:the |your |both )?(?:${examined}))+,? and (?:the |your |both )?(?:${examined})\\b`, 'g') // biome-ignore format: one pattern
/** A list of words with the form of such a list: few sentences have it, and the pattern with the parts is dear to compile. */
const mayListParts = /\b(?:at|in|on|over|of|across|to|for|through) [^,]+(?:, [^,]+)+,? and /
const listComma = '\u00B8'
const joinParts = (said: string): string =>
  mayListParts.test(said) && hasPart.test(said) ? said.replaceAll(partList, (list) => list.replaceAll(',', listComma)) : said // biome-ignore format: short
const splitClauses = (said: string): readonly string[] =>
  joinParts(said.replaceAll(denialList, (list) => list.replaceAll(',', listComma)))
    .split(joint)
    .map((clause) => clause.replaceAll(listComma, ','))
/** A bare name after a denial: denied too, or found? */
const openList = new RegExp(`^(?:${signs})(?: and (?:${signs}))?$`)

/** Words of perceiving and of talk: a clause of these alone states nothing. */
const idleWords = new Set(
  "as i thought suspected expected now then right so ok okay good well and also what see is this that let me us write down my findings finding note can tell you much for the record just having a feel listen look here there from exam examination on all great lovely alright mm hm news happy glad to say report today hopefully surprise surprisingly interesting interestingly it's there's i'm i'll".split(
    ' ',
  ),
)
/** Praise, an explanation, and what the speaker does meanwhile: they state nothing. */
const idleClauses: readonly RegExp[] = [
  /^(?:(?:and|so|which|that|this|those|these|it|they|all of (?:that|it|those)) )*(?:(?:is|are|looks?|looked|sounds?|was|were) )?(?:(?:really|very|just|all|a|quite|pretty|so|also) )*(?:good|great|fine|reassuring|phenomenal|excellent|perfect|lovely|fantastic|wonderful|what (?:i|we) (?:want|like|hope|wanted|expect) to (?:see|hear|feel))(?: (?:to (?:see|hear)|sign|news|thing|numbers?))?(?: (?:too|as well|then|there|also|now|for (?:you|now|his age|her age|your age)))*$/,
  /^(?:and )?(?:which|that) (?:just |really )?(?:means|is (?:just |basically |when |where |how |what |why |like )).*$/,
  /^(?:i|we|i'd|i'll|we'd) (?:(?:must|have to|can|do|just|also|now|am|would|will|should) )*(?:say|note|notice|noted|see|hear|feel|find|gather|call it|mention|add|press|pressing|push|pushing|listen|listening|look|looking|touch|touching|tap|tapping|check|checking|move|moving|examine|examining|record|recording|write|writing|put|get|got|go)(?: (?:that|this|it|here|there|now|down|in|on|over|around|at|to|for|the record|as i go|my notes?|in my notes?))*$/,
  /^(?:and )?(?:if|when) i (?:push|press|tap|move|bend|squeeze|lift|pull|rock|tilt)(?: (?:on|it|here|there|that|this|down|up|in|over))*$/,
  /^(?:i|we|i'd|i'll) (?:(?:can|must|will|would|do) )*(?:tell|promise|assure|grant|give|show|let) you\b(?: (?:that|this|much|know|what|now|here|for|free|sure|certain))*$/,
]
const isIdle = (clause: string): boolean =>
  clause.split(' ').every((word) => idleWords.has(word)) || idleClauses.some((idle) => idle.test(clause))

/** The lay words before a clinical name: "you've got a bit of a whistle, expiratory wheeze". */
const layWords =
  /^(?:you (?:are|have)|it is|that is|there is|there are|(?:i|we) (?!(?:remember|recall|understand|know|gather|believe|think|guess|suppose|wonder|read|wrote|told|said|asked|want|need)\b)[a-z]+|the|your|his|her) /

/** A clause beside a finding that could change it. */
const bears = /\b(?:if|but|not|no|never|might|may|could|unless|or|except|apart|aside|besides|only|less|better|worse)\b/

/** A name of the finding beside its description: "the throat is crowded, a crowded airway". */
const apposed = new RegExp(
  `^(?:an? |some |the )?(?!(?:is|are|you|i|it|we)\\b)(?:[a-z-]+ ){0,4}(?:${signs}|${examined}|[a-z]{5,})(?: (?:of|in|on|over|at|to|around|under|behind) (?:[a-z-]+ ){0,4}[a-z-]+)?$`,
)
const hasVerb =
  /\b(?:is|are|was|were|has|have|had|can|could|do|does|did|will|would|should|i|you|we|it|that|this|please|let)\b/

/** Stems of the words that carry the sense of a finding. */
const stemsOf = (text: string): readonly string[] => text.split(' ').filter((word) => word.length > 3 && !/^(?:both|very|with|them|really|quite)$/.test(word)).map((word) => word.slice(0, 5)) // biome-ignore format: short
/** True if both tell the same thing in two ways: they share a word, and are both there or both absent. */
const isSame = (one: Found, other: Found): boolean => {
  const stems = stemsOf(one.display)
  return one.isAbsent === other.isAbsent && stemsOf(other.display).some((stem) => stems.includes(stem))
}

const ofPart = new RegExp(`^(?:${examined})\\b`)
/** A description and its name as one finding: "the eyes are steady, no nystagmus". */
function nameAfter(first: Found, second: Found): Found {
  if (first.isAbsent === second.isAbsent) return { ...second, text: `${second.text} (${first.text})` }
  const [part] = ofPart.exec(first.display) ?? []
  const display = part === undefined || second.display.includes(' ') ? second.display : `${part} ${second.display}`
  return { ...second, display, text: `${first.text}, ${second.text}` }
}

/** A name without a verb: "no stiffness", "a bulky uterus". */
const isBareName = (spoken: string): boolean => {
  const clause = spoken.replace(/^(?:it|that|this) is (?!not\b)(?=(?:[a-z-]+ ){0,4}[a-z-]+$)/, 'a ')
  return /^(?:no|an?|some) /.test(clause) && !/\b(?:is|are|has|have|looks?|feels?|sounds?)\b/.test(clause) // biome-ignore format: short
}

type Read = { readonly clause: string; readonly found: Found | undefined }

/** A further quality belongs to the clause before it, and to none if that one was not read. */
function readAll(clauses: readonly string[], isBare: boolean): readonly Read[] {
  const out: Read[] = []
  for (const clause of clauses) {
    const said = peelTelling(peelFrames(clause))
    const isFurther = out.at(-1)?.found !== undefined && (isBare || second.test(said))
    out.push({ clause, found: readClause(said, isBare) ?? (isFurther ? again(said) : undefined) })
  }
  return out
}

/** Bare nouns beside a clause of another matter are no finding ("shellfish, a swollen face"); beside lay words they are its name. */
function readEach(clauses: readonly string[], isExamining: boolean): readonly Read[] {
  const bare = readAll(clauses, isExamining)
  const open = bare.filter(({ found: each }) => each === undefined)
  const isNamed = open.length < bare.length && open.every(({ clause }) => layWords.test(clause))
  return open.length === 0 || isNamed ? bare : readAll(clauses, false)
}

const mostClauses = 6
/** Words of a clause that states nothing: in lay words before its name it may be longer. */
const [mostBeside, mostLay] = [8, 12]

/** The clauses of a sentence that tell findings; undefined if another clause could change them. */
export function readClauses(said: string, isExamining: boolean): readonly Found[] | undefined {
  if (isAsRule(said)) return undefined
  const clauses = splitClauses(said).filter((clause) => clause !== '' && !isIdle(clause))
  if (clauses.length === 0 || clauses.length > mostClauses) return undefined
  const read = readEach(clauses, isExamining)
  const told = read.filter(({ found: each }) => each !== undefined)
  const rest = read.filter(({ found: each }) => each === undefined).map(({ clause }) => clause)
  if (
    told.length === 0 ||
    rest.some(
      (clause) =>
        bears.test(clause) || clause.split(' ').length > (isExamining && layWords.test(clause) ? mostLay : mostBeside),
    )
  )
    return undefined
  if (read.some(({ clause, found: each }, at) => each !== undefined && openList.test(clause) && read[at - 1]?.found?.isAbsent === true)) return undefined // biome-ignore format: short
  return joinNames(
    told.flatMap(({ found: each }) => each ?? []),
    read,
    rest,
  )
}

/** A description and the clinical name after it are one finding: "pressing on the bones is not tender, no spinal tenderness". */
function joinNames(
  list: readonly Found[],
  read: readonly Read[],
  rest: readonly string[],
): readonly Found[] | undefined {
  const [first, next, ...more] = list
  if (first === undefined) return undefined
  const last = read.at(-1)?.clause ?? ''
  const isNaming = isBareName(last) && !isBareName(read[0]?.clause ?? '')
  if (next !== undefined && more.length === 0 && rest.length === 0 && (isSame(first, next) || (isNaming && !hasSign.test(first.display)))) return [nameAfter(first, next)] // biome-ignore format: short
  const [name] = rest
  if (next !== undefined || name === undefined) return list
  const isNamed = last === name && !first.isAbsent && apposed.test(name) && !hasVerb.test(name)
  return [isNamed ? found(`${first.text}, ${name}`, `${first.display}, ${name}`) : first]
}
