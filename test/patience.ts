/** How long a test waits for what has to come. A busy machine takes its time: only what never comes takes as long. */
export const patienceMs = 180_000
