/** Fields of several bodies. docs/design/hub.md#requests-and-answers; R4 datatypes.html. */

import { z } from 'zod'
import { isUuid } from '../core/ids.ts'
import { documentFormatNames } from '../documents/formats.ts'
import { purposesOfUse } from '../domain/consent/purposes-of-use.ts'
import { idPattern } from '../fhir/id.ts'

/** In lower case, as in a path: a resource in another spelling could not be read back. */
export const uuid = z.uuid().toLowerCase().refine(isUuid, 'must be a UUID')

export const fhirId = z.string().regex(idPattern)

/** The part of RFC 3339 that FHIR takes: no year 0000, no zone beyond 14 hours. R4 datatypes.html#dateTime. */
export const instant = z.iso
  .datetime({ offset: true })
  .regex(/^(?!0000).{19}(?:\.\d{1,9})?(?:Z|[+-](?:0\d|1[0-3]):[0-5]\d|[+-]14:00)$/)

const hasControls = (text: string): boolean => /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text)
const withoutControls = 'must not hold control characters'

/** Words that were said, perhaps none: what `line` refuses of them would reach a note. */
export const spokenWords = (maxCharacters: number) =>
  z
    .string()
    .max(maxCharacters)
    .refine((text) => !hasControls(text), withoutControls)

/** R4 datatypes.html#string: some text, and no control characters except tab and line ends. */
export const line = (maxCharacters: number) =>
  z
    .string()
    .min(1)
    .max(maxCharacters)
    .refine((text) => /\S/.test(text), 'must not be blank')
    .refine((text) => !hasControls(text), withoutControls)

/** The spoke chooses it; consents name it too. */
export const artifactTypeName = z.string().regex(/^[a-z_]{1,40}$/)

export const sectionKey = z.string().regex(/^[a-z0-9-]{1,40}$/)

/** Form and length only: the loaded code system says whether the code exists. */
export const loinc = z.string().regex(/^\d{1,7}-\d$/)

export const presetName = z.string().regex(/^[A-Za-z0-9.-]{1,60}$/)

export const exportFormat = z.enum(documentFormatNames)

/** HL7 v3 PurposeOfUse. */
export const purposeOfUse = z.enum(purposesOfUse)

/** RFC 5646 2.1: language, script, region. Variants and extensions could hold a name, and this is stored in the clear. */
export const language = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?$/)
  .default('en-AU')
