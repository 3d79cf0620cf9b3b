/** Allergies: those that the patient states plainly, or names in answer to a question about them, and a no to it. D71. */

import { readAnswer } from '../dialogue/answers.ts'
import { childWords, isAboutChild } from '../dialogue/child.ts'
import { isOtherPerson, relatives } from '../dialogue/context.ts'
import { isNegativeQuestion } from '../dialogue/questions.ts'
import { people } from '../dialogue/reply-forms.ts'
import { firstTurnOf, isToldFor, type Sentence } from '../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../dialogue/wording.ts'
import { asksAllergy, asksAllergyAlone, hedges, readAllergyAnswer } from './allergy-answers.ts'
import { readNameBefore, readNames } from './allergy-names.ts'
import { joinSame } from './asked/allergen-groups.ts'
import { isToldBetter, listConflicts, nameOf, openAllergies } from './asked/allergies/conflicts.ts'
import { namesNext, readMedicinesDenied, readNoneReadOut } from './asked/allergies/partial-denials.ts'
import { listBorneSince, settleAllergies } from './asked/allergies/settled-allergies.ts'
import { withoutPastReaction } from './asked/allergies/still-allergic.ts'
import { isNoTakenBack } from './asked/allergies/taken-back.ts'
import { isReadOut, readEffectAsked, readNoneConfirmed, saysHarmless } from './asked/allergy-questions.ts'
import { readConfirmedAllergy } from './asked/allergy-records.ts'
import { isCalledIntolerance, readEchoedAllergy } from './asked/echoed-allergies.ts'
import { namesAnother, readExceptedAllergy } from './asked/excepted-allergies.ts'
import { isAllergic, isSideEffect, isTakenUp } from './asked/reactions.ts'
import { findReaction, readIntolerance, readToldAllergy } from './asked/told-allergies.ts'
import { answers, type Candidate, claim, type Quote, says, sentenceCase } from './candidates.ts'
import { saidName } from './medication.ts'
import { isTakenBackForOther } from './regimens/borrowed.ts'

const trigger: ReadonlySet<string> = new Set('allergic allergy allergies intolerant intolerance'.split(' '))
const denies = /\b(?:not|no|never|without|if|whether|unless)\b/
/** It was one, was taken for one, or a test found none. */
const isOver =
  /\b(?:used to|gr(?:ew|own) out|outgr(?:ew|own)|as an? (?:kid|child|baby)|when i was|(?:i|we|they|doctors?) (?:always |just )?thought|was allergic|no longer|not any ?more|anymore|turned out|retested)\b|\btests? (?:\w+ ){0,4}(?:negative|clear|fine|normal)\b/
const refutes =
  /\b(?:gr(?:ew|own) out|outgr(?:ew|own)|no longer|not any ?more|turned out|retested|tests? (?:\w+ ){0,4}(?:negative|clear|fine|normal)|am not (?:actually )?allergic(?! to))\b/

type Found = { readonly names: readonly string[]; readonly isIntolerance: boolean; readonly isDenied: boolean }

/** The person in the words before the trigger: the nearest counts. */
function isOfPatient(words: readonly string[], at: number, ofChild: boolean): boolean {
  for (const word of words.slice(0, at).toReversed()) {
    if (/^(?:i|me|myself|we)$/.test(word)) return !ofChild
    if (ofChild && childWords.has(word)) return true
    if (relatives.has(word) || isOtherPerson(word)) return false
  }
  return true
}

function readTrigger(sentence: Sentence, at: number, ofChild: boolean): Found | undefined {
  const words = sentence.words.map(({ text }) => text)
  if (!isOfPatient(words, at, ofChild)) return undefined
  const from = words.slice(0, at).findLastIndex((word) => /^(?:but|because|although|though|and)$/.test(word)) + 1
  const lead = words.slice(from, at).join(' ').replace(/^(?:(?:um|uh|er|oh|well|sorry|,) )*no ,? ?(?=i |he |she |just |only |it )/, '') // biome-ignore format: short
  const named = words[at + 1] === 'to' ? readNames(sentence, at + 2, true).names : []
  const before = words[at] === 'allergic' || named.length > 0 ? undefined : readNameBefore(sentence, at)
  const names = before === undefined ? named : [before]
  if (names.length === 0 || /\b(?:if|whether|unless)\b/.test(lead)) return undefined
  return { names, isIntolerance: /^intoleran/.test(words[at] ?? ''), isDenied: denies.test(lead) }
}

