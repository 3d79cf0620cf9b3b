/**
 * How a verb behind "I" agrees with "the patient": "I wake" is "wakes", "I woke" stays. The word behind "I" and its adverbs is the verb,
 * whichever it is, so that only irregular forms need a table.
 */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '))

/** Pasts that do not end in -ed, and pasts that are spelt like the base form. */
const irregularPasts = words(
  'was had did went came got took made gave told said felt left kept slept woke ate drank lost found thought brought bought caught taught fought sought heard held led met paid ran sat stood saw shook sank spoke spent stuck swam swung threw tore wore wrote understood began became bent bit bled blew broke built burnt clung crept dealt drew drove dreamt fed fell flew forgot froze grew hid hung knelt knew laid lay leant leapt learnt meant rang rode rose sang sent shone shot shrank slid smelt sold sped spat sprang stung stank swore swept swelled wept won wound withdrew hit hurt cut put shut split quit burst let set read beat cost spread',
)
/** Base forms in -ed. */
const baseInEd = words('need feed bleed speed breed exceed succeed proceed shed wed heed weed')
const unchanged = words('has does is can could would should might may must will shall cannot')
const irregularThirds: ReadonlyMap<string, string> = new Map([['have', 'has'], ['do', 'does'], ['go', 'goes'], ['undergo', 'undergoes'], ['am', '']]) // biome-ignore format: a table

/** Words that are no verb: the sentence broke off, or began anew. */
const notVerbs = words(
  'guess suppose reckon think hope wish figure assume imagine bet mean thought guessed reckoned hoped assumed a an the this that these those my your his her its our their i me you he she it we they him them us to of in on at by for from with without and or but so if as than then when while because since until what which who where why how not no yes yeah nope um uh er like just is are were been being very too quite also either neither both all any some more most less least well okay oh ah right left there here up down out off over under ten two three four five six seven eight nine one first last next',
)

/** The third person of the verb; undefined for a word that is none. "" for "am", which a note leaves out. */
export function thirdOf(verb: string): string | undefined {
  if (!/^[a-z]{2,}$/.test(verb) || notVerbs.has(verb) || (/ly$/.test(verb) && !/^(?:rely|apply|reply|fly)$/.test(verb))) return undefined // biome-ignore format: short
  const known = irregularThirds.get(verb)
  if (known !== undefined) return known
  if (unchanged.has(verb) || irregularPasts.has(verb) || (/ed$/.test(verb) && !baseInEd.has(verb))) return verb
  if (/(?:s|x|z|ch|sh)$/.test(verb)) return `${verb}es`
  return /[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`
}
