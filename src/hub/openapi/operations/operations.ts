/** What each operation does, when one needs it, and which refusal to expect: by operationId. */
import { artifactOperations } from './artifacts.ts'
import { careOperations } from './care.ts'
import { recordOperations } from './records.ts'
import { serviceOperations } from './service.ts'

export type OperationTexts = Readonly<Record<string, string>>

export const operationTexts: OperationTexts = {
  ...careOperations,
  ...artifactOperations,
  ...serviceOperations,
  ...recordOperations,
}
