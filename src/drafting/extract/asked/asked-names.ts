/** The things that a question asks after, by their place in it, where no table has their names. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { readChunks } from '../../grammar/chunks.ts'
import { bodyWord, namesTrouble } from '../../vocabulary/clinical-words.ts'
import { gerundOf } from '../../vocabulary/order-verbs.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { nameClause } from './clause-names.ts'
import { takeOffFrame } from './frames.ts'
import { isOccasion } from './known-terms.ts'
import { standsAlone } from './standing-names.ts'

/** About the talk itself, about the place or the household, or drafted by other parts. */
const ofElsewhere =
  /\b(?:questions?|ideas?|chance|concerns?|symptoms?|allerg\w*|medic\w*|tablets?|pills?|conditions?|illness\w*|operations?|surgery|history|family|parents|brothers?|sisters?|help|treatments?|drugs?|luck|tests?|difference|better|worse|smok\w*|cigarettes?|alcohol|drinks?|drinking|job|children|kids|vaccin\w*|jabs?|travel\w*|plans?|preference|pets?|name|age|insurance|referral|results?|score|scale|number|okay|support|stress at|sex|partners?|contraception|pregnan\w*|tobacco|cigg\w*|vap(?:es?|ing)|grog|booze|drama\w*|milli\w+|micro\w+|puffs?|drops|units|strength|dose|hundred|weight loss|pen|checked|tested|measured|taken|screened|scanned|removed|examined|looked|seen|clinic|appointments?|improvements?|relief|x ray|scripts?|police|neighbours?|circumstances|parking|park|traffic|bus|train|cars?|school|teachers?|landlord|rent|bills?|money|paying|towel|finding (?:us|me|the place)|getting (?:here|in)|phone|internet|computer|website|app|form|forms|dog|cat|garden|house|neighbourhood|weather|in the (?:pain|swelling|rash|cough|itch|headaches?))\b/
/** Too wide to name a trouble by itself: "anything else", "the other one", "the same". */
const vague =
  /\b(?:worr\w+|thoughts|else|things?|reasons?|ways?|ones?|more|specific|particular|others?|work|home|today|yesterday|ten|times?|long|much|many|bit|lot|kind|sort|same|normal|usual|sense|periods?|daily|weekly|monthly|days?|weeks?|months?|years?|left|right|both|ongoing|anything|something|nothing|before|for the \w+)\b/
/** What somebody does with a part of the body, or puts on it: "a look at your throat", "a splint on the wrist". */
const ofDeed =
  /^(?:(?:good|quick|close|proper|little|new) )*(?:look|feel|peek|glance|listen|photos?|pictures?|images?|scans?|ultrasounds?|mri|ct|biopsy|swabs?|samples?|check|examination|go|try|massage|shave|bath|shower|physio\w*|exercises?|ice pack|heat pack|creams?|ointments?|lotions?|gels?|dressings?|bandages?|plasters?|braces?|splints?|casts?|slings?|supports?|pillows?|glasses|contact lenses|hearing aids?|tattoos?|piercings?|jewellery|make ?up|protection)\b/

/** A clause, not a name. */
const isClause =
  /\b(?:i|you|he|she|it|we|they|that|this|these|those|which|who|what|how|why|where|if|because|is|are|was|were|be|been|am|do|does|did|has|have|had|will|would|could|should|can|may|might|must|not|no|any|get|gets|got|getting|so|but|think|know|say|tell|ask|want|need|me|my|us|our|per|every)\b/
const startsLoose =
  /^(?:of|to|in|on|at|for|with|from|by|between|around|round|under|behind|inside|over|near|below|above|or|and|as|up|down|out|about|like|just|only|very|past|through|across|along|off|after|before|during|towards)\b/
/** "Neck alright?", "nice deep breaths through your mouth", "home blood pressure", "accidents": a state of health, an order, a measure, and a word that needs its kind. D428. */
const noTrouble =
  /\b(?:alright|all right|okay|ok|fine|normal|healthy|blood pressure|breaths)\b|\b(?:good|well|right|left|otherwise)$|^accidents?$|^(?:wiggle|push|pull|bend|lift|squeeze|press|turn|follow|close|touch|move|hop|poke|thump|tap|straighten|curl|raise) (?:the|up|down|against|in|on|me|low|high|here|there|just|hard|as|for|back|out|both|all|each|one|over|left|right|two|every)\b/
