/** The rules for one statement: the sentence against its claims, then against its evidence. */
import type { Claim, Statement } from '../note.ts'
import { answerOf, type QuoteRead, type Resolved } from './verify-evidence.ts'
import {
  codesOf,
  conceptsIn,
  evidencePolarities,
  isCondition,
  isNegatedAt,
  type Named,
  personBefore,
  placesIn,
  textPolarity,
  unsupportedWords,
} from './verify-support.ts'
import { hedgeWords, ownRelatives, type Rule, softWords, templateWords } from './verify-tables.ts'
import {
  plainOf,
  type Quantity,
  quantitiesIn,
  ratesIn,
  ratesSaidIn,
  sidesIn,
  stemOf,
  tokensOf,
} from './verify-words.ts'

const plans = new Set<Claim['kind']>(['plan', 'safety-net', 'impression'])
const observed = new Set<Claim['kind']>(['finding', 'vital'])

export function listStatementRules(
  statement: Statement,
  draws: readonly Claim['kind'][],
  resolved: Resolved,
): readonly Rule[] {
  const kinds = new Set<Claim['kind']>(statement.claims.length > 0 ? statement.claims.map(({ kind }) => kind) : draws)
  const rules: Rule[] = [...checkClaims(statement, draws)]
  if (resolved.quotes.length === 0) return rules
  rules.push(...checkQuotes(statement.text, kinds, resolved.quotes))
  const sure = resolved.quotes.filter(({ isUncertain }) => !isUncertain)
  const isHedged =
    hedgeWords.test(statement.text.toLowerCase()) &&
    statement.claims.every(({ certainty }) => certainty === 'uncertain')
  if (
    sure.length < resolved.quotes.length &&
    !isHedged &&
    (sure.length === 0 || checkQuotes(statement.text, kinds, sure).length > 0)
  )
    rules.push('uncertain-as-certain')
  return rules
}

/** The sentence without what the drafter adds about its sources. */
const bare = (text: string): string => text.replace(/\s*\((?:recording unclear|from the record)\)/i, '')

function checkClaims(statement: Statement, draws: readonly Claim['kind'][]): readonly Rule[] {
  const text = bare(statement.text)
  const plain = plainOf(text)
  const numbers = new Set(quantitiesIn(text).map(({ value }) => value))
  const relatives = relativesIn(tokensOf(text))
  const rules: Rule[] = []
  for (const claim of statement.claims) {
    if (draws.length > 0 && !draws.includes(claim.kind)) rules.push('section-mismatch')
    if (isWhole(plain, claim)) continue
    const slots = [claim.duration, claim.frequency].filter((slot) => slot !== undefined)
    const isTold =
      slots.every((slot) => plain.includes(plainOf(slot))) &&
      (claim.value === undefined || numbers.has(String(claim.value))) &&
      (claim.unit === undefined || plain.includes(claim.unit.toLowerCase())) &&
      (claim.side === undefined || sidesIn(text).has(claim.side)) &&
      (claim.certainty === 'certain' || softWords.test(statement.text.toLowerCase())) &&
      (claim.person === 'relative') === (relatives.size > 0 || /\bfamily\b/.test(plain)) &&
      claimPolarity(text, claim) &&
      /\b(?:past|previously|initially|resolved|tried|ex|used|had|no longer|not taken)\b/.test(plain) ===
        (claim.time === 'past')
    if (!isTold && !isLoose(claim)) rules.push('claim-mismatch')
    if (claim.code !== undefined && !codesOf(claim.display).has(claim.code)) rules.push('code-mismatch')
  }
  return [...new Set(rules)]
}
/** The claim is the whole sentence, told as reported. */
const isWhole = (plain: string, claim: Claim): boolean =>
  claim.polarity === 'present' &&
  /^(?:possibly )?(?:reports|plan): /.test(plain) &&
  plain.endsWith(`: ${plainOf(claim.display)}.`)

/** Home and work name relatives and years freely. */
const isLoose = (claim: Claim): boolean =>
  claim.kind === 'social' && (claim.concept === 'home' || claim.concept === 'occupation')

