/** Words of somebody who speaks for the patient, by the verifier's own reading. D320. */
import type { Segment } from '../../../core/clinical-note.ts'
import { ownRelatives } from '../tables.ts'
import { ofNeighbour } from './neighbours.ts'

const kin = 'mum|mom|mother|dad|father|wife|husband|partner|daughter|son|sister|brother|aunt|uncle|nan|gran|grandma|grandad|grandmother|grandfather|baby|toddler|child|boy|girl' // biome-ignore format: short
const aboutKin = new RegExp(`\\b(?:(?:about|for|with|it's|brought) my|your) (?:little )?(${kin})\\b`, 'gi')
const children = ['son', 'daughter', 'baby', 'toddler', 'child', 'boy', 'girl']
/** Somebody tells whose words these are, or the clinician asks about a third person. */
const relates = new RegExp(
  `\\bi(?:'m| am) (?:[a-z]+, (?=(?:the|his|her) ))?(?:his|her|the|[a-z]+'s) [a-z]+|\\b(?:it's|this is) [a-z]+'s (?:${kin}|carer)\\b|\\b(?:about|for|with) (?:my|your) |\\byour (?:little )?(?:${kin})\\b|\\b(?:is|has|does|did|was) (?:he|she)\\b|\\b(?:with|about) (?:him|her)\\b|\\bhow's (?:he|she)\\b|\\bmy (?:${kin}|carer) (?:is here|came|says|is with)|\\binterpret`,
  'i',
)
/** "Eighty-two, Mum.": the speaker talks to the patient. */
const addressed =
  /^(?:mum|mom|dad|nan|gran|grandma|grandad),|(?<!\b(?:yes|yeah|yep|yup|hi|hello|just|only|um|no)), (?:mum|mom|dad|nan|gran|grandma|grandad)[.?!]/i
/** What the speaker has or does, beside what the speaker sees, gives and thinks. */
const ofSpeaker =
  /\bI(?:'ve|'m| am| have| had| was| get| got| feel| take| suffer)? ?(?:also |just |only )?(?:have|had|got|get|feel|am|was|a |the |it|that|been (?!giv|watch|look|check|worr)|on |suffer|smoke|vape|drink|take(?! (?:him|her)))|\bme too\b|\bus too\b|\bwe (?:all|both)\b/i

/** A parent whom the clinician calls so, or a voice that goes on about one "he" or one "she". D522. */
const isBeside = (segments: readonly Segment[]): boolean =>
  segments.some(({ speaker, text }) => speaker === 'clinician' && /(?:^|[^a-z] |\b(?:hi|hello|and|so|thanks|okay|maybe|if) )(?:Mum|Mom|Dad|Nan|Grandma|Grandpa)\b(?!')/.test(text)) ||
  [/\bshe\b/i, /\bhe\b/i].some((third) => segments.filter(({ speaker, text }) => speaker === 'other' && third.test(text)).length > 2) // biome-ignore format: one row a sign

export type ToldFor = (
  segment: Segment,
  quoted: string,
) => { readonly speaker: Segment['speaker']; readonly text: string }

/** How each quote of the talk is read: in a talk without a companion, as it stands. */
export function openToldFor(segments: readonly Segment[], isChilds: boolean): ToldFor {
  const asIs: ToldFor = ({ speaker }, text) => ({ speaker, text })
  const others = segments.filter(({ speaker }) => speaker === 'other')
  if (others.length === 0 && !isChilds) return asIs
  if (
    others.length > 0 &&
    !segments.some(({ text }) => relates.test(text)) &&
    !others.some(({ text }) => addressed.test(text)) &&
    !isBeside(segments)
  )
    return asIs
  const isAlone = !segments.some(({ speaker, text }) => speaker === 'patient' && /[a-z]/i.test(text))
  const isInterpreted = isAlone && segments.some(({ text }) => /\binterpret/i.test(text))
  const patients = new Set([...(isChilds ? children : []), ...listCalled(others), ...(isAlone ? segments.flatMap(({ text }) => [...text.matchAll(aboutKin)].map(([, name = '']) => name.toLowerCase())).slice(0, 1) : [])]) // biome-ignore format: short
  return (segment, text) => {
    // "Has she had a fever?" asks about the patient, for whom somebody else answers.
    if (segment.speaker === 'clinician' && isAlone) return { speaker: 'clinician', text: inOwnPerson(text, new Set()) }
    const isChild = isChilds && segment.speaker === 'patient'
    if (segment.speaker !== 'other' && !isChild) return asIs(segment, text)
    if (!isInterpreted && ofSpeaker.test(text)) return isChild ? asIs(segment, text) : { speaker: 'other', text }
    if (namesAnother(text, patients)) return asIs(segment, text)
    // "No falls. That's Ron next door, he had the fall.": from the name on it is somebody else.
    const from = text.search(ofNeighbour)
    const end = from < 0 ? text.length : from
    return { speaker: 'patient', text: `${inOwnPerson(text.slice(0, end), patients)}${text.slice(end)}` }
  }
}

/** A daughter calls the patient "mum". */
const listCalled = (others: readonly Segment[]): readonly string[] =>
  others.some(({ text }) => addressed.test(text) || /\bI(?:'m| am) (?:his|her|the) (?:daughter|son)\b/i.test(text)) ? ['mum', 'mother', 'dad', 'father'] : [] // biome-ignore format: short

/** "My sister has it", "her brother, he's had it since last week": a relative, and not the one who is the patient. */
const namesAnother = (text: string, patients: ReadonlySet<string>): boolean =>
  [...text.matchAll(/\b(?:my|our|the|his|her) (?:[a-z]+ )?([a-z]+)/gi)].some(([, name = '']) => ownRelatives.get(name.toLowerCase()) !== undefined && !patients.has(name.toLowerCase())) // biome-ignore format: short

/** As long as before, so that offsets stay. */
const inOwnPerson = (text: string, patients: ReadonlySet<string>): string =>
  [...patients]
    .reduce((told, name) => told.replaceAll(new RegExp(`\\b(?:(?:my|our) )?(?:little )?${name}\\b(?:'s)?`, 'gi'), as('I')), text)
    .replaceAll(/\b(?:he|she)(?:'s)?\b/gi, as('I'))
    .replaceAll(/\b(?:his|her)\b/gi, as('my'))
    .replaceAll(/\bhim\b/gi, as('me')) // biome-ignore format: short
const as = (own: string) => (whole: string) => own.padEnd(whole.length)

/** The whole talk as it is read; every offset stays. */
export const tellWhole = (segments: readonly Segment[], toldFor: ToldFor | undefined): readonly Segment[] =>
  toldFor === undefined ? segments : segments.map((segment) => ({ ...segment, ...toldFor(segment, segment.text) }))
