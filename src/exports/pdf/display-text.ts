/** A text as the page shows it: composed letters (UAX #15), emoji by their names, without characters that have no shape. */
import { createRequire } from 'node:module'

/** What stands for other characters on the page, so that readers by program get those. */
export type StandIn = { readonly from: number; readonly to: number; readonly actual: string }

export type DisplayText = { readonly text: string; readonly standIns: readonly StandIn[] }

/** All but those that tell Arabic letters whether to join. */
const invisible = /(?![\u200c\u200d])[\p{Cf}\p{Variation_Selector}]|(?<!\p{Script=Arabic})[\u200c\u200d]/gu

const emoji = /\p{RGI_Emoji}/gv
/** No emoji stands below, except for digits with an enclosing keycap. */
const mayHoldEmoji = /[\u203c-\u{10ffff}]/u
const skinTones = /[\u{1f3fb}-\u{1f3ff}]/gu

type EmojiTable = Readonly<Record<string, { readonly name: string }>>
let names: EmojiTable | undefined

/** The name that Unicode gives it (CLDR short name): `[grinning face]`. */
function nameOf(sequence: string): string | undefined {
  names ??= createRequire(import.meta.url)('unicode-emoji-json/data-by-emoji.json') as EmojiTable
  const bare = sequence.replace(skinTones, '')
  const found = names[sequence] ?? names[bare] ?? names[`${bare}\ufe0f`] ?? names[bare.replace('\ufe0f', '')]
  return found === undefined ? undefined : `[${found.name}]`
}

const withoutInvisible = (text: string): string => text.replace(invisible, '')

export function displayText(written: string): DisplayText {
  const text = written.normalize('NFC')
  if (!mayHoldEmoji.test(text)) return { text: withoutInvisible(text), standIns: [] }
  const standIns: StandIn[] = []
  let shown = ''
  let at = 0
  for (const match of text.matchAll(emoji)) {
    const [actual] = match
    const name = nameOf(actual)
    if (name === undefined) continue
    shown += withoutInvisible(text.slice(at, match.index))
    standIns.push({ from: shown.length, to: shown.length + name.length, actual })
    shown += name
    at = match.index + actual.length
  }
  return { text: shown + withoutInvisible(text.slice(at)), standIns }
}
