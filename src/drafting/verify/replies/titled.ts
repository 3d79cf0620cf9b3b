/** A reply in quotes under the matter of its question: `Mood: "Flat, mostly".` The title has each word of the question that means something, and no other. D521. */

/** Words that only ask. Anything else in the question has to stand in the title. */
const onlyAsks =
  /^(?:and|or|who|live|lives|how|what|about|the|your|you|are|is|has|have|been|would|do|describe|with|like|any|anything|else|other|now|then|ok|okay|so|right|well|at|moment|lately|recently|these|days|in|all|this|it|going|things)$/

/** "Sleeping" asks after sleep, "concentrating" after concentration. */
const stemOf = (word: string): string => word.toLowerCase().replace(/^concentrat\w+$/, 'concentrat').replace(/^sleep\w*$/, 'sleep').replace(/^moods$/, 'mood') // biome-ignore format: short

const wordsOf = (text: string): readonly string[] => (text.toLowerCase().match(/[a-z']+/g) ?? []).map(stemOf)

export function isTitleOf(title: string, question: string): boolean {
  const asked = wordsOf(question.replaceAll(/(?<=\w)'s\b/g, '')).filter((word) => !onlyAsks.test(word))
  const named = wordsOf(title)
  return named.length > 0 && asked.every((word) => named.includes(word)) && named.every((word) => asked.includes(word))
}
