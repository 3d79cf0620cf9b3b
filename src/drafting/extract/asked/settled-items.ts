/**
 * Which things of a list a reply settles. A thing that the reply names is settled by its own words; the others only by a no that names
 * nothing. "Chest pain, breathless, ankles swelling?" - "No. My ankles after standing." denies the first two and leaves the third. D425.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { bodyWord } from '../../vocabulary/clinical-words.ts'
import { foldWord } from '../../vocabulary/words.ts'
import type { Asked } from './items.ts'
import {
  cutReply,
  isBareNo,
  isGeneralNo,
  isGeneralYes,
  isWell,
  isWish,
  limits,
  type Stretch,
} from './reply-stretches.ts'

export type Settled = {
  /** `told`: the reply speaks of it, and its own sentence says what. */
  readonly polarity: 'present' | 'absent' | 'told'
  readonly sentence: Sentence
  readonly isNamed: boolean
}

/** Words of a thing that do not name it. */
const small =
  /^(?:an?|the|my|your|his|her|any|some|of|in|on|at|to|with|or|and|no|not|when|you|i|it|that|this|up|down|out|off|at|all|ever|feel|feeling|felt|get|getting|got|go|going|been|be|being|have|had|bad|new|change|changes|trouble|problem|difficulty|come|coming|side|sides|time|night|like|do|does|did|is|are|was|were|from|by|for|than|normal|really|[,.?!])$/

/** "Numb" and "numbness", "fainted" and "fainting" are one word here. */
const rootOf = (word: string): string => {
  const folded = foldWord(word)
  return folded.length > 5 ? folded.replace(/(?:ness|ing|ed|y|e)$/, '') : folded
}

const contentOf = ({ question, term }: Asked): ReadonlySet<string> =>
  new Set(question.words.slice(term.from, term.to + 1).map(({ text }) => text).filter((word) => !small.test(word)).map(rootOf)) // biome-ignore format: short

type Item = { readonly asked: Asked; readonly content: ReadonlySet<string> }

/** The things that a stretch names: those that share the most words with it. */
function namedIn(stretch: Stretch, items: readonly Item[]): readonly Item[] {
  const byKey = items.filter(({ asked }) => stretch.keys.has(asked.term.key))
  const folded = new Set(stretch.words.map(rootOf))
  const shared = items.map((item) => [...item.content].filter((word) => folded.has(word)).length)
  const most = Math.max(0, ...shared)
  const byWord = most === 0 ? [] : items.filter((_, at) => shared[at] === most)
  return [...new Set([...byKey, ...byWord])]
}

/** Words for one kind of trouble: a reply with one of them speaks of each thing that has another one. */
const kinds: readonly RegExp[] = [
  /^(?:pain|ache|aching|sore|hurt|hurting|tender|painful|achy)/,
  /^(?:breath|breathe|breathing|breathless|puffed|puff|winded|wheez)/,
  /^(?:sick|vomit|nausea|queasy|throw|threw|chuck)/,
  /^(?:dizz|lightheaded|swimmy|woozy|spin|vertigo|giddy)/,
  /^(?:faint|collaps|blackout)/,
  /^(?:fever|temperature|shiver|hot|chill|sweat)/,
  /^(?:swell|swollen|puffy|swelled)/,
  /^(?:itch|itchy)/,
  /^(?:bleed|blood|bled)/,
  /^(?:tired|exhausted|knackered|fatigue)/,
]
const isOfKind = (one: string, other: string): boolean => kinds.some((kind) => kind.test(one) && kind.test(other))

/** The things that a stretch speaks of, by a word or by its kind; a general no does not settle them. */
const touchedIn = (stretch: Stretch, items: readonly Item[]): readonly Item[] => {
  const folded = new Set(stretch.words.map(rootOf))
  return items.filter(({ content }) =>
    [...content].some((word) => folded.has(word) || [...folded].some((own) => isOfKind(own, word))),
  )
}

const denying = /\b(?:no|not|never|none|nothing|without|nor|neither|nil|zero)\b/
/** It limits the thing, and does not deny it. */
const limiting =
  /\bnot (?:so |too |very |that |really )*(?:much|bad|badly|many|as|only|just|always|every|all(?! no)|since|until|till|sure|often|any ?more|now|yet|particularly|terribly|today|lately|recently|when|if|unless|because|from|after|from)\b|\bno (?:more|worse|better|different|change|idea|other|longer)\b|\bnever (?:mind|used|really)\b|\bnothing (?:much|major|serious|new|out of|unusual|bad|too)\b|\b(?:but|except|apart|unless|until|only|maybe|might|used to|would not|could not (?:say|tell))\b/
const fine =
  /\b(?:is|are|was|were|been|feels?|looks?|seems?|all|still)? ?(?:fine|okay|ok|good|normal|all right|alright|clear|well|perfect|great|brilliant|no (?:problem|trouble|different)|the same as (?:ever|always|usual))$/
const others =
  /\b(?:mum|mother|dad|father|brother|sister|husband|wife|partner|son|daughter|kids?|children|friend|mate|everyone|everybody|people)\b/
