/** The writers of a document by name: its authors, and its custodian. R4 composition.html. */
import type { Composition, HumanName, Organization, Practitioner, PractitionerRole } from '@medplum/fhirtypes'
import { findLocal } from '../../../fhir/reference.ts'
import { wholeAddress } from '../../../store/hub-resources.ts'
import { readResourceAs } from '../../../store/resources/content.ts'
import type { Tx } from '../../../store/transaction.ts'

type Writer = Practitioner | PractitionerRole | Organization

/** Leaves out writers without a name. */
export async function readWriters(tx: Tx, composition: Composition | undefined): Promise<readonly string[]> {
  const { author = [], custodian } = composition ?? {}
  const names = []
  for (const { reference } of [...author, ...(custodian === undefined ? [] : [custodian])])
    names.push(await readName(tx, reference))
  return names.flatMap((name) => (name === undefined || name === '' ? [] : [name]))
}

async function readName(tx: Tx, reference: string | undefined): Promise<string | undefined> {
  const target = findLocal(tx.tenant.addresses, reference)
  const stored = target && (await tx.find(wholeAddress(target.type, target.id)))
  if (stored === undefined) return undefined
  const writer = readResourceAs<Writer>(stored)
  if (writer.resourceType === 'PractitionerRole') return readName(tx, writer.practitioner?.reference)
  if (writer.resourceType === 'Organization') return writer.name
  return writer.resourceType === 'Practitioner' ? nameOf(writer.name ?? []) : undefined
}

function nameOf(names: readonly HumanName[]): string | undefined {
  const name = names.find(({ use }) => use === 'official') ?? names[0]
  const parts = [...(name?.prefix ?? []), ...(name?.given ?? []), name?.family ?? '']
  return name?.text ?? parts.filter((part) => part !== '').join(' ')
}
