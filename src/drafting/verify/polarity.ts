/** Yes, no and who: read from sentence, question and answer by the verifier's own token windows. */
import { answerOf, type QuoteRead } from './evidence.ts'
import { isDeniedAround, isDeniedInName, isDeniedLater, isSearching } from './late-denials.ts'
import { isOfPatient, isOfPatientAgain } from './replies/companions.ts'
import { isDoer } from './replies/doers.ts'
import { isOfRelative } from './replies/family-replies.ts'
import { relativeOfFragment } from './replies/fragments.ts'
import { isPutRight } from './replies/put-right.ts'
import { agrees, deniesTheOther, hasOwnVerb, isLastAskedFor, meansAll, readOrdinals } from './replies/reply-forms.ts'
import { turnsRound } from './replies/spoken-replies.ts'
import { toldBefore } from './replies/told-before.ts'
import { leavesOpen } from './replies/unsure.ts'
import { isWell, listThings } from './replies/well.ts'
import { appositionOf } from './stated/apposition.ts'
import { conceptsIn, findSpoken, isDeed, isMedicine, type Named, placesIn } from './synonyms.ts'
import { otherPersons, ownRelatives } from './tables.ts'
import { plainOf, quantitiesIn, stemOf, tokensOf } from './words.ts'

export type Polarity = 'present' | 'absent'

const turn = /^(?:but|still|however|though|although|except|because|just|only|\.|\?|!|;)$/

/** Whether a negation reaches the token: by a window, not by the drafter's rules. */
export function isNegatedAt(tokens: readonly string[], at: number): boolean {
  if (isDeniedAround(tokens, at) || isLateNo(tokens, at)) return true
  for (let back = at; back >= Math.max(0, at - 9); back--) {
    const token = tokens[back] ?? ''
    if (back < at && (turn.test(token) || (isJoint(token) && hasOwnCopula(tokens, back, at)))) return false
    const next = tokens[back + 1] ?? ''
    if (token === 'no' && (next === ',' || next === 'no' || /^(?:i|it|my|yeah|just|so|we)$/.test(next)) && back < at) {
      if (next === 'no') continue
      return false
    }
    if (/^(?:no|without|beyond)$/.test(token) && /^(?:(?:a|any|all) )?(?:doubt|question|mistaking)\b/.test(tokens.slice(back + 1, back + 3).join(' '))) continue // biome-ignore format: short
    if (token === 'none' && back < at && next === ',' && /^(?:and|but|so)$/.test(tokens[back + 2] ?? '')) return false // biome-ignore format: "with none, and easy on the salt"
    if (/^(?:no|never|nobody|without|neither|nor|none|denies|denied|nil)$/.test(token))
      return back !== at || next !== ','
    if (token === 'not' && isSearching(tokens, back)) continue
    if (token === 'not' && !/^(?:only|just|sure|really|too|that|even|very|so|because|much)$/.test(next))
      return !isAbility(tokens, back, at) && !bears.test(tokens.slice(back, back + 6).join(' '))
    if (
      token === 'i' &&
      back < at - 2 &&
      /^(?:have|had|got|am|feel|do|did|get)$/.test(next) &&
      tokens[back + 2] !== 'not'
    )
      return false
  }
  return false
}

const isJoint = (token: string): boolean => /^(?:,|and|;)$/.test(token)
/** "No weakness, speech is normal": the second thing has a verb of its own, and the negation does not reach it. */
const hasOwnCopula = (tokens: readonly string[], joint: number, at: number): boolean =>
  (tokens[joint] === 'and' && /^(?:then )?(?:it|i|they) /.test(tokens.slice(joint + 1, at + 1).join(' '))) ||
  tokens.slice(joint + 1, at).some((token) => /^(?:is|are|was|were)$/.test(token)) ||
  (/^(?:[a-z]+ ){0,2}(?:is|are|was|were|looks?|feels?|sounds?|moves?)\b/.test(tokens.slice(at + 1, at + 4).join(' ')) &&
    !/^(?:or|nor|and)$/.test(tokens[at + 1] ?? ''))

