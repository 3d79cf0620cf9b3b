/** TXA by the published map TXA[DocumentReference]; RF1 by ours: docs/inbound.md#referrals. */
import type { Row } from './rows.ts'

/** TXA-4, 13, 14, 15 and 22 are ours. */
// biome-ignore format: one row a line
export const documentRows: readonly Row[] = [
  { field: 2,  element: 'type', as: 'concept', table: '0270' },
  { field: 4,  element: 'context.period.start', as: 'dateTime' },
  { field: 6,  element: 'date', as: 'instant' },
  { field: 9,  element: 'author[]', as: 'XCN' },
  { field: 22, element: 'authenticator', as: 'XCN' },
  { field: 10, element: 'authenticator', as: 'XCN' },
  { field: 12, element: 'masterIdentifier', as: 'EI' },
  { field: 14, element: 'context.related[]', as: 'placer', member: 'identifier' },
  { field: 15, element: 'context.related[]', as: 'filler', member: 'identifier' },
  { field: 16, element: 'identifier[]', as: 'text', member: 'value' },
  { field: 17, element: 'docStatus', as: 'code', codes: 'documentCompletion' },
  { field: 18, element: 'securityLabel[]', as: 'concept', table: '0272' },
  { field: 19, element: 'status', as: 'code', codes: 'documentAvailability' },
  { field: 25, element: 'description', as: 'text' },
]

// biome-ignore format: one row a line
export const referralRows: readonly Row[] = [
  { field: 1,  element: 'status', as: 'code', codes: 'referralStatus' },
  { field: 2,  element: 'priority', as: 'code', codes: 'referralPriority' },
  { field: 3,  element: 'category[]', as: 'concept', table: '0281' },
  { field: 5,  element: 'category[]', as: 'concept', table: '0284' },
  { field: 4,  element: 'orderDetail[]', as: 'concept', table: '0282' },
  { field: 6,  element: 'identifier[]', as: 'placer' },
  { field: 11, element: 'identifier[]', as: 'filler' },
  { field: 7,  element: 'authoredOn', as: 'dateTime' },
  { field: 8,  element: 'occurrencePeriod.end', as: 'dateTime' },
  { field: 10, element: 'reasonCode[]', as: 'concept', table: '0336' },
]
