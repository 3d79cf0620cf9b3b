/** Impression: the cause in the clinician's words, as surely as it was said. D72. */

import { type Certainty, isDeniedLate, isHedged, readCertainty } from '../dialogue/certainty.ts'
import { isAboutChild } from '../dialogue/child.ts'
import { plainText } from '../dialogue/dialogue.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { isTurnOfSpeech } from '../dialogue/turns-of-speech.ts'
import type { Term } from '../vocabulary/terms.ts'
import { type Candidate, claim, joinWords, type Quote, says, sentenceCase } from './candidates.ts'
import { findDiagnosisNames } from './diagnosis-names.ts'
import { isAskedFor, readVerdict } from './verdicts/asked-diagnoses.ts'
import { asSpoken, readCause, readCauseBehind } from './verdicts/causes.ts'
import { readControl } from './verdicts/control.ts'
import { readCulprit } from './verdicts/culprits.ts'
import { isDiagnosis, namesVirus } from './verdicts/diagnosis-terms.ts'
import { readGrade, withGrade } from './verdicts/grades.ts'
import { readFrame, showsSign } from './verdicts/named-frames.ts'
import { isNamedNext, isNameOfThought } from './verdicts/named-next.ts'
import { counterfactual, isCauseAlone, isFindingAlone, isObserved, isOfPast, whatItIs } from './verdicts/observed.ts'
import { readPlace } from './verdicts/places.ts'
import { readPlainName } from './verdicts/plain-names.ts'
import { readUnlikely } from './verdicts/unlikely.ts'

const leads: Readonly<Record<Certainty, string>> = { stated: '', likely: 'Likely', possible: 'Possible', exclude: 'To exclude:' } // biome-ignore format: a table
const weights: Readonly<Record<Certainty, number>> = { stated: 97, likely: 96, possible: 96, exclude: 70 }

/** Words of a list: the words before it apply to the next item too. */
const listed =
  /^(?:,|or|and|a|an|the|some|maybe|perhaps|possibly|probably|either|even|with|versus|vs|else|um|uh|likely|most|your|just|also|mild|simple|bit|of|something|like)$/

/** "Angina that's not settling, or a heart attack": the clause that tells which one stands between two items. */
function listedLink(link: readonly string[]): readonly string[] {
  const comma = link.lastIndexOf(',')
  return /^(?:that|which)$/.test(link[0] ?? '') && comma > 0 && /^(?:or|and)$/.test(link[comma + 1] ?? '') ? link.slice(comma) : link // biome-ignore format: short
}

type Named = { readonly term: Term; readonly certainty: Certainty; readonly isQualified?: true }

/** Words around a name that make it a state of today: the note keeps them, and the code of the illness alone does not fit. */
type State = { readonly before?: RegExp; readonly after?: RegExp; readonly tell: (name: string) => string }
/** Illnesses whose course is part of the name. */
const ofCourse = /^(?:angina|COPD|chronic obstructive pulmonary disease)/
// biome-ignore format: one row a line
const states: readonly State[] = [
  { before: /\b(?:poorly|badly|not well) controlled$|\buncontrolled$/, tell: (name) => `poorly controlled ${name}` },
  { after: /^(?:that |which )?(?:is |has )?(?:slipped |got |gone |run )?out of control\b/, tell: (name) => `poorly controlled ${name}` },
  { before: /\bunstable$/, tell: (name) => (ofCourse.test(name) ? `unstable ${name}` : name) },
  { before: /\bstable$/, tell: (name) => (ofCourse.test(name) ? `stable ${name}` : name) },
  { before: /\b(?:flare|flare up|exacerbation|worsening) of(?: (?:your|the|his|her))?$/, tell: (name) => `flare-up of ${name}` },
  { after: /^(?:(?:has|is|have) )?(?:just )?(?:flared|flaring|playing up)\b/, tell: (name) => `${name} flare-up` },
  { after: /^(?:flare|flare up|exacerbation)\b/, tell: (name) => `${name} flare-up` },
]

/** "Poorly controlled diabetes", "an asthma flare". */
function qualify({ words }: Sentence, term: Term): Term | undefined {
  const before = words.slice(0, term.from).map(({ text }) => text).join(' ') // biome-ignore format: short
  const after = words.slice(term.to + 1).map(({ text }) => text).join(' ') // biome-ignore format: short
  const row = states.find((state) => state.before?.test(before) !== false && state.after?.test(after) !== false)
  if (row === undefined) return undefined
  const { code: _code, ...rest } = term
  const display = row.tell(term.display)
  return display === term.display ? undefined : { ...rest, display }
}