function claimPolarity(text: string, claim: Claim): boolean {
  if (
    claim.polarity === 'present' &&
    plainOf(text)
      .replace(/^possibly /, '')
      .startsWith(claim.display.toLowerCase())
  )
    return true
  const tokens = tokensOf(text)
  const named = conceptsIn(tokens).find(({ display }) => display.toLowerCase() === claim.display.toLowerCase())
  const isNegative = /^(?:possibly )?(?:no|not|does not|has not|denies|nil)\b/.test(plainOf(text))
  const said = named === undefined ? (isNegative ? 'absent' : 'present') : textPolarity(text, named)
  return said === claim.polarity
}

const relativesIn = (tokens: readonly string[]): ReadonlySet<string> =>
  new Set(tokens.flatMap((token) => (ownRelatives[token] === undefined ? [] : [ownRelatives[token]])))

function checkQuotes(text: string, kinds: ReadonlySet<Claim['kind']>, quotes: readonly QuoteRead[]): readonly Rule[] {
  const sentence = bare(text)
  const tokens = tokensOf(sentence)
  const isPlan = [...kinds].every((kind) => plans.has(kind))
  const rules: Rule[] = []
  if (unsupportedWords(tokens, quotes).length > 0) rules.push('words-unsupported')
  rules.push(...checkAmounts(sentence, quotes), ...checkSpeaker(kinds, quotes), ...checkFrame(kinds, quotes, sentence))
  if (isVerbatim(sentence, quotes)) return [...new Set(rules)]
  if (!isPlan) rules.push(...checkConcepts(sentence, tokens, quotes), ...checkTime(sentence, quotes))
  else rules.push(...checkPlan(sentence, tokens, quotes))
  return [...new Set(rules)]
}

const grammar =
  /^(?:i|he|she|the|my|a|an|is|am|are|has|have|had|was|does|do|did|been|be|to|it|that|this|and|so|of|patient|your|you|reports?|says|plan|feels?|[.,?!:;]|can|self|myself)$/
const isNegator = (token: string): boolean => /^(?:no|not|never|without|cannot|none|nothing)$/.test(token)

/** Nearly word for word: the content words of the sentence stand in one quote in the same order, with the same negations between. */
function isVerbatim(text: string, quotes: readonly QuoteRead[]): boolean {
  const wanted = tokensOf(text.replace(/^Possibly /, '').replace(/^(?:reports|plan):/i, '')).filter(
    (token) => !grammar.test(token),
  )
  if (wanted.length < 3) return false
  return quotes.some(({ tokens }) => {
    const said = tokens.filter((token) => !grammar.test(token))
    const places: number[] = []
    for (const word of wanted) {
      const at = said.findIndex((token, index) => index > (places.at(-1) ?? -1) && stemOf(token) === stemOf(word))
      if (at < 0) return false
      places.push(at)
    }
    const span = said.slice(places[0] ?? 0, (places.at(-1) ?? 0) + 1)
    const lead = tokens.slice(0, tokens.indexOf(span[0] ?? '')).slice(-3)
    return (
      span.filter(isNegator).length === wanted.filter(isNegator).length &&
      !lead.some((token) => isNegator(token) && token !== 'no') &&
      isAt(text)
    )
  })
}
/** Only what is told as reported may be word for word. */
const isAt = (text: string): boolean => /^(?:possibly )?(?:reports|plan):/i.test(text)

function checkAmounts(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const said = quotes.flatMap((quote) => quantitiesIn(quote.text))
  const rules: Rule[] = []
  for (const quantity of quantitiesIn(text)) {
    const same = said.filter(({ value }) => value === quantity.value)
    if (same.length === 0) rules.push(isFreeOne(quantity, text) ? 'rate-mismatch' : 'number-mismatch')
    else if (!same.some(({ unit }) => unit === quantity.unit || unit === '' || quantity.unit === ''))
      rules.push('unit-mismatch')
  }
  if ([...plainOf(text).matchAll(/\b(\d+) to (\d+)\b/g)].some(([, low, high]) => Number(low) >= Number(high)))
    rules.push('number-mismatch')
  const rates = new Set(quotes.flatMap((quote) => [...ratesSaidIn(quote.text)]))
  if ([...ratesIn(text)].some((rate) => !rates.has(rate))) rules.push('rate-mismatch')
  const sides = new Set(quotes.flatMap((quote) => [...sidesIn(quote.text)]))
  if ([...sidesIn(text)].some((side) => !sides.has(side))) rules.push('side-mismatch')
  return rules
}
const isFreeOne = (quantity: Quantity, text: string): boolean => quantity.value === '1' && /\bonce\b/.test(text)
const playsBack =
  /\byou (?:said|mentioned|told|have|noticed|felt|are having|were|feel|described)\b|\byou've\b|\brecap|\bsummari/

