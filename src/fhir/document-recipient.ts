/** Whom one copy of a document is addressed to: a person, an organisation, or a person of an organisation. */
import type { Address } from '@medplum/fhirtypes'

export type DocumentRecipient = {
  /** As the sender names it to readers: `Dr Anh Nguyen`, `Harbour Hospital`. */
  readonly name: string
  /** The name in parts, as HL7 v2 and CDA write it; absent for an organisation. */
  readonly person?: { readonly prefix?: string; readonly given?: string; readonly family: string }
  /** Where the person works, or the organisation itself. */
  readonly organisation?: string
  /** Medicare provider number: six digits, a location and a check character. */
  readonly providerNumber?: string
  /** 16 digits, beginning 800361. */
  readonly hpii?: string
  /** 16 digits, beginning 800362. */
  readonly hpio?: string
  readonly address?: Pick<Address, 'line' | 'city' | 'state' | 'postalCode' | 'country'>
  readonly phone?: string
  readonly fax?: string
  readonly email?: string
  /** HL7 v2 MSH-5: the application that receives. */
  readonly application?: string
}
