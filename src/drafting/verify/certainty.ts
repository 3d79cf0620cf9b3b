/** Compares the certainty of a statement with that of its evidence, by the verifier's own forms of doubt. D72. */
import type { Claim } from '../../core/clinical-note.ts'
import type { QuoteRead } from './evidence.ts'
import { sentenceOf } from './exact/marks.ts'
import { textPolarity } from './polarity.ts'
import { conceptsIn, isCondition, isDeed, isMedicine, type Named, placesIn } from './synonyms.ts'
import { ownRelatives, type Rule, templateWords } from './tables.ts'
import { isWorded } from './wording.ts'
import { plainOf, stemOf, tokensOf } from './words.ts'

type Sureness = 'stated' | 'hedged'

/** A speaker's doubt before the name. */
const doubts =
  /\b(?:(?:nine|eight|nineteen) times out of|more often than not|(?:money|bet) (?:is|would be) on|hallmarks of|might|may|could|can it|my (?:main |big(?:gest)? |first |only )?(?:worry|concern|fear)|tick\w* (?:\w+ ){0,3}box\w*|possib\w+|perhaps|maybe|potential\w*|probab\w+|likel\w+|unlikely|wonder\w*|whether|query|consider\w*|worr(?:y|ied) (?:is |that|about|it|this|you|he|she)|concern(?:ed)? (?:is |that|about|it|this|for|you|he|she)|afraid (?:that|this|it|you|he|she)|fear (?:that|this|it|is|you)|suspic\w+|suspect\w*|tossing up|toss up|torn between|candidates?|contenders?|two options|either|differential|(?:not|cannot be|hard to be) (?:\w+ )?(?:sure|certain|convinced|clear)|(?:can|could) not (?:\w+ )?(?:say|swear|promise|guarantee)(?! (?:that )?enough)|surprised|nobody knows|not know|presum\w+|assum\w+|sounds?|seem\w*|looks?|appear\w*|thinks?|thinking|thought|reckons?|believe|feels?|guess|hunch|(?:would|i'd) (?:just |probably )?(?:say|call|guess|think)|feeling|(?:money|bet) is|inclined|chances? (?:that|of|it)|something like|in my (?:opinion|view)|impression|suggest\w*|indicat\w+|consistent|keeping with|compatible|fits?|points?|pointing|lean\w*|working|provisional\w*|treat\w* (?:it|this|you|that)|manage (?:it|this|you|that)|chances|odds|fairly|pretty|almost|more like|more of a|presentation|picture|signs? of|symptoms? of|features? of|typical|classic\w*|element|touch|as if|to me|most common|(?:on|back of|crossed) my mind|(?:the|my) list|possibilit\w+|(?:will|would|i'll|we'll) call (?:it|this)|(?:i am|i'm) (?:calling|labelling) (?:it|this|that)|rul(?:e|ing) (?:that |it )?out|exclud\w*|make sure|making sure|in case|(?:check\w*|test\w*|look\w*|screen\w*) (?:\w+ )?(?:for|that|you)|if)\b/
