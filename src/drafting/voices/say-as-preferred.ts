/** Says a text by the names that a practice prefers. Apart from their table, which the Hub reads too: this needs the whole vocabulary. D269. */
import { madeOnce } from '../../core/cache/made-once.ts'
import { concepts } from '../vocabulary/concepts.ts'
import { procedures } from '../vocabulary/procedures.ts'
import { vaccines } from '../vocabulary/vaccines.ts'
import { preferredNames } from './preferred-names.ts'

/** Names of other concepts that have the name inside: "hay fever" is no fever. The longest first. */
function listLonger(name: string): readonly string[] {
  const inside = new RegExp(`\\b${name}\\b`, 'i')
  return [...concepts(), ...procedures, ...vaccines]
    .filter(([, , display]) => display !== name)
    .flatMap(([, , display, , phrases]) => [display, ...phrases.split('|')])
    .filter((other) => inside.test(other))
    .sort((a, b) => b.length - a.length)
}

const patterns = madeOnce(
  () =>
    new Map(
      preferredNames.map(([preferred, name]) => [preferred, new RegExp(`\\b(?:${[...listLonger(name), name].join('|')})\\b`, 'gi')] as const), // biome-ignore format: short
    ),
)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Quoted words stay, and so does a text that has the preferred name already. */
export function sayAsPreferred(text: string, chosen: readonly string[]): string {
  if (text.includes('"')) return text
  return preferredNames
    .filter(([preferred]) => chosen.includes(preferred) && !text.toLowerCase().includes(preferred))
    .reduce((out, [preferred, name]) => {
      const say = (said: string): string => {
        if (said.toLowerCase() !== name) return said
        return /^[A-Z]/.test(said) ? capital(preferred) : preferred
      }
      return out.replace(patterns().get(preferred) ?? /$^/, say)
    }, text)
}
