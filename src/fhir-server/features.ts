/** The feature that an interaction needs, alone or as an entry of a Bundle. docs/design/hub.md#platform-config. */
import { type Feature, isOff } from '../core/features.ts'
import { Problem } from '../core/problems.ts'
import type { FhirRequest } from './exchange.ts'
import type { Matched } from './match-interaction.ts'

const writes: ReadonlySet<string> = new Set(['create', 'update', 'patch', 'delete', 'meta-add', 'meta-delete'])

function featuresOf({ row, type }: Pick<Matched, 'row' | 'type'>): readonly Feature[] {
  const name = 'name' in row ? row.name : row.code
  if (name === 'export') return ['bulk_export']
  if (!writes.has(name)) return []
  // An existing subscription can always be ended.
  return type === 'Subscription' && name !== 'delete' ? ['fhir_write', 'subscriptions'] : ['fhir_write']
}

/** Throws if one of them is off for the caller's spoke. */
export function checkFeatures(
  { platform }: Pick<FhirRequest, 'platform'>,
  matched: Pick<Matched, 'row' | 'type'>,
): void {
  if (featuresOf(matched).some((feature) => isOff(platform, feature))) throw new Problem('feature-disabled')
}