const noDoubt = /\b(?:(?:heart|breath|lung|bowel|added) sounds?|(?:nothing|not|no need|nobody needs|do not) (?:\w+ )?(?:to )?worr(?:y|ied) about|point (?:zero|one|two|three|four|five|six|seven|eight|nine|\d)|no doubt|looking at|have a look|look at|bit of|if you (?:can|could|would|like|want)|no question|without (?:a )?doubt|thinks? you (?:should|need)|(?:the|a|that|any) thought of|probably (?:is )?worth (?:mentioning|saying|knowing|telling)|feel free|(?:^|[.?!,] ?)look(?= ?,))\b/g // biome-ignore format: one row
/** Doubt after the name. */
const lateDoubts =
  /^(?:[, ]|u[mh]+\b|ah\b|er[mr]?\b|in (?:your|my) \w+|here|now|then|though|to be honest|there)*(?:i (?:would |am )?(?:just )?(?:think|suspect|believe|reckon|guess\w*|imagine)|(?:i would|i'd|would) say|i (?:would )?(?:put (?:it )?down to|blame)|probably|(?:most )?likely|possibly|perhaps|maybe|i am not (?:sure|certain)|not (?:sure|certain)|by the (?:look|sound)s?|(?:but )?(?:i )?(?:can not|could not) be (?:sure|certain)|or something|presumably|(?:that )?is what i (?:think|reckon|suspect|believe|would say)|as far as i|is (?:my|the) (?:main |big(?:gest)? |only )?(?:worry|concern|fear)|is (?:\w+ )?(?:likely|possible|probable|a possibility|my best|the most)|(?:is |are )?(?:not (?:off the table|ruled out|impossible|out of the question)|in the (?:frame|mix|running)|on the (?:list|cards|table)|still possible|cannot be ruled out)|would be (?:\w+ )?(?:likely|possible|my)|or (?:maybe|perhaps|possibly)|\?|query)(?! (?:something|you|we|start|take|have a|there (?:is|are)|it is|this is|that is|the \w+ (?:is|has)))/
/** Doubt about a symptom, where "I think" is a turn of speech. */
const symptomDoubts =
  /\b(?:might|may(?!be a)|could (?:be|have)|possib\w+|perhaps|not (?:really )?sure (?:if|whether)|not know (?:if|whether)|wonder\w*|query)\b/

/** Hedging words of a note. */
const noteDoubts =
  /\b(?:possibl[ey]|likely|probabl[ey]|suspected|presumed|presumptive|provisional\w*|query|exclude|uncertain|unclear|may|might|could|maybe|perhaps|suggest\w*|suspicious|consistent|differential|thinks?|tentative|working)\b|\?/

/** "I think sleep. And maybe red wine?": what a patient only guesses may be told as a guess. */
const guesses = /\b(?:i (?:think|guess|suppose|reckon|wonder)|maybe|perhaps|might|could be|possibly|not sure)\b/

const turn = /^(?:[.?!;]|but|because|although|though|however|whereas)$/
/** A plan before it is another matter: "I think we should start insulin, you have diabetes." */
const ofPlan = /\b(?:should|need to|will|going to|want to|let us|would like)\b/

/** A result speaks for itself. */
const ofResult =
  /\b(?:x ray|scans?|mri|ct|ultrasound|biopsy|swab|tests?|results?|bloods?|pathology|culture|report)\b.*\b(?:show\w*|confirm\w*|found|came|reveal\w*|picked)\b/

const isSo = /\bso (?:it|this|that|you) (?:is|are|have)\b/

function clauseBefore(tokens: readonly string[], at: number): string {
  let from = at
  while (from > 0 && !turn.test(tokens[from - 1] ?? '')) from -= 1
  const clause = tokens.slice(from, at).join(' ')
  const parts = clause.split(
    /(?:,|\band|\bso) (?=(?:you|it|this|that|your|the) (?:\w+ ){0,2}(?:have|are|is|was|has|shows?|showed|found|came|confirm\w*)\b)/,
  )
  const [last = ''] = parts.slice(-1)
  const earlier = tokens.slice(Math.max(0, from - 14), from).join(' ')
  if (
    /\b(?:not|never) (?:\w+ ){0,4}(?:sure|certain|positive|convinced) (?:yet |,)?(?:but|though|although)$/.test(earlier)
  )
    return `perhaps ${clause}`
  // "There's no sign of a fracture, so it's a sprain": the doubt is about what is denied.
  if (parts.length > 1 && (ofResult.test(last) || (isSo.test(clause) && !/\b(?:no|not)\b/.test(last) && /\b(?:no|not) (?:\w+ )?(?:signs?|evidence|suggestion)\b/.test(clause)))) return last // biome-ignore format: short
  return parts.length > 1 && ofPlan.test(parts.slice(0, -1).join(' ')) ? last : clause
}

const clauseAfter = (tokens: readonly string[], at: number): string => {
  const rest = tokens.slice(at + 1, at + 12)
  const end = rest.findIndex((token) => /^[.!;]$/.test(token))
  return (end < 0 ? rest : rest.slice(0, end)).join(' ')
}

/** `isFirm`: a diagnosis or an allergen; thinking that one has it does not mean having it. */
/** `words`: those of the sentence that is judged. */
type Told = { readonly named: Named; readonly isFirm: boolean; readonly words: ReadonlySet<string> }

/** "I think there's a clot. We call that an embolism.": the name is as sure as the sentence before it. */
const namesIt = /\b(?:we|they|doctors|you)(?:'d| would)? call (?:it|that|this|them)(?: (?:an?|the))?(?: \w+)?$|\b(?:that|this|it) is (?:called|what we call|known as)(?: (?:an?|the))?(?: \w+)?$/ // biome-ignore format: one row
function sentenceBefore(tokens: readonly string[], at: number): string {
  const ends = tokens.slice(0, at).flatMap((token, index) => (/^[.?!]$/.test(token) ? [index] : []))
  const [from, to] = [ends.at(-2) ?? -1, ends.at(-1) ?? 0]
  return tokens.slice(from + 1, to).join(' ')
}

/** The certainty of the name at `at`, whose last word may be later. */
function surenessAt({ tokens }: Pick<QuoteRead, 'tokens'>, at: number, { named, isFirm, words }: Told): Sureness {
  const own = clauseBefore(tokens, at).replaceAll(noDoubt, ' ')
  const before = namesIt.test(own) ? `${sentenceBefore(tokens, at)} ${own}` : own
  if (!isFirm) return symptomDoubts.test(before) ? 'hedged' : 'stated'
  let end = Math.max(at, ...tokens.slice(at, at + 6).flatMap((token, index) => (isWordOf(token, named) ? [at + index] : []))) // biome-ignore format: one row
  // "A simple UTI" is cystitis: the name that was said ends where the table's name ends.
  end = Math.max(end, ...conceptsIn(tokens.slice(at, at + 5)).flatMap(({ display, from, to }) => (from === 0 && display === named.display ? [at + to] : []))) // biome-ignore format: one row
  const name = end
  // "Diabetic kidney disease, I'd say", "the rash is from the antibiotic, I'd say": the doubt stands behind all that is told.
  while (
    words.has(tokens[end + 1] ?? '') ||
    /^(?:is|are|comes?|coming|an?|of|in|on|by|to)$/.test(tokens[end + 1] ?? '')
  )
    end += 1
  return doubts.test(before) ||
    tokens.slice(name, end + 1).some((_, place) => lateDoubts.test(clauseAfter(tokens, name + place)))
    ? 'hedged'
    : 'stated'
}

/** True if the clause of a token, which names a diagnosis, has a word of doubt. */
export const isHedgedAt = (tokens: readonly string[], at: number, to = at): boolean =>
  doubts.test(clauseBefore(tokens, at).replaceAll(noDoubt, ' ')) || lateDoubts.test(clauseAfter(tokens, to))

const isWordOf = (token: string, { display }: Named): boolean => tokensOf(display).some((word) => stemOf(word) === stemOf(token)) // biome-ignore format: one row

/** The sentence's own words, if no table names its subject. */
function ownWords(tokens: readonly string[]): readonly Named[] {
  const at = tokens.findIndex((token) => token.length > 3 && !templateWords.has(token) && ownRelatives.get(token) === undefined && /^[a-z]/.test(token)) // biome-ignore format: one row
  return at < 0 ? [] : [{ display: tokens[at] ?? '', from: at, to: at }]
}

/** "Stroke and tumour considered unlikely": the words behind a name set it aside. */
const isSetAside = (tokens: readonly string[], { to }: Named): boolean =>
  /^(?:(?:and|or|nor|,|[a-z]+(?= (?:and|or|is|are|was|were|considered|thought|felt|not|unlikely))) )*(?:(?:is|are|was|were|considered|thought|felt|to|be|both) )*(?:unlikely|not (?:suspected|thought|felt|likely|suggested)|excluded|ruled out)\b/.test(tokens.slice(to + 1, to + 9).join(' ')) // biome-ignore format: short

const placesOf = (quote: QuoteRead, named: Named): readonly number[] =>
  named.item !== undefined
    ? placesIn(quote, named)
    : quote.tokens.flatMap((token, at) => (stemOf(token) === stemOf(named.display) ? [at] : []))

const theMonth = /\b(?:in|last|this|of|since) may\b/g

/** True if the sentence states its subject as sure; a quote hedges as speech does. */
export const toldSureness = (text: string): Sureness => {
  const plain = plainOf(text)
    .replaceAll(theMonth, ' ')
    .replace(/^nothing (?:\w+ ){0,5}(?:to suggest|suggesting) it\b/, ' ')
  return noteDoubts.test(plain) || (isWorded(plain) && doubts.test(plain.replaceAll(noDoubt, ' ')))
    ? 'hedged'
    : 'stated'
}

const causes = /\b(?:from|down to|due to|caus\w+|because of|side effect)\b/
/** "The cough is from the perindopril": the medicine is the cause in the sentence that names it, and as sure as the whole. */
const isCause = (quote: QuoteRead, named: Named): boolean => placesIn(quote, named).some((at) => causes.test(sentenceOf(quote.tokens, at))) // biome-ignore format: short

/** Facts that a record may hold. */
export const firmKinds: ReadonlySet<Claim['kind']> = new Set([
  'impression',
  'history',
  'procedure',
  'immunisation',
  'allergy',
  'family',
])

/** "Possibly allergic to codeine: rash": the name is doubted, and its reaction was told as it was. */
const reactionAt = (text: string): number => (/^possibly allergic to [^:]*:/i.test(text) ? tokensOf(text.split(':')[0] ?? '').length : Number.POSITIVE_INFINITY) // biome-ignore format: short

/** A sentence must be as sure as its evidence, neither more nor less. Words that were not heard well may always be hedged. */
export function checkCertainty(
  text: string,
  kinds: ReadonlySet<Claim['kind']>,
  quotes: readonly QuoteRead[],
): readonly Rule[] {
  const told = toldSureness(text)
  const tokens = tokensOf(text)
  const named = conceptsIn(tokens)
  const isFact = [...kinds].some((kind) => firmKinds.has(kind))
  // "I think this is a strain with some sciatica": what an impression names is thought, whatever kind of thing it is.
  const isImpression = kinds.size === 1 && kinds.has('impression')
  // "Worried about a clot": a fear is as sure as it was said, and its thing is none.
  if (!isImpression && /^(?:worried|concerned|afraid|anxious|frightened|scared|fear\w*)\b[^;.]*\.?$/i.test(text))
    return []
  const own = named.length > 0 || !isFact ? named : ownWords(tokens)
  const said = quotes.filter(({ role }) => role !== 'question')
  const words = new Set(tokens.filter((token) => token.length > 2))
  for (const item of own) {
    if (item.item !== undefined && (textPolarity(text, item) === 'absent' || isSetAside(tokens, item))) continue
    const isFirm =
      item.item === undefined || isImpression || isCondition(item) || isDeed(item) || /allerg|intoleran/i.test(text)
    const found = said.flatMap((quote) =>
      placesOf(quote, item).map((at) => surenessAt(quote, at, { named: item, isFirm, words })),
    )
    if (
      found.length === 0 ||
      (isImpression && own.length > 1 && isMedicine(item) && said.some((quote) => isCause(quote, item)))
    )
      continue
    if (told === 'stated' && !found.includes('stated')) return ['certainty-mismatch']
    if (told === 'hedged' && item.from >= reactionAt(text)) continue
    if (told === 'hedged' && !found.includes('hedged') && !(!isFirm && said.some(({ plain }) => guesses.test(plain))) && quotes.every(({ isUncertain }) => !isUncertain)) return ['certainty-mismatch'] // biome-ignore format: one row
  }
  return []
}