function checkSpeaker(kinds: ReadonlySet<Claim['kind']>, quotes: readonly QuoteRead[]): readonly Rule[] {
  if (quotes.some(({ role }) => role === 'record')) return []
  const isPlan = [...kinds].every((kind) => plans.has(kind))
  if (isPlan)
    return quotes.some(({ speaker, role }) => speaker === 'clinician' && role === 'statement')
      ? []
      : ['speaker-mismatch']
  if ([...kinds].every((kind) => observed.has(kind))) return []
  const isPatients = quotes.some(({ speaker, role }) => speaker === 'patient' && role !== 'question')
  const isPlayedBack = quotes.some(
    ({ speaker, role, plain }) => speaker === 'clinician' && role === 'statement' && playsBack.test(plain),
  )
  const questions = quotes.filter(({ role }) => role === 'question')
  if (questions.length > 0 && !quotes.some(({ role }) => role === 'answer')) return ['question-unanswered']
  return isPatients || isPlayedBack ? [] : ['speaker-mismatch']
}

const testsFor =
  /\b(?:have you (?:ever )?(?:had|got) (?:your|a|any) [a-z ]{3,25}(?:checked|tested|measured|screened)|did you (?:measure|check)|have you (?:measured|checked)|any chance)\b/
const patientAsks =
  /^(?:[a-z]+,? )?(?:should i|can i|could it|could i|is it (?:possible|serious|bad|something)|do you think|what if|am i|will it|will i|would it)\b/

function checkFrame(kinds: ReadonlySet<Claim['kind']>, quotes: readonly QuoteRead[], text: string): readonly Rule[] {
  const rules: Rule[] = []
  const isPlan = [...kinds].every((kind) => plans.has(kind))
  const own = quotes.filter(({ speaker, role }) => speaker === 'patient' && role !== 'question')
  if (!isPlan && own.length > 0 && own.every(({ plain }) => patientAsks.test(plain))) rules.push('not-asserted')
  const questions = quotes.filter(({ role }) => role === 'question')
  if (
    !isPlan &&
    questions.some(({ plain }) => testsFor.test(plain)) &&
    quotes.every(({ role }) => role !== 'statement')
  )
    rules.push('frame-mismatch')
  const isAllergy = kinds.size === 1 && kinds.has('allergy')
  const isMedicine = kinds.size === 1 && kinds.has('medication')
  const all = quotes.map(({ plain }) => plain).join(' ')
  if (isMedicine && /\ballerg|\bintoleran/.test(all) && !/\b(?:tak|us(?:e|ing)\b|on\b|tried|medic)/.test(all))
    rules.push('frame-mismatch')
  if (
    isAllergy &&
    !/\ballerg|\bintoleran|\breact/.test(all) &&
    !quotes.some(({ role }) => role === 'record') &&
    !/intoleran/i.test(text)
  )
    rules.push('frame-mismatch')
  return rules
}

const fearBefore =
  /\b(?:if|unless|whether|worried|worry|scared|afraid|concerned|in case|googled?|googling|wonder\w*|might|maybe|could be|sign of|what if|read about)\b/
const beliefBefore = /\b(?:think|thought) (?:it|this|that)\b/

