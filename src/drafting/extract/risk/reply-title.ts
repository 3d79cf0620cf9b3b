/** A question of a history that names its matter and nothing else has that matter as the title of the reply: `Mood: "Flat, mostly".` D521. */

/** Nouns of such questions, with the forms in which they are asked. */
// biome-ignore format: one row a line
const matters: readonly (readonly [title: string, asked: RegExp])[] = [
  ['mood',          /^moods?$/],
  ['sleep',         /^sleep(?:ing)?$/],
  ['appetite',      /^appetite$/],
  ['eating',        /^eating$/],
  ['weight',        /^weight$/],
  ['concentration', /^concentrat(?:ion|ing)$/],
  ['energy',        /^energy$/],
  ['motivation',    /^motivation$/],
  ['memory',        /^memory$/],
  ['libido',        /^libido$/],
  ['home',          /^home$/],
  ['work',          /^work$/],
  ['school',        /^school$/],
  ['uni',           /^uni$/],
  ['money',         /^money$/],
  ['alcohol',       /^alcohol$/],
  ['drinking',      /^drinking$/],
  ['smoking',       /^smoking$/],
  ['vaping',        /^vaping$/],
  ['drugs',         /^drugs$/],
  ['cannabis',      /^cannabis$/],
  ['weed',          /^weed$/],
  ['contraception', /^contraception$/],
  ['condoms',       /^condoms$/],
  ['periods',       /^periods$/],
]

/** Words around the noun that ask, and say nothing of their own. */
const asking = new Set(
  'and or who live lives how what about the your you are is has have been would do describe with like any anything else other now then okay so right well at moment lately recently these days in all this it going been things'.split(
    ' ',
  ),
)

/** Of plain words, contractions opened. Undefined if the question asks more than its nouns. */
export function titleOf(said: string): string | undefined {
  const titles: string[] = []
  for (const word of said.match(/[a-z']+/g) ?? []) {
    const title = matters.find(([, asked]) => asked.test(word))?.[0]
    if (title !== undefined) titles.push(title)
    else if (!asking.has(word)) return undefined
  }
  return titles.length === 0 ? undefined : [...new Set(titles)].join(', ')
}
