/** Reactions to an allergen: "it brings me out in welts", "I get a swollen face", "my lips swelled up". D282. */
import type { Sentence } from '../../dialogue/sentence.ts'
import { cleanWords } from '../../dialogue/wording.ts'
import { tellName } from './asked-names.ts'

const person = '(?:i|he|she|we|it|that|they|which)'
const whom = '(?:me|him|her|us|my \\w+)'
const adverb = '(?:(?:always|just|really|usually|immediately|actually|then|once|have|has) )*'
const thing =
  '((?:(?!(?:and|but|so|because|from|when|after|with it|every|within|once|last|it was|which|that|as) )[a-z-]+ ?){1,7})'

/** Each construction with the words of the reaction. */
// biome-ignore format: one row a line
const constructions: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/\b(?:my|his|her|the) ((?:face|lips?|tongue|throat|eyes?|skin|hands?|mouth|neck|chest|breathing|airways?)(?: and (?:\w+))? (?:all )?(?:swells?|swelled|swole|swollen|closes?|closed|itche[sd]|blisters|blistered|goes|went|comes|came|puffs|puffed|tightens|tightened|blows|blew)\b(?: (?:up|red|tight|numb|over|out|raw|like \w+))*)/, 'a part of the body that reacts'],
  [new RegExp(`\\b(?:bring|brings|brought|bringing|break|breaks|broke|come|comes|came|coming|flare|flared|blow|blew|swell|swelled|blew)(?: ${whom})? (?:up|out|on)(?: in| with)? ${thing}`), 'a verb of coming out with the reaction after "in"'],
  [new RegExp(`\\b(?:gives|gave|giving|give|causes|caused|cause|leaves|left) (?:${whom} )?(?:with )?${thing}`), 'a verb of causing with the reaction as its object'],
  [new RegExp(`\\b(?:end|ends|ended) up (?:with|in|having) ${thing}`), 'an outcome'],
  [new RegExp(`\\b${person} ${adverb}(?:get|gets|got|had|develop|develops|developed|react with|reacts with|reacted with|suffered|suffer) ${thing}`), 'a verb of having with the reaction as its object'],
]
const notReaction =
  /\b(?:it|them|one|tablets?|that|this|some|any|nothing|none|better|worse|reaction|reactions|allergy|allergies|time|doctor|course|dose|injection|before|bit|lot)\b/

/** The words of the reaction as a note has them. */
function tell(words: string): string | undefined {
  const plain = cleanWords(words)
    .toLowerCase()
    .replace(/^(?:all |a bit of |a |an |the |this |these |some |really |bad |awful |horrible |terrible )+/, '')
  const name = tellName(
    plain
      .replaceAll(/\bmy\b/g, 'the')
      .replace(/,.*$/, '')
      .trim(),
  )
  return name === undefined || notReaction.test(name) ? undefined : name
}

const plainOf = (sentence: Sentence): string =>
  sentence.words
    .map(({ text }) => text)
    .filter((word) => !/^(?:um|uh|er|erm|ah|like|just)$/.test(word))
    .join(' ')
    .replaceAll(/\b(\w+) , \1\b/g, '$1')
    .replaceAll(/\b(\w+) \1\b/g, '$1')

/** The reaction that a sentence tells by its grammar. */
export function readReaction(sentence: Sentence): string | undefined {
  const said = plainOf(sentence)
  if (/\b(?:no|not have|never had|without) (?:a |any )?reaction/.test(said)) return undefined
  for (const [pattern] of constructions) {
    const found = pattern.exec(said)?.[1]
    const name = found === undefined ? undefined : pattern === constructions[0]?.[0] ? found.trim() : tell(found)
    if (name !== undefined) return name
  }
  return undefined
}

/** How often and how soon. */
const afterwards = / (?:(?:every|each) (?:single )?time|always|without fail|straight ?away|at once|immediately|right away|all over|everywhere|within .*|after .*|for days)$/ // biome-ignore format: one row
/** A bare reply to "what happened?": "Welts.", "Hives, within the hour." */
export function readBareReaction(sentence: Sentence): string | undefined {
  const [first = ''] = plainOf(sentence).split(/ [,.!]/)
  const bare = first
    .replace(/^(?:(?:oh|well|yes|yeah|so|it was|that was|i think|,) ?)+/, '')
    .replace(/[.,]$/, '')
    .replace(afterwards, '')
  return /^(?:no|not|never|none|nothing|i|he|she|we)\b/.test(bare) ? undefined : tell(bare)
}

/** Reactions that only an allergy gives; others may be effects of a medicine. */
export const isAllergic = (reaction: string): boolean =>
  /\b(?:rash\w*|hives|welts?|wheals?|itch\w*|blister\w*|swell\w*|swollen|swole|puff\w*|wheez\w*|anaphyla\w*|throat|lips|tongue|breathless\w*|redness|urticaria|spots|peel\w*)\b/.test(
    reaction,
  )
