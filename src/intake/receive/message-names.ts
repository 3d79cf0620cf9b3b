/** What a message is found by in the message store: numbers of its patients and of its documents. docs/channels.md#messages. */

import type { MessageIdentifier } from '../../store/messages/message-identifiers.ts'
import type { Clinical } from '../apply/applied.ts'

type Numbered = { readonly system?: string; readonly value?: string }

export function listIdentifiers({ bundle, documents }: Clinical): readonly MessageIdentifier[] {
  const patients = (bundle.entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === 'Patient' ? (resource.identifier ?? []) : [],
  )
  return [
    ...patients.flatMap((identifier) => nameOf('patient', identifier)),
    ...documents.flatMap(({ identifier }) => nameOf('document', identifier)),
  ]
}

const nameOf = (kind: 'patient' | 'document', { system, value }: Numbered): readonly MessageIdentifier[] =>
  value === undefined || value === '' ? [] : [{ kind, value, ...(system === undefined ? {} : { system }) }]
