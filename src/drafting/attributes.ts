/** Duration, side and character of a symptom: said in its own sentence, or in answer to a question about it. */
import { type Duration, findDuration, readAmount } from './amounts.ts'
import { answers, isUncertain, type Quote, says } from './candidates.ts'
import { readContext } from './context.ts'
import { afterCorrection, plainText, readAnswer, type Sentence } from './dialogue.ts'
import { generalKeys, type Mention } from './mentions.ts'
import { qualities } from './qualities.ts'
import { findTerms, type Term } from './terms.ts'
import { readFlow, readWords } from './words.ts'

export type Attribute = {
  readonly concept: string
  readonly kind: 'side' | 'duration' | 'frequency' | 'quality'
  readonly order: number
  readonly text: string
  readonly quotes: readonly Quote[]
}

const phrases = qualities.flatMap(([kind, display, says], order) =>
  says
    .split('|')
    .map((phrase) => ({ kind, display, order, words: readFlow(readWords(phrase)).map(({ text }) => text) })),
)

/** What may be said of which symptom. */
const fits: readonly (readonly [quality: RegExp, symptom: RegExp])[] = [
  [/^dry$/, /cough/],
  [/^watery$/, /diarr|stool/],
  [/^(?:itchy|red|painful)$/, /rash|skin|spots|lump/],
  [/^(?:green|yellow|clear)$/, /phlegm|nose|discharge/],
  [/^spreading$/, /rash|skin|pain/],
  [/^(?:severe|mild)$/, /pain|ache|throat|cramp/],
  [
    /^(?:throbbing|sharp|dull|aching|burning|stinging|cramping|stabbing|tight|pressure|heavy)$/,
    /pain|ache|sore throat|painful/,
  ],
  [/worse lying|bending|breathing/, /pain|ache|breath|cough|dizz/],
]
const canHave = (term: Term, quality: string): boolean =>
  fits.every(([pattern, symptom]) => !pattern.test(quality) || symptom.test(term.display)) &&
  !term.display.includes(quality)

type Found = { readonly display: string; readonly order: number; readonly from: number; readonly to: number }

function findQualities(sentence: Sentence): readonly Found[] {
  const flow = readFlow(sentence.words)
  const found: Found[] = []
  for (let at = 0; at < flow.length; at++)
    for (const { display, order, words } of phrases)
      if (words.every((word, index) => flow[at + index]?.text === word))
        found.push({ display, order, from: flow[at]?.at ?? 0, to: flow[at + words.length - 1]?.at ?? 0 })
  return found.filter(({ from, to, display }) => {
    const pseudo: Term = { kind: 'symptom', key: '', display, from, to }
    return readContext(sentence, pseudo).status === 'present'
  })
}

const sidePattern =
  /\b(?:on|in|at|my|the) (?:the |my |that )?(left|right)(?: hand)?(?: side)?\b(?! now)|\b(left|right)(?: hand)? side\b|\b(left|right) (?:ear|eye|knee|hip|leg|arm|foot|ankle|hand|wrist|shoulder|elbow|breast|testicle|side|calf|thigh|flank|heel|thumb|toe|temple|one)\b/
const bothPattern =
  /\bboth (?:\w+ )?(?:ears|eyes|knees|hips|legs|arms|feet|ankles|hands|wrists|shoulders|elbows|sides|of them)\b|\bboth\.?$/
const sided =
  /ear|eye|knee|hip\b|leg|arm|foot|ankle|hand|wrist|shoulder|elbow|breast|testic|calf|thigh|flank|heel|thumb|toe|headache|abdominal pain|chest pain|back pain|rib|groin|hearing|vision|neck pain|facial|swelling/

