/** Vaccines that a talk about vaccines calls by the disease, "that one" or "the six month ones": the verifier's own reading. D359. */
import { vaccineNames } from '../../vocabulary/vaccines.ts'
import { plainOf, tokensOf } from '../words.ts'

const heads = 'vaccin\\w*|jabs?|shots?|boosters?|immuni[sz]\\w*|needles?|injections?|course'
const ofVaccines = new RegExp(`\\b(?:${heads.replace('shots?|', 'shots|(?:flu|travel) shots?|').replace('|injections?|course', '')}|covered (?:for|against)|tetanus|mmr|boostrix|(?:flu|covid|booster|travel) ones?|(?:get|have) that one)\\b`) // biome-ignore format: one row
const names = new RegExp(`\\b(${[...vaccineNames].toSorted((one, other) => other.length - one.length).join('|')})(?! (?:[ab] )?(?:${heads}|\\w+ vaccin))\\b`, 'g') // biome-ignore format: one row
const doses = /\b((?:six|twelve|eighteen|\d{1,2}|two|four|one|three) (?:week|month|year)|birth|newborn|kinder|school|childhood|baby)(?:ly| old)?s? (?:ones?|needles?|jabs?|shots?|lot|boosters?)\b/g // biome-ignore format: one row

type Read = { readonly plain: string; readonly tokens: readonly string[] }

const rename = <T extends Read>(quote: T): T => {
  const plain = quote.plain.replaceAll(doses, '$1 vaccinations').replaceAll(names, '$1 vaccine')
  return plain === quote.plain ? quote : { ...quote, plain, tokens: tokensOf(plain) }
}

/** In a question and an answer of which one is about vaccines, the disease stands for its vaccine. */
export const withVaccines = <T extends Read>(quotes: readonly T[]): readonly T[] =>
  quotes.some(({ plain }) => ofVaccines.test(plain)) ? quotes.map(rename) : quotes

const undone =
  /\b(?:wrong|(?:my|our) (?:\w+ )?(?:wife|husband|partner|mum|mother|dad|father|brother|sister|son|daughter|kids?|nan|pop|mate|friend|boss|dog|cat)|not yet|never|not|no|nope|nah|missed|skipped|declined|refused|forgot|overdue|due|booked|next (?:week|month|year)|will|going to|should|if|think|might|maybe|probably)\b/
const done =
  /\b(?:(?:had|got|been given|was given|given) (?:it|them|that|this|one|mine|hers|his|those|the lot|both|all|two|three|four|my)|(?:i|he|she|we|they) (?:did|have|had)|both|all (?:three|two|four|of them)|(?:two|three|four) (?:doses|shots|of them)|done(?! (?:my|the|his|her))|ago|back|last (?:week|month|year|winter|summer|spring|autumn)|this year|every (?:year|winter|autumn|season)|at (?:about |around )?\w+(?: \w+)? (?:weeks|months)|at school|as a (?:kid|child|baby)|in (?:year )?(?:january|february|march|april|may|june|july|august|september|october|november|december|nineteen|twenty|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|(?:january|february|march|april|june|july|august|september|october|november|december)|twenty (?:oh )?\w+|year (?:seven|eight|nine|ten|eleven|twelve))\b/

/** A reply that tells the deed, or when it was, is a yes without the word. */
export const tellsDeed = (reply: string): boolean => done.test(plainOf(reply)) && !undone.test(plainOf(reply))
/** "Haven't had it", "I never bother with it": a no without the word. */
export const deniesDeed = (reply: string): boolean => /\b(?:not yet|never (?:had|got|bother\w*|been)|(?:have|has|did) not (?:had|got|get|have|bother\w*|been)|(?:skipped|missed|declined|refused) (?:it|that|them|this))\b/.test(plainOf(reply)) // biome-ignore format: one row