function checkConcepts(text: string, tokens: readonly string[], quotes: readonly QuoteRead[]): readonly Rule[] {
  const rules: Rule[] = []
  const relatives = relativesIn(tokens)
  for (const named of conceptsIn(tokens)) {
    const holding = quotes.filter((quote) => placesIn(quote, named).length > 0)
    if (holding.length === 0) {
      rules.push('words-unsupported')
      continue
    }
    if (quotes.some(({ role }) => role === 'record')) continue
    const said = evidencePolarities(quotes, named)
    const told = textPolarity(text, named)
    if (said.size === 0) rules.push('question-unanswered')
    else if (!said.has(told)) rules.push('polarity-mismatch')
    rules.push(...checkPerson(named, holding, { relatives, quotes }), ...checkAsserted(text, named, holding))
  }
  rules.push(...checkBareAnswer(text, tokens, quotes), ...checkTopic(plainOf(text), quotes))
  return rules
}

/** What a sentence made of template words is about must be said: family, health, whether a medicine helped. */
const topics: readonly (readonly [told: RegExp, said: RegExp])[] = [
  [/\bfamily history\b/, /\bfamil\w+|\bparents\b|\bmum\b|\bdad\b/],
  [/\bmedical problems\b/, /\bproblems?\b|\bconditions?\b|\bmedical\b|\bhealth\b|\billness\w*/],
  [/\bfit and well\b/, /\bfit\b|\bhealth/],
  [/\bdid not help\b/, /\bnot (?:\w+ ){0,3}(?:help|work|do)\w*|\bno (?:help|effect|relief)/],
]
function checkTopic(plain: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const all = quotes.map((quote) => quote.plain).join(' ')
  if (topics.some(([told, said]) => told.test(plain) && !said.test(all))) return ['words-unsupported']
  const failed = /\bnot (?:\w+ ){0,3}(?:help|work)\w*/.test(all)
  return /\bwhich helped\b/.test(plain) && failed ? ['polarity-mismatch'] : []
}

/** Sentences without a known concept ("Does not smoke."): the answer's yes or no, or the negation near the words. */
function checkBareAnswer(text: string, tokens: readonly string[], quotes: readonly QuoteRead[]): readonly Rule[] {
  if (conceptsIn(tokens).length > 0 || quotes.some(({ role }) => role === 'record')) return []
  const plain = plainOf(text)
  const isNegative = /^(?:possibly )?(?:no|not|does not|has not|denies|nil|never)\b|^(?:possibly )?ex smoker/.test(
    plain,
  )
  const answers = quotes.filter(({ role }) => role === 'answer')
  const statements = quotes.filter(({ role }) => role === 'statement')
  const said = answerOf(answers)
  const denies = [...statements, ...answers].some(({ plain: words }) =>
    /\b(?:no|not|never|none|nothing|quit|stopped|gave up|used to)\b/.test(words),
  )
  if (isNegative && !denies) return ['polarity-mismatch']
  const near = [...statements, ...answers].flatMap((quote) =>
    contentPlaces(tokens, quote).map((at) => isNegatedAt(quote.tokens, at)),
  )
  if (answers.length === 0 && near.length > 0 && near.every((isNot) => isNot !== isNegative) && !isLeft(plain))
    return ['polarity-mismatch']
  if (
    !isNegative &&
    answers.length > 0 &&
    said === 'no' &&
    !isNamedIn(tokens, answers) &&
    !/\b(?:socially|occasionally|alone|weekend|once)/.test(plain)
  )
    return ['polarity-mismatch']
  const isDenied =
    statements.length > 0 &&
    answers.length === 0 &&
    statements.every(({ plain: words }) =>
      /\bi (?:do|have|am|did|would) not (?:\w+ )?(?:smoke|drink|work|live|take|use)\b|\bnever (?:smoked|drank)\b/.test(
        words,
      ),
    )
  if (
    !isNegative &&
    isDenied &&
    !/\bother\b|\bmuch\b/.test(plain) &&
    !statements.some(({ plain: words }) => /\bi do (?:drink|smoke)\b|\bi drink\b/.test(words))
  )
    return ['polarity-mismatch']
  return []
}

/** Where a quote says the sentence's own content words. */
const contentPlaces = (tokens: readonly string[], quote: QuoteRead): readonly number[] =>
  quote.tokens.flatMap((token, at) =>
    token.length > 3 && !templateWords.has(token) && tokens.some((own) => stemOf(own) === stemOf(token)) ? [at] : [],
  )