const listTriggers = (sentence: Sentence): readonly number[] =>
  sentence.words.flatMap(({ text }, at) => (trigger.has(text) ? [at] : []))

type Told = { readonly text: string; readonly name: string; readonly isHedged: boolean; readonly reaction?: string | undefined } // biome-ignore format: short
const allergyOf = ({ text, name, isHedged, reaction }: Told, quotes: readonly Quote[], at: number): Candidate => ({
  text: `${isHedged ? `Possibly ${text}` : sentenceCase(text)}${reaction === undefined ? '' : `: ${reaction}`}.`,
  claims: [claim('allergy', { key: name.toLowerCase(), display: name }, isHedged ? { certainty: 'uncertain' } : {})],
  quotes,
  weight: 130,
  at,
})

const deniedAllergy = (name: string, quotes: readonly Quote[], at: number): Candidate => {
  const display = `allergy to ${name}`
  const claims = [claim('allergy', { key: name.toLowerCase(), display }, { polarity: 'absent' })]
  return { text: `No ${display}.`, claims, quotes, weight: 90, at }
}

/** A former or supposed allergy, in the patient's own words. */
function quoteAllergy(sentence: Sentence, next: Sentence | undefined): readonly Candidate[] {
  const last = next !== undefined && next.segment === sentence.segment && refutes.test(next.said) ? next : sentence
  const words = cleanWords(sentence.segment.text.slice(sentence.start, last.end))
  return words.includes('[') ? [] : [quoteOf(last === sentence ? [sentence] : [sentence, last])]
}
const quoteOf = (sentences: readonly Sentence[]): Candidate => {
  const [first, last] = [sentences[0], sentences.at(-1)]
  const words = cleanWords(first?.segment.text.slice(first.start, last?.end) ?? '')
  return { text: `Reports: "${words}".`, claims: [claim('allergy', { key: quoteKey(sentences), display: words }, { time: 'past' })], quotes: sentences.flatMap(says), weight: 120, at: first?.at ?? 0 } // biome-ignore format: short
}

/** "You do know I'm allergic to latex?", "did I tell you I'm allergic to egg?": the question takes the allergy for granted. */
const remindsOf =
  /\b(?:you (?:do )?(?:know|remember|see|have it down)|(?:did|have) i (?:tell|told|say|said|mention\w*)(?: to)?(?: you)?|is it (?:down|written|on (?:the|my) \w+)|you are aware)(?: there| already| that)* (?:i am|he is|she is) (?:\w+ )?allergic to\b/

/** `later`: the sentences that follow. */
type Place = {
  readonly next: Sentence | undefined
  readonly before: Sentence | undefined
  readonly ofChild: boolean
  readonly later: readonly Sentence[]
}

const ofPerson = new RegExp(`\\b(?:my|our|his|her|the) (?:\\w+ )?${people}\\b`)
/** The patient's own, or of a child for whom a parent speaks. */
const isOwnVoice = ({ said }: Sentence, ofChild: boolean): boolean => ofChild ? !/\b(?:i|me)\b/.test(said) : !/\b(?:he|she)\b/.test(said) && !ofPerson.test(said) // biome-ignore format: short

/** An allergy that its reaction tells. A question about allergies belongs to each sentence of the reply. */
function toldByReaction(sentence: Sentence, { ofChild, later }: Place): readonly Candidate[] {
  const question = sentence.asked.findLast(asksAllergy)
  const told = isOwnVoice(sentence, ofChild) ? readToldAllergy(sentence, later, question !== undefined) : undefined
  // "When I was little, they gave me penicillin. I had spots.": a reaction of long ago counts.
  if (told === undefined || (question === undefined ? isOver : refutes).test(sentence.said)) return []
  const parts = [...new Set(told.quotes.map((quote) => quote.sentence))]
  const quotes = question === undefined || told.quotes.some(({ role }) => role === 'question') ? told.quotes : answers(question, ...parts) // biome-ignore format: short
  if (hedges.test(sentence.said) && parts.length === 2 && /\b(?:gave|put) (?:me|him|her)\b/.test(sentence.said)) return [quoteOf(parts)] // biome-ignore format: short
  return told.names.map((name) => allergyOf({ text: `allergic to ${name}`, name, isHedged: hedges.test(sentence.said), reaction: told.reaction }, quotes, sentence.at)) // biome-ignore format: short
}

