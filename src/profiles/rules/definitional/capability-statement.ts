/** Rules of CapabilityStatements: a search parameter is of the type that its definition has. R4 capabilitystatement.html. D123. */
import { type JsonObject, textOf } from '../../../core/json.ts'
import { objectsOf } from '../members.ts'
import type { Rule, Site, Sources } from '../site.ts'

export const compileCapabilityStatement =
  (sources: Sources): Rule =>
  (statement, site) => {
    site.enter('rest')
    objectsOf(statement, 'rest').forEach((rest, index) => {
      site.enter(index)
      // Not those of the system as a whole: R4's own statement of all parameters has three of another type there.
      site.enter('resource')
      objectsOf(rest, 'resource').forEach((resource, at) => {
        site.enter(at)
        checkParameters(resource, sources, site)
        site.leave()
      })
      site.leave()
      site.leave()
    })
    site.leave()
  }

function checkParameters(parent: JsonObject, { findSearchParameter }: Sources, site: Site): void {
  site.enter('searchParam')
  objectsOf(parent, 'searchParam').forEach((parameter, index) => {
    const defined = findSearchParameter?.(textOf(parameter, 'definition') ?? '')
    site.enter(index)
    if (defined !== undefined && parameter['type'] !== defined.type) site.report('search-parameter-type', 'type')
    site.leave()
  })
  site.leave()
}
