/** Conditions of which both must hold: "if you have a fever and you get a rash" is one condition, and "a fever, or a rash" another one. D323. */

/** A whole clause with its subject: after "and" it adds to the condition before it. A noun after "and" only goes on with a list. */
const clause =
  /^(?:(?:you|he|she|it|they) [a-z]|(?:your|his|her|the) [a-z]+ (?:is|are|has|have|does|do|gets?|goes|starts?|keeps?|feels?|looks?|can|will|not)\b)/i
/** Words that turn the condition round, or part two ways: "if it settles, stay home, otherwise ring". No list of dangers has them. D356. */
export const turnsRound =
  /\b(?:otherwise|or else|unless|until|till|only if|except|failing that|if not|if so|rather than|(?:yes|yeah|fine|great|good|no worries|no dramas)(?=,))\b/i

/** "And if" begins a condition of its own, as "or" does. */
const adds = /^,? ?and $/i

const state = '(?:red|hot|sore|swollen|painful|tender|numb|cold|blue|pale|white|weak|stiff|hard|warm|puffy|itchy|wet|sticky|smelly|dark|black|floppy|drowsy|tingly|purple|yellow|grey|tight|shiny|weepy|crusty|bigger|worse|darker|tired|dizzy|sweaty|clammy|shivery)' // biome-ignore format: a list
/** States of one thing: "red, hot and swollen" is one condition. */
const states = new RegExp(
  `\\b(?:is|are|goe?s?|gets?|becomes?|turns?|looks?|feels?) ${state}(?:, ${state})+,? (?:and|or) ${state}\\b`,
  'gi',
)
const joinStates = (list: string): string => {
  const word = / or [a-z]+$/i.test(list) ? ' or ' : ' and '
  return list.replaceAll(/,? (?:and|or) |, /g, word)
}

/** The parts of a list, and the words between them. `joint` has no groups that capture. */
export function splitConditions(
  said: string,
  joint: RegExp,
): { readonly items: readonly string[]; readonly isJoined: (at: number) => boolean } {
  const pieces = said
    .replaceAll(states, joinStates)
    .replace(/^[, ]+|[, ]+$/g, '')
    .split(new RegExp(`(${joint.source})`, 'i'))
  const parts = pieces.flatMap((item, at) => (at % 2 === 0 && item.trim() !== '' ? [{ item: item.trim(), link: pieces[at - 1] ?? '' }] : [])) // biome-ignore format: short
  // Commas make a list, and its "and" only says that the list ends.
  const isList = parts.slice(1).some(({ link }) => /^, ?$/.test(link))
  const isJoined = (at: number): boolean => {
    const [before, own] = [parts[at - 1], parts[at]]
    return at > 0 && !isList && before !== undefined && own !== undefined && adds.test(own.link) && clause.test(before.item) && clause.test(own.item) // biome-ignore format: short
  }
  return { items: parts.map(({ item }) => item), isJoined }
}

/** The items in their told form, each once. Two conditions that must both hold become one item. */
export function joinBoth(told: readonly string[], isJoined: (at: number) => boolean): readonly string[] {
  const joined: string[] = []
  for (const [at, one] of told.entries()) {
    const before = isJoined(at) ? joined.pop() : undefined
    joined.push(before === undefined ? one : `${before} and ${one}`)
  }
  return [...new Set(joined)]
}
