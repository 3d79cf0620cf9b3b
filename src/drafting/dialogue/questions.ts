/** The form of a question: what kind of answer it takes. */
import type { Sentence } from './sentence.ts'

export type QuestionKind = 'yes-no' | 'choice' | 'open'
/** "When" and "where" ask only at the beginning of a clause: "pain when you climb stairs?" has a time and asks whether. */
const openLead =
  /\b(?:what|how|which|who|why|describe|tell me|since when)\b(?!.*\bany\b)|\bhow (?:long|many|often|much|bad)\b|(?:^|[,.] |\b(?:and|so|but|then|now|from|remember|recall|exactly|know|tell me) )(?:when|where|whereabouts)\b(?!.*\bany\b)/
const choiceLead = /\b(?:is|are|was|does|do|did|were|been)\b(?!.*\bany\b).*\bor\b(?! anything| something)/

/** "What about fits?" asks whether there are any, and not for a description. */
export const asksWhether = ({ said }: Pick<Sentence, 'said'>): boolean =>
  /^(?:(?:and|so|but|ok|okay|um|uh|er|now|then|right|well),? )*(?:what|how) about\b/.test(said)

/** "Tell me, is there a rash?" is no open question; "tell me about the rash" is one. */
const announced =
  /^(?:(?:and|so|but|ok|okay|um|uh|er|now|then|right|well),? )*(?:tell me|can you tell me),? (?=(?:do|does|did|has|have|had|are|is|was|were|any|if|whether)\b)/

/** "Or not" offers nothing to choose. */
const orNot = /,? or (?:not(?: really| so much)?|no)(?=[?.]|$)/

export function questionKind(question: Sentence): QuestionKind {
  const said = question.said.replace(announced, '').replace(orNot, '')
  if (openLead.test(said.slice(0, 60)) && !/^(?:and |so |ok,? |um,? )*(?:do|does|has|have|are|is|any|did)\b/.test(said))
    return 'open'
  return choiceLead.test(said) ? 'choice' : 'yes-no'
}

/** Prompts without a question mark: "I was going to ask about fits.", "On to fevers.", "You've not mentioned a rash." */
const prompts =
  /^(?:(?:and|so|but|ok|okay|um|uh|er|now|then|right|well|next|also|alright),? )*(?:i (?:was|am|have been) (?:just )?(?:going|meaning|about|wondering|curious)(?: to ask)?(?: you)? (?:about|if|whether)\b|i (?:wanted|want|need|have|ought) to ask(?: you)? (?:about|if|whether)\b|(?:moving |going )?on to [a-z]|(?:the )?(?:next|last|first|another)(?: (?:one|item|question|thing))? on (?:the|my) (?:list|sheet|form|page) (?:is|are|says|comes?)\b|turning to [a-z]|you (?:have|had) not (?:mentioned|said anything about|told me about)\b|(?:can|could|may) i (?:just )?ask (?:you )?(?:about|if|whether)\b|(?:i take it|i assume|i gather|i suppose|i imagine|presumably) (?:that )?(?:there (?:is|are|has|have)|you (?:have|are|do|get)|no\b))/
export const isPrompt = (said: string): boolean => prompts.test(said)

/** "You haven't had a fever?", "no cough?": a yes to it is no answer. */
export const isNegativeQuestion = (question: Sentence): boolean =>
  /\b(?:no|not|never|without)\b/.test(question.said.replace(/\bor not\b/, ''))

/** "...is that right?": a statement that asks for confirmation. */
export const isConfirming = (question: Sentence): boolean =>
  /\b(?:is that right|that right|is that correct|correct|is not it|are not you|do not you|have not you|yeah|right)\?$/.test(
    question.said,
  )
