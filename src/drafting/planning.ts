/** Plan: treatment, tests and advice, each in the words of a note. */
import { findDuration } from './amounts.ts'
import { type Candidate, claim, joinWords, says, sentenceCase } from './candidates.ts'
import { afterCorrection, plainText, type Sentence } from './dialogue.ts'
import { draftImpressions } from './impressions.ts'
import { findDose, findFrequency, saidName } from './medication.ts'
import { planRows } from './plans.ts'
import { draftReview, draftWarnings } from './review.ts'
import { findTerms, keyOf, type Term } from './terms.ts'
import type { Word } from './words.ts'

const directive =
  /\b(?:i will|we will|let's|let us|i would|we would|i can|we can|we could|you can|you could|you should|you need|you will need|make sure|making sure|recommend\w*|advis\w+|suggest\w*|worth|try|start|continue|carry on|keep|take|taking|use|using|avoid|come back|give me|happy to|going to|want you|like you to|prescrib\w*|arrang\w*|organis\w*|organiz\w*|send|refer\w*|book|need to|have to|get (?:some|a|you|plenty)|help yourself|best thing|important|treat\w*|increase|reduce|things like|something (?:called|like)|options?|think about|may need|might need|should help|we recommend|pop|drink|rest|do (?:a|some)|have (?:a|some)|give you|called|please)\b/
const notAdvised =
  /\b(?:not|no) (?:\w+ ){0,3}(?:have to be|need|necessary|recommend|require|advise|think you need|useful|helpful|indicated)\b|\bno need\b/
const tentative =
  /\b(?:may|might|maybe|perhaps|think about|consider\w*|could|possibly|option|options|discuss\w*|depending|in that (?:instance|case)|if (?:it|that|this|those|these|your|you|things|symptoms))\b/
const aboutPast =
  /(?:^|[,.] |\b(?:and|so|but|ok) )(?:do|did|are|have) you\b|\b(?:you (?:said|mentioned|told|tried|took|had|have had|were|did)|in the past|last time|you are already|you have been|you have been taking|you currently)\b/
const notNow = /\b(?:not (?:today|now|yet)|down the track|later on|hold off|in the future)\b/

/** How firmly a sentence plans, and on what condition. */
type Frame = {
  readonly lead: string
  readonly isDenied: boolean
  readonly isTentative: boolean
  readonly condition?: string
}

const ifClause = /\bif ((?:(?!then\b|if\b)[a-z']+ ?){2,9}?)(?=,| then\b| i (?:would|will|can)\b|[.]?$)/

/** "if you are having some pain" as "if some pain"; undefined where the clause has no clear end. */
function conditionOf(said: string): string | undefined {
  const clause = ifClause.exec(said)?.[1]?.trim()
  if (
    clause === undefined ||
    /^(?:like|we|there is any\w*|not)\b|\b(?:someone|people|was)\b|\b(?:and|or|like|to|a|the|of|in|you|it|is)$/.test(
      clause,
    )
  )
    return undefined
  return clause.replace(/^you (?:are|feel|get|have|do)(?: (?:having|getting|feeling|still))*(?= )/, '').trim()
}

function readFrame(said: string): Frame | undefined {
  const isDenied = notAdvised.test(said)
  const isIf = /\bif\b|\bunless\b/.test(said.replace(/\bif you (?:can|like|want|would like|wanted)\b/, ''))
  const condition = isIf ? conditionOf(said) : undefined
  if (isIf && !isDenied && (condition === undefined || /\bunless\b/.test(said))) return undefined
  const isTentative = tentative.test(said.replace(/\bif\b.*$/, '')) && condition === undefined
  return {
    isDenied,
    isTentative: isTentative || condition !== undefined,
    lead: isDenied ? 'No need for ' : isTentative ? 'Consider ' : '',
    ...(condition === undefined || isDenied ? {} : { condition }),
  }
}

function planItems(sentence: Sentence): readonly Candidate[] {
  const said = plainText(sentence.text)
  if (sentence.isQuestion && !/\bi (?:would|think|can|will|suggest|recommend)\b|\bwe (?:can|could|should)\b/.test(said))
    return []
  if (!directive.test(said) || aboutPast.test(said) || notNow.test(said)) return []
  if (/\b(?:normally|usually) (?:at this stage|i)\b|\bwould normally\b|\bknow which\b/.test(said)) return []
  const frame = readFrame(said)
  if (frame === undefined) return []
  const beside = frame.condition === undefined ? said : said.replace(frame.condition, ' ')
  const rows = planRows.filter(
    ([display, pattern]) => pattern.test(beside) && !(frame.condition !== undefined && emergencies.has(display)),
  )
  const kept = rows.filter(([display]) => !isCovered(display, rows.map(([other]) => other))).slice(0, 4) // biome-ignore format: short
  return [...mergeItems(sentence, kept.map(([display]) => display), frame), ...planMedicines(sentence, said, frame)] // biome-ignore format: short
}
/** These hang on the warning signs that they are named with: see review.ts. */
const emergencies = new Set(['ambulance', 'hospital assessment', 'emergency department', 'emergency call'])

const isCovered = (display: string, all: readonly string[]): boolean =>
  all.some((other) => other !== display && other.endsWith(` ${display}`)) ||
  (display === 'further tests' &&
    all.some((other) => / test|scan|x-ray|sample|gram|ECG/.test(other) && other !== display)) ||
  (display === 'referral' && all.some((other) => specialties.has(other)))
const specialties = new Set(
  'physiotherapy psychologist psychiatrist dermatology cardiology neurology gynaecology urology gastroenterologist specialist counselling dietitian'
    .split(' ')
    .concat('ENT review', 'specialist review', 'allergy clinic'),
)

/** Items of one sentence make one statement. */
function mergeItems(sentence: Sentence, names: readonly string[], frame: Frame): readonly Candidate[] {
  if (names.length === 0) return []
  const text = `${frame.lead}${joinWords(names, 'and')}${frame.condition === undefined ? '' : ` if ${frame.condition}`}`
  const slots = frame.isDenied
    ? { polarity: 'absent' as const }
    : frame.isTentative
      ? { certainty: 'uncertain' as const }
      : {}
  return [
    {
      text: `${sentenceCase(text)}.`,
      claims: names.map((display) => claim('plan', { key: keyOf(display), display }, slots)),
      quotes: says(sentence),
      weight: names.some((name) => name === 'prescription' || name === 'further tests') ? 64 : 72,
      at: sentence.at,
    },
  ]
}

/** "Because of the penicillin allergy"; "salbutamol puffer" is one thing, not two. */
function isReason(sentence: Sentence, term: Term): boolean {
  const next = sentence.words[term.to + 1]?.text ?? ''
  const isTail =
    classTail.test(term.display) &&
    findTerms(sentence.words).some((other) => other.kind === 'medicine' && other.to === term.from - 1)
  return /^allerg/.test(next) || isTail
}
const classTail = /^(?:inhaler|inhalers|tablets|cream)$/
const notThis =
  /\b(?:not (?:have|take|give|use)|instead of|allergic to|rather than|allergy to)\b(?!.*\b(?:i will|we will|give you|prescribe)\b)[^,]*$/
const verbs: readonly (readonly [pattern: RegExp, verb: string])[] = [
  [/\b(?:stop|come off)\b[^,]*$/, 'Stop '],
  [/\bincreas\w+\b[^,]*$/, 'Increase '],
  [/\b(?:continue|carry on|keep (?:taking|using))\b[^,]*$/, 'Continue '],
]

type Slots = {
  readonly dose?: string
  readonly value?: number
  readonly unit?: string
  readonly frequency?: string
  readonly span?: string
}

/** Dose, frequency and course from the words that follow the medicine, up to the next one. */
function slotsOf(sentence: Sentence, words: readonly Word[]): Slots {
  if (sentence.isCorrected) return {}
  const clear = afterCorrection(words)
  const dose = findDose(clear)
  if (dose === undefined) return {}
  const text = plainText(sentence.segment.text.slice(clear[dose.at]?.start ?? 0, clear.at(-1)?.end ?? 0))
  const frequency = findFrequency(text)
  const duration = findDuration(clear, dose.at)
  const isCourse = duration?.sense === 'for' && clear[duration.from - 1]?.text === 'for'
  return {
    dose: `, ${dose.value} ${dose.unit}`,
    value: dose.value,
    unit: dose.unit,
    ...(frequency === undefined ? {} : { frequency }),
    ...(isCourse && duration !== undefined ? { span: duration.text } : {}),
  }
}

function planMedicines(sentence: Sentence, said: string, frame: Frame): readonly Candidate[] {
  const lead = (term: Term) =>
    plainText(sentence.segment.text.slice(sentence.start, sentence.words[term.from]?.start ?? sentence.start))
  const terms = findTerms(sentence.words).filter(
    (term) =>
      term.kind === 'medicine' &&
      !isReason(sentence, term) &&
      !notThis.test(lead(term)) &&
      !isInCondition(lead(term), frame),
  )
  const unique = [...new Map(terms.map((term) => [term.key, term])).values()].slice(0, 4)
  if (unique.length === 0) return []
  const parts = unique.map((term, index) => {
    const verb = frame.lead === '' ? (verbs.find(([pattern]) => pattern.test(lead(term)))?.[1] ?? '') : frame.lead
    return { term, verb, slots: slotsOf(sentence, sentence.words.slice(term.to + 1, unique[index + 1]?.from)) }
  })
  const isPlain = parts.every(({ verb, slots }) => verb === parts[0]?.verb && slots.dose === undefined)
  const groups = isPlain ? [parts] : parts.map((part) => [part])
  return groups.map((group) => medicineCandidate(sentence, group, { frame, isEither: /\bor\b|\beither\b/.test(said) }))
}

/** "if you take X" names X in the condition, not in the plan. */
const isInCondition = (lead: string, frame: Frame): boolean =>
  frame.condition !== undefined && /\bif\b(?!.*(?:,| then\b| i (?:would|will|can)\b))/.test(lead)

type Part = { readonly term: Term; readonly verb: string; readonly slots: Slots }

function medicineCandidate(
  sentence: Sentence,
  parts: readonly Part[],
  told: { readonly frame: Frame; readonly isEither: boolean },
): Candidate {
  const names = parts.map(({ term }) => saidName(sentence, term))
  const { dose, value, unit, frequency, span } = parts[0]?.slots ?? {}
  const list = classed(parts.map(({ term }) => term), names, told.isEither ? 'or' : 'and') // biome-ignore format: short
  const tail = `${dose ?? ''}${frequency === undefined ? '' : ` ${frequency}`}${span === undefined ? '' : ` for ${span}`}`
  const condition = told.frame.condition === undefined ? '' : ` if ${told.frame.condition}`
  const slots = {
    ...(told.frame.isDenied
      ? { polarity: 'absent' as const }
      : told.frame.isTentative
        ? { certainty: 'uncertain' as const }
        : {}),
    ...(value === undefined || unit === undefined ? {} : { value, unit }),
    ...(frequency === undefined ? {} : { frequency }),
    ...(span === undefined ? {} : { duration: span }),
  }
  return {
    text: `${sentenceCase(`${parts[0]?.verb ?? ''}${list}${tail}${condition}`)}.`,
    claims: parts.map(({ term }, index) => claim('plan', { ...term, display: names[index] ?? term.display }, slots)),
    quotes: says(sentence),
    weight: 74,
    at: sentence.at,
  }
}

const classWords =
  /^(?:antibiotics|painkillers|antihistamines|steroids|steroid cream|anti-inflammatories|emollients|inhaler|inhalers|antidepressants|laxatives)$/

/** "Antibiotics: nitrofurantoin or trimethoprim" where the class was said before its members. */
function classed(terms: readonly Term[], names: readonly string[], last: 'and' | 'or'): string {
  const [first] = terms
  const members = terms.slice(1)
  const isLed =
    first !== undefined &&
    classWords.test(first.display) &&
    members.length > 0 &&
    members.every(({ display }) => !classWords.test(display))
  return isLed ? `${names[0]}: ${joinWords(names.slice(1), last)}` : joinWords(names, last)
}
const offers = /\b(?:could|can|would you|if you (?:want|like|wanted|would like)|happy to|an option|up to you)\b/
const declines =
  /^(?:(?:um|uh|er|oh|well|yeah),? )*(?:no|nah|nope|not really|i would rather not|i do not (?:think so|want))\b/

/** "I could give you..." - "Nah, I'd rather not." */
function isDeclined(sentence: Sentence, next: Sentence | undefined): boolean {
  return (
    next !== undefined &&
    next.at - sentence.at <= 2 &&
    offers.test(plainText(sentence.text)) &&
    declines.test(plainText(next.text))
  )
}

const isAcknowledged = (reply: Sentence): boolean =>
  /^(?:(?:ok|okay|yeah|yes|mm+|hmm|right|sure)[,. ]*)+$/.test(plainText(reply.text))

/** One clause over two segments, with its "if" in either: the other one's "OK" fell between. */
const isConditional = (first: Sentence | undefined, second: Sentence | undefined): boolean =>
  first !== undefined &&
  second !== undefined &&
  second.at !== first.at &&
  second.at - first.at <= 2 &&
  /,\s*$/.test(first.text) &&
  (/\b(?:if|unless)\b/.test(plainText(first.text)) || /^(?:if|unless)\b/.test(plainText(second.text)))

const prescribes = /\bi (?:will|am going to) (?:prescribe|give you|refer you|send you|arrange|book)\b/

/** Plans are made at the end, a firm prescription wherever it is; an impression comes once the history is taken. */
export function draftPlanning(dialogue: readonly Sentence[]): readonly Candidate[] {
  const last = dialogue.at(-1)?.at ?? 0
  const isLate = (sentence: Sentence) => sentence.at >= last * (prescribes.test(plainText(sentence.text)) ? 0.25 : 0.5)
  const known = new Set(
    dialogue
      .filter(({ segment }) => segment.speaker === 'patient')
      .flatMap(({ words }) => findTerms(words).map(({ key }) => key)),
  )
  return dialogue.flatMap((sentence, index) => {
    if (sentence.segment.speaker !== 'clinician' || !isLate(sentence)) return []
    const next = dialogue
      .slice(index + 1, index + 5)
      .find((reply) => reply.segment.speaker === 'patient' && !isAcknowledged(reply))
    const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
    const place = own.indexOf(sentence)
    const isOpen = isConditional(own[place - 1], sentence) || isConditional(sentence, own[place + 1])
    return [
      ...draftImpressions(sentence, known),
      ...(isOpen || isDeclined(sentence, next) ? [] : planItems(sentence)),
      ...draftReview(sentence),
      ...draftWarnings(sentence),
    ]
  })
}
