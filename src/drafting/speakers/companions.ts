/** Signs that the other voice is a companion who speaks of the patient, where nobody says so. D522. */

/** The clinician calls the companion by what they are to the patient: "Mum can jump in". */
const isCalled =
  /(?<!\b(?:your|my|his|her|the|our|their|an?)(?: \w+)? )\b(?:Mum|Mom|Dad|Nan|Nanna|Grandma|Grandpa)\b(?!['\u2019]s\b)/

/** A sentence whose subject is the patient, if the talk has nobody else. */
const tellsOfThird =
  /(?:^|[.!?] )(?:(?:and|but|so|yes|yeah|no|well|look|oh|it's that|because|cause),? )*(?:he|she)(?:\b|['\u2019])/i

const fewestTurns = 3

type Turn = { readonly speaker: string; readonly text: string }

/** Enough turns of the other voice tell of one and the same third person. */
export function isCompanionKnown(turns: readonly Turn[]): boolean {
  if (turns.some(({ speaker, text }) => speaker === 'clinician' && isCalled.test(text))) return true
  const told = turns.filter(({ speaker, text }) => speaker === 'other' && tellsOfThird.test(text))
  const isOf = (pronoun: RegExp): boolean => told.every(({ text }) => !pronoun.test(text))
  return told.length >= fewestTurns && (isOf(/\b(?:he|him|his)\b/i) || isOf(/\b(?:she|her|hers)\b/i))
}

/** "Any falls?" asks about the patient, whoever answers. */
const asksNobody =
  /(?:^|[.!?] )(?:(?:and|okay|ok|so|right|now|good|all right),? )*(?:(?:any|no|ever any)\b|(?=(?:[a-z-]+,? ){0,3}[a-z-]+\?))(?!.*\b(?:family|relatives?|relations?|anyone|anybody|siblings|brothers?|sisters?|parents|other (?:kids|children)|you|your|he|she|i|we|that|alright|right|ready|okay|ok|sure|yes|no|mum|dad)\b)[^.?!]*\?/i
const mostBehind = 12

/** The clinician's last question is one after the patient's own matters that names no person; a few words may stand behind it. */
export function asksOfPatient(text: string): boolean {
  const at = text.lastIndexOf('?')
  const behind = text.slice(at + 1)
  const last =
    text
      .slice(0, at)
      .split(/(?<=[.!?]) /)
      .at(-1) ?? ''
  return at >= 0 && behind.split(/\s+/).length <= mostBehind && asksNobody.test(`${last}?`)
}

/** "That's me but", "had my hip done": the companion's own; "had a caesar with him" has no subject, and may be either's. */
const ofCompanion =
  /\b(?:(?:that(?:'s| is| was)|it(?:'s| is)) (?:me|mine)|me|myself|mine|my (?!(?:mum|mom|dad|husband|wife|partner|son|daughter|boy|girl|father|mother)\b))\b/i
const withoutSubject =
  /^\s*(?:(?:yes|yeah|yep|no|um|oh|well|and|just),? )*(?:had|have|got|was|were|been|did|took|take|went)\b/i

/** True if a sentence of the turn answers for the patient, though it names nobody. */
export const answersFor = (turn: string, sentence: string): boolean => !ofCompanion.test(turn) && !withoutSubject.test(sentence) // biome-ignore format: one row

/** "Had a caesar with him": what the mother had. */
export const isOfMother = (sentence: string): boolean => /^\s*(?:(?:yes|yeah|no|i),? )*had\b.*\b(?:with|having) (?:him|her|them)\b/i.test(sentence) // biome-ignore format: one row