/** The names of diagnoses in the sentence, in its order. */
function listNames(sentence: Sentence): readonly Term[] {
  const names = isObserved(sentence) ? [] : findDiagnosisNames(sentence)
  const isCovered = (term: Term): boolean => names.some(({ from, to }) => from <= term.from && to >= term.to)
  return [...sentence.terms.filter((term) => isDiagnosis(term) && !namesVirus(sentence, term) && !isCovered(term) && !isTurnOfSpeech(sentence.words.map(({ text }) => text), term)), ...names].toSorted((one, other) => one.from - other.from) // biome-ignore format: short
}

/** How sure the sentence is of the name, with the sentence before it. */
function certaintyOf(
  sentence: Sentence,
  term: Term,
  last: Sentence | undefined,
  isChilds: boolean,
): Certainty | undefined {
  const own = showsSign(sentence) ? undefined : readCertainty(sentence, term)
  if (own === 'stated' && isNameOfThought(sentence, last)) return 'likely'
  const framed = own === undefined && !sentence.isQuestion && !isDeniedLate(sentence, term) ? readFrame(sentence, term, isChilds) : undefined // biome-ignore format: short
  return own ?? framed ?? (isNamedNext(sentence, last, term) ? 'stated' : undefined)
}

/** "Bowen's disease, that's a very early skin cancer": what a name means is no second name. */
const explains =
  /^,? ?(?:that is|which is|it is)(?: (?:a|an|the|just|very|really|kind|sort|form|type|of|early|common|like|what|we|call))*$/

/** Every asserted diagnosis of the sentence; in a list one is as sure as the one before it. */
function listNamed(sentence: Sentence, previous: Sentence | undefined, isChilds: boolean): readonly Named[] {
  const out: Named[] = []
  let before: Term | undefined
  for (const term of listNames(sentence).filter((one) => !isOfPast(sentence, one))) {
    const link = before === undefined ? [] : sentence.words.slice(before.to + 1, term.from).map(({ text }) => text)
    const last = out.at(-1)
    const isListed =
      before !== undefined &&
      last?.term.from === before.from &&
      !isDeniedLate(sentence, term) &&
      listedLink(link).every((word) => listed.test(word))
    if (out.length > 0 && explains.test(link.join(' '))) continue
    const own = certaintyOf(sentence, term, previous, isChilds)
    const isWeighed = link.some((word) => /^(?:or|either|versus|vs|maybe|perhaps|possibly)$/.test(word))
    const certainty = isListed && last !== undefined ? (last.certainty === 'stated' && isWeighed ? 'possible' : last.certainty) : own // biome-ignore format: short
    if (certainty !== undefined) {
      // "It's gout or maybe cellulitis": neither is stated.
      if (isListed && isWeighed && last?.certainty === 'stated') out.splice(-1, 1, { ...last, certainty: 'possible' })
      const qualified = qualify(sentence, term)
      out.push(qualified === undefined ? { term, certainty } : { term: qualified, certainty, isQualified: true })
    }
    before = term
  }
  return out
}

/** "A lumbar strain, a soft tissue sprain": the second name says again what the first one is. D537. */
const renames = /^(?:disease|infection)?,(?: (?:a|an|the|just|your|basically|so|in other words|otherwise known as))*$/

/** "A strain with some sciatica" is no alternative. */
function linkOf(sentence: Sentence, names: readonly Term[]): 'and' | 'or' | 'with' | 'same' {
  const [first, second] = names
  if (first === undefined || second === undefined) return 'or'
  const between = plainText(
    sentence.segment.text.slice(sentence.words[first.to]?.end ?? 0, sentence.words[second.from]?.start ?? 0),
  )
  if (/\bor\b|\bmaybe\b|\beither\b|\bversus\b|\bvs\b/.test(between) || /\b(?:either|between|differential)\b/.test(sentence.said)) return 'or' // biome-ignore format: short
  if (names.length === 2 && /\bwith\b/.test(between)) return 'with'
  if (names.length === 2 && renames.test(between.trim())) return 'same'
  return /\band\b/.test(between) ? 'and' : 'or'
}

const mostNames = 3

function impression(
  sentence: Sentence,
  all: readonly Named[],
  quotes: readonly Quote[] = says(sentence),
): Candidate | undefined {
  const named = all.slice(0, mostNames)
  const [first] = named
  if (first === undefined) return undefined
  const names = named.map(({ term }) => term)
  const shown = names.map((term) => withGrade(sentence, term))
  const link = linkOf(sentence, names)
  const lead = leads[first.certainty]
  const list =
    link === 'same'
      ? shown.join(', ')
      : link === 'with'
        ? shown.join(' with ')
        : joinWords(shown, first.certainty === 'stated' ? 'and' : link)
  return {
    text: `${lead === '' ? sentenceCase(list) : `${lead} ${list}`}.`,
    claims: named.map(({ term, certainty }) => claim('impression', term, certainty === 'stated' ? {} : { certainty: 'uncertain' })), // biome-ignore format: short
    quotes,
    weight: weights[first.certainty],
    at: sentence.at,
  }
}

