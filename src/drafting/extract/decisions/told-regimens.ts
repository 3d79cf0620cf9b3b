/**
 * A regimen that the clinician tells piece by piece, with explanations in between: "Panadol, two tablets, so that's a gram, four times a day, regular,
 * for the next five days." - "It's kind to the stomach." Each chunk between commas is a piece of the regimen, an explanation, or neither; the line has
 * the pieces in the words that were said. One chunk that is neither leaves the whole unread. D383.
 */
import type { Sentence } from '../../dialogue/sentence.ts'
import { quoteKey, tellSpoken } from '../../dialogue/wording.ts'
import type { Term } from '../../vocabulary/terms.ts'
import { type Candidate, claim, sentenceCase } from '../candidates.ts'
import { classes } from '../orders/medicine-changes.ts'
import { isMeant, isToPatient } from '../orders/own-order.ts'
import { openSpoken } from '../orders/spoken-orders.ts'
import { rated } from '../plain/regimen-lines.ts'

const number = '(?:\\d+(?:\\.\\d+)?|half|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fourteen|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|point|and|a couple of|couple of|to|or)' // biome-ignore format: one row
const unit = '(?:mg|mcg|g|mL|micrograms?|milligrams?|grams?|mils?|mls?|units?|puffs?|tablets?|capsules?|pills?|drops?|sprays?|squirts?|sachets?|patch(?:es)?|doses?|spoonfuls?|teaspoons?|lozenges?|scoops?)' // biome-ignore format: one row
const span = `(?:(?:for|no longer than|no more than|over|after|up to|about|another|the|next|a|full|first|whole) )*(?:${number} )+(?:days?|weeks?|months?|nights?|fortnight)(?: (?:or so|at a time|in total|all up|altogether))?`

// biome-ignore format: one row a line
const pieces: readonly RegExp[] = [
  new RegExp(`^(?:(?:up to|only|just|about|maximum|max) )*(?:${number} )+(?:of the |of )?(?:[a-z-]+ )?${unit}\\b`, 'i'),
  rated,
  new RegExp(`^(?:(?:but|and|so|just|only|then|again) )*${span}\\b`, 'i'),
  /^(?:for )?(?:the next|the whole|another|about a|a) (?:week|month|fortnight|few (?:days|weeks))$/i,
  /^(?:(?:just|only|but|and) )*(?:until|till|through to|up to) (?!you\b.*\b(?:see|hear|speak)\b)(?:the )?[a-z ]{3,30}$/i,
  /^(?:(?:and|but|just|only|always|taken|best|sat|sitting|upright) )*(?:with|after|before|without|on) (?:(?:a|an|the|some|your|plenty of|a bit of|a glass of|a big glass of|lots of|an empty|empty|full) )*(?:food|meals?|water|milk|breakfast|dinner|lunch|tea|bed|stomach|supper)\b/i,
  /^(?:empty stomach|regular(?:ly)?(?: for .*)?|one or two of (?:those|them)|straight away|as needed|when needed|all at once|each side|both sides|each (?:eye|ear|nostril)|both (?:eyes|ears|nostrils)|(?:in|to) (?:the|each|both) [a-z]+ (?:eye|ear|nostril|side)s?|not just when it is bad|(?:and )?(?:then )?stop|no break|no gap)$/i,
  /^(?:but )?(?:no more than|not more than|at most|maximum(?: of)?|max(?: of)?|never more than|up to) /i,
  /^(?:(?:just|only|mainly) )*(?:on|at|in|for) (?:the )?(?:heavy|bad|worst|high|low|first) [a-z]+(?: of [a-z ]+)?$|^(?:from|starting) (?:the first day|tonight|today|tomorrow|when it starts|day one)(?: of it)?$|^(?:and )?mainly at (?:night|bedtime)$/i,
  /^(?:between|under|over|around|to|on|in|behind|along) (?:(?:all|both|each|the|your|his|her) )+[a-z ]{3,30}$/i,
  /^no (?!more$|one\b|problem|worries|idea|doubt|need)[a-z -]{3,50}$/i,
  /^for (?:the|that|your|his|her|any) (?!(?:next|last|first|rest|whole)\b)[a-z ]{3,40}$/i,
  /^(?:only |just )?(?:if|when) (?:(?:you|he|she|it) )?(?:need|needs|is|are|gets?|have|feel)s? ?(?:it|them|to|hot|sore|bad|in pain|hurting|wheezy|tight|a temperature|pain|or|miserable|uncomfortable| )*$/i,
]

