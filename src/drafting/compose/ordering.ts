/** Orders the statements of a section: the presenting complaint first, then as a clinician asks, decides and acts. */
import {
  type Claim,
  type ClaimKind,
  isWordsAlone,
  listDrawn,
  type NoteTemplate,
  placedAs,
  placingClaim,
  type TemplateSection,
} from '../../core/clinical-note.ts'
import type { Candidate } from '../extract/candidates.ts'
import { isFunction, type Pack } from './packing.ts'

/** Kinds that share one subject of a note: their statements stand together. */
const subjects: Partial<Record<ClaimKind, ClaimKind>> = { symptom: 'complaint', 'safety-net': 'plan' }

const claimsOf = (pack: Pack): readonly Claim[] => pack.flatMap(({ claims }) => claims)
const isWords = (pack: Pack): boolean => claimsOf(pack).every(isWordsAlone)
const isQuote = ([{ text }]: Pack): boolean => /^(?:Also said|Reports):/.test(text)
const has = (pack: Pack, is: (claim: Claim) => boolean): boolean => claimsOf(pack).some(is)
const isMedicine = ([{ quotes }]: Pack): boolean =>
  quotes.some(({ sentence }) => sentence.terms.some(({ kind }) => kind === 'medicine'))

/** The order of packs within a subject, from first to last. */
// biome-ignore format: one row a line
const order: Partial<Record<ClaimKind, readonly ((pack: Pack) => boolean)[]>> = {
  complaint: [
    (pack) => !isWords(pack) && claimsOf(pack)[0]?.polarity === 'present' && !isFunction(pack[0]),
    (pack) => !isQuote(pack) && claimsOf(pack)[0]?.polarity === 'present' && !isFunction(pack[0]),
    (pack) => isQuote(pack),
    (pack) => claimsOf(pack)[0]?.polarity === 'absent',
  ],
  plan: [
    (pack) => !isQuote(pack) && !has(pack, ({ kind }) => kind === 'safety-net') && (has(pack, ({ change }) => change !== undefined) || isMedicine(pack)),
    (pack) => has(pack, ({ kind, concept }) => kind === 'request' && concept.startsWith('test')),
    (pack) => has(pack, ({ kind }) => kind === 'request'),
    (pack) => !isQuote(pack) && !has(pack, ({ kind }) => kind === 'safety-net' || kind === 'follow-up'),
    (pack) => has(pack, ({ kind }) => kind === 'follow-up'),
    (pack) => has(pack, ({ kind }) => kind === 'safety-net'),
  ],
}

/** The place of a pack within its subject: first the leading complaint, then the rows of the table, then the rest. In a subject without rows, positive comes before negative. */
function placeWithin(subject: ClaimKind, pack: Pack, leading: Candidate | undefined): number {
  const rows = order[subject]
  if (rows === undefined) return claimsOf(pack)[0]?.polarity === 'absent' ? 1 : 0
  if (pack[0] === leading) return -1
  const at = rows.findIndex((is) => is(pack))
  return at < 0 ? rows.length : at
}

/** True if the section shows the pack. */
export type Draws = (section: TemplateSection, candidate: Candidate) => boolean

type OrderInput = {
  readonly template: NoteTemplate
  readonly leading: Candidate | undefined
  readonly draws: Draws
}

/** The time of the first quote, in milliseconds from the start. Statements from the record come first. */
const timeOf = ({ quotes }: Candidate): number =>
  quotes.length === 0 ? -1 : Math.min(...quotes.map(({ sentence }) => sentence.segment.startMs))

/** Orders the packs of a section by their subjects, or else by time alone. */
export function orderPacks(
  packs: readonly Pack[],
  section: TemplateSection,
  { template, leading, draws }: OrderInput,
): readonly Pack[] {
  const kinds = listDrawn(section)
  const subjectOf = ([{ claims }]: Pack): ClaimKind => {
    const lead = placingClaim(template.sections, claims)
    const kind = lead === undefined ? 'symptom' : placedAs(template.sections, lead)
    const subject = subjects[kind]
    return subject !== undefined && kinds.includes(subject) ? subject : kind
  }
  const place = (pack: Pack): number => {
    const subject = subjectOf(pack)
    return kinds.indexOf(subject) * 20 + placeWithin(subject, pack, leading)
  }
  const byKind = (a: Pack, b: Pack) => place(a) - place(b) || a[0].at - b[0].at
  const byTime = (a: Pack, b: Pack) => timeOf(a[0]) - timeOf(b[0]) || a[0].at - b[0].at
  return packs.filter((pack) => draws(section, pack[0])).toSorted(section.order === 'time' ? byTime : byKind)
}
