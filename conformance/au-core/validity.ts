/** Verdicts on what was gathered: whatever has none yet is judged in one call, against what it claims and the AU Core profile that it is of. */
import type { JsonObject } from '../json.ts'
import type { Validator, Verdict } from '../validator.ts'
import { claimedBy, type Gathered, idOf, profileOf } from './gathered.ts'
import type { TypeRow } from './requirements.ts'

export class Validity {
  readonly #gathered: Gathered
  readonly #rows: readonly TypeRow[]
  readonly #validator: Validator
  readonly #verdicts = new Map<string, Verdict>()

  constructor(gathered: Gathered, rows: readonly TypeRow[], validator: Validator) {
    this.#gathered = gathered
    this.#rows = rows
    this.#validator = validator
  }

  async list(resources: readonly JsonObject[]): Promise<readonly Verdict[]> {
    const news = this.#gathered.listAll().filter((resource) => !this.#verdicts.has(placeOf(resource)))
    const found = news.length === 0 ? [] : await this.#validator.validate(news.map((one) => this.#claiming(one)))
    for (const [at, resource] of news.entries()) this.#verdicts.set(placeOf(resource), found[at] ?? { errors: [] })
    return resources.flatMap((resource) => this.#verdicts.get(placeOf(resource)) ?? [])
  }

  /** A copy that also claims the profile of AU Core that it is of. */
  #claiming(resource: JsonObject): JsonObject {
    const row = this.#rows.find(({ type }) => type === resource['resourceType'])
    const profile = row === undefined ? undefined : profileOf(row, resource)
    const claimed = claimedBy(resource)
    const isClaimed = profile === undefined || claimed.some((url) => url.split('|')[0] === profile)
    const meta = resource['meta']
    const own = typeof meta === 'object' && meta !== null && !Array.isArray(meta) ? meta : {}
    return isClaimed ? resource : { ...resource, meta: { ...own, profile: [...claimed, profile] } }
  }
}

const placeOf = (resource: JsonObject): string => `${String(resource['resourceType'])}/${idOf(resource)}`
