/** Somebody else than the patient, by a name and a place. D544. */

/** "That's Ron next door, he had the fall". */
export const ofNeighbour =
  /\b(?:that|it)(?:'s| is| was| would be| must be) [a-z]+ (?:next door|opposite|upstairs|downstairs|again|(?:over|across|up|down) the (?:road|way|hall|corridor|street)|(?:in|from) (?:room|bed|number|unit|flat) \w+)\b|\b(?:the|another|other) (?:resident|patient|man|woman|lady|gentleman|fella|fellow|boy|girl) (?:next door|opposite|upstairs|downstairs|in (?:room|bed|number|unit|flat) \w+)\b/i
