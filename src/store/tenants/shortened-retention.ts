/** A tenant that keeps its messages for fewer days than before: for one day nothing is pruned, so that somebody can undo it. D276 */

/** The reason in the audit record of the change. */
export const shortened = 'message-days-shortened'

/** The event that `setTenant` records. */
const kind = 'tenant.changed'

/** SQL: when pruning by the present days began, or begins. Null if the days were never shortened. `number`: SQL for the number of the tenant. */
export const prunesFrom = (number: string): string =>
  `(select max(a.at) + interval '1 day' from audit a where a.tenant = ${number} and a.kind = '${kind}' and a.reason = '${shortened}')`

type Days = number | null | undefined

/** Null and undefined: messages are kept for good. */
export const isShorter = (after: Days, before: Days): boolean =>
  (after ?? Number.POSITIVE_INFINITY) < (before ?? Number.POSITIVE_INFINITY)
