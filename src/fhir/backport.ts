/** Addresses of the guide for topic-based subscriptions in R4. Subscriptions R5 Backport 1.1.0. */

const guide = 'http://hl7.org/fhir/uv/subscriptions-backport'

export const backportDefinition = (name: string): string => `${guide}/StructureDefinition/${name}`
export const backportOperation = (name: string): string => `${guide}/OperationDefinition/${name}`
