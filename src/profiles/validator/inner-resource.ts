/** Checks of resources inside others: contained ones, entries of a Bundle, Parameters. Each counts as its own type. R4 resource.html, references.html#contained. */
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import type { Compiler } from './compiler.ts'
import type { Frame, Run } from './run.ts'

/** Checks a member of `parent` that holds one resource or several, in a frame of its own. */
export function checkInnerResource(compiler: Compiler, value: JsonValue, parent: JsonObject, run: Run): void {
  if (!isJsonObject(value)) {
    run.report(value === '' ? 'empty-value' : 'object-expected')
    return
  }
  const type = value['resourceType']
  if (typeof type !== 'string' || !compiler.isResourceType(type)) {
    run.report('resource-type')
    return
  }
  const outer = run.frame
  run.frame = frameOf(value, parent, outer)
  compiler.resourceCheck(value, run)
  run.frame = outer
}

function frameOf(resource: JsonObject, parent: JsonObject, outer: Frame): Frame {
  // A contained resource may point to its neighbours and to the targets of its container.
  if (parent === outer.resource) {
    const { container, bundle, fullUrl } = outer
    return { resource, container, bundle, fullUrl }
  }
  const isEntry = outer.resource['resourceType'] === 'Bundle'
  const fullUrl = typeof parent['fullUrl'] === 'string' ? parent['fullUrl'] : undefined
  return { resource, container: resource, bundle: isEntry ? outer.resource : undefined, fullUrl }
}
