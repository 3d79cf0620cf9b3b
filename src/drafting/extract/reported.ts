/** The complaint in the patient's own words, if no slot holds it: a quote from the opening. */

import type { Segment } from '../../core/clinical-note.ts'
import { isAboutChild } from '../dialogue/child.ts'
import { isOfAnimal } from '../dialogue/others.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { isTurnOfSpeech, mayBeIdiom } from '../dialogue/turns-of-speech.ts'
import { listUtterances, type Utterance } from '../dialogue/utterances.ts'
import { cleanWords, gapped, quoteKey } from '../dialogue/wording.ts'
import { type Candidate, claim } from './candidates.ts'
import { unevenly } from './medication.ts'
import { tellThirdPerson } from './plain/third-person.ts'

/** About somebody else, to the clinician, or about the call. */
const notOwn =
  /\b(?:you|your|doctor|doc|sorry|hello|hi|thanks?|please|he|she|him|his|her|neighbours?|mates?|friends?|colleagues?|everyone|someone|kids?|child|children|wife|husband|partner|son|daughter|girl|boy|mum|dad|mother|father|brother|sister|hear me|internet|camera|phone|question)\b/
/** A belief, a fear or a condition: quoted only if nothing plainer is left. */
const unsettled =
  /\b(?:said|says|told|reckons?|thinks?|thought|think|allerg\w*|if|maybe|might|wonder\w*|because of|hope|should|would|could|guess|probably|sure|remember|know|worried|scared|online|google\w*|read|supposed|wish|nothing|no|not (?:sure|that)|stopped|tablets?|(?:made|makes|gave|gives) (?:me|my)|dying|killing|the other day|last (?:year|month|christmas)|years ago)\b/
const dangles =
  /\b(?:and|or|but|so|because|to|the|a|an|that|then|of|for|with|in|is|are|like|my|it is|have|has|i|was|just)$|^(?:or|that|which|than|then|over|again|started|ago)\b/
/** About something that the words do not name. */
const vague =
  /^it is not that\b|\bthey (?:went|go) away\b|\b(?:stopped|started|took|tried|finished|quit)(?: taking| using)? (?:that|it|them|those)\b|\bgr(?:ew|own) out of (?:it|that)\b/
/** True if the words are the patient's own state, and stand without the words around them. */
export const isTellable = (said: string): boolean => !notOwn.test(said) && !dangles.test(said) && !vague.test(said)

const own = /\b(?:i|my|me|it|i'm|i've|there)\b/

const clinical =
  /\b(?:feel\w*|felt|pain\w*|hurt\w*|sore|ach\w+|itch\w*|swell\w*|swollen|burn\w*|bleed\w*|blood\w*|wors\w+|weak\w*|tired|sick|lost|lose|lump|rash|skin|breath\w*|cough\w*|throat|chest|head\w*|stomach|tummy|(?<=\b(?:my|the|lower|upper|bad|sore|stiff|mid) )back(?! of\b)|back(?= (?:pain|ache|hurts?|is (?:sore|bad|stiff|killing)))|neck|face|lips?|tongue|eyes?|ears?|nose|arms?|legs?|hands?|feet|foot|toes?|knees?|ankles?|toilet|pee\w*|urine|poo|stools?|sleep\w*|eat\w*|appetite|weight|periods?|mood|anxi\w+|stress\w*|panic\w*|numb\w*|tingl\w*|dizzy|faint\w*|heart|vision|hearing|infection|injur\w*|fell|twisted|bite|bitten|stung|reaction|fever\w*|temperature|hot|cold|sweat\w*|vomit\w*|shaking|shaky|stiff\w*|move|walk\w*|concentrat\w*|cry\w*|throb\w*|red|elbow|shoulder|hip|condoms?)\b/g

const fewestWords = 4
const mostWords = 34
const mostComplaints = 12
/** A quote with fewer clinical words says little without the talk around it. */
const fewestClinical = 2
const slight = 20
/** A patient tells the complaint at the start. */
const openingShare = 0.85
const openingSegments = 10

