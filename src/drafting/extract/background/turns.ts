/** The reply to a question of one topic: the sentences of the patient's next turn, up to one that belongs to another topic. D432. */
import type { Sentence } from '../../dialogue/sentence.ts'

/** Topics of the background, by the words of their questions. */
const topics = {
  alcohol: /\balcohol\b|\bdrink(?:s|ing|er)?\b|\bbooze\b|\bgrog\b|\bunits\b|\bthe bottle\b|\bbeers?\b|\bwine\b/,
  smoking: /\bsmok(?:e|es|ing|er|ed)\b|\bcig(?:s|arettes?|gies)\b|\bfags?\b|\btobacco\b|\bvap(?:e|es|ing)\b/,
  work: /\b(?:your|the) (?:work|job|occupation|trade|profession)\b|\bdo you do\b(?! (?:for|with|about|if|when|to|on) (?!work|a living|a job|a crust))|\bdo for (?:work|a living|a job|a crust)\b|\bwhat (?:sort|kind|line) of work\b|\b(?:uni|study|school),? (?:or )?work\b|\bwork(?:ing)?,? or (?:study|studying|retired|uni)\b|\b(?:do you|are you) (?:still )?work(?:ing)?(?: at the moment)?(?=[?,]|$)|\bwhat work\b|\bjob,? what\b|\bare you retired\b|^(?:and |so |okay |ok )?work\?$/,
  home: /\bwho(?: is|'s|se)?(?: \w+)? (?:at home|in the house|home)\b|\bwho (?:do you live|lives|is there) with\b|\bwho lives\b|\blive (?:alone|with (?:any|some)|on your own|by yourself)\b|\bliv(?:e|ing) with\b|\b(?:anyone|anybody|who)(?: else)? (?:at home|in the house)(?: with you)?(?=[?,]|$)|\bhome (?:situation|life)\b|\bon your own at home\b/,
  pets: /\bpets?\b|\banimals\b/,
  family: /\bfamily\b|\bparents\b|\bsiblings\b/,
  medicines: /\b(?:medic\w+|tablets?|pills?)\b/,
  allergy: /\ballerg\w*/,
} as const
export type Topic = keyof typeof topics

/** Not after the habit: water, a time, what the clinician will say. */
const notHabit = /\b(?:did (?:you|he|she)|eat(?:ing)?|water|tea|coffee|fluids?|squash|milk|when did|last drink|in a day|can you drink|managing|juice|weeing|(?:he|she|baby|they) drinking|what was|food|nappies|passing|keep\w* down|while you|family|anyone|mum|dad|partner|husband|wife|skipping|triggers?|triggered|sets? (?:it|them|these|one) off|brings? (?:it|them|these|one) on|(?:makes?|making) (?:it|them|these|things) worse)\b/ // biome-ignore format: one row

export const isOfTopic = (said: string, topic: Topic): boolean =>
  topics[topic].test(said) && !((topic === 'alcohol' || topic === 'smoking') && notHabit.test(said))

/** Whose question is open: those of the turn that was answered, in their order. */
export type Reply = { readonly question: Sentence; readonly sentences: readonly Sentence[] }

/** The sentences that begin the patient's next turn; of several questions, those that no other topic claims. */
export function readReply(question: Sentence, topic: Topic): Reply | undefined {
  const [first] = question.answers
  if (first === undefined) return undefined
  const turn = question.answers.filter(({ segment }) => segment === first.segment)
  const others = (Object.keys(topics) as readonly Topic[]).filter((other) => other !== topic)
  const asked = first.asked
  const isOnly = asked.every((each) => each === question || others.every((other) => !isOfTopic(each.said, other)))
  const isLast = asked.at(-1) === question
  const own = turn.filter(({ said }) => topics[topic].test(said) || (!others.some((other) => topics[other].test(said)) && (isOnly || isLast))) // biome-ignore format: short
  return own.length === 0 ? undefined : { question, sentences: own }
}
