/** Frames of a thing that is given or there to take: "it's a tablet called", "there's a spray". D443. */
import { gerundOf } from '../../vocabulary/order-verbs.ts'
import { namesKind } from '../../vocabulary/terms.ts'
import { namesCare } from './care-names.ts'
import { adverb, type FrameRow, you } from './frame-words.ts'

export const things: readonly FrameRow[] = [
  {
    reason: 'the name of what is given',
    pattern: /^(?:it|that|this|the [a-z]+) (?:is|will be|would be) (?:(?:a|an|one|something) (?:[a-z]+ )?called )/,
    tell: (rest) => (namesKind(rest, 'medicine') ? rest : undefined),
  },
  {
    reason: 'a remedy that is offered',
    pattern: new RegExp(`^${you} could ${adverb}(?=(?:add|take|use|try|have)\\b)`),
    tell: (rest) =>
      namesKind(rest, 'medicine') && !/\bor\b/.test(rest)
        ? `consider ${gerundOf(rest.split(' ')[0] ?? '')}${rest.slice((rest.split(' ')[0] ?? '').length)}`
        : undefined,
  },
  {
    reason: 'what there is to take',
    pattern: /^there is (?:also |always )?(?:an? |some )?/,
    tell: (rest) =>
      namesCare(rest.toLowerCase()) && !/^(?:no|not|the|option|choice|possibility)\b|\bbut\b/.test(rest)
        ? rest
        : undefined,
  },
]
