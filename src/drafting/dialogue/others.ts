/** Words that tell of somebody else's trouble, or of somebody else's opinion. A wrong person is worse than a missing line. D328. */
import type { Sentence } from './sentence.ts'

type Said = Pick<Sentence, 'said'>

export const animal = '(?:dog|cat|puppy|pup|kitten|horse|pony|chooks?|chickens?|bird|budgie|parrot|rabbit|goat|sheep|cow|calf|lamb|cattle|guinea pig|ferret|fish)' // biome-ignore format: a list
/** "My cat has diarrhoea": the animal is the subject. A dog that bites is a cause. */
const ofAnimal = new RegExp(`\\b(?:my|our|the|a|his|her|their) (?:\\w+ )?${animal}(?:'s)? (?:\\w+ )?(?:has|had|have|is|was|are|were|been|got|gets|keeps|kept|started|seems|with)\\b`) // biome-ignore format: short
export const isOfAnimal = ({ said }: Said): boolean => ofAnimal.test(said)

const professional = '(?:doctor|doctors|gp|specialist|surgeon|nurse|midwife|physio\\w*|dentist|optometrist|consultant|psych\\w+|p(?:a|e)diatrician|hospital|radiographer|[a-z]+ologist)' // biome-ignore format: a list
const lay = `(?:(?:my|our|the) (?!${professional}\\b)[a-z]+(?: in law)?|everyone|everybody|people|mum|dad|(?:dr |doctor )?google)`
const opines = '(?:thinks?|thought|reckons?|reckoned|believes?|figures?|swears?|insists?|(?:is|are|was|were) (?:convinced|sure|certain|adamant)|suspects?|(?:says?|said|tells? me|told me|keeps? (?:saying|telling me))(?= (?:that )?(?:i (?:have|am)|it|this)\\b))' // biome-ignore format: a list
/** "My sister thinks I have asthma": no illness that a professional has named. */
const opinion = new RegExp(`\\b${lay} (?:\\w+ )?${opines}(?: that)? (?:i|it|this|we)\\b`)
/** True if the words before an illness are a lay person's opinion. */
export const isLayOpinion = (before: string): boolean => opinion.test(before)
