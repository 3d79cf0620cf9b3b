/** A line of the log as a person reads it: time, level, event, then its fields. */
import { styleText } from 'node:util'

/** pino's numbers. */
const levels: Readonly<Record<number, readonly [name: string, style: Parameters<typeof styleText>[0]]>> = {
  10: ['trace', 'dim'],
  20: ['debug', 'dim'],
  30: ['info', 'green'],
  40: ['warn', 'yellow'],
  50: ['error', 'red'],
  60: ['fatal', 'red'],
}

type Style = Parameters<typeof styleText>[0]
type Line = { readonly level: number; readonly time: string; readonly msg: string } & Readonly<Record<string, unknown>>

/** A line that is no JSON, such as a stack, stays as it is. */
export function renderLine(text: string, isColoured: boolean): string {
  const line = parse(text)
  if (line === undefined) return text
  const paint = (style: Style, part: string): string =>
    isColoured ? styleText(style, part, { validateStream: false }) : part
  const { level, time, msg, ...fields } = line
  const [name, style] = levels[level] ?? [String(level), 'dim']
  return [
    paint('dim', time.slice(11, 23)),
    paint(style, name.padEnd(5)),
    msg,
    ...describeRequest(fields),
    ...describeRest(fields).map((part) => paint('dim', part)),
  ].join(' ')
}

function parse(text: string): Line | undefined {
  try {
    const line: unknown = JSON.parse(text)
    return isLine(line) ? line : undefined
  } catch {
    return undefined
  }
}

const isLine = (value: unknown): value is Line =>
  typeof value === 'object' &&
  value !== null &&
  'level' in value &&
  typeof value.level === 'number' &&
  'time' in value &&
  typeof value.time === 'string' &&
  'msg' in value &&
  typeof value.msg === 'string'

type Fields = Readonly<Record<string, unknown>>

const first = ['method', 'route', 'status', 'durationMs'] as const

const describeRequest = (fields: Fields): readonly string[] =>
  first.flatMap((name) => (fields[name] === undefined ? [] : [`${fields[name]}${name === 'durationMs' ? ' ms' : ''}`]))

const describeRest = (fields: Fields): readonly string[] =>
  Object.entries(fields)
    .filter(([name]) => !first.some((shown) => shown === name))
    .map(([name, value]) => `${name}=${value}`)
