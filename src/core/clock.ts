/** Time is a parameter, so that a test can set it. */
export type Clock = () => Date

export const systemClock: Clock = () => new Date()

/** RFC 3339 in UTC with milliseconds. */
export const isoAt = (date: Date): string => date.toISOString()
