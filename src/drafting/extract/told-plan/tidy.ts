/** The words of a clause without persons and tags. D443. */
import { dropPersons } from '../plain/subordinate.ts'

const strips: readonly (readonly [pattern: RegExp, text: string])[] = [
  [/^(?:please|just) (?=(?:do not|never)\b)/i, ''],
  [/\b(ring|call|tell|phone|text|message) (?:me|us)\b/gi, '$1'],
  [
    /\b(give|bring|send|do|get|text|ring|call|phone|email|write|tell|show|let|book|put|refer|sign|see|lend|drop|keep|order|start|pop|wean|swap|take|make|offer|fit|load|admit|transfuse) (?:you|me|us|yourself)\b(?= (?!and\b|all\b))/gi,
    '$1',
  ],
  [
    /\b(?:your|his|her) (?=(?:mum|dad|mother|father|husband|wife|partner|boss|mate|sister|brother|son|daughter)\b)/gi,
    '',
  ],
  [/\b(?:your|our) (?=[a-z])/gi, 'the '],
  [/\b(?:for|to|with) (?:me|us)\b(?! )/gi, ''],
  [
    /,? (?:also)$| (?:please|okay|as well|too|(?<!\b(?:by|before|until|till|from) )then|obviously|you know|for me|mate)$/i,
    '',
  ],
  [/, just$/i, ''],
  [/,? (?:just )?to be (?:sure|safe|certain|on the safe side)$/i, ''],
  [/(?<!\b(?:eye|check|checks|look in|down|rely|call)) on (?:you|him|her)(?=,|$| for\b| at\b| in\b)/gi, ''],
  [/ so (?:that )?(?:you|he|she) can (?=[a-z])/gi, ' to '],
  [/\bcan not\b/g, 'cannot'],
]

export const tidy = (text: string): string =>
  strips
    .reduce((out, [pattern, to]) => out.replace(pattern, to), dropPersons(text))
    .replaceAll(/ {2,}/g, ' ')
    .trim()
