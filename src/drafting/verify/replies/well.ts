/** Replies that say a thing is as it should be: the trouble that was asked after is not there. D321. */
import type { QuoteRead } from '../evidence.ts'
import { ownRelatives } from '../tables.ts'
import { tokensOf } from '../words.ts'

const well = /\b(?:fine|normal|okay|ok|all right|alright|good|great|perfect|healthy|sweet|spot on|tip top|right as rain|regular|the same as (?:ever|always|usual|normal)|as (?:usual|normal|ever|always)|no (?:different|change|problems?|trouble)|not changed|unchanged|no worse)\b/ // biome-ignore format: one row
/** Words that limit it: "fine, but it burns", "not good", "fine until Sunday". */
const limits = /\b(?:not|but|except|apart|until|although|though|sometimes|bad|poor|terrible|awful|worse|used to|was|were|only|never|hardly|wish|would be)\b/ // biome-ignore format: one row

/** A yes affirms what was asked, and a relative's health is another matter. */
const isOther = (sentence: string): boolean => /^(?:oh ?,? |well ?,? )?(?:yes|yeah|yep|yup)\b/.test(sentence) || tokensOf(sentence).some((token) => ownRelatives.get(token) !== undefined) // biome-ignore format: short

/** True if the first sentence of the reply, or the one that has a word of the thing, says that all is well and nothing else. */
export function isWell(answers: readonly QuoteRead[], words: readonly string[]): boolean {
  const sentences = answers.flatMap(({ plain }) => plain.split(/(?<=[.?!]) /))
  const about = sentences.find((sentence) => words.some((word) => tokensOf(sentence).includes(word))) ?? sentences[0]
  return about !== undefined && well.test(about) && !limits.test(about) && !isOther(about)
}

/** The words of a question that its reply may take up. */
export const listThings = (tokens: readonly string[]): readonly string[] => tokens.filter((word) => word.length > 4)
