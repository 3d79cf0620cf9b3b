/** Rows from before issuers were kept. D67. */
import type pg from 'pg'

/** HTTP Basic is no issuer's; only development servers have it. */
const ofBasic = `client = 'development-basic'`

/** They are the one issuer's, where there has only been one; `issuer` undefined: they are nobody's. */
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
