/** Orders whose thing is a pronoun: the reader of a note cannot know which medicine or thing they are about. D315. */

const verbs = 'take|give|use|put|apply|try|avoid|stop|start|continue|have|keep (?:taking|using)|do|start on|finish|leave|skip|swap|change|increase|reduce|double|halve|carry on with' // biome-ignore format: one row
const pronoun = '(?:it|that|this|them|those|these|the other|the same)(?: ones?)?'
/** What may follow the pronoun without naming the thing. */
const rest = '(?! (?:easy|slow\\w*|up to|out|away|alone|in mind|medicine|medication|tablets?|cream|course|dose|inhaler|antibiotics?|exercises?|test|way|time|down to|forward|[a-z]+(?:in|ol|ide|ine|one|ate|pril|fen|mol)\\b))' // biome-ignore format: one row
const unnamed = new RegExp(`^(?:(?:please|just|then|and|so|to|try to|try and|you can|you should|can|should) )*(?:do not |never |not |avoid |no )?(?:${verbs}|taking|using)(?: (?:on|off|in|to (?:him|her|them)))? ${pronoun}\\b${rest}(?!.*\\b(?:called|which is|that is|namely|the (?:cream|tablets?|medicine|drops|spray|inhaler|ointment|gel|antibiotics?|painkillers?))\\b)`) // biome-ignore format: one row

/** True if the plain sentence begins with an order about "it" or "that". */
export const isUnnamed = (plain: string): boolean => unnamed.test(plain)