/** "Fever no.", "Fever, no.", also after another sentence: "My head, yes. From a fever, no." */
const isLateNo = (tokens: readonly string[], at: number): boolean =>
  (tokens[at + 1] === 'no' && /^(?:[,.?!;]|)$/.test(tokens[at + 2] ?? '')) ||
  (tokens[at + 1] === ',' &&
    /^(?:no|not)$/.test(tokens[at + 2] ?? '') &&
    /^(?:[,.?!;]|)$/.test(tokens[at + 3] ?? '') &&
    !/^(?:no|not|never)$/.test(tokens[at + 4] ?? ''))

/** "What I can't stand is the itch": the itch is there. */
const bears =
  /^not (?:(?:seem|manage|appear|get|quite|really|ever|just) (?:to )?)*(?:stand|bear|cope|shake|get (?:rid|over|past|used)|stress|describe|explain|ignore|forget)\b/

/** "can not sleep" is the complaint itself; "can not hear any crackles" denies the crackles. */
const isAbility = (tokens: readonly string[], back: number, at: number): boolean =>
  /^(?:can|could)$/.test(tokens[back - 1] ?? '') &&
  at - back <= 3 &&
  !(/^(?:see|hear|feel|find)$/.test(tokens[back + 1] ?? '') && /^(?:any|a|an|your)$/.test(tokens[back + 2] ?? ''))

const boundNegations =
  /\b(?:if )?(?:not|no) better\b|\bnot radiating\b|\bdid not help\b|\bwhich did not\b|\bnot going away\b|\bno longer\b/g

/** Finds the polarity that the sentence itself gives to the concept at `named`. */
export function textPolarity(text: string, named: Named): Polarity {
  const tokens = tokensOf(text)
  const clean = plainOf(text).replaceAll(boundNegations, ' ')
  if (named.item?.phrases.some((phrase) => phrase.includes('not')) && tokens.slice(named.from, named.to + 1).includes('not')) return 'present' // biome-ignore format: short
  const before = plainOf(tokens.slice(0, named.from + 1).join(' ')).replaceAll(boundNegations, ' ')
  if (
    /(?:^|[.;:,] ?|\bpossibly )(?:no|not|nil|denies|denied|never|without|does not|has not|did not|is not|do not)\b/.test(
      before,
    )
  )
    return 'absent'
  return /\b(?:no|not|nil|denies|denied|never|without)\b/.test(before) &&
    /\b(?:no|not|nil|denies|denied|never|without)\b/.test(clean)
    ? 'absent'
    : 'present'
}

/** "My bowels have not been loose": the negation stands inside the name. */
export const isSplitByNot = (tokens: readonly string[], { at, to = at, isOwnNot }: { readonly at: number; readonly to?: number; readonly isOwnNot: boolean }): boolean =>
  !isOwnNot && tokens.slice(at + 1, to).some((token) => /^(?:not|never|no)$/.test(token)) && !tokens.slice(at + 1, to).some((token) => /^(?:[,.?!;]|but|and|or)$/.test(token)) // biome-ignore format: short

/** The answers after a question, up to the next one; all answers if the evidence is in another order. */
function answersTo(quotes: readonly QuoteRead[], index: number): readonly QuoteRead[] {
  const next = quotes.findIndex(({ role }, at) => at > index && role === 'question')
  const own = quotes.slice(index + 1, next < 0 ? quotes.length : next).filter(({ role }) => role === 'answer')
  return own.length > 0 ? own : quotes.filter(({ role }) => role === 'answer')
}

const beginsStatement =
  /^(?:(?:um|uh|er|oh|well|so|and|but|yeah|yes|no|like|,) )*(?:i|my|it|we|he|she|they|there|that|this|just|since|for|about|maybe|probably)\b/