/** "Codeine makes me go silly.": harm in words of its own. */
const unreadHarm = /\b(?:makes?|made|sends?|sent) (?:me|him|her)\b/
/** The number of allergens in an answer. Of two, nobody knows which one gives the reaction. */
const listAnswered = (sentence: Sentence): number => readAllergyAnswer(sentence)?.names.length ?? 0

function ownAllergies(sentence: Sentence, { next, before, ofChild, later }: Place): readonly Candidate[] {
  const found = listTriggers(sentence).flatMap((at) => readTrigger(sentence, at, ofChild) ?? [])
  const isRefuted =
    isOver.test(withoutPastReaction(sentence.said)) || (next?.segment === sentence.segment && refutes.test(next.said))
  if (found.length > 0 && isRefuted) return quoteAllergy(sentence, next)
  const effect = found.flatMap(({ names }) => names).length === 1 || listAnswered(sentence) === 1 ? findReaction(sentence, later) : undefined // biome-ignore format: short
  if (found.length > 0)
    return found.flatMap(({ names, isIntolerance, isDenied }) =>
      names.map(
        (name) =>
        isDenied
          ? deniedAllergy(name, says(sentence), sentence.at)
          : allergyOf({ text: isIntolerance ? `${name} intolerant` : `allergic to ${name}`, name, isHedged: hedges.test(sentence.said), reaction: effect?.reaction }, [...says(sentence), ...(effect?.quotes ?? [])], sentence.at), // biome-ignore format: short
      ),
    )
  const answer = namesAnother(sentence, before) ? undefined : readAllergyAnswer(sentence)
  if (answer === undefined || isRefuted || (ofChild && /\b(?:i|my|me)\b/.test(sentence.said))) return []
  if (isSideEffect(sentence.said) && !isAllergic(sentence.said) && !isTakenUp(later)) return []
  if (effect === undefined && unreadHarm.test(sentence.said)) return quoteAllergy(sentence, undefined)
  if (answer.isHeard) return [quoteOf([sentence, ...(effect?.quotes ?? []).map((quote) => quote.sentence)])]
  const quotes = [...answers(answer.question, sentence), ...(effect?.quotes ?? [])]
  return answer.names.map((name) => allergyOf({ text: `allergic to ${name}`, name, isHedged: answer.isHedged, reaction: effect?.reaction }, quotes, sentence.at)) // biome-ignore format: short
}

/** "Are you allergic to penicillin?" - "Yes.": one thing asked, one thing confirmed. */
function confirmedAllergy(question: Sentence): readonly Candidate[] {
  const at = listTriggers(question)[0]
  const names =
    at === undefined || question.words[at + 1]?.text !== 'to' ? [] : readNames(question, at + 2, false).names
  const answer = readAnswer(question)
  const [name] = names
  if (name === undefined || names.length > 1 || !asksAllergyAlone(question) || isNegativeQuestion(question)) return []
  if (answer === undefined || answer.sentence.asked.at(-1) !== question || !answer.isPlain) return []
  if (question.answers.some((sentence) => readAllergyAnswer(sentence) !== undefined)) return []
  const quotes = answers(question, answer.sentence)
  return answer.says === 'yes' ? [allergyOf({ text: `allergic to ${name}`, name, isHedged: false }, quotes, answer.sentence.at)] : [] // biome-ignore format: short
}

/** "Any allergies?" - "No": no known allergies, or none of that kind. */
function askedAllergy(question: Sentence): readonly Candidate[] {
  const said = question.said
  if (!asksAllergy(question) || /\bapart\b|\bother\b|\bfoods?\b|\bcats\b|\bpets\b/.test(said)) return []
  const [first] = question.answers
  if (first !== undefined && saysHarmless(first.said))
    return [noAllergies('known allergies', answers(question, first), first.at)]
  const answer = isReadOut(said) ? undefined : readAnswer(question)
  if (answer === undefined || isNoTakenBack(firstTurnOf(question.answers))) return []
  if (answer.says !== 'no' || !answer.isPlain || (question !== answer.sentence.asked.at(-1) && !asksAllergyAlone(question))) return [] // biome-ignore format: short
  if (question.answers.some((sentence, at) => readAllergyAnswer(sentence) !== undefined || readExceptedAllergy(sentence, question.answers[at - 1]) !== undefined || readToldAllergy(sentence, [], true) !== undefined)) return [] // biome-ignore format: short
  const isMedicine =
    /\b(?:medications?|medicines?|drugs?|antibiotics?|tablets?|pills?)\b/.test(said) &&
    !/\b(?:anything|in general)\b/.test(said)
  const named = question.terms.filter(({ kind, key }) => kind === 'medicine' && key !== 'antibiotics')
  if (named.some(({ key }) => key === 'painkillers' || key === 'vaccine')) return []
  const [medicine] = named
  const quotes = answers(question, answer.sentence)
  if (named.length === 1 && medicine !== undefined) return [deniedAllergy(saidName(question, medicine), quotes, answer.sentence.at)] // biome-ignore format: short
  const kind = isMedicine && noneOwn(answer.sentence).length === 0 ? 'known medicine allergies' : 'known allergies'
  return [noAllergies(kind, quotes, answer.sentence.at)]
}