const gapsOf = (text: string): number => text.split('[').length - 1

/** The number of different clinical words. */
const scoreOf = (said: string): number => new Set([...said.matchAll(clinical)].map(([word]) => word)).size

/** A figure of speech about the body tells no trouble. */
const isIdiomatic = ({ said, words }: Sentence): boolean => {
  const texts = words.map(({ text }) => text)
  return mayBeIdiom.test(said) && isTurnOfSpeech(texts, { from: 0, to: texts.length - 1 })
}

/** Asked how the patient lives with it, or about a trouble: what is answered in a whole sentence tells of it, whatever its words. */
const asksState =
  /\b(?:sleep\w*|appetite|eat\w*|energy|mood|concentrat\w*|memory|cop(?:e|ing)|manag\w+|getting (?:on|by|around)|get around|walk\w*|stairs|activit\w+|enjoy\w*|interest|daily|day to day|brought you|brings you|can i (?:do|help)|can we (?:do|help)|what is (?:been )?(?:happening|going on|wrong|the (?:problem|trouble|matter))|what happened|going on|how (?:are|is|have|has|did) (?:it|things|that|you))\b/
/** Other parts of the drafter read these answers; a sentence beside them that no part has read is not sure to be about the patient now. */
const asksOther =
  /\b(?:allerg\w*|react\w*|medic\w*|tablets?|pills?|taking|take|dose|family|run in|runs in|relatives?|mum|dad|mother|father|parents|vaccin\w*|jabs?|immunis\w*|operations?|surgery|ever had|past|history|diagnosed|name|date of birth|address|born|pronounce|questions?|ideas?|expect\w*|okay with|happy (?:to|with)|all right if|make sense)\b/
const asksLife = /\b(?:live|living|lives|at home|home situation|who is at|for work|work do|job|occupation|retired|smok\w*|cigarettes?|vap\w+|drink(?:ing)?(?! water)|alcohol|drugs|exercise|hobbies|married|partner|kids|children)\b/ // biome-ignore format: one row

const isClinicalReply = ({ asked }: Sentence): boolean =>
  asked.length > 0 &&
  asked.every(({ said }) => !asksOther.test(said) && !asksLife.test(said)) &&
  asked.some(({ terms, said }) => terms.length > 0 || asksState.test(said) || scoreOf(said) > 0)

/** About the talk and the way to it, or about a thing that the words do not name: no state of the patient. */
const ofVisit =
  /\b(?:say|calls?|swear|attention|tell|mention|ask|speak|talk|remember|promise|know|believe|mind|wait|waited|parked|messages?|came(?! (?:off|up|out|on|down|loose|away|apart|undone|unstuck))|come (?:in|here|back)|arrived|drove here|bus|train|tram|taxi|uber|ferry|traffic|in the car|driver|weather|brought|bring|show|photo|list|letter|try|certainly|either way)\b|^\w+ it\b/i

/** The question that opens the visit: its answer is why the patient came, whatever its words. */
const asksOpening =
  /\b(?:brought you|brings you|can (?:i|we) (?:do|help)|what (?:is|has) (?:been )?(?:happening|happened|going on|wrong|up|worrying|bothering|troubling|the (?:problem|trouble|matter|story))|what (?:seems to be|happened)|tell me what)\b/
const opens = (sentences: readonly Sentence[]): boolean =>
  sentences.some(({ at, asked }) => asked.slice(-1).some((question) => at < openingSegments && at - question.at <= 2 && asksOpening.test(question.said))) // biome-ignore format: short

/** `isChild`: "he" and "she" are the patient. */
type Replies = { readonly replies: ReadonlySet<Segment>; readonly isChild: boolean }

