/** Looks up the facts that the non-FHIR formats need in a document Bundle, once. R4 documents.html; AU Base 6.0.0 identifiers. */
import type { Bundle, Composition, CompositionAttester, Encounter } from '@medplum/fhirtypes'
import { codeSystems } from '../documents/code-systems.ts'
import { openDocument } from './document-resources.ts'
import {
  type At,
  type ClinicianFacts,
  type OrganizationFacts,
  type PatientFacts,
  readClinician,
  readOrganization,
  readPatient,
} from './facts/people-facts.ts'
import { readSections, type SectionFacts } from './facts/section-facts.ts'

/** Who vouched for the document besides the first legal attester. R4 composition-attestation-mode. */
export type AttesterFacts = {
  readonly mode: 'personal' | 'professional' | 'legal' | 'official'
  readonly at?: string
  readonly by?: ClinicianFacts
}

export type DocumentFacts = {
  readonly title: string
  /** Its code, LOINC's where it has one, the code's name, and the sender's name for such a document. */
  readonly type: {
    readonly code: string
    /** Of the code; absent where the document does not say it. */
    readonly system?: string
    readonly display: string
    readonly name: string
  }
  readonly status: Composition['status']
  readonly authoredAt: string
  readonly approvedAt?: string
  /** Identity of the first edition, which all editions share. */
  readonly setId?: string
  /** 1 for the first edition, one more for each amendment. */
  readonly edition: number
  /** Document identity of the edition before. */
  readonly replaces?: string
  readonly patient: PatientFacts
  readonly author: ClinicianFacts
  readonly furtherAuthors: readonly ClinicianFacts[]
  /** The author, if no legal attester is named. */
  readonly approver: ClinicianFacts
  readonly isApproved: boolean
  readonly furtherAttesters: readonly AttesterFacts[]
  readonly custodian: OrganizationFacts
  readonly encounter: Encounter | undefined
  readonly sections: readonly SectionFacts[]
}

export function readDocumentFacts(bundle: Bundle): DocumentFacts {
  const opened = openDocument(bundle)
  if (opened === undefined) throw new TypeError('a document begins with its Composition')
  const { resource: composition } = opened.composition
  const at = { find: opened.find, from: opened.composition, on: composition.date }
  const [author = readClinician(at, undefined), ...furtherAuthors] = listAuthors(at, composition)
  const attester = composition.attester?.find(({ mode }) => mode === 'legal')
  const replaced = (composition.relatesTo ?? []).filter(({ code }) => code === 'replaces')
  const replaces = replaced[0]?.targetIdentifier?.value
  const setId = composition.identifier?.value
  return {
    title: composition.title,
    type: readType(composition),
    status: composition.status,
    authoredAt: composition.date,
    ...(attester?.time === undefined ? {} : { approvedAt: attester.time }),
    edition: replaced.length + 1,
    ...(setId === undefined ? {} : { setId: setId.replace(/^urn:uuid:/, '') }),
    ...(replaces === undefined ? {} : { replaces: replaces.replace(/^urn:uuid:/, '') }),
    patient: readPatient(at, composition.subject),
    author,
    furtherAuthors,
    approver: attester?.party === undefined ? author : readClinician(at, attester.party),
    isApproved: attester !== undefined,
    furtherAttesters: (composition.attester ?? [])
      .filter((one) => one !== attester)
      .map((one) => readAttester(at, one)),
    custodian: readOrganization(at, composition.custodian),
    encounter: at.find<Encounter>(['Encounter'], composition.encounter?.reference, at.from)?.resource,
    sections: readSections(at, composition),
  }
}

/** Each of them once. */
function listAuthors(at: At, { author = [] }: Composition): readonly ClinicianFacts[] {
  const authors = author.map((one) => readClinician(at, one))
  return authors.filter(({ id }, index) => authors.findIndex((one) => one.id === id) === index)
}

function readAttester(at: At, { mode, time, party }: CompositionAttester): AttesterFacts {
  return {
    mode,
    ...(time === undefined ? {} : { at: time }),
    ...(party === undefined ? {} : { by: readClinician(at, party) }),
  }
}

/** The LOINC code, or the first one. */
function readType({ type, title }: Composition): DocumentFacts['type'] {
  const coded = type.coding?.filter(({ code = '' }) => code.trim() !== '')
  const coding = coded?.find(({ system }) => system === codeSystems.loinc) ?? coded?.[0]
  const name = type.text ?? coding?.display ?? title
  const system = coding?.system === undefined ? {} : { system: coding.system }
  return { code: coding?.code ?? '', ...system, display: coding?.display ?? name, name }
}