/** Names of one illness: clinicians add the everyday name, "a UTI, a bladder infection". The first name that was said counts. */
const oneIllness: readonly ReadonlySet<string>[] = [
  new Set(['urinary tract infection', 'cystitis', 'bladder infection']),
  new Set(['influenza', 'flu-like illness']),
  new Set(['gastroenteritis', 'stomach bug', 'gut infection', 'gastrointestinal infection']),
  new Set(['conjunctivitis', 'eye infection']),
  new Set(['frozen shoulder', 'adhesive capsulitis']),
]

/** A general name beside a more exact one, and a second name of the same illness, are no alternatives. */
function withoutOtherNames(named: readonly Named[]): readonly Named[] {
  return named.filter(({ term: { display } }, at) => {
    const isSecond = oneIllness.some((names) => names.has(display) && named.slice(0, at).some(({ term }) => names.has(term.display))) // biome-ignore format: short
    return (
      !isSecond &&
      !named.some(
        ({ term }) =>
          term.display !== display && (term.display.endsWith(` ${display}`) || term.display.startsWith(`${display} `)),
      )
    )
  })
}

/** "This is chickenpox.": a verdict of today, though the patient has named it too. */
const verdict = /^(?:(?:so|well|right|yes|yeah|ok|okay|now|and|no great mystery here),? )*(?:this|it) (?:is|has to be|must be)(?: (?:a|an|definitely|certainly|clearly|just|indeed|plain|old|simple|,))*$/ // biome-ignore format: one pattern
function isVerdict({ words, said }: Sentence, { from, to }: Term): boolean {
  const name = words.slice(from, to + 1).map(({ text }) => text).join(' ') // biome-ignore format: short
  const before = said.includes(name) ? said.slice(0, said.indexOf(name)).trim() : words.slice(0, from).map(({ text }) => text).join(' ') // biome-ignore format: short
  return verdict.test(before) && /^(?:[.,!]|and|so|because|but)?$/.test(words[to + 1]?.text ?? '')
}

/** Diagnoses of one certainty share a sentence; "I think it's the flu, but it could be COVID" weighs one against the other. */
/** "The CT shows no bleed, but there's an old stroke.": what a picture shows of other days is no verdict of today. */
const ofPicture = /\b(?:ct|mri|scan|x rays?|film|echo|ecg|ultrasound)\b.{0,60}\b(?:shows?|showed|has|there is|there are|saw|found)\b.*\b(?:old|previous|past|healed)\b/ // biome-ignore format: one pattern

function readImpressions(
  sentence: Sentence,
  previous: Sentence | undefined,
  known: ReadonlySet<string>,
  following: Sentence | undefined,
  isChilds: boolean,
): readonly Candidate[] {
  if (ofPicture.test(sentence.said)) return []
  const all = listNamed(sentence, previous, isChilds).filter(({ term, certainty, isQualified }) => certainty !== 'stated' || isQualified === true || !known.has(term.key) || isVerdict(sentence, term)).filter(({ term }) => !isFindingAlone(sentence, term) && !isCauseAlone(sentence, term)) // biome-ignore format: short
  const named = withoutOtherNames([...new Map(all.map((item) => [item.term.key, item])).values()])
  const isWeighed =
    named.length > 1 && named.every(({ certainty }) => certainty === 'likely' || certainty === 'possible')
  const certainty: Certainty = named.some((item) => item.certainty === 'possible') ? 'possible' : 'likely'
  const groups = isWeighed
    ? [named.map((item) => ({ ...item, certainty }))]
    : [...Map.groupBy(named, (item) => item.certainty).values()]
  return groups.flatMap((group) => graded(impression(sentence, group), sentence, group, following))
}

