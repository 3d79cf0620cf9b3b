/** Whether a sentence asserts a term: negation, doubt, person, time. After NegEx and ConText, with rows for speech. */
import type { Term } from '../vocabulary/terms.ts'
import { isDeniedAfter, isDeniedTwice, isFreeOf, readSought } from './late-denials.ts'
import { isLayOpinion, isOfAnimal } from './others.ts'
import { people } from './reply-forms.ts'
import type { Sentence } from './sentence.ts'
import { isLikeness, isPlea, isTurnOfSpeech, mayBeIdiom } from './turns-of-speech.ts'

export type Status = 'present' | 'absent' | 'doubtful' | 'not-asserted'
export type Context = {
  readonly status: Status
  readonly time: 'current' | 'past'
  /** It was there and has gone. */
  readonly isResolved: boolean
  /** About the beginning. */
  readonly isInitial: boolean
  /** "I had", which may be now or long ago. */
  readonly isHad: boolean
  readonly relative?: string
}

const ends = new Set([
  'but',
  'because',
  'although',
  'though',
  'except',
  'however',
  'cause',
  'apart',
  '.',
  ';',
  ':',
  '?',
  '!',
])
const negators = new Set(['not', 'no', 'never', 'nobody', 'without', 'neither', 'nor', 'none', 'denies'])
const doubters = new Set(
  'maybe might possibly perhaps probably could wonder wondering wondered unsure seems'.split(' '),
)
const fears =
  /\b(?:worried|worry|worries|worrying|scared|afraid|frightened|fear|concerned|concern|in case|google|googled|googling|online|internet|looked (?:it|this|that) up|read|sign of|what if|wonder|wondering|could be|might be|heard|related to|cause of|caused by|due to|because of|looks? like|similar to|as if|instead of|rather than|ruled? out|tested for|test for|measur\w*|checked|check my|taken my|took my|taking my|checked for|screen|screening|vaccin\w*|jab|immunis\w*|immuniz\w*|prevent|avoid|hoping|hope|hate|risk)\b/
const hypothetical = new Set(['if', 'unless', 'whether', 'would', 'should', 'define'])
const resolvedAfter =
  /\b(?:gone|went away|gone away|stopped|settled|cleared|cleared up|subsided|eased off|better now|not any ?more|anymore|any more|no longer|finished|disappeared|resolved|passed|went(?! (?:over|on|down|up|to|for|back|out|in|into|from|through|round|numb|red|blue|white|black|weak|stiff|dead|home)\b)|(?:seem\w*|appear\w*) to (?:go away|have gone|settle|clear|pass|stop|disappear|ease off)|that is better|fine now|ok now|all right now|i am (?:right|all right|fine|good|okay) (?:now|again)|but (?:it is )?better now)\b/
const resolvedBefore = /\b(?:stopped|no longer|finished)(?: (?:having|the|my|any|with))*$/
const pastWords =
  /\b(?:used to|in the past|as a child|as a kid|when i was|years ago|year ago|last year|previously|at the start|at the beginning|in the beginning|initially|the first day|first day|at first|when (?:it|this|they|(?:the |my )?symptoms?) (?:all )?(?:started|began)|before(?! (?:it|the|this|that|they|my|an?|i|each|every|meals?|bed|food|going)\b)|earlier on|once(?! a| per| every| daily| in)|back in|childhood|growing up|a while ago|long time ago|the other day|a few weeks ago|months ago)\b/
