/** "I'm allergic to peanuts, I had hives when I was three": the reaction is of long ago, and the allergy is of now. D71. */
const pastReaction =
  /\b((?:am|is|are) (?:[a-z]+ )?(?:allergic|intolerant) to .*?)(?: ,| and)? (?:i|he|she|it|they) (?:had|got|came|broke|went|swelled|swole|blew|ended|was covered|was in|was taken|gave|put)\b.*$/

/** The words without what is told of an earlier reaction. */
export const withoutPastReaction = (said: string): string => said.replace(pastReaction, '$1')