/** "Headaches? No.": a speaker asks back and then answers; undefined if the name is in a statement. */
function askedOverAt(tokens: readonly string[], at: number): 'yes' | 'no' | 'open' | undefined {
  const isEnd = (token: string): boolean => /^[.?!]$/.test(token)
  const end = tokens.findIndex((token, index) => index > at && isEnd(token))
  if (tokens[end] !== '?') return undefined
  const start = tokens.slice(0, at).findLastIndex(isEnd) + 1
  const sentence = tokens.slice(start, end).join(' ')
  return beginsStatement.test(sentence) ? undefined : answerOf([{ tokens: tokens.slice(end + 1) }])
}

/** Polarities of the concept in the quotes; a question counts only through its answer. */
export function evidencePolarities(quotes: readonly QuoteRead[], named: Named): ReadonlySet<Polarity> {
  const out = new Set<Polarity>()
  for (const [index, quote] of quotes.entries()) {
    const places = findSpoken(quote, named)
    if (places.length === 0) continue
    if (quote.role === 'question') {
      const said = questionPolarity(quote, answersTo(quotes, index), named)
      if (said !== undefined) out.add(said)
    } else
      for (const place of places) {
        const { at, isOwnNot } = place
        const asked = quote.speaker === 'patient' ? askedOverAt(quote.tokens, at) : undefined
        if (asked === undefined)
          out.add(((isNegatedAt(quote.tokens, at) || isDeniedInName(quote.tokens, at)) && !isOwnNot) || isSplitByNot(quote.tokens, place) ? 'absent' : 'present') // biome-ignore format: short
        else if (asked !== 'open') out.add(asked === 'no' ? 'absent' : 'present')
      }
  }
  return out
}

/** Two things are asked after, and the answer names the one that `named` is not. */
function isTheOther(question: QuoteRead, answers: readonly QuoteRead[], named: Named): boolean {
  if (!deniesTheOther(answers.map(({ plain }) => plain).join(' '))) return false
  const [other, ...more] = conceptsIn(question.tokens).filter(({ display }) => display !== named.display)
  return new Set([...(other === undefined ? [] : [other]), ...more].map(({ display }) => display)).size === 1 && other !== undefined && answers.some((quote) => placesIn(quote, other).length > 0) // biome-ignore format: short
}

/** "The metoprolol, was it?" - "Bisoprolol.": the answer has another name, and no yes before it. */
export const isAnotherMedicine = (answers: readonly QuoteRead[], { display }: Named): boolean => {
  const [first] = answers
  if (first === undefined || /^(?:\W|oh|um|uh|well|er)*(?:yes|yeah|yep|both|and)\b/.test(first.plain)) return false
  const names = conceptsIn(first.tokens).filter(isMedicine)
  return names.length > 0 && first.tokens.length <= 8 && names.every((one) => one.display !== display)
}

