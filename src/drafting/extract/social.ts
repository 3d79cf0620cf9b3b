/** Social history: tobacco, alcohol, drugs, work, home; and how the body's functions are, as yes and no answers. */

import { isAboutChild } from '../dialogue/child.ts'
import type { Sentence } from '../dialogue/sentence.ts'
import { findDuration } from '../vocabulary/amounts.ts'
import { wordTable } from '../vocabulary/words.ts'
import { fromQuestion } from './asked-social.ts'
import { addEnd } from './background/ended-habit.ts'
import { readHabitAmounts } from './background/habit-amounts.ts'
import { readHome } from './background/home.ts'
import { readAskedWork, readToldWork } from './background/work.ts'
import { answers, type Candidate, claim, says } from './candidates.ts'
import { habits, type SaidRow, smokeAsked, socialCandidate } from './habits.ts'

// biome-ignore format: one row a line
const saidRows: readonly SaidRow[] = [
  { key: 'smoking', pattern: /\b(?:i |^)?(?:do not|have never|have not ever|never) (?:ever )?smoked?\b/, not: /\bany ?more\b|\bbut\b/, text: 'Does not smoke.', polarity: 'absent', weight: 58 },
  { key: 'smoking', pattern: /\b(?:i used to smoke|i (?:have )?(?:quit|stopped|given up|gave up) smoking|ex smoker|ex-smoker)\b/, not: /\b(?:started again|back on|restarted|took (?:it|them) up again)\b/, text: 'Ex-smoker.', time: 'past', weight: 60 },
  { key: 'smoking', pattern: /\bi am a non smoker\b|\bnon-smoker\b/, text: 'Does not smoke.', polarity: 'absent', weight: 58 },
  { key: 'alcohol', pattern: /\bi (?:do not|don't|never) (?:really )?drink(?: any)?(?: alcohol)?(?: at all)?(?=[.,]|$)/, not: /\bmuch\b|\blot\b|\bbut\b|\breally\b|\btea\b|\bcoffee\b|\bwater\b/, text: 'Does not drink alcohol.', polarity: 'absent', weight: 57 },
  { key: 'smoking', pattern: /^(?:no,? )?i used to(?: smoke)?\b(?! drink)/, text: 'Ex-smoker.', time: 'past', weight: 60 },
  { key: 'vaping', pattern: /\bi (?:do )?vape\b/, not: /\bnot\b|\bused to\b|\b(?:cannabis|weed|thc|dope|marijuana)\b/, text: 'Vapes.', weight: 56 },
  { key: 'recreational-drugs', pattern: /\bi (?:do |still |sometimes |just |only )*smoke (?:some |a bit of |a little )?(?:weed|cannabis|marijuana)\b/, not: /\bnot\b|\bused to\b|\bnever\b|\bif\b/, text: 'Smokes cannabis.', weight: 56 },
  { key: 'recreational-drugs', pattern: /\bi (?:do |still |sometimes |just |only )*vape (?:some |a bit of |a little |the )?(?:weed|cannabis|marijuana|thc|dope)\b/, not: /\bnot\b|\bused to\b|\bnever\b|\bif\b/, text: 'Vapes cannabis.', weight: 56 },
  { key: 'home', pattern: /\bi (?:live|am living) (?:all )?(?:alone|on my own|by myself)\b/, text: 'Lives alone.', weight: 55 },
]

function fromStatement(sentence: Sentence): readonly Candidate[] {
  const said = sentence.words.map(({ text }) => text).join(' ').replaceAll(' ,', ',').replaceAll(' .', '.') // biome-ignore format: short
  const clean = said
    .replaceAll(/\b(?:um|uh|er|like|just|actually|really(?= on))\b,? ?/g, '')
    .replaceAll(/\b(\w+(?: \w+)?),? \1\b/g, '$1')
  const row = saidRows.find(({ pattern, not }) => pattern.test(clean) && !(not?.test(clean) ?? false))
  const question = row?.text === 'Ex-smoker.' ? sentence.asked.findLast(({ said }) => smokeAsked.test(said)) : undefined
  const isVague = row?.text === 'Ex-smoker.' && !smokeAsked.test(clean)
  const quotes = question === undefined || !isVague ? says(sentence) : answers(question, sentence)
  const own = row === undefined || (isVague && question === undefined) ? [] : [socialCandidate(row, row.text, quotes)]
  return [
    ...own,
    ...home(sentence, clean),
    ...work(sentence, clean),
    ...lastPeriod(sentence),
    ...habits(sentence, clean),
  ]
}

const homeAsked =
  /\b(?:who do you live|live with|at home|home situation|live alone|living situation|who lives|who's home)\b/

const household =
  /^(?:(?:a|my|the|two|three|four|five|one|few|couple|of|other|young|little|small|and|with|family|wife|husband|partner|girlfriend|boyfriend|fiance|mum|mother|dad|father|parents|brother|sister|son|daughter|sons|daughters|kids|children|child|flatmate|flatmates|housemate|housemates|roommate|roommates|room|mates|friends|friend|missus|people|cats|dogs|dog|cat|baby|grandma|grandmother|brothers|sisters|our|both|as well|dogs)\b[ ,]*)+/

const householdNoun =
  /\b(?:family|wife|husband|partner|girlfriend|boyfriend|fiance|mum|mother|dad|father|parents|brothers?|sisters?|sons?|daughters?|kids|children|child|flatmates?|housemates?|roommates?|room mates|friends?|people)\b/

const asDigits: Readonly<Record<string, string>> = wordTable({ two: '2', three: '3', four: '4', five: '5', one: '1' })

/** "I live with my wife and two kids." */
/** "When was your last period?" - "Two weeks ago." */
function lastPeriod(sentence: Sentence): readonly Candidate[] {
  const question = sentence.asked.findLast(({ said }) => /\blast\b.*\bperiods?\b/.test(said))
  const duration = findDuration(sentence.words)
  if (
    question === undefined ||
    duration?.sense !== 'ago' ||
    findDuration(sentence.words, duration.to + 1) !== undefined
  )
    return []
  const what = { key: 'last-period', display: 'last period' }
  return [
    {
      text: `Last period ${duration.text} ago.`,
      claims: [claim('social', what, { duration: duration.text })],
      quotes: answers(question, sentence),
      weight: 57,
      at: sentence.at,
    },
  ]
}

function home(sentence: Sentence, clean: string): readonly Candidate[] {
  if (/\bit is me[.]?$/.test(clean) && sentence.asked.some(({ said }) => homeAsked.test(said))) {
    const question = sentence.asked.findLast(({ said }) => homeAsked.test(said))
    if (question !== undefined)
      return [socialCandidate({ key: 'home', weight: 55 }, 'Lives alone.', answers(question, sentence))]
  }
  const match = /\b(?:i|we) (?:currently )?(?:live|am living) (?:at home )?with (.+)/.exec(clean)
  const tail = household.exec(match?.[1] ?? '')?.[0]
  if (tail === undefined || !householdNoun.test(tail)) return []
  const words = tail.replaceAll(/[, ]+$/g, '').replaceAll(/\b(?:my|our|the|a(?! (?:few|couple)))\b ?/g, '').replaceAll(/\b(?:one|two|three|four|five)\b/g, (word) => asDigits[word] ?? word).replace(/(?:,| and| with| of| other)+$/, '').replace(/^[ ,]+/, '').trim() // biome-ignore format: short
  return [socialCandidate({ key: 'home', weight: 55 }, `Lives with ${words}.`, says(sentence))]
}

const jobs = 'chippy|sparky|brickie|truckie|accountant|teacher|nurse|doctor|driver|lorry driver|truck driver|taxi driver|bus driver|cleaner|student|engineer|lawyer|solicitor|chef|cook|waiter|waitress|builder|plumber|electrician|carpenter|farmer|mechanic|manager|project manager|secretary|receptionist|hairdresser|barber|shop assistant|cashier|police officer|fire fighter|firefighter|paramedic|soldier|designer|graphic designer|programmer|developer|software developer|software engineer|scientist|researcher|pharmacist|dentist|vet|carer|social worker|psychologist|physiotherapist|journalist|writer|artist|musician|actor|photographer|gardener|labourer|tradie|security guard|consultant|architect|banker|salesman|sales assistant|estate agent|librarian|pilot|butcher|baker|personal trainer|lecturer|professor|childminder|housewife|homemaker|baker|miner|office worker|civil servant|administrator|dancer|postman|surgeon|bartender|barista|delivery driver|business analyst|data analyst|analyst|marketing manager|primary school teacher|shop owner|business owner|pensioner' // biome-ignore format: a list

/** "A vet nurse": the last noun is the work, and the one before it only says which. */
const headNoun =
  ' (?:nurse|technician|manager|supervisor|instructor|inspector|foreman|rep|clerk|teacher|engineer|lecturer|trainer|receptionist|officer|designer|buyer|driver)'

const jobPattern = new RegExp(
  `\\bi (?:am|work as|currently work as|am working as|am working part time as|work part time as|work full time as|am currently|work part time as,|work as,)(?: part time| full time)?,? ?(?:a |an ),? ?(?:uh,? |um,? )?((?:${jobs})(?:${headNoun})?)s?\\b(?!'s| (?:aide|assistant|trainee|student|apprentice))`,
)

const workAsked =
  /\bwhat do you do\b|\bdo for (?:work|a living)\b|\byour (?:job|occupation|profession)\b|\bwhat (?:kind|sort) of work\b|\bcurrently working\b|\bworking at the moment\b|\bwork as\b|\bare you working\b/

function work(sentence: Sentence, clean: string): readonly Candidate[] {
  const job = jobPattern.exec(clean)?.[1]
  const question = sentence.asked.findLast(({ said }) => workAsked.test(said))
  const bare =
    job === undefined && question !== undefined
      ? new RegExp(`^(?:[a-z ,]{0,20}\\b(?:a|an) )?((?:${jobs})(?:${headNoun})?)[.,]?$`).exec(clean)?.[1]
      : undefined
  const isPart = /\bpart time\b/.test(clean) ? ' part time' : ''
  if (/\bused to\b|\bnot\b|\bmy (?:mum|dad|wife|husband|partner)\b/.test(clean)) return []
  if (/\bi am retired\b|\bi am now retired\b/.test(clean))
    return [socialCandidate({ key: 'occupation', weight: 56 }, 'Retired.', says(sentence))]
  if (/\bi am unemployed\b/.test(clean))
    return [socialCandidate({ key: 'occupation', weight: 56 }, 'Unemployed.', says(sentence))]
  const name = job ?? bare
  if (name === undefined) return []
  const article = /^[aeiou]/.test(name) ? 'an' : 'a'
  const text = /^(?:student|pensioner|housewife)$/.test(name)
    ? `${name.charAt(0).toUpperCase()}${name.slice(1)}.`
    : `Works${isPart} as ${article} ${name}.`
  const quotes = job === undefined && question !== undefined ? answers(question, sentence) : says(sentence)
  return [socialCandidate({ key: 'occupation', weight: 56 }, text, quotes)]
}

/** Lines that tell a reply as a whole, by the topic of its question. */
const fromReply = (question: Sentence, dialogue: readonly Sentence[]): readonly Candidate[] => [...readHabitAmounts(question, dialogue), ...readAskedWork(question), ...readHome(question)] // biome-ignore format: short

/** The topic of a line: its amount and its plain yes or no are one. */
const topicOf = ({ claims }: Candidate): string => (claims[0]?.concept ?? '').replace(/-amount$/, '')
const segmentsOf = ({ quotes }: Candidate): ReadonlySet<unknown> => new Set(quotes.filter(({ role }) => role !== 'question').map(({ sentence }) => sentence.segment)) // biome-ignore format: short

/** A shorter line of the same topic and reply gives way to the whole one: "Does not smoke." beside "Smokes socially." */
const isToldWhole = (candidate: Candidate, whole: readonly Candidate[]): boolean =>
  whole.some((other) => topicOf(other) === topicOf(candidate) && [...segmentsOf(other)].some((segment) => segmentsOf(candidate).has(segment))) // biome-ignore format: short

export function draftSocial(dialogue: readonly Sentence[]): readonly Candidate[] {
  const ofChild = isAboutChild(dialogue)
  const whole = dialogue.flatMap((sentence) => sentence.segment.speaker === 'clinician' && sentence.isQuestion && !ofChild ? fromReply(sentence, dialogue) : []) // biome-ignore format: short
  const plain = dialogue.flatMap((sentence) => {
    if (sentence.segment.speaker === 'clinician') return sentence.isQuestion ? fromQuestion(sentence) : []
    if (sentence.segment.speaker !== 'patient' || sentence.isQuestion) return []
    const own = fromStatement(sentence)
    return own.some((candidate) => topicOf(candidate) === 'occupation') || ofChild ? own : [...own, ...readToldWork(sentence)] // biome-ignore format: short
  })
  const after = (sentence: Sentence) => dialogue.slice(dialogue.indexOf(sentence) + 1, dialogue.indexOf(sentence) + 3)
  const isPlainer = (candidate: Candidate) => !candidate.text.includes(',') && plain.some((other) => other.claims[0]?.polarity === 'present' && isToldWhole(other, [candidate])) // biome-ignore format: short
  const fuller = whole.filter((candidate) => !isPlainer(candidate))
  // "No, I gave up ten years ago.": an ex-smoker does not smoke.
  const former = plain.filter(({ text }) => text.startsWith('Ex-smoker'))
  const isLess = (candidate: Candidate) => candidate.text === 'Does not smoke.' && isToldWhole(candidate, former)
  return [...fuller, ...plain.filter((candidate) => !isLess(candidate) && !isToldWhole(candidate, fuller)).map((candidate) => addEnd(candidate, after))] // biome-ignore format: short
}