function findSide(sentence: Sentence): 'left' | 'right' | 'both' | undefined {
  if (sentence.isCorrected) return undefined
  const words = afterCorrection(sentence.words)
  const said = words.map(({ text }) => text).join(' ').replaceAll(' ,', ',').replaceAll(' .', '.') // biome-ignore format: short
  if (/\bnot\b|\bor\b/.test(said)) return undefined
  const bare =
    /^(?:(?:um|uh|er|oh|no|just|only),? )*(?:it is |on )?(?:the |my )(left|right)(?: one| side| hand side)?[.,]?$/.exec(
      said,
    )?.[1]
  const side = sidePattern.exec(said)
  const one = bare ?? side?.[1] ?? side?.[2] ?? side?.[3]
  if (one === 'left' || one === 'right')
    return new RegExp(`\\b${one === 'left' ? 'right (?:side|hand|ear|eye|knee|leg|arm)' : 'left'}\\b`).test(said)
      ? undefined
      : one
  return bothPattern.test(said) ? 'both' : undefined
}

const whenAsked =
  /\bhow long\b|\bwhen (?:did|was|have)\b.*\b(?:start|begin|come on|notice|symptoms)\b|\bwhen did\b|\bhow many (?:days|weeks|months)\b|\bsince when\b/
const whereAsked = /\b(?:which|what) side\b|\bwhere(?:abouts)?\b|\bleft or right\b|\bboth\b/
const likeAsked =
  /\bdescribe\b|\bwhat kind\b|\bwhat (?:type|sort)\b|\bconstant\b|\bcome and go\b|\ball the time\b|\bsudden|\bgradual|\bsharp\b|\bdull\b|\bthrobbing\b|\bcramp|\bdry\b|\bany worse\b|\bworse\b|\bwhat colour\b|\bmore about\b/
const oftenAsked = /\bhow (?:many times|often|frequent)/
const rateAsked = /\bout of (?:ten|10)\b|\bscale\b.*\b(?:ten|10)\b|\b(?:one|zero) to ten\b/
const movesAsked =
  /\b(?:pain|it)\b.*\b(?:move|moving|spread|radiat\w*|travel|go(?:ing)?) (?:anywhere|at all|to|towards|down|into|around|up|elsewhere)/

/** What a question is about: the symptom that it names, else the last one that was spoken of as present. */
function topicOf(question: Sentence, mentions: readonly Mention[], fits: (term: Term) => boolean): Term | undefined {
  const { at } = question
  const before = mentions.filter((mention) => mention.polarity === 'present' && mention.at <= at && fits(mention.term))
  const keys = new Set(before.map(({ term }) => term.key))
  const named = findTerms(question.words).filter(({ kind }) => kind === 'symptom')
  const own = named.find(({ key }) => keys.has(key))
  if (own !== undefined) return own
  const said = plainText(question.text)
  if (/\b(?:pain|ache|hurt)\b/.test(said))
    return before.findLast(({ term }) => term.key !== 'pain' && /pain|ache|sore|painful/.test(term.display))?.term
  if (named.length > 0) return undefined
  if (/\bcough/.test(said)) return before.findLast(({ term }) => /cough/.test(term.display))?.term
  if (whenAsked.test(said) && /\b(?:symptoms|this|it all)\b/.test(said)) return before[0]?.term
  if (/\b(?:symptoms?|this|these|it all|it|that|they|side)\b/.test(said)) {
    const last = before.at(-1)
    const reach = /\bside\b|\bsymptoms?\b/.test(said) ? 10 : 4
    return last !== undefined && at - last.at <= reach ? last.term : undefined
  }
  return undefined
}

/** Which symptoms a question of this sort can be about. */
function topicFilter(said: string): (term: Term) => boolean {
  if (whereAsked.test(said)) return ({ display }) => sided.test(display)
  if (oftenAsked.test(said)) return ({ display }) => countable.test(display)
  if (movesAsked.test(said)) return ({ display }) => /pain|ache/.test(display)
  return () => true
}
const countable = /diarr|stool|vomit|urinat|cough|headache/

