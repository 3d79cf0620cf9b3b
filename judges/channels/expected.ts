/** What a released document says, read by a FHIR client and from exports: what an engine reads of its message has to agree. */
import { createHash } from 'node:crypto'
import type { Artifact, NewExport } from '../../client/hub-types.ts'
import { waitFor } from '../../test/patience.ts'
import type { Received } from './engine.ts'
import { type Practice, recipient } from './practice.ts'

export type Expected = Pick<Received, 'patients' | 'family' | 'documentId' | 'page'> & {
  readonly documentCode: string
  /** Sections with content of their own: each becomes an OBX. */
  readonly sections: number
}

type Section = { readonly section?: readonly Section[]; readonly text?: unknown; readonly emptyReason?: unknown }
type Composition = {
  readonly resourceType: 'Composition'
  readonly type: { readonly coding: readonly { readonly code: string }[] }
  readonly section: readonly Section[]
}
type Bundle = { readonly entry: readonly { readonly resource: Composition | { readonly resourceType: 'Other' } }[] }
type Patient = {
  readonly identifier: readonly { readonly value: string }[]
  readonly name: readonly { readonly family: string }[]
}

export async function readExpected(practice: Practice, { id, documentId = '' }: Artifact): Promise<Expected> {
  const { clinician, patientId } = practice
  const patient = await clinician.fhir<Patient>('GET', `/Patient/${patientId}`)
  const bundle: Bundle = JSON.parse(Buffer.from(await exportAs(practice, id, { format: 'bundle' })).toString())
  const composition = bundle.entry.map(({ resource }) => resource).find((one) => one.resourceType === 'Composition')
  if (composition === undefined) throw new Error('the document has no Composition')
  // ADRM 000008.2.4.1.1: the page within a message is PDF/A-1b.
  const page = await exportAs(practice, id, { format: 'pdf', preset: 'archive-1b', recipient: withoutKind })
  return {
    ...{ documentId, page: createHash('sha256').update(page).digest('hex') },
    patients: patient.identifier.map(({ value }) => value.replaceAll(' ', '')).sort(),
    family: patient.name[0]?.family ?? '',
    documentCode: composition.type.coding[0]?.code ?? '',
    sections: countSections(composition.section),
  }
}

const { kind: _kind, ...withoutKind } = recipient

const countSections = (sections: readonly Section[]): number =>
  sections.reduce((sum, { section = [], text }) => {
    const isFrame = section.length > 0 && text === undefined
    return sum + (isFrame ? 0 : 1) + countSections(section)
  }, 0)

async function exportAs({ clinician }: Practice, artifactId: string, body: NewExport): Promise<Uint8Array> {
  const { id } = await clinician.call('POST', `/v1/artifacts/${artifactId}/exports`, { body })
  await waitFor(
    () => clinician.call('GET', `/v1/exports/${id}`),
    ({ state }) => {
      if (state === 'failed') throw new Error(`the export failed: ${body.format}`)
      return state === 'built'
    },
  )
  return clinician.call('GET', `/v1/exports/${id}/content`)
}
