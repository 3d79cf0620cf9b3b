/** Objective: values that the clinician reads aloud, and findings of an examination in plain words. */

import { readOnceOf } from '../../../core/cache/read-once.ts'
import type { Claim } from '../../../core/clinical-note.ts'
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords, quoteKey } from '../../dialogue/wording.ts'
import { type Candidate, claim, says, sentenceCase } from '../candidates.ts'
import { tellFinding } from '../plain/findings.ts'
import { isAsRule } from './constructions.ts'
import { isTakenBack, ofDanger, ofPlan } from './dangers.ts'
import { isOfPregnancy, readFetalHeart } from './fetal-heart.ts'
import { readFound } from './findings.ts'
import { readFurtherPressures } from './further-pressures.ts'
import { withParts } from './located/located.ts'
import { ownClause } from './own-clause.ts'
import { draftFormerValues } from './results/former-values.ts'
import { draftReports } from './results/reports.ts'
import { draftResults } from './results/results.ts'
import { draftSidedValues } from './results/sided-values.ts'
import { draftRunning } from './running/running.ts'
import { withTestBefore } from './spoken-aloud.ts'
import { draftToldValues } from './told-values.ts'
import { readVital, vitalRows } from './vital-signs.ts'
import { settleValues } from './whose-values.ts'

