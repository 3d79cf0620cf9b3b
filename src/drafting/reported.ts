/** Sentences kept nearly as they were said, where no slot holds them: the complaint in the patient's words, advice in the clinician's. */
import { type Candidate, claim, says } from './candidates.ts'
import { plainText, type Sentence } from './dialogue.ts'
import { takenBack } from './mentions.ts'

const fillers =
  /^(?:um+|uh+|er+|erm|ah+|oh+|ohh|hmm*|mm+|yeah|yes|yep|so|well|ok|okay|like|basically|actually|obviously|you know|i mean|kind of|sort of|right|and|but|alright)$/

/** Drops fillers, false starts and stutters; the words that stay keep their order. */
function cleanSpeech(sentence: Sentence): string {
  const said = plainText(sentence.text)
    .replaceAll(
      /\b(?:um+|uh+|erm?|hmm+|mm+|you know|i mean|kind of|sort of|basically|obviously|actually|just|really|literally)\b,?/g,
      ' ',
    )
    .replaceAll(/,? like,/g, ' ')
    .replaceAll(/\blike (?=a |an |my |i |in |the |really)/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\b([\w']+(?: [\w']+){0,3})(?:[, ]+\1\b)+/g, '$1')
    .replaceAll(/\b([\w']+(?: [\w']+){0,3})(?:[, ]+\1\b)+/g, '$1')
    .replaceAll(/(?: ?,)+/g, ',')
    .trim()
  const words = said.split(' ')
  while (words.length > 0 && fillers.test((words[0] ?? '').replace(/[,.]$/, ''))) words.shift()
  return words
    .join(' ')
    .replace(/[,.?! ]+$/, '')
    .replace(/^[, ]+/, '')
}

/** First person to a note's telegraphic third; undefined where a first person is left that no rule turns. */
const turned: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/\bi have been\b/g, 'has been'],
  [/\bi have got\b|\bi have\b|\bi got\b/g, 'has'],
  [/\bi am\b/g, 'is'],
  [/\bi do not\b/g, 'does not'],
  [/\bi can not\b/g, 'cannot'],
  [
    /\bi (was|had|did|could|noticed|felt|started|woke|went|took|tried|used to|thought|fell|hit|cut|burnt|twisted|came|ate|saw|found|lost|can|cannot)\b/g,
    '$1',
  ],
  [/\bi (feel|get|take|keep|need|find|notice|use|want|sleep|eat|drink|wake|cough|vomit|struggle)\b/g, '$1s'],
  [/\bmy\b/g, 'the'],
  [/\bmyself\b/g, 'self'],
]

/** Left in the first person, pointing at something, or about somebody else. */
const notReported =
  /\b(?:i|me|we|you|your|our|us|doctor|doc|sorry|hello|hi|thank|thanks|please|okay|ok|is it|he|she|they|him|them|iive|said|says|told|this|that|here|there|nothing|anything|colleague|friend|work|kids?|child|children|wife|husband|partner|son|daughter|girl|boy|mum|dad|brother|sister|fella|ago or|made|like|yeah|yes)\b|^(?:no|not|but|started|over|again|it is the|it is not|all over)\b|\b(?:cannot|has|is|feels|was|the),|,$/

function reportPatient(text: string): string | undefined {
  const told = turned.reduce((out, [pattern, to]) => out.replaceAll(pattern, to), text)
  return notReported.test(told) ? undefined : told
}

const clinical =
  /\b(?:feel\w*|felt|pain\w*|hurt\w*|sore|ach\w+|itch\w*|swell\w*|swollen|burn\w*|bleed\w*|blood\w*|wors\w+|weak\w*|tired|sick|lost|lose|lump|rash|skin|breath\w*|cough\w*|throat|chest|head\w*|stomach|tummy|back|neck|face|lips?|tongue|eyes?|ears?|nose|arms?|legs?|hands?|feet|foot|knees?|ankles?|toilet|pee\w*|urine|poo|stools?|sleep\w*|eat\w*|appetite|weight|periods?|mood|anxi\w+|stress\w*|worr\w+|panic\w*|numb\w*|tingl\w*|dizzy|faint\w*|heart|vision|hearing|infection|injur\w*|fell|twisted|bite|bitten|stung|allerg\w*|reaction|fever\w*|temperature|hot|cold|sweat\w*|vomit\w*|shak\w+|stiff\w*|move|walk\w*|concentrat\w*|cry\w*)\b/g

/** How much of the patient's trouble a sentence names; too little or too long is not worth keeping. */
function complaintScore(text: string): number {
  const words = text.split(' ').length
  const named = new Set([...text.matchAll(clinical)].map(([word]) => word)).size
  return words < 4 ||
    words > 18 ||
    named === 0 ||
    /\b(?:if|maybe|might|think|thought|wonder\w*|because of|hope|should|would|could|guess|probably|sure|remember|know)\b/.test(
      text,
    )
    ? 0
    : named
}

