/**
 * Findings of an examination by their grammar: the frame that says who perceives is peeled off, and what is left is a sign that is there or
 * not ("there's no murmur"), a state of the person ("you're tender over the kidney") or a part with its quality ("the cervix looks normal").
 */
import type { Claim } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { examined, signs } from '../../vocabulary/examination-words.ts'
import { gerundOf } from '../../vocabulary/order-verbs.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'
import { type Found, found, ofQuality, readClause } from './constructions.ts'

/** Discourse and perception before the finding. */
const frame = new RegExp(
  `^(?:(?:so|ok|okay|right(?=[,.]| (?:now|so|then|your|the|there|i|you|that|it|no|and|well|on|from|looking|having)\\b)|now|and|well|good|great|lovely|yeah|alright|all right|fine|but|then|also|look|mm+|hm+|there you go|let's see|let me see|no surprise)[,.]? |(?:${[
    'for the record',
    "(?:there is |there's )?no (?:doubt|question|mistaking) about (?:it|that|this)",
    'on (?:examination|exam|inspection|listening|palpation|looking|feeling)',
    '(?:from|on|in) (?:the|my|your|this) exam(?:ination)?',
    '(?:from|as far as|by) what i can (?:see|feel|hear|tell|find)|as far as i can (?:see|feel|hear|tell)',
    '(?:just )?(?:having|taking|having had) a (?:quick |good |little |proper )?(?:look|listen|feel)(?: (?:here|now|there|inside|at it|at this))?',
    '(?:just )?(?:looking|listening|feeling|pressing)(?: (?:at|in|to|on|over|around))?(?: (?:here|now|there|inside|it|this))?,',
    'when i (?:press|push|listen|look|feel|tap|examine|move)[^,]{0,30},',
    '(?:i|we) (?:notice|noticed|note|see|found|find)(?: that)?(?= (?:the|your|his|her|that|there|you|he|she|[a-z]+ (?:is|are)|pressing|pupils|rotation|some|a)\\b)',
    '(?:the|my|this) (?:dye|light|test|swab|otoscope|torch|exam(?:ination)?) (?:shows?|reveals?)(?= (?:no|an?|some|the)\\b)',
    "(?:i am|i'm) (?:very |really )?(?:happy|pleased|glad) to (?:say|report|tell you|see)(?: that)?",
    'i can (?:tell you|report|confirm|say)(?: that)?',
    '(?:what|the thing|the main thing) i (?:can |could )?(?:find|see|feel|hear|notice|found)(?: here)? is(?: that)?',
    'i (?:find|note|notice|noticed|found)(?: that)?',
    'the (?:good|main) (?:news|thing|finding) is(?: that)?|(?:the )?good news(?: is)?(?: that)?|my finding is(?: that)?|it (?:looks|seems) (?:to me )?(?:like|as if|as though)',
  ].join('|')}),? )`,
  'i',
)

/** Words that make it a condition, a rule, a guess, a report of the patient's, or a matter of another day. */
const notFound =
  /\b(?:if|might|could|maybe|usual\w*|sometimes|would|should|will|think|because|you (?:said|mentioned|told|feel|felt|get|got|had|were|noticed)|worried|sounds? like|looks? like|whether|when you(?! (?:lift|bend|raise|turn|move|stand|walk|push|press|reach|twist|straighten|cough|breathe)\b)|going to|need|expect|make sure|tend|people|last (?:time|week|month|year)|before|previous\w*|tablets?|take|dose|tests?(?! (?:is|was|shows?|showed|came|comes|has come)\b)|sample|normally|in the first|until|unless|want|let me know|used to|in case|look out|watch|yet|can you|keep|next|hopefully|history|family|options?|alternatives?|no (?:doubt|question|mistaking) about|no excuses|always having|choice of|possibility of|chance of)\b/
const mostWords = 22

/** Gaps at the edges; a gap inside may hide a "not". */
const trimGaps = (text: string): string => text.replace(/^(?:\s*\[[^[\]]*\])+\s*|(?:\s*\[[^[\]]*\])+\s*$/g, '')