/** A wish, a rule, or a reading of another day. */
const notRead =
  /\b(?:my (?:own )?(?:blood|pulse|heart|temperature|weight|bp)|mine|want|ideal\w*|target|aim\w*|should|ought|would|could|if|normal(?:ly)? (?:is|range)|usual\w*|last (?:time|week|month|year|visit)|previous\w*|at home|yesterday|you (?:said|told|mentioned)|used to|before|get it|bring it|goes|have to|need|(?:your|his|her) (?:mum|dad|mother|father|brother|sister|son|daughter|wife|husband|partner|nan|pop)(?:'s)?)\b/

const organ =
  '(?:chest|lungs?|heart(?: sounds?)?|ligaments?|nerves|power in (?:your|the) \\w+|throat|tonsils?|ear ?drums?|ears?|nose|eyes?|abdomen|tummy|belly|stomach|reflexes|power|sensation|skin|glands|lymph nodes?|nodes|joint|knee|ankle|hip|shoulder|elbow|wrist|back|spine|neck|calf|calves|leg|legs|foot|feet|hand|pulse|wound|mole|lump|tongue|pupils|gait|breathing|strength|rash)'
const sign =
  '(?:clear|normal|no stiffness|freely|crackles?|crackling|wheez\\w+|red|inflamed|swollen|swelling|tender\\w*|soft|enlarged|bulging|dull|reduced|symmetrical|warm|pus|murmur|regular|irregular|intact|equal|healthy|pale|dry|moist|limited|stiff|bruis\\w+|fluid|wax|strong|weak\\w*|infected|big|up|rash)'
const perceived = new RegExp(
  `\\b(?:some|few|no|fine|coarse) (?:fine |coarse )?(?:crackles|bony tenderness|murmurs?)\\b|\\byou are (?:(?:a|very|quite|bit|little|really|still) )*tender\\b|\\bi can not (?:hear|see|feel) any\\b|\\bi can (?:hear|see|feel)\\b.*\\b${sign}\\b|\\b${organ}\\b.{0,40}\\b(?:sounds?|looks?|feels?)\\b(?! like).{0,30}\\b${sign}\\b`,
)
const described = new RegExp(`\\b${organ}\\b.{0,30}\\b(?:is|are)\\b.{0,30}\\b${sign}\\b|\\b(?:no|some|there is|there are)\\b.{0,24}\\b${sign}\\b`) // biome-ignore format: short
/** "Throat's red.": as only an examiner speaks. */
const telegraphic = new RegExp(`^(?:ok,? |so,? |right,? )*${organ}(?: is| are|'s) (?:\\w+ ){0,2}${sign}\\b`)
const examines =
  /\b(?:(?:have|having|take|taking) a (?:quick |proper |little )?(?:look|listen|feel)|\bexamine|\bexamination|stethoscope|wash my hands|cold hands|to the light|(?:on|behind) the (?:couch|curtain|bed)|where it is|(?:what|my) (?:i (?:see|find|can find)|findings)|let me (?:look|listen|feel|check|see|examine|press)|pop (?:your|up|it)|(?:big|deep) breath|open wide|say ah|lie (?:down|back)|i have (?:just )?(?:checked|examined|listened|looked|felt)|on examination|(?:physical|quick|your|the) exam\b|mental state(?! (?:team|services?))|exam findings|examine you|check you over|hop (?:up|down|on)|shoes off|roll up|sleeve|jacket|couch|cuff|thermometer|dermatoscope|otoscope|ophthalmoscope|tuning fork|lie on your (?:front|back|side|tummy)|blood pressure(?! (?:reviews?|tablets?|medication|medicine|diary|figures|readings?|check ?up))|pulse|heart rate|sats|oxygen|temperature|respiratory rate|breathe in|just let me know if anything|talk you through|when i (?:press|push|touch|move|bend)|having (?:examined|looked|listened)|(?:looking|listening|feeling|pressing|tapping|shining) (?:here|at|in|to|on|over|into|around|now)|(?:my|the) (?:report|verdict|findings?) (?:is|are)|as follows|(?:interested|pleased|glad|happy|relieved) to (?:hear|know|report|say|tell)|does (?:this|that|it) hurt)\b/
const notFound =
  /\b(?:if|might|could|maybe|usual\w*|sometimes|would|should|will|think|because|you (?:said|say|have|had|are having|mentioned|told|feel|get|got)|worried|sounds? like|looks? like|whether|when you|going to|need|expect|make sure|tend|people|no (?:doubt|question|mistak\w+)|options?|choice|alternatives?|there is always|excuses?|there is no (?:harm|point|need|rush|reason|risk|hurry)|i can (?:see|feel|hear|understand|tell) (?:you|why|how|that you)|normally|for (?:\w+ )?(?:days?|weeks?|months?))\b/

/** Words that only an examiner says: no announcement has to come before. Patients do not come with guarding or with clear lungs. */
const ofExaminer =
  /\b(?:i can (?:just )?(?:hear|see|feel)|on (?:examination|listening|palpation)|i (?:can not|could not|did not) (?:hear|see|feel|find)|i am not (?:hearing|seeing|feeling)|tender over|no (?:\w+ )?(?:tenderness|guarding|rebound|murmurs?|bruits?|crackles?|creps|crepitations|wheeze|oedema|effusion|nystagmus|goitre|organomegaly|nodules?|mass|masses|clubbing|jaundice|cyanosis|droop|rigidity|recession|lymphadenopathy|delusions|hallucinations|meningism|focal|neurological|cellulitis|pus|exudate|added sounds)|nystagmus|crepitus|oedema|effusion|(?:not )?palpable|reflexes|(?:breath|heart|bowel) sounds|air entry|pupils|ear ?drums?|foot pulses|gait|affect|monofilament|power (?:is|and)|(?:pregnancy|urine|strep|covid|flu|antigen|rapid) test (?:is|was|came back) (?:negative|positive)|(?:dipstick|ecg|tracing) (?:is|was|shows?|showed|looks?|has)|(?:chest|lungs?|lung fields|abdomen|tummy|belly|heart|pulse|throat|drum|ear|ears|calf|calves|skin|liver|spleen|thyroid|cervix|prostate|retina|discs?|membranes|chest and heart|nerves|fundi|joints?|movement|movements|wound|tonsils?|glands|walking|strength|sensation|speech|(?:eye|neck|hip|knee|shoulder|ankle|elbow|wrist) movements?|tone|coordination|balance) (?:is|are|sounds?|looks?|feels?|seems?) (?:(?:nice and|nice|nicely|perfectly|all|both|quite|very|really|good and|completely|lovely and) )*(?:clear|soft|normal|regular|irregular|intact|equal|healthy|full|strong|symmetrical|central|clean|reactive|steady|not (?:palpable|raised|enlarged|inflamed|infected|distended|tender)|bulging|dull|distended|inflamed|enlarged|perforated|unremarkable|brisk|good))\b/

/** What a line denies, if it denies one thing and states nothing else. */
function deniedThing(line: string): string | undefined {
  const thing = /^(?:No|Cannot (?:hear|see|feel) any) (.+)$/.exec(line)?.[1]
  return thing === undefined || /[,;]|\b(?:and|but|with|no|not)\b/.test(thing) ? undefined : thing
}
const denies = /\b(?:no|not|never|none|nothing|without|cannot|can not)\b|n't\b/i

/** "No tenderness over the kidneys": the tenderness is absent. */
function claimOf(sentence: Sentence, line: string): Claim {
  const thing = deniedThing(line)
  return claim(
    'finding',
    { key: quoteKey([sentence]), display: thing ?? line },
    thing === undefined ? {} : { polarity: 'absent' },
  )
}

type Near = { readonly recent: readonly Sentence[]; readonly next: readonly Sentence[] }

/** Bare nouns are findings only between the announcement of an examination and the plan. */
const isExamining = (sentence: Sentence, { recent, next }: Near): boolean =>
  [...recent.slice(-3), sentence].every(({ said }) => !ofPlan.test(said)) && next.every(({ said }) => !ofDanger.test(said)) && recent.findLastIndex(announces) >= recent.findLastIndex(({ said }) => ofPlan.test(said)) // biome-ignore format: short

const announces = readOnceOf(({ said }: Sentence): boolean => examines.test(said))

/** The examiner asks the patient to do something: "neck, look over each shoulder for me". */
const asks =
  /\b(?:for me|(?:look|turn|reach) (?:over|up|down|to|at)|squeeze my|push (?:against|up|down)|press (?:against|down)|breathe (?:in|out)|follow my|open wide|close your)\b/

/** "That's the Lachman, as you'd know. It's positive." */
function readResult(sentence: Sentence, before: Sentence | undefined): readonly Candidate[] {
  const line = before?.segment === sentence.segment && !sentence.isQuestion ? withTestBefore(sentence.said, before.said) : undefined // biome-ignore format: short
  if (before === undefined || line === undefined || /,|\b(?:but|not|if|or|no)\b/.test(line)) return []
  const display = sentenceCase(line.replace(/[.!]+$/, ''))
  return [{ text: `${display}.`, claims: [claim('finding', { key: quoteKey([before, sentence]), display })], quotes: [...says(before), ...says(sentence)], weight: 86, at: sentence.at }] // biome-ignore format: short
}

function readFinding(sentence: Sentence, near: Near): readonly Candidate[] {
  const said = sentence.said
  const result = readResult(sentence, near.recent.at(-1))
  if (result.length > 0) return result
  const isExamined = [sentence, ...near.recent].some(announces)
  const found =
    isExamined || ofExaminer.test(said) ? readFound(sentence, isExamined && isExamining(sentence, near)) : []
  if (found.length > 0) return isTakenBack(sentence, near.next) ? [] : found // biome-ignore format: short
  if (sentence.isQuestion || notFound.test(said) || isAsRule(said) || sentence.text.includes('[')) return []
  if (!perceived.test(said) && !telegraphic.test(said) && !(isExamined && described.test(said))) return []
  const words = cleanWords(sentence.text).replace(/^I can (?:hear|see|feel) /i, '')
  if (words.split(' ').length > 25 || asks.test(said) || /\b(?:is|are|was|were), there (?:is|are)\b/.test(said)) return [] // biome-ignore format: short
  const line = tellFinding(words)
  // A line with a denial inside it has no claim that is right.
  if (denies.test(line ?? words) && deniedThing(line ?? '') === undefined) return []
  return [
    {
      text: line === undefined ? `Examination: ${words}.` : `${line}.`,
      claims: [claimOf(sentence, line ?? words)],
      quotes: says(sentence),
      weight: 86,
      at: sentence.at,
    },
  ]
}

/** "Let's check it. One fifty two over ninety four." */
const pressure = /\b(?:blood pressure|bp)\b/
const onFinger = /\b(?:on|over) (?:your|his|her) (?:\w+ )?finger\b|\b(?:probe|clip|oximeter)\b/
const [recentNames, mostNames] = [4, 8]

/** The distance to the announcement of an examination. */
const recentSentences = 14

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/[^a-z0-9]+/).filter((word) => word !== '' && !/^(?:is|are|was|were|of|the|and|a|with|in|on|to|speak)$/.test(word)) // biome-ignore format: short

/** "No blood." of the sentence with "No nitrites or blood on the dipstick.": a result that is told in full has no second line. */
function isResult({ text, quotes, claims }: Candidate, results: readonly Candidate[]): boolean {
  if (claims[0]?.kind !== 'finding') return false
  // "Visual acuity six over nine on the right": the line with the figures says it.
  const isSided = results.some(
    (line) =>
      line.claims[0]?.concept.endsWith('-sided') === true && line.quotes.at(-1)?.sentence === quotes.at(-1)?.sentence,
  )
  if (isSided && /\b(?:left|right|both)\b/.test(text)) return true
  const own = new Set(results.filter((line) => line.quotes.some(({ sentence }) => quotes.some((quote) => quote.sentence === sentence))).flatMap((line) => wordsOf(line.text))) // biome-ignore format: short
  return own.size > 0 && wordsOf(text).every((word) => own.has(word))
}

/** "Behind the ear there a tender gland": the verb of the sentence is lost. */
const isBroken = /\bthere (?:an?|some|no) (?=[a-z])/i
/** "Your heart failure is stable": an illness is no part that is examined. */
const isIllness = /^(?:heart|kidney|liver|renal|respiratory) (?:failure|disease)\b/i

/** "There's the heart, 144, lovely and regular": that of the child is not the patient's. */
const isOfFetus = ({ text, quotes }: Candidate, all: readonly Candidate[]): boolean => /^heart\b/i.test(text) && all.some((other) => other.text.startsWith('Fetal heart') && quotes.some(({ sentence }) => other.quotes.at(-1)?.sentence === sentence)) // biome-ignore format: short

/** A line of a part of the sentence cites the whole one. */
const quoting = (line: Candidate, part: Sentence, whole: Sentence): Candidate =>
  part === whole ? line : { ...line, quotes: line.quotes.map((quote) => (quote.sentence === part ? { ...quote, sentence: whole } : quote)) } // biome-ignore format: short

/** The lines of all readers, each once. */
function settleLines(list: readonly Candidate[], dialogue: readonly Sentence[]): readonly Candidate[] {
  const settled = settleValues(list, dialogue, draftToldValues(dialogue))
  const results = [
    ...draftResults(dialogue),
    ...draftReports(dialogue),
    ...draftSidedValues(dialogue),
    ...draftFormerValues(dialogue, settled),
  ]
  const lines = [
    ...withParts(
      [...settled, ...draftRunning(dialogue, settled)].filter((line) => !isResult(line, results)),
      dialogue,
    ),
    ...results,
  ]
  return lines.filter(
    ({ text }, at) =>
      !isBroken.test(text) &&
      !isIllness.test(text) &&
      !isOfFetus(lines[at] as Candidate, lines) &&
      lines.findIndex((other) => other.text === text) === at,
  )
}

export function draftMeasurements(dialogue: readonly Sentence[]): readonly Candidate[] {
  const own = dialogue.filter(({ segment }) => segment.speaker === 'clinician')
  const places = new Map(dialogue.map((sentence, place) => [sentence, place]))
  const isPregnant = isOfPregnancy(dialogue)
  const list = own.flatMap((sentence, index) => {
    const before = own[index - 1]
    const isOneTurn = before !== undefined && sentence.at - before.at <= 2
    const told = ownClause(sentence)
    const isRead = !sentence.isQuestion && !notRead.test(told.said)
    const place = places.get(sentence) ?? 0
    const near = dialogue.slice(Math.max(0, place - mostNames), place)
    // "Let me check the blood pressure. Lying first. One eighteen on seventy. Now stand. How do you feel?" - "Light." - "And it's ninety-four on sixty."
    const isAgain =
      near.some(({ said }) => /\b(?:stand\w*|lying|other arm|again)\b/.test(said)) &&
      /\b(?:on|over)\b/.test(sentence.said)
    const lately = near.slice(isAgain ? 0 : -recentNames).findLast(({ said }) => pressure.test(said))
    // "Let me pop this on your finger. It doesn't like cold hands. Ninety-five percent."
    const device = /\bper ?cent\b|%/.test(sentence.said) ? own.slice(Math.max(0, index - 3), index).findLast(({ said, segment }) => segment === sentence.segment && onFinger.test(said)) : undefined // biome-ignore format: short
    const named = isOneTurn ? before : undefined
    const fetal = isPregnant ? readFetalHeart(sentence, near) : undefined
    const vitals = isRead ? vitalRows.filter(({ key }) => fetal === undefined || key !== 'pulse').flatMap((row) => readVital(told, row.key === 'blood-pressure' ? lately : row.key === 'oxygen-saturation' ? (device ?? named) : named, row)).map((line) => quoting(line, told, sentence)) : [] // biome-ignore format: short
    const values = [...vitals, ...(fetal === undefined ? [] : [fetal])]
    return values.length > 0
      ? [...values, ...readFurtherPressures(sentence)]
      : readFinding(sentence, {
          recent: own.slice(Math.max(0, index - recentSentences), index),
          next: own.slice(index + 1, index + 3),
        })
  })
  return settleLines(list, dialogue)
}
