/** Replies that put a number of the question right, and leave the thing standing. D350. */
import { quantitiesIn } from '../words.ts'

/** "You take five hundred?" - "No, it went to a thousand.": the number is put right, and the thing stands. */
const putsRight = /^(?:(?:oh|um|well) ?,? )*(?:no|nah|nope) ?,? (?:actually ?,? )?(?:it|they|the doctor|he|she|that) (?:(?:is|was|has|have|had|have been|been|just) )*(?:went|gone|changed|put|moved|upped|increased|raised|cut|reduced|halved|doubled|now|up|down)\b/ // biome-ignore format: one row
export const isPutRight = (question: string, reply: string): boolean =>
  putsRight.test(reply) && quantitiesIn(question).length > 0 && quantitiesIn(reply).length > 0