/** "Ex-smoker" has its no in another word. */
const isLeft = (plain: string): boolean => /\bex smoker\b|\balone\b|\bother\b/.test(plain)

/** "No, just latex": the answer names after its no what the sentence states. */
const isNamedIn = (tokens: readonly string[], answers: readonly QuoteRead[]): boolean =>
  answers.some((quote) =>
    quote.tokens.some(
      (token, at) =>
        tokens.includes(token) && token.length > 3 && !templateWords.has(token) && !isNegatedAt(quote.tokens, at),
    ),
  )

type Person = { readonly relatives: ReadonlySet<string>; readonly quotes: readonly QuoteRead[] }

const feminine = new Set(['mother', 'sister', 'daughter', 'grandmother', 'aunt'])

/** "My father... He died of it.": the quote before names whom the pronoun means. */
function isPronoun(
  persons: readonly (string | undefined)[],
  relatives: ReadonlySet<string>,
  quotes: readonly QuoteRead[],
): boolean {
  if (!persons.includes('other')) return false
  const pronouns = new Set(quotes.flatMap(({ tokens }) => tokens.filter((token) => token === 'he' || token === 'she')))
  const named = new Set(quotes.flatMap(({ tokens }) => [...relativesIn(tokens)]))
  return [...relatives].every((name) => named.has(name) && pronouns.has(feminine.has(name) ? 'she' : 'he'))
}

function checkPerson(named: Named, holding: readonly QuoteRead[], person: Person): readonly Rule[] {
  const { relatives, quotes } = person
  const told = holding.filter(({ role }) => role === 'statement' || role === 'answer')
  const persons = told.flatMap((quote) => placesIn(quote, named).map((at) => personBefore(quote, at)))
  if (relatives.size > 0) {
    if (persons.length === 0) return []
    const isNamed = persons.some((name) => name !== undefined && relatives.has(name))
    return isNamed || isPronoun(persons, relatives, quotes) ? [] : ['person-mismatch']
  }
  const asked = holding.some(({ role, plain }) => role === 'question' && !/\bfamily\b|\bparents\b/.test(plain))
  return persons.length > 0 && persons.every((name) => name !== undefined) && !asked ? ['person-mismatch'] : []
}

function checkAsserted(text: string, named: Named, holding: readonly QuoteRead[]): readonly Rule[] {
  if (/\bworried\b|\bconcern/.test(text.toLowerCase()) || softWords.test(text.toLowerCase())) return []
  const told = holding.filter(({ role, speaker }) => role !== 'question' && speaker === 'patient')
  if (told.length === 0 || holding.length > told.length) return []
  const isFear = told.every((quote) =>
    placesIn(quote, named).every((at) => {
      const clause = lastClause(quote.tokens.slice(Math.max(0, at - 9), at))
      return fearBefore.test(clause) || (isCondition(named) && beliefBefore.test(clause))
    }),
  )
  return isFear ? ['not-asserted'] : []
}
const lastClause = (tokens: readonly string[]): string =>
  tokens
    .join(' ')
    .split(/[.?!]| but /)
    .at(-1) ?? ''

const pastEvidence =
  /\b(?:used to|past|ago|previously|before|start\w*|beginning|began|first|initially|stopped|gone|better|settled|cleared|had|was|were|went|did|tried|trying|ever|been taking|took|bought|used|no longer|not any ?more|anymore|passed|yesterday|last|finished|resolved|quit|improv\w*|fine|ok)\b/
const onlyPast =
  /\b(?:used to|in the past|stopped|not any ?more|anymore|no longer|when i was (?:a|young)|as a child|years ago)\b/

function checkTime(text: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(text)
  if (/\bhas not taken\b/.test(plain)) return []
  const isPast = /\b(?:in the past|previously|initially|resolved|ex smoker|has tried|has not taken)\b/.test(plain)
  const told = quotes.filter(({ role }) => role !== 'question')
  if (isPast)
    return told.some((quote) => pastEvidence.test(quote.plain)) || quotes.some(({ role }) => role === 'record')
      ? []
      : ['time-mismatch']
  if (relativesIn(tokensOf(text)).size > 0) return []
  const isNegative = /^(?:possibly )?(?:no|not|does not|has not)\b/.test(plain)
  const patients = told.filter(({ speaker }) => speaker === 'patient')
  const isGone =
    patients.length > 0 &&
    patients.every(
      ({ plain: words }) => onlyPast.test(words) && !/\b(?:still|now it|at the moment|again)\b/.test(words),
    )
  return isGone && !isNegative && !/\bhistory of\b|\bold\b/.test(plain) && !/\bsince\b|\bstarted\b|\bago\b/.test(plain)
    ? ['time-mismatch']
    : []
}

