/** The findings of one check: each rule once at each place, up to a limit for each severity. */
import type { Finding } from '../findings.ts'

/** More findings help no reader. */
const most = { error: 1000, warning: 200, information: 100 } as const

type Told = Record<Finding['severity'], number> & { readonly places: Map<string, Set<string>> }

export class Found {
  readonly findings: Finding[] = []
  /** The number of findings of each severity, and the places of each rule. The first finding creates it, as most checks have none. */
  private told: Told | undefined

  /** Whether there is room for another finding of this severity. */
  hasRoom(severity: Finding['severity']): boolean {
    return this.told === undefined || this.told[severity] < most[severity]
  }

  get hasError(): boolean {
    return this.told !== undefined && this.told.error > 0
  }

  /** Keeps a finding if there is room, and if its rule has none at this place. */
  add(found: Finding): void {
    if (!this.hasRoom(found.severity)) return
    this.told ??= { error: 0, warning: 0, information: 0, places: new Map() }
    const places = this.told.places.get(found.rule) ?? new Set()
    this.told.places.set(found.rule, places)
    if (places.has(found.expression)) return
    places.add(found.expression)
    this.told[found.severity] += 1
    this.findings.push(found)
  }
}
