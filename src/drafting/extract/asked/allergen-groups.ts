/** Names of one allergen: what patients call sulfur is the sulfa antibiotics, if they say both. D431. */
import type { Candidate, Quote } from '../candidates.ts'

const groups: readonly RegExp[] = [
  /^(?:sulfa|sulpha|sulfur|sulphur|sulfonamides?|sulphonamides?|sulfa (?:drugs?|tablets?|antibiotics?))$/i,
  /^(?:co-?amoxiclav|augmentin)$/i,
  /^(?:keflex|cefalexin|cephalexin)$/i,
  /^(?:bactrim|septrin|co-?trimoxazole)$/i,
  /^(?:plasters?|band-?aids?|elastoplast|sticking plasters?)$/i,
]
const groupOf = (name: string): number => groups.findIndex((group) => group.test(name))

export const isSameAllergen = (one: string, other: string): boolean => {
  const [a, b] = [one.toLowerCase().replace(/s$/, ''), other.toLowerCase().replace(/s$/, '')]
  return a === b || (groupOf(one) >= 0 && groupOf(one) === groupOf(other))
}

const nameOf = ({ claims }: Candidate): string => claims[0]?.concept ?? ''

/** The clinician says the name over. */
const isEcho = ({ sentence, role }: Quote): boolean => role === 'statement' && sentence.segment.speaker === 'clinician'

/** One line for each allergen: that with a reaction, or with the name that is told more exactly ("sulfur, the sulfa"). */
export function joinSame(all: readonly Candidate[]): readonly Candidate[] {
  const isPresent = ({ claims }: Candidate): boolean => claims[0]?.polarity === 'present'
  const better = (one: Candidate, other: Candidate): boolean => {
    const [a, b] = [one, other].map(({ text, quotes }) => Number(text.includes(':')) * 2 + Number(/sul(?:f|ph)a/i.test(text)) + Number(quotes.some(isEcho)) / 2) // biome-ignore format: short
    return (a ?? 0) > (b ?? 0) || (a === b && all.indexOf(one) < all.indexOf(other))
  }
  return all.filter((own) => !isPresent(own) || !all.some((other) => other !== own && isPresent(other) && isSameAllergen(nameOf(own), nameOf(other)) && better(other, own))) // biome-ignore format: short
}
