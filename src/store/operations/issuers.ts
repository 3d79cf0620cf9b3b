/** Rows of releases that did not keep issuers. D67. */
import type pg from 'pg'

/** HTTP Basic has no issuer; only development servers have it. */
const ofBasic = `client = 'development-basic'`

/** If there has been one issuer only, the rows are its own. With `issuer` undefined they belong to nobody. */
export async function adoptIssuer(pool: pg.Pool, issuer: string | undefined): Promise<void> {
  if (issuer === undefined) return
  for (const table of ['subscription', 'bulk_export', 'job'])
    await pool.query(
      `update ${table} set issuer = case when ${ofBasic} then 'basic' else $1 end where issuer is null`,
      [issuer],
    )
  await pool.query(`update idempotency set issuer = $1 where issuer = ''`, [issuer])
  await pool.query('update review set holder_issuer = $1 where holder is not null and holder_issuer is null', [issuer])
}
