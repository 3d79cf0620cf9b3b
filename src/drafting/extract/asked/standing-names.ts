/** Whether an item of a list names a trouble by itself. "The heart fluttering or racing" has an item that needs its noun. D370. */
import type { Sentence } from '../../dialogue/sentence.ts'
import type { Term } from '../../vocabulary/terms.ts'

/** It sets the trouble that is asked after against another one: "different from the usual headache". */
const comparison =
  /^(?:different(?:ly)?|worse|better|similar|unlike|compared|rather|more|less)\b|\b(?:than|similar to|different (?:from|to)|compared (?:with|to))\b/
/** Adjectives and participles of a noun that is not in the item. A noun of the same word has its article: "a sore", "no leaking". */
const bareQuality =
  /^(?:(?:very|too|all|a bit|quite|really|so) )?(?:sore|tender|swollen|puffy|numb|tight|weak|stiff|pale|dry|yellow|red|raw|hot|cold|warm|clammy|sweaty|gritty|scaly|flaky|crusty|lumpy|patchy|hoarse|clumsy|unsteady|shaky|shaken|bruised|crusted|scabbed|cracked|blistered|inflamed|infected|injured|blurred|blurry|slurred|droopy|bloated|flushed|jaundiced|locked|leaky|racing|pounding|fluttering|watering|oozing|leaking|snapping|popping|tightening|weakening|drooping|slurring|[a-z]+(?:ated|ened|ured))$/
/** An example is announced, and none follows. */
const unfinished = /\b(?:for|as an) (?:example|instance)$|\bsuch as$/

/** `said`: the item in the words of the question. */
export function standsAlone(name: string, said: string): boolean {
  const isNoun = new RegExp(`\\b(?:a|an${/ing$/.test(name) ? '|any|no' : ''}) ${name}\\b`).test(said)
  return (
    !/^(?:any|some)(?:thing|one|body)\b/.test(name) &&
    !comparison.test(name) &&
    !unfinished.test(name) &&
    (isNoun || !bareQuality.test(name))
  )
}

/** Words between a comparison and the trouble that is known already. "Anything like a rash" compares nothing. */
const compared =
  /(?:\b(?:different (?:from|to)|than|similar to|(?:same|bad) as|unlike|compared (?:with|to)|apart from|aside from|other than)|(?<!\b(?:anything|something|things?|symptoms?|troubles?|problems?|stuff|feel|feels|feeling|feelings) )\blike) (?:the|your|his|her|that|this|those|these|usual)(?: [a-z]+){0,2}$/

/** True if the question only sets something against the thing. */
export function isCompared({ words }: Pick<Sentence, 'words'>, { from }: Pick<Term, 'from'>): boolean {
  const before = words.slice(Math.max(0, from - 7), from).map(({ text }) => text) // biome-ignore format: short
  return compared.test(before.slice(before.findLastIndex((word) => /^[,.?]$/.test(word)) + 1).join(' '))
}