const noAllergies = (display: string, quotes: readonly Quote[], at: number): Candidate => ({
  text: `No ${display}.`,
  claims: [claim('allergy', { key: 'allergies', display }, { polarity: 'absent' })],
  quotes,
  weight: 90,
  at,
})

const saysNone =
  /\b(?:do not have any|have no|have not got any|not allergic to anything|got no|^no|never had any) ?(?:known |drug )?(?:allerg\w+)?\b/
/** "I don't have any allergies that I know of." */
const noneOwn = (sentence: Sentence): readonly Candidate[] =>
  readExceptedAllergy(sentence, undefined) === undefined &&
  saysNone.test(sentence.said) &&
  /\ballerg/.test(sentence.said) &&
  !/\b(?:but(?! (?:i|my|he|she|we|it|that|thanks)\b)|except|apart|other than|besides|bar|only)\b/.test(sentence.said) &&
  !/\b(?:he|she|they|wife|husband)\b/.test(sentence.said)
    ? [noAllergies('known allergies', says(sentence), sentence.at)]
    : []

/** "No. Cats.": the exception, and no allergy to medicines if it is none. */
function exceptedAllergies(sentence: Sentence, { before, later, ofChild }: Place): readonly Candidate[] {
  const excepted = ofChild && /\b(?:i|me)\b/.test(sentence.said) ? undefined : readExceptedAllergy(sentence, before)
  if (excepted === undefined) return []
  const { names, deniesMedicines, quotes } = excepted
  const effect = names.length === 1 ? findReaction(sentence, later) : undefined
  const own = names.map((name) => allergyOf({ text: `allergic to ${name}`, name, isHedged: hedges.test(sentence.said), reaction: effect?.reaction }, [...quotes, ...(effect?.quotes ?? [])], sentence.at)) // biome-ignore format: short
  return deniesMedicines ? [...own, noAllergies('known medicine allergies', quotes, sentence.at)] : own
}

/** What the clinician says over of the patient's answer. */
function echoedAllergy(sentence: Sentence, before: readonly Sentence[], after: readonly Sentence[]): readonly Candidate[] {
  const echoed = readEchoedAllergy(sentence, before, after)
  if (echoed === undefined) return []
  const { name, reaction, isIntolerance, quotes } = echoed
  return [isIntolerance ? effectOf(name, reaction, quotes) : allergyOf({ text: `allergic to ${name}`, name, isHedged: false, reaction }, quotes, sentence.at)] // biome-ignore format: short
} // biome-ignore format: short

/** An effect that is no allergy: "Had dry cough from ramipril." */
const effectOf = (name: string, reaction: string, quotes: readonly Quote[]): Candidate => ({
  text: `Had ${reaction} from ${name}.`,
  claims: [
    claim('history', { key: `effect-${name.toLowerCase()}`, display: `${reaction} with ${name}` }, { time: 'past' }),
  ],
  quotes,
  weight: 100,
  at: quotes.at(-1)?.sentence.at ?? 0,
})

/** "Keflex gave me the runs" - "That's an intolerance." */
function toldIntolerance(sentence: Sentence, { later }: Place): readonly Candidate[] {
  const told = isCalledIntolerance(sentence, later) ? readIntolerance(sentence) : undefined
  return told === undefined ? [] : [effectOf(told.name, told.reaction, says(sentence))]
}

