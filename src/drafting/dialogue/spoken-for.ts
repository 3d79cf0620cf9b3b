/**
 * Whose words count as the patient's, where a relative or a carer speaks for them or beside them. D320.
 * A sentence of theirs is read only if it is surely about the patient. Every other one is blanked, so that it states nothing.
 */
import type { Segment } from '../../core/clinical-note.ts'
import { answersFor, asksOfPatient, isCompanionKnown, isOfMother } from '../speakers/companions.ts'
import { hasStaff, readOutOf } from '../speakers/read-outs.ts'
import { isRelative } from '../speakers/relatives.ts'
import { bodyWord, namesTrouble } from '../vocabulary/clinical-words.ts'
import { findTerms } from '../vocabulary/terms.ts'
import { readWords } from '../vocabulary/words.ts'
import { isAboutChild } from './child.ts'
import { isOtherPerson, relatives } from './context.ts'
import { plainText } from './dialogue.ts'
import { tellInOwnPerson } from './own-person.ts'
import type { ToldSegment } from './sentence.ts'

const relation = 'mum|mom|mother|dad|father|wife|husband|partner|daughter|son|sister|brother|aunt|uncle|grandmother|grandfather|nan|gran|grandma|grandad|baby|bub|toddler|child|kid|boy|girl|little one|little boy|little girl|little man' // biome-ignore format: short

/** The clinician asks about a third person who is meant. */
const asksOfThird = new RegExp(
  `\\b(?:is|has|does|did|was|can) (?:he|she|your (?:\\w+ )?(?:${relation}))\\b|\\bhow(?:'s| is| old is| has) (?:he|she|your (?:${relation}))\\b|\\b(?:going on|wrong|happening|the matter) with (?:him|her)\\b`,
  'i',
)
/** By these the talk says whom it is about: "It's about my mother", "how is your son?". */
const named = new RegExp(
  `\\b(?:(?:about|for|with|on behalf of|brought|is it|it's|it is) my|your) (?:\\w+ )?(${relation})\\b`,
  'gi',
)
const introduced = new RegExp(
  `\\bi(?:'m| am) (?:[a-z]+, (?=(?:the|his|her) ))?(?:his|her|their|the|[a-z]+'s) (?:${relation}|carer|caregiver|support worker|guardian|niece|nephew)\\b|\\b(?:it's|this is|here is|speaking,?) [a-z]+'s (?:${relation}|carer)\\b`,
  'i',
)
/** "Eighty-two, Mum.": the companion talks to the patient. */
const addressed =
  /^(?:mum|mom|dad|nan|gran|grandma|grandad),|(?<!\b(?:yes|yeah|yep|yup|hi|hello|just|only|um|no)), (?:mum|mom|dad|nan|gran|grandma|grandad)(?=[.?!])/i
/** The patient names the companion. */
const companion = new RegExp(
  `\\bmy (?:${relation}|carer|friend|neighbour) (?:is here|came|has come|is with me|brought me|says|insisted|is on the line)\\b|\\b(?:brought|got|with) my (?:${relation}|carer|friend)\\b`,
  'i',
)
const interprets = /\binterpret\w*\b/i

/** The relative's own deeds of seeing and caring tell of the patient. */
const caring = "(?:'ve| have| had|'d)?(?: (?:also|just|only|been|was|am))* (?:notic|see|saw|seen|look|watch|check|keep|kept|g[ai]v|tr(?:y|ied)|think|thought|worr|hear|brought|bring|call|rang|ring|said|say|told|tak(?:e|en) (?:him|her)|took (?:him|her)|measur|count|wonder|know|mean|suppose|guess|reckon|can|could|would|will|do(?:n't| not) (?:think|know)|did(?:n't| not) (?:see|notice)|found|find|wash|feed|put|held|hold|mad?k?e|wake (?:him|her)|felt (?:his|her))" // biome-ignore format: short
const ofSpeaker = new RegExp(`\\bI(?!${caring})(?:\\b|'|\u2019)`)
const alsoSpeaker = /\b(?:me too|us too|both of us|all of us|we (?:all|both)|same as me|like me|mine)\b/i