/** Explains, praises, or goes on to something else; it changes nothing in how the medicine is taken. */
const explains =
  /^(?:(?:and|so|but|because|since|as|which|though|in fact) )*(?:(?:it|that|this|they|these|you) (?:is|are|will|would|does|do|can|may|might|helps?|makes?|cuts?|has|have|works?|comes?|should|stops?|protects?|doesn't|don't|could|know)\b|because\b|so it\b|so that\b|since\b|the (?:slow|long|short|modified|infant|baby|extended|blue|brown|low)[a-z -]* ones?$|not (?:that|the)\b|i (?:know|think|find)\b|which\b|gives?\b|to (?:help|stop|look after|protect|ease|settle|cover|keep|calm|bring|line)\b|the [a-z]+ ones?\b|no more$|okay$|right$|yeah$|please$|all right$|like this$|whichever\b|whatever suits\b|an? [a-z -]+(?:antibiotic|tablet|cream|spray|medicine|injection|drops?|steroid|antihistamine|painkiller|hormone)$)/i
/** Changes an order, belongs to another time or person, or leaves it open. */
const bears =
  /\b(?:unless|instead|rather|allerg\w*|used to|was|were|had|last|ago|yesterday|did|tried|other people|usually|normally|stop(?:ped|ping)?|already|still|currently|at the moment|you are (?:on|taking)|you have been|been (?:giving|taking|having|on)|said|told|would have|forget|never)\b/i
const weighs = /\b(?:think about|consider|could|might|may|option|possibly|perhaps|maybe|talk about|offer)\b/i

const lead =
  /^(?:(?:so|and|then|now|also|plus|well|right|okay|ok|but|next|first|just|please|again|on top|in the meantime|(?:for )?(?:tonight|today)|as well)\b,? ?)+/i
