/**
 * Findings of an examination by their grammar: the frame that says who perceives is peeled off, and what is left is a sign that is there or
 * not ("there's no murmur"), a state of the person ("you're tender over the kidney") or a part with its quality ("the cervix looks normal").
 */
import type { Claim } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { examined, qualities, signs, states } from '../../vocabulary/examination-words.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'

/** Discourse and perception before the finding. */
const frame = new RegExp(
  `^(?:(?:so|ok|okay|right|now|and|well|good|great|lovely|yeah|alright|all right|fine|but|then|also|look|mm+|hm+|there you go|let's see|let me see|no surprise)[,.]? |(?:${[
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
  /\b(?:if|might|could|maybe|usual\w*|sometimes|would|should|will|think|because|you (?:said|mentioned|told|feel|felt|get|got|had|were|noticed)|worried|sounds? like|looks? like|whether|when you(?! (?:lift|bend|raise|turn|move|stand|walk|push|press|reach|twist|straighten|cough|breathe)\b)|going to|need|expect|make sure|tend|people|last (?:time|week|month|year)|before|previous\w*|tablets?|take|dose|test|sample|until|unless|want|let me know|used to|in case|look out|watch|yet|can you|keep|next|hopefully|history|family|options?|alternatives?|no (?:doubt|question|mistaking) about|no excuses|always having|choice of|possibility of|chance of)\b/
const quality = `(?:(?:a|an|all|both|very|quite|rather|really|pretty|nice and|perfectly|completely|totally|slightly|mildly|moderately|bit|little|little bit|touch|on the|still|also|just|looking|sounding|feeling|not|no longer|more|fairly|equally|nicely) )*(?:${qualities})`
/** The subject of a finding: a noun phrase with a part of the body, or with the name of an examination, in it. */
const subjectWord = "(?!(?:i|you|he|she|it|we|they|is|are|not|no|and|but|or|if|that|which|so|because)\\b)[a-z'-]+"
const subject = `(?:${subjectWord} ){0,7}?(?:${examined}|examination|exam|acuity|rotation|flexion|extension|abduction|mental state|growth|development|sounds|reading|posture|range)(?: (?:of|in|on|at|across|over|around|behind|under|to) (?:${subjectWord} ){0,5}?${subjectWord})?`
const part = `(?:(?:the|your|his|her|both|that|this|left|right|upper|lower|inner|outer|front|back|top|bottom|side|of|in|on|either) )*(?:${examined})(?: (?:(?:of|in|on|at|around|over|behind) )?(?:the|your|his|her|both|left|right|${examined})| and (?:the |your )?(?:${examined})|, (?:the )?(?:${examined}))*`

type Found = { readonly text: string; readonly display: string; readonly isAbsent: boolean }

const found = (text: string, display: string, isAbsent = false): Found => ({ text, display, isAbsent })

const hasSign = new RegExp(`\\b(?:${signs})\\b`)

/** Each construction: a pattern, and the finding that it tells. */
type Construction = { readonly said: RegExp; readonly tell: (match: RegExpExecArray) => Found | undefined }

const whole = ([, what = '']: RegExpExecArray): string =>
  what.replace(/^(?:any|an?(?! (?:little|bit|few|lot)\b)|the|your|his|her) /, '')

// biome-ignore format: one row a line
const constructions: readonly Construction[] = [
  // A part that cannot be felt: only some parts should be felt.
  { said: new RegExp(`^(?:i|we) (?:can ?not|could not|did not) feel (?:(?:the|your|his|her) )(${examined})$`), tell: (match) => found(`cannot feel the ${whole(match)}`, `feel the ${whole(match)}`, true) },
  // A denied existence or perception.
  { said: /^(?:there (?:is|are|was|were) (?:no|not any)|(?:i|we) (?:can ?not|could not|did not|do not) (?:see|hear|feel|find|detect|pick up)|(?:i|we) (?:see|hear|feel|find|found) no|no)(?: signs? of| evidence of)? (.+)$/, tell: (match) => (hasSign.test(whole(match)) ? found(`no ${whole(match)}`, whole(match), true) : undefined) },
  // An existence or perception.
  { said: /^(?:there (?:is|are|was|were)|(?:i|we) can (?:just )?(?:see|hear|feel|make out)|(?:i|we) (?:see|hear|feel|found)|you (?:have|have got|do have)) (?!no\b|not\b)(.+)$/, tell: (match) => (hasSign.test(whole(match)) ? found(whole(match), whole(match)) : undefined) },
  // A state of the person.
  { said: new RegExp(`^(?:you|he|she) (?:are|is|look|looks|seem|seems|feel|feels)( not)? ((?:(?:a|an|very|quite|rather|really|pretty|slightly|bit|little|touch|looking|still|nice and|all) )*(?:${states})\\b.*)$`), tell: ([, not, what = '']) => found(not === undefined ? what : `not ${what}`, what, not !== undefined) },
  // A part with its quality.
  { said: new RegExp(`^(${part}) (?:is|are|looks?|feels?|sounds?|seems?|appears?|(moves?)|has|have)( not)? (${quality}\\b.*)$`), tell: ([, where = '', verb, not, what = '']) => partWith(verb === undefined ? where : `${where} ${verb}`, what, not !== undefined) },
  { said: new RegExp(`^(${subject}) (?:is|are|looks?|feels?|sounds?|seems?|appears?)( not)? (${quality}\\b.*)$`), tell: ([, where = '', not, what = '']) => partWith(where, what, not !== undefined) },
  // A movement that gives no pain, or one that does.
  { said: /^((?:pressing|pushing|tapping|moving|bending|turning|lifting|squeezing)\b.{2,40}?) (?:is|are)( not)? (tender|sore|painful|uncomfortable)(.*)$/, tell: ([, where = '', not, what = '', rest = '']) => found(`${where}${not ?? ''} ${what}${rest}`, `${where} ${what}`, not !== undefined) },
]

function partWith(where: string, what: string, isDenied: boolean): Found {
  const site = where.replace(/^(?:the|your|his|her|both|that|this) /, (word) => (/^both/.test(word) ? word : ''))
  const bare = what.replace(/^not /, '')
  const isAbsent = isDenied || bare !== what
  return isAbsent ? found(`${site} not ${bare}`, `${site} ${bare}`, true) : found(`${site} ${what}`, `${site} ${what}`)
}

const mostWords = 22

/** Gaps at the edges; a gap inside may hide a "not". */
const trimGaps = (text: string): string => text.replace(/^(?:\s*\[[^[\]]*\])+\s*|(?:\s*\[[^[\]]*\])+\s*$/g, '')

/** "Your" of the clinician is "the" of a note. */
const impersonal = (text: string): string =>
  text
    .replace(/\b(?:your|his|her)\b/g, 'the')
    .replace(/ when i (press|push|touch|tap|squeeze)(?: (?:on|in))? /, (_, verb: string) => ` on ${verb === 'squeeze' ? 'squeez' : verb === 'tap' ? 'tapp' : verb}ing `)
    .replace(/ with me\b/, '')
    .replace(/,? (?:there|for you|today|at all)$/, '') // biome-ignore format: short

/** "Soft, and it's not tender": a second quality of the same part. */
const joint = /,? (?:and|but) (?:it is|it's|they are) (not )?(?=\w)/

function readClause(clause: string): Found | undefined {
  for (const { said, tell } of constructions) {
    const match = said.exec(clause)
    const told = match === null ? undefined : tell(match)
    if (told !== undefined) return told
  }
  return undefined
}

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

/** The clauses of a sentence that tell findings; undefined if another clause could change them. */
function readClauses(said: string): readonly Found[] | undefined {
  const clauses = said.split(/, (?:so |and )?/).filter((clause) => clause !== '' && !isIdle(clause))
  const [only] = clauses
  if (only === undefined || clauses.length > 3) return undefined
  const read = clauses.map((clause) => ({ clause, found: readClause(peelTelling(peelFrames(clause))) }))
  const told = read.filter(({ found: each }) => each !== undefined)
  const rest = read.filter(({ found: each }) => each === undefined).map(({ clause }) => clause)
  if (told.length === 0 || rest.some((clause) => bears.test(clause) || clause.split(' ').length > 8)) return undefined
  const [first, second] = told.flatMap(({ found: each }) => each ?? [])
  if (first === undefined) return undefined
  // The clinical name after a description is the finding: "pressing on the bones is not tender, no spinal tenderness".
  if (second !== undefined) return first.isAbsent === second.isAbsent && told.length === 2 ? [{ ...second, text: `${second.text} (${first.text})` }] : undefined // biome-ignore format: short
  const [name] = rest
  const isNamed = name !== undefined && read.at(-1)?.clause === name && !first.isAbsent && apposed.test(name)
  return [isNamed ? found(`${first.text}, ${name}`, `${first.display}, ${name}`) : first]
}

/** Opens contractions: "the throat's red". */
const open = (text: string): string =>
  text
    .replaceAll(/\b(it|there|that|he|she|[a-z]+)['’]s (?=\w)/g, '$1 is ')
    .replaceAll(/\b(you|they)['’]re\b/g, '$1 are')
    .replaceAll(/\bcan['’]t\b/g, 'cannot')
    .replaceAll(/n['’]t\b/g, ' not')

/** A clause of telling before the finding: "you will be interested to hear", "the verdict is". */
const telling =
  /^(?:(?!(?:if|not|no|never|might|may|could|would|should|unless|you have|you had|you said|because|when|think|worr\w*|hope\w*|afraid)\b)[a-z']+ ){1,8}?(?:that|hear|say|see|report|know|is|learn|add|confirm|find|record|note) (?=(?:there (?:is|are)|the|your|his|her|no|i (?:can|feel|hear|see)|you are|a|[a-z]+ (?:is|are)) )/
const peelTelling = (text: string): string => {
  const bare = text.replace(telling, '')
  return bare !== text && readClause(bare) !== undefined ? bare : text
}

function peelFrames(text: string): string {
  let said = text
  while (frame.test(said)) said = said.replace(frame, '')
  return said
}
const peel = (text: string): string => peelTelling(peelFrames(open(cleanWords(trimGaps(text)).toLowerCase())))

const ofQuality = new RegExp(`^${quality}\\b`)

/** The findings of a sentence, as parts of one line. */
function listFound(text: string): readonly Found[] {
  const said = peel(text)
  if (said.includes('[') || said.split(' ').length > mostWords || notFound.test(said)) return []
  const [clause = '', not, other, ...more] = said.split(joint)
  const first = readClause(clause)
  if (first === undefined || said.includes(',')) return readClauses(said) ?? (first === undefined ? [] : [first])
  if (other === undefined || more.length > 0 || !ofQuality.test(other)) return [first]
  return [first, found(not === undefined ? other : `not ${other}`, other, not !== undefined)]
}

const sides = /\b(left|right|both)\b/

const claimOf = (sentence: Sentence, { display, isAbsent }: Found, at: number): Claim => {
  const name = impersonal(display)
  const side = sides.exec(name)?.[1] as Claim['side'] // the pattern allows no other word
  return claim('finding', { key: `${quoteKey([sentence])}${at === 0 ? '' : `-${at}`}`, display: name }, { ...(isAbsent ? { polarity: 'absent' } : {}), ...(side === undefined ? {} : { side }) }) // biome-ignore format: short
}

/** A finding in the words of the clinician, without the frame. */
export function readFound(sentence: Sentence): readonly Candidate[] {
  if (sentence.isQuestion) return []
  const list = listFound(sentence.text)
  if (list.length === 0) return []
  const text = sentenceCase(impersonal(list.map(({ text: one }) => impersonal(one)).join(' and ')))
  return [{ text: `${text}.`, claims: list.map((each, at) => claimOf(sentence, each, at)), quotes: says(sentence), weight: 86, at: sentence.at }] // biome-ignore format: short
}