const denied =
  /\b(?:not|no) (?:\w+ ){0,4}(?:need|necessary|recommend|require|useful|helpful|advise|worry|worried|be)\b|\bno need\b|\bnot (?:be )?helpful\b/

/** Parts of "Review next week if not better.", each to be said. */
const planTopics: readonly (readonly [told: RegExp, said: RegExp])[] = [
  [
    /^(?:possibly )?(?:consider )?review\b/,
    /\bcom(?:e|ing) (?:back|and see)|\bsee (?:you|me|us)\b|\bcall\b|\breview|\bfollow|\btouch\b|\bagain\b|\bappointment|\bknow\b|\bcontact|\bspeak\b|\bcheck in\b|\bchat\b|\bring\b/,
  ],
  [/\bif not better\b|\bnot better or\b/, /\bnot\b|\bno better|\bstill\b|\bpersist/],
  [/\bworse\b/, /\bwors\w+|\bdeteriorat\w*|\bmore unwell/],
  [/\bnext week\b/, /\bnext week\b/],
  [/\btomorrow\b/, /\btomorrow\b/],
  [/\bend of (?:this|the) week\b/, /\bend of (?:this|the) week\b/],
  [/^(?:possibly )?(?:return|go to hospital|call an ambulance) if\b/, /\bif\b|\bsuch as\b|\blike\b|\blook out\b/],
  [/^(?:possibly )?(?:continue)\b/, /\bcontinu\w+|\bcarry on|\bkeep\b/],
  [/^(?:possibly )?(?:increase)\b/, /\bincreas\w+|\bup\b|\bmore\b/],
  [/^(?:possibly )?(?:stop)\b/, /\bstop\w*|\bcome off|\bquit|\bgiv(?:e|ing) up/],
]

/** Advice denied must be told as denied; a cause ruled out is no impression. */
function checkPlan(text: string, tokens: readonly string[], quotes: readonly QuoteRead[]): readonly Rule[] {
  const plain = plainOf(text)
  const isNegative = /^(?:possibly )?(?:no need|no|not|avoid|stop)\b/.test(plain)
  const rules: Rule[] = []
  for (const named of conceptsIn(tokens))
    if (!quotes.some((quote) => placesIn(quote, named).length > 0)) rules.push('words-unsupported')
  const own = quotes.filter(({ speaker, role }) => speaker === 'clinician' && role === 'statement')
  const saysDenied = own.some((quote) => denied.test(quote.plain))
  if (
    isNegative &&
    !saysDenied &&
    !own.some((quote) => /\bavoid\w*|\bnot driv\w*|\bstop\w*|\bcut\b|\bquit|\bgive up/.test(quote.plain))
  )
    rules.push('polarity-mismatch')
  if (!isNegative && own.length > 0 && own.every((quote) => denied.test(quote.plain) && isPlanDenied(quote, tokens)))
    rules.push('polarity-mismatch')
  if (/\b(?:mother|father|brother|sister)\b/.test(plain)) rules.push('person-mismatch')
  const said = own.map((quote) => quote.plain).join(' ')
  if (planTopics.some(([told, pattern]) => told.test(plain) && !pattern.test(said))) rules.push('words-unsupported')
  return rules
}
const isPlanDenied = (quote: QuoteRead, tokens: readonly string[]): boolean =>
  conceptsIn(tokens).some((named) =>
    placesIn(quote, named).some((at) =>
      /\b(?:not|no)\b/.test(
        quote.tokens
          .slice(Math.max(0, at - 7), at)
          .join(' ')
          .split(/[.]| but /)
          .at(-1) ?? '',
      ),
    ),
  )