function fromAnswers(question: Sentence, term: Term): readonly Attribute[] {
  const said = plainText(question.text)
  const out: Attribute[] = []
  for (const sentence of question.answers.slice(0, 3)) {
    if (sentence.isQuestion || (out.length > 0 && out[0]?.kind === 'duration')) break
    const quotes = answers(question, sentence)
    const add = (kind: Attribute['kind'], text: string, order = 0) =>
      out.push({ concept: term.key, kind, order, text, quotes })
    if (whenAsked.test(said)) {
      const time = readTime(sentence)
      if (time !== undefined)
        add(
          'duration',
          /\bwhen\b/.test(said) ? startedAt(time) : time.sense === 'ago' ? startedAt(time) : `for ${time.text}`,
        )
    }
    const side = whereAsked.test(said) && sided.test(term.display) ? findSide(sentence) : undefined
    if (side !== undefined) {
      const isNamed = term.display.split(' ').some((word) => word.length > 2 && plainText(sentence.text).includes(word))
      out.push({ concept: term.key, kind: 'side', order: 0, text: side, quotes: isNamed ? says(sentence) : quotes })
    }
    if (likeAsked.test(said))
      for (const quality of findQualities(sentence))
        if (canHave(term, quality.display)) add('quality', quality.display, quality.order)
    const often = oftenAsked.test(said) ? readFrequency(sentence) : undefined
    if (often !== undefined && countable.test(term.display)) add('frequency', often)
  }
  if (movesAsked.test(said) && /pain|ache/.test(term.display)) out.push(...radiation(question, term))
  const severity = rateAsked.test(said) ? readSeverity(question) : undefined
  if (severity !== undefined)
    out.push({
      concept: term.key,
      kind: 'quality',
      order: 30,
      text: severity.text,
      quotes: answers(question, severity.sentence),
    })
  return out
}

const limbPattern =
  /\b(?:down|into|to|towards|up|in) (?:the |my )?(?:(left|right) )?(arm|leg|back|shoulder|jaw|neck|groin|foot|hand|chest|side|stomach|tummy)\b/

/** "Does it spread?" - "No", or "down my left arm". */
function radiation(question: Sentence, term: Term): readonly Attribute[] {
  const answer = readAnswer(question)
  if (answer?.says === 'no')
    return answer.isPlain
      ? [
          {
            concept: term.key,
            kind: 'quality',
            order: 15,
            text: 'not radiating',
            quotes: answers(question, answer.sentence),
          },
        ]
      : []
  for (const sentence of question.answers.slice(0, 3)) {
    const said = afterCorrection(sentence.words).map(({ text }) => text).join(' ') // biome-ignore format: short
    const place = limbPattern.exec(said) ?? /\b(left|right) (arm|leg|shoulder|side|foot|hand)\b/.exec(said)
    if (place === null || sentence.isCorrected || /\b(?:maybe|or|not)\b/.test(said)) continue
    const where = place[1] === undefined ? place[2] : `${place[1]} ${place[2]}`
    return [
      {
        concept: term.key,
        kind: 'quality',
        order: 15,
        text: `radiating to ${where}`,
        quotes: answers(question, sentence),
      },
    ]
  }
  return []
}

/** "Six", "now it's about a six": one number up to ten, or the one that is said of now. */
function readSeverity(question: Sentence): { readonly text: string; readonly sentence: Sentence } | undefined {
  for (const sentence of question.answers.slice(0, 2)) {
    const amounts = sentence.words
      .flatMap((_, at) => readAmount(sentence.words, at) ?? [])
      .filter(({ value }) => value > 0 && value <= 10)
    const [first] = amounts
    const isOfNow = /\bnow\b|\bat the moment\b/.test(plainText(sentence.text).split(/\bwas\b/)[0] ?? '')
    if (first === undefined || sentence.isCorrected) continue
    if (amounts.length > 1 && !isOfNow) return undefined
    return { text: `severity ${first.value} out of 10`, sentence }
  }
  return undefined
}

