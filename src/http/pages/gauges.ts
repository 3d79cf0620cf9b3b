/** Figures that are read on request, in Prometheus' text format, and kept for a moment: anybody may ask often. */
import type { Clock } from '../../core/clock.ts'
import type { Gauge } from '../../store/operations/gauges.ts'

const heldMs = 5_000

const labelsText = (labels: Readonly<Record<string, string>>): string => {
  const pairs = Object.entries(labels).map(([name, label]) => `${name}="${label.replace(/[^\w.-]/g, '_')}"`)
  return pairs.length === 0 ? '' : `{${pairs.join()}}`
}

const gaugeText = ({ name, help, values }: Gauge): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...values.map(({ labels = {}, value }) => `${name}${labelsText(labels)} ${value}`),
  ].join('\n')

const answered = (isAnswered: boolean): Gauge => ({
  name: 'banksia_database_figures',
  help: 'Whether the database has answered what follows',
  values: [{ value: isAnswered ? 1 : 0 }],
})

/** One reading for all who ask at the same time or shortly after. Says so if the database does not answer. */
export function openGauges(read: () => Promise<readonly Gauge[]>, clock: Clock): () => Promise<string> {
  let [last, until]: [Promise<string> | undefined, number] = [undefined, 0]
  const look = async (): Promise<string> => {
    // The gauge of the database says that it does not answer.
    const found = await read().catch(() => undefined)
    return [answered(found !== undefined), ...(found ?? [])].map(gaugeText).join('\n')
  }
  return () => {
    const now = clock().getTime()
    if (last === undefined || now >= until) {
      last = look()
      until = now + heldMs
    }
    return last
  }
}
