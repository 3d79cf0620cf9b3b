/** Descriptions of the properties of schemas, by subject. */
import type { PropertyTexts } from '../describe.ts'
import { alertTexts } from './alerts.ts'
import { artifactAndNoteTexts } from './artifacts.ts'
import { captureTexts } from './capture.ts'
import { commonTexts, problemTexts } from './common.ts'
import { encounterAndConsentTexts } from './encounters.ts'
import { mappingTexts } from './mapping-tables.ts'
import { messageTexts } from './messages.ts'
import { mergeTexts } from './patient-merges.ts'
import { platformTexts } from './platform.ts'
import { recipientTexts } from './recipients.ts'
import { recordTexts } from './records.ts'
import { reviewTexts } from './review.ts'
import { senderTexts } from './senders.ts'
import { sharingTexts } from './sharing.ts'
import { templateTexts } from './templates.ts'

export const propertyTables: readonly PropertyTexts[] = [
  commonTexts,
  problemTexts,
  encounterAndConsentTexts,
  artifactAndNoteTexts,
  reviewTexts,
  sharingTexts,
  mappingTexts,
  senderTexts,
  messageTexts,
  mergeTexts,
  recipientTexts,
  templateTexts,
  captureTexts,
  platformTexts,
  recordTexts,
  alertTexts,
]

export const propertyTexts: PropertyTexts = Object.assign({}, ...propertyTables)
