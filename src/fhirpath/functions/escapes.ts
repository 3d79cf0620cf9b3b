/** `escape` and `unescape`: texts as HTML and as JSON write them. FHIRPath 3.0.0-ballot §5.7 (additional string functions). */

type Rewrite = (text: string) => string

const entities: ReadonlyMap<string, string> = new Map([
  ['&', 'amp'],
  ['<', 'lt'],
  ['>', 'gt'],
  ['"', 'quot'],
  ["'", '#39'],
])
const characters: ReadonlyMap<string, string> = new Map([
  ...[...entities].map(([character, name]) => [name, character] as const),
  ['apos', "'"],
])

const toHtml: Rewrite = (text) => text.replaceAll(/[&<>"']/g, (character) => `&${entities.get(character)};`)

const fromHtml: Rewrite = (text) =>
  text.replaceAll(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]+));/g, (all, decimal, hex, name) => {
    if (name !== undefined) return characters.get(name) ?? all
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0x10ffff ? all : String.fromCodePoint(code)
  })

const toJson: Rewrite = (text) => JSON.stringify(text).slice(1, -1)

const controls: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const fromJson: Rewrite = (text) =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g, (_, code: string | undefined, letter: string) =>
    code === undefined ? (controls[letter] ?? letter) : String.fromCharCode(Number.parseInt(code, 16)),
  )

/** By the name of the target. */
export const escapes: ReadonlyMap<string, Rewrite> = new Map([
  ['html', toHtml],
  ['json', toJson],
])
export const unescapes: ReadonlyMap<string, Rewrite> = new Map([
  ['html', fromHtml],
  ['json', fromJson],
])
