/** Social history: tobacco, alcohol, drugs, work, home; and how the body's functions are, as yes and no answers. */

import type { ClaimKind } from '../note.ts'
import { findDuration } from './amounts.ts'
import { answers, type Candidate, claim, type Quote, says } from './candidates.ts'
import { plainText, questionKind, readAnswer, type Sentence } from './dialogue.ts'

/** What a question asks after, and what a yes and a no to it make. `text` undefined: leave it out. */
type AskedRow = {
  readonly key: string
  readonly kind: ClaimKind
  readonly asked: RegExp
  readonly not?: RegExp
  readonly yes?: string
  readonly no?: string
  readonly weight: number
}

// biome-ignore format: one row a line
const askedRows: readonly AskedRow[] = [
  { key: 'smoking', kind: 'social', asked: /\bsmok(?:e|er|ing)\b/, not: /\bused to\b|\bhow many\b|\bever\b|\bfamily\b|\bweed\b|\banyone\b|\bdrink\b/, yes: 'Smokes.', no: 'Does not smoke.', weight: 57 },
  { key: 'alcohol', kind: 'social', asked: /\bdrink (?:much|a lot)\b.*\balcohol\b|\bmuch (?:in the way of )?alcohol\b|\bdrink much\b|\bmuch in the way of\b.*\balcohol\b/, not: /\bhow\b/, no: 'Does not drink much alcohol.', weight: 56 },
  { key: 'alcohol', kind: 'social', asked: /\b(?:drink (?:any )?alcohol|do you drink(?: at all)?(?=\?|$)|drink at all)/, not: /\bmuch\b|\bhow\b/, yes: 'Drinks alcohol.', no: 'Does not drink alcohol.', weight: 56 },
  { key: 'recreational-drugs', kind: 'social', asked: /\brecreational drugs?\b|\billicit drugs?\b|\bany drugs\b/, yes: 'Uses recreational drugs.', no: 'No recreational drugs.', weight: 45 },
  { key: 'sexually-active', kind: 'social', asked: /\bsexually active\b/, yes: 'Sexually active.', no: 'Not sexually active.', weight: 52 },
  { key: 'pregnancy', kind: 'history', asked: /\bare you pregnant\b/, not: /\bchance\b|\bcould\b/, yes: 'Pregnant.', no: 'Not pregnant.', weight: 60 },
  { key: 'eating-and-drinking', kind: 'symptom', asked: /\beating and drinking (?:ok|okay|all right|alright|normally|well)\b/, yes: 'Eating and drinking normally.', weight: 34 },
  { key: 'bowels', kind: 'symptom', asked: /\bbowels?\b.*\b(?:ok|okay|normal|fine|regular|all right|alright)\b/, not: /\bproblem|\bmedical\b/, yes: 'Bowels normal.', weight: 36 },
  { key: 'passing-urine', kind: 'symptom', asked: /\b(?:passing urine|waterworks|urine|peeing)\b.*\b(?:ok|okay|normal|normally|fine|all right|alright)\b/, not: /\bproblem|\bblood\b|\bpain\b/, yes: 'Passing urine normally.', weight: 36 },
  { key: 'appetite', kind: 'symptom', asked: /\bappetite\b.*\b(?:ok|okay|normal|fine|good|all right|alright)\b/, yes: 'Appetite normal.', weight: 34 },
  { key: 'breathing', kind: 'symptom', asked: /\bbreathing\b.*\b(?:ok|okay|normal|fine|all right|alright)\b/, not: /\bproblem|\bdifficult/, yes: 'Breathing normal.', weight: 38 },
  { key: 'sleep', kind: 'symptom', asked: /\bsleep(?:ing)?\b.*\b(?:ok|okay|well|fine|all right|alright)\b/, not: /\bproblem|\btrouble|\bdifficult/, yes: 'Sleeping well.', weight: 34 },
  { key: 'fit-and-well', kind: 'history', asked: /\bfit and well\b/, not: /\bdo you have\b/, yes: 'Normally fit and well.', weight: 54 },
]