/** "Wiggle your toes.": an order of the examination. */
const isOrder = (name: string): boolean => {
  const [first, second] = readChunks(name)
  return (
    first?.kind === 'verb' && second?.kind === 'noun' && !/(?:ing|ed)$/.test(first.text) && !namesTrouble(first.text)
  )
}
/** "Tender there?": pointing, while the clinician examines. */
const endsLoose = /\b(?:here|there|of|to|in|on|at|for|with|from|by|or|and|as|the|a|an|your|when|than)$/
const mostWords = 7

/** "Blood when you cough": the time of the thing, in the words of a note. */
const whenVerb = /\b(when|while|after|before|on) (?:you|he|she) ([a-z]+)(?: or ([a-z]+)(?=$| the\b| your\b))?\b/

const activityOf = (verb: string): string => (/^(?:wee|pee)$/.test(verb) ? 'passing urine' : gerundOf(verb))

/** "Difficulty getting out of a chair": the gerund is the activity, and begins no clause. */
const ofActivity = /^(?:difficulty|trouble|problems) (?:with )?getting /

/** "Foot cold" is a cold foot. */
const partFirst = new RegExp(`^(${bodyWord.source}) (cold|sore|swollen|numb|red|hot|tender|stiff|itchy|pale|blue|blocked|dry|weak|painful|puffy|tight)$`) // biome-ignore format: a list

/** The name as a note has it; undefined if the words are no name. */
export function tellName(said: string): string | undefined {
  const name = said
    .replace(whenVerb, (_, link: string, verb: string, other?: string) => `${link} ${[verb, other].flatMap((one) => (one === undefined ? [] : activityOf(one))).join(' or ')}`) // biome-ignore format: short
    .replaceAll(/\b(?:um|uh|er|erm|ah|perhaps|maybe) /g, '')
    .replaceAll(/\b(?:your|his|her|my) /g, 'the ')
    .replaceAll(/^(?:a|an|the|any|some|from|of|from the) /g, '')
    .replaceAll(/\b(\w+) \1\b/g, '$1')
    .replace(/^(?:actual|proper|real|obvious) /, '')
    .trim()
    .replace(partFirst, '$2 $1')
  const count = name.split(' ').length
  const isName = /^[a-z][a-z' -]{2,}$/.test(name) && count <= mostWords
  const isVague =
    ofElsewhere.test(name) ||
    noTrouble.test(name) ||
    isOrder(name) ||
    ofDeed.test(name) ||
    (vague.test(name) && !namesTrouble(name))
  return isName && !isVague && !isFunction.test(name) && !isClause.test(name.replace(ofActivity, '')) && !startsLoose.test(name) && !endsLoose.test(name) ? name : undefined // biome-ignore format: short
}

/** A function of the body: a yes to "and your appetite?" tells neither that it is good nor that it is bad. */
const isFunction = /^(?:appetite|sleep|sleeping|eating|mood|energy|energy levels?|bowels?|waterworks|urine|breathing|hearing|eyesight|vision|memory|balance|concentration|skin|diet|walking|speech)$/ // biome-ignore format: short

type Piece = { readonly from: number; readonly said: string }

/** "Pain in the hip or knee" is one thing; "a cough or a fever" are two. */
function splitList(from: number, rest: string): readonly Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const match of rest.matchAll(
    / ?[,?] (?:and |or )?(?:from )?| (?:or|and|nor) (?:from |perhaps |maybe |also )*/g,
  )) {
    const before = rest.slice(at, match.index)
    const after = rest.slice(match.index + match[0].length)
    const isBound = /^ (?:or|and)/.test(match[0]) && /\b(?:of|in|with|to|on|from|(?:when|while|after) (?:you|he|she))\b/.test(before) && /^[a-z]+(?:$| (?:or|and) )/.test(after) // biome-ignore format: short
    if (isBound || before.trim() === '') continue
    pieces.push({ from: from + at, said: before })
    at = match.index + match[0].length
  }
  return [...pieces, { from: from + at, said: rest.slice(at) }]
}

const filler = /^(?:um|uh|er|erm|ah|hm|mm)$/

/** "Have, have you": a word said again behind a pause. The first of the two, and the pause, are left out. */
const isStutter = (words: Sentence['words'], at: number): boolean => {
  const [before, said, next, later] = [at - 1, at, at + 1, at + 2].map((place) => words[place]?.text)
  const isBegun = next === ',' && said === later && /^[a-z]+$/.test(said ?? '')
  return isBegun || (said === ',' && before !== undefined && before === next)
}