/** "Your" of the clinician is "the" of a note. */
const impersonal = (text: string): string =>
  text
    .replace(/\b(?:your|his|her)\b/g, 'the')
    .replace(/ when i (?:move|moved) (?:it|them|that)\b/, ' on movement')
    .replace(/ when (?:i|you|he|she) (press|push|touch|tap|squeeze|lift|bend|raise|turn|move|stand|walk|reach|twist|straighten|cough|breathe|open|swallow|look|listen)(?: (?:on|in)(?= (?:the|it|there|over)\b))?\b/, (_, verb: string) => ` on ${gerundOf(verb)}`)
    .replace(/ on pressing (?:it|there)\b/, ' on pressing')
    .replace(/ with me\b/, '')
    .replace(/,? (?:there|for you|today|at all)$/, '') // biome-ignore format: short

/** "Soft, and it's not tender": a second quality of the same part. */
const joint = /,? (?:and|but) (?:it is|it's|they are) (not )?(?=\w)/

/** Words of perceiving and of talk: a clause of these alone states nothing. */
const idleWords = new Set(
  "as i thought suspected expected now then right so ok okay good well and also what see is this that let me us write down my findings finding note can tell you much for the record just having a feel listen look here there from exam examination on all great lovely alright mm hm news happy glad to say report today hopefully surprise surprisingly interesting interestingly it's there's i'm i'll".split(
    ' ',
  ),
)
const isIdle = (clause: string): boolean => clause.split(' ').every((word) => idleWords.has(word))

/** A clause beside a finding that could change it. */
const bears = /\b(?:if|but|not|no|never|might|may|could|unless|or|except|only|less|better|worse)\b/

/** A name of the finding beside its description: "the throat is crowded, a crowded airway". */
const apposed = new RegExp(`^(?:an? |some |the )?(?:[a-z-]+ ){0,3}(?:${signs}|${examined}|[a-z]{5,})$`)

/** Stems of the words that carry the sense of a finding. */
const stemsOf = (text: string): readonly string[] => text.split(' ').filter((word) => word.length > 3).map((word) => word.slice(0, 5)) // biome-ignore format: short
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
const isBareName = (clause: string): boolean => /^(?:no|an?|some) /.test(clause) && !/\b(?:is|are|has|have|looks?|feels?|sounds?)\b/.test(clause) // biome-ignore format: short

/** The clauses of a sentence that tell findings; undefined if another clause could change them. */
function readClauses(said: string, isExamining: boolean): readonly Found[] | undefined {
  const clauses = said.split(/, (?:so |and )?/).filter((clause) => clause !== '' && !isIdle(clause))
  const [only] = clauses
  if (only === undefined || clauses.length > 4) return undefined
  const readAll = (isBare: boolean) => clauses.map((clause) => ({ clause, found: readClause(peelTelling(peelFrames(clause)), isBare) })) // biome-ignore format: short
  const bare = readAll(isExamining)
  // Beside a clause of another matter, bare nouns are no finding: "shellfish, a swollen face".
  const read = bare.every(({ found: each }) => each !== undefined) ? bare : readAll(false)
  const told = read.filter(({ found: each }) => each !== undefined)
  const rest = read.filter(({ found: each }) => each === undefined).map(({ clause }) => clause)
  if (told.length === 0 || rest.some((clause) => bears.test(clause) || clause.split(' ').length > 8)) return undefined
  const [first, ...others] = told.flatMap(({ found: each }) => each ?? [])
  if (first === undefined) return undefined
  const [second] = others
  // The clinical name after a description is the finding: "pressing on the bones is not tender, no spinal tenderness".
  if (second !== undefined && others.length === 1 && (isSame(first, second) || isBareName(read.at(-1)?.clause ?? ''))) return [nameAfter(first, second)] // biome-ignore format: short
  if (second !== undefined) return [first, ...others]
  const [name] = rest
  const isNamed = name !== undefined && read.at(-1)?.clause === name && !first.isAbsent && apposed.test(name)
  return [isNamed ? found(`${first.text}, ${name}`, `${first.display}, ${name}`) : first]
}

/** Opens contractions: "the throat's red". */
const open = (text: string): string =>
  text
    .replaceAll(/(?<=[a-z])['’]s (?=(?:got|gone|lost|been|come|had|healed|settled|dropped|improved)\b)/g, ' has ')
    .replaceAll(
      /\b(it|there|that|he|she|[a-z]+)['’]s (?!(?:is|are|was|tests?|signs?|points?|manoeuvre|angle|looks?|feels?|brings?)\b)(?=\w)/g,
      '$1 is ',
    )
    .replaceAll(/\b(has|have) got\b/g, '$1')
    .replaceAll(/\b(?:i|I)['’]m\b/g, 'i am')
    .replaceAll(/\b(you|i|they|we)['’]ve\b/g, '$1 have')
    .replaceAll(/\b(you|they)['’]re\b/g, '$1 are')
    .replaceAll(/\bcan['’]t\b/g, 'cannot')
    .replaceAll(/n['’]t\b/g, ' not')

/** A clause of telling before the finding: "you will be interested to hear", "the verdict is". */
const telling =
  /^(?:(?!(?:if|not|no|never|cannot|might|may|could|would|should|unless|you have|you had|you said|because|when|think|worr\w*|hope\w*|afraid)\b)[a-z']+ ){1,8}?(?:that|hear|say|see|report|know|is|learn|add|confirm|find|record|note) (?=(?:there (?:is|are)|the|your|his|her|no|i (?:can|feel|hear|see)|you are|a|[a-z]+ (?:is|are)) )/
const peelTelling = (text: string): string => {
  const bare = text.replace(telling, '')
  return bare !== text && readClause(bare, false) !== undefined ? bare : text
}

function peelFrames(text: string): string {
  let said = text
  while (frame.test(said)) said = said.replace(frame, '')
  return said
}
const peel = (text: string): string => peelTelling(peelFrames(open(cleanWords(trimGaps(text)).toLowerCase())))

/** A second name of the part before its verb: "the soft spot, the fontanelle, is flat". */
const secondName =
  /^((?:the|your|his|her) [a-z ]{3,30}), ((?:the|your|or) [a-z ]{3,30}), ((?:is|are|has|have|looks?|feels?)\b[^,]*)$/

/** The findings of a sentence, as parts of one line. */
function listFound(text: string, isExamining: boolean): readonly Found[] {
  const said = peel(text).replace(secondName, '$1 $3, $2')
  if (said.includes('[') || said.split(' ').length > mostWords || notFound.test(said)) return []
  const [clause = '', not, other, ...more] = said.split(joint)
  const first = readClause(clause, isExamining)
  if (first === undefined || said.includes(','))
    return readClauses(said, isExamining) ?? (first === undefined ? [] : [first])
  if (other === undefined || more.length > 0 || !ofQuality.test(other)) return [first]
  return [first, found(not === undefined ? other : `not ${other}`, other, not !== undefined)]
}

const sides = /\b(left|right|both)\b/

const claimOf = (sentence: Sentence, { display, isAbsent }: Found, at: number): Claim => {
  const name = impersonal(display)
  const side = sides.exec(name)?.[1] as Claim['side'] // the pattern allows no other word
  return claim('finding', { key: `${quoteKey([sentence])}${at === 0 ? '' : `-${at}`}`, display: name }, { ...(isAbsent ? { polarity: 'absent' } : {}), ...(side === undefined ? {} : { side }) }) // biome-ignore format: short
}

/** Words of a conversation, which no line of a note has. */
const spoken = /\b(?:i|me|my|you|we|us)\b/i

/** A finding in the words of the clinician, without the frame. */
export function readFound(sentence: Sentence, isExamining = false): readonly Candidate[] {
  if (sentence.isQuestion) return []
  const list = listFound(sentence.text, isExamining)
  if (list.length === 0) return []
  const text = sentenceCase(
    impersonal(list.map(({ text: one }) => impersonal(one)).join(sentence.text.includes(',') ? ', ' : ' and ')),
  )
  if (spoken.test(text)) return []
  return [{ text: `${text}.`, claims: list.map((each, at) => claimOf(sentence, each, at)), quotes: says(sentence), weight: 86, at: sentence.at }] // biome-ignore format: short
}