/** One diagnosis with the place and the grade that stand behind its name. */
function graded(
  line: Candidate | undefined,
  sentence: Sentence,
  [named, second]: readonly Named[],
  following: Sentence | undefined,
): readonly Candidate[] {
  if (line === undefined || named === undefined || second !== undefined) return line === undefined ? [] : [line]
  const plain = (from: number, to?: number): string => sentence.words.slice(from, to).map(({ text }) => text).join(' ').replaceAll(/ (?=[,.;!?])/g, '') // biome-ignore format: short
  const rest = plain(named.term.to + 1)
  const after = /^[,.;!?]/.test(rest) ? rest : ` ${rest}`
  const next = following?.segment === sentence.segment ? following : undefined
  const place = readPlace(named.term.display, { front: plain(0, named.term.from), behind: after }, next)
  const { grade, from } = readGrade(after, next)
  const cause = readCauseBehind(
    place === undefined || place.from !== undefined ? after : after.slice(place.text.length),
  )
  const how = grade === undefined || line.text.toLowerCase().includes(grade) ? '' : `, ${grade}`
  const cited = [place?.from, how === '' ? undefined : from].flatMap((one) => (one === undefined ? [] : says(one)))
  const claims = cause.startsWith(', likely') ? line.claims.map((each) => ({ ...each, certainty: 'uncertain' as const })) : line.claims // biome-ignore format: short
  return [{ ...line, claims, text: `${line.text.replace(/\.$/, '')}${place?.text ?? ''}${asSpoken(sentence, cause)}${how}.`, quotes: [...line.quotes, ...cited] }] // biome-ignore format: short
}

/** "So it's appendicitis?" - "I think so." */
function readAsked(reply: Sentence, before: Sentence | undefined): readonly Candidate[] {
  const asked = readVerdict(reply, before)
  if (asked === undefined) return []
  const named = withoutOtherNames(listNames(asked.sentence).map((term) => ({ term, certainty: asked.certainty })))
  const line = named.length === 1 ? impression(asked.sentence, named, asked.quotes) : undefined
  return line === undefined ? [] : [{ ...line, at: reply.at }]
}

/** By then the history has been taken; in a short talk everything counts. */
const earliestShare = 0.42
const shortTalk = 12

/** Conditions that the patient already has: if the clinician repeats one, it is no diagnosis of today. */
const listKnown = (dialogue: readonly Sentence[]): ReadonlySet<string> =>
  new Set(
    dialogue
      .filter((sentence) => sentence.segment.speaker === 'patient' && !sentence.isQuestion && !isAskedFor(sentence))
      .flatMap((sentence) =>
        [...sentence.terms, ...findDiagnosisNames(sentence)]
          .filter((term) => !isHedged(sentence, term))
          .map(({ key }) => key),
      ),
  )

/** "So it's an ear infection?" - "Yes. He's got an infection of the middle ear.": said to who came along, so that "he" is the patient. */
const answersCarer = (dialogue: readonly Sentence[], { segment, at }: Sentence): boolean =>
  dialogue.findLast((other) => other.at < at && other.segment !== segment)?.segment.speaker === 'other'

/** "Likely sprain.": less than the part that is hurt says. */
const isHarmAlone = /^(?:Likely |Possible )?(?:sprain|strain|fracture|tear|injury|bruise)\.$/i

/** The clinician's impression, after the history. */
export function draftImpressions(dialogue: readonly Sentence[]): readonly Candidate[] {
  const last = dialogue.at(-1)?.at ?? 0
  const known = listKnown(dialogue)
  const isChilds = isAboutChild(dialogue)
  const told = dialogue.flatMap((sentence, place) => {
    const isHeard = last < shortTalk || sentence.at >= last * earliestShare
    if (sentence.segment.speaker !== 'clinician' || !isHeard || counterfactual.test(sentence.said)) return []
    const before = dialogue[place - 1]
    if (whatItIs.test(sentence.said) && before?.segment === sentence.segment && readImpressions(before, undefined, known, undefined, isChilds).length > 0) return [] // biome-ignore format: short
    const own = [
      ...readImpressions(sentence, before, known, dialogue[place + 1], isChilds || answersCarer(dialogue, sentence)),
      ...readAsked(sentence, before),
    ]
    const culprits = own.length === 0 || own.every(({ text }) => isHarmAlone.test(text)) ? readCulprit(sentence) : []
    return [
      ...(culprits.length > 0 ? [] : own),
      ...(own.length === 0 ? [...readPlainName(sentence), ...culprits, ...readCause(sentence)].slice(0, 1) : culprits),
      ...readControl(sentence),
      ...readUnlikely(sentence),
    ]
  })
  return told.filter((one) => !told.some((other) => isLess(one, other)))
}

/** "A fracture" beside "a fracture of the wrist", and no surer than it. */
function isLess({ claims: [one, second] }: Candidate, { claims: [other, more] }: Candidate): boolean {
  if (one === undefined || other === undefined || second !== undefined || more !== undefined) return false
  const isLonger = other.display.startsWith(`${one.display} `) || other.display.endsWith(` ${one.display}`) || other.display.includes(` ${one.display} `) // biome-ignore format: short
  return isLonger && (one.certainty === 'uncertain' || other.certainty === 'certain')
}
