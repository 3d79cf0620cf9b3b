/** Descriptions of all operations: purpose, use, and likely refusals, by operationId. */

import { artifactOperations } from './artifacts.ts'
import { careOperations } from './care.ts'
import { mappingOperations } from './mapping-tables.ts'
import type { OperationTexts } from './operation-texts.ts'
import { mergeOperations } from './patient-merges.ts'
import { recordOperations } from './records.ts'
import { senderOperations } from './senders.ts'
import { serviceOperations } from './service.ts'

export const operationTexts: OperationTexts = {
  ...careOperations,
  ...artifactOperations,
  ...serviceOperations,
  ...recordOperations,
  ...mappingOperations,
  ...senderOperations,
  ...mergeOperations,
}