/** What the answer to a question of the clinician tells. */
function readQuestion(question: Sentence, dialogue: readonly Sentence[], ofChild: boolean): readonly Candidate[] {
  const place = dialogue.indexOf(question)
  const before = dialogue[place - 1]
  const none = readNoneConfirmed(question, before)
  if (none !== undefined) return isNoTakenBack(firstTurnOf(question.answers)) ? [] : [noAllergies('known allergies', none, none.at(-1)?.sentence.at ?? question.at)] // biome-ignore format: short
  const effect = ofChild ? undefined : readEffectAsked(question, dialogue.slice(place + 1, place + 5))
  // "Allergies? I've got latex with a question mark." - "No.": the no is of the name.
  const isOfName = namesNext(question, dialogue[place + 1])
  if (effect === undefined) return isOfName ? [] : [...askedAllergy(question), ...confirmedAllergy(question)]
  const { name, reaction, quotes } = effect
  return [allergyOf({ text: `allergic to ${name}`, name, isHedged: false, reaction }, quotes, question.at)]
}

/** "It says here you're allergic to penicillin." - "That's right." */
function confirmedRecord(sentence: Sentence, following: readonly Sentence[], before: Sentence | undefined): readonly Candidate[] {
  const none = readNoneReadOut(sentence, following[0])
  if (none !== undefined) return isNoTakenBack(firstTurnOf(following)) ? [] : [noAllergies('known allergies', none, sentence.at)] // biome-ignore format: short
  const confirmed = readConfirmedAllergy(sentence, following, before)
  if (confirmed === undefined) return []
  const { names, reaction, quotes } = confirmed
  return names.map((name) => allergyOf({ text: `allergic to ${name}`, name, isHedged: false, reaction }, quotes, quotes.at(-1)?.sentence.at ?? sentence.at))
} // biome-ignore format: short

export type AllergyReading = {
  readonly candidates: readonly Candidate[]
  readonly open: readonly string[]
  /** Said both ways: no other part of the draft uses it. */
  readonly unsettled: readonly Candidate[]
}

export function draftAllergies(dialogue: readonly Sentence[]): AllergyReading {
  const ofChild = isAboutChild(dialogue)
  const read = dialogue.flatMap((sentence, place) => {
    if (sentence.segment.speaker === 'clinician') {
      const confirmed = confirmedRecord(sentence, dialogue.slice(place + 1, place + 8), dialogue[place - 1])
      const echoed = echoedAllergy(sentence, dialogue.slice(Math.max(0, place - 6), place), dialogue.slice(place + 1, place + 4)) // biome-ignore format: short
      return sentence.isQuestion ? [...confirmed, ...readQuestion(sentence, dialogue, ofChild)] : [...confirmed, ...echoed] // biome-ignore format: short
    }
    if (sentence.segment.speaker !== 'patient' || (sentence.isQuestion && !remindsOf.test(sentence.said))) return []
    // "They put me down as allergic to morphine, but I'm not."
    if (/\bbut (?:i am|he is|she is|that is) (?:not|wrong)(?: (?:allergic|really|at all))*[.,!]?$/.test(sentence.said)) return [] // biome-ignore format: short
    if (isTakenBackForOther(sentence, dialogue[place + 1])) return []
    const around = {
      next: dialogue[place + 1],
      before: dialogue[place - 1],
      ofChild: ofChild && !isToldFor(sentence.segment),
      later: dialogue.slice(place + 1, place + 5),
    }
    const denied = readMedicinesDenied(sentence)
    if (denied !== undefined) return [noAllergies('known medicine allergies', denied, sentence.at)]
    const effects = toldIntolerance(sentence, around)
    if (effects.length > 0) return effects
    return [...ownAllergies(sentence, around), ...toldByReaction(sentence, around), ...exceptedAllergies(sentence, around), ...noneOwn(sentence)] // biome-ignore format: short
  })
  const all = settleAllergies(joinSame(read.filter((candidate) => !isToldBetter(candidate, read))), dialogue)
  const conflicts = listConflicts(all)
  const candidates = all.filter((candidate) => !conflicts.has(nameOf(candidate)))
  const both = [...[...conflicts].map((name) => `Allergy to ${name}: said both ways.`), ...listBorneSince(candidates, dialogue)] // biome-ignore format: short
  const unsettled = all.filter((candidate) => conflicts.has(nameOf(candidate)))
  return { candidates, unsettled, open: [...both, ...openAllergies(dialogue, all)] }
}
