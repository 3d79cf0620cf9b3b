/** Checks sentences without a known concept: their words and their yes or no against the evidence. */

import { asksReactions } from './allergy-words.ts'
import { answerOf, type QuoteRead } from './evidence.ts'
import { staysEnded } from './meaning/ended.ts'
import { isNegatedAt } from './polarity.ts'
import { conceptsIn } from './synonyms.ts'
import { type Rule, templateWords } from './tables.ts'
import { plainOf, stemOf, tokensOf } from './words.ts'

/** The subject of a sentence of template words must be said: family, health, whether a medicine helped. */
const topics: readonly (readonly [told: RegExp, said: RegExp])[] = [
  [/\bfamily history\b/, /\bfamil\w+|\bparents\b|\bmum\b|\bdad\b/],
  [/\bmedical problems\b/, /\bproblems?\b|\bconditions?\b|\bmedical\b|\bhealth\b|\billness\w*/],
  [/\bfit and well\b/, /\bfit\b|\bhealth/],
  [/\bdid not help\b/, /\bnot (?:\w+ ){0,3}(?:help|work|do)\w*|\bno (?:help|effect|relief)/],
]

export function checkTopic(plain: string, quotes: readonly QuoteRead[]): readonly Rule[] {
  const all = quotes.map((quote) => quote.plain).join(' ')
  if (topics.some(([told, said]) => told.test(plain) && !said.test(all))) return ['words-unsupported']
  const failed = /\bnot (?:\w+ ){0,3}(?:help|work)\w*/.test(all)
  return /\bwhich helped\b/.test(plain) && failed ? ['polarity-mismatch'] : []
}

/** Sentences without a known concept ("Does not smoke."): the answer's yes or no, or the negation near the words. */
export function checkBareAnswer(
  text: string,
  tokens: readonly string[],
  quotes: readonly QuoteRead[],
): readonly Rule[] {
  if (conceptsIn(tokens).length > 0 || quotes.some(({ role }) => role === 'record')) return []
  const plain = plainOf(text)
  const isNegative = /^(?:possibly )?(?:no|not|does not|has not|denies|nil|never)\b|^(?:possibly )?ex smoker/.test(
    plain,
  )
  const answers = quotes.filter(({ role }) => role === 'answer')
  const statements = quotes.filter(({ role }) => role === 'statement')
  const said = answerOf(answers)
  const denies = [...statements, ...answers].some(({ plain: words }) =>
    /\b(?:no|nope|nah|nil|not|never|none|nothing(?! (?:outrageous|major|much|special|serious|unusual|too|terrible|crazy|excessive|over|to write))|quit|stopped|gave up|g(?:ave|iven) (?:\w+ ){1,3}(?:up|away)|packed (?:\w+ ){0,2}in|kicked|ditched|binned|(?:skipped|missed) (?:\w+ ){0,4}(?:vaccinations|needles|shots|jabs)|cut (?:it|them|that) out|tee ?total\w*|used to)\b/.test(
      words,
    ),
  )
  if (isNegative && !denies && !isAgreedAbsence(quotes, said) && !staysEnded(quotes)) return ['polarity-mismatch']
  const near = [...statements, ...answers].flatMap((quote) =>
    contentPlaces(tokens, quote).map((at) => isNegatedAt(quote.tokens, at)),
  )
  if (
    answers.length === 0 &&
    near.length > 0 &&
    near.every((isNot) => isNot !== isNegative) &&
    !isLeft(plain) &&
    !(isNegative && statements.some((quote) => isGivenUp(tokens, quote)))
  )
    return ['polarity-mismatch']
  if (
    !isNegative &&
    answers.length > 0 &&
    said === 'no' &&
    !isNamedIn(tokens, answers) &&
    !/\b(?:socially|occasionally|alone|weekend|once)/.test(plain)
  )
    return ['polarity-mismatch']
  if (!isNegative && answers.length === 0 && isDeniedIn(statements) && !/\bother\b|\bmuch\b/.test(plain))
    return ['polarity-mismatch']
  return []
}

const givesUp = /\bg(?:ave|iven) (?:\w+ ){0,3}(?:up|away)\b|\b(?:quit|stopped|packed|kicked|ditched|binned)\b/
/** "I gave the fags up years ago. I stopped at the lights.": the sentence that says so has the thing, or a pronoun for it. */
const isGivenUp = (tokens: readonly string[], { plain }: QuoteRead): boolean =>
  plain.split(/(?<=[.?!]) /).some((sentence) => givesUp.test(sentence) && (/\b(?:it|that|them|those|the (?:\w+ )?(?:drink|booze|fags|smokes|ciggies|cigarettes|grog|pipe|durries|vape))\b/.test(sentence) || tokensOf(sentence).some((word) => word.length > 3 && !templateWords.has(word) && tokens.some((own) => stemOf(own) === stemOf(word))) || /\b(?:smok|drink|vap)\w*/.test(sentence))) // biome-ignore format: short

const toldNone = /\b(?:no|nil|none|nothing|blank|empty|without)\b/
const holds =
  /^(?:(?:yes|yeah|it|that|is|oh|well|still|,) )*(?:right|correct|stands|holds|applies|blank|empty|leave it|keep it|still|the case)\b/
/** Medicines that all agree with somebody. */
const suits =
  /\b(?:all|always|everything)\b.*\b(?:kind|good|fine|okay|gentle|agrees?|suits?)\b|\bi can (?:take|tolerate|have) (?:anything|everything)\b/

/** "Nothing down under allergies, correct?" - "That's right."; "Has a medicine turned on you?" - "They are all kind to me." */
function isAgreedAbsence(quotes: readonly QuoteRead[], said: 'yes' | 'no' | 'open'): boolean {
  const questions = quotes.filter(({ role }) => role === 'question')
  const asked = questions.some(({ plain }) => toldNone.test(plain))
  const ofReactions = questions.some(({ plain }) => asksReactions.test(plain) || /\ballerg/.test(plain))
  return quotes.some(({ role, plain }) => role === 'answer' && ((asked && holds.test(plain)) || (ofReactions && suits.test(plain)))) || (asked && said === 'yes') // biome-ignore format: short
}

/** "I do not smoke": every statement denies a habit, and none asserts one. */
const isDeniedIn = (statements: readonly QuoteRead[]): boolean =>
  statements.length > 0 &&
  statements.every(({ plain }) =>
    /\bi (?:do|have|am|did|would) not (?:\w+ )?(?:smoke|drink|work|live|take|use)\b|\bnever (?:smoked|drank)\b/.test(
      plain,
    ),
  ) &&
  !statements.some(({ plain }) => /\bi do (?:drink|smoke)\b|\bi drink\b/.test(plain))

/** The places where a quote has the content words of the sentence. */
const contentPlaces = (tokens: readonly string[], quote: QuoteRead): readonly number[] =>
  quote.tokens.flatMap((token, at) =>
    token.length > 3 && !templateWords.has(token) && tokens.some((own) => stemOf(own) === stemOf(token)) ? [at] : [],
  )

/** "Ex-smoker" has its no in another word. */
const isLeft = (plain: string): boolean => /\bex smoker\b|\balone\b|\bother\b/.test(plain)

/** "No, just latex": after its no the answer names what the sentence states. */
const isNamedIn = (tokens: readonly string[], answers: readonly QuoteRead[]): boolean =>
  answers.some((quote) =>
    quote.tokens.some(
      (token, at) =>
        tokens.includes(token) && token.length > 3 && !templateWords.has(token) && !isNegatedAt(quote.tokens, at),
    ),
  )
