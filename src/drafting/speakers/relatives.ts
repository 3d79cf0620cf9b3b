/** Words by which somebody says that they speak for the patient. D264. */

// biome-ignore format: one name a line is too long
const relations = ['mum', 'mom', 'mother', 'dad', 'father', 'wife', 'husband', 'partner', 'daughter', 'son', 'sister', 'brother', 'aunt', 'uncle', 'grandmother', 'grandfather', 'nan', 'carer', 'caregiver', 'guardian', 'niece', 'nephew'].join('|')

/** Each in lower case. The last two speak of a patient who is not the speaker. */
const frames: readonly RegExp[] = [
  new RegExp(
    `\\b(?:i'm|i am|it's|this is|speaking,? i'm) (?:his|her|their|the|the patient's|[a-z]+'s) (?:${relations})\\b`,
  ),
  /\bi(?:'m| am) (?:calling|ringing|phoning|here|speaking) (?:about|for|with|on behalf of) (?:my|him|her)\b/,
  new RegExp(`\\b(?:it's|it is) (?:about|for) my (?:${relations}|baby|child|little (?:girl|boy))\\b`),
]

export const isRelative = (text: string): boolean => frames.some((frame) => frame.test(text))