/** "My sister has it", "the neighbour": somebody else. "His father" stays, because his father is the patient's. */
const otherOwned = /(?<!\b(?:as|like|was|since) )\b(?:my|our|the|a|an|another|some) (?:(?:other|own|little(?! one)|big|older|younger|elder) )*(little one|[a-z]+)(?:'s|\u2019s)?\b/gi // biome-ignore format: short
const ofName = /^(?:(?:and|but|so|well|oh|yes|no),? )*([A-Za-z]+)(?:'s|\u2019s| has| had| is| was| got| gets)\b/
const notNames = /^(?:i|he|she|it|that|there|this|they|everything|nothing|what|who|which|these|those|all|one|some|something|temperature|nose|eyes|day|night|appetite|sleep|today|yesterday|only|also|still|pain)$/i // biome-ignore format: short

type Setting = {
  /** The label of those who speak for the patient. */
  readonly voice: 'other' | 'patient'
  /** Words for the patient as a subject, as alternatives of a pattern. */
  readonly patient: string
  readonly own: ReadonlySet<string>
  readonly isInterpreted: boolean
  /** Nobody speaks as the patient. */
  readonly isAlone: boolean
}

const hasWords = ({ text }: Segment): boolean => /[a-z]/i.test(text)

/** A parent has the label of the patient, and speaks for a child. */
const isOfParents = (segments: readonly Segment[]): boolean =>
  segments.some(({ speaker, text }) => speaker === 'clinician' && asksOfThird.test(text)) &&
  isAboutChild(segments.flatMap((segment, at) => sentencesOf(segment.text).map((text) => ({ segment, at, said: plainText(text), isQuestion: text.includes('?') })))) // biome-ignore format: short

/** Undefined if no other voice speaks, or if nobody says for whom. */
function readSetting(segments: readonly Segment[]): Setting | undefined {
  const others = segments.filter((segment) => segment.speaker === 'other' && hasWords(segment))
  if (others.length === 0) return isOfParents(segments) ? ofParents(segments) : undefined
  const isAlone = !segments.some((segment) => segment.speaker === 'patient' && hasWords(segment))
  const clinician = segments.filter(({ speaker }) => speaker === 'clinician').map(({ text }) => text)
  const told = others.map(({ text }) => text)
  const isSure =
    clinician.some((text) => asksOfThird.test(text)) ||
    told.some((text) => addressed.test(text) || introduced.test(text) || isRelative(text.toLowerCase())) ||
    segments.some(({ speaker, text }) => speaker === 'patient' && companion.test(text)) ||
    (!isAlone && isCompanionKnown(segments))
  const isInterpreted = isAlone && [...clinician, ...told].some((text) => interprets.test(text))
  if (!isSure && !isInterpreted) return undefined
  const relations = isAlone ? [...clinician, ...told].flatMap((text) => [...text.matchAll(named)].flatMap(([, name = '']) => name.toLowerCase())) : [] // biome-ignore format: short
  const own = new Set([...relations, ...listOwnCalls(told)])
  const names = listNames(clinician)
  const subjects = listSubjects(own)
  return { voice: 'other', patient: ['he', 'she', ...subjects, ...names].join('|'), own, isInterpreted, isAlone }
}

function ofParents(segments: readonly Segment[]): Setting {
  const clinician = segments.filter(({ speaker }) => speaker === 'clinician').map(({ text }) => text)
  const own = new Set(['son', 'daughter', 'baby', 'bub', 'toddler', 'child', 'boy', 'girl'])
  const subjects = listSubjects(own)
  return { voice: 'patient', patient: ['he', 'she', ...subjects, ...listNames(clinician)].join('|'), own, isInterpreted: false, isAlone: true } // biome-ignore format: short
}

/** A daughter calls the patient "mum", and a parent calls the patient "our boy". */
const calls: readonly (readonly [speaker: RegExp, called: readonly string[]])[] = [
  [addressed, ['mum', 'mom', 'mother', 'dad', 'father', 'nan', 'gran', 'grandma', 'grandad']],
  [/\bi(?:'m| am) (?:his|her|the|[a-z]+'s) (?:daughter|son)\b/i, ['mum', 'mother', 'dad', 'father']],
]
const listOwnCalls = (told: readonly string[]): readonly string[] =>
  calls.flatMap(([speaker, called]) => (told.some((text) => speaker.test(text)) ? called.filter((name) => told.some((text) => new RegExp(`\\b${name}\\b`, 'i').test(text))) : [])) // biome-ignore format: short

const notGiven = /^(?:I|Dr|Doctor|Mr|Mrs|Ms|Miss|Mum|Mom|Dad|Nan|God|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter|Covid)$/ // biome-ignore format: short
const askedName = /\b(?:[Ii]s this|about|with|[Hh]ow is|[Hh]ow's|[Hh]as|[Dd]oes|[Ii]s|[Dd]id|[Hh]ello,?|[Hh]i,?) ([A-Z][a-z]+)\b(?!'s)|\b([A-Z][a-z]+)'s (?:mum|mom|mother|dad|father|parent|wife|husband|daughter|son|carer)\b/g // biome-ignore format: short
/** The names by which the clinician asks for the patient. */
const listNames = (clinician: readonly string[]): readonly string[] => [
  ...new Set(
    clinician.flatMap((text) => [...text.matchAll(askedName)].flatMap(([, name, owner]) => name ?? owner ?? []).flatMap((name) => (notGiven.test(name) ? [] : [name]))), // biome-ignore format: short
  ),
]

const called = /^(?:mum|mom|mother|dad|father|nan|gran|grandma|grandad)$/
/** "Mum", "my son", "the baby": a name for a parent needs no determiner. */
const listSubjects = (own: ReadonlySet<string>): readonly string[] =>
  [...own].map((name) => `(?:(?:my|our|the|this) )${called.test(name) ? '?' : ''}(?:little )?${name}`)

const isPerson = (word: string): boolean => word === 'little one' || relatives.has(word) || isOtherPerson(word)

function namesOther(sentence: string, { own, patient }: Setting): boolean {
  const isOwned = [...sentence.matchAll(otherOwned)].some(([whole, word = '']) => isPerson(word.toLowerCase()) && (/^(?:an?|another|some) /i.test(whole) || !own.has(word.toLowerCase()))) // biome-ignore format: short
  const name = ofName.exec(sentence.trim())?.[1] ?? ''
  const isThing = (word: string) => notNames.test(word) || bodyWord.test(word) || namesTrouble(word) || findTerms(readWords(word)).length > 0 // biome-ignore format: short
  const isName = name !== '' && !new RegExp(`^(?:${patient})$`, 'i').test(name) && !isThing(name.toLowerCase())
  return isOwned || isName
}
/** Anybody whom a pronoun in the next sentence may mean. */
const namesAnybody = (sentence: string, setting: Setting): boolean =>
  namesOther(sentence, setting) || [...sentence.matchAll(/\b(?:his|her) ([a-z]+)\b/gi)].some(([, word = '']) => isPerson(word.toLowerCase())) // biome-ignore format: short

const pronoun = /\b(?:he|she)(?:\b|'s)/i
const reported = /^\s*(?:and |but |so |yes,? |no,? )*(?:he|she|they) (?:says?|said|tells? (?:me|you)|is saying|answers)(?: that)?,? /i // biome-ignore format: short
const blank = (text: string): string => ' '.repeat(text.length)
const reports = (text: string): string => text.replace(reported, blank)

/** The sentences of a text with the marks behind them. */
const sentencesOf = (text: string): readonly string[] => text.match(/[^.?!]+[.?!]*\s*|[.?!]+\s*/g) ?? []

/** "It's her memory. It's been going for a year.": "it" is what the sentence before has told of the patient. */
const ofIt = /^\s*(?:and |but |so )?it(?:'s|’s| has| is| was| started| began| came)\b/i

/** The words of a segment in the patient's person; the sentences that are not surely of the patient are blanks. */
function tellSegment(text: string, setting: Setting, isOfPatient: (sentence: string) => boolean): string {
  let isAnother = false
  let isGoingOn = false
  return sentencesOf(text)
    .map((sentence) => {
      const isUnsure = isAnother && pronoun.test(sentence)
      isAnother = (namesAnybody(sentence, setting) && !introduced.test(sentence)) || isUnsure
      const isOwn = !setting.isInterpreted && (ofSpeaker.test(sentence) || alsoSpeaker.test(sentence))
      if (isOwn) isGoingOn = false
      if (isOwn) return blank(sentence)
      const isOfIt = isGoingOn && ofIt.test(sentence) && !namesAnybody(sentence, setting)
      isGoingOn = !isUnsure && (isOfIt || isOfPatient(sentence))
      if (isUnsure || namesOther(sentence, setting) || !(isOfIt || isOfPatient(sentence)) || sentence.includes('?')) return setting.voice === 'patient' ? sentence : blank(sentence) // biome-ignore format: short
      return tellInOwnPerson(reports(sentence), setting.patient)
    })
    .join('')
}

/** A question to the relative about the relative; "have you noticed" asks about the patient. */
const asksRelative = /\b(?:do|are|did|were|have|had) you (?!(?:given|giving|give|noticed|notice|tried|think|know|bring|brought|seen|see|saw|looked|checked|measured|found|heard|worried|taken (?:him|her)|got (?:him|her)|had (?:him|her)))\w+/i // biome-ignore format: short

/** "I've got the Webster pack. So, there's the prazosin, one milligram.": the list that the clinician asked for is the patient's. */
const asksList = /\b(?:tablets|medic\w+|chart|webster|pills|dosette|what (?:he|she) takes)\b/i
const isMedicine = ({ kind }: { readonly kind: string }): boolean => kind === 'medicine'
const readsList = (asked: string | undefined, text: string): boolean =>
  asked !== undefined && asksList.test(asked) && new Set(findTerms(readWords(text)).filter(isMedicine).map(({ key }) => key)).size > 1 // biome-ignore format: short
/** "Go on." - "Atorvastatin, forty at night. Metformin, ...": the list that the same speaker has begun. */
const readsOn = (segments: readonly Segment[], at: number): boolean =>
  segments[at]?.speaker === segments[at - 2]?.speaker && segments[at - 1]?.speaker === 'clinician' && !/\?\s*$/.test(segments[at - 1]?.text ?? '') && (readsList(askedBefore(segments, at - 2), segments[at - 2]?.text ?? '') && readsList('tablets', segments[at]?.text ?? '')) // biome-ignore format: short
const ofList = (sentence: string): boolean => findTerms(readWords(sentence)).some(isMedicine)

/** The patient says that it is not so. "Not that bad" admits it. */
const contradicts = /^(?:(?:oh|well|um|but|doctor|come on),? )*(?:no\b|nope|rubbish|nonsense|never|not (?:true|me|really|at all)|(?:it|that|this) (?:is not|isn't|is wrong|was not|wasn't)(?! (?:that|so|as) bad)|i (?:do not|don't|have not|haven't|am not|did not|didn't|was not|wasn't|never)\b|i'm not|(?:he|she) (?:is exaggerating|exaggerates|always|worries|makes|is wrong)|(?:do not|don't) (?:listen|mind))/i // biome-ignore format: short
const denies = /^\s*(?:no\b|not\b|never|none)|\b(?:no|not|never|n't)\b/i

function isContradicted(segments: readonly Segment[], at: number): boolean {
  const [next, later] = segments.slice(at + 1, at + 3)
  const reply = next?.speaker === 'clinician' && !next.text.includes('?') ? later : next
  return reply?.speaker === 'patient' && contradicts.test(reply.text.trim()) && !denies.test(segments[at]?.text ?? '')
}

/** The clinician's words that the segment answers; undefined if somebody has answered before. */
function askedBefore(segments: readonly Segment[], at: number): string | undefined {
  const before = segments[at - 1]
  return before?.speaker === 'clinician' && before.text.trimEnd().endsWith('?') ? before.text : undefined
}

function tellFor(segments: readonly Segment[], at: number, setting: Setting): ToldSegment | undefined {
  const segment = segments[at]
  if (segment === undefined) return undefined
  const asked = askedBefore(segments, at)
  const isList = readsList(asked, segment.text) || readsOn(segments, at)
  if (setting.isAlone && !setting.isInterpreted && asked !== undefined && asksRelative.test(asked) && !asksOfThird.test(asked) && !isList) return undefined // biome-ignore format: short
  if (!setting.isAlone && isContradicted(segments, at)) return undefined
  const before = segments[at - 1]
  const isAnswer = asked !== undefined && asksOfThird.test(asked)
  const isUnnamed = before?.speaker === 'clinician' && asksOfPatient(before.text)
  const isSubject = new RegExp(`\\b(?:${setting.patient})(?:\\b|['\u2019])|\\b(?:his|her|him)\\b`, 'i')
  const text = tellSegment(
    segment.text,
    setting,
    (sentence) =>
      !isOfMother(sentence) &&
      (setting.isAlone || isAnswer || (isUnnamed && answersFor(segment.text, sentence)) || (isList && ofList(sentence)) || isSubject.test(sentence)), // biome-ignore format: one row
  )
  if (setting.voice === 'patient' && text === segment.text) return segment
  return text.trim() === '' ? undefined : { ...segment, speaker: 'patient', text, isToldFor: true }
}

/** Gives the sentences that a nurse reads out to the clinician. D531. */
function readOut(segment: Segment): Segment {
  const text = segment.speaker === 'other' ? readOutOf(segment.text) : undefined
  return text === undefined ? segment : { ...segment, speaker: 'clinician', text }
}

/** The segments with the words that a relative surely says of the patient as the patient's own; every offset stays. */
export function speakForPatient(talk: readonly Segment[]): readonly ToldSegment[] {
  const segments = hasStaff(talk) ? talk.map(readOut) : talk
  const setting = readSetting(segments)
  if (setting === undefined) return segments
  return segments.map((segment, at) => (segment.speaker === setting.voice ? (tellFor(segments, at, setting) ?? segment) : segment)) // biome-ignore format: short
}
