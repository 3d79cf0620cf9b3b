/** The target figures, beside the measured ones. */

const rows = {
  backlog: { name: 'backlog, a second', least: 400 },
  floor: { name: 'backlog, of the floor', least: 0.4 },
  redis: { name: 'queues in Redis, of the rate with embedded queues', least: 0.9 },
  'redis-floor': { name: 'queues in Redis, of the floor', least: 0.4 },
  pdf: { name: 'with the PDF rendered, a second', least: 25 },
  inbound: { name: 'inbound ADT stored and acknowledged, a second', least: 150 },
  release: { name: 'one release to its acknowledgement, p95 ms', most: 250 },
  dead: { name: 'nine destinations beside a dead one, of their rate alone', least: 0.9 },
  million: { name: 'a million queued, resident MB of the worker at its peak', most: 300 },
} as const satisfies Readonly<
  Record<string, { readonly name: string; readonly least?: number; readonly most?: number }>
>

export type Figure = keyof typeof rows

export type Figures = {
  readonly reach: (figure: Figure, value: number) => void
  readonly lines: () => readonly string[]
}

export function openFigures(): Figures {
  const reached = new Map<Figure, number>()
  return {
    reach: (figure, value) => void reached.set(figure, value),
    lines: () => [
      '\n| figure | asked | reached | |\n|---|---|---|---|',
      ...[...reached].map(([figure, value]) => lineOf(rows[figure], value)),
    ],
  }
}

type Row = { readonly name: string; readonly least?: number; readonly most?: number }

function lineOf(
  { name, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY }: Row,
  value: number,
): string {
  const isMet = value >= least && value <= most
  const asked = Number.isFinite(most) ? `at most ${most}` : `at least ${least}`
  return `| ${name} | ${asked} | ${value < 10 ? value.toFixed(2) : value.toFixed(0)} | ${isMet ? 'met' : 'not met'} |`
}
