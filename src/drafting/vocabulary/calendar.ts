/** Names of days and months, and the capital that they have in a note. */

/** The source of a pattern for one day of the week, in plain words. */
export const weekday = '(?:mon|tues|wednes|thurs|fri|satur|sun)day'

/** The source of a pattern for one month, in plain words. */
export const month = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'

/** "It may swell": "may" is a month only where a month can stand. */
const names = new RegExp(
  `\\b(?:${weekday}s?|christmas|easter|(?!may\\b)${month}|(?<=last |early |late |mid |in |since |of |^)may(?! (?:be|have|need)\\b))\\b`,
  'g',
)

/** The words with a capital for each day, month and feast: "since last friday" is "since last Friday". */
export const withCalendarNames = (plain: string): string =>
  plain.replace(names, (word) => word.charAt(0).toUpperCase() + word.slice(1))