/** The words without fillers, and the place of each in the text and in the sentence. */
function joinWords({ words }: Pick<Sentence, 'words'>): {
  readonly text: string
  readonly places: readonly { readonly start: number; readonly at: number }[]
} {
  let text = ''
  const places: { readonly start: number; readonly at: number }[] = []
  for (const [at, word] of words.entries()) {
    const isPause = word.text === ',' && filler.test(words[at - 1]?.text ?? '')
    if (filler.test(word.text) || isPause || word.text === words[at - 1]?.text || isStutter(words, at)) continue
    places.push({ start: text.length, at })
    text += `${word.text} `
  }
  return { text: text.trimEnd(), places }
}

/** The trouble that the whole question puts as a clause; undefined if it is no such question, or if it names something else too. */
export function askedClause(question: Sentence): Term | undefined {
  if (question.text.includes('[') || question.terms.some(({ kind }) => kind !== 'symptom')) return undefined
  const display = nameClause(joinWords(question).text)
  return display === undefined ? undefined : { kind: 'symptom', key: keyOf(display), display, from: 0, to: question.words.length - 1 } // biome-ignore format: short
}

/** `isWhole`: every part of the list has a name. `isList`: the question has a frame, and more than one part in it. */
type AskedNames = { readonly names: readonly Term[]; readonly isWhole: boolean; readonly isList: boolean }

/** Names in the question that no term of the tables covers. */
export function listAskedNames(question: Sentence, isKnown: (term: Term) => boolean): AskedNames {
  if (question.text.includes('[') || question.words.length > 30) return { names: [], isWhole: false, isList: false }
  const { text, places } = joinWords(question)
  const { from, rest } = takeOffFrame(text)
  const names: Term[] = []
  let isWhole = true
  const pieces = splitList(from, rest)
  for (const piece of pieces) {
    const display = tellName(takeOffFrame(piece.said).rest)
    const first = places.findLast(({ start }) => start <= piece.from)?.at ?? 0
    const last = places.findLast(({ start }) => start < piece.from + piece.said.length)?.at ?? first
    const covered = question.terms.filter(
      (term) => term.from <= last && term.to >= first && !isOccasion(question, term),
    )
    if (covered.some((term) => term.kind !== 'symptom' || isKnown(term))) continue
    if (
      display === undefined ||
      isBarePart(display) ||
      !standsAlone(display, piece === pieces[0] ? `${text.slice(0, from)}${piece.said}` : piece.said) ||
      !(namesTrouble(display) || bodyWord.test(display))
    ) {
      isWhole = false
      continue
    }
    names.push({ kind: 'symptom', key: keyOf(display), display, from: first, to: last })
  }
  return { names, isWhole, isList: from > 0 && pieces.length > 1 }
}

/** Words that tell one part from another: "the AC joint", "the big toe". */
const partWord =
  /^(?:the|left|right|upper|lower|back|front|other|passage|ac|sc|si|big|little|index|ring|middle|inner|outer|achilles|rotator|cuff|collar|tear|lymph|of|to|own|edge|base|tip|top|bottom|end|outside|inside|whole|line|fibula|tibia|femur|radius|ulna|scaphoid|malleolus|kneecap|patella|halfway|along)$/
/** "Ribs? Spleen?": a part alone is no trouble. */
const isBarePart = (name: string): boolean => !namesTrouble(name) && name.split(' ').every((word) => bodyWord.test(word) || partWord.test(word)) // biome-ignore format: short

const linking =
  /^(?:a|an|the|any|some|your|his|her|my|of|in|on|at|with|from|to|or|and|nor|no|not|around|round|over|when|you|little|bit|bad|new|kind|sort|[,.?!])$/

/** True if the question is a frame with the terms and nothing else. */
export function asksTermsAlone(question: Sentence, terms: readonly Term[]): boolean {
  const { text, places } = joinWords(question)
  const { from, rest } = takeOffFrame(text)
  return (
    from > 0 &&
    places.every(
      ({ start, at }) =>
        start < from ||
        start >= from + rest.length ||
        linking.test(question.words[at]?.text ?? '') ||
        terms.some((term) => at >= term.from && at <= term.to),
    )
  )
}
