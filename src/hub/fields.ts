/** Fields that several bodies have. hub-contract "Requests and answers"; R4 datatypes.html. */
import { z } from 'zod'
import { isUuid } from '../ids.ts'

/** In lower case, as a path names it: a resource under another spelling could not be read back. */
export const uuid = z.uuid().toLowerCase().refine(isUuid, 'must be a UUID')

export const fhirId = z.string().regex(/^[A-Za-z0-9.-]{1,64}$/)

/** What FHIR takes of RFC 3339: no year 0000, no zone beyond 14 hours. R4 datatypes.html#dateTime. */
export const instant = z.iso
  .datetime({ offset: true })
  .regex(/^(?!0000).{19}(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)$/)

/** R4 datatypes.html#string: something to read, and no control characters but tab and line ends. */
export const line = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .refine((text) => /\S/.test(text), 'must not be blank')
    .refine((text) => !/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text), 'must not hold control characters')

/** HL7 v3 PurposeOfUse. */
export const purposeOfUse = z.string().regex(/^[A-Z]{2,20}$/)
