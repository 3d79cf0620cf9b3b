/** The complaint that a patient presents at the opening, where no table has its name, or where the sentence only asks for help with it. D311. */

import { readContext } from '../../dialogue/context.ts'
import { plainText } from '../../dialogue/dialogue.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { isTurnOfSpeech } from '../../dialogue/turns-of-speech.ts'
import { listUtterances, type Utterance } from '../../dialogue/utterances.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { findDuration } from '../../vocabulary/amounts.ts'
import { bodyWord, namesTrouble } from '../../vocabulary/clinical-words.ts'
import { keyOf } from '../../vocabulary/phrases.ts'
import { findTerms, type Term } from '../../vocabulary/terms.ts'
import { readWords } from '../../vocabulary/words.ts'
import { tellName } from '../asked/asked-names.ts'
import { generalKeys, type Mention, plainly, takenBack } from '../mention.ts'
import { tellThirdPerson } from '../plain/third-person.ts'
import { isTellable } from '../reported.ts'
import { ending, leads, openers } from './presenting-frames.ts'

/** A patient presents the complaint in the first segments, before the clinician asks for anything in particular. */
const opening = 12

/** Somebody else's, a fear, or about the visit: no complaint of the patient. */
const notOwn =
  /^knock(?:,? knock)?[.!]?$|\b(?:wife|husband|partner|mum|mother|dad|father|son|daughter|brother|sister|friend|neighbour|colleague|boss)(?:'s| has| had| is| was| got)\b|\b(?:worried|scared|afraid|frightened|hope|hoping|wonder(?:ed|ing) (?:whether|about|what|why)|could it be|if i (?:have|had|get)|used to|years ago|last (?:year|time|month))\b|\b(?:prescription|certificate|results?|repeat|script|form|letter|note|review|check ?up|parking|traffic|bus|wait(?:ing)?|queue|all over the place)\b/

const strip = (said: string): string => {
  let rest = said
  for (let before = ''; before !== rest; ) {
    before = rest
    for (const [pattern] of openers) rest = rest.replace(pattern, '')
  }
  return rest
}

/** Particles come before a lead-in. */
const stripParticles = (said: string): string =>
  said.replace(/^(?:(?:so|well|um|uh|er|oh|yeah|yes|right|look|okay|ok|but|basically|i,)(?:,| ) ?)+/, '')

/** The words without their time: "three days ago I started getting". */
function withoutTime(said: string): string {
  const words = readWords(said)
  const time = findDuration(words)
  const [from, to] = [words[time?.from ?? -1], words[time?.to ?? -1]]
  if (from === undefined || to === undefined) return said
  const before = said
    .slice(0, from.start)
    .replace(
      /(?:\b(?:for|about|around|roughly|over|nearly|almost|the|last|past|these|this|since|it is|it must be|it will be|i would say|it has been)\b ?)+,? ?$/,
      '',
    )
  const after = said
    .slice(to.end)
    .replace(
      /^,? ?(?:or so|or thereabouts|now|at least|give or take|in a row|that|it has been going on|it has been|since)?,? ?(?:that )?/,
      '',
    )
  return before.trim() === '' ? after : `${before.trim()}${after.trim() === '' ? '' : `, ${after}`}`
}

/** The name after the frame; undefined if the words have no frame of presenting. */
function takeOffPresenting(said: string): { readonly rest: string; readonly isAsserting: boolean } | undefined {
  let rest = strip(withoutTime(strip(said)))
  let isFramed = false
  let isAsserting = openers.some(([pattern, , asserts]) => asserts === 'asserts' && pattern.test(stripParticles(said)))
  for (let isDone = false; !isDone; ) {
    isDone = true
    for (const [pattern, , asserts] of leads) {
      const length = pattern.exec(rest)?.[0].length ?? 0
      if (length === 0 || length >= rest.length) continue
      rest = rest.slice(length)
      isFramed = true
      isAsserting ||= asserts === 'asserts'
      isDone = false
    }
  }
  return isFramed || rest.split(' ').length <= 6 ? { rest, isAsserting } : undefined
}

const quality = /\b(?:really|very|quite|terrible|awful|horrible|bad|nasty|dreadful|raging|bit of|little|kind of|sort of|pretty|proper|right old|these|this|those|my) /g // biome-ignore format: short

/** A part of the body with the look or the feel of trouble. */
const looksBad =
  /\b(?:red|sticky|hot|cold|blue|black|pale|puffy|bloodshot|weepy|crusty|bad|funny|dead|wobbly|weak|poor|dodgy|stiff)\b.*\b(?:eyes?|ears?|nose|leg|arm|foot|feet|toes?|fingers?|thumb|hands?|skin|patch|mole|nail|knee|hip|back|neck|tooth|stream|memory|balance|grip|ankle|shoulder)\b/

/** The thing that the rest of the sentence names: terms of the tables, else a name that speaks of the body. */
function nameOf(rest: string): readonly Term[] {
  const name = rest.replace(ending, '').replace(/,$/, '').trim()
  const words = readWords(name)
  const found = findTerms(words).filter(
    (term) =>
      term.kind === 'symptom' &&
      !isTurnOfSpeech(
        words.map(({ text }) => text),
        term,
      ),
  )
  if (found.some(({ key }) => !generalKeys.has(key))) return found
  const bare = (name.split(',')[0] ?? '').replace(quality, '')
  const side = /\b(?:left|right) (?=[a-z])/g
  const display = tellName(bare.replace(side, '').replaceAll(/\bmy\b/g, 'the'))
  const isTrouble = display !== undefined && (namesTrouble(display) || looksBad.test(display)) && (bodyWord.test(display) || display.split(' ').length <= 4) // biome-ignore format: short
  return isTrouble ? [{ kind: 'symptom', key: keyOf(display), display, from: 0, to: words.length - 1 }] : found
}

/** A clause of complaint ends where the patient tells a deed or a thought about it. */
const clauseEnd =
  / ?(?:,? (?:and|but|so) (?:i (?:thought|think|do not know|am|would|just|have had enough)|it (?:is|has)|my (?:wife|husband|daughter|son|partner)|we|here|nobody|that)\b|, (?:doctor|doc|basically|really|you know|i (?:would say|think|guess|suppose|reckon)|water i mean|if)\b|[.;?!]).*$/

/** A verb of becoming or feeling with a state of the body. */
const ofState =
  /\b(?:go|goes|going|gone|come|comes|coming|feel|feels|feeling|keep|keeps|am|been)\b.*\b(?:hot|cold|faint|giddy|sick|down|low|over)\b/
/** The patient tells that there is no trouble. */
const isFree = /\b(?:not (?:have|had|got|getting|any)|no|never|none|nothing)\b/

/** The line of a clause of complaint about the patient's own body: "my chest goes tight on the stairs". */
function lineOf(rest: string): string | undefined {
  const said = rest.replace(clauseEnd, '').replace(/,$/, '')
  // "Parked out the back of the shop" is a place.
  const isBodily =
    bodyWord.test(
      said.replaceAll(
        /\b(?:out|at|in|on|to|round|into) (?:the|my) (?:back|side)(?: of| seat| yard| room| door| garden)?\b(?! (?:hurts?|aches?|is|pain))|\b(?:head|heart|foot|leg|hand|mouth|neck|shoulder|face) of\b/g,
        '',
      ),
    ) ||
    namesTrouble(said) ||
    ofState.test(said)
  if (!isBodily || !isTellable(said) || isFree.test(said)) return undefined
  return tellThirdPerson(said.replaceAll(/\bi\b/g, 'I'))?.replace(
    / (?:has|have) gone (?=(?:bright |all |very |really )?(?:red|blue|black|white|yellow|numb|dead|stiff|hard|cold|hot|puffy|pale)\b)/,
    ' is ',
  )
}

/** Each name of a symptom stands inside a figure of speech. */
const isIdiomatic = ({ words, terms }: Sentence): boolean => terms.length > 0 && terms.every((term) => isTurnOfSpeech(words.map(({ text }) => text), term)) // biome-ignore format: short

const presented = { polarity: 'present', ...plainly, isExplicit: true } as const

/** A remark between the time and the complaint: its "if" puts no condition. */
const remark =
  /, (?:if you (?:can|will|would) (?:believe it|credit it)|would you believe(?: it)?|believe it or not|if i am honest|if you like|if you ask me|you know),(?= )/

function read({ sentences, text }: Utterance): readonly Mention[] {
  const [first] = sentences
  const whole = plainText(cleanWords(text))
  const said = whole.replace(remark, ',')
  if (first === undefined || text.includes('[') && sentences.length > 1 || notOwn.test(strip(said)) || sentences.some(({ isQuestion, text: own }) => isQuestion || own.endsWith('?'))) return [] // biome-ignore format: short
  const quotes = sentences.map((sentence) => ({ sentence, role: 'statement' as const }))
  const { rest, isAsserting } = takeOffPresenting(said) ?? {}
  // Other rules have read the names of the tables, and had a reason if they left one out.
  const isKnown =
    sentences.some(({ terms }) => terms.some(({ kind, key }) => kind === 'symptom' && !generalKeys.has(key))) &&
    !sentences.some(isIdiomatic)
  if (isKnown && isAsserting !== true && said === whole) return []
  const names = rest === undefined ? [] : nameOf(rest)
  const line = isKnown || names.length > 0 || text.includes('[') ? undefined : lineOf(strip(withoutTime(strip(said))))
  if (line !== undefined)
    return [
      {
        term: { kind: 'symptom', key: quoteKey(sentences), display: line, from: 0, to: 0 },
        ...presented,
        quotes,
        at: first.at,
      },
    ]
  if (rest === undefined) return []
  return names.flatMap((term): readonly Mention[] => {
    const words = readWords(rest.replace(ending, ''))
    const { status, relative } = readContext({ ...first, words, said: rest, isQuestion: false, terms: [term] }, term)
    if (status !== 'present' || relative !== undefined) return []
    return [{ term, ...presented, quotes, at: first.at }]
  })
}

/** The segment at which the clinician begins to ask for particular things. */
const firstParticular = (dialogue: readonly Sentence[]): number =>
  dialogue.find(({ segment, isQuestion, terms }) => segment.speaker === 'clinician' && isQuestion && terms.length > 0)
    ?.at ?? Number.POSITIVE_INFINITY

/** The complaint of the opening, if no sentence there has told a symptom yet. */
export function readPresented(dialogue: readonly Sentence[], known: readonly Mention[]): readonly Mention[] {
  const end = Math.min(opening, firstParticular(dialogue))
  const isTold = known.some(({ at, term, polarity, time, isExplicit }) => at <= end && polarity === 'present' && time === 'current' && isExplicit && !generalKeys.has(term.key)) // biome-ignore format: short
  if (isTold) return []
  const utterances = listUtterances(
    dialogue.filter(({ at }) => at <= end + 4),
    'patient',
  )
  for (const [index, utterance] of utterances.entries()) {
    if ((utterance.sentences[0]?.at ?? 0) > end) break
    if (takenBack.test(utterances[index + 1]?.said ?? '')) continue
    const mentions = read(utterance)
    if (mentions.length > 0) return mentions
  }
  return []
}
