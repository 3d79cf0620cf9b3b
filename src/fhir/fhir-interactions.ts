/** The interactions of R4 http.html that a scope may permit. */
export const fhirInteractions = [
  'create',
  'read',
  'vread',
  'history-instance',
  'update',
  'patch',
  'delete',
  'search-type',
  'search-system',
  'history-type',
  'history-system',
] as const
export type FhirInteraction = (typeof fhirInteractions)[number]