/** Yes, no, or the answer's own word; a bare yes to a list, or to a negative question, says nothing. */
function questionPolarity(question: QuoteRead, answers: readonly QuoteRead[], named: Named): Polarity | undefined {
  const own = answers.flatMap((quote) => placesIn(quote, named).map((at) => isNegatedAt(quote.tokens, at)))
  const byOrder = readOrdinals(answers.map(({ plain }) => plain).join(' '))
  if (byOrder !== undefined) return placesIn(question, named).some((at) => isLastAskedFor(question.tokens, at)) ? byOrder.last : byOrder.first // biome-ignore format: short
  if (own.length > 0) return undefined
  if (leavesOpen(answers.map(({ plain }) => plain).join(' '))) return undefined
  if (isTheOther(question, answers, named)) return 'absent'
  if (!isMedicine(named) && !isDeed(named) && isWell(answers, listThings(question.tokens))) return 'absent'
  if (isMedicine(named) && isAnotherMedicine(answers, named)) return 'absent'
  const heads = tokensOf(named.display).filter((token) => token.length > 3)
  for (const quote of answers) {
    const others = conceptsIn(quote.tokens).filter(({ display }) => display !== named.display)
    const isOther = (at: number) => others.some(({ from, to }) => at >= from && at <= to)
    for (const [at, token] of quote.tokens.entries())
      if (!isOther(at) && heads.some((head) => stemOf(head) === stemOf(token)))
        return isNegatedAt(quote.tokens, at) || (!isMedicine(named) && !isDeed(named) && isWell([quote], [token])) ? 'absent' : 'present' // biome-ignore format: short
  }
  if (isTakenForGranted(question, answers, named) || isOfRelative(question, answers)) return 'present'
  const told = toldBefore(named, question, answers)
  if (told !== undefined) return told
  if (placesIn(question, named).every((at) => given.test(question.tokens.slice(Math.max(0, at - 5), at).join(' '))))
    return undefined
  const said = answers.some(({ text }) => hums.test(text)) ? 'yes' : answerOf(answers)
  const reply = answers.map(({ plain }) => plain).join(' ')
  if (isOnlyOther(question, answers)) return 'absent'
  const core = coreOf(question.plain)
  const isNegative =
    /\b(?:not|no|never)\b/.test(core.replaceAll(/\bor not\b/g, '')) &&
    !placesIn(question, named).some((at) => isDeniedLater(question.tokens, at))
  const isTag = /\b(?:is that right|that right|correct|is not it|right|yeah)\s*\?*$/.test(core)
  if (turnsRound(reply)) return isNegative ? 'present' : 'absent'
  if (said === 'no' && isPutRight(question.plain, reply)) return 'present'
  if (said === 'no') return isTag && !isNegative ? undefined : 'absent'
  if (said !== 'yes') return undefined
  if (meansOfAbsence.test(core)) return 'absent'
  if (isNegative && agrees(reply)) return 'absent'
  if (isNegative && hasOwnVerb(reply)) return 'present'
  if (isNegative) return isTag ? 'absent' : undefined
  if (meansAll(reply)) return 'present'
  const asked = new Set(conceptsIn(tokensOf(core)).map(({ display }) => display))
  return [...asked].every((display) => isSameThing(display, named.display)) ? 'present' : undefined
}

/** "You've been spared headaches?" */
const meansOfAbsence = /\b(?:spared|free (?:of|from)|clear of|rid of|escaped|avoided)\b/

/** A hum of two beats is a yes. */
const hums = /^\s*(?:mm+-hm+|mhm|uh-huh)[.!]?\s*$/i

/** "Just the nausea.": the only thing of the list. The thing itself is named in the reply, and is judged before. */
const isOnlyOther = (question: QuoteRead, answers: readonly QuoteRead[]): boolean => {
  const reply = answers.map(({ plain }) => plain).join(' ')
  const [, name = ''] = /^(?:(?:no|oh|well|um|yes|yeah|it is|,) ?)*(?:just|only) (?:the |a |some |an )?([a-z]+)(?: [a-z]+){0,4}(?:[.,]|$)/.exec(reply) ?? [] // biome-ignore format: short
  return name.length > 3 && question.plain.includes(name)
}

/** "With those headaches, any problem with your sight?": the headaches are given, not asked about. */
const given =
  /\b(?:taken|tried|used|had|got|given|do|done|taking|trying|using) (?:\w+ )?(?:anything|something|any \w+) (?:for|about) (?:the|your|that|this|it)(?: \w+)?$|\b(?:with|during|besides|apart from|other than) (?:those|these)(?: \w+)?$/

const asksOpenly = /\b(?:what|how|when|where|whereabouts|which|describe|tell me|or|why)\b/

