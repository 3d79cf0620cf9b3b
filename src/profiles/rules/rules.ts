/** Rules that no StructureDefinition states, by the type whose values they are asked of. */
import type { JsonObject } from '../../json.ts'
import { compileBundle } from './bundle.ts'
import { checkContained, checkElementIds } from './contained.ts'
import { checkAttachment, checkIdentifier, checkQuantity, checkReference, compileCoding } from './data-types.ts'
import type { Rule, Site, Sources } from './site.ts'

/** Of every resource, whatever its type. */
export function checkResourceRules(resource: JsonObject, site: Site): void {
  checkContained(resource, site)
  checkElementIds(resource, site)
}

/** Of values of one type. */
export const compileRules = (sources: Sources): Readonly<Record<string, Rule>> => ({
  Age: checkQuantity,
  Attachment: checkAttachment,
  Bundle: compileBundle(sources),
  Coding: compileCoding(sources),
  Count: checkQuantity,
  Distance: checkQuantity,
  Duration: checkQuantity,
  Identifier: checkIdentifier,
  MoneyQuantity: checkQuantity,
  Quantity: checkQuantity,
  Reference: checkReference,
})