const onsetWords =
  /\b(?:start\w*|since|began|begin|beginning|came on|come on|going on|been having|have had|i've had|noticed|for the)\b/

/** Relatives by blood, in the words of a note. */
export const relatives: ReadonlyMap<string, string> = new Map(Object.entries({
  mum: 'mother', mom: 'mother', mother: 'mother', mums: 'mother', moms: 'mother', mam: 'mother', dad: 'father', father: 'father', dads: 'father',
  brother: 'brother', brothers: 'brothers', sister: 'sister', sisters: 'sisters', son: 'son', daughter: 'daughter',
  grandma: 'grandmother', grandmother: 'grandmother', gran: 'grandmother', granny: 'grandmother', nan: 'grandmother', nana: 'grandmother',
  grandad: 'grandfather', granddad: 'grandfather', grandfather: 'grandfather', grandpa: 'grandfather', pop: 'grandfather',
  nanna: 'grandmother', nonna: 'grandmother', oma: 'grandmother', nonno: 'grandfather', opa: 'grandfather',
  aunt: 'aunt', auntie: 'aunt', aunty: 'aunt', uncle: 'uncle', cousin: 'cousin', parents: 'parents', parent: 'parent',
})) // biome-ignore format: a table
const others = new Set(
  'wife husband missus hubby man lady bloke guy mate mates neighbour neighbours partner girlfriend boyfriend friend friends colleague colleagues flatmate flatmates roommate neighbour child children kid kids baby boss family people someone somebody everyone he she him housemate nephew niece grandchildren'.split(
    ' ',
  ),
)

/** People whom a speaker tells of. A clinician's order to or about one of them may still concern the patient. */
const toldOf = new Set(
  'boy boys girl girls woman women men lad lads lass fellow fella chap chaps pal pals buddy lodger tenant landlord landlady workmate workmates coworker teammate classmate spouse fiance fiancee carer customer customers client clients passenger driver guide teacher gentleman ladies'.split(
    ' ',
  ),
)

export const isOtherPerson = (word: string): boolean => others.has(word) || word === 'they'

/** True if the words name anybody but patient and clinician. */
export const nameOthers = (words: readonly string[]): boolean =>
  words.some(isOtherPerson) || findRelative(words, 0, words.length) !== undefined

const wordsOf = (sentence: Sentence): readonly string[] => sentence.words.map(({ text }) => text)

/** Index after the last boundary before the term. */
function clauseStart(words: readonly string[], from: number): number {
  for (let at = from - 1; at >= 0; at--) if (ends.has(words[at] ?? '')) return at + 1
  return 0
}
function clauseEnd(words: readonly string[], to: number): number {
  for (let at = to + 1; at < words.length; at++) if (ends.has(words[at] ?? '')) return at
  return words.length
}

const breaksScope = /^(?:i|it|my|just|only|so|yeah|yes|we|you|then|which|there|he|she)$/

/** A "no" that answers ("no, I...", "no I have") does not negate what follows it. */
function isParticle(words: readonly string[], at: number): boolean {
  const word = words[at]
  if (word !== 'no' && word !== 'never' && word !== 'none') return false
  const next = words[at + 1] ?? ','
  return next === ',' || next === '[?]' || breaksScope.test(next) || (next === 'no' && isParticle(words, at + 1))
}

function isNegated(words: readonly string[], start: number, from: number): boolean {
  for (let at = from - 1, steps = 0; at >= start && steps < 8; at--, steps++) {
    const word = words[at] ?? ''
    if (negators.has(word)) return !isParticle(words, at) && !isPseudo(words, at) && !presupposes(words, at) && !isOfCapacity(words, at, from) && !isReplaced(words, at, from) // biome-ignore format: short
    // A new subject or a comma followed by one ends the reach of a negation before it.
    if (
      /^(?:just|only|i|it|my|yeah|yes|then|is|have|got|am)$/.test(word) &&
      steps > 0 &&
      hasNewSubject(words, at, from)
    )
      return false
  }
  return false
}
const hasNewSubject = (words: readonly string[], at: number, from: number): boolean =>
  /^(?:just|only|yeah|yes|then)$/.test(words[at] ?? '') ||
  (/^(?:i|it|my)$/.test(words[at] ?? '') &&
    !negators.has(words[at + 1] ?? '') &&
    !negators.has(words[at + 2] ?? '') &&
    from - at > 1)

/** "I can't shake this cough": who cannot be rid of a thing, or cannot bear it, has it. The negation is of the verb. */
const ofRidding =
  /^(?:(?:seem|manage|appear|get|quite|really|just|ever) (?:to )?)*(?:ignore|deny|shake|shift|stop|beat|kick|escape|hide|explain|bear|stand|handle|tolerate|take|get (?:rid of|over|past|used to|away from|on top of)|put up with|(?:cope|live|deal|sleep|work|move|walk|breathe|concentrate) (?:with|for|through))\b(?! (?:any|anything)\b)/
const presupposes = (words: readonly string[], at: number): boolean =>
  words[at] === 'not' && /^(?:can|could|will|would)$/.test(words[at - 1] ?? '') && ofRidding.test(words.slice(at + 1, at + 7).join(' ')) // biome-ignore format: short

/** "No energy left, total exhaustion": who lacks a capacity has the trouble that is named beside it. */
const capacity = /^(?:energy|go|strength|puff|appetite|interest|feeling|sensation|power|grip|balance|patience|motivation|stamina|oomph|sleep|rest|peace|comfort|relief|let up|taste|smell|confidence|control|break|respite)$/ // biome-ignore format: short
function isOfCapacity(words: readonly string[], at: number, from: number): boolean {
  const end = words.indexOf(',', at)
  const isListed = words.slice(end + 1, from).some((word) => /^(?:,|or|and|nor|no|not)$/.test(word))
  return end > at && end < from && !isListed && words.slice(at + 1, end).some((word) => capacity.test(word))
}

/** "Cramps, no, not cramps, tingling": what is said in the place of a name that was taken back. */
function isReplaced(words: readonly string[], at: number, from: number): boolean {
  const end = words.indexOf(',', at)
  const isOfName = words[at] === 'not' && words[at - 1] === ',' && words[at - 2] === 'no'
  const isListed = words.slice(end).some((word) => /^(?:or|nor|not|no)$/.test(word)) || words.slice(end, from).includes('and') // biome-ignore format: short
  return isOfName && end > at && end < from && !isListed
}

const isPseudo = (words: readonly string[], at: number): boolean =>
  /^(?:only|just|sure|really|too|that|even|problem|doubt|because|very|always|so|normally|as|much|usually|necessarily)$/.test(
    words[at + 1] ?? '',
  )

/** "not sure", "not too bad", "not really": neither yes nor no. */
const isWeakened = (words: readonly string[], start: number, from: number): boolean =>
  words.slice(Math.max(start, from - 7), from).some((word, index, slice) => word === 'not' && isPseudo(slice, index))

/** "My mum's sister": a relative of a relative, by the names of both. */
const ofParent: Readonly<Record<string, string>> = { mother: 'grandmother', father: 'grandfather', sister: 'aunt', sisters: 'aunts', brother: 'uncle', brothers: 'uncles' } // biome-ignore format: a table
const parents: ReadonlySet<string> = new Set(['mother', 'father'])

/** "My sister's little one", "my brother's wife": the relative only says whose. */
const isOwner = (next: string): boolean => others.has(next) || toldOf.has(next) || next === 'little' || next === 'dog' || next === 'cat' // biome-ignore format: short

/** "My brother-in-law", "my step brother": no relative by blood. D390. */
const isInLaw = (words: readonly string[], at: number): boolean =>
  /^(?:in law|-?in-laws?)\b/.test(words.slice(at + 1, at + 3).join(' ')) ||
  /^(?:step|adoptive|foster)$/.test(words[at - 1] ?? '')

export function findRelative(
  words: readonly string[],
  start: number,
  end: number,
): { name: string; at: number } | undefined {
  for (let at = end - 1; at >= start; at--) {
    const name = relatives.get(words[at] ?? '')
    const owner = relatives.get(words[at - 1] ?? '')
    if (name === undefined || others.has(words[at - 1] ?? '') || isOwner(words[at + 1] ?? '') || isInLaw(words, at))
      continue
    // "One of my sisters" is one.
    if (owner === undefined || at === start) return { name: /\bone of (?:my|our|his|her|the)(?: \w+)?$/.test(words.slice(start, at).join(' ')) ? name.replace(/s$/, '') : name, at } // biome-ignore format: short
    const whole = parents.has(owner) ? ofParent[name] : undefined
    return whole === undefined ? undefined : { name: whole, at }
  }
  return undefined
}
const findOther = (words: readonly string[], start: number, end: number): boolean =>
  words.slice(start, end).some((word, at, part) => others.has(word) || toldOf.has(word) || /^(?:grand|step|great-)/.test(word) || isOtherHalf(part, at)) // biome-ignore format: short
const isOtherHalf = (words: readonly string[], at: number): boolean => words[at] === 'half' && /^(?:other|better)$/.test(words[at - 1] ?? '') && words[at - 2] === 'my' // biome-ignore format: short

/** The last "I" before the term replaces anyone named earlier; "I think" does not. */
function subjectStart(words: readonly string[], start: number, from: number): number {
  for (let at = from - 1; at > start; at--)
    if (
      words[at] === 'i' &&
      /^(?:have|am|got|had|get|feel|do|was|just|also|started|noticed|keep)$/.test(words[at + 1] ?? '')
    )
      return at
  return start
}
const resolvedLater =
  /\b(?:but|and|now)\b[^.]{0,30}\b(?:(?<!\b(?:been|bit|little|slightly|getting|lot|feel|feels|no) )better|gone|(?<!\bi )stopped|settled|subsided|passed|past|cleared|went away|fine now|ok now|not since|not (?:been|had (?:it|any|one|that)|got (?:it|any)|noticed (?:it|any)) (?:since|for (?:a|days|weeks|months)))\b/
const ofTheBeginning =
  /\b(?:at the start|at the beginning|in the beginning|initially|first day|at first|when (?:it|this|they|(?:the |my )?symptoms?) (?:all )?(?:started|began))\b/
const isPastClause = (clause: string): boolean =>
  pastWords.test(clause) &&
  !(
    onsetWords.test(clause) &&
    !/\b(?:used to|in the past|as an? (?:small |young |little )?(?:child|kid|boy|girl|baby|toddler|teenager)|when i was|in (?:my )?childhood|growing up)\b/.test(
      clause,
    ) &&
    !ofTheBeginning.test(clause)
  )

/** "screen", "test": somebody looked for it; that does not mean the patient had it. */
const testedFor = new Set(
  'scare scares screen screening test tests reading readings reader check checked vaccine vaccination jab clinic nurse doctor specialist tablets medication'.split(
    ' ',
  ),
)

/** "They took my appendix out", "vaccinated against the flu": words of the deed itself. */
const doing = /\b(?:took|taken|taking) my\b|\b(?:vaccin|immuni[sz])\w*|\bjabs?\b/g
const isDone = ({ kind }: Term): boolean => kind === 'procedure' || kind === 'vaccine'

/** "I should say that my mother had a stroke": the auxiliary belongs to the saying, and makes nothing unreal. */
const announces = /\bi (?:should|ought to|must|might|could|would|may|had better) (?:also |just |probably |perhaps )*(?:say|mention|add|tell you|point out|note|let you know|warn you|admit|confess)(?: as well| too)?(?: that)?(?: |$)/ // biome-ignore format: short

/** "Fainting, well, my mother did.": the verb behind the name gives it to somebody else. */
const ofOtherAfter = new RegExp(`^(?:, )?(?:(?:well|no|but|only|just|um|uh|er|oh) (?:, )?)*(?:my|our) (?:\\w+ )?${people} (?:did|does|do|had|has|have|was|is|used to|gets?|got)(?: (?:it|that|them|those|one|though))?(?: ,.*| \\..*)?$`) // biome-ignore format: one pattern

/** Reads the sentence's assertion about the term. */
export function readContext(sentence: Sentence, term: Term): Context {
  const words = wordsOf(sentence)
  const start = clauseStart(words, term.from)
  const end = clauseEnd(words, term.to)
  const before = words.slice(start, term.from).join(' ').replace(announces, '').split(' ') // biome-ignore format: short
  const clause = words.slice(start, end).join(' ')
  const after = words.slice(term.to + 1, end).join(' ')
  const subject = subjectStart(words, start, term.from)
  const relative = findRelative(words, subject, term.from)
  const isResolved =
    (resolvedAfter.test(after) ||
      resolvedBefore.test(before.join(' ')) ||
      resolvedLater.test(words.slice(end, end + 10).join(' '))) &&
    !/\bnot (?:gone|stopped|settled|cleared|passed|better)\b|\b(?:came|comes|come|coming|is|are) back\b|\breturned\b/.test(
      words.slice(term.to).join(' '),
    )
  const base = {
    time: isResolved || isPastClause(clause) ? ('past' as const) : ('current' as const),
    isResolved,
    isInitial: ofTheBeginning.test(clause),
    isHad: /\bhad\b/.test(before.join(' ')) && !/\bhave (?:\w+ )?had\b/.test(before.join(' ')),
    ...(relative === undefined ? {} : { relative: relative.name }),
  }
  const isOther = ofOtherAfter.test(words.slice(term.to + 1).join(' ')) || (relative === undefined && (findOther(words, subject, term.from) || words.slice(subject, term.from).some((word) => relatives.has(word)))) // biome-ignore format: short
  if (isLikeness(words, term) || (mayBeIdiom.test(sentence.said) && (isTurnOfSpeech(words, term) || isPlea(sentence))))
    return { ...base, status: 'not-asserted' }
  if (isOfAnimal(sentence) || (term.kind === 'condition' && isLayOpinion(words.slice(0, term.from).join(' ')))) return { ...base, status: 'not-asserted' } // biome-ignore format: short
  if (sentence.isQuestion || isOther || hasGap(words, start, term) || isOccasion(before, term))
    return { ...base, status: 'not-asserted' }
  if (
    before.some((word) => hypothetical.has(word)) ||
    fears.test(isDone(term) ? before.join(' ').replaceAll(doing, ' ') : before.join(' ')) ||
    /\bnot (?:think|believe|reckon)\b/.test(before.join(' ')) ||
    (term.kind === 'condition' && /\b(?:thought|think) (?:it|this)\b/.test(before.join(' '))) ||
    testedFor.has(words[term.to + 1] ?? '')
  )
    return { ...base, status: 'not-asserted' }
  if (/^(?:anxiety|confusion|worry|stress)$/.test(term.key) && /^(?:as to|about|that|what|why|how|at)\b/.test(after))
    return { ...base, status: 'not-asserted' }
  if (isExceptedIn(sentence, term)) return { ...base, status: 'present' }
  const sought = readSought(before.join(' '), words.slice(term.to + 1).join(' '))
  return { ...base, status: isDeniedTwice(words, term) ? 'absent' : (sought ?? readStatus(words, start, term, after)) }
}

function readStatus(words: readonly string[], start: number, term: Term, after: string): Status {
  const before = words.slice(start, term.from)
  if (/^(?:, )?(?:yes|yeah|yep)(?: [.,!]|$)/.test(after) && isNegated(words, start, term.from)) return 'doubtful'
  const isOwnNegation = words.slice(term.from, term.to + 1).includes('not')
  if (!isOwnNegation && isNegated(words, start, term.from)) return 'absent'
  if (/^(?:, )?no ?(?:[.,]|$)(?! no)/.test(after) || isDeniedAfter(after) || isFreeOf(before.join(' '))) return 'absent'
  const settled = before.join(' ').replace(announces, '')
  const isDoubtful = settled.split(' ').some((word) => doubters.has(word)) || /\bnot know\b/.test(settled)
  return isWeakened(words, start, term.from) || isDoubtful ? 'doubtful' : 'present'
}

/** "It only itches when I sweat": a deed in a clause of time or condition after the main clause tells when something happens, and is no trouble. */
const ofOccasion = /.\b(?:when|whenever|if|while|unless|until|as soon as|(?:every|each|any) time) (?:i|you|he|she|we)(?: (?:um|uh|er|like|just|really|then|,))*$/ // biome-ignore format: short
const isOccasion = (before: readonly string[], term: Term): boolean => before.length > 3 && term.from === term.to && ofOccasion.test(before.join(' ')) // biome-ignore format: short

/** A gap just before the term may have been a "no". */
const hasGap = (words: readonly string[], start: number, term: Term): boolean =>
  words.slice(Math.max(start, term.from - 3), term.to + 1).includes('[?]')

/** "Apart from the cough, anything else?": the named symptom is known, and the question is not about it. */
export const isExceptedIn = (question: Sentence, { from }: Pick<Term, 'from'>): boolean =>
  /\b(?:(?:apart|aside) from|other than|besides) (?:[^,.?]+ )?$/.test(
    question.words
      .slice(Math.max(0, from - 7), from)
      .map(({ text }) => `${text} `)
      .join(''),
  )
