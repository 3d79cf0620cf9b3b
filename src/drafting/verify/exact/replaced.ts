/** A number that gives way to a later one: "fifty, oh, it went up, a hundred now", "thirty-three, sorry, wrong line, thirty-eight". D532. */
import type { QuoteRead } from '../evidence.ts'

type Place = { readonly index: number; readonly at: number }

const givesWay =
  /\b(?:(?:went|gone|put|moved|turned|bumped|taken|took|come|been|cut|dropped|brought|pushed)(?: (?:it|that|me|them|the dose))? (?:up|down|back)|doubled|halved|increased|upped|reduced|lowered|changed|raised|sorry|wrong (?:line|one|row|column|page|box|date)|i tell a lie)\b/
const notYet = /\b(?:not|never|if|might|may|would|could|should|wants?|will|going to|thinking)\b/
const mostBetween = 20

/** The words from one place to a later one. */
function between(from: Place, to: Place, quotes: readonly QuoteRead[]): readonly string[] {
  if (from.index === to.index) return (quotes[from.index]?.tokens ?? []).slice(from.at + 1, to.at)
  const inner = quotes.slice(from.index + 1, to.index).flatMap(({ tokens }) => tokens)
  return [...(quotes[from.index]?.tokens ?? []).slice(from.at + 1), ...inner, ...(quotes[to.index]?.tokens ?? []).slice(0, to.at)] // biome-ignore format: one row
}

/** True if the first number gives way to the second one. */
export function isReplaced(first: Place, second: Place, quotes: readonly QuoteRead[]): boolean {
  if (second.index < first.index || (second.index === first.index && second.at <= first.at)) return false
  const words = between(first, second, quotes)
  const said = words.join(' ')
  return words.length <= mostBetween && givesWay.test(said) && !notYet.test(said)
}