const startedAt = (time: { readonly text: string; readonly sense: string }): string =>
  time.sense === 'since' ? `since ${time.text}` : time.sense === 'for' ? `for ${time.text}` : `started ${time.text} ago`

const capital = (text: string): string =>
  text.replace(
    /\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|christmas|january|february|march|april|may|june|july|august|september|october|november|december)\b/g,
    (word) => word.charAt(0).toUpperCase() + word.slice(1),
  )

const sincePattern =
  /\bsince (?:(?:the )?(last (?:night|week|month|year|weekend)|yesterday(?: \w+ing)?|this morning|midday|mid-day|(?:mon|tues|wednes|thurs|fri|satur|sun)day|birth|childhood|christmas|january|february|march|april|may|june|july|august|september|october|november|december))\b/

function readTime(
  sentence: Sentence,
): { readonly text: string; readonly sense: 'for' | 'ago' | 'bare' | 'since' } | undefined {
  const said = plainText(sentence.text)
  if (/\b(?:not know|not sure|not remember|no idea|used to|before that|hospital|surgery|operation)\b/.test(said))
    return undefined
  if (sentence.isCorrected) return undefined
  const clear = afterCorrection(sentence.words)
  const isWhole = clear.length === sentence.words.length
  const since = isWhole ? sincePattern.exec(said)?.[1] : undefined
  if (since !== undefined) return { text: capital(since.replace('mid-day', 'midday')), sense: 'since' }
  const first = findDuration(clear)
  if (first === undefined) return undefined
  const second = findDuration(clear, first.to + 1)
  const isOfWorse =
    second !== undefined && clear.slice(first.to, second.from).some(({ text }) => /^(?:worse|bad|better)$/.test(text))
  if (isOfWorse) return first
  // "three weeks, I mean two weeks": corrected in the same breath, the last counts; anything else is left out.
  if (second !== undefined && second.text !== first.text)
    return /\bi mean\b|\bno,|\bsorry\b|\bactually\b/.test(said) ? second : undefined
  return first
}

const frequencyPattern =
  /\b(?:(once|twice)|(?:(\w+)(?: or |, | to )?(\w+)?) times) (?:a|per|every) (day|night|week|hour)\b/
