/** A histogram of request durations, by method, route template and status. Prometheus text format 0.0.4. */

/** Seconds, ends included. */
const bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30] as const
const name = 'http_request_duration_seconds'

type Series = { readonly labels: string; readonly counts: number[]; seconds: number }

/** Only counts while requests run; the text for Prometheus is made on request. */
export class Durations {
  readonly #routes = new Map<string, Map<string, Series>>()

  observe(method: string, route: string, status: number, seconds: number): void {
    const series = this.#seriesOf(method, route, status)
    series.seconds += seconds
    const at = bounds.findIndex((bound) => seconds <= bound)
    const place = at < 0 ? bounds.length : at
    series.counts[place] = (series.counts[place] ?? 0) + 1
  }

  #seriesOf(method: string, route: string, status: number): Series {
    const ofRoute = this.#routes.get(route) ?? new Map<string, Series>()
    const known = ofRoute.get(`${method}${status}`)
    if (known !== undefined) return known
    const labels = `method="${method}",route="${route}",status="${status}"`
    const series = { labels, counts: [...bounds, 0].map(() => 0), seconds: 0 }
    this.#routes.set(route, ofRoute.set(`${method}${status}`, series))
    return series
  }

  render(): string {
    const series = [...this.#routes.values()].flatMap((ofRoute) => [...ofRoute.values()])
    const lines = [`# HELP ${name} Time from request to answer`, `# TYPE ${name} histogram`]
    return `${[...lines, ...series.flatMap(linesOf)].join('\n')}\n`
  }
}

function linesOf({ labels, counts, seconds }: Series): readonly string[] {
  let count = 0
  const buckets = [...bounds, '+Inf'].map((bound, at) => {
    count += counts[at] ?? 0
    return `${name}_bucket{le="${bound}",${labels}} ${count}`
  })
  return [...buckets, `${name}_sum{${labels}} ${seconds}`, `${name}_count{${labels}} ${count}`]
}