function report({ sentences, text, said: heard }: Utterance, { replies, isChild }: Replies): Candidate | undefined {
  const [first] = sentences
  const said = isChild ? heard.replaceAll(/\b(?:he|she|him|his|her)\b/g, 'it') : heard
  const words = cleanWords(gapped(text)).replace(/^(?:'?cause|because) /i, '')
  const count = words.split(' ').length
  const score = scoreOf(said) + sentences.reduce((sum, { terms }) => sum + terms.length, 0)
  const isNamed = sentences.some(({ terms }) => terms.some(({ kind }) => kind !== 'symptom'))
  const isTold =
    (own.test(said) || isNamed) && !notOwn.test(said) && !dangles.test(said) && gapsOf(text) <= (isNamed ? 1 : 0)
  const isReply = sentences.some(({ segment }) => replies.has(segment))
  const line = text.includes('[') || ofFear.test(said) || score < (isReply ? 1 : fewestClinical) ? undefined : tellThirdPerson(words) // biome-ignore format: short
  if (
    first === undefined ||
    !isTold ||
    (score === 0 &&
      !(line !== undefined && !ofVisit.test(line) && sentences.some(({ segment }) => replies.has(segment))) &&
      !(opens(sentences) && !ofVisit.test(said))) ||
    sentences.some(isIdiomatic) ||
    vague.test(said) ||
    count < fewestWords ||
    count > mostWords
  )
    return undefined
  const denied = line === undefined ? undefined : deniedOf(line)
  const display = denied ?? line ?? words
  return {
    text: line === undefined ? `Reports: "${words}".` : `${line}.`,
    claims: [
      claim(
        'complaint',
        { key: quoteKey(sentences), display },
        {
          ...(line !== undefined && ofPast.test(line) ? { time: 'past' as const } : {}),
          ...(denied === undefined ? {} : { polarity: 'absent' as const }),
        },
      ),
    ],
    quotes: sentences.map((sentence) => ({ sentence, role: 'statement' as const })),
    weight: (isNamed ? 56 : score < fewestClinical && (line === undefined || unsettled.test(said)) ? slight : unsettled.test(said) ? 39 : 46) + Math.min(score, 6) + (first.at < openingSegments ? 12 : 0), // biome-ignore format: short
    at: first.at,
  }
}

/** A fear stays in the patient's own words: put plainly it would read as an illness. */
const ofFear =
  /\b(?:fears?|fearing|dread\w*|worr(?:y|ies|ied|ying)|scared|afraid|frightened|terrified|panicking|nervous|anxious) (?:is|are|was|about|of|that|it|over)\b|\b(?:keep|kept|can ?not stop|could not stop|lie awake|lay awake) (?:on )?(?:thinking|worrying|wondering|imagining)\b|\b(?:worst|big|main|biggest|real) (?:fear|worry|nightmare|dread)\b/

/** The thing that a line denies: "Nose is not blocked" denies "Nose is blocked". Undefined for any other line. */
function deniedOf(line: string): string | undefined {
  const isPlain = line.split(' not ').length === 2 && !/\b(?:no|never|none|nothing|nor|neither|but|until|unless|cannot)\b/i.test(line) // biome-ignore format: short
  return isPlain ? line.replace(' not ', ' ') : undefined
}

/** Words by which a sentence of the note speaks of the past. */
export const ofPast = /\b(?:past|previously|initially|resolved|tried|used|had|no longer)\b/i

/** The effect of a medicine, or of its dose, if the slots of a medicine do not hold it: "codeine makes me feel sick". */
const ofMedicine =
  /\b(?:(?:makes|made|gives|gave) (?:me|my)|can not (?:have|take)|run out|ran out|was on|dropped|put (?:me|it) (?:up|down)|came off|stopped|cut down)\b/
const asksReaction = /\ballerg|\breact|agree with you/i
/** Words about a medicine that tell of harm; a bare name, another medicine that is taken, or one that is fine does not. */
const ofHarm = /\b(?:makes?|made|gives?|gave|bleed\w*|bled|sick|rash|spots|swell\w*|swelled|allerg\w*|can ?not|could not|react\w*|upset\w*|disagree\w*|stomach|ulcer|chest|hives|itch\w*|faint\w*|not supposed|told not)\b/ // biome-ignore format: one row
const notMine =
  /\b(?:you|your|if|he|she|they are|wife|husband|partner|son|daughter|mum|dad|mother|father|brother|sister|friend|doctor|should|would|maybe|might)\b/

function reportMedicine({ sentences, text, said }: Utterance): Candidate | undefined {
  const [first] = sentences
  const isNamed = sentences.some(({ terms }) => terms.some(({ kind }) => kind === 'medicine'))
  const words = cleanWords(text).replace(/^(?:'?cause|because) /i, '')
  const count = words.split(' ').length
  const isOfAllergy = sentences.some(({ asked }) => asked.some((question) => asksReaction.test(question.text)))
  const isTold =
    isNamed &&
    !(isOfAllergy && !ofHarm.test(said)) &&
    (ofMedicine.test(said) || unevenly.test(said) || isOfAllergy) &&
    !notMine.test(said) &&
    !text.includes('[')
  if (
    first === undefined ||
    !isTold ||
    count > mostWords ||
    dangles.test(said.replace(/ (?:have|take|had) (?:that|it|them)$/, ''))
  )
    return undefined
  // The effect of a medicine is no allergy, unless the question was about allergies.
  const kind = isOfAllergy ? 'allergy' : 'medication'
  return {
    text: `Reports: "${words}".`,
    claims: [claim(kind, { key: quoteKey(sentences), display: words })],
    quotes: sentences.map((sentence) => ({ sentence, role: 'statement' as const })),
    weight: 76,
    at: first.at,
  }
}

const ofFamily =
  /\b(?:mum|mom|mam|dad|mother|father|brothers?|sisters?|grandma|grandmother|gran|nan|grandad|granddad|grandfather|aunt|auntie|uncle|parents?|family)\b/
const notOfFamily =
  /\b(?:you|your|if|doctor|said|told|thinks?|reckons?|live|lives|wife|husband|partner|friend|in law|brother-in-law|sister-in-law|mother-in-law|father-in-law|(?:shingles|flu|covid|tetanus) (?:one|jab|shot|needle))\b/

/** "Yeah, heart trouble on my dad's side": an illness and a relative, as it was said. */
function reportFamily({ sentences, text, said }: Utterance): Candidate | undefined {
  const [first] = sentences
  const isIll = sentences.some(({ terms }) => terms.some(({ kind }) => kind === 'condition' || kind === 'procedure'))
  const words = cleanWords(gapped(text))
  const count = words.split(' ').length
  if (first === undefined || !isIll || !ofFamily.test(said) || notOfFamily.test(said)) return undefined
  if (gapsOf(text) > 1 || count < fewestWords || count > mostWords || dangles.test(said)) return undefined
  return {
    text: `Reports: "${words}".`,
    claims: [claim('family', { key: quoteKey(sentences), display: words }, { person: 'relative' })],
    quotes: sentences.map((sentence) => ({ sentence, role: 'statement' as const })),
    weight: 60,
    at: first.at,
  }
}

/** Words that no other candidate quotes: about medicines, and about the complaint in the first half of the talk. */
export function draftReported(dialogue: readonly Sentence[], used: ReadonlySet<Sentence>): readonly Candidate[] {
  const last = dialogue.at(-1)?.at ?? 0
  const free = listUtterances(dialogue, 'patient').filter(
    ({ sentences }) =>
      !sentences.some(
        (sentence) => sentence.isQuestion || sentence.text.endsWith('?') || isOfAnimal(sentence) || used.has(sentence),
      ),
  )
  const isChild = isAboutChild(dialogue)
  // All of a turn that begins with a reply belongs to it.
  const replies = new Set(dialogue.filter(isClinicalReply).map(({ segment }) => segment))
  const complaints = free
    .filter(
      ({ sentences, said }) => (sentences[0]?.at ?? 0) <= last * openingShare && !/^(?:no|not|nope|nah)\b/.test(said),
    )
    .flatMap((utterance) => report(utterance, { replies, isChild }) ?? [])
    .sort((a, b) => b.weight - a.weight || a.at - b.at)
    .slice(0, mostComplaints)
  return [...complaints, ...free.flatMap((utterance) => reportMedicine(utterance) ?? reportFamily(utterance) ?? [])]
}
