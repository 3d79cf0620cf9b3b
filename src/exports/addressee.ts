/** Whom a copy is addressed to, as a letter shows it; with salutation and closing if the document is a letter. D137. */
import { plainLine } from '../documents/plain-text.ts'
import type { DocumentRecipient } from '../documents/recipient.ts'
import type { ExportInput } from './export-input.ts'
import { letterKindOf } from './letter-types.ts'
import { addressLines, inGroups, shortened } from './readable-words.ts'

export type Addressee = {
  /** Name, organisation and address, as on an envelope. */
  readonly lines: readonly string[]
  /** Telephones and numbers of the recipient: `Fax 08 7010 0201`, `Provider no. 2122661L`. */
  readonly details: readonly string[]
}

export type LetterWords = { readonly salutation: string; readonly closing: string }

export function buildAddressee({ recipient }: ExportInput): Addressee | undefined {
  if (recipient === undefined) return undefined
  const { name, organisation = '', address, phone, fax, email, providerNumber, hpii, hpio } = recipient
  const lines = [
    name,
    organisation === name ? '' : organisation,
    ...(address === undefined ? [] : addressLines(address)),
  ]
  return {
    lines: readable(lines),
    details: readable([
      labelled('Phone', phone),
      labelled('Fax', fax),
      labelled('E-mail', email),
      labelled('Provider no.', providerNumber),
      labelled('HPI-I', hpii === undefined ? undefined : inGroups(hpii)),
      labelled('HPI-O', hpio === undefined ? undefined : inGroups(hpio)),
    ]),
  }
}

const labelled = (label: string, value = ''): string => (plainLine(value) === '' ? '' : `${label} ${value}`)

const readable = (lines: readonly string[]): readonly string[] =>
  lines
    .map(plainLine)
    .filter((line) => line !== '')
    .map(shortened)

/** Undefined for a document that is no letter, and for a copy that is addressed to nobody. */
export function buildLetterWords({ recipient, recipientClass }: ExportInput, loinc: string): LetterWords | undefined {
  if (recipient === undefined || letterKindOf(loinc) === undefined) return undefined
  const name = nameInSalutation(recipient, recipientClass)
  return name === undefined
    ? { salutation: 'Dear Colleague', closing: 'Yours faithfully' }
    : { salutation: `Dear ${name}`, closing: 'Yours sincerely' }
}

/** `Dr Nguyen`; `Anh Nguyen` if nobody told a title. An organisation has no name to greet. */
function nameInSalutation({ name, person }: DocumentRecipient, recipientClass = ''): string | undefined {
  if (person === undefined) return recipientClass === 'patient' || recipientClass === 'carer' ? one(name) : undefined
  const { prefix = '', given = '', family } = person
  return one(plainLine(prefix) === '' ? `${given} ${family}` : `${prefix} ${family}`)
}

const one = (name: string): string | undefined => shortened(plainLine(name)) || undefined