/** Words beside a name that only say that it is there. */
const there =
  /^(?:an?|the|my|some|bit|little|lot|lots|loads|of|i|have|get|getting|got|do|there|is|are|yes|yeah|only|just|in|on|at|sometimes|occasionally|off|and|often|quite|bad|awful|terrible|slight|slightly|mild|tiny|fair|really|very|most|days|nights|mostly|mainly|also|still|too|definitely|a)$/

const lacks = /^(?:loss|lost|los|losing|lack|unable|inability|less|poor|reduced|off|fewer|decreased|miss|missing|gone)$/
/** "Weak, I mean, I'm not as strong": the name is the topic of the clause that follows. */
const goesOnAbout = ({ sentence }: Stretch, next: Stretch | undefined): boolean =>
  next?.sentence === sentence && /^(?:i|it|that|they|he|she|there|my|the)\b/.test(next.said)
const isWholeNo = ({ said }: Sentence): boolean =>
  /^(?:(?:oh|um|uh|well|god),? )*(?:no|nope|nah|none|nothing)[.!]?$/.test(said)
/** "No, not short of breath.": the no belongs to the denial that follows, and denies nothing else. */
const isOfNext = (stretch: Stretch, next: Stretch | undefined, items: readonly Item[]): boolean =>
  next !== undefined && next.sentence === stretch.sentence && isBareNo(stretch) && denying.test(next.said) && namedIn(next, items).length > 0 && !isGeneralNo(next) // biome-ignore format: short

/** What a stretch that names things says of them; `next` is the stretch after it. */
/** "There was a little bit of blood earlier today": it says that it is there, whatever follows. */
const exists = /^(?:(?:yes|yeah|yep|well|um|uh|so|oh|and|but),? )*(?:there (?:is|was|were|has been|have been)|i (?:have|had|got|get|have had|have got|did have|did get|have been getting|noticed|did notice|have noticed)) (?:(?:a|an|some|little|bit|of|few|touch|slight|odd|small|tiny|quite|lot|bad) )*(?=([a-z]+))/ // biome-ignore format: one row

function polarityOf(stretch: Stretch, named: readonly Item[], next: Stretch | undefined): Settled['polarity'] {
  const { said, words } = stretch
  if (others.test(said) || limiting.test(said) || said.includes('[')) return 'told'
  const names = new Set(named.flatMap(({ content }) => [...content]))
  const at = words.findIndex((word) => names.has(rootOf(word)))
  const before = (at < 0 ? words : words.slice(0, at)).join(' ')
  const after = at < 0 ? '' : words.slice(at + 1).join(' ')
  // "Lost your smell?" - "I can't smell much.": the thing is itself a lack.
  const isLack = named.some(({ content }) => [...content].some((word) => lacks.test(word)))
  if (isLack && denying.test(said) && !words.some((word) => lacks.test(word))) return 'told'
  if (denying.test(before)) return 'absent'
  if (/^(?:no|not|never|none|nil)\b/.test(after) || /\b(?:not|never)$/.test(after)) return 'absent'
  const isAside = !goesOnAbout(stretch, next) && words.every((word) => there.test(word) || names.has(rootOf(word)))
  if (isAside && next !== undefined && next.sentence === stretch.sentence && isBareNo(next)) return 'absent'
  if (named.every(({ content }) => [...content].some((word) => bodyWord.test(word))) && fine.test(said) && !denying.test(said)) return 'absent' // biome-ignore format: short
  const isThere = names.has(rootOf(exists.exec(said)?.[1] ?? '')) && !denying.test(said) && !limits(stretch)
  return (isAside || isThere) && named.length === 1 ? 'present' : 'told'
}

/** A question after a thing that is well as a rule: a no to it says that it is not. */
const asksFunction =
  /\b(?:normal|ok|okay|alright|all right|fine|well|good|steady|regular|working|up to date|enough)\b(?: (?:with (?:you|that|it)|then|too|though|for you|at the moment|otherwise))*[?.]?$|^(?:(?:and|so|is|are|he|she|you|they|still|how about|what about) )*(?:eating|drinking|sleeping|weeing|pooing|passing (?:urine|water|wind)|feeding|walking|managing|coping|working)\b/

/** "Just my knees" tells where one of these is. */
const anywhere = /^(?:joint|muscle|limb|skin|rash|spot|lump|swell|swollen|itch|bruis)/
/** "No, apart from my knees": a part of the body that is excepted belongs to one of the things, and nobody can tell to which. */
const excepts = /\b(?:apart|except|other than|aside|but for)\b/

/** What was read of a reply so far. */
type Reading = {
  readonly items: readonly Item[]
  readonly stretches: readonly Stretch[]
  readonly settled: Map<string, Settled>
  /** The sentence of a no that names nothing. */
  general?: Sentence
  /** The things that were named last. */
  last: readonly Item[]
  isDenied: boolean
}