const ordering =
  /^(?:(?:i|we) (?:would|will|am going to|are going to|want|like|can|think)(?: (?:like|want|just|also|still|suggest|recommend))*(?: (?:to|you|him|her))*(?: (?:use|go with|go for|give|start|put|try|prescribe|take|have|get|do|add|pop|think about|consider|on|you|him|her|some|up))* |(?:you|he|she) (?:(?:can|could|should|will|need to|want to|must|also|just|then) )*(?:take|have|use|add in|add|put|try|go on|start|get|carry on with|keep going with)? ?|(?:let us|let me) (?:try|use|start|go with|do) |(?:take|have|use|try|start|give|add|get|put|carry on with|continue(?: with)?|keep on with|keep going with|apply|pop)(?: (?:him|her|in|on))? |there is (?:an? )?(?:[a-z]+ ){0,3}?called |(?:it|that|this) (?:is|would be|will be) (?:one )?(?:called )?|(?:the )?(?:treatment|tablet|antibiotic|one|medicine|cream|spray)(?: is| are|'s) (?:one )?(?:called )?)(?:(?:the|some|a course of|a|an|your|my|regular|plain) )*/i

/** A limit of its own: "stop it if your chest gets tight". */
const stopping = /^(?:stop|leave) (?:(?:it|them|taking it) )?if (?:you|your|the|he|she|it)\b(?!.*\b(?:i|we)\b).{4,40}$/i

/** How a medicine is put on or taken: "wash your hands after", "file it down". */
const isHandling = (chunk: string): boolean => {
  const [, verb = ''] =
    /^([a-z]+) (?:it|them|the|your|his|her|with|on|in|after|one|each|both|every|out|down|well|for)\b/i.exec(chunk) ?? []
  return handled.test(verb) && !/\b(?:i|we|me|us|if|unless|see|ring|call|not)\b/i.test(chunk) && chunk.split(' ').length <= 10 // biome-ignore format: short
}
const handled =
  /^(?:wash|rinse|warm|rub|shake|swallow|finish|put|file|cover|apply|dab|spread|soak|lie|pump|aim|point|dissolve|chew|mix|spit|gargle|wait|leave|clean|dry|trim)$/i

type Piece = { readonly kind: 'piece' | 'idle' | 'other'; readonly text: string }

const isNumber = (chunk: string): boolean => new RegExp(`^(?:${number}[ -]?)+$`, 'i').test(`${chunk} `.trim())

export function readChunk(chunk: string): Piece {
  const bare = chunk.trim().replace(lead, '')
  const said = bare
    .replace(
      /^(?:so |and )?(?:that is|it is|you take|take|use|have|give|put)(?: (?:him|her|it|them|one|two)(?= (?:on|in)\b))? (?=\d|(?:half|an?|one|two|three|four|five|six|up to|every|once|twice)\b)/i,
      '',
    )
    .replace(
      /(?:,| )(?:so (?:it|that|they|you)|because|which|to (?:help|stop|ease|cover|settle)|that (?:helps?|cuts?)|it is (?:good|the))\b.*$/i,
      '',
    )
    .replace(/ (?:please|okay|ok|as well|too)$|,? rather than when you remember$/i, '')
  if (bare === '') return { kind: 'idle', text: '' }
  if (/^(?:because|since)\b|^the (?:[a-z-]+ )?(?:ones?|[a-z-]+) or the [a-z-]+$/i.test(bare))
    return { kind: 'idle', text: '' }
  if (
    /^(?:it|that|this|they|these) (?:can|may|might|will|makes?|helps?|does|do|is not|are not|works?)\b|^(?:i am just going to check|i just want to check|bear with me|let me (?:just )?check|hang on|one sec)/i.test(
      bare,
    )
  )
    return { kind: 'idle', text: '' }
  if (stopping.test(bare)) return { kind: 'piece', text: bare.replaceAll(/\byour\b/gi, 'the') }
  if (bears.test(bare.replace(/,? rather than when you remember/i, '')))
    return { kind: explains.test(bare) && /\b(?:because|since)\b/i.test(bare) ? 'idle' : 'other', text: bare }
  if (isHandling(bare)) return { kind: 'piece', text: bare.replaceAll(/\byour\b/gi, 'the') }
  const isPiece = pieces.some((piece) => piece.test(said)) || isNumber(said)
  if (isPiece && !/\b(?:i|we|me|us)\b|^(?!no\b).*\bthey\b/i.test(said) && said.split(' ').length <= 14)
    return { kind: 'piece', text: said }
  return { kind: explains.test(chunk.trim()) || explains.test(bare) ? 'idle' : 'other', text: bare }
}

export const chunksOf = (said: string): readonly string[] =>
  said
    .replace(/[.!?]+$/, '')
    .replaceAll(
      /,? (?:and|but) (?=(?:then )?(?:one|two|mainly|just for|no more than|up to|add|stop|you (?:can|could|should))\b)/gi,
      ', ',
    )
    .split(/[,;:] /)
    .filter((chunk) => chunk.trim() !== '')

export const textOf = (sentence: Sentence): string => openSpoken(tellSpoken(sentence.text))

type Told = {
  readonly sentences: readonly Sentence[]
  readonly line: string
  readonly term: Term
  readonly isWeighed: boolean
  readonly isWhole: boolean
}

/** A topic or an aim before the name: "eyes, ...", "for the pain, ...". */
const isTopic = (chunk: string): boolean =>
  /^(?:(?:so|and|then|now|also|but) )*(?:while|because|since|as|given|to|in the meantime)\b(?!.*\b(?:if|not)\b)/i.test(
    chunk,
  ) ||
  /^(?:(?:so|and|then|now|also|but) )*(?:for|with|at|in) (?!.*\b(?:you|i|we)\b)[a-z' ]{3,40}$/i.test(chunk) ||
  (chunk.split(' ').length <= 4 && !/\b(?:if|when|unless|i|we|he|she|they|is|are|was|not|no|had|have)\b/i.test(chunk))
/** A need before the name: "if she's still miserable, ibuprofen, ...". */
const need =
  /^(?:(?:and|so|but|then) )*(if (?:(?:you|he|she|it) )(?:is|are|get|gets|has|have|need|needs)\b(?!.*\b(?:i|we)\b)[a-z ]{3,40})$/i

type Named = { readonly texts: readonly string[]; readonly isWeighed: boolean; readonly isOrdered: boolean; readonly isFramed: boolean; readonly isPart: boolean } // biome-ignore format: short

const forms = /^(?:tablets?|cream|ointment|drops|spray|nasal spray|gel|inhaler|eye drops|nose spray|capsules?)\b/i
const beside =
  /^(?:through|from the (?:chemist|pharmacy|supermarket|shop)|over the counter|with it|as well|too|together|for that|then|alongside(?: it)?)$/i

/** The chunks of one medicine, from its name to the name of the next one. */
function readNamed(
  chunks: readonly string[],
  at: number,
  name: string,
  until: number,
  other: string,
): Named | undefined {
  const own = chunks[at] as string
  const earlier = chunks.slice(0, at)
  const [, condition] = need.exec(earlier.at(-1) ?? '') ?? []
  const bare = own.trim().replace(lead, '')
  const aimed = bare.replace(/^for (?:the|your|his|her|that) .{2,24}? (?=(?:i|we|you) (?:can|will|would)\b)/i, '')
  if (bears.test(bare)) return undefined
  const framed = aimed.replace(ordering, '')
  const isOrdered = framed !== aimed || lead.test(own) || earlier.some(isTopic)
  const isPart = earlier.some((chunk) => !isTopic(chunk) && readChunk(chunk).kind === 'other' && chunk !== earlier.at(-1)) || (earlier.length > 0 && condition === undefined && !isTopic(earlier.at(-1) ?? '') && readChunk(earlier.at(-1) ?? '').kind === 'other') // biome-ignore format: short
  if (isPart && framed === aimed) return undefined
  if (earlier.some((chunk) => /\b(?:if|unless|when)\b/i.test(chunk) && need.exec(chunk)?.[1] !== condition))
    return undefined
  if (condition === undefined && earlier.some((chunk) => /\b(?:if|unless|when)\b/i.test(chunk))) return undefined
  const from = framed.toLowerCase().indexOf(name.toLowerCase())
  if (from < 0) return undefined
  const before = framed.slice(0, from).trim()
  const after = framed.slice(from + name.length).trim()
  const isSlotBefore = before === '' || /^(?:iron|an? [a-z]+|(?:the |some )?[a-z]+ with)$/i.test(before) || /^(?:(?:the|some|a|an|your|of|it) ?)+$/i.test(before) || new RegExp(`^(?:${number} )*(?:${unit} )?(?:of )?(?:the )?$`, 'i').test(`${before} `) // biome-ignore format: short
  if (!isSlotBefore) return undefined
  const form = forms.exec(after)?.[0] ?? ''
  const rest = after
    .slice(form.length)
    .trim()
    .replace(/^[a-z]+ (?=(?:tablets|cream)$)/i, '')
  const tail = rest === '' || beside.test(rest) ? undefined : readChunk(rest)
  if (tail?.kind === 'other' && !/^(?:osteo|forte|rapid|extra|xr|mr|sr|hc|plus)$/i.test(rest)) return undefined
  const amount = /\d|half|one|two|three/i.test(before) ? `${before} ` : ''
  const first = `${amount}${name}${form === '' ? '' : ` ${form}`}${tail === undefined || tail.kind === 'idle' ? '' : ` ${tail.text}`}`
  const others = chunks
    .slice(at + 1, until)
    .map((chunk) =>
      other !== '' && chunk.trim().toLowerCase() === other
        ? { kind: 'piece' as const, text: chunk.trim() }
        : readChunk(chunk),
    )
  if (others.some(({ kind }) => kind === 'other')) return undefined
  const texts = [first, ...others.flatMap(({ kind, text }) => (kind === 'piece' ? [text] : []))]
  return { texts: condition === undefined ? texts : [...texts, condition.replace(/^if (?:you|he|she|it) (?:is|are|gets?|has|have) /i, 'if ')], isWeighed: weighs.test(own), isOrdered, isFramed: framed !== aimed, isPart } // biome-ignore format: short
}

const mostFollowing = 5
const mostSkipped = 3

/** The pieces of the sentences behind the name, up to the first that tells something else. */
function follow(
  sentence: Sentence,
  following: readonly Sentence[],
): { readonly texts: readonly string[]; readonly sentences: readonly Sentence[] } {
  const texts: string[] = []
  const sentences: Sentence[] = []
  let skipped = 0
  for (const next of following.slice(0, mostFollowing)) {
    if (next.segment.speaker !== 'clinician' || next.segment !== sentence.segment) break
    if (next.terms.some(({ kind }) => kind === 'medicine') || next.text.trimEnd().endsWith('?')) break
    const read = chunksOf(textOf(next)).map(readChunk)
    const [first] = read
    const own = read.filter(({ kind }) => kind === 'piece')
    const isAll = own.length > 0 && first?.kind === 'piece' && read.every(({ kind }) => kind !== 'other')
    if (!isAll) {
      skipped += 1
      if (skipped > mostSkipped || read.some(({ kind }) => kind === 'other') || sentences.length > 0) break
      continue
    }
    texts.push(...own.map(({ text }) => text))
    sentences.push(next)
  }
  return { texts, sentences }
}

/** Asks for less: an amount, or an amount with its length. */
const dosed = new RegExp(`(?:^|[ ,])(?:${number} ?)+${unit}\\b`, 'i')

type Before = {
  readonly taken: ReadonlySet<string> /** Before the plan, a bare regimen may be read out of a list. */
  readonly isEarly: boolean
}

/** The words of the name as they were said. */
const wordsOf = (sentence: Sentence, { from, to }: Term): string => sentence.segment.text.slice(sentence.words[from]?.start ?? 0, sentence.words[to]?.end ?? 0) // biome-ignore format: short

export function readTold(
  sentence: Sentence,
  following: readonly Sentence[],
  { taken, isEarly }: Before,
): readonly Told[] {
  if (/\[/.test(sentence.text)) return []
  const chunks = chunksOf(textOf(sentence))
  const terms = sentence.terms.filter(({ kind, key }) => kind === 'medicine' && !classes.test(key))
  const names = terms.flatMap((term) => {
    const name = wordsOf(sentence, term)
    const at = chunks.findIndex((chunk) => chunk.toLowerCase().includes(name.toLowerCase()))
    return at < 0 || /^(?:because|since)\b/i.test(chunks[at] ?? '') ? [] : [{ term, name, at }]
  })
  const firsts = names.filter(({ term }, place) => names.findIndex((one) => one.term.key === term.key) === place)
  if (new Set(firsts.map(({ at }) => at)).size !== firsts.length) return []
  return firsts.flatMap(({ term, name, at }, place) => {
    const next = firsts[place + 1]
    const other = names.find((one) => one.term.key === term.key && one.name !== name)?.name.toLowerCase() ?? ''
    const first = readNamed(chunks, at, name, next?.at ?? chunks.length, other)
    if (first === undefined || (isEarly && !first.isFramed) || (taken.has(term.key) && !first.isOrdered)) return []
    const later = next === undefined ? follow(sentence, following) : { texts: [], sentences: [] }
    const texts = [...first.texts, ...later.texts]
    const rates = texts.filter((text) => rated.test(text)).length
    const all = texts.join(', ')
    if (rates === 0 || rates > 4 || texts.length > 9 || (texts.length === 1 && !dosed.test(all))) return []
    if (
      first.isWeighed &&
      later.sentences.length === 0 &&
      !/\b(?:think about|add in|consider)\b/i.test(chunks[at] ?? '')
    )
      return []
    const isWhole = firsts.length === 1 && !first.isPart
    return [{ sentences: [sentence, ...later.sentences], line: all, term, isWeighed: first.isWeighed, isWhole }]
  })
}

type Heard = {
  readonly isGiven: (last: Sentence) => boolean
  readonly isChilds: boolean
  readonly from: number
  readonly used: ReadonlySet<Sentence>
}

/** From here on a bare regimen is an order. */
const ofPlan = 1.3

/** The regimens that the clinician's sentences tell from `from` on. */
export function listToldRegimens(
  dialogue: readonly Sentence[],
  { isGiven, isChilds, from, used }: Heard,
): readonly Candidate[] {
  const taken = new Set<string>()
  return dialogue.flatMap((sentence, place) => {
    const isOwn = sentence.segment.speaker === 'clinician'
    if (!isOwn) for (const { kind, key } of sentence.terms) if (kind === 'medicine') taken.add(key)
    if (!isOwn || sentence.at < from || used.has(sentence) || sentence.text.trimEnd().endsWith('?')) return []
    if (!isMeant(sentence.said) || !isToPatient(sentence.said, isChilds)) return []
    const all = readTold(sentence, dialogue.slice(place + 1), { taken, isEarly: sentence.at < from * ofPlan })
    return all.flatMap(({ sentences, line, isWeighed }, index) => {
      const last = sentences.at(-1)
      if (last === undefined || !isGiven(last) || sentences.some((each) => used.has(each))) return []
      const text = sentenceCase(
        `${isWeighed ? 'consider ' : ''}${line.replaceAll(/\b(?:your|his|her) (?=[a-z])/gi, 'the ')}`,
      )
      return [
        {
          text: `${text}.`,
          claims: [claim('plan', { key: `${quoteKey(sentences)}${index === 0 ? '' : `-${index}`}`, display: text })],
          quotes: sentences.map((each) => ({ sentence: each, role: 'statement' as const })),
          weight: 84,
          at: sentence.at,
        },
      ]
    })
  })
}