/** "When did the cough start?" - "On Monday.": the question presupposes it, and the answer agrees. */
function isTakenForGranted(question: QuoteRead, answers: readonly QuoteRead[], named: Named): boolean {
  if (!asksOpenly.test(question.plain)) return false
  const replies = answers.flatMap(({ tokens }) => tokens)
  const isCorrecting = replies[0] === 'no' && replies[1] === ',' && quantitiesIn(replies.join(' ')).length > 0
  const isDenied = !isCorrecting && replies.slice(0, 4).some((token) => /^(?:no|not|never|none|nah|nope)$/.test(token))
  const isMore = replies.some(
    (token) => /[a-z0-9]/.test(token) && !/^(?:yes|yeah|yep|yup|ok|okay|right|it|is|does|that|so)$/.test(token),
  )
  const isGiven = placesIn(question, named).some(
    (at) =>
      /^(?:the|your|this|that|these|those)$/.test(question.tokens[at - 1] ?? '') ||
      /^(?:the|your|this|that|these|those)$/.test(question.tokens[at - 2] ?? ''),
  )
  return (
    !isDenied &&
    isMore &&
    (isGiven ||
      /\bhow many times (?:have|did) you\b|\b(?:what dose|how much|how often)\b.*\byou\b|^(?:(?:and|so|okay|right),? )*how (?:much|many|often)(?: of the| the)? \w+ ?\?|\bhow (?:does|do|did) (?:\w+ ){1,2}agree\b|\bwhat (?:does|did) (?:\w+ ){1,2}do to you\b/.test(
        question.plain,
      ))
  )
}

/** "..., is that right?" asks again after the clause before it. */
const asksAgain =
  /^[,. ]*(?:and |but |so )?(?:is|are|am|have) (?:that|it|this|i|you) (?:got (?:that|it|this) )?(?:right|correct|true)\b/

/** The question itself, without what leads up to it ("you mentioned you had X, are you Y?"). */
function coreOf(question: string): string {
  const leads = [
    ...question.matchAll(
      /(?:^|[,.] |\b(?:and|but|so) )(?=(?:are|is|do|does|did|have|has|had|any|was|were|can|you(?: are|'re) (?:on|taking)) )/g,
    ),
  ]
  const last = leads.findLast(({ index }) => !asksAgain.test(question.slice(index)))
  return last === undefined ? question : question.slice(last.index)
}

const isSameThing = (a: string, b: string): boolean => a === b || a.includes(b) || b.includes(a)

/** "We've got gout in the family, my uncle": the only relative of the quote, wherever it stands. */
function relativeInFamily({ plain, tokens }: QuoteRead): string | undefined {
  if (!/\bin (?:the|our|my) family\b/.test(plain)) return undefined
  const [name, other] = new Set(tokens.flatMap((token) => ownRelatives.get(token) ?? []))
  return other === undefined ? name : undefined
}

/** "Gout took hold of my dad", "it was a stroke that killed my nan": the illness acts, and the relative comes after it. */
function relativeBefallen({ tokens }: QuoteRead, at: number): string | undefined {
  const after = tokens.slice(at + 1, at + 12)
  const own = after.findIndex((token) => token === 'my' || token === 'our')
  const link = after.slice(0, own).join(' ')
  const acts =
    /\b(?:took|killed|got|claimed|struck|hit|carried|plague[ds]|finished|affect(?:s|ed)|ran|runs|caught|troubled|saw|crept)\b/
  if (own < 1 || own > 6 || !acts.test(link) || /[.,?!;]|\b(?:i|me|you|not|and)\b/.test(link)) return undefined
  return ownRelatives.get(after[own + 1] ?? '')
}

/** The relative that a quote names just before the concept, `other` for anyone else, undefined for the patient. */
export function personBefore(quote: QuoteRead, at: number): string | undefined {
  const befallen = relativeInFamily(quote) ?? relativeBefallen(quote, at) ?? relativeOfFragment(quote, at)
  if (befallen !== undefined) return befallen
  let other: string | undefined
  for (let back = at - 1; back >= Math.max(0, at - 14); back--) {
    const token = quote.tokens[back] ?? ''
    if (/^(?:\.|\?|!|but|i|myself|me)$/.test(token) || (quote.speaker === 'clinician' && isOfPatientAgain(quote.tokens, back))) return other // biome-ignore format: short
    const relative = ownRelatives.get(token)
    if (relative !== undefined) return appositionOf(quote.tokens, back) ?? relative
    if (
      otherPersons.has(token) &&
      !isDoer(quote.tokens, back) &&
      !(/^(?:he|she|they)$/.test(token) && isOfPatient(quote, at))
    )
      other = 'other'
  }
  return other
}