function put({ settled }: Reading, named: readonly Item[], polarity: Settled['polarity'], sentence: Sentence): void {
  for (const { asked: { term } } of named) {
    const isOther = settled.has(term.key) && settled.get(term.key)?.polarity !== polarity
    settled.set(term.key, { polarity: isOther ? 'told' : polarity, sentence, isNamed: true })
  }
} // biome-ignore format: short

const unsettled = ({ settled }: Reading, items: readonly Item[]): readonly Item[] => items.filter(({ asked: { term } }) => !settled.has(term.key)) // biome-ignore format: short

function readNo(reading: Reading, place: number): void {
  const { items, stretches, last, isDenied } = reading
  const stretch = stretches[place] as Stretch
  // "He wasn't sick. No." says the denial again, and "but no, not weak" goes on with one.
  const isAgain = isOfNext(stretch, stretches[place + 1], items) || (isBareNo(stretch) && (isDenied || (last.length > 0 && !isWholeNo(stretch.sentence)))) // biome-ignore format: short
  if (!isAgain) reading.general ??= stretch.sentence
}

function readNamed(reading: Reading, place: number, named: readonly Item[]): void {
  const { items, stretches } = reading
  const stretch = stretches[place] as Stretch
  const isBare = stretch.words.every((word) => there.test(word) || named.some(({ content }) => content.has(rootOf(word)))) // biome-ignore format: short
  const isCarried = /^(?:or|nor)$/.test(stretch.join) && reading.isDenied && isBare
  const polarity = isCarried ? 'absent' : polarityOf(stretch, named, stretches[place + 1])
  put(reading, named, polarity, stretch.sentence)
  put(reading, unsettled(reading, touchedIn(stretch, items).filter((item) => !named.includes(item))), 'told', stretch.sentence) // biome-ignore format: short
  reading.last = named
  reading.isDenied = polarity === 'absent'
}

/** A stretch that names none of the things; false if it leaves the whole reply open. */
function readOther(reading: Reading, stretch: Stretch): boolean {
  const { said, sentence, join } = stretch
  reading.isDenied = denying.test(said)
  if (!reading.isDenied) put(reading, unsettled(reading, touchedIn(stretch, reading.items)), 'told', sentence)
  if (isWell(stretch)) return true
  if (bodyWord.test(said) && (join === 'except' || excepts.test(said))) return false
  if (bodyWord.test(said) && /\b(?:just|only)\b/.test(sentence.said)) put(reading, unsettled(reading, reading.items.filter(({ content }) => [...content].some((word) => anywhere.test(word)))), 'told', sentence) // biome-ignore format: short
  if (!limits(stretch)) return true
  put(reading, reading.last, 'told', sentence)
  return reading.last.length > 0
}

/** "Cold, yes, always.": the yes belongs to the name before it. */
const isOfName = ({ items, stretches, last }: Reading, place: number): boolean => {
  const before = stretches[place - 1]
  return last.length > 0 && before !== undefined && before.sentence === stretches[place]?.sentence && namedIn(before, items).length > 0 // biome-ignore format: short
}

/** False if the stretch at this place leaves the whole reply open. */
function readStretch(reading: Reading, place: number): boolean {
  const stretch = reading.stretches[place] as Stretch
  if (isWish(stretch)) {
    put(reading, reading.items.filter(({ asked }) => asked.term.key.includes('weight-loss')), 'absent', stretch.sentence) // biome-ignore format: short
    return true
  }
  if (isGeneralNo(stretch)) {
    readNo(reading, place)
    return true
  }
  if (isGeneralYes(stretch)) return isOfName(reading, place)
  const named = namedIn(stretch, reading.items)
  if (named.length === 0) return readOther(reading, stretch)
  readNamed(reading, place, named)
  return true
}

const ordinal = /\b(?:the (?:one|other|first|second|third|last|former|latter)|one of)\b/

/** The things of the turn by their keys; undefined if the reply says yes, or leaves something open. */
export function settleItems(
  asked: readonly Asked[],
  turn: readonly Sentence[],
): ReadonlyMap<string, Settled> | undefined {
  // biome-ignore format: short
  const stretches = cutReply(turn).filter(({ said }) => said !== '')
  if (asked.length === 0 || turn.some(({ text }) => text.includes('[')) || stretches.some(({ said }) => ordinal.test(said))) return undefined // biome-ignore format: short
  const items = asked.map((each) => ({ asked: each, content: contentOf(each) }))
  const reading: Reading = { items, stretches, settled: new Map(), last: [], isDenied: false }
  if (!stretches.every((_, place) => readStretch(reading, place))) return undefined
  const { general, settled } = reading
  const final = turn[0]?.asked.at(-1)
  const isOfFunction = final !== undefined && asksFunction.test(final.said) && !asked.some(({ question }) => question === final) // biome-ignore format: short
  const polarity = isOfFunction && !stretches.some(isWell) ? 'told' : 'absent'
  if (general !== undefined)
    for (const { asked: { term } } of unsettled(reading, items)) settled.set(term.key, { polarity, sentence: general, isNamed: false }) // biome-ignore format: short
  return settled
}
