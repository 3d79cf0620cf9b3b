/**
 * What the patient says of dying, of harm to oneself or to others, or of being harmed, in the patient's own words. Nothing of it is ever left out,
 * softened or summed up: a reply that is more than a bare no stands as a quote, and then no line denies what the question asked after. D355.
 */

import type { Sentence } from '../dialogue/sentence.ts'
import type { Utterance } from '../dialogue/utterances.ts'
import { cleanWords, gapped, quoteKey } from '../dialogue/wording.ts'
import { asksRisk, ofRisk, ofViolence } from '../vocabulary/risk-words.ts'
import { answers, type Candidate, claim, type Quote } from './candidates.ts'

const notMine =
  /\b(?:he|she|they|wife|husband|partner|son|daughter|mum|dad|mother|father|brother|sister|friend|doctor)\b/
const weight = 104

const quote = (words: string, suffix: string, quotes: readonly Quote[], at: number): Candidate => ({
  text: `Reports: "${words}"${suffix}.`,
  claims: [claim('symptom', { key: quoteKey(quotes.filter(({ role }) => role !== 'question').map(({ sentence }) => sentence)), display: words })], // biome-ignore format: short
  quotes,
  weight,
  at,
})

/** A no, and words that only repeat it. */
const bareNo =
  /^(?:(?:no|nope|nah|never|none|not at all|not really|definitely not|absolutely not|god no|of course not|nothing like that|not ever|i have not|i do not|i would not|i never have|oh|um|uh|er|well|doctor|thank (?:god|goodness)|nothing)[, .!]*)+$/

/** A reply that denies, and takes something of it back. */
const takesBack =
  /\b(?:but|sometimes|some|(?<!\b(?:not|never) )once|twice|used|lately|recently|any ?more|not really|always|except|apart|thought|thoughts|(?<!\bnot )think(?! so)|thinking|cross\w*|would|when|if|only|just|point|plans?|before|ago|(?<!\bnot in )years?|easier|wish)\b/

const isPatients = ({ segment }: Sentence): boolean => segment.speaker === 'patient'

/** The whole reply to one question, up to the clinician's next sentence. */
function repliesOf(question: Sentence): readonly Sentence[] {
  const own = question.answers.filter(isPatients)
  const first = own[0]?.at
  return own.filter(({ at }) => first !== undefined && at - first <= 1)
}

const isDenialOf = ({ claims, quotes }: Candidate, question: Sentence): boolean =>
  claims.some(({ polarity }) => polarity === 'absent') && quotes.some(({ sentence }) => sentence === question)

/** The reply as a quote; undefined if it only says no, in any words that other parts read as a no. */
function replyTo(question: Sentence, isDenied: boolean): Candidate | undefined {
  const replies = repliesOf(question)
  const [first] = replies
  const plain = replies.map(({ said }) => said).join(' ')
  if (first === undefined || first.isQuestion || bareNo.test(plain) || (isDenied && !takesBack.test(plain))) return undefined // biome-ignore format: short
  const said = gapped(replies.map(({ text }) => text).join(' '))
  const rest = cleanWords(said)
  const yesOrNo = /^(?:(?:um|uh|er|oh|well),? )*(yes|yeah|yep|no|nah|nope)\b/i.exec(said)?.[1]?.toLowerCase()
  const words = yesOrNo === undefined || rest.startsWith(yesOrNo) ? rest : `${yesOrNo}, ${rest}`
  return rest === '' ? undefined : quote(words, ' (asked about harm)', answers(question, ...replies), first.at)
}

/** The candidates with the replies about harm, and without those that deny what such a question asked after. */
export function addRiskReplies(dialogue: readonly Sentence[], candidates: readonly Candidate[]): readonly Candidate[] {
  const replies = dialogue.flatMap((question) => {
    if (question.segment.speaker !== 'clinician' || !question.isQuestion || !asksRisk.test(question.said)) return []
    const candidate = replyTo(
      question,
      candidates.some((one) => isDenialOf(one, question)),
    )
    return candidate === undefined ? [] : [{ question, candidate }]
  })
  const isKept = (candidate: Candidate): boolean => !replies.some(({ question }) => isDenialOf(candidate, question))
  return [...candidates.filter(isKept), ...replies.map(({ candidate }) => candidate)]
}

/** Words of risk that nobody asked for. */
export function reportRisk({ sentences, text, said }: Utterance): Candidate | undefined {
  const [first] = sentences
  const isOwn = ofViolence.test(said) || (ofRisk.test(said) && !notMine.test(said))
  if (first === undefined || !isOwn) return undefined
  return quote(
    cleanWords(gapped(text)),
    '',
    sentences.map((sentence) => ({ sentence, role: 'statement' as const })),
    first.at,
  )
}
