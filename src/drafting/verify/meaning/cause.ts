/** "Dermatitis due to gloves": a cause is a fact of its own. The words must join the two, and not only name both. D350. */
import type { QuoteRead } from '../evidence.ts'
import type { Rule } from '../tables.ts'
import { plainOf } from '../words.ts'
import { listPlaces, type Place, sentenceAt } from './places.ts'
import { readUnits } from './units.ts'

/** The words of a note that lead in a cause; the first group is the cause. */
const told = /\b(?:due to|secondary to|caused by|because of|owing to|resulting from|attributed to|attributable to|as a result of|triggered by|brought on by|induced by) ([^,;.]+)/g // biome-ignore format: one row

/** Words of speech by which one thing makes another: conjunctions of reason and of time, verbs of making and of blaming. */
const joins = /\b(?:because|causes?|caused|causing|due|why|since|after|when|whenever|whilst|with|from|by|so|thanks to|down to|put (?:it|that|this) down|trigger\w*|br(?:ing|ings|ought|inging)|sets?|makes?|made|making|gives?|gave|giving|if|led|leads?|result\w*|reaction|react\w*|blame\w*|fault|of|through|following|did (?:it|that|this)|happened|happens|it is (?:the|my|all)|lost|losing|as (?:you|i|it|he|she))\b/ // biome-ignore format: one row

/** The sentence of the cause, the one before it in the turn, and the question that it answers. */
function isJoinedAt(place: Place, quotes: readonly QuoteRead[]): boolean {
  const { own, next } = sentenceAt(place)
  const asked = quotes[place.index - 1]
  return joins.test(own) || /^(?:that|which|it) (?:is|was) (?:why|what|how|when)\b/.test(next) || (asked?.role === 'question' && joins.test(asked.plain)) // biome-ignore format: short
}

/** The rules that a cause of the sentence breaks; words that nobody said are found elsewhere. */
export const checkCause = (text: string, quotes: readonly QuoteRead[]): readonly Rule[] =>
  [...plainOf(text).matchAll(told)].some(([, cause = '']) => {
    const places = readUnits(cause).flatMap((unit) => listPlaces(unit, quotes))
    return places.length > 0 && !places.some((place) => isJoinedAt(place, quotes))
  })
    ? ['not-asserted']
    : []