const numbers: Readonly<Record<string, string>> = { two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7', eight: '8', nine: '9', ten: '10', eleven: '11', twelve: '12' } // biome-ignore format: a table

function readFrequency(sentence: Sentence): string | undefined {
  const match = frequencyPattern.exec(plainText(sentence.text))
  if (match === null) return undefined
  const [, word, low, high, unit] = match
  if (word !== undefined) return `${word} a ${unit}`
  const first = numbers[low ?? '']
  const second = numbers[high ?? '']
  if (first === undefined && second === undefined) return undefined
  return `${[first, second].filter((part) => part !== undefined).join(' to ')} times a ${unit}`
}

const onsetWords =
  /\b(?:start|started|begin|began|going on|been|have had|i've had|i have|for the|since|noticed|came on|last|past|had|now)\b/

/** Nothing new begins between the symptom and the time. */
function reaches(sentence: Sentence, term: Term, duration: Duration | undefined): boolean {
  const own = findTerms(sentence.words).find(({ key }) => key === term.key)
  if (own === undefined || duration === undefined || duration.from < own.to) return true
  const between = sentence.words.slice(own.to + 1, duration.from).map(({ text }) => text).join(' ') // biome-ignore format: short
  return !/\b(?:i|my|and)\b/.test(between) || /\b(?:start\w*|since|been|going on|noticed|had it|lasted)\b/.test(between)
}

/** Two symptoms with a time each: the words from one to the next. */
const isParted = (sentence: Sentence, terms: readonly Term[]): boolean => {
  const first = findDuration(sentence.words)
  return terms.length === 2 && first !== undefined && findDuration(sentence.words, first.to + 1) !== undefined
}
function ownPart(sentence: Sentence, term: Term, terms: readonly Term[]): Sentence {
  if (!isParted(sentence, terms)) return sentence
  const next = terms.find(({ from }) => from > term.to)
  const own = terms.find(({ key }) => key === term.key) ?? term
  const words = sentence.words.slice(own.to + 1, next?.from)
  const [first] = words
  const text = first === undefined ? '' : sentence.segment.text.slice(first.start, words.at(-1)?.end)
  return { ...sentence, words, text }
}

/** In the patient's own sentence: the attribute belongs to the nearest symptom named before it, else after it. */
function fromSentence(mention: Mention): readonly Attribute[] {
  const sentence = mention.quotes[0]?.sentence
  if (sentence === undefined || !mention.isExplicit || mention.polarity !== 'present') return []
  const terms = findTerms(sentence.words).filter(({ kind }) => kind === 'symptom')
  const out: Attribute[] = []
  const quotes = says(sentence)
  const isClose = (at: number, from: number) =>
    from - at <= 4 && !sentence.words.slice(at, from).some(({ text }) => /^(?:,|but|and|i)$/.test(text))
  const nearest = (at: number) =>
    terms.findLast(({ to }) => to < at) ?? terms.find(({ from }) => from > at && isClose(at, from))
  const time = readTime(ownPart(sentence, mention.term, terms))
  const duration = findDuration(sentence.words)
  const said = plainText(sentence.text)
  const isNear = isParted(sentence, terms)
    ? true
    : duration === undefined
      ? terms.length === 1
      : nearest(duration.from)?.key === mention.term.key
  if (
    time !== undefined &&
    isNear &&
    mention.time === 'current' &&
    onsetWords.test(said) &&
    reaches(sentence, mention.term, duration) &&
    !/\bexcept|\bused to|\bmedic|\btablet|\boff work/.test(said)
  )
    out.push({
      concept: mention.term.key,
      kind: 'duration',
      order: 0,
      text: time.sense === 'ago' ? startedAt(time) : time.sense === 'since' ? `since ${time.text}` : `for ${time.text}`,
      quotes,
    })
  if (sided.test(mention.term.display) && terms.length === 1) {
    const side = findSide(sentence)
    if (side !== undefined) out.push({ concept: mention.term.key, kind: 'side', order: 0, text: side, quotes })
  }
  for (const quality of findQualities(sentence)) {
    const isInside = terms.some(({ from, to }) => quality.from >= from && quality.to <= to)
    const isCourse = /^(?:getting worse|improving|spreading)$/.test(quality.display)
    if (isCourse && terms.every(({ from }) => from > quality.to)) continue
    if (!isInside && nearest(quality.from)?.key === mention.term.key && canHave(mention.term, quality.display))
      out.push({ concept: mention.term.key, kind: 'quality', order: quality.order, text: quality.display, quotes })
  }
  return out
}

/** "It's been going on for a few days", right after the complaint. */
function fromNextSentence(dialogue: readonly Sentence[], mention: Mention): readonly Attribute[] {
  return dialogue
    .filter(
      ({ segment, at, isQuestion }) => segment.speaker === 'patient' && !isQuestion && Math.abs(at - mention.at) <= 2,
    )
    .filter(
      (sentence) =>
        /\b(?:it|this|they|symptoms)\b.*\b(?:been|going on|started|came on)\b/.test(plainText(sentence.text)) &&
        !/\bthen\b|\bwas\b/.test(plainText(sentence.text)),
    )
    .flatMap((sentence): Attribute[] => {
      const time = readTime(sentence)
      const isOther = findTerms(sentence.words).some(({ key, kind }) => kind === 'symptom' && key !== mention.term.key)
      if (time === undefined || isOther) return []
      const course = findQualities(sentence).filter(({ display }) => /^(?:getting worse|improving)$/.test(display))
      if (/\bbeen worse\b|\bis worse\b/.test(plainText(sentence.text))) return []
      return [
        ...course.map(({ display, order }) => ({
          concept: mention.term.key,
          kind: 'quality' as const,
          order,
          text: display,
          quotes: says(sentence),
        })),
        {
          concept: mention.term.key,
          kind: 'duration',
          order: 0,
          text: time.sense === 'bare' ? `for ${time.text}` : startedAt(time),
          quotes: says(sentence),
        },
      ]
    })
}

export function findAttributes(
  dialogue: readonly Sentence[],
  mentions: readonly Mention[],
  present: readonly Mention[],
): readonly Attribute[] {
  const asked = dialogue
    .filter(({ segment, isQuestion, answers }) => segment.speaker === 'clinician' && isQuestion && answers.length > 0)
    .flatMap((question) => {
      const term = topicOf(question, mentions, topicFilter(plainText(question.text)))
      return term === undefined ? [] : fromAnswers(question, term)
    })
  const [complaint] = present
  return [
    ...mentions.flatMap(fromSentence),
    ...(complaint === undefined || !complaint.isExplicit || complaint.at > 12
      ? []
      : fromNextSentence(dialogue, complaint)),
    ...asked,
  ]
}

/** Those of the symptom, or of the broader word for it, once a kind; nothing unsure beside something sure. */
export function addAttributes(mention: Mention, attributes: readonly Attribute[]): readonly Attribute[] {
  const isSure = !isUncertain(mention.quotes)
  const own = attributes.filter(({ concept, quotes }) => {
    const isOwn =
      concept === mention.term.key || (!generalKeys.has(concept) && mention.term.key.endsWith(`-${concept}`))
    return isOwn && mention.time === 'current' && !(isSure && isUncertain(quotes))
  })
  const kinds = (kind: Attribute['kind']) => own.filter((attribute) => attribute.kind === kind)
  const sides = new Set(kinds('side').map(({ text }) => text))
  const seen = new Set<string>()
  const chosen = [
    ...(sides.size === 1 ? kinds('side').slice(0, 1) : []),
    ...kinds('duration').slice(0, 1),
    ...kinds('frequency').slice(0, 1),
    ...kinds('quality').filter(({ text }) => !seen.has(text) && seen.add(text)),
  ]
  return withoutContradiction(chosen).slice(0, 6)
}

const against: readonly (readonly [string, string])[] = [
  ['constant', 'intermittent'],
  ['sudden onset', 'gradual onset'],
  ['getting worse', 'improving'],
  ['severe', 'mild'],
]
function withoutContradiction(attributes: readonly Attribute[]): readonly Attribute[] {
  const texts = new Set(attributes.map(({ text }) => text))
  const dropped = new Set(against.filter(([a, b]) => texts.has(a) && texts.has(b)).flat())
  return attributes.filter(({ text }) => !dropped.has(text))
}

type Rendered = {
  readonly text: string
  readonly slots: { readonly side?: 'left' | 'right' | 'both'; readonly duration?: string; readonly frequency?: string }
}

export function renderAttributes(attributes: readonly Attribute[]): Rendered {
  const find = (kind: Attribute['kind']) => attributes.find((attribute) => attribute.kind === kind)?.text
  const duration = find('duration')
  const frequency = find('frequency')
  const side = find('side') as 'left' | 'right' | 'both' | undefined // set by findSide only
  const listed = [
    ...(side === undefined ? [] : [side === 'both' ? 'both sides' : `${side} side`]),
    ...(frequency === undefined ? [] : [frequency]),
    ...attributes
      .filter(({ kind }) => kind === 'quality')
      .sort((a, b) => a.order - b.order)
      .map(({ text }) => text),
  ]
  const lead = duration === undefined ? '' : duration.startsWith('started') ? `, ${duration}` : ` ${duration}`
  return {
    text: `${lead}${listed.map((item) => `, ${item}`).join('')}`,
    slots: {
      ...(side === undefined ? {} : { side }),
      ...(duration === undefined ? {} : { duration }),
      ...(frequency === undefined ? {} : { frequency }),
    },
  }
}
