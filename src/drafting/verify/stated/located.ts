/**
 * A finding behind its part: "Right hand: no swelling." The finding is judged alone, and the part by the examiner's words before it: they name it, and no
 * other part and no other side between it and the finding. D566.
 */
import type { Statement } from '../../../core/clinical-note.ts'
import type { Talk } from '../context/around.ts'
import { bare } from '../wording.ts'
import { stemOf, tokensOf } from '../words.ts'

const titled = /^([A-Z][a-z-]*(?:,? [a-z-]+){0,7}): (.+)$/s
/** Parts of the body, by which an examiner says where the hand, the eye or the light is. */
const part =
  /^(?:head|scalp|face|forehead|temples?|eyebrows?|cheeks?|jaw|chin|lips?|mouth|tongue|gums?|palate|uvula|throat|tonsils?|nose|nostrils?|eyes?|(?:eye)?lids?|cornea|ears?|(?:ear)?drums?|canals?|mastoid|neck|thyroid|chest|lungs?|heart|shoulders?|blades?|collarbones?|armpits?|arms?|forearms?|elbows?|wrists?|hands?|palms?|knuckles?|fingers?|fingertips?|thumbs?|(?:toe|thumb)?nails?|breasts?|nipples?|ribs?|breastbone|spine|loins?|flanks?|tummy|belly|abdomen|groins?|hips?|buttocks?|bottom|thighs?|knees?|kneecaps?|shins?|calf|calves|legs?|ankles?|heels?|feet|foot|soles?|toes?|stump|rectum|anus|prostate|scrotum|testicles?|testes|penis|foreskin|vulva|vagina|labia|cervix|womb|uterus|ovary|ovaries|fontanelle|achilles|liver|spleen|kidneys?|bladder|back)$/
const side = /^(?:left|right|both)$/
const light = /^(?:the|a|an|of|on|in|at|is|are|it|there|and|to|your|his|her|has|have|no|not|just|bit|little|[,.;:?!])$/

export type Located = { readonly place: string; readonly told: Statement }

const stemsOf = (text: string): readonly string[] => tokensOf(text.toLowerCase()).filter((token) => !light.test(token)).map(stemOf) // biome-ignore format: short

/** The finding without its part; undefined if no part of the body stands before it. */
export function readLocated(statement: Statement): Located | undefined {
  const [, place = '', told = ''] = titled.exec(bare(statement.text)) ?? []
  if (statement.claims.length === 0 || statement.claims.some(({ kind }) => kind !== 'finding')) return undefined
  if (!tokensOf(place.toLowerCase()).some((token) => part.test(token))) return undefined
  const lead = `${place.toLowerCase()}: `
  const claims = statement.claims.map(({ side: own, ...claim }) => ({
    ...claim,
    display: claim.display.toLowerCase().startsWith(lead) ? claim.display.slice(lead.length) : claim.display,
    ...(own !== undefined && new RegExp(`\\b${own}\\b`, 'i').test(told) ? { side: own } : {}),
  }))
  return { place, told: { ...statement, text: `${told.charAt(0).toUpperCase()}${told.slice(1)}.`, claims } }
}

/** The examiner's words from the first cited one to the last. */
function wordsOf({ evidence }: Statement, talks: ReadonlyMap<string, Talk>): readonly string[] {
  const spans = evidence.flatMap((item) => (item.kind === 'segment' ? [item] : []))
  const talk = talks.get(spans[0]?.transcriptId ?? '')
  if (talk === undefined) return []
  const placed = spans.map((item) => ({ ...item, at: talk.places.get(item.segmentId) ?? -1 })).toSorted((a, b) => a.at - b.at || a.start - b.start) // biome-ignore format: short
  const [first, last] = [placed[0], placed.at(-1)]
  if (first === undefined || last === undefined || first.at < 0) return []
  return talk.segments.slice(first.at, last.at + 1).flatMap(({ speaker, text }, index) => {
    const at = first.at + index
    const own = text.slice(at === first.at ? first.start : 0, at === last.at ? last.end : undefined)
    // "Good ear first. Right. Canal's narrow.": the word opens a sentence.
    const said = own
      .toLowerCase()
      .replaceAll(/['’]s\b/g, ' is')
      .replaceAll(/(?<=^|[.!?] )right[.,!] /g, '')
    return speaker === 'clinician' ? tokensOf(said) : []
  })
}

const most = 12

/** The ends of the stretches that have all the words, with no other part among them. */
function endsOf(words: readonly string[], stems: readonly string[]): readonly number[] {
  const reach = stems.length * 2 + 3
  return words.flatMap((word, from) => {
    if (!stems.includes(stemOf(word))) return []
    const end = words.slice(from, from + reach).findIndex((_, to) => stems.every((stem) => words.slice(from, from + to + 1).some((one) => stemOf(one) === stem))) // biome-ignore format: short
    const inside = words.slice(from, from + end + 1)
    return end < 0 || inside.some((one) => (part.test(one) || side.test(one)) && !stems.includes(stemOf(one))) ? [] : [from + end] // biome-ignore format: short
  })
}

/** True if the examiner names the part before the finding, and comes to no other one in between. */
export function isPartHeld({ place, told }: Located, statement: Statement, talks: ReadonlyMap<string, Talk>): boolean {
  const words = wordsOf(statement, talks)
  const [named, found] = [stemsOf(place), stemsOf(told.text)]
  const isOther = (word: string): boolean => (part.test(word) || side.test(word)) && !named.includes(stemOf(word)) && !found.includes(stemOf(word)) // biome-ignore format: short
  const isSided = statement.claims.every(({ side: own }) => own === undefined || new RegExp(`\\b${own}\\b`, 'i').test(statement.text)) // biome-ignore format: short
  if (!isSided || named.length === 0 || found.length === 0) return false
  return endsOf(words, named).some(
    (end) =>
    words.some(
      (word, at) => at > end && stemOf(word) === found[0] && !words.slice(end + 1, at).some(isOther) && found.every((stem) => words.slice(Math.max(0, at - most), at + found.length * 2 + most).some((one) => stemOf(one) === stem)),
    ), // biome-ignore format: short
  )
}
