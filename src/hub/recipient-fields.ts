/** The members of a recipient: of a channel, a share, a dispatch, an export and a file for `banksia convert`. D139; docs/channels.md. */
import { z } from 'zod'
import { isIdentifier, isProviderNumber } from '../profiles/identifiers.ts'
import { line } from './fields.ts'

/** Each of its values is printed in one line of a letter, a message or a label. */
const oneLine = (maxCharacters: number) => line(maxCharacters).regex(/^[^\t\n\r]*$/)

/** 16 digits with a prefix, and a check digit by ISO/IEC 7812-1. AU Base 6.0.0. */
const healthcareIdentifier = (kind: 'hpii' | 'hpio', pattern: RegExp) =>
  z
    .string()
    .regex(pattern)
    .refine((value) => isIdentifier(kind, value), 'has a wrong check digit')

const person = z.strictObject({
  prefix: oneLine(50).exactOptional(),
  given: oneLine(100).exactOptional(),
  family: oneLine(100),
})

const address = z.strictObject({
  line: z.array(oneLine(200)).min(1).max(4).exactOptional(),
  city: oneLine(100).exactOptional(),
  state: oneLine(50).exactOptional(),
  postalCode: oneLine(20).exactOptional(),
  country: oneLine(60).exactOptional(),
})

/** Members of `DocumentRecipient` beside the name. */
export const recipientDetails = {
  person: person.exactOptional(),
  organisation: oneLine(200).exactOptional(),
  providerNumber: z
    .string()
    .regex(/^\d{6}[0-9A-HJ-NP-RT-Y][A-Z]$/)
    .refine(isProviderNumber, 'has a wrong check character')
    .exactOptional(),
  hpii: healthcareIdentifier('hpii', /^800361\d{10}$/).exactOptional(),
  hpio: healthcareIdentifier('hpio', /^800362\d{10}$/).exactOptional(),
  address: address.exactOptional(),
  phone: oneLine(50).exactOptional(),
  fax: z
    .string()
    .regex(/^[+(0-9][0-9 ()-]{2,29}$/)
    .exactOptional(),
  email: z
    .string()
    .max(254)
    .regex(/^[^\s@]+@[^\s@]+$/)
    .exactOptional(),
  application: oneLine(100).exactOptional(),
}

/** As an export names it, and a file for `banksia convert`. */
export const documentRecipient = z.strictObject({ name: line(200), ...recipientDetails })
