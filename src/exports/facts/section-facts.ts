/** The sections of a document, each with whose it is where that is not the document's author or patient. R4 composition.html; D142. */
import type {
  Coding,
  Composition,
  CompositionSection,
  Group,
  HumanName,
  Patient,
  Reference,
  RelatedPerson,
  Resource,
} from '@medplum/fhirtypes'
import { displayOfResource } from '../../documents/displays.ts'
import { plainLine } from '../../documents/plain-text.ts'
import { oids } from '../cda/codes.ts'
import type { Located } from '../document-resources.ts'
import { usualName } from '../in-use.ts'
import { type Block, listBlocks } from '../narrative-blocks.ts'
import { readableClinician, readableName } from '../readable-words.ts'
import { type At, type ClinicianFacts, readClinician, relationshipOf } from './people-facts.ts'

/** Whom or what a section is about in place of the patient. */
export type FocusFacts = {
  /** In words: `Rosa QUILLINAN, the patient's mother`. */
  readonly name: string
  /** Somebody who belongs to the patient: CDA has a place for such a person. */
  readonly relative?: Relative
}

export type Relative = {
  readonly name: HumanName
  /** In words: `mother`. */
  readonly relationship: string
  /** Of v3-RoleCode. */
  readonly code?: string
}

export type SectionFacts = {
  readonly title: string
  /** Absent where the section is about somebody else: receivers file by it what they take for the patient's. */
  readonly code?: Coding
  /** The Agency's code of a section that was CDA: NCTIS Data Components. Absent as above. */
  readonly guideCode?: string
  /** They begin with whom the section is about and who wrote it, where that differs from the document. */
  readonly blocks: readonly Block[]
  /** Why the section is empty, in words: R4 list-empty-reason. */
  readonly emptyReason?: string
  /** Where they are not those of what is around the section. */
  readonly authors?: readonly ClinicianFacts[]
  readonly focus?: FocusFacts
  readonly sections: readonly SectionFacts[]
}

/** What a section has from what is around it. */
type Around = { readonly authors: readonly ClinicianFacts[]; readonly focus?: FocusFacts }

export const readSections = (at: At, { section = [] }: Composition): readonly SectionFacts[] =>
  section.map((one) => readSection(at, one, { authors: [] }))

function readSection(at: At, section: CompositionSection, around: Around): SectionFacts {
  const { title, code, text, emptyReason } = section
  const coding = code?.coding?.find((candidate) => candidate.code !== undefined)
  const guideCode = code?.coding?.find(({ system }) => system === `urn:oid:${oids.nctis}`)?.code
  const authors = section.author === undefined ? around.authors : section.author.map((one) => readClinician(at, one))
  const focus = section.focus === undefined ? around.focus : readFocus(at, section.focus)
  const words = listBlocks(text?.div ?? '')
  const reason = emptyReason?.text ?? emptyReason?.coding?.[0]?.display ?? emptyReason?.coding?.[0]?.code
  const about = [...wordsOfAuthors(at, authors, around), ...wordsOfFocus(focus, around)]
  // A section that only holds others leaves it to them to say whose they are.
  const isHolder = words.length === 0 && reason === undefined
  const said: readonly Block[] = words.length > 0 || reason === undefined ? words : [paragraph(plainLine(reason))]
  return {
    title: title ?? code?.text ?? coding?.display ?? '',
    ...(coding === undefined || focus !== undefined ? {} : { code: coding }),
    ...(guideCode === undefined || focus !== undefined ? {} : { guideCode }),
    blocks: about.length === 0 || isHolder ? words : [...about, ...said],
    ...(reason === undefined ? {} : { emptyReason: reason }),
    ...(authors.length === 0 ? {} : { authors }),
    ...(focus === undefined ? {} : { focus }),
    sections: (section.section ?? []).map((inner) => readSection(at, inner, inside(authors, focus))),
  }
}

const inside = (authors: Around['authors'], focus: FocusFacts | undefined): Around => ({
  authors,
  ...(focus === undefined ? {} : { focus }),
})

const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

/** A heading: no page ends between it and what comes next. */
function wordsOfFocus(focus: FocusFacts | undefined, around: Around): readonly Block[] {
  if (focus !== undefined)
    return [{ kind: 'heading', text: `This section is about ${focus.name}, not about the patient.` }]
  return around.focus === undefined ? [] : [{ kind: 'heading', text: 'This section is about the patient.' }]
}

/** Nothing where the same people wrote the whole document. */
function wordsOfAuthors(at: At, authors: readonly ClinicianFacts[], around: Around): readonly Block[] {
  if (authors.length === 0) return []
  const { author = [] } = at.from.resource as Composition
  const all = new Set(author.map((one) => readClinician(at, one).id))
  const isWhole = authors.length === all.size && authors.every(({ id }) => all.has(id))
  if (isWhole && around.authors.length === 0) return []
  const label = authors.length === 1 ? 'Author' : 'Authors'
  return [paragraph(`${label} of this section: ${authors.map(readableClinician).join('; ')}`)]
}

const focusTypes = [
  'Patient',
  'RelatedPerson',
  'Practitioner',
  'PractitionerRole',
  'Organization',
  'Device',
  'Location',
  'Group',
  'Condition',
  'Observation',
  'Procedure',
] as const

/** Undefined for the patient. A focus without a name has an empty one: `checkDocument` refuses it. */
export function readFocus(at: At, reference: Reference): FocusFacts | undefined {
  const located = at.find<Resource>(focusTypes, reference.reference, at.from)
  const resource = located?.resource
  const { subject } = at.from.resource as Composition
  if (resource !== undefined && resource === at.find<Patient>(['Patient'], subject?.reference, at.from)?.resource)
    return undefined
  if (resource?.resourceType === 'RelatedPerson') return readRelative(at, resource)
  const own = located === undefined ? undefined : nameOf(located, at)
  return { name: plainLine(own ?? reference.display ?? '') }
}

function readRelative(at: At, relative: RelatedPerson): FocusFacts {
  const relationship = plainLine(relationshipOf(relative) ?? '')
  const kinship = relationship === '' ? '' : `the patient's ${relationship}`
  const coding = relative.relationship?.[0]?.coding?.find(({ system }) => system === roleCode)?.code
  const name = usualName(relative.name, at.on)
  const facts = { name, relationship, ...(coding === undefined ? {} : { code: coding }) }
  if (relative.name === undefined || relative.name.length === 0) return { name: kinship, relative: facts }
  return { name: [readableName(name), kinship].filter((part) => part !== '').join(', '), relative: facts }
}

const roleCode = 'http://terminology.hl7.org/CodeSystem/v3-RoleCode'

const nameOf = (located: Located, { find }: At): string | undefined =>
  located.resource.resourceType === 'Group'
    ? (located.resource as Group).name
    : displayOfResource(located.resource, (target) => find<Resource>(focusTypes, target, located)?.resource)
