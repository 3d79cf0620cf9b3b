/** Texts that nobody should send: they mean something to a database, a browser, a shell or a decoder. Every one holds the canary. */
import type { Draw } from '../../fhir-search/search-world.ts'

/** Every refusal and the log are searched for it: no answer may repeat a value that it refuses. */
export const canary = 'Zq7Canary9'

// biome-ignore format: many on a line
const shapes = [
  `${canary}`, `${canary}' OR '1'='1`, `'; DROP TABLE resource; -- ${canary}`, `${canary}") UNION SELECT content FROM resource --`, `$1${canary}`, `${canary}\\'`,
  `<script>alert('${canary}')</script>`, `"><img src=x onerror=${canary}>`, `{{${canary}}}`, `\${jndi:ldap://x/${canary}}`, `%s%n${canary}`, `../../../${canary}`,
  `${canary}\u0000`, `${canary}\u0001\u001f`, `${canary}\ud800`, `\udc00${canary}`, `\ufeff${canary}`, `${canary}\u202e\u2028`, `${canary}\uffff`, `${canary}👩‍⚕️é\u0301`,
  `${canary}|`, `|${canary}`, `http://${canary}|a|b|c`, `${canary},,,\\,`, `${canary}$${canary}`, `Patient/${canary}`, `#${canary}`, `urn:uuid:${canary}`,
  `-${canary}`, `1e400${canary}`, `99999999999999999999999${canary}`, `0x1${canary}`, `NaN${canary}`, `9999-99-99T${canary}`, `ge${canary}`, `__proto__${canary}`,
  `${canary}${'a'.repeat(3000)}`, `(${canary}`.repeat(30), `${canary}*`.repeat(20), ` ${canary} `, `\r\nX-${canary}: 1`, `${canary}\t\n`,
]

export const hostileText = (draw: Draw): string => draw.one(shapes)

/** As it may stand in a header: bytes that HTTP lets through. */
export const hostileHeader = (draw: Draw): string => hostileText(draw).replaceAll(/[^\x20-\x7e\x80-\xff]/g, '~')

/** For an address: well encoded, or not. */
export function hostileQuery(draw: Draw): string {
  if (draw.chance(0.1))
    return draw.one([
      `%zz${canary}`,
      `%c0%80${canary}`,
      `%ed%a0%80${canary}`,
      `%ff%fe${canary}`,
      `%00${canary}`,
      `+%2B${canary}`,
    ])
  return encodeURIComponent(hostileText(draw).toWellFormed())
}

export const hostileValue = (draw: Draw): unknown =>
  draw.one<() => unknown>([
    () => hostileText(draw),
    () => draw.one([0, -1, 1.5, 1e300, 123_456_789_012_345, -0]),
    () => draw.one([true, false, null]),
    () => [],
    () => ({}),
    () => [[hostileText(draw)]],
    () => ({ [draw.one(['a', 'toString', 'constructor', 'extension'])]: hostileText(draw) }),
    () => ({ extension: [{ url: hostileText(draw), valueString: hostileText(draw) }] }),
    () => Array.from({ length: 200 }, () => hostileText(draw).slice(0, 50)),
    () => nested(draw.one([60, 100, 3000])),
  ])()

const nested = (depth: number): unknown => {
  let value: unknown = canary
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { extension: value }
  return value
}