/** "Three weeks ago. I mean, two weeks ago." */
function isTakenBack(dialogue: readonly Sentence[], sentence: Sentence): boolean {
  const next = dialogue.slice(dialogue.indexOf(sentence) + 1).find(({ segment }) => segment.speaker === 'patient')
  return next !== undefined && takenBack.test(plainText(next.text))
}

const mostComplaints = 4

/** The opening of the consultation, as reported by the patient: sentences that no other candidate quotes. */
export function draftReported(dialogue: readonly Sentence[], used: ReadonlySet<Sentence>): readonly Candidate[] {
  const last = dialogue.at(-1)?.at ?? 0
  return dialogue
    .filter(
      ({ segment, at, isQuestion, text }) =>
        segment.speaker === 'patient' && !isQuestion && at <= last * 0.5 && !text.includes('['),
    )
    .filter((sentence) => !used.has(sentence) && !sentence.isCorrected && !isTakenBack(dialogue, sentence))
    .flatMap((sentence): (Candidate & { readonly score: number })[] => {
      const told = reportPatient(cleanSpeech(sentence))
      const score = told === undefined ? 0 : complaintScore(told)
      if (told === undefined || score === 0) return []
      const key = `words-${sentence.segment.id}-${sentence.start}`
      const text = `Reports: ${told}.`
      return [
        {
          text,
          claims: [claim('complaint', { key, display: told })],
          quotes: says(sentence),
          weight: 46 + score + (sentence.at < 10 ? 12 : 0),
          at: sentence.at,
          score,
        },
      ]
    })
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, mostComplaints)
}

const advises =
  /\b(?:i would (?:recommend|advise|suggest|like you to)|i (?:recommend|advise|suggest)|i will (?:leave|prescribe|give|send|refer|arrange|book|organise|ask|get|need)|we will (?:need|give|send|refer|arrange|book|organise|get|start)|you (?:should|need to|will need|must)|i am going to|make sure (?:you|that)|try (?:and|to|not)|i want you to|we need to|we should|let us|please|it is (?:important|worth)|i would)\b/

/** Pronouns to a note's: "you should avoid it" becomes "should avoid it". */
const addressed: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(?:i think |so |and |but |then |now |obviously )+/g, ''],
  [
    /\bi would like you to\b|\bi want you to\b|\bi would (?:recommend|advise|suggest)(?: that)?(?: you)?\b|\bi (?:recommend|advise|suggest)(?: that)?(?: you)?\b/g,
    '',
  ],
  [/\bi (?:am going to|will|would)\b|\bwe (?:will|should|need to|are going to)\b|\blet us\b/g, 'to'],
  [/\byou (?:should|need to|will need to|must)\b/g, 'to'],
  [/\bmake sure (?:that )?you\b/g, 'make sure to'],
  [/\byour\b/g, 'the'],
  [/\bto you\b|\bfor you\b/g, ''],
  [/\b(give|send|refer|prescribe|book|get|see|help|ask|put) you\b/g, '$1 patient'],
]

function reportAdvice(text: string): string | undefined {
  const told = addressed
    .reduce((out, [pattern, to]) => out.replaceAll(pattern, to), text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(' ,', ',')
    .trim()
  return /\b(?:i|me|my|we|you|us|our|sorry|okay|ok|doctor|hope\w*|thank\w*|question\w*|examin\w*|ask|yeah|yes|like|hear|rule out|going on|let|things|what)\b|\bto,|\bwhat$|^that\b/.test(
    told,
  )
    ? undefined
    : told
}

const mostAdvice = 3

export function draftAdvice(dialogue: readonly Sentence[], used: ReadonlySet<Sentence>): readonly Candidate[] {
  const last = dialogue.at(-1)?.at ?? 0
  return dialogue
    .filter(
      ({ segment, at, isQuestion, text }) =>
        segment.speaker === 'clinician' && !isQuestion && at >= last * 0.55 && !text.includes('['),
    )
    .filter(({ text }) => /^[A-Z]/.test(text))
    .filter((sentence) => !used.has(sentence) && advises.test(plainText(sentence.text)))
    .flatMap((sentence): Candidate[] => {
      const told = reportAdvice(cleanSpeech(sentence))
      const words = told?.split(' ').length ?? 0
      if (
        told === undefined ||
        words < 4 ||
        words > 18 ||
        /\b(?:if|whether|mentioned|said|not sure|normally)\b/.test(told)
      )
        return []
      return [
        {
          text: `Plan: ${told}.`,
          claims: [claim('plan', { key: `words-${sentence.segment.id}-${sentence.start}`, display: told })],
          quotes: says(sentence),
          weight: 48,
          at: sentence.at,
        },
      ]
    })
    .slice(0, mostAdvice)
}
