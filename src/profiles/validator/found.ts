/** What one check has found: each rule once at each place, and of each severity no more than anybody reads. */
import type { Finding } from '../findings.ts'

/** More findings tell nobody anything. */
const most = { error: 1000, warning: 200, information: 100 } as const

type Told = Record<Finding['severity'], number> & { readonly places: Map<string, Set<string>> }

export class Found {
  readonly findings: Finding[] = []
  /** How many of each severity, and the places of each rule; made with the first finding, as most checks have none. */
  private told: Told | undefined

  /** Whether another of this severity would be kept. */
  hasRoom(severity: Finding['severity']): boolean {
    return this.told === undefined || this.told[severity] < most[severity]
  }

  get hasError(): boolean {
    return this.told !== undefined && this.told.error > 0
  }

  /** Keeps it, where there is room and its rule was not told of its place before. */
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