function fromQuestion(question: Sentence): readonly Candidate[] {
  const said = plainText(question.text)
  if (questionKind(question) === 'open' || /\bnot\b/.test(said)) return []
  const answer = readAnswer(question)
  if (answer === undefined || answer.says === 'unknown' || !answer.isPlain) return []
  const row = askedRows.find(({ asked, not }) => asked.test(said) && !(not?.test(said) ?? false))
  const isLast = answer.sentence.asked.at(-1) === question
  if (row === undefined || (answer.says === 'yes' && !isLast)) return []
  const text = answer.says === 'yes' ? row.yes : row.no
  if (text === undefined) return []
  const polarity = answer.says === 'no' ? 'absent' : 'present'
  const display = row.key.replaceAll('-', ' ')
  return [
    {
      text,
      claims: [claim(row.kind, { key: row.key, display }, { polarity })],
      quotes: answers(question, answer.sentence),
      weight: row.weight,
      at: answer.sentence.at,
    },
  ]
}

/** What the patient says of habits; the first row that fits a sentence counts. */
type SaidRow = {
  readonly key: string
  readonly pattern: RegExp
  readonly not?: RegExp
  readonly text: string
  readonly polarity?: 'absent'
  readonly time?: 'past'
  readonly weight: number
}

// biome-ignore format: one row a line
const saidRows: readonly SaidRow[] = [
  { key: 'smoking', pattern: /\b(?:i |^)?(?:do not|have never|have not ever|never) (?:ever )?smoked?\b/, not: /\bany ?more\b|\bbut\b/, text: 'Does not smoke.', polarity: 'absent', weight: 58 },
  { key: 'smoking', pattern: /\b(?:i used to smoke|i (?:have )?(?:quit|stopped|given up|gave up) smoking|ex smoker|ex-smoker)\b/, text: 'Ex-smoker.', time: 'past', weight: 60 },
  { key: 'smoking', pattern: /\bi am a non smoker\b|\bnon-smoker\b/, text: 'Does not smoke.', polarity: 'absent', weight: 58 },
  { key: 'alcohol', pattern: /\bi (?:do not|don't|never) (?:really )?drink(?: any)?(?: alcohol)?(?: at all)?(?=[.,]|$)/, not: /\bmuch\b|\blot\b|\bbut\b|\breally\b|\btea\b|\bcoffee\b|\bwater\b/, text: 'Does not drink alcohol.', polarity: 'absent', weight: 57 },
  { key: 'smoking', pattern: /^(?:no,? )?i used to(?: smoke)?\b(?! drink)/, text: 'Ex-smoker.', time: 'past', weight: 60 },
  { key: 'vaping', pattern: /\bi (?:do )?vape\b/, not: /\bnot\b|\bused to\b/, text: 'Vapes.', weight: 56 },
  { key: 'home', pattern: /\bi (?:live|am living|am) (?:alone|on my own|by myself)\b/, text: 'Lives alone.', weight: 55 },
]

function fromStatement(sentence: Sentence): readonly Candidate[] {
  const said = sentence.words.map(({ text }) => text).join(' ').replaceAll(' ,', ',').replaceAll(' .', '.') // biome-ignore format: short
  const clean = said
    .replaceAll(/\b(?:um|uh|er|like|just|actually|really(?= on))\b,? ?/g, '')
    .replaceAll(/\b(\w+(?: \w+)?),? \1\b/g, '$1')
  const row = saidRows.find(({ pattern, not }) => pattern.test(clean) && !(not?.test(clean) ?? false))
  const question =
    row?.text === 'Ex-smoker.' ? sentence.asked.findLast(({ text }) => smokeAsked.test(plainText(text))) : undefined
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

const socialCandidate = (
  row: Pick<SaidRow, 'key' | 'polarity' | 'time' | 'weight'>,
  text: string,
  quotes: readonly Quote[],
): Candidate => ({
  text,
  claims: [
    claim(
      'social',
      { key: row.key, display: row.key.replaceAll('-', ' ') },
      {
        ...(row.polarity === undefined ? {} : { polarity: row.polarity }),
        ...(row.time === undefined ? {} : { time: row.time }),
      },
    ),
  ],
  quotes,
  weight: row.weight,
  at: quotes[0]?.sentence.at ?? 0,
})

const homeAsked =
  /\b(?:who do you live|live with|at home|home situation|live alone|living situation|who lives|who's home)\b/
const household =
  /^(?:(?:a|my|the|two|three|four|five|one|few|couple|of|other|young|little|small|and|with|family|wife|husband|partner|girlfriend|boyfriend|fiance|mum|mother|dad|father|parents|brother|sister|son|daughter|sons|daughters|kids|children|child|flatmate|flatmates|housemate|housemates|roommate|roommates|room|mates|friends|friend|missus|people|cats|dogs|dog|cat|baby|grandma|grandmother|brothers|sisters|our|both|as well|dogs)\b[ ,]*)+/
const householdNoun =
  /\b(?:family|wife|husband|partner|girlfriend|boyfriend|fiance|mum|mother|dad|father|parents|brothers?|sisters?|sons?|daughters?|kids|children|child|flatmates?|housemates?|roommates?|room mates|friends?|people)\b/
const asDigits: Readonly<Record<string, string>> = { two: '2', three: '3', four: '4', five: '5', one: '1' }

/** "I live with my wife and two kids." */
/** "When was your last period?" - "Two weeks ago." */
function lastPeriod(sentence: Sentence): readonly Candidate[] {
  const question = sentence.asked.findLast(({ text }) => /\blast\b.*\bperiods?\b/.test(plainText(text)))
  const duration = findDuration(sentence.words)
  if (
    question === undefined ||
    duration?.sense !== 'ago' ||
    sentence.isCorrected ||
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
  if (/\bit is me[.]?$/.test(clean) && sentence.asked.some(({ text }) => homeAsked.test(plainText(text)))) {
    const question = sentence.asked.findLast(({ text }) => homeAsked.test(plainText(text)))
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
const jobPattern = new RegExp(
  `\\bi (?:am|work as|currently work as|am working as|am working part time as|work part time as|work full time as|am currently|work part time as,|work as,)(?: part time| full time)?,? ?(?:a |an ),? ?(?:uh,? |um,? )?((?:${jobs}))s?\\b`,
)
const workAsked =
  /\bwhat do you do\b|\bdo for (?:work|a living)\b|\byour (?:job|occupation|profession)\b|\bwhat (?:kind|sort) of work\b|\bcurrently working\b|\bworking at the moment\b|\bwork as\b|\bare you working\b/

function work(sentence: Sentence, clean: string): readonly Candidate[] {
  const job = jobPattern.exec(clean)?.[1]
  const question = sentence.asked.findLast(({ text }) => workAsked.test(plainText(text)))
  const bare =
    job === undefined && question !== undefined
      ? new RegExp(`^(?:[a-z ,]{0,20}\\b(?:a|an) )?(${jobs})[.,]?$`).exec(clean)?.[1]
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

const alcoholAsked = /\balcohol\b|\bdrink\b/
const smokeAsked = /\bsmok/

/** "a few beers a week", "ten a day", "socially". */
function habits(sentence: Sentence, clean: string): readonly Candidate[] {
  const question = sentence.asked.at(-1)
  const asked = question === undefined ? '' : plainText(question.text)
  const out: Candidate[] = []
  const drinksNow =
    /\bi (?:do )?(?:only )?drink\b/.test(clean) && !/\b(?:not|never|used to|if|water|tea|coffee|fluids?)\b/.test(clean)
  const often =
    /\b(socially|occasionally|on (?:the )?weekends?|at (?:the )?weekends?|once in a while|now and then|now and again)\b/.exec(
      clean,
    )?.[1]
  if (often !== undefined && drinksNow)
    out.push(socialCandidate({ key: 'alcohol', weight: 57 }, `Drinks alcohol ${often}.`, says(sentence)))
  else if (
    often !== undefined &&
    question !== undefined &&
    alcoholAsked.test(asked) &&
    !smokeAsked.test(asked) &&
    !/\b(?:not|never|no|used to|smoke)\b/.test(clean)
  )
    out.push(socialCandidate({ key: 'alcohol', weight: 57 }, `Drinks alcohol ${often}.`, answers(question, sentence)))
  const amount =
    /\b(?:about |around )?(\w+|a few|a couple of|twenty five) (units|beers|glasses(?: of wine)?|pints|drinks|bottles(?: of wine)?) (?:a|per|every|each) (week|day|night|month)\b/.exec(
      clean,
    )
  if (
    amount !== null &&
    !/\b(?:or|to|used to|not)\b/.test(clean.slice(Math.max(0, amount.index - 12), amount.index)) &&
    !/\bused to\b/.test(clean.slice(0, amount.index))
  )
    out.push(
      socialCandidate(
        { key: 'alcohol-amount', weight: 58 },
        `Alcohol: ${countOf(amount[1] ?? '')} ${amount[2]} a ${amount[3]}.`,
        says(sentence),
      ),
    )
  const units = /\b(maybe |about |around )?(\w+) (units|beers|drinks|glasses)\b/.exec(clean)
  const span = /\bin a (week|day|month)\b|\b(?:a|per|each) (week|day|month)\b/.exec(asked)
  const number = units === null ? undefined : numberWords[units[2] ?? '']
  if (
    amount === null &&
    units !== null &&
    number !== undefined &&
    span !== null &&
    question !== undefined &&
    alcoholAsked.test(asked) &&
    !/\b(?:or|to|used to)\b/.test(clean)
  )
    out.push(
      socialCandidate(
        { key: 'alcohol-amount', weight: 58 },
        `Alcohol: ${units[1] ?? ''}${number} ${units[3]} a ${span[1] ?? span[2]}.`,
        answers(question, sentence),
      ),
    )
  const cigarettes = /\b(\w+) (?:cigarettes? )?a day\b/.exec(clean)
  const count = cigarettes === null ? undefined : numberWords[cigarettes[1] ?? '']
  if (
    count !== undefined &&
    (/\bsmoke\b|\bcigarettes?\b/.test(clean) || smokeAsked.test(asked)) &&
    !/\b(?:used to|was|were|back in|stopped|quit|not)\b/.test(clean) &&
    !/\bused to\b|\bdid you\b/.test(asked)
  )
    out.push(
      socialCandidate(
        { key: 'smoking', weight: 61 },
        `Smokes ${count} a day.`,
        /\bsmoke\b|\bcigarettes?\b/.test(clean) || question === undefined
          ? says(sentence)
          : answers(question, sentence),
      ),
    )
  if (
    question !== undefined &&
    /\bdo you (?:\w+ )?smoke\b|\byou a smoker\b/.test(asked) &&
    /^(?:no,? )?not any ?more\b/.test(clean)
  )
    out.push(socialCandidate({ key: 'smoking', time: 'past', weight: 60 }, 'Ex-smoker.', answers(question, sentence)))
  return out
}
const numberWords: Readonly<Record<string, string>> = {
  fourteen: '14',
  eleven: '11',
  thirteen: '13',
  sixteen: '16',
  eighteen: '18', five: '5', six: '6', eight: '8', ten: '10', twelve: '12', fifteen: '15', twenty: '20', thirty: '30', forty: '40', two: '2', three: '3', four: '4' } // biome-ignore format: a table
const countOf = (word: string): string => numberWords[word] ?? word

export function draftSocial(dialogue: readonly Sentence[]): readonly Candidate[] {
  return dialogue.flatMap((sentence) => {
    if (sentence.segment.speaker === 'clinician') return sentence.isQuestion ? fromQuestion(sentence) : []
    if (sentence.segment.speaker !== 'patient' || sentence.isQuestion) return []
    return fromStatement(sentence)
  })
}
