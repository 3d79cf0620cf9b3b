/** Finds words of a talk that order a program to write something. What stands beside them was said to the program, so it is no evidence for an outside draft. D13. */

const forms: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override) (?:(?:all|any|of|the|my|other) ){0,3}(?:all|any|your|previous|prior|above|earlier) (?:\w+ )?(?:instructions?|prompts?)\b/i,
  /\b(?:system|developer) (?:prompt|message|instruction)s?\b/i,
  /(?:^|[.!?]\s+)(?:system|assistant)\s*:/i,
  /\byou are (?:now )?(?:an? )?(?:ai|language model|chat ?bot|assistant)\b/i,
  /<\/?(?:system|assistant|instructions?)>/i,
]

export const isOrderToProgram = (text: string): boolean => forms.some((form) => form.test(text))
