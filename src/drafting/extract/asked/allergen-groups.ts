/** Names of one allergen: what patients call sulfur is the sulfa antibiotics, if they say both. D431. */
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
